import JSONTape

/// What a keyword says of a value beside its verdict: one line a keyword.
enum AnnotationRule {
  /// The keyword's own value.
  case value
  /// The same, of strings alone, and only beside another keyword where that is named.
  case ofStrings(beside: String? = nil)
  /// The names of the members that the keyword describes.
  case names
  /// True once the keyword has described an element.
  case described
  /// The last element that the keyword describes by position; true for all of them.
  case prefix
  /// The positions of the elements that match; true for all of them.
  case matches

  /// Sources: JSON Schema Core 2020-12, sections 10.3 and 11; Validation 2020-12, sections 7 to 9.
  private static let table: [String: AnnotationRule] = [
    "title": .value, "description": .value, "default": .value, "deprecated": .value,
    "readOnly": .value, "writeOnly": .value, "examples": .value, "example": .value,
    "format": .value,
    "contentEncoding": .ofStrings(), "contentMediaType": .ofStrings(),
    "contentSchema": .ofStrings(beside: "contentMediaType"),
    "properties": .names, "patternProperties": .names, "additionalProperties": .names,
    "unevaluatedProperties": .names,
    "prefixItems": .prefix, "items": .described, "additionalItems": .described,
    "unevaluatedItems": .described, "contains": .matches,
  ]

  /// The rule of a keyword with its value; nil where it annotates nothing. A keyword that the dialect
  /// does not know is an annotation.
  static func of(_ keyword: String, _ value: JSONNode, in dialect: Dialect) -> AnnotationRule? {
    if dialect[keyword] == nil { return .value }
    switch keyword {
    case "items" where value.kind == .array: return .prefix
    // Before 2020-12 it describes nothing.
    case "contains" where dialect["prefixItems"] == nil: return nil
    default: return table[keyword]
    }
  }
}

/// How a keyword's verdict follows from those of its subschemas, where it is not that all must hold.
enum VerdictRule {
  /// The keyword fails on its own account: failures of its subschemas are then its reasons.
  case own
  /// The keyword never fails.
  case never

  static let table: [String: VerdictRule] = [
    "anyOf": .own, "oneOf": .own, "not": .own, "contains": .own, "if": .never,
  ]

  /// Keywords whose subschemas say nothing of the value itself: of what it must not be, and of names,
  /// which no JSON Pointer leads to.
  static let withoutAnnotations: Set<String> = ["not", "propertyNames"]
}
