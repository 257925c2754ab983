import Testing

@testable import JSONSchema

@Suite("Date profiles")
struct DateProfileTests {
  /// Texts, and the profiles that take each.
  static let table: [(text: String, profiles: Set<DateProfile>)] = [
    ("2026-02-23T10:00:00.000Z", [.toISOString, .rfc3339, .wordpress]),
    ("2026-02-23T10:00:00Z", [.rfc3339, .swiftISO8601, .wordpress]),
    ("2026-02-23T10:00:00+00:00", [.rfc3339, .swiftISO8601, .wordpress]),
    ("2026-02-23T10:00:00-05:30", [.rfc3339, .swiftISO8601, .wordpress]),
    ("2026-02-23T10:00:00+18:00", [.rfc3339, .swiftISO8601, .wordpress]),
    ("2026-02-23T10:00:00+18:01", [.rfc3339]),
    ("2026-02-23T10:00:00.000+00:00", [.rfc3339, .wordpress]),
    ("2026-02-23T10:00:00.000000Z", [.rfc3339]),
    ("2026-02-23T10:00:00.0Z", [.rfc3339]),
    ("2026-02-23 10:00:00", [.wordpress]),
    ("2026-02-23 10:00:00.000", []),
    ("2026-02-23T10:00:00", [.localDateTime]),
    ("2026-02-23T10:00:00.1", [.localDateTime]),
    ("2026-02-23T10:00:00.123456789", [.localDateTime]),
    ("2026-02-23T10:00:00.1234567890", []),
    ("2026-02-23T10:00", []),
    ("2026-02-23t10:00:00", []),
    ("2026-02-30T10:00:00", []),
    ("2016-12-31T23:59:60", []),
    ("2026-02-30 10:00:00", []),
    ("2026-02-23 24:00:00", []),
    ("2026-02-23t10:00:00z", [.rfc3339]),
    ("2026-02-23T10:00:00.000z", [.rfc3339]),
    ("2026-02-23T10:00:00z", [.rfc3339]),
    ("2026-02-23t10:00:00Z", [.rfc3339]),
    ("2026-02-23T10:00:00+0000", []),
    ("2026-02-30T10:00:00.000Z", []),
    ("2024-02-29T10:00:00.000Z", [.toISOString, .rfc3339, .wordpress]),
    ("2016-12-31T23:59:60.000Z", [.rfc3339, .wordpress]),
    ("2016-12-31T23:59:60.000+01:00", []),
    ("2016-12-31T23:59:60Z", [.rfc3339, .swiftISO8601, .wordpress]),
    ("+002026-02-23T10:00:00.000Z", []),
    ("2026-02-23", [.date]),
    ("2026-02-29", []),
    ("00:00", [.time]),
    ("23:59", [.time]),
    ("24:00", []),
    ("9:00", []),
    ("09:60", []),
    ("09:00:00", []),
    ("", []),
  ]

  @Test(arguments: table.indices)
  func accepts(_ index: Int) {
    let (text, profiles) = DateProfileTests.table[index]
    for profile in DateProfile.allCases {
      let accepts = text.withBytes { profile.accepts($0) }
      #expect(accepts == profiles.contains(profile), "\(profile.rawValue): \(text)")
    }
  }

  @Test func names() {
    #expect(
      DateProfile.allCases.map(\.rawValue) == [
        "to-iso-string", "rfc3339", "swift-iso8601", "wordpress", "local-date-time", "date",
        "time",
      ])
  }
}
