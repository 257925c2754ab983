internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Rule {
  static let isoDates = Rule(
    id: "iso-dates", summary: "a date that is not ISO 8601 in the contract's profile",
    rationale: "the app's date decoder takes this one form and fails on every other",
    source: "Mobile API Response Schemas (v1), Core Principles 3 and Common Mistakes 3",
    link: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
    options: [
      RuleOption(
        name: "profile", summary: "the form that dates have",
        values: .choice(DateProfile.allCases.map(\.rawValue)), standard: "rfc3339",
        notes: DateProfile.allCases.map { "\($0.rawValue): \($0.shape)" })
    ],
    form: .owns([.dates]),
    message: .assertion(date),
    repair: Repair(summary: "rewrite the date where the instant is certain", kinds: [.rewriteDate]),
    lint: Lint(
      severity: .error, parts: [.objects(with: .date) { walk, _, _ in walk.lintDates() }]),
    examples: [
      .right("unitedwerise-devices", "Device", RuleExample.device()),
      .wrong(
        "unitedwerise-devices", "Device", at: "/createdAt",
        RuleExample.device(
          createdAt: "Thu Jan 22 2026 12:00:00 GMT+0000 (Coordinated Universal Time)")),
      .wrong(
        "unitedwerise-devices", "Device", at: "/updatedAt",
        RuleExample.device(updatedAt: "2026-02-30T12:00:00.000Z")),
    ])

  private static func date(_ failed: FailureContext) -> FindingText? {
    guard case .date(let profile) = failed.failure.kind, let text = failed.node.string else {
      return nil
    }
    let diagnosis = DateDiagnosis.diagnose(text, profile: profile)
    return FindingText(
      message: "date is \(failed.shown): \(diagnosis.kind.words); this API writes "
        + "`\(profile.shape)`",
      label: failed.rewrite(diagnosis) ?? diagnosis.kind.advice ?? profile.advice,
      why: "the app's date decoder takes `\(profile.shape)` and fails on every other form")
  }
}

extension RuleSettings {
  var dateProfile: DateProfile {
    self[.isoDates].options["profile"]?.first.flatMap(DateProfile.init) ?? .rfc3339
  }
}

/// Without a contract, checks members whose names promise a date.
///
/// Everything that ISO 8601 allows passes, also the basic form, and so does text that does not look
/// like a date: `expires` may be `never`. Only forms known to be wrong are reported, and numbers
/// that count seconds or milliseconds to a day from 2001 to 2100.
extension BodyWalk {
  /// 2001-01-01T00:00:00Z to 2100-12-31T23:59:59Z.
  private static let plausibleSeconds = 978_307_200...4_133_980_799

  fileprivate mutating func lintDates() {
    for member in members where traits(member).roles.contains(.date) {
      switch cursor.rawTag(member.value) {
      case TapeTag.integer.rawValue, TapeTag.number.rawValue:
        guard let kind = Self.epoch(String(decoding: cursor.rawBytes(member.value), as: UTF8.self))
        else { continue }
        add(
          .isoDates, words(traits(member).name, kind, .rfc3339, rewrite: nil),
          shape: kind.rawValue, at: member)
      case TapeTag.string.rawValue: lintDate(member)
      default: continue
      }
    }
  }

  private mutating func lintDate(_ member: Member) {
    let text = cursor.decodedString(member.value)
    let bytes = Array(text.utf8)
    let isFine = bytes.withUnsafeBufferPointer { bytes in
      DateProfile.rfc3339.accepts(bytes) || DateProfile.date.accepts(bytes)
        || DateProfile.time.accepts(bytes)
    }
    guard !isFine, let (kind, isCertain) = Self.fault(text) else { return }
    // A day without a time keeps the form of a day.
    let isDay =
      kind == .dateOnly
      || !text.contains(":") && (kind == .localeString || kind == .impossibleDate)
    let profile: DateProfile = isDay ? .date : .rfc3339
    let rewrite = DateDiagnosis.diagnose(text, profile: profile).rewrite
    let shown = kind == .dateOnly ? .localeString : kind
    add(
      .isoDates, words(traits(member).name, shown, profile, rewrite: rewrite),
      shape: shown.rawValue, at: member, isGuess: !isCertain,
      fix: rewrite.map { ("write `\($0)`", JSONWriter.quoted($0)) })
  }

  private func words(
    _ name: String, _ kind: DateDiagnosis.Kind, _ profile: DateProfile, rewrite: String?
  ) -> FindingText {
    let isImpossible = kind == .impossibleDate || kind == .impossibleTime
    return FindingText(
      message: "date `\(FailureContext.shownName(name))` "
        + (isImpossible ? "does not exist" : "is not in the form `\(profile.shape)`")
        + ": \(kind.words)",
      label: rewrite.map { "write `\($0)`" }
        ?? (isImpossible ? "send a real date" : profile.advice),
      why: "date decoders of mobile apps take ISO 8601 and fail on other forms")
  }

  /// The error in a text, and whether no API can have meant it.
  private static func fault(
    _ text: String
  ) -> (kind: DateDiagnosis.Kind, isCertain: Bool)? {
    let kind = DateDiagnosis.diagnose(text, profile: .rfc3339).kind
    switch kind {
    case .epochSeconds, .epochMilliseconds: return epoch(text).map { ($0, false) }
    // Hours alone may be a duration, which has no upper limit.
    case .impossibleTime where text.utf8.count < 10: return nil
    default:
      if certain.contains(kind) { return (kind, true) }
      return guessed.contains(kind) ? (kind, false) : nil
    }
  }

  /// Errors that no API can have meant.
  private static let certain: Set<DateDiagnosis.Kind> = [
    .javaScriptToString, .invalidDate, .impossibleDate, .impossibleTime,
  ]

  /// Forms that an API may document, but that mobile decoders fail on.
  private static let guessed: Set<DateDiagnosis.Kind> = [
    .httpDate, .localeString, .mySQL, .missingZone, .spaceInsteadOfT, .zoneName,
    .offsetWithoutColon, .surroundingSpace, .hour24, .dateOnly,
  ]

  /// The unit of a number that counts to a plausible day; nil for other numbers.
  private static func epoch(_ text: String) -> DateDiagnosis.Kind? {
    let whole = text.prefix { $0 != "." }
    guard let number = Int(whole) else { return nil }
    if plausibleSeconds.contains(number) { return .epochSeconds }
    return plausibleSeconds.contains(number / 1000) ? .epochMilliseconds : nil
  }
}
