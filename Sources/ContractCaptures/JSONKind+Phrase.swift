internal import JSONTape

extension JSONKind {
  /// The name with its article: "a string", "an object".
  package var phrase: String { Self.phrase(ofType: name) }

  /// A type of JSON Schema with its article: "an integer".
  package static func phrase(ofType name: String) -> String {
    switch name {
    case "null": name
    case "integer", "array", "object": "an \(name)"
    default: "a \(name)"
    }
  }
}
