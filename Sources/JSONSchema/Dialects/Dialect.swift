internal import JSONTape

/// A version of JSON Schema. A dialect defines the keywords and how schemas are identified.
///
/// `$schema` selects the dialect of a schema. Without `$schema`, the schema has the dialect of the
/// schema or document around it.
public struct Dialect: Sendable, Equatable {
  /// The URI of the dialect's metaschema, without an empty fragment.
  public let uri: String
  /// The keywords in the order of compilation.
  let keywords: [Keyword]
  /// The keyword that names a schema: `$id` or, in draft 4, `id`.
  let identifier: String
  /// Whether an identifier that is only a fragment is an anchor.
  let anchorsByIdentifier: Bool
  /// Whether all keywords beside `$ref` are ignored.
  let referencesStandAlone: Bool
  /// The keywords beside such a reference that are used nevertheless.
  let besideReferences: [String]
  /// Whether the dialect itself makes `format` an assertion.
  let assertsFormats: Bool
  /// The positions of keywords in ``keywords``.
  private let positions: [String: Int]

  init(
    _ uri: String, identifier: String = "$id", anchorsByIdentifier: Bool = false,
    referencesStandAlone: Bool = false, besideReferences: [String] = [],
    assertsFormats: Bool = false, _ groups: [[Keyword]]
  ) {
    self.uri = uri
    self.identifier = identifier
    self.anchorsByIdentifier = anchorsByIdentifier
    self.referencesStandAlone = referencesStandAlone
    self.besideReferences = besideReferences
    self.assertsFormats = assertsFormats
    keywords = groups.flatMap(\.self)
    positions = Dictionary(uniqueKeysWithValues: zip(keywords.map(\.name), keywords.indices))
  }

  subscript(name: String) -> Keyword? { positions[name].map { keywords[$0] } }

  /// The keywords of a schema, each once, in the order of compilation.
  func keywords(of schema: JSONNode) -> [Keyword] {
    var found = schema.properties.compactMap { positions[$0.name] }.sorted()[...]
    var keywords: [Keyword] = []
    while let position = found.popFirst() {
      if position != found.first { keywords.append(self.keywords[position]) }
    }
    return keywords
  }

  /// Whether two dialects have the same URI.
  public static func == (left: Dialect, right: Dialect) -> Bool { left.uri == right.uri }

  func restricted(to vocabularies: Set<Vocabulary>, uri: String) -> Dialect {
    let asserts = vocabularies.contains(.formatAssertion)
    return Dialect(
      uri, identifier: identifier, assertsFormats: asserts,
      [
        keywords.filter { keyword in
          keyword.vocabulary == .core || vocabularies.contains(keyword.vocabulary)
            || keyword.vocabulary == .format && asserts
        }
      ])
  }
}

// MARK: The table

extension Dialect {
  /// JSON Schema 2020-12, as OpenAPI 3.1 uses it.
  public static let draft2020 = Dialect(
    "https://json-schema.org/draft/2020-12/schema",
    [
      Keyword.types, Keyword.numbers, Keyword.strings, Keyword.formats, Keyword.arrays,
      Keyword.arrayBounds, Keyword.contains, Keyword.objects, Keyword.objectBounds,
      Keyword.dependencies, Keyword.references, Keyword.inPlace, Keyword.conditions,
      Keyword.unevaluated(.unevaluated), Keyword.annotations,
    ])

  /// JSON Schema 2019-09. `items` can be a list of schemas by position, and `$recursiveRef` exists.
  public static let draft2019 = Dialect(
    "https://json-schema.org/draft/2019-09/schema",
    [
      Keyword.types, Keyword.numbers, Keyword.strings, Keyword.formats, Keyword.positionalArrays,
      Keyword.arrayBounds, Keyword.containsUnevaluated, Keyword.objects, Keyword.objectBounds,
      Keyword.dependencies, Keyword.recursiveReferences, Keyword.inPlace, Keyword.conditions,
      Keyword.unevaluated(.applicator), Keyword.annotations,
    ])

  /// JSON Schema draft 7. Keywords beside `$ref` are ignored, and `$id` may be an anchor.
  public static let draft7 = Dialect(
    "http://json-schema.org/draft-07/schema", anchorsByIdentifier: true,
    referencesStandAlone: true, historic + [Keyword.conditions])

  /// JSON Schema draft 6. Draft 6 is like draft 7 without `if`, `then` and `else`.
  public static let draft6 = Dialect(
    "http://json-schema.org/draft-06/schema", anchorsByIdentifier: true,
    referencesStandAlone: true, historic)

  /// JSON Schema draft 4. Draft 4 has `id` in place of `$id`, and exclusive bounds are booleans.
  public static let draft4 = Dialect(
    "http://json-schema.org/draft-04/schema", identifier: "id", anchorsByIdentifier: true,
    referencesStandAlone: true,
    [
      Keyword.types.filter { $0.name != "const" }, Keyword.switchedBounds, Keyword.strings,
      Keyword.formats, Keyword.positionalArrays, Keyword.arrayBounds,
      Keyword.objects.filter { $0.name != "propertyNames" }, Keyword.objectBounds,
      [Keyword.historicDependencies], [Keyword.reference], Keyword.inPlace,
      Keyword.historicAnnotations,
    ])

  /// The Schema Object of Swagger 2.0.
  @_spi(Engine) public static let swagger20 = Dialect(
    "https://spec.openapis.org/oas/2.0/schema", referencesStandAlone: true,
    besideReferences: ["nullable", "x-nullable"], Keyword.swagger20)

  /// The Schema Object of OpenAPI 3.0. Keywords beside `$ref` are ignored. Only `nullable` has an
  /// effect there, because many documents write it beside `$ref`.
  public static let openAPI30 = Dialect(
    "https://spec.openapis.org/oas/3.0/schema", referencesStandAlone: true,
    besideReferences: ["nullable"], Keyword.openAPI30)

  /// The Schema Object of OpenAPI 3.1: JSON Schema 2020-12 and `discriminator`.
  public static let openAPI31 = Dialect(
    "https://spec.openapis.org/oas/3.1/dialect/base", Keyword.openAPI31)

  private static let historic: [[Keyword]] = [
    Keyword.types, Keyword.numbers, Keyword.strings, Keyword.formats, Keyword.positionalArrays,
    Keyword.arrayBounds, [Keyword.contains[0]], Keyword.objects, Keyword.objectBounds,
    [Keyword.historicDependencies], [Keyword.reference], Keyword.inPlace,
    Keyword.historicAnnotations,
  ]

  /// The names of the supported JSON Schema dialects, newest first.
  package static let names = ["2020-12", "2019-09", "7", "6", "4"]

  /// The supported JSON Schema dialects with their names, newest first.
  public static let all: [(name: String, dialect: Dialect)] = Array(
    zip(names, [draft2020, draft2019, draft7, draft6, draft4]))

  /// The supported JSON Schema dialect with a name.
  public static func named(_ name: String) -> Dialect? { all.first { $0.name == name }?.dialect }

  /// The dialect of a `$schema` URI. `http` equals `https`, and an empty fragment is ignored.
  package static func standard(_ uri: String) -> Dialect? {
    let wanted = key(uri)
    // Each release of the OpenAPI 3.1 dialect has its own date or name at this place.
    if ["1", "2"].contains(where: { wanted.hasPrefix("//spec.openapis.org/oas/3.\($0)/dialect/") })
    {
      return openAPI31
    }
    // The names are compared, because a dialect's table is created when the dialect is first used.
    switch wanted {
    case "//json-schema.org/draft/2020-12/schema": return draft2020
    case "//json-schema.org/draft/2019-09/schema": return draft2019
    case "//json-schema.org/draft-07/schema": return draft7
    case "//json-schema.org/draft-06/schema": return draft6
    case "//json-schema.org/draft-04/schema": return draft4
    default: return nil
    }
  }

  private static func key(_ uri: String) -> Substring {
    let plain = uri.hasSuffix("#") ? uri.dropLast() : uri[...]
    return plain.hasPrefix("https:") ? plain.dropFirst(6) : plain.dropFirst(5)
  }
}

/// A part of a dialect that a metaschema's `$vocabulary` enables. Source: JSON Schema Core 2020-12
/// and 2019-09, sections 4.3.1 and 8.1.2.
enum Vocabulary: String, CaseIterable, Sendable {
  case core, applicator, unevaluated, validation, content
  case metaData = "meta-data"
  /// `format` as an annotation in 2020-12. In 2019-09, each implementation chooses the meaning of
  /// `format`.
  case format
  /// `format` as an assertion (2020-12).
  case formatAssertion = "format-assertion"

  /// The dialect and vocabulary of a URI. Nil if the URI is unknown.
  static func named(_ uri: String) -> (base: Dialect, vocabulary: Vocabulary)? {
    for (base, prefix) in [
      (Dialect.draft2020, "https://json-schema.org/draft/2020-12/vocab/"),
      (Dialect.draft2019, "https://json-schema.org/draft/2019-09/vocab/"),
    ] where uri.hasPrefix(prefix) {
      let name = uri.dropFirst(prefix.count)
      if name == "format-annotation" { return (base, .format) }
      return Vocabulary(rawValue: String(name)).map { (base, $0) }
    }
    return nil
  }
}
