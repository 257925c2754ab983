@_spi(Engine) internal import ContractCaptures
package import JSONSchema
@_spi(Engine) package import JSONTape

extension Rule {
  package static let isoDates = Rule(
    id: "iso-dates", summary: "a date that is not ISO 8601 in the contract's profile",
    rationale: "the app's date decoder accepts only this form; other forms fail on some systems or "
      + "on all",
    source: "Mobile API Response Schemas (v1), Core Principles 3 and Common Mistakes 3",
    link: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
    versions: "JSONDecoder's `.iso8601` accepts a fraction of a second since iOS 26 and macOS 26",
    problems: [
      "a string whose schema has neither `format` nor `profile` is not checked"
    ],
    options: [
      RuleOption(
        name: "profile", summary: "the form that dates have",
        values: .choice(DateProfile.allCases.map(\.rawValue)), standard: "rfc3339",
        notes: DateProfile.allCases.map { "\($0.rawValue): \($0.shape)" })
    ],
    form: .owns([.dates]),
    message: .assertion(date),
    repair: Repair(
      summary: "rewrite the date if its point in time is certain", kinds: [.rewriteDate]),
    lint: Lint(
      severity: .error, parts: [.objects(with: nil) { walk, _, _ in walk.lintDates() }]),
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
    guard case .date(let profile) = failed.failure.kind, let diagnosis = failed.diagnosis else {
      return nil
    }
    return FindingText(
      message: "date is \(failed.shown): \(diagnosis.kind.words); this API writes "
        + "`\(profile.shape)`",
      label: failed.rewrite(diagnosis) ?? diagnosis.kind.advice ?? profile.advice,
      why: diagnosis.kind.reason("`\(profile.shape)`"))
  }
}

extension RuleOverrides {
  /// The form of dates; nil if it is not set.
  package var dateProfile: DateProfile? {
    rules?[Rule.isoDates.id]?["profile"]?.string.flatMap(DateProfile.init)
  }
}

extension RuleSettings {
  package var dateProfile: DateProfile {
    self[.isoDates].options["profile"]?.first.flatMap(DateProfile.init) ?? .rfc3339
  }

  /// The form that the rule requires for strings of these schemas. Nil if the rule requires no
  /// form.
  package func dateProfile(of schemas: [JSONNode], format: String?) -> DateProfile? {
    let isOwn = schemas.contains {
      $0["x-schemacheck"]?["rules"]?[Rule.isoDates.id]?["profile"] != nil
    }
    guard isOn(.isoDates), isOwn || format == "date-time" || format == "date" else { return nil }
    return format == "date" && !isOwn ? .date : dateProfile
  }
}

/// Without a contract, checks properties whose names promise a date (``DateName``). It also checks
/// texts under any name that can only be dates. They are the texts of JavaScript's
/// `Date.toString()`, of MySQL and of the United States.
///
/// Every form of ISO 8601 passes, including the basic form. A text that does not look like a date
/// passes, too: `expires` may be `never`. Only forms that are known to be wrong are reported.
/// Numbers are also reported if they are seconds or milliseconds of a day from 2001 to 2100.
extension BodyWalk {
  /// The seconds from 2001-01-01T00:00:00Z to 2100-12-31T23:59:59Z.
  private static let plausibleSeconds = 978_307_200...4_133_980_799

  fileprivate mutating func lintDates() {
    for property in properties {
      guard traits(property).roles.contains(.date) else {
        lintText(property)
        continue
      }
      switch cursor.rawTag(property.value) {
      case TapeTag.integer.rawValue, TapeTag.number.rawValue:
        guard
          let kind = Self.epoch(String(decoding: cursor.rawBytes(property.value), as: UTF8.self))
        else { continue }
        add(
          .isoDates, words(traits(property).name, kind, .rfc3339, rewrite: nil),
          shape: kind.rawValue, at: property)
      case TapeTag.string.rawValue: lintDate(property)
      default: continue
      }
    }
  }

  private mutating func lintDate(_ property: Property) {
    let text = cursor.decodedString(property.value)
    let bytes = Array(text.utf8)
    let isFine = bytes.withByteView { bytes in
      DateProfile.rfc3339.accepts(bytes) || DateProfile.date.accepts(bytes)
        || DateProfile.time.accepts(bytes) || context.dateProfile?.accepts(bytes) ?? false
    }
    guard !isFine, let (kind, isCertain) = Self.fault(text),
      !Self.forPeople.contains(kind) || !DateName.isForPeople(traits(property).name)
    else { return }
    report(kind, isCertain, text, property)
  }

  /// Checks a text for a date under a name that promises none.
  private mutating func lintText(_ property: Property) {
    guard cursor.rawTag(property.value) == TapeTag.string.rawValue,
      Self.mayBeDate(cursor.rawBytes(property.value))
    else { return }
    let text = cursor.decodedString(property.value)
    let kind = DateDiagnosis.diagnose(text, profile: .rfc3339).kind
    let isPlain =
      switch kind {
      case .javaScriptToString: true
      case .mySQL: !isForPeople(property)
      case .localeString: Self.isAmerican(text) && !isForPeople(property)
      // MySQL writes zeros for a missing date.
      case .impossibleDate: text.utf8.count == 19 && !isForPeople(property)
      default: false
      }
    if isPlain { report(kind, false, text, property) }
  }

  private func isForPeople(_ property: Property) -> Bool {
    property.key < freeFormEnd || DateName.isForPeople(traits(property).name)
  }

  /// Whether a text begins like a date of these forms. This quick test excludes most texts.
  private static func mayBeDate(_ bytes: ByteView) -> Bool {
    guard 8...128 ~= bytes.count else { return false }
    switch bytes[0] {
    case UInt8(ascii: "F"), UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "T"),
      UInt8(ascii: "W"):
      return bytes[3] == ASCIIByte.space && bytes[7] == ASCIIByte.space
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let slash = UInt8(ascii: "/")
      // In JSON, a slash may be escaped with a backslash.
      return bytes.prefix(4).contains(slash)
        || bytes.count >= 19 && bytes[4] == UInt8(ascii: "-") && bytes[10] == ASCIIByte.space
    default: return false
    }
  }

  /// Whether a text is `2/23/2026` or `2/23/2026, 10:00:00 AM`.
  private static func isAmerican(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let month = Int(parts[0]), let day = Int(parts[1]),
      1...31 ~= month, 1...31 ~= day, min(month, day) <= 12
    else { return false }
    let year = parts[2].prefix { "0"..."9" ~= $0 }
    // Newer versions of JavaScript write a narrow space before `AM`.
    return year.count == 4 && ("1900"..."2200").contains(String(year))
      && parts[2].dropFirst(4).unicodeScalars.allSatisfy {
        "0"..."9" ~= $0 || ", :APMapm.\u{202F}".unicodeScalars.contains($0)
      }
  }

  private mutating func report(
    _ kind: DateDiagnosis.Kind, _ isCertain: Bool, _ text: String, _ property: Property
  ) {
    // A day without a time keeps the form of a day.
    let isDay =
      kind == .dateOnly
      || !text.contains(":") && (kind == .impossibleDate || Self.forPeople.contains(kind))
    let profile: DateProfile = isDay ? .date : context.dateProfile ?? .rfc3339
    let rewrite = DateDiagnosis.diagnose(text, profile: profile).rewrite
    let shown = kind == .dateOnly ? .localeString : kind
    add(
      .isoDates, words(traits(property).name, shown, profile, rewrite: rewrite),
      shape: shown.rawValue, at: property, isGuess: !isCertain,
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
      why: isImpossible
        ? kind.reason("")
        : "date decoders of mobile apps accept ISO 8601; other forms fail on some or all systems")
  }

  /// The error in a text, and whether it is certainly a mistake because no API can intend it.
  private static func fault(
    _ text: String
  ) -> (kind: DateDiagnosis.Kind, isCertain: Bool)? {
    let kind = DateDiagnosis.diagnose(text, profile: .rfc3339).kind
    switch kind {
    case .epochSeconds, .epochMilliseconds: return epoch(text).map { ($0, false) }
    // Hours without a date may be a duration, which has no upper limit.
    case .impossibleTime where text.utf8.count < 10: return nil
    default:
      if certain.contains(kind) { return (kind, true) }
      return guessed.contains(kind) ? (kind, false) : nil
    }
  }

  /// Errors that no API can intend.
  private static let certain: Set<DateDiagnosis.Kind> = [
    .javaScriptToString, .invalidDate, .impossibleDate, .impossibleTime,
  ]

  /// Forms that an API may document, but that mobile decoders refuse.
  private static let guessed: Set<DateDiagnosis.Kind> = [
    .httpDate, .localeString, .dayFirst, .otherSeparators, .monthName, .mySQL, .missingZone,
    .spaceInsteadOfT, .zoneName, .offsetWithoutColon, .surroundingSpace, .hour24, .dateOnly,
  ]

  /// Forms that are right in a text for people, such as `displayDate`.
  private static let forPeople: Set<DateDiagnosis.Kind> = [
    .localeString, .dayFirst, .otherSeparators, .monthName,
  ]

  /// The unit of a number that gives a plausible day; nil for other numbers.
  private static func epoch(_ text: String) -> DateDiagnosis.Kind? {
    let whole = text.prefix { $0 != "." }
    guard let number = Int(whole) else { return nil }
    if plausibleSeconds.contains(number) { return .epochSeconds }
    return plausibleSeconds.contains(number / 1000) ? .epochMilliseconds : nil
  }
}
