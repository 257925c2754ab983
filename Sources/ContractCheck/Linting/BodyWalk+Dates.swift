internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Dates in members that are dates by their names.
///
/// Whatever ISO 8601 allows passes, in every profile and in the basic form, and so does any text
/// that resembles no date: `expires` may be `never`. Reported are the forms that are known to be
/// wrong, and numbers that count seconds or milliseconds to a day of the years 2001 to 2100.
extension BodyWalk {
  /// 2001-01-01T00:00:00Z to 2100-12-31T23:59:59Z.
  private static let plausibleSeconds = 978_307_200...4_133_980_799

  mutating func lintDates() {
    guard context.severities.isOn(.isoDates) else { return }
    for member in members where traits(member).roles.contains(.date) {
      switch cursor.rawTag(member.value) {
      case TapeTag.integer.rawValue, TapeTag.number.rawValue:
        guard let kind = Self.epoch(String(decoding: cursor.rawBytes(member.value), as: UTF8.self))
        else { continue }
        add(.isoDates, .date(traits(member).name, kind, .rfc3339, rewrite: nil), at: member)
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
    // A day without its time keeps to days.
    let isDay =
      kind == .dateOnly
      || !text.contains(":") && (kind == .localeString || kind == .impossibleDate)
    let profile: DateProfile = isDay ? .date : .rfc3339
    let rewrite = DateDiagnosis.diagnose(text, profile: profile).rewrite
    add(
      .isoDates,
      .date(
        traits(member).name, kind == .dateOnly ? .localeString : kind, profile, rewrite: rewrite),
      at: member, isGuess: !isCertain,
      fix: rewrite.map { ("write `\($0)`", JSONWriter.quoted($0)) })
  }

  /// What is wrong with a text, and whether no API can have meant it.
  private static func fault(
    _ text: String
  ) -> (kind: DateDiagnosis.Kind, isCertain: Bool)? {
    let kind = DateDiagnosis.diagnose(text, profile: .rfc3339).kind
    switch kind {
    case .epochSeconds, .epochMilliseconds: return epoch(text).map { ($0, false) }
    // Hours alone may be a length of time, which knows no limit.
    case .impossibleTime where text.utf8.count < 10: return nil
    default:
      if certain.contains(kind) { return (kind, true) }
      return guessed.contains(kind) ? (kind, false) : nil
    }
  }

  /// What no API can have meant.
  private static let certain: Set<DateDiagnosis.Kind> = [
    .javaScriptToString, .invalidDate, .impossibleDate, .impossibleTime,
  ]

  /// What an API may document, and mobile decoders fail on.
  private static let guessed: Set<DateDiagnosis.Kind> = [
    .httpDate, .localeString, .mySQL, .missingZone, .spaceInsteadOfT, .zoneName,
    .offsetWithoutColon, .surroundingSpace, .hour24, .dateOnly,
  ]

  /// Whether a number counts to a plausible day, and in which unit.
  private static func epoch(_ text: String) -> DateDiagnosis.Kind? {
    let whole = text.prefix { $0 != "." }
    guard let number = Int(whole) else { return nil }
    if plausibleSeconds.contains(number) { return .epochSeconds }
    return plausibleSeconds.contains(number / 1000) ? .epochMilliseconds : nil
  }
}
