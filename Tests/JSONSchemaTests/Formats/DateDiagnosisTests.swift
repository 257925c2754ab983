import Testing

@testable import JSONSchema

@Suite("Date diagnoses")
struct DateDiagnosisTests {
  typealias Row = (
    text: String, profile: DateProfile, kind: DateDiagnosis.Kind, rewrite: String?
  )

  static let table: [Row] = [
    ("2026-02-23T10:00:00.000Z", .toISOString, .valid, nil),
    ("", .toISOString, .empty, nil),
    ("  ", .toISOString, .empty, nil),
    (" 2026-02-23T10:00:00.000Z\n", .toISOString, .surroundingSpace, "2026-02-23T10:00:00.000Z"),
    ("Invalid Date", .toISOString, .invalidDate, nil),
    (
      "Mon Feb 23 2026 10:00:00 GMT+0000 (Coordinated Universal Time)", .toISOString,
      .javaScriptToString, "2026-02-23T10:00:00.000Z"
    ),
    (
      "Mon Feb 23 2026 00:30:00 GMT+0100 (Central European Standard Time)", .toISOString,
      .javaScriptToString, "2026-02-22T23:30:00.000Z"
    ),
    (
      "Wed Dec 31 2025 20:00:00 GMT-0500", .swiftISO8601, .javaScriptToString,
      "2025-12-31T20:00:00-05:00"
    ),
    // The weekday is not that day's: one of the two is wrong.
    ("Tue Feb 23 2026 10:00:00 GMT+0000", .toISOString, .javaScriptToString, nil),
    ("Mon Feb 30 2026 10:00:00 GMT+0000", .toISOString, .impossibleDate, nil),
    ("Mon Feb 23 2026", .toISOString, .dateOnly, nil),
    ("Mon Feb 23 2026", .date, .dateOnly, "2026-02-23"),
    ("Mon, 23 Feb 2026 10:00:00 GMT", .toISOString, .httpDate, "2026-02-23T10:00:00.000Z"),
    ("Mon, 23 Feb 2026 10:00:00 +0200", .rfc3339, .httpDate, "2026-02-23T10:00:00+02:00"),
    ("Mon, 23 Feb 2026 10:00:00 EST", .rfc3339, .httpDate, nil),
    ("2/23/2026, 10:00:00 AM", .toISOString, .localeString, nil),
    ("02/23/2026", .date, .localeString, nil),
    ("23.02.2026", .toISOString, .dayFirst, nil),
    ("23.2.2026, 10:00", .date, .dayFirst, nil),
    ("23-02-2026 10:00:00", .rfc3339, .dayFirst, nil),
    ("32.02.2026", .rfc3339, .unrecognized, nil),
    ("1.2.3", .rfc3339, .unrecognized, nil),
    ("2026/02/23", .date, .otherSeparators, "2026-02-23"),
    ("2026/02/30", .date, .otherSeparators, nil),
    ("2026.02.23", .rfc3339, .otherSeparators, nil),
    ("2026/02/23 10:00:00", .rfc3339, .otherSeparators, nil),
    ("2026/02/23 in the morning", .rfc3339, .unrecognized, nil),
    ("Feb 23, 2026 10:00 AM", .rfc3339, .monthName, nil),
    ("February 23rd, 2026", .date, .monthName, "2026-02-23"),
    ("Mon, Feb. 23, 2026 at 10:00", .rfc3339, .monthName, nil),
    ("23 Feb 2026", .rfc3339, .monthName, nil),
    ("23. February 2026 10:00", .rfc3339, .monthName, nil),
    ("23-Feb-2026", .date, .monthName, "2026-02-23"),
    ("Feb 2026", .rfc3339, .unrecognized, nil),
    ("2026-02-23 10:00:00", .toISOString, .mySQL, nil),
    ("2026-02-23 10:00:00.123456", .wordpress, .unexpectedFraction, nil),
    ("1771840800", .toISOString, .epochSeconds, nil),
    ("1771840800000", .toISOString, .epochMilliseconds, nil),
    ("17718", .toISOString, .unrecognized, nil),
    ("2026-02-23", .toISOString, .dateOnly, nil),
    ("10:00:00", .toISOString, .timeOnly, nil),
    ("2026-02-23T10:00:00.000Z", .date, .dateAndTime, nil),
    ("2026-02-23T10:00:00", .rfc3339, .missingZone, nil),
    ("2026-02-23T10:00:00.000", .toISOString, .missingZone, nil),
    ("2026-02-23T10:00Z", .toISOString, .missingSeconds, nil),
    ("2026-02-23T10:00:00Z", .localDateTime, .unexpectedZone, nil),
    ("2026-02-23T10:00:00.123+01:00", .localDateTime, .unexpectedZone, nil),
    ("2026-02-23T10:00", .localDateTime, .missingSeconds, nil),
    ("2026-02-23 10:00:00", .localDateTime, .spaceInsteadOfT, nil),
    ("2026-02-23t10:00:00", .localDateTime, .lowerCase, nil),
    ("20260223T100000", .localDateTime, .basicFormat, nil),
    ("2026-02-23T10:00:00,5", .localDateTime, .commaFraction, nil),
    ("2026-02-23T10:00:60", .localDateTime, .leapSecond, nil),
    ("2026-02-23", .localDateTime, .dateOnly, nil),
    ("2026-02-23T10:00:00Z", .toISOString, .missingFraction, "2026-02-23T10:00:00.000Z"),
    ("2026-02-23T10:00:00.5Z", .toISOString, .fractionDigits, "2026-02-23T10:00:00.500Z"),
    ("2026-02-23T10:00:00.123000Z", .toISOString, .fractionDigits, "2026-02-23T10:00:00.123Z"),
    ("2026-02-23T10:00:00.123456Z", .toISOString, .fractionDigits, nil),
    ("2026-02-23T10:00:00.123456Z", .wordpress, .fractionDigits, nil),
    ("2026-02-23T10:00:00.50+01:00", .wordpress, .fractionDigits, "2026-02-23T10:00:00.500+01:00"),
    ("2026-02-23T10:00:00.000Z", .swiftISO8601, .unexpectedFraction, "2026-02-23T10:00:00Z"),
    ("2026-02-23T10:00:00.123Z", .swiftISO8601, .unexpectedFraction, nil),
    ("2026-02-23T10:00:00.000+00:00", .toISOString, .offsetInsteadOfZ, "2026-02-23T10:00:00.000Z"),
    ("2026-01-01T00:00:00+05:30", .toISOString, .offsetInsteadOfZ, "2025-12-31T18:30:00.000Z"),
    ("2024-02-28T23:00:00-02:00", .toISOString, .offsetInsteadOfZ, "2024-02-29T01:00:00.000Z"),
    ("0000-01-01T00:00:00+01:00", .toISOString, .offsetInsteadOfZ, nil),
    ("9999-12-31T23:30:00-01:00", .toISOString, .offsetInsteadOfZ, nil),
    ("2026-02-23T10:00:00+0000", .rfc3339, .offsetWithoutColon, "2026-02-23T10:00:00Z"),
    ("2026-02-23T10:00:00-0530", .swiftISO8601, .offsetWithoutColon, "2026-02-23T10:00:00-05:30"),
    ("2026-02-23T10:00:00.25+01", .rfc3339, .offsetWithoutColon, "2026-02-23T10:00:00.25+01:00"),
    ("2026-02-23t10:00:00.000z", .toISOString, .lowerCase, "2026-02-23T10:00:00.000Z"),
    ("2026-02-23T10:00:00z", .swiftISO8601, .lowerCase, "2026-02-23T10:00:00Z"),
    ("2026-02-23 10:00:00Z", .rfc3339, .spaceInsteadOfT, "2026-02-23T10:00:00Z"),
    ("2026-02-23 10:00:00 +0100", .toISOString, .spaceInsteadOfT, "2026-02-23T09:00:00.000Z"),
    ("2026-02-23T10:00:00UTC", .rfc3339, .zoneName, "2026-02-23T10:00:00Z"),
    ("2026-02-23T10:00:00 UTC", .rfc3339, .spaceBeforeZone, "2026-02-23T10:00:00Z"),
    ("2026-02-23T10:00:00 Z", .swiftISO8601, .spaceBeforeZone, "2026-02-23T10:00:00Z"),
    ("2026-02-23T10:00:00,5Z", .rfc3339, .commaFraction, "2026-02-23T10:00:00.5Z"),
    ("20260223T100000Z", .toISOString, .basicFormat, "2026-02-23T10:00:00.000Z"),
    ("20260223", .date, .basicFormat, "2026-02-23"),
    ("2026-02-30T10:00:00.000Z", .toISOString, .impossibleDate, nil),
    ("2026-02-30", .date, .impossibleDate, nil),
    ("0000-00-00 00:00:00", .wordpress, .impossibleDate, nil),
    ("2026-02-23T24:00:00.000Z", .toISOString, .hour24, nil),
    ("2026-02-23T10:60:00Z", .rfc3339, .impossibleTime, nil),
    ("2026-02-23T10:00:60Z", .rfc3339, .impossibleTime, nil),
    ("2026-02-23T10:00:00+24:00", .rfc3339, .impossibleTime, nil),
    ("2016-12-31T23:58:60.000Z", .toISOString, .impossibleTime, nil),
    ("2016-12-31T23:59:60.000Z", .toISOString, .leapSecond, nil),
    ("2016-12-31T23:59:60Z", .toISOString, .leapSecond, nil),
    ("2026-02-23T10:00:00+18:01", .swiftISO8601, .largeOffset, nil),
    ("2026-02-23T10:00:00.5-19:00", .swiftISO8601, .largeOffset, nil),
    ("2026-02-23T10:00:00.000-23:59", .wordpress, .largeOffset, nil),
    ("2026-02-23T10:00:00.000+19:00", .toISOString, .offsetInsteadOfZ, "2026-02-22T15:00:00.000Z"),
    ("2026-02-23 23:59:60", .wordpress, .impossibleTime, nil),
    ("24:00", .time, .hour24, nil),
    ("25:00", .time, .impossibleTime, nil),
    ("09:30:00", .time, .timeWithSeconds, "09:30"),
    ("09:30:15", .time, .timeWithSeconds, nil),
    ("9:30 AM", .time, .twelveHourClock, "09:30"),
    ("12:05 am", .time, .twelveHourClock, "00:05"),
    ("12:05pm", .time, .twelveHourClock, "12:05"),
    ("13:05 PM", .time, .impossibleTime, nil),
    ("9:30", .time, .unrecognized, nil),
    ("yesterday", .toISOString, .unrecognized, nil),
    ("+002026-02-23T10:00:00.000Z", .toISOString, .unrecognized, nil),
  ]

  @Test(arguments: table.indices)
  func diagnoses(_ index: Int) {
    let row = DateDiagnosisTests.table[index]
    let diagnosis = DateDiagnosis.diagnose(row.text, profile: row.profile)
    #expect(diagnosis.kind == row.kind, "\(row.text) for \(row.profile.rawValue)")
    #expect(diagnosis.rewrite == row.rewrite, "\(row.text) for \(row.profile.rawValue)")
  }

  @Test func everyKindHasAnExample() {
    let shown = Set(DateDiagnosisTests.table.map(\.kind))
    #expect(DateDiagnosis.Kind.allCases.filter { !shown.contains($0) }.isEmpty)
  }
}
