internal import JSONTape
@_spi(Engine) internal import JSONSchema

/// What simple schemas say, in words; those that need a sentence of their own have none.
enum SchemaWords {
  /// What a value of the schema is: "null", "`admin`", "a string", "an object with `a`".
  static func noun(_ schema: JSONNode) -> String? {
    var keywords = schema.members.map(\.name).filter { !isNote($0) }
    // A type beside one more keyword says nothing that the other does not.
    if keywords.count == 2 { keywords.removeAll { $0 == "type" } }
    let title = schema["title"]?.string.map { "`\(FailureContext.shownName($0))`" }
    guard keywords.count == 1, let keyword = keywords.first, let value = schema[keyword] else {
      return title
    }
    switch keyword {
    case "const": return FailureContext.list([FailureContext.constant(value)])
    case "enum":
      let texts = value.elements.map(FailureContext.constant)
      return texts.count == 1 ? FailureContext.list(texts) : "one of " + FailureContext.list(texts)
    case "type":
      let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
      let types = names.compactMap { TypeSet(name: $0) }.reduce(into: TypeSet()) {
        $0.formUnion($1)
      }
      return types.isEmpty ? nil : FailureContext.phrase(types)
    case "required": return object(with: value)
    case "minimum": return "at least \(value.text)"
    case "exclusiveMinimum": return "above \(value.text)"
    case "maximum": return "at most \(value.text)"
    case "exclusiveMaximum": return "below \(value.text)"
    case "$ref":
      let last = value.string?.split(separator: "/").last.map(String.init)
      return last.map { "`\(FailureContext.shownName($0))`" }
    default: return title
    }
  }

  /// The members of `{"required": […]}`.
  static func required(_ schema: JSONNode) -> [String]? {
    let keywords = schema.members.map(\.name).filter { !isNote($0) && $0 != "type" }
    guard keywords == ["required"], let names = schema["required"], names.kind == .array else {
      return nil
    }
    let members = names.elements.compactMap(\.string)
    return members.isEmpty ? nil : members
  }

  /// The members of `{"anyOf": [{"required": […]}, …]}`.
  static func requiredOfAny(_ schema: JSONNode) -> [[String]]? {
    let keywords = schema.members.map(\.name).filter { !isNote($0) && $0 != "type" }
    guard keywords == ["anyOf"], let branches = schema["anyOf"] else { return nil }
    let groups = branches.elements.map { required($0) }
    let known = groups.compactMap { $0 }
    return known.count == groups.count && !known.isEmpty ? known : nil
  }

  /// The expression of `{"pattern": "…"}`.
  static func pattern(_ schema: JSONNode) -> String? {
    let keywords = schema.members.map(\.name).filter { !isNote($0) && $0 != "type" }
    return keywords == ["pattern"] ? schema["pattern"]?.string : nil
  }

  private static func object(with required: JSONNode) -> String? {
    let names = required.elements.compactMap(\.string)
    return names.isEmpty ? nil : "an object with \(FailureContext.list(names))"
  }

  /// Whether a keyword asserts nothing.
  private static func isNote(_ keyword: String) -> Bool {
    ["title", "description", "$comment", "examples", "default", "deprecated"].contains(keyword)
  }
}
