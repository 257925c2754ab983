internal import JSONTape

/// What can be wrong with a parameter of a request or a header of a response; all of its words.
enum ParameterViolation {
  /// A required one is not there.
  case missing
  /// The text is not in the parameter's style.
  case style(ParameterStyle, shown: String)
  /// A parameter whose content is JSON is not.
  case syntax(JSONParseError)
  /// Its schema does not allow the value.
  case value(Violation)

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
    case .value(let violation):
      var text = violation.text
      let isWhole = violation.instance.tokens.isEmpty && violation.member == nil
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

extension ParameterViolation {
  /// The parameter, which has no pointer, and what is wrong with it.
  func shape(of parameter: Operation.Parameter) -> String {
    let name = "\(parameter.location.rawValue) \(parameter.name)"
    switch self {
    case .missing: return name
    case .style: return "\(name): style"
    case .syntax(let error): return "\(name): \(error.shape)"
    case .value(let violation):
      return "\(name)\(violation.instance.pattern): \(violation.member ?? "") \(violation.shape)"
    }
  }
}
