extension Rule {
  /// Every rule, the five that the product exists for first. A new rule is one line here.
  public static let catalogue: [Rule] = [
    coordinateNames,
    explicitNull,
    isoDates,
    paginationShape,
    deviceToken,
    devicePlatform,
    paginationArithmetic,
    coordinateRange,
    secretExposure,
    keyCase,
    undocumentedField,
    schema,
    jsonSyntax,
    duplicateKey,
    unknownRoute,
    undocumentedStatus,
    contentType,
  ]

  /// The rule with an id, or nil.
  public static func named(_ id: String) -> Rule? { catalogue.first { $0.id == id } }

  /// The position of a rule in ``catalogue``.
  static func index(of id: String) -> Int? { indexes[id] }

  private static let indexes = Dictionary(
    uniqueKeysWithValues: zip(catalogue.map(\.id), catalogue.indices))
}
