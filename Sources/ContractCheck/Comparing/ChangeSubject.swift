internal import JSONTape

/// What a change is about, told from its place in the document.
enum ChangeSubject {
  /// What a place is about that is in no schema.
  static let none = "the value"

  /// `` `name` ``, `an element of `tags``, `the response body`.
  ///
  /// - Parameter pointer: the place of a schema or of one of its keywords
  static func text(_ pointer: JSONPointer, isResponse: Bool) -> String {
    var tokens = pointer.tokens[...]
    var wraps: [String] = []
    while let last = tokens.last {
      let before = tokens.dropLast().last
      if before == "properties" || before == "patternProperties" {
        return wrapped(ContractChange.name(last), wraps)
      }
      if before == "schemas" || before == "$defs" || before == "definitions" {
        return wrapped(ContractChange.name(last), wraps)
      }
      if last == "schema" {
        let isHeader = tokens.contains("parameters")
        return wrapped(
          isHeader ? "the parameter" : "the \(isResponse ? "response" : "request") body", wraps)
      }
      switch last {
      case "items":
        wraps.append("an element of ")
      case "additionalProperties":
        wraps.append("a value of the map ")
      default:
        if before == "prefixItems" { wraps.append("element \(last) of ") }
      }
      tokens = tokens.dropLast()
    }
    return wrapped(none, wraps)
  }

  private static func wrapped(_ subject: String, _ wraps: [String]) -> String {
    wraps.joined() + subject
  }
}
