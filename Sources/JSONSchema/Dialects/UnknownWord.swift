@_spi(Engine) public import JSONTape

/// An unknown word that a schema uses as a keyword or as a `format`. The word has no effect.
@_spi(Engine) public struct UnknownWord: Sendable {
  /// The keyword, or the value of `format`.
  public let text: String
  /// The place of the word.
  public let node: JSONNode
  /// Whether the word is the value of `format`.
  public let isFormat: Bool
  /// The keywords that may be used at this place.
  public let known: [String]

  /// The unknown words of a schema and of its inner schemas. The order of the words is not defined.
  /// A schema is skipped if its dialect is not a dialect of JSON Schema.
  ///
  /// - Complexity: O(*n*) in the size of the schema.
  public static func all(in schema: JSONNode) -> [UnknownWord] {
    var found: [UnknownWord] = []
    var open: [(node: JSONNode, dialect: Dialect)] = [(schema, .draft2020)]
    while let (node, outer) = open.popLast() {
      var dialect = outer
      guard node.kind == .object else { continue }
      if let uri = node["$schema"]?.string {
        guard let named = Dialect.standard(uri) else { continue }
        dialect = named
      }
      for property in node.properties {
        let value = property.value
        guard let keyword = dialect[property.name] else {
          if !property.name.hasPrefix("x-") {
            let names = dialect.keywords.map(\.name)
            found.append(
              UnknownWord(text: property.name, node: property.key, isFormat: false, known: names))
          }
          continue
        }
        if property.name == "format", let text = value.string, Format(name: text) == nil {
          found.append(UnknownWord(text: text, node: value, isFormat: true, known: []))
        }
        switch keyword.subschemas {
        case .none: break
        case .schema: open.append((value, dialect))
        case .array, .schemaOrArray:
          open += (value.kind == .array ? Array(value.elements) : [value]).map { ($0, dialect) }
        case .map: open += value.properties.map { ($0.value, dialect) }
        }
      }
    }
    return found
  }
}
