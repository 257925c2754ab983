import JSONTape

/// A keyword of a dialect: where its subschemas are and how it is compiled.
///
/// A keyword's file holds its values; ``Dialect`` is the one table of which dialect has which.
struct Keyword: Sendable {
  /// Which parts of a keyword's value are schemas.
  enum Subschemas: Sendable {
    case none, schema, array, map, schemaOrArray
  }

  /// Writes a keyword's assertions into the draft of its schema.
  typealias Compile =
    @Sendable (inout SchemaDraft, JSONNode, SchemaCompiler) throws(SchemaError) -> Void

  let name: String
  let subschemas: Subschemas
  let vocabulary: Vocabulary
  /// Nil for annotations.
  let compile: Compile?

  init(
    _ name: String, _ subschemas: Subschemas = .none, in vocabulary: Vocabulary = .validation,
    compile: Compile?
  ) {
    self.name = name
    self.subschemas = subschemas
    self.vocabulary = vocabulary
    self.compile = compile
  }
}

extension Keyword {
  /// Keywords that assert nothing and hold no schema that is applied: identifiers, comments,
  /// descriptions. Source: JSON Schema Core 2020-12, section 8; Validation, sections 8 and 9.
  static let annotations: [Keyword] =
    [
      Keyword("$defs", .map, in: .core, compile: nil),
      Keyword("contentSchema", .schema, in: .content, compile: nil),
    ]
    + ["$anchor", "$dynamicAnchor", "$vocabulary"].map { Keyword($0, in: .core, compile: nil) }
    + historicAnnotations

  /// Those that drafts up to 7 have.
  static let historicAnnotations: [Keyword] =
    [Keyword("definitions", .map, in: .core, compile: nil)]
    + ["$id", "id", "$schema", "$comment"].map { Keyword($0, in: .core, compile: nil) }
    + [
      "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
      "example",
    ].map { Keyword($0, in: .metaData, compile: nil) }
    + ["contentEncoding", "contentMediaType"].map { Keyword($0, in: .content, compile: nil) }
}
