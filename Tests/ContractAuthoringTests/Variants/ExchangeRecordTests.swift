@_spi(Engine) @testable import ContractAuthoring
@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@_spi(Engine) @testable import ContractCheck

/// Exchanges written down as lines of NDJSON, without their secrets.
@Suite struct ExchangeRecordTests {
  private static func line(
    _ body: String, url: String = "https://h/a", headers: [ExchangeRecord.Field] = []
  ) -> String {
    var record = ExchangeRecord(method: "GET", url: url, status: 200)
    record.responseHeaders = headers
    record.responseBody = .bytes(Array(body.utf8))
    return String(decoding: record.line(), as: UTF8.self)
  }

  /// What stands for a body.
  @Test(arguments: [
    (#"{"a": 1}"#, #"{"a": 1}"#),
    ("[1,\r\n2]", "[1,  2]"),
    (
      #"{"password": "Ab1-\u00e9\n\ud83d\ude00ü中😀"}"#,
      #"{"password": "Aa0-\u0061\n\ud83d\ude00é中😀"}"#
    ),
    (
      #"{"pin": -47.5e3, "token": null, "secret": true}"#,
      #"{"pin": -11.1e3, "token": null, "secret": true}"#
    ),
    (
      #"{"credentials": {"user": "al", "list": ["x9", 12]}, "name": "al"}"#,
      #"{"credentials": {"user": "aa", "list": ["a0", 11]}, "name": "al"}"#
    ),
    (#""text""#, #""\"text\"""#), ("null", #""null""#), ("", #"" ""#),
    (
      #"{"query": "mutation { login(password: \"l3tme\") { t } }"}"#,
      #"{"query": "mutation { login(password: \"a0aaa\") { t } }"}"#
    ),
    (
      #"{"query": "mutation { login2(pin: 9182, v: $v1, password: \"l3\") { t } }"}"#,
      #"{"query": "mutation { login2(pin: 0000, v: $v1, password: \"a0\") { t } }"}"#
    ),
    ("user=al&password=b%2Fc9", #""user=al&password=a%61a0""#),
    (#"{"password": "abc"#, #""{\"password\": \"aaa""#),
    (
      #"{"id": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"}"#,
      #"{"id": "aaAaaAaaAaAAAaA0AaA0.aaAaaAAaAaAaAaA0AAA0AAaaAa0.aaaaaAaaA0A0aAaAAa0a0A_AaA0a0A0AaAAA0AAaA0A"}"#
    ),
  ])
  func bodies(body: String, written: String) throws {
    let line = Self.line(body)
    #expect(line.hasSuffix("}\n"))
    let record = try JSONDocument(line).root
    #expect(record["responseBody"]?.text == written)
  }

  /// The secrets of such bodies cannot be told from the rest.
  @Test(arguments: [
    (
      "multipart/form-data; boundary=x",
      "--x\r\nContent-Disposition: form-data; name=p\r\n\r\nl3tmein"
    ),
    ("application/xml", "<login><password>l3tmein</password></login>"),
    ("text/plain", "password l3tmein"),
  ])
  func bodiesThatAreLeftOut(type: String, body: String) throws {
    let line = Self.line(body, headers: [ExchangeRecord.Field("Content-Type", type)])
    #expect(!line.contains("l3tmein"))
    #expect(try JSONDocument(line).root["omitted"]?["responseBody"] != nil)
  }

  @Test(arguments: [
    ("https://al:pw9@h/a?token=Ab1%2F&q=1#x", "https://aa:aa0@h/a?token=Aa0%61&q=1#x"),
    ("https://h/users/7?page=2", "https://h/users/7?page=2"),
  ])
  func urls(url: String, written: String) throws {
    #expect(try JSONDocument(Self.line("1", url: url)).root["url"]?.string == written)
  }

  @Test(arguments: [
    ("Authorization", "Bearer aB3-x", "Bearer aA0-a"),
    ("Proxy-Authorization", "xyz", "aaa"),
    ("Cookie", "session=abc; theme=dark9", "session=aaa; theme=aaaa0"),
    ("Cookie", "path=xY1; domain=b2", "path=aA0; domain=a0"),
    ("Set-Cookie", "id=a3fWa; Path=/; HttpOnly", "id=a0aAa; Path=/; HttpOnly"),
    (
      "Set-Cookie",
      "lang=en; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, session=s3cr3t; Max-Age=9; Secure, x=1,2",
      "lang=aa; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, session=a0aa0a; Max-Age=9; Secure, x=0,0"
    ),
    ("X-Api-Key", "k3y", "a0a"),
    ("Location", "https://h/cb?code=xyz9", "https://h/cb?code=aaa0"),
    ("Content-Type", "application/json", "application/json"),
  ])
  func headers(name: String, value: String, written: String) throws {
    let record = try JSONDocument(
      Self.line("1", headers: [ExchangeRecord.Field(name, value)])
    ).root
    #expect(record["responseHeaders"]?[0]?["value"]?.string == written)
  }

  /// What was not received, and what is not written down, does not count as checked.
  @Test func whatIsNotThere() throws {
    var record = ExchangeRecord(method: "POST", url: "https://h/a")
    record.time = Timestamp(milliseconds: 1_769_083_200_123)
    record.error = "timed out"
    record.requestBody = .leftOut("9 bytes; the limit is 8")
    #expect(
      String(decoding: record.line(), as: UTF8.self)
        == #"{"time":"2026-01-22T12:00:00.123Z","method":"POST","url":"https://h/a","status":0,"error":"timed out","omitted":{"requestBody":"9 bytes; the limit is 8"}}"#
        + "\n")
    record.status = 200
    record.responseBody = .bytes([0xFF, 0xD8])
    let contract = try VariantCase.contract(#"{"type": "object"}"#)
    let checker = try Checker(
      contracts: [contract], assumption: Checker.Assumption(operation: "v"))
    var outcomes: [Checker.Outcome] = []
    checker.check(record.line(), name: "r", format: .ndjson) {
      outcomes.append($1.outcome)
    } problem: {
      Issue.record("\($0.message)")
    }
    #expect(outcomes == [.skipped("omitted-body")])
    #expect(String(decoding: record.line(), as: UTF8.self).contains("2 bytes that are not UTF-8"))
  }

  /// The rules find in a record what they find in the exchange.
  @Test func findingsStayTheSame() throws {
    for name in Contract.bundledNames {
      let contract = try Contract.bundled(name)
      let checker = try Checker(contracts: [contract])
      func findings(_ line: [UInt8]) -> [String] {
        var found: [String] = []
        checker.check(line, name: "r", format: .ndjson) { _, result in
          found = ["\(result.outcome)"] + result.findings.map { "\($0.rule) \($0.instance)" }
        } problem: {
          found.append($0.message)
        }
        return found
      }
      var all: [Variant] = []
      _ = try contract.variants { if $0.freedom == .none || $0.freedom == .null { all.append($0) } }
      _ = try contract.lackingVariants { all.append($0) }
      for variant in all {
        let read = try JSONDocument(variant.record).root
        var record = ExchangeRecord(
          method: read["method"]?.string ?? "", url: read["url"]?.string ?? "",
          status: variant.status)
        record.responseHeaders = [ExchangeRecord.Field("Content-Type", "application/json")]
        record.responseBody = .bytes(variant.body)
        #expect(findings(record.line()) == findings(variant.record), "\(variant.words)")
      }
    }
  }
}
