@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The words of everything that no documented rule answers for.
extension FailureContext {
  /// The value's name as the subject of a sentence.
  private var subject: String {
    guard let name else { return authority.instance }
    let safe = SafeText.line(Redaction.shown(name, ofMember: nil))
    return parent?.kind == .array ? "element \(safe)" : "`\(safe)`"
  }

  private func list(_ nodes: [JSONNode]) -> String {
    let texts = nodes.prefix(8).map { "`\(Self.cut($0.string ?? $0.text))`" }
    let rest = nodes.count > 8 ? " and \(nodes.count - 8) more" : ""
    return texts.joined(separator: ", ") + rest
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  var schemaText: FindingText {
    switch failure.kind {
    case .type(let expected, _): return wrongType(expected)
    case .const(let expected):
      return FindingText(
        message: "\(subject) is \(shown); \(authority.name) says \(Self.cut(expected.text))",
        label: "send \(Self.cut(expected.text))")
    case .enum(let allowed):
      let near = node.string.flatMap { NearestName.of($0, among: allowed.compactMap(\.string)) }
      return FindingText(
        message: "\(subject) is \(shown); \(authority.name) allows \(list(allowed))"
          + (near.map { "; did you mean `\($0)`?" } ?? ""),
        label: near.map { "write `\($0)`" } ?? "")
    case .minimum(let bound):
      return FindingText(message: "\(subject) is \(shown); the least allowed is \(bound)")
    case .exclusiveMinimum(let bound):
      return FindingText(message: "\(subject) is \(shown); it must be above \(bound)")
    case .maximum(let bound):
      return FindingText(message: "\(subject) is \(shown); the most allowed is \(bound)")
    case .exclusiveMaximum(let bound):
      return FindingText(message: "\(subject) is \(shown); it must be below \(bound)")
    case .multipleOf(let divisor):
      return FindingText(message: "\(subject) is \(shown); it must be a multiple of \(divisor)")
    case .minLength(let limit, let found):
      return FindingText(
        message: "\(subject) has \(count(found, "character")); at least \(limit) are needed")
    case .maxLength(let limit, let found):
      return FindingText(
        message: "\(subject) has \(count(found, "character")); at most \(limit) are allowed")
    case .pattern(let pattern):
      return FindingText(
        message: "\(subject) is \(shown); it does not match `\(Self.cut(pattern))`")
    case .patternLimit(let pattern):
      return FindingText(
        message: "\(subject): the pattern `\(Self.cut(pattern))` takes too many steps on it")
    case .format(let format):
      return FindingText(message: "\(subject) is \(shown), which is no `\(format.name)`")
    case .date(let profile):
      return FindingText(message: "\(subject) is \(shown), which is no `\(profile.shape)`")
    case .minItems(let limit, let found):
      return FindingText(
        message: "\(subject) has \(count(found, "element")); at least \(limit) are needed")
    case .maxItems(let limit, let found):
      return FindingText(
        message: "\(subject) has \(count(found, "element")); at most \(limit) are allowed")
    case .uniqueItems(let first, let second):
      return FindingText(message: "\(subject) has element \(first) again as element \(second)")
    case .contains(let minimum, let maximum, let found):
      let bound = maximum.map { "between \(minimum) and \($0)" } ?? "at least \(minimum)"
      return FindingText(
        message:
          "\(subject) has \(count(found, "matching element")); \(authority.name) asks for \(bound)")
    case .minProperties(let limit, let found):
      return FindingText(
        message: "\(subject) has \(count(found, "member")); at least \(limit) are needed")
    case .maxProperties(let limit, let found):
      return FindingText(
        message: "\(subject) has \(count(found, "member")); at most \(limit) are allowed")
    case .required(let member):
      return FindingText(
        message: "`\(SafeText.line(member))` is missing",
        label: "add `\(SafeText.line(member))`")
    case .dependentRequired(let member, let because):
      return FindingText(
        message: "`\(SafeText.line(member))` is missing; it goes with `\(SafeText.line(because))`",
        label: "add `\(SafeText.line(member))`")
    case .additionalProperties(_, let listed):
      let near = NearestName.of(name ?? "", among: listed)
      return FindingText(
        message: "\(subject) is not allowed here"
          + (near.map { "; did you mean `\($0)`?" } ?? ""), label: "remove it")
    case .unevaluatedProperties:
      return FindingText(message: "\(subject) is not allowed here", label: "remove it")
    case .additionalItems(let limit):
      return FindingText(message: "the array has more than \(count(limit, "element"))")
    case .unevaluatedItems:
      return FindingText(message: "\(subject) is not allowed here", label: "remove it")
    case .anyOf(let branches):
      return FindingText(message: "\(subject) matches none of \(branches) alternatives")
    case .oneOf(let branches):
      return FindingText(message: "\(subject) matches none of \(branches) alternatives")
    case .oneOfMatches(let matches):
      let places = matches.map { "\($0 + 1)" }.joined(separator: " and ")
      return FindingText(
        message: "\(subject) matches alternatives \(places); exactly one may match")
    case .not: return FindingText(message: "\(subject) is \(shown), which is excluded")
    case .never: return FindingText(message: "\(subject) is not allowed here", label: "remove it")
    case .alias(let documented):
      return FindingText(message: "\(subject) stands for `\(documented)`")
    case .forbiddenKey, .keyCase, .undocumented:
      return FindingText(message: "\(subject) is not in the contract")
    case .tooDeep:
      return FindingText(message: "\(subject) is nested too deeply to be checked")
    case .tooMuchWork:
      return FindingText(
        message: "the branches of \(authority.name)'s schema multiply here; checking was given up")
    }
  }
}
