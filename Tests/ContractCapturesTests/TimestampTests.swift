@_spi(Engine) import JSONTape
import Testing

@_spi(Engine) @testable import ContractCaptures

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2026-11-03T09:14:00Z", "2026-11-03T09:14:00Z"),
    ("2026-11-03t09:14:00z", "2026-11-03T09:14:00Z"),
    ("2026-11-03 09:14:00+02:00", "2026-11-03T07:14:00Z"),
    ("2026-11-03T00:14:00.5+0200", "2026-11-02T22:14:00.500Z"),
    ("2026-11-03T09:14:00.0123456789Z", "2026-11-03T09:14:00.012Z"),
    ("2026-12-31T23:59:60Z", "2026-12-31T23:59:59Z"),
    ("2024-02-29T12:00:00-08:00", "2024-02-29T20:00:00Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ("946684800", "2000-01-01T00:00:00Z"),
    ("1793697240", "2026-11-03T09:14:00Z"),
    ("1793697240.25", "2026-11-03T09:14:00.250Z"),
    ("1793697240123", "2026-11-03T09:14:00.123Z"),
    ("99999999999", "5138-11-16T09:46:39Z"),
    ("946684800000", "2000-01-01T00:00:00Z"),
  ]) func readsAndWrites(text: String, shown: String) throws {
    let moment = try #require(Timestamp(text))
    #expect(moment.description == shown)
    #expect(Timestamp(moment.description) == moment)
  }

  /// Durations, dates without an offset, days that do not exist, and other things.
  @Test(arguments: [
    "", "0", "12.5", "350", "946684799", "100000000000", "946684799999", "-1793697240", "1e9",
    "17936972401234567", "99999999999999999999999999", "1793697240.", "1793697240.5s",
    " 1793697240",
    "2026-11-03", "2026-11-03T09:14Z", "2026-11-03T09:14:00", "2026-11-03T09:14:00.Z",
    "2026-02-29T09:14:00Z", "2026-11-03T24:00:00Z", "2026-11-03T09:60:00Z", "2026-11-03T09:14:61Z",
    "2026-11-03T09:14:00+24:00", "2026-11-03T09:14:00+2:00", "2026-11-03T09:14:00ZZ",
    "2026-11-03T09:14:00+", "2026-11-03T09-14-00Z", "0000-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01", String(repeating: "1", count: 1000),
  ]) func isNoTime(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func momentsAreBounded() {
    #expect(Timestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).description == "0000-01-01T00:00:00Z")
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
    #expect(Timestamp(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
  }

  @Test func everyDayIsFoundAgain() {
    for days in stride(from: -719_162, through: 2_932_896, by: 97) {
      #expect(CalendarDate(daysSince1970: days).daysSince1970 == days)
    }
  }

  private func time(_ record: String) throws -> String? {
    let line = NDJSONLine(bytes: Array(record.utf8), index: 0, offset: 0)
    guard case .exchange(let exchange) = line.read() else { return "unreadable" }
    return exchange.time?.description
  }

  @Test func recordsTellTheirTime() throws {
    let rest = #""method": "GET", "url": "/a", "status": 200"#
    for (property, time) in [
      (#""time": "2026-11-03T09:14:00Z""#, "2026-11-03T09:14:00Z"),
      (#""tim\u0065": "2026-11-03T09:14:00Z""#, "2026-11-03T09:14:00Z"),
      (#""timestamp": 1793697240"#, "2026-11-03T09:14:00Z"),
      (#""timestamp": "1793697240""#, "2026-11-03T09:14:00Z"),
      (#""recorded_at": 1793697240123"#, "2026-11-03T09:14:00.123Z"),
      (#""startedDateTime": "2026-11-03T09:14:00+01:00""#, "2026-11-03T08:14:00Z"),
      (#""time": 12.25, "recorded_at": "2026-11-03T09:14:00Z""#, "2026-11-03T09:14:00Z"),
      (#""timestamp": null, "time": "2026-11-03T09:14:00Z""#, "2026-11-03T09:14:00Z"),
    ] {
      #expect(try self.time("{\(property), \(rest)}") == time, "\(property)")
    }
    for property in [
      #""time": 12.25"#, #""time": "now""#, #""timestamp": [1793697240]"#, #""date": 1793697240"#,
    ] {
      #expect(try self.time("{\(property), \(rest)}") == nil, "\(property)")
    }
    #expect(try self.time(#"{"time": "2026-11-03T09:14:00Z"}"#) == nil)
  }
}
