import ContractRuns
import Foundation
import TestSupport
import Testing

@testable import schemacheck

/// What the first screen of the page says of a mistake that began in the traffic.
@Suite struct PageTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(RatesTests.contract, to: "shop.json")
  }

  private static func record(
    _ hour: Int, _ minute: Int, _ agent: String, _ a: String, query: String = ""
  )
    -> String
  {
    """
    {"time": "2026-11-03T0\(hour):\(minute < 10 ? "0" : "")\(minute):00Z", "method": "GET", \
    "url": "https://a.example/items\(query)", "status": 200, \
    "requestHeaders": {"User-Agent": "\(agent)"}, "responseBody": {"a": \(a), "b": null}}

    """
  }

  private static let agents = ["Shop/5.2.0 (iPhone; iOS 26.1)", "Shop/5.3.0 (iPhone; iOS 26.1)"]

  /// In the ninth hour the new version gets a string.
  private static let traffic =
    (0..<40).map { record(8, $0, agents[$0 % 2], "1", query: $0 == 3 ? "?page=x" : "") }
    + (0..<20).map { record(9, $0, agents[$0 % 2], $0 % 2 == 1 ? "\"1\"" : "1") }

  private func check(_ options: String...) -> Scenario {
    Scenario.run(
      ["check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "-"] + options,
      input: Self.traffic.joined())
  }

  @Test func theFirstScreenAnswers() {
    let page = check("-f", "html").output.replacing("\u{A0}", with: " ")
    #expect(
      page.contains(
        """
        <dl class="answers">
        <div><dt>Errors now</dt>
        <dd><b class="error">50 %</b> 10 of 20 exchanges</dd></div>
        <div><dt>Errors before</dt>
        <dd><b>2.5 %</b> 1 of 40 exchanges</dd></div>
        <div><dt>Since</dt>
        <dd><b>2026-11-03</b> 09:00 UTC, <a href="#m1">mistake 1</a></dd></div>
        <div><dt>Whose side</dt>
        <dd><b>the server’s</b> mistakes: app 1, server 1</dd></div>
        <div class="chips"><dt>Clients</dt>
        <dd><a class="chip" href="#findings" data-name="client" data-value="0"><b>100 %</b> \
        Shop/5.3.0</a> <span class="chip"><b>0 %</b> Shop/5.2.0</span></dd></div>
        </dl>
        <p class="first"><b>Do first, in the server:</b> remove the quotes. <a href="#m1">\
        <code>a</code> is a string; the contract says an integer</a> <code>GET /items → 200</code></p>

        """))
    // The mark is where the ninth hour begins in the picture.
    #expect(page.contains("aria-label=\"mistake 1 began 2026-11-03 09:00\">1</a></b></div>"))
  }

  @Test func thePageComparesWithAnEarlierReport() throws {
    let earlier = Self.traffic.prefix(40).joined() + Self.record(9, 0, "curl", #"1, "c": "x""#)
    let report = try folder.write(
      Scenario.run(
        ["check", "--no-config", "-q", "-c", contract, "-f", "json", "-"], input: earlier
      ).output, to: "earlier.json")
    let page = check("-f", "html", "--before", report).output.replacing("\u{A0}", with: " ")
    #expect(
      page.contains(
        """
        <div><dt>Findings now</dt>
        <dd><b>18.3 %</b> 11 of 60 exchanges</dd></div>
        <div><dt>Findings before</dt>
        <dd><b>4.9 %</b> 2 of 41 exchanges</dd></div>
        <div><dt>Since that report</dt>
        <dd><b class="error">1 new</b> <a href="#compared">1 gone</a></dd></div>
        """))
    #expect(page.contains("<h2>Compared with \(report)</h2>"))
    #expect(page.contains("<li><b class=\"error\">new error</b> <code>a</code> is a string;"))
    #expect(page.contains("<small>new; GET /items → 200; the server’s side</small>"))
    // The mistake of both reports has not changed.
    #expect(page.ranges(of: "<small>new; ").count == 1)
  }

  /// Findings that are not printed count, but the groups have no rates.
  @Test func theFirstScreenCountsFindingsThatAreNotPrinted() throws {
    let report = try folder.write(
      Scenario.run(
        ["check", "--no-config", "-q", "-c", contract, "-f", "json", "-"],
        input: Self.traffic.prefix(40).joined()
      ).output, to: "earlier.json")
    func page(_ options: String...) -> String {
      Scenario.run(
        [
          "check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "-f", "html",
          "-",
        ]
          + ["--max-findings", "2"] + options, input: Self.traffic.joined()
      ).output.replacing("\u{A0}", with: " ")
    }
    let alone = page()
    #expect(
      alone.contains(
        "<p class=\"verdict error\">11 of 60 exchanges (18.3 %) have errors, from at least "
          + "<a href=\"#errors\">2 mistakes</a>; 9 findings more not shown.</p>"), "\(alone)")
    #expect(
      alone.contains(
        """
        <div><dt>Errors in all</dt>
        <dd><b class="error">18.3 %</b> 11 of 60 exchanges</dd></div>
        <div><dt>Since</dt>
        <dd><b>unknown</b> the report does not have all findings (<code>--max-findings</code>)</dd></div>
        """))
    #expect(alone.contains("<b class=\"error\">11 with errors</b> (18.3 %)"))
    #expect(alone.contains("data-value=\"0\">Shop/5.3.0</a>"))
    #expect(!alone.contains("%</b> Shop/"))
    let compared = page("--before", report)
    #expect(
      compared.contains("<dd><b class=\"error\">1 new</b> <a href=\"#compared\">0 gone</a></dd>"))
    #expect(compared.contains("now: ×10 in 10 of 60 exchanges (16.7 %), first 2026-11-03 09:01"))
    let short = try folder.write(
      Scenario.run(
        ["check", "--no-config", "-q", "-c", contract, "-f", "json", "--max-findings", "1", "-"],
        input: Self.traffic.joined()
      ).output, to: "short.json")
    #expect(page("--before", short).contains("limited the findings, so groups may be missing"))
  }

  @Test func anEarlierReportNeedsThePage() throws {
    let report = try folder.write("{}", to: "earlier.json")
    let scenario = check("--before", report)
    #expect(scenario.code == .error)
    #expect(
      scenario.errors
        == "schemacheck: `--before` works only with the HTML page; add `--format html`, or use "
        + "`schemacheck compare`\n")
    let broken = check("-f", "html", "--before", report)
    #expect(broken.code == .error && broken.errors.contains("no summary found"))
  }

  /// The counts by client are for the page alone.
  @Test(arguments: ["text", "json", "markdown"])
  func otherReportsStayTheSame(format: String) throws {
    let page = try folder.write("", to: "page.html")
    #expect(check("-f", format, "-f", "html=\(page)").output == check("-f", format).output)
  }

  @Test(arguments: [
    (#""X-App-Version": "5.3.0", "User-Agent": "Shop/1 (x)""#, "5.3.0"),
    (#""user-agent": "Shop/5.3.0 (iPhone; (iOS) 26.1) Alamofire/5.9""#, "Shop/5.3.0"),
    (#""User-Agent": "okhttp/4.12.0""#, "okhttp/4.12.0"),
    (
      #""User-Agent": "Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36""#,
      "Chrome/131.0"
    ),
    (
      #""User-Agent": "Mozilla/5.0 (iPhone) AppleWebKit/605 (KHTML) Version/18.1 Mobile/1 Safari/604""#,
      "Safari/18.1"
    ),
    (
      #""User-Agent": "Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/18.1 Safari/605""#,
      "Safari/18.1"
    ),
    (#""User-Agent": "Mozilla/5.0 (X11; rv:132.0) Gecko/20100101 Firefox/132.0""#, "Firefox/132.0"),
    (#""User-Agent": "((""#, "none"), (#""User-Agent": """#, "none"), ("", "none"),
    (
      #""User-Agent": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl""#,
      "‹53 characters›"
    ),
  ]) func theClientIsTheAppWithItsVersion(headers: String, client: String) {
    let record =
      #"{"method": "GET", "url": "https://a.example/items", "status": 200, "#
      + #""requestHeaders": {\#(headers)}, "responseBody": {"a": "1", "b": null}}"#
    let scenario = Scenario.run(
      ["check", "--no-config", "-q", "-c", contract, "--by", "client", "-f", "json", "-"],
      input: record + "\n")
    #expect(scenario.output.contains("\"by\":{\"\(client)\":{\"count\":1,"), "\(scenario.output)")
  }

  /// Access logs write the `User-Agent` beside the request, and no other header.
  @Test(arguments: [
    #""request_method": "GET", "request_uri": "/items", "status": "200", "http_user_agent": "Shop/5 (x)""#,
    #""request": "GET /items HTTP/1.1", "status": 200, "remote_addr": "::1", "user_agent": "Shop/5""#,
    #""method": "GET", "path": "/items", "response_code": 200, "user_agent": "Shop/5 (Android)""#,
    #""RequestMethod": "GET", "RequestPath": "/items", "DownstreamStatus": 200, "request_User-Agent": "Shop/5""#,
    #""httpRequest": {"requestMethod": "GET", "requestUrl": "https://a.example/items", "status": 200, "userAgent": "Shop/5", "responseBody": {"a": "1"}}"#,
    #""http": {"request": {"method": "GET"}, "response": {"status_code": 200, "body": {"content": "{\"a\": \"1\"}"}}}, "url": {"path": "/items"}, "user_agent": {"original": "Shop/5"}"#,
    #""http.request.method": "GET", "http.response.status_code": 200, "http.response.body.content": "{\"a\": \"1\"}", "url.path": "/items", "user_agent.original": "Shop/5""#,
  ]) func accessLogsNameTheClient(line: String) throws {
    let header = try folder.write(
      RatesTests.contract.replacing(
        #""parameters": ["#,
        with:
          #""parameters": [{"name": "X-Key", "in": "header", "required": true, "schema": {"type": "string"}}, "#
      ), to: "header.json")
    let record = "{\(line), \"response_body\": {\"a\": \"1\", \"b\": null}}\n"
    for contract in [contract, header] {
      let scenario = Scenario.run(
        [
          "check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "--by",
          "client",
          "-f", "json", "-",
        ], input: record)
      #expect(scenario.output.contains(#""by":{"Shop/5":{"count":1,"#), "\(scenario.everything)")
      // One header of a log does not mean that the others are missing.
      #expect(!scenario.output.contains("X-Key"))
    }
    let none = Scenario.run(
      [
        "check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "--by", "client",
        "-f", "json", "-",
      ], input: record.replacing("Shop/5 (x)", with: "-").replacing("Shop/5", with: "-"))
    #expect(none.output.contains(#""by":{""#) && !none.output.contains("Shop/5"))
    let file = folder.path + "/converted.ndjson"
    let converted = Scenario.run(
      ["convert", "-", "--input-format", "ndjson", "-o", file], input: record)
    #expect(converted.code == .clean, "\(converted.everything)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("/items") && !text.contains("requestHeaders"))
  }
}
