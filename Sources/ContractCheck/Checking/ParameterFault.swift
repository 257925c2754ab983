internal import JSONTape

/// What can be wrong with a parameter of a request or a header of a response; all of its words.
enum ParameterFault {
  /// A required one is not there.
  case missing
  /// The text is not in the parameter's style.
  case style(ParameterStyle, shown: String)
  /// A parameter whose content is JSON is not.
  case syntax(JSONParseError)
  /// Its schema does not allow the value.
  case value(BodyFault)

  func text(of parameter: Operation.Parameter, _ part: Exchange.Part) -> FindingText {
    let kind = Self.kind(parameter.location, part)
    let name = SafeText.line(Redaction.shown(parameter.name, ofMember: nil))
    switch self {
    case .missing:
      return FindingText(
        message: "\(kind) `\(name)` is missing", label: "send `\(name)`",
        why: "the contract says that it is required")
    case .style(let style, let shown):
      return FindingText(
        message: "\(kind): `\(name)` is \(shown), which is not in the style `\(style.rawValue)`",
        label: "write it in the style `\(style.rawValue)`")
    case .syntax(let error):
      return FindingText(message: "\(kind): `\(name)` is not JSON: \(error.message)")
    case .value(let fault):
      var text = fault.text
      let isWhole = fault.instance.tokens.isEmpty && fault.member == nil
      text.message = isWhole ? "\(kind): \(text.message)" : "\(kind) `\(name)`: \(text.message)"
      return text
    }
  }

  private static func kind(
    _ location: Operation.Parameter.Location, _ part: Exchange.Part
  ) -> String {
    switch (location, part) {
    case (.path, _): "path parameter"
    case (.query, _): "query parameter"
    case (.header, .request): "header parameter"
    case (.header, .response): "response header"
    case (.cookie, _): "cookie"
    }
  }
}
