import Foundation
import TestSupport
import Testing

@testable import schemacheck

/// Files of rules, their errors, and `test-rules`.
@Suite struct OwnRuleFileTests {
  /// A rule called `r` that cannot be read, and the line that says so.
  private static let errors: [(rule: String, line: String)] = [
    (
      #""r": {}"#,
      "1:45: the rule `r` asks for nothing; add one of `schema`, `forbid`, `rename`, `relation`, `together`, `secret`"
    ),
    (#""schema": {"schema": {}}"#, "1:45: `schema` is a rule of schemacheck; choose another id"),
    (
      #""R r": {"schema": {}}"#,
      "1:45: `R r` is no id of a rule: at most 64 small letters, digits and `-`, such as `money-string`"
    ),
    (#""r": {"shema": {}}"#, "1:51: the rule `r` has no member `shema`; did you mean `schema`?"),
    (
      #""r": {"schema": {}, "where": {"name": "a"}}"#,
      "1:75: `where` has no member `name`; did you mean `names`?"
    ),
    (
      #""r": {"schema": {"pattern": "("}}"#,
      "1:73: `schema`: `pattern` is not a regular expression: "
    ),
    (
      #""r": {"schema": {"properties": {"a": {"minLength": "1"}}}}"#,
      "1:96: `schema`: `minLength` must be a whole number of at least 0"
    ),
    (
      #""r": {"relation": "a = b"}"#,
      "1:63: `relation`, character 3: `=` means nothing here; write `==`"
    ),
    (#""r": {"relation": "a >= "}"#, "1:63: `relation`, character 6: the relation ends too early"),
    (
      #""r": {"relation": "a[] > 1"}"#,
      "1:63: `relation`, character 2: `[]` means many values; use `sum`, `count` or `unique`"
    ),
    (
      #""r": {"relation": "a + 1"}"#,
      "1:63: `relation`, character 1: a condition is expected here, such as `a >= b`"
    ),
    (#""r": {"forbid": true}"#, "1:61: `forbid` is about keys; say which with `names` in `where`"),
    (
      #""r": {"schema": {}, "message": "{nme}"}"#,
      "1:76: there is no `{nme}`; a message knows `{name}` and `{value}`; did you mean `name`?"
    ),
    (#""r": {"schema": {}, "where": {"types": "text"}}"#, "1:84: `text` is no JSON type"),
  ]

  @Test(arguments: errors.indices)
  func errorsNameTheirPlace(index: Int) throws {
    let (rule, line) = Self.errors[index]
    let scenario = try OwnRuleShop(rule).run("check", "-", input: "{}")
    #expect(scenario.code == .error)
    #expect(scenario.output.isEmpty)
    #expect(
      scenario.errors.hasPrefix("schemacheck: .schemacheck.json:\(line)"), "\(scenario.errors)")
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }

  @Test func extendsReadsFilesInsideTheFolder() throws {
    let shop = try OwnRuleShop("", more: #", "extends": ["rules/a.yaml"]"#)
    try shop.folder.write(
      "extends: [b.json]\ncustomRules:\n  a-rule: {where: {names: amount}, schema: false}\n",
      to: "rules/a.yaml")
    try shop.folder.write(
      #"{"extends": ["../rules/b2.json"], "customRules": {"b-rule": {"where": {"names": "count"}, "schema": false}}}"#,
      to: "rules/b.json")
    try shop.folder.write(#"{"customRules": {}}"#, to: "rules/b2.json")
    #expect(
      try shop.found(OwnRuleShop.get(#"{"amount": 1, "count": 1}"#)) == [
        "a-rule /amount", "b-rule /count",
      ])
  }

  @Test(arguments: [
    (#"["../x.json"]"#, "1:60: `../x.json` must be a path inside the folder of the configuration"),
    (#"["/x.json"]"#, "1:60: `/x.json` must be a path inside the folder of the configuration"),
    (#"["x.json"]"#, "1:60: there is no file `x.json` in the folder of the configuration"),
    (#"[".schemacheck.json"]"#, "1:60: `extends` leads back to `.schemacheck.json`"),
    (#"["out.json"]"#, "1:60: `out.json` cannot be read: a link leads it out of the folder"),
    (#"["loop.json"]"#, ""),
    (#"["bad.yaml"]"#, ""),
  ])
  func extendsThatCannotBeRead(files: String, line: String) throws {
    let shop = try OwnRuleShop("", more: ", \"extends\": \(files)")
    let other = try TemporaryFolder()
    try other.write(#"{"customRules": {}}"#, to: "x.json")
    try shop.folder.link("out.json", to: other.path + "/x.json")
    try shop.folder.write(#"{"extends": ["loop2.json"]}"#, to: "loop.json")
    try shop.folder.write(#"{"extends": ["loop.json"]}"#, to: "loop2.json")
    try shop.folder.write("customRules:\n  r: {schema: {type: text}}\n", to: "bad.yaml")
    let expected =
      line.isEmpty
      ? files.contains("loop")
        ? "loop2.json:1:14: `extends` leads back to `loop.json`"
        : "bad.yaml:2:22: `schema`: "
      : ".schemacheck.json:" + line
    let scenario = shop.run("check", "-", input: "{}")
    #expect(scenario.code == .error)
    #expect(scenario.errors.hasPrefix("schemacheck: \(expected)"), "\(scenario.errors)")
  }

  @Test func anIdStandsOnce() throws {
    let shop = try OwnRuleShop(#""r": {"schema": {}}"#, more: #", "extends": ["a.json"]"#)
    try shop.folder.write(#"{"customRules": {"r": {"schema": {}}}}"#, to: "a.json")
    #expect(
      shop.run("check", "-", input: "{}").errors
        == "schemacheck: .schemacheck.json:1:45: the rule `r` is here a second time; it is also in "
        + "a.json:1:18\n")
  }

  @Test func mismatchesOfExamples() throws {
    let shop = try OwnRuleShop(
      #"""
      "right": {"where": {"names": "a", "operations": "GET /x", "statuses": 404, "in": "query"},
       "schema": {"type": "integer"}, "examples": {"right": [{"a": 1}, {"a": "x"}]}},
      "passes": {"where": {"names": "a"}, "schema": {"type": "integer"},
       "examples": {"wrong": [{"body": {"a": 1}, "at": "/a"}]}},
      "elsewhere": {"where": {"names": "a"}, "schema": {"type": "integer"},
       "examples": {"wrong": [{"body": {"a": "x", "b": {"a": 2.5}}, "at": "/a"}]}},
      "none": {"schema": true}, "fine": {"relation": "a > b",
       "examples": {"right": [], "wrong": [{"body": {"a": 1, "b": 2}, "at": ""}]}}
      """#)
    let scenario = shop.run("test-rules")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output == """
        right: 1 mismatch (2 right, 0 wrong)
          .schemacheck.json:2:66: right example 2 is found wrong at `/a`: `a` is a string; the rule says an integer
        passes: 1 mismatch (0 right, 1 wrong)
          .schemacheck.json:4:25: wrong example 1 passes at `/a`
        elsewhere: 1 mismatch (0 right, 1 wrong)
          .schemacheck.json:6:25: wrong example 1 is also found wrong at `/b/a`: `a` is the number 2.5; the rule says an integer
        none: no examples
        fine: ok (0 right, 1 wrong)

        """)
    #expect(scenario.errors == "tested 5 rules: 3 not as expected\n")
    let empty = try OwnRuleShop("").run("test-rules")
    #expect(empty.code == .error)
  }

  /// The rules of the article *Your own rules* do what it says.
  @Test func theArticleIsTrue() throws {
    let file = PackageFolder.url.appendingPathComponent(
      "Sources/ContractCheck/ContractCheck.docc/YourOwnRules.md")
    let article = try String(contentsOf: file, encoding: .utf8)
    let blocks = article.components(separatedBy: "```yaml\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 14)
    let folder = try TemporaryFolder()
    var ids: Set<Substring> = []
    for block in blocks {
      let path = try folder.write(block, to: "rules.yaml")
      let scenario = Scenario.run("test-rules", path, "--no-config")
      #expect(scenario.code == .clean, "\(block)\(scenario.everything)")
      let id = try #require(scenario.output.split(separator: ":").first)
      ids.insert(id)
      #expect(scenario.output.hasPrefix("\(id): ok ("), "\(scenario.output)")
      #expect(!scenario.output.contains("0 right") && !scenario.output.contains("0 wrong"))
    }
    #expect(ids.count == 14)
  }

  /// Rules that could cost much are refused, or cost little.
  @Test func hostileRules() throws {
    let long = String(repeating: "a", count: 5000)
    let deep = String(repeating: "(", count: 200) + "a" + String(repeating: ")", count: 200)
    let sums = Array(repeating: "sum(a[])", count: 60).joined(separator: " + ")
    for relation in [long, deep + " > 1", sums + " > 1"] {
      let scenario = try OwnRuleShop("\"r\": {\"relation\": \"\(relation)\"}").run(
        "check", "-", input: "{}")
      #expect(scenario.code == .error, "\(relation.prefix(20))")
    }
    let stars = try OwnRuleShop(#""r": {"schema": false, "where": {"pointers": "/**/**/**/x"}}"#)
    #expect(stars.run("check", "-", input: "{}").errors.contains("two of them `**`"))
    let nested = String(repeating: #"{"a":["#, count: 100) + String(repeating: "]}", count: 100)
    for rule in [
      #""schema": {"pattern": "^(a+)+$"}, "where": {"names": "amount"}"#,
      #""schema": false, "where": {"pointers": "/**/a/**/x"}"#,
      #""schema": {"not": {"not": {"not": {}}}}"#,
    ] {
      let shop = try OwnRuleShop("\"r\": {\(rule)}")
      let body =
        #"{"amount": "\#(String(repeating: "a", count: 2000))!", "meta": {"x": \#(nested)}}"#
      let scenario = shop.run("check", "-", input: OwnRuleShop.get(body) + "\n")
      #expect(scenario.code != .clean || scenario.errors.contains("checked 1"))
    }
  }
}
