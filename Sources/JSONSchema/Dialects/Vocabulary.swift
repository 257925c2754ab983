/// A vocabulary: the part of a dialect that a metaschema's `$vocabulary` turns on.
///
/// Source: JSON Schema Core 2020-12, sections 4.3.1 and 8.1.2; of 2019-09, the same.
enum Vocabulary: String, CaseIterable, Sendable {
  case core, applicator, unevaluated, validation, content
  case metaData = "meta-data"
  /// `format` as an annotation, of 2020-12, or as each implementation has it, of 2019-09.
  case format
  /// `format` as an assertion, of 2020-12.
  case formatAssertion = "format-assertion"

  /// The dialect and the vocabulary that a URI names; nil for a URI of somebody else.
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
