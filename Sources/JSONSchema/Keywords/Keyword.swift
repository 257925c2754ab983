import JSONTape

/// A keyword of a dialect: where its subschemas are and how it is compiled.
struct Keyword: Sendable {
  /// Which parts of a keyword's value are schemas.
  enum Subschemas: Sendable {
    case none, schema, array, map, schemaOrArray
  }

  let name: String
  let subschemas: Subschemas
  /// Writes the keyword's assertions into the draft; nil for annotations.
  let compile:
    (@Sendable (inout SchemaDraft, JSONNode, SchemaCompiler) throws(SchemaError) -> Void)?

  init(
    _ name: String, _ subschemas: Subschemas = .none,
    compile: (@Sendable (inout SchemaDraft, JSONNode, SchemaCompiler) throws(SchemaError) -> Void)?
  ) {
    self.name = name
    self.subschemas = subschemas
    self.compile = compile
  }
}

/// The keywords in force, in the order in which they are compiled.
struct Dialect: Sendable {
  let keywords: [Keyword]
  private let byName: [String: Keyword]

  init(_ groups: [[Keyword]]) {
    keywords = groups.flatMap(\.self)
    byName = Dictionary(keywords.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(name: String) -> Keyword? { byName[name] }

  /// JSON Schema 2020-12, as OpenAPI 3.1 uses it: the one table of its keywords.
  static let draft2020 = Dialect([
    Keyword.types, Keyword.numbers, Keyword.strings, Keyword.formats, Keyword.arrays,
    Keyword.objects, Keyword.references, Keyword.inPlace, Keyword.unevaluated,
    Keyword.annotations,
  ])
}

extension Keyword {
  /// Keywords that assert nothing: identifiers, comments, descriptions.
  static let annotations: [Keyword] =
    [
      Keyword("$defs", .map, compile: nil), Keyword("definitions", .map, compile: nil),
      Keyword("contentSchema", .schema, compile: nil),
    ]
    + [
      "$id", "$schema", "$anchor", "$dynamicAnchor", "$vocabulary", "$comment", "title",
      "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "example",
      "contentEncoding", "contentMediaType",
    ].map { Keyword($0, compile: nil) }
}
