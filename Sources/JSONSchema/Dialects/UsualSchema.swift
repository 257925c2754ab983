internal import JSONTape

/// Accepts the most common schemas without a metaschema. This is useful, because compiling a
/// metaschema takes longer than checking a small file.
///
/// This check is stricter than the metaschemas of draft 6 and later. Every schema that this check
/// accepts is valid in all these dialects. For other schemas, the metaschema decides.
enum UsualSchema {
  /// The required form of a keyword's value.
  private enum Form {
    case anything, text, identifier, anchor, flag, number, positive, count, list
    case type, names, namesByKey
    case schema, schemas, schemaOrSchemas, schemasByKey, schemasOrNamesByKey
    /// Only the metaschema can decide.
    case unsure
  }

  /// Every keyword that a metaschema mentions.
  private static let forms: [String: Form] = {
    let groups: [(Form, [String])] = [
      (.anything, ["const", "default"]),
      (
        .text,
        [
          "$schema", "$ref", "$dynamicRef", "$recursiveRef", "$comment", "title", "description",
          "pattern", "format", "contentEncoding", "contentMediaType",
        ]
      ),
      (.identifier, ["$id"]),
      (.anchor, ["$anchor", "$dynamicAnchor"]),
      (.flag, ["uniqueItems", "deprecated", "readOnly", "writeOnly"]),
      (.number, ["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"]),
      (.positive, ["multipleOf"]),
      (
        .count,
        [
          "maxLength", "minLength", "maxItems", "minItems", "maxContains", "minContains",
          "maxProperties", "minProperties",
        ]
      ),
      (.list, ["enum", "examples"]),
      (.type, ["type"]),
      (.names, ["required"]),
      (.namesByKey, ["dependentRequired"]),
      (
        .schema,
        [
          "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if",
          "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
        ]
      ),
      (.schemas, ["allOf", "anyOf", "oneOf", "prefixItems"]),
      (.schemaOrSchemas, ["items"]),
      (
        .schemasByKey,
        ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]
      ),
      (.schemasOrNamesByKey, ["dependencies"]),
      (.unsure, ["$recursiveAnchor", "$vocabulary"]),
    ]
    var forms = [String: Form](minimumCapacity: groups.reduce(0) { $0 + $1.1.count })
    for (form, names) in groups {
      for name in names { forms[name] = form }
    }
    return forms
  }()

  /// The keywords whose values must have a form. All other keywords may have any value.
  static var keywords: [String] { Array(forms.keys) }

  private static let types: Set<String> = [
    "array", "boolean", "integer", "null", "number", "object", "string",
  ]

  /// The metaschemas that agree with ``forms``.
  static let metaschemas = [
    "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema", "http://json-schema.org/draft-06/schema",
  ]

  /// Whether a schema with all its inner schemas is certainly valid by a metaschema.
  static func accepts(_ root: JSONNode, by metaschema: String) -> Bool {
    guard metaschemas.contains(metaschema) else { return false }
    let hasItemLists = metaschema != metaschemas[0]
    var pending = [root]
    while let schema = pending.popLast() {
      if schema.kind == .boolean { continue }
      guard schema.kind == .object else { return false }
      for property in schema.properties {
        guard let form = forms[property.name] else { continue }
        let value = property.value
        if case .schemaOrSchemas = form, value.kind == .array, !hasItemLists { return false }
        guard accepts(value, as: form, &pending) else { return false }
      }
    }
    return true
  }

  /// Adds the schemas in a value to the list of schemas to check.
  private static func accepts(
    _ value: JSONNode, as form: Form, _ pending: inout [JSONNode]
  ) -> Bool {
    switch form {
    case .anything: return true
    case .text: return value.kind == .string
    case .identifier: return value.string.map { !$0.utf8.contains(UInt8(ascii: "#")) } ?? false
    case .anchor: return value.string.map(isAnchor) ?? false
    case .flag: return value.kind == .boolean
    case .number: return value.kind == .number
    case .positive: return value.int.map { $0 > 0 } ?? false
    case .count: return value.int.map { $0 >= 0 } ?? false
    case .list: return value.kind == .array
    case .type:
      if let name = value.string { return types.contains(name) }
      return value.count > 0 && names(in: value)?.isSubset(of: types) == true
    case .names: return names(in: value) != nil
    case .namesByKey:
      return value.kind == .object && value.properties.allSatisfy { names(in: $0.value) != nil }
    case .schemas:
      pending += value.elements
      return value.kind == .array && value.count > 0
    case .schemaOrSchemas where value.kind == .array:
      return accepts(value, as: .schemas, &pending)
    case .schema, .schemaOrSchemas:
      pending.append(value)
      return true
    case .schemasByKey:
      for property in value.properties { pending.append(property.value) }
      return value.kind == .object
    case .schemasOrNamesByKey:
      for property in value.properties where names(in: property.value) == nil {
        pending.append(property.value)
      }
      return value.kind == .object
    case .unsure: return false
    }
  }

  private static func isAnchor(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    let isLetter = { (byte: UInt8) in 0x61...0x7A ~= byte | 0x20 }
    return isLetter(first)
      && name.utf8.allSatisfy { byte in
        isLetter(byte) || 0x30...0x39 ~= byte || [0x2D, 0x2E, 0x5F].contains(byte)
      }
  }

  /// The strings of an array. Nil for any other value, or if two strings are equal.
  private static func names(in value: JSONNode) -> Set<String>? {
    guard value.kind == .array else { return nil }
    var names: Set<String> = []
    for element in value.elements {
      guard let name = element.string, names.insert(name).inserted else { return nil }
    }
    return names
  }
}
