extension Rule {
  /// Every rule, the five core rules first. To add a rule, add one line here.
  package static let catalogue: [Rule] = [
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
    decodable,
    silentChange,
    jsonSyntax,
    duplicateKey,
    unknownRoute,
    unmatchedBody,
    unexpectedStatus,
    pageSequence,
    undocumentedStatus,
    contentType,
    missingCredentials,
    deprecatedUse,
  ]

  /// The rule with an id, or nil.
  package static func named(_ id: String) -> Rule? { byID[id] }

  private static let byID = Dictionary(uniqueKeysWithValues: catalogue.map { ($0.id, $0) })

  /// The rules that report exchanges for which the contract has no description. Such exchanges are
  /// not checked. A strict run treats the findings of these rules as errors.
  @_spi(Engine) public static let ofExchanges = Set(
    catalogue.filter { if case .exchange = $0.form { true } else { false } }.map(\.id))
}
