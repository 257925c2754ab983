@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The words of everything that no documented rule answers for.
extension FailureContext {
  /// The value's name as the subject of a sentence.
  var subject: String {
    guard let name else { return authority.instance }
    if isKey { return "the name `\(Self.shownName(name))`" }
    return parent?.kind == .array ? "element \(quotedName)" : "`\(quotedName)`"
  }

  /// "`a`, `b` and 3 more".
  static func list(_ texts: [String], atMost limit: Int = 8) -> String {
    let shown = texts.prefix(limit).map { "`\(SafeText.line(cut($0)))`" }
    let rest = texts.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// A constant of a schema: strings without their quotes.
  static func constant(_ node: JSONNode) -> String { node.string ?? node.text }

  static func count(_ number: Int, _ noun: String) -> String {
    Plural.count(number, noun)
  }

  /// "has 2 elements; at least 3 are needed".
  private func tooFew(_ found: Int, _ noun: String, _ limit: JSONNumber) -> FindingText {
    let isOne = limit == JSONNumber(1)
    let needed = "at least \(limit) \(isOne ? "is" : "are") needed"
    if found == 0, !isKey {
      let nouns = isOne ? noun : noun + "s"
      return FindingText(
        message:
          "\(subject) is empty; at least \(limit) \(nouns) \(isOne ? "is" : "are") needed")
    }
    return FindingText(message: "\(subject) has \(Self.count(found, noun)); \(needed)")
  }

  private func tooMany(_ found: Int, _ noun: String, _ limit: JSONNumber) -> FindingText {
    let allowed = "at most \(limit) \(limit == JSONNumber(1) ? "is" : "are") allowed"
    return FindingText(message: "\(subject) has \(Self.count(found, noun)); \(allowed)")
  }

  private func bound(_ words: String, _ limit: JSONNumber) -> FindingText {
    FindingText(message: "\(subject) is \(shown); \(words) \(limit)")
  }

  var schemaText: FindingText {
    switch failure.kind {
    case .type(let expected, _): return wrongType(expected)
    case .const(let expected): return otherConstant(expected)
    case .enum(let allowed): return otherChoice(allowed)
    case .minimum(let limit): return bound("the least allowed is", limit)
    case .exclusiveMinimum(let limit): return bound("it must be above", limit)
    case .maximum(let limit): return bound("the most allowed is", limit)
    case .exclusiveMaximum(let limit): return bound("it must be below", limit)
    case .multipleOf(let divisor): return bound("it must be a multiple of", divisor)
    case .minLength(let limit, let found): return tooFew(found, "character", limit)
    case .maxLength(let limit, let found): return tooMany(found, "character", limit)
    case .pattern(let pattern):
      let words = PatternWords.of(pattern).map { " (\($0))" } ?? ""
      let value = isKey ? subject : "\(subject) is \(shown); it"
      return FindingText(message: "\(value) does not match `\(Self.cut(pattern))`\(words)")
    case .patternLimit(let pattern):
      return FindingText(
        message: "\(subject): the pattern `\(Self.cut(pattern))` takes too many steps on it")
    case .format(let format): return otherFormat(format)
    case .date(let profile):
      return FindingText(
        message: "\(subject) is \(shown); \(authority.name) says `\(profile.shape)`")
    case .minItems(let limit, let found): return tooFew(found, "element", limit)
    case .maxItems(let limit, let found): return tooMany(found, "element", limit)
    case .uniqueItems(let first, let second):
      return FindingText(
        message:
          "\(subject) repeats \(repeated(first)): elements \(first) and \(second) are equal",
        label: "remove one of the two")
    case .contains(let minimum, let maximum, let found, let schema):
      return otherContents(minimum, maximum, found, schema)
    case .minProperties(let limit, let found): return tooFew(found, "member", limit)
    case .maxProperties(let limit, let found): return tooMany(found, "member", limit)
    case .required(let member):
      let member = Self.shownName(member)
      return FindingText(message: "`\(member)` is missing", label: "add `\(member)`")
    case .dependentRequired(let member, let because):
      let member = Self.shownName(member)
      return FindingText(
        message: "`\(member)` is missing; it goes with `\(Self.shownName(because))`",
        label: "add `\(member)`")
    case .additionalProperties(_, let listed): return unlisted(listed)
    case .unevaluatedProperties(_, let listed): return unlisted(listed)
    case .additionalItems(let limit):
      let most =
        limit == 0 ? "no element is" : limit == 1 ? "1 element is" : "\(limit) elements are"
      return FindingText(
        message: "\(subject) is too many; \(most) allowed here", label: "remove it")
    case .unevaluatedItems:
      return FindingText(message: "\(subject) is not allowed here", label: "remove it")
    case .anyOf(let branches, _): return noneHolds(branches, "one of them")
    case .oneOf(let branches, _): return noneHolds(branches, "exactly one of them")
    case .oneOfMatches(let matches):
      let names = matches.prefix(8).map(Self.name)
      return FindingText(
        message: "\(subject) matches \(Self.joined(names, "and")) of "
          + "\(Self.count(matches.first?.count ?? 0, "alternative")); exactly one may match")
    case .not(let schema): return excluded(schema)
    case .never:
      return FindingText(
        message: "\(subject) is not allowed here", label: name == nil ? "" : "remove it")
    case .refused(.readOnly):
      return FindingText(
        message: "\(subject) is read-only; a request must not hold it",
        label: "leave it out of the request")
    case .refused(.writeOnly):
      return FindingText(
        message: "\(subject) is write-only; a response must not hold it",
        label: "leave it out of the response")
    case .alias(let documented):
      return FindingText(message: "\(subject) stands for `\(documented)`")
    case .forbiddenKey, .keyCase, .undocumented:
      return FindingText(message: "\(subject) is not in the contract")
    case .tooDeep:
      return FindingText(message: "\(subject) is nested too deeply to be checked")
    case .tooMuchWork:
      return FindingText(
        message:
          "the branches of the schema multiply here; checking was given up, and nothing is known")
    }
  }

  /// A member that nothing allows, with the one that was meant or those that are allowed.
  private func unlisted(_ listed: [String]) -> FindingText {
    let message = "`\(quotedName)` is not allowed here"
    if let near = nearest.of(name ?? "", among: listed, of: failure.schema) {
      let isPresent = parent?.holds(near) ?? false
      return FindingText(
        message: message + NearestName.suggestion(SafeText.line(near))
          + (isPresent ? " That is here too" : ""),
        label: isPresent ? "remove it" : "rename to `\(SafeText.line(near))`, or remove it")
    }
    guard (1...8).contains(listed.count) else {
      return FindingText(message: message, label: "remove it")
    }
    return FindingText(
      message: "\(message); \(authority.name) lists \(Self.list(listed))", label: "remove it")
  }

  /// The value of an element, where it is short enough to say.
  private func repeated(_ position: Int) -> String {
    guard let element = node[position] else { return "an element" }
    return shown(element)
  }
}
