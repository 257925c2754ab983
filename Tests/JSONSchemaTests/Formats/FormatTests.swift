@_spi(Engine) import JSONTape
import Testing

@testable import JSONSchema

@Suite("Formats")
struct FormatTests {
  /// Texts beyond those of the public suite.
  static let table: [(format: Format, accepted: [String], refused: [String])] = [
    (
      .dateTime,
      ["2024-02-29T00:00:00Z", "2000-02-29T12:00:00.1+23:59", "0000-01-01T00:00:00-23:59"],
      [
        "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-01-01 00:00:00Z",
        "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00,5Z",
        "2024-01-01T00:00:00+0100", "2024-01-01T00:00Z", "2016-12-31T23:59:60+01:00", "",
        "2024-01-01T00:00:0０Z",
      ]
    ),
    (.time, ["00:59:60+01:00", "23:59:59.999z"], ["00:00:60Z", "12:00Z", "12:00:00Z ", "1:0:0Z"]),
    (
      .duration, ["PT1H", "P1Y1M1DT1H1M1S", "P3W"],
      ["P", "PT", "p1d", "P1DT", "P1W1D", "PT1S1M", "P1H", "PW", "P1YT1D", "P1D1D"]
    ),
    (
      .email,
      [
        "a@b", "a+b@example.co.uk", "\"a\\\"b\"@example.com", "\"\"@example.com",
        "x@[IPv6:2001:db8::1]", "x@[ipv6:::]",
      ],
      [
        "@", "a@", "a@-b.com", "a@b-.com", "a@b..com", "a@b.com.", "a@.b", "a b@c", "é@example.com",
        "a@exämple.com", "a@[::1]", "a@[1.2.3]", "a@[1.2.3.4", "\"a@b", "\"a\nb\"@c", "a@b@c",
        "a@b_c.com", String(repeating: "a", count: 65) + "@b.com",
      ]
    ),
    (.idnEmail, ["é@bücher.example", "δ.δ@例え.jp"], ["é", "é@", "@é", "δ..δ@例え.jp", "é@-é.com"]),
    (
      .hostname, ["a", "a.b-c.d1", "xn--bcher-kva.example", "127.0.0.1", "XN--BCHER-KVA.example"],
      ["-", "a.-b", "a_b", "bücher.example", "xn--", "xn--a", "xn--bcher-kv", "a b", "a\0b"]
    ),
    (
      .idnHostname, ["bücher.example", "例え。テスト", "xn--bcher-kva", "Example.com"],
      ["Bücher", "ab--cd", "b ücher", "bücher..x", "\u{2665}.com", "xn--bcher-kvb0", "\u{FF21}"]
    ),
    (.ipv4, ["1.2.3.4"], ["1.2.3.04", "1.2.3.4.", "1..2.3", "1.2.3.1000", "00.1.1.1"]),
    (
      .ipv6, ["2001:DB8::1", "1::", "::1:2:3:4:5:6:7", "1:2:3:4:5:6:7::", "::1.2.3.4"],
      [":", ":::", "1:", "::1::", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::g", "::1.2.3.4:5"]
    ),
    (
      .uri,
      [
        "a:", "http://", "http://[v7.a:b]:80/", "http://a:@b:/", "mailto:a@b", "a:/b//c?d?e#f/g?h",
        "urn:a:%C3%A9",
      ],
      [
        "", ":", "1a:b", "http://[::1", "http://[::1]a", "http://a:b:c", "http://[v.a]",
        "http://[vg.a]", "a:b#c#d", "a:[", "http://é", "http://a/\0",
      ]
    ),
    (
      .uriReference, ["", "a/b:c", "?", "#", "//a:1", "../x"],
      ["a b", "%", "a:b[c", "//a:1x", "#[", "1a:x"]
    ),
    (
      .iri, ["http://例え.jp/?q=\u{E000}#é", "e:é"],
      ["http://a/\u{E000}", "http://a/#\u{E000}", "http://a/\u{FFFE}", "é:a", "http://a/\u{85}"]
    ),
    (.iriReference, ["é", "//é", "?\u{F0000}"], ["é é", "é:b", "\u{F0000}"]),
    (
      .uriTemplate, ["{a}{?b*,c:3}", "{_a.b%20}", "é{=a}"],
      ["{", "}", "{a b}", "{a:}", "{a.}", "{.}", "{a}}", "%4", "<", "{%4}", "{a*:3}"]
    ),
    (.uuid, ["00000000-0000-0000-0000-00000000000F"], ["{00000000-0000-0000-0000-00000000000F}"]),
    (.jsonPointer, ["/", "/~01", "/é"], ["~0", "/~", " /a"]),
    (
      .relativeJSONPointer, ["0", "1/a", "0#", "0-1/a", "2+1", "0+10#"],
      ["#", "/a", "00", "0-", "0+01", "0#/", "0a", "-1"]
    ),
    (.regex, ["a|b", "\\-", "\\p{L}"], ["(", "\\a", "[\\w-z]"]),
  ]

  @Test(arguments: table.indices)
  func verdicts(_ index: Int) {
    let (format, accepted, refused) = FormatTests.table[index]
    for text in accepted {
      #expect(text.withBytes { format.accepts($0) }, "\(format.name): \(text.debugDescription)")
    }
    for text in refused {
      #expect(!text.withBytes { format.accepts($0) }, "\(format.name): \(text.debugDescription)")
    }
  }

  /// Every day from year 0 to 9999, and every impossible one, against a count of days.
  @Test func calendar() {
    var days = 0
    for year in 0...9999 {
      for month in 1...12 {
        for day in 1...31 where CalendarDate(year: year, month: month, day: day) != nil {
          days += 1
        }
      }
    }
    // 25 cycles of 400 years of 146,097 days.
    #expect(days == 25 * 146_097)
    #expect(CalendarDate(year: 2026, month: 2, day: 23)?.weekday == 1)
    #expect(CalendarDate(year: 2000, month: 1, day: 1)?.weekday == 6)
    #expect(CalendarDate(year: 0, month: 1, day: 1)?.adding(days: -1) == nil)
    #expect(CalendarDate(year: 9999, month: 12, day: 31)?.adding(days: 1) == nil)
    #expect(CalendarDate("2023-12-31")?.adding(days: 1) == CalendarDate("2024-01-01"))
    #expect(CalendarDate("2024-03-01")?.adding(days: -1) == CalendarDate("2024-02-29"))
  }

  /// Cut, mangled and random texts: no verdict is expected, only that there is one.
  @Test func nothingTraps() {
    var random = RandomPattern(seed: 7)
    let seeds = FormatTests.table.flatMap { $0.accepted + $0.refused }.map { Array($0.utf8) }
    var accepted = 0
    for _ in 0..<40_000 {
      var bytes = seeds[random.number(below: seeds.count)]
      for _ in 0..<random.number(below: 3) where !bytes.isEmpty {
        let at = random.number(below: bytes.count)
        switch random.number(below: 3) {
        case 0: bytes[at] = UInt8(random.number(below: 256))
        case 1: bytes.remove(at: at)
        default: bytes.insert(bytes[random.number(below: bytes.count)], at: at)
        }
      }
      bytes.withByteView { buffer in
        for format in Format.allCases where format.accepts(buffer) { accepted += 1 }
        for profile in DateProfile.allCases where profile.accepts(buffer) { accepted += 1 }
      }
      for profile in DateProfile.allCases {
        let text = String(decoding: bytes, as: UTF8.self)
        let diagnosis = DateDiagnosis.diagnose(text, profile: profile)
        if let rewrite = diagnosis.rewrite {
          #expect(rewrite.withBytes { profile.accepts($0) }, "\(text) became \(rewrite)")
        }
      }
    }
    #expect(accepted > 10_000)
  }

  /// URLs of usual characters take a shorter way than those with a percent sign.
  @Test func usualURLsAreNoOtherURLs() {
    let usual = Array("https://a.b/c/d?e=f#g".utf8)
    var accepted = 0
    for at in 0...usual.count {
      for byte in UInt8.min...UInt8.max {
        var bytes = usual
        bytes.insert(byte, at: at)
        let longer = bytes + Array("%20".utf8)
        for format in [Format.uri, .uriReference, .iri] {
          let verdict = bytes.withByteView(format.accepts)
          #expect(
            verdict == longer.withByteView(format.accepts),
            "\(format.name): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
          if verdict { accepted += 1 }
        }
      }
    }
    #expect(accepted > 1_000)
  }

  @Test func punycode() {
    let pairs = [
      ("bücher", "bcher-kva"), ("例え", "r8jz45g"), ("ü", "tda"),
      ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ]
    for (label, encoded) in pairs {
      let scalars = label.unicodeScalars.map(\.value)
      #expect(Punycode.encode(scalars) == Array(encoded.utf8))
      #expect(Punycode.decode(Array(encoded.utf8)) == scalars)
    }
    #expect(Punycode.decode(Array("99999999".utf8)) == nil)
  }
}
