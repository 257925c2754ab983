/// What can be wrong with an exchange apart from its bodies.
enum ExchangeFault {
  case unknownRoute(method: String, path: String, methods: [String], nearest: String?)
  case undocumentedStatus(Int, operation: Operation)
  case contentType(MediaType, documented: [MediaType])

  func text(of rule: Rule) -> FindingText {
    switch self {
    case .unknownRoute(let method, let path, let methods, let nearest):
      if !methods.isEmpty {
        let known = methods.joined(separator: ", ")
        return FindingText(
          message: "the contract has no \(method) for `\(path)`; it has \(known)",
          label: "document the operation", why: rule.rationale)
      }
      return FindingText(
        message: "the contract has no operation for \(method) `\(path)`",
        label: nearest.map { "did you mean `\($0)`?" } ?? "document the operation",
        why: rule.rationale)
    case .undocumentedStatus(let status, let operation):
      let known = operation.statuses.joined(separator: ", ")
      return FindingText(
        message: "status \(status) is not documented; the operation documents \(known)",
        label: "document the status", why: rule.rationale)
    case .contentType(let type, let documented):
      let known = documented.map { "`\($0.essence)`" }.joined(separator: ", ")
      return FindingText(
        message: "media type is `\(type.essence)`; the contract says \(known)",
        label: "send \(known)", why: rule.rationale)
    }
  }
}
