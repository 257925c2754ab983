internal import JSONSchema
internal import JSONTape

/// What a lint can find, as data; all of its wording is here. Names come as they are in the body;
/// what is called shown is safe to print.
///
/// Findings without an operation are one group in reports for readers when their words are the
/// same, so few of these mention a value: the frame shows it.
enum LintMessage {
  case coordinateName(String, wanted: String, isPresent: Bool)
  case outsideEarth(String, isLatitude: Bool)
  case coordinateString(String, isNumeric: Bool)
  case halfPair(absent: String)
  case nullHalf(String)
  /// A member that so many of so many like elements have.
  case absent(String, count: Int, of: Int)
  /// A date and the profile that is nearest to what it says.
  case date(String, DateDiagnosis.Kind, DateProfile, rewrite: String?)
  case paginationLacks(String)
  case figureType(String, JSONKind, isFlag: Bool)
  case platform(_ shown: String, meant: String?)
  case tokenLength(Int)
  case tokenDigits(Int)
  case secret(String)
  case keyCase(String, KeyCase, count: Int, rewritten: String)

  /// The words, with the rule's rationale where there is no closer reason.
  func text(of rule: Rule) -> FindingText {
    var text = words
    if text.why == nil { text.why = rule.rationale }
    return text
  }

  private var words: FindingText {
    switch self {
    case .coordinateName(let name, let wanted, let isPresent):
      return FindingText(
        message:
          "coordinate is named `\(FailureContext.shownName(name))`; the usual name is `\(wanted)`"
          + (isPresent ? ", which is here too" : ""),
        label: isPresent ? "remove it" : "rename to `\(wanted)`",
        why: "an app that decodes `\(wanted)` finds no position under another name")
    case .outsideEarth(let name, let isLatitude):
      return FindingText(
        message: "`\(FailureContext.shownName(name))` is not on Earth; "
          + (isLatitude
            ? "a latitude lies between -90 and 90" : "a longitude lies between -180 and 180"),
        label: "are the two coordinates swapped?")
    case .coordinateString(let name, let isNumeric):
      return FindingText(
        message: "`\(FailureContext.shownName(name))` is a string; a coordinate is a number",
        label: isNumeric ? "remove the quotes" : "send a number")
    case .halfPair(let absent):
      return FindingText(
        message: "`\(absent)` is absent while the other coordinate is here",
        label: "add `\(absent)`")
    case .nullHalf(let name):
      return FindingText(
        message: "`\(FailureContext.shownName(name))` is null while the other coordinate is here",
        label: "send both or neither")
    case .absent(let member, let count, let total):
      let member = FailureContext.shownName(member)
      return FindingText(
        message: "`\(member)` is absent here; \(count) of \(total) such elements "
          + (count == 1 ? "has it" : "have it"),
        label: "add `\"\(member)\": null`")
    case .date(let name, let kind, let profile, let rewrite):
      let isImpossible = kind == .impossibleDate || kind == .impossibleTime
      return FindingText(
        message: "date `\(FailureContext.shownName(name))` "
          + (isImpossible ? "does not exist" : "is not in the form `\(profile.shape)`")
          + ": \(kind.words)",
        label: rewrite.map { "write `\($0)`" }
          ?? (isImpossible ? "send a real date" : profile.advice),
        why: "date decoders of mobile apps take ISO 8601 and fail on other forms")
    case .paginationLacks(let member):
      return FindingText(message: "pagination lacks `\(member)`", label: "add `\(member)`")
    case .figureType(let name, let kind, let isFlag):
      let expected = isFlag ? "a boolean" : "an integer"
      let found = kind == .number && !isFlag ? "a fraction" : FailureContext.phrase(kind)
      return FindingText(
        message:
          "pagination: `\(FailureContext.shownName(name))` is \(found); this figure is \(expected)",
        label: "send \(expected)")
    case .platform(let shown, let meant):
      return FindingText(
        message: "platform is \"\(shown)\"; push services are exactly `ios` or `android`",
        label: meant.map { "write `\($0)`" } ?? "")
    case .tokenLength(let count):
      return FindingText(
        message: "device token has \(count) characters; it needs at least 32",
        label: "send the whole token")
    case .tokenDigits(let count):
      return FindingText(
        message: "iOS device token is not 64 hex digits; it has \(count) characters",
        label: "send the APNs token as 64 hex digits")
    case .secret(let name):
      return FindingText(
        message:
          "`\(FailureContext.shownName(name))` is in the response; a secret must not come back",
        label: "remove it from the response")
    case .keyCase(let name, let style, let count, let rewritten):
      return FindingText(
        message:
          "key `\(FailureContext.shownName(name))` is not in \(style.rawValue) case, as \(count) other "
          + "names of this body are",
        label: "write `\(FailureContext.shownName(rewritten))`")
    }
  }
}
