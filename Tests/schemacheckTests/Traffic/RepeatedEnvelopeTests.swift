import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Keys that the envelope of a capture has twice: one finding at the second.
@Suite struct RepeatedEnvelopeTests {
  private static let body = #"{"likes": 42}"#

  private static func record(_ more: String) -> String {
    #"{"method": "POST", "url": "http://localhost:5000/posts/7/like", "status": 200, "#
      + #""responseBody": {"likes": 42}\#(more)}"# + "\n"
  }

  private static func har(
    entry: String = "", request: String = "", response: String = "", content: String = "",
    log: String = "", root: String = ""
  ) -> String {
    #"{"log": {"entries": [{"request": {"method": "POST", "url": "http://localhost:5000/posts/7/like"\#(request)}, "#
      + #""response": {"status": 200, "content": {"text": "{\"likes\": 42}"\#(content)}\#(response)}\#(entry)}]\#(log)}\#(root)}"#
  }

  private static let cases: [(text: String, holder: String, property: String)] = [
    (record(#", "responseBody": {"likes": "x"}"#), "record", "responseBody"),
    (record(#", "status": 500"#), "record", "status"),
    (record(#", "\u0075rl": "http://h/""#), "record", "url"),
    (record(#", "requestHeaders": {}, "requestHeaders": {}"#), "record", "requestHeaders"),
    (har(entry: #", "response": {}"#), "entry", "response"),
    (har(request: #", "url": "http://h/""#), "entry", "request.url"),
    (har(response: #", "status": 500"#), "entry", "response.status"),
    (har(response: #", "content": {}"#), "entry", "response.content"),
    (har(content: #", "text": "{}""#), "entry", "response.content.text"),
    (har(content: #", "te\u0078t": "{}""#), "entry", "response.content.text"),
    (har(log: #", "entries": []"#), "file", "log.entries"),
    (har(root: #", "log": {"entries": []}"#), "file", "log"),
  ]

  @Test(arguments: cases.indices, ["check", "lint"])
  func theSecondKeyIsTheFinding(_ number: Int, _ command: String) throws {
    let (text, holder, property) = Self.cases[number]
    let contract = command == "check" ? ["-c", "social-posts"] : []
    let run = Scenario.run([command, "-", "-f", "concise", "-j", "1"] + contract, input: text)
    #expect(run.code == .findings, "\(run.everything)")
    let found = run.output.split(separator: "\n").filter { $0.contains("[duplicate-key]") }
    #expect(found.count == 1, "\(run.everything)")
    #expect(
      found.first?.contains(
        "error[duplicate-key] the \(holder) has `\(property)` twice; the first was checked, but other "
          + "tools read the last") == true, "\(run.everything)")
  }

  /// Names that nobody reads may stand twice.
  @Test(arguments: [
    record(#", "comment": 1, "comment": 2"#), har(response: #", "x": 1, "x": 2"#),
    har(log: #", "pages": [], "pages": []"#), record(""), har(),
  ])
  func otherKeysAreNot(_ text: String) {
    let run = Scenario.run(["check", "-", "-f", "concise", "-c", "social-posts"], input: text)
    #expect(run.code == .clean && run.output.isEmpty, "\(run.everything)")
  }

  /// The severity of the rule is that of its findings, also for what the file has twice.
  @Test(arguments: cases.indices, ["check", "lint"])
  func theSeverityIsThatOfTheRule(_ number: Int, _ command: String) throws {
    let text = Self.cases[number].text
    let contract = command == "check" ? ["-c", "social-posts"] : []
    let words = [command, "-", "-f", "concise", "-j", "1"] + contract + ["--rule"]
    let off = Scenario.run(words + ["duplicate-key=off"], input: text)
    #expect(!off.output.contains("[duplicate-key]"), "\(off.everything)")
    let warning = Scenario.run(words + ["duplicate-key=warning"], input: text)
    #expect(warning.output.contains("warning[duplicate-key] the "), "\(warning.everything)")
    #expect(!warning.output.contains("error["), "\(warning.everything)")
    #expect(warning.code == .clean, "\(warning.everything)")
  }
}
