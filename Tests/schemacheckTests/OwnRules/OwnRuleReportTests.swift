import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Everywhere that a rule has words or an id is accepted.
@Suite struct OwnRuleReportTests {
  private static let rule = #"""
    "money-string": {"summary": "an amount that is not a string with two decimals",
     "why": "floats lose cents", "source": "guide 4", "help": "https://example.com/money",
     "where": {"names": ["amount"], "types": ["string", "number"]},
     "schema": {"type": "string", "pattern": "^[0-9]+\\.[0-9]{2}$"},
     "message": "`{name}` is {value}; amounts are strings with two decimals",
     "fix": "quote",
     "examples": {"right": [{"amount": "19.90"}],
                  "wrong": [{"body": {"amount": 19.9}, "at": "/amount"}]}}
    """#
  private static let record = OwnRuleShop.get(#"{"amount": 19.90}"#)

  @Test(arguments: [
    "text", "concise", "json", "ndjson", "sarif", "junit", "github", "gitlab", "rdjson", "markdown",
    "html",
  ])
  func everyReportNamesTheRule(format: String) throws {
    let shop = try OwnRuleShop(Self.rule)
    let scenario = shop.run("check", "-", "--format", format, input: Self.record + "\n")
    #expect(scenario.code == .findings)
    #expect(scenario.output.contains("money-string"))
    #expect(scenario.output.contains("amounts are strings with two decimals"))
    if ["text", "html", "sarif"].contains(format) {
      #expect(scenario.output.contains("floats lose cents"))
    }
    if ["sarif", "rdjson"].contains(format) {
      #expect(scenario.output.contains("https://example.com/money"))
    }
  }

  /// Who can mend it is who sends it, unless the rule says otherwise.
  @Test(arguments: [("", "server"), (#""side": "contract", "#, "contract")])
  func thePageNamesTheSide(property: String, side: String) throws {
    let rule = Self.rule.replacing(#""message""#, with: property + #""message""#)
    let scenario = try OwnRuleShop(rule).run(
      "check", "-", "--format", "html", input: Self.record + "\n")
    #expect(scenario.output.contains("<b>Do first, in the \(side):</b>"))
  }

  @Test func sarifListsTheRule() throws {
    let shop = try OwnRuleShop(Self.rule)
    let scenario = shop.run("check", "-", "--format", "sarif", input: Self.record + "\n")
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(scenario.output.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    let index = try #require(result["ruleIndex"] as? Int)
    #expect(rules[index]["id"] as? String == "money-string")
  }

  @Test func severitiesAndSuppressions() throws {
    let off = try OwnRuleShop(Self.rule, more: #", "rules": {"money-string": "off"}"#)
    #expect(try off.found(Self.record) == [])
    let shop = try OwnRuleShop(Self.rule)
    #expect(try shop.found(Self.record, "--rule", "money-string=off") == [])
    #expect(
      shop.run("check", "-", "--rule", "money-string=note", input: Self.record + "\n").code
        == .clean)
    let unknown = shop.run("check", "-", "--rule", "money-strin=note", input: "{}")
    #expect(
      unknown.errors
        == "schemacheck: there is no rule `money-strin`; did you mean `money-string`?\n")
    let hidden = try OwnRuleShop(
      Self.rule, more: #", "suppressions": [{"rule": "money-string", "reason": "known"}]"#)
    #expect(hidden.run("check", "-", input: Self.record + "\n").code == .clean)
    let slip = try OwnRuleShop(
      Self.rule, more: #", "suppressions": [{"rule": "money-strin", "reason": "known"}]"#)
    #expect(slip.run("check", "-", input: "{}").errors.contains("did you mean `money-string`?"))
  }

  @Test func rulesOfTheContract() throws {
    let shop = try OwnRuleShop("")
    let text = OwnRuleShop.contract.replacingOccurrences(
      of: #""x-schemacheck": {}"#, with: #""x-schemacheck": {"customRules": {\#(Self.rule)}}"#)
    try shop.folder.write(text, to: "api.json")
    #expect(try shop.found(Self.record) == ["money-string /amount"])
    #expect(try shop.found(Self.record, "--rule", "money-string=off") == [])
    #expect(shop.run("test-rules").output == "money-string: ok (1 right, 1 wrong)\n")
    try shop.folder.write(
      #"{"contracts": ["api.json"], "rules": {"money-string": "off", "money-strin": "off"}}"#,
      to: ".schemacheck.json")
    #expect(
      shop.run("check", "-", input: Self.record).errors.contains("did you mean `money-string`?"))
  }

  @Test func catalogueAndExplanation() throws {
    let shop = try OwnRuleShop(Self.rule)
    #expect(shop.run("rules").output.contains("money-string"))
    #expect(shop.run("rules", "--own").output == "money-string\n")
    let text = shop.run("explain", "money-string")
    #expect(text.code == .clean)
    for part in [
      "floats lose cents", "guide 4", ".schemacheck.json:", "put the value in quotes", "19.9",
    ] {
      #expect(text.output.contains(part), "\(part)")
    }
    #expect(shop.run("explain", "money-strin").errors.contains("did you mean `money-string`?"))
  }

  @Test func fixes() throws {
    let rules = #"""
      "quoted": {"where": {"names": "a"}, "schema": {"type": "string"}, "fix": "quote"},
      "bare": {"where": {"names": "b"}, "schema": {"type": "integer"}, "fix": "unquote"},
      "renamed": {"where": {"names": "qty"}, "rename": "count"},
      "written": {"where": {"names": "c"}, "schema": {"pattern": "^x"}, "fix": {"replace": "x{value}"}},
      "json": {"where": {"names": "d"}, "schema": {"const": null}, "fix": {"replace": null}},
      "filled": {"where": {"names": "e"}, "schema": {"required": ["f"]}, "fix": "insertNull"},
      "never": {"where": {"names": "g"}, "schema": {"maximum": 1}, "fix": {"replace": 2}}
      """#
    let shop = try OwnRuleShop(rules)
    let file = try shop.folder.write(
      #"{"a":1.5,"b":"2","qty":3,"c":"y","d":1,"e":{},"g":3,"h":{"qty":1,"count":2}}"#, to: "b.json"
    )
    let scenario = shop.run("fix", file, "--schema", "Order")
    let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    #expect(
      text
        == #"{"a":"1.5","b":2,"count":3,"c":"xy","d":null,"e":{"f":null},"g":3,"h":{"qty":1,"count":2}}"#,
      "\(scenario.everything)")
  }

  /// A fix that would break the rule, the contract or another rule is not made.
  @Test(arguments: [
    // The contract allows `a` and `b`.
    (
      #""r": {"where": {"names": "note"}, "schema": {"pattern": "x$"}, "fix": {"replace": "{value}x"}}"#,
      #"{"note":"a"}"#, #"{"note":"a"}"#
    ),
    (
      #""r": {"where": {"names": "note"}, "schema": {"const": "b"}, "fix": {"replace": "b"}}"#,
      #"{"note":"a"}"#, #"{"note":"b"}"#
    ),
    // The value would not satisfy the rule.
    (
      #""r": {"where": {"names": "n"}, "schema": {"maximum": 1}, "fix": {"replace": 2}}"#,
      #"{"n":3}"#, #"{"n":3}"#
    ),
    (
      #""r": {"where": {"names": "n"}, "schema": {"maximum": 1}, "fix": {"replace": 0}}"#,
      #"{"n":3,"m":[{"n":4},{"n":1}]}"#, #"{"n":0,"m":[{"n":0},{"n":1}]}"#
    ),
    // Another rule would find it.
    (
      #"""
      "r": {"where": {"names": "n"}, "schema": {"minLength": 2}, "fix": {"replace": "{value}-x"}},
      "s": {"where": {"names": "n"}, "schema": {"maxLength": 3}}
      """#, #"{"n":"a","o":{"n":""}}"#, #"{"n":"a-x","o":{"n":"-x"}}"#
    ),
    (
      #"""
      "r": {"where": {"names": "n"}, "schema": {"minLength": 4}, "fix": {"replace": "{value}-x"}},
      "s": {"where": {"names": "n"}, "schema": {"maxLength": 4}}
      """#, #"{"n":"abc","o":{"n":"ab"}}"#, #"{"n":"abc","o":{"n":"ab-x"}}"#
    ),
    // The values would no longer be different.
    (
      #"""
      "r": {"where": {"names": "n"}, "schema": {"maximum": 5}, "fix": {"replace": 5}},
      "s": {"where": {"names": "l"}, "relation": "unique(m[].n)"}
      """#, #"{"l":{"m":[{"n":5},{"n":6}]},"n":7}"#, #"{"l":{"m":[{"n":5},{"n":6}]},"n":5}"#
    ),
    // The new name is documented, and its value would be wrong.
    (
      #""r": {"where": {"names": "qty"}, "rename": "count"}"#, #"{"qty":"two"}"#, #"{"qty":"two"}"#
    ),
    (#""r": {"where": {"names": "qty"}, "rename": "count"}"#, #"{"qty":2}"#, #"{"count":2}"#),
    (
      #""r": {"where": {"pointers": ""}, "schema": {"required": ["count"]}, "fix": "insertNull"}"#,
      "{}", "{}"
    ),
    // One within the other, both in one run.
    (
      #"""
      "r": {"where": {"names": "old"}, "rename": "new"},
      "s": {"where": {"names": "n"}, "schema": {"type": "string"}, "fix": "quote"}
      """#, #"{"old":{"n":1}}"#, #"{"new":{"n":"1"}}"#
    ),
    // The new text would be too long.
    (
      #""r": {"where": {"names": "n"}, "schema": {"minLength": 200000}, "fix": {"replace": "{value}{value}"}}"#,
      #"{"n":"\#(String(repeating: "a b ", count: 15000))"}"#,
      #"{"n":"\#(String(repeating: "a b ", count: 15000))"}"#
    ),
  ])
  func fixesLeaveNothingWrong(rules: String, before: String, after: String) throws {
    let shop = try OwnRuleShop(rules)
    let file = try shop.folder.write(before, to: "b.json")
    let scenario = shop.run("fix", file, "--schema", "Order")
    let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    #expect(text == after, "\(scenario.everything)")
    guard before == after else { return }
    #expect(scenario.errors.contains("whose fix would be"), "\(scenario.errors)")
  }

  @Test func onlyOneRuleIsFixed() throws {
    let shop = try OwnRuleShop(Self.rule)
    let file = try shop.folder.write(#"{"amount": 19.90}"#, to: "b.json")
    _ = shop.run("fix", file, "--schema", "Order", "--only", "money-string")
    #expect(
      try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8) == #"{"amount": "19.90"}"#
    )
  }

  @Test func lint() throws {
    let shop = try OwnRuleShop(
      Self.rule + #", "elsewhere": {"where": {"operations": "GET /x"}, "schema": false}"#)
    let scenario = shop.run("lint", "-", "--format", "concise", input: #"{"amount": 1}"#)
    #expect(scenario.output.contains("error[money-string] `amount` is 1; amounts are strings"))
    #expect(!scenario.output.contains("elsewhere"))
    let right = shop.run("lint", "-", input: #"{"amount": "1.00"}"#)
    #expect(right.code == .clean)
  }

  /// The status and the media type that came are enough.
  @Test func lintKnowsTheExchange() throws {
    let shop = try OwnRuleShop(
      #"""
      "s": {"where": {"names": "amount", "statuses": ["4XX"]}, "schema": false},
      "m": {"where": {"names": "amount", "mediaTypes": "*/problem+json"}, "schema": false},
      "q": {"where": {"names": "amount", "in": "request"}, "schema": false},
      "r": {"relation": "amount == status()"}
      """#)
    let problem = "application/problem+json"
    let records = [
      OwnRuleShop.get(#"{"amount": 422}"#, status: 422),
      OwnRuleShop.get(#"{"amount": 200}"#, type: problem), OwnRuleShop.get(#"{"amount": 201}"#),
      OwnRuleShop.get(#"{"amount": 7, "swagger": "2.0"}"#, status: 404, type: problem),
    ]
    let scenario = shop.run(
      "lint", "-", "-f", "concise", input: records.map { $0 + "\n" }.joined())
    #expect(
      scenario.output == """
        <stdin>:1:128: error[s] `amount` is not allowed here  (GET /orders/7 422 /amount)
        <stdin>:2:136: error[m] `amount` is not allowed here  (GET /orders/7 200 /amount)
        <stdin>:3:128: error[r] `amount == status()` is not true: `amount` is 201, `status()` is 200  (GET /orders/7 200 /amount)

        """)
  }

  @Test func baseline() throws {
    let shop = try OwnRuleShop(Self.rule)
    let file = try shop.folder.write(Self.record + "\n", to: "a.ndjson")
    let base = shop.folder.path + "/base.json"
    _ = shop.run("check", file, "--baseline", base, "--update-baseline", "--allow-growth")
    #expect(shop.run("check", file, "--baseline", base).code == .clean)
    #expect(shop.run("check", file).code == .findings)
  }

  /// Whatever finds something at them: the rule, another one, the contract.
  @Test(arguments: [
    "text", "concise", "json", "ndjson", "sarif", "junit", "github", "gitlab", "rdjson", "markdown",
    "html",
  ])
  func secretsAreNeverShown(format: String) throws {
    let shop = try OwnRuleShop(
      #"""
      "pan": {"where": {"names": ["inner_code", "id", "page", "X-App", "count", "a*_hue"]},
       "secret": true, "message": "`{name}` is {value}"},
      "place": {"where": {"pointers": "/meta/shoes/*"}, "secret": true},
      "other": {"where": {"types": "string"}, "schema": false, "message": "`{name}` is {value}"}
      """#)
    let record =
      #"{"method":"GET","url":"https://h/orders/zebra42?page=lion88","#
      + #""requestHeaders":{"x-app":"giraffe7"},"status":200,"#
      + #""responseHeaders":{"content-type":"application/json"},"responseBody":"#
      + #"{"count":"tiger99","meta":{"innerCode":"zq81-kkw2","aHue":"mouse5","shoes":["otter6"]}}}"#
    let scenario = shop.run(
      ["check", "-", "--format", format, "--explain-match"], input: record + "\n")
    #expect(scenario.code == .findings)
    for secret in ["zebra42", "lion88", "giraffe7", "tiger99", "zq81", "mouse5", "otter6"] {
      #expect(!scenario.everything.contains(secret), "\(secret) \(scenario.everything)")
    }
    for property in ["innerCode", "count", "aHue", "page"] {
      #expect(scenario.everything.contains(property), "\(property)")
    }
  }

  @Test func secretsAreNotInDiffs() throws {
    let shop = try OwnRuleShop(
      #"""
      "pan": {"where": {"names": "inner_code"}, "secret": true},
      "renamed": {"where": {"names": "qty"}, "rename": "count"}
      """#)
    let file = try shop.folder.write(#"{"inner_code":"zebra42","qty":1}"#, to: "b.json")
    let scenario = shop.run("fix", file, "--schema", "Order", "--diff")
    #expect(scenario.output.contains("count"))
    #expect(!scenario.everything.contains("zebra42"), "\(scenario.everything)")
  }

  /// `X-Pin` is `pin` in the style of headers.
  @Test func headersOfKnownSecrets() throws {
    let shop = try OwnRuleShop(
      #""r": {"where": {"names": "x-pin", "in": "header"}, "schema": {"maxLength": 1}}"#)
    let text = OwnRuleShop.contract.replacingOccurrences(of: "x-app", with: "X-Pin")
    try shop.folder.write(text, to: "api.json")
    let record =
      #"{"method":"GET","url":"/orders/7","requestHeaders":{"X-Pin":"giraffe7"},"status":200,"#
      + #""responseHeaders":{"content-type":"application/json"},"responseBody":{}}"#
    let scenario = shop.run("check", "-", input: record + "\n")
    #expect(scenario.output.contains("X-Pin: ‹8 characters›"), "\(scenario.everything)")
    #expect(!scenario.everything.contains("giraffe7"))
  }
}
