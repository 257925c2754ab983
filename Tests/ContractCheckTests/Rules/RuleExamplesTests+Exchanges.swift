import TestSupport
@_spi(Engine) import ContractCaptures
import ContractCheck
import JSONTape
import Testing

/// A capture of one exchange that keeps or breaks a rule about exchanges.
struct ExchangeExample: Sendable {
  let rule: String
  /// A bundled contract's name, or a document.
  let contract: String
  let method: String
  let url: String
  let status: Int
  let mediaType: String
  let body: String
  /// The text at fault; nil if the exchange is right.
  let marked: String?
  var header: (name: String, value: String)?
  var severity = Severity.warning

  private static func users(
    _ rule: String, _ method: String = "POST", _ path: String = "/users", _ status: Int = 201,
    _ mediaType: String = "application/json", marked: String? = nil
  ) -> ExchangeExample {
    ExchangeExample(
      rule: rule, contract: "social-posts", method: method, url: "http://localhost:5000" + path,
      status: status, mediaType: mediaType,
      body: #"{"id": "u", "username": "é", "displayName": "A", "avatarURL": null}"#, marked: marked)
  }

  static let all: [ExchangeExample] = [
    .users("unknown-route"),
    .users("unknown-route", "POST", "/users/"),
    .users("unknown-route", "GET", "/user", marked: #""http://localhost:5000/user""#),
    .users("unknown-route", "PATCH", "/users", marked: #""http://localhost:5000/users""#),
    .users("undocumented-status"),
    .users("undocumented-status", "POST", "/users", 200),
    .users("undocumented-status", "POST", "/users", 418, marked: "418"),
    .users("undocumented-status", "POST", "/users", 202, marked: "202"),
    .users("content-type"),
    .users("content-type", "POST", "/users", 201, "application/json; charset=utf-8"),
    .users("content-type", "POST", "/users", 201, "application/hal+json"),
    .users("content-type", "POST", "/users", 201, "text/html", marked: #""text/html""#),
    .users(
      "content-type", "POST", "/users", 201, "text/plain; charset=x",
      marked: #""text/plain; charset=x""#),
    .likes("***"), .likes(nil, marked: #""http://localhost:5000/posts/1/like""#),
    .uses("/users?size=1"), .uses("/users?page=1", marked: "1"),
    .uses("/old", marked: #""https://api.test/old""#),
  ]

  /// - Parameter token: In the header `Authorization`.
  private static func likes(_ token: String?, marked: String? = nil) -> ExchangeExample {
    ExchangeExample(
      rule: "missing-credentials", contract: "social-posts", method: "POST",
      url: "http://localhost:5000/posts/1/like", status: 200, mediaType: "application/json",
      body: #"{"likes": 43}"#, marked: marked,
      header: token.map { ("Authorization", $0) } ?? ("Accept", "*/*"))
  }

  private static func uses(_ path: String, marked: String? = nil) -> ExchangeExample {
    ExchangeExample(
      rule: "deprecated-use", contract: deprecated, method: "GET", url: "https://api.test" + path,
      status: 200, mediaType: "application/json", body: "{}", marked: marked, severity: .note)
  }

  private static let deprecated = """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
     "/old": {"get": {"deprecated": true, "responses": {"200": {"description": "d"}}}},
     "/users": {"get": {"parameters": [{"name": "size", "in": "query"},
      {"name": "page", "in": "query", "deprecated": true}],
      "responses": {"200": {"description": "d"}}}}}}
    """

  var har: JSONTree {
    get throws {
      try JSONTree(
        """
        {"log": {"version": "1.2", "creator": {"name": "é 😀"}, "entries": [{
          "request": {"method": "\(method)", "url": "\(url)", "headers": [\(headers)]},
          "response": {"status": \(status), "content": {
            "text": \(JSONWriter.quoted(body)), "mimeType": "\(mediaType)"}}}, {
          "request": {"method": "GET", "url": "https://other.test/", "headers": [
            {"name": "Authorization", "value": "x"}]},
          "response": {"status": 200, "content": {"mimeType": "text/html"}}}]}}
        """)
    }
  }

  private var headers: String {
    header.map { "{\"name\": \"\($0.name)\", \"value\": \"\($0.value)\"}" } ?? ""
  }
}

extension RuleExamplesTests {
  @Test(arguments: ExchangeExample.all.indices)
  func exchangeExampleInEveryForm(number: Int) throws {
    let example = ExchangeExample.all[number]
    let isBundled = Contract.bundledNames.contains(example.contract)
    let contract =
      isBundled
      ? try Contract.bundled(example.contract)
      : try Contract(Array(example.contract.utf8), name: "c")
    let checker = try Checker(contracts: [contract])
    for space in [JSONSpace.none, .pretty, .windows, .odd] {
      let input = Array(try example.har.text(space: space).utf8)
      var findings: [Finding] = []
      checker.check(input, name: "example") { _, result in
        findings += result.findings
      } problem: { problem in
        Issue.record("\(problem.message)")
      }
      let title = "\(example.rule) \(example.method) \(example.url)"
      guard let marked = example.marked else {
        #expect(findings.isEmpty, "\(title): \(findings.map(\.message))")
        continue
      }
      #expect(findings.map(\.rule) == [example.rule], "\(title): \(findings.map(\.message))")
      #expect(findings.map(\.severity) == [example.severity])
      guard let range = findings.first?.region.bytes, range.end <= input.count else { continue }
      #expect(
        String(decoding: input[range.offset..<range.end], as: UTF8.self) == marked, "\(title)")
    }
  }
}
