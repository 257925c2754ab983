import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Files of rules, their errors, and `test-rules`.
@Suite struct OwnRuleFileTests {
  /// A rule called `r` that cannot be read, and the line that says so.
  private static let errors: [(rule: String, line: String)] = [
    (
      #""r": {}"#,
      "1:45: the rule `r` requires nothing; add one of `schema`, `forbid`, `rename`, `relation`, "
        + "`together`, `secret`"
    ),
    (#""schema": {"schema": {}}"#, "1:45: `schema` is a rule of schemacheck; choose another id"),
    (
      #""R r": {"schema": {}}"#,
      "1:45: `R r` is not a rule id: at most 64 small letters, digits and `-`, such as `money-string`"
    ),
    (#""r": {"shema": {}}"#, "1:51: the rule `r` has no property `shema`; did you mean `schema`?"),
    (
      #""r": {"schema": {}, "where": {"name": "a"}}"#,
      "1:75: `where` has no property `name`; did you mean `names`?"
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
    (
      #""r": {"relation": "a => b"}"#,
      "1:63: `relation`, character 3: `=` means nothing here; write `>=`"
    ),
    (
      #""r": {"relation": "a =< b"}"#,
      "1:63: `relation`, character 3: `=` means nothing here; write `<=`"
    ),
    (
      #""r": {"relation": "a > 1 && b > 1"}"#,
      "1:63: `relation`, character 7: `&` means nothing here; write `and`"
    ),
    (
      #""r": {"relation": "sum(a[*].b) > 1"}"#,
      "1:63: `relation`, character 7: a position, a name in quotes or `]` is expected here; `[]` means every element"
    ),
    (
      #""r": {"relation": "a[1000000] > 1"}"#,
      "1:63: `relation`, character 3: `1000000` is not the position of an element"
    ),
    (
      #""r": {"schema": {}, "where": {"pointers": "items/*/price"}}"#,
      "1:87: a JSON Pointer begins with `/`: write `/items/*/price`"
    ),
    (
      #""r": {"schema": {}, "where": {"pointers": "/a~b"}}"#,
      "1:87: `pointers` must have JSON Pointers such as `/items/*/price`; write `~0` for `~`"
    ),
    (
      #""r": {"schema": {}, "where": {"pointers": "/**/**/**/a"}}"#,
      "1:87: an element of `pointers` may have at most 64 parts, and at most two `**`"
    ),
    (
      #""r": {"schema": {}, "fix": {"replace": "x{old}"}}"#,
      "1:84: there is no `{old}`; `replace` can use `{name}` and `{value}`"
    ),
    (
      #""r": {"schema": {}, "examples": {"wrong": [{"a": 1}]}}"#,
      #"1:88: a wrong example must be `{"body": …, "at": …}`; put it into `body`"#
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
    (
      #""r": {"forbid": true}"#,
      "1:61: `forbid` checks names; list them with `names` in `where`"
    ),
    (
      #""r": {"schema": {}, "message": "{nme}"}"#,
      "1:76: there is no `{nme}`; a message can use `{name}` and `{value}`; did you mean `name`?"
    ),
    (#""r": {"schema": {}, "where": {"types": "text"}}"#, "1:84: `text` is not a JSON type"),
    (
      #""r": {"schema": {"patern": "^a$"}}"#,
      "1:62: `schema` has no keyword `patern`; did you mean `pattern`?"
    ),
    (
      #""r": {"schema": {"properties": {"a": {"anyOf": [{"maxLenght": 3}]}}}}"#,
      "1:94: `schema` has no keyword `maxLenght`; did you mean `maxLength`?"
    ),
    (
      #""r": {"schema": {"format": "date-tim"}}"#,
      "1:72: `schema`: there is no format `date-tim`; did you mean `date-time`?"
    ),
    (
      #""r": {"schema": {}, "where": {"formats": ["date", "date-tim"]}}"#,
      "1:95: `formats`: there is no format `date-tim`; did you mean `date-time`?"
    ),
    (
      #""r": {"where": {"names": ["userId"]}, "rename": "userId"}"#,
      "1:93: `userId` is the old and the new name; list only old names"
    ),
    (#""r": {"schema": {}, "at": "a"}"#, "1:71: `at` is allowed only with `relation`"),
    (
      #""r": {"relation": "a > 1", "at": "a.b > 1"}"#,
      "1:78: `at`, character 5: `>` is not expected here"
    ),
    (
      #""r": {"schema": {}, "where": {"when": "present(a)"}}"#,
      "1:74: `when` is for a whole body; list the places to check in `pointers`"
    ),
    (
      #""r": {"schema": {}, "where": {"pointers": "", "when": "a >"}}"#,
      "1:99: `when`, character 4: the relation ends too early"
    ),
    (
      #""r": {"relation": "unique(a[].x, b[].x)"}"#,
      "1:63: `relation`, character 15: `unique` compares the elements of only one list"
    ),
    (
      #""r": {"relation": "query(a, page) > 1"}"#,
      "1:63: `relation`, character 10: the name of a parameter is expected here, in quotes"
    ),
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

  /// A rule that asks for what no contract has.
  @Test(arguments: [
    (
      #""schemas": ["Ordr"]"#,
      "never applies: the contract has no schema `Ordr`; did you mean `Order`?"
    ),
    (#""schemas": ["Ordr", "Or*"]"#, ""),
    (
      #""operations": "GET /nothing*""#,
      "never applies: the contract has no operation `GET /nothing*`"
    ),
    (#""operations": "GET /refund*""#, ""),
    (
      #""statuses": [302, 301]"#,
      "applies only to statuses that are not documented: the contract has no response for the "
        + "status `302`, `301`"
    ),
    (#""statuses": [302, 404]"#, ""),
    (#""statuses": "418""#, ""),
    (
      #""mediaTypes": "text/*", "in": "response""#,
      "applies only to statuses that are not documented: the contract has no media type `text/*`"
    ),
    (
      #""mediaTypes": "text/*", "in": "request""#,
      "never applies: the contract has no media type `text/*`"
    ),
    (#""mediaTypes": "*/problem+json""#, ""),
    (#""names": "nothing""#, ""),
  ])
  func rulesAboutNothing(condition: String, reason: String) throws {
    let shop = try OwnRuleShop("\"r\": {\"schema\": {}, \"where\": {\(condition)}}")
    let text = OwnRuleShop.contract.replacingOccurrences(of: #""default""#, with: #""500""#)
    try shop.folder.write(text, to: "api.json")
    let record = OwnRuleShop.get("{}") + "\n"
    let checked = shop.run("check", "-", input: record)
    let line =
      ".schemacheck.json:1:45: warning: the rule `r` \(reason)\n"
    #expect(checked.code == .clean)
    #expect(checked.errors.hasPrefix(reason.isEmpty ? "no findings\n1" : line), "\(checked.errors)")
    #expect(
      shop.run("test-rules").output
        == "r: no examples\n" + (reason.isEmpty ? "" : "  \(reason)\n"))
    #expect(!shop.run("check", "-", "--quiet", input: record).errors.contains("applies"))
    #expect(!shop.run("check", "-", "--rule", "r=off", input: record).errors.contains("applies"))
  }

  /// Words that are nearly no keyword say something to others.
  @Test func annotationsAreNoMistakes() throws {
    let shop = try OwnRuleShop(
      #"""
      "r": {"where": {"formats": ["ulid", "emoji"]}, "schema": {"x-note": 1, "note": "n", "unit": "m",
      "properties": {"patern": {}}, "const": {"maxLenght": 3}, "format": "ulid"}}
      """#)
    #expect(try shop.found(OwnRuleShop.get("{}")) == [])
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
    (#"["out.json"]"#, "1:60: `out.json` cannot be read: a link leads out of the folder"),
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
        == "schemacheck: .schemacheck.json:1:45: the rule `r` is defined twice; the other "
        + "definition is in a.json:1:18\n")
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
       "examples": {"right": [], "wrong": [{"body": {"a": 1, "b": 2}, "at": "/a"}]}}
      """#)
    let scenario = shop.run("test-rules")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output == """
        right: 1 not as expected (2 right, 0 wrong)
          .schemacheck.json:2:66: right example 2 has a finding at `/a`: `a` is a string; the rule says an integer
          never applies: the contract has no operation `GET /x`
        passes: 1 not as expected (0 right, 1 wrong)
          .schemacheck.json:4:25: wrong example 1 has no finding at `/a`
        elsewhere: 1 not as expected (0 right, 1 wrong)
          .schemacheck.json:6:25: wrong example 1 also has a finding at `/b/a`: `a` is the number 2.5; the rule says an integer
        none: no examples
        fine: ok (0 right, 1 wrong)

        """)
    #expect(scenario.errors == "tested 4 rules: 3 not as expected; 1 rule has no examples\n")
    let empty = try OwnRuleShop("").run("test-rules")
    #expect(empty.code == .error)
  }

  /// Nothing is as expected where nothing is expected.
  @Test func noExamplesAtAll() throws {
    let shop = try OwnRuleShop(#""a": {"schema": true}, "b": {"schema": true}"#)
    let scenario = shop.run("test-rules")
    #expect(scenario.code == .clean)
    #expect(scenario.output == "a: no examples\nb: no examples\n")
    #expect(scenario.errors == "tested 0 rules; 2 rules have no examples\n")
    let folder = Scenario.run("test-rules", shop.folder.path, "--no-config")
    #expect(folder.code == .error)
    #expect(
      folder.errors
        == "schemacheck: \(shop.folder.path) is a folder; give the files of rules in this folder\n")
  }

  /// Why an unknown relation finds nothing in a wrong example.
  @Test(arguments: [
    ("a > b", #"{"a": 1}"#, "`b` is missing"),
    ("a > b", #"{"a": "x", "b": "y"}"#, "`>` cannot compare `a` and `b`"),
    (
      "before(b, a)", #"{"a": "2026-02-01", "b": "2026-01-31T10:00:00Z"}"#,
      "`before` cannot compare `b` and `a`"
    ),
    ("after(a, b)", #"{"a": "2026-02-01", "b": 1}"#, "`after` cannot compare `a` and `b`"),
    ("a == 'x'", #"{"a": true}"#, "`==` cannot compare `a` and `\"x\"`"),
    ("a + 1 > b", #"{"a": "x", "b": 1}"#, "`a` and `1` cannot be computed"),
    ("-a > 1", #"{"a": "x"}"#, "`a` is not a number"),
    (
      "sum(a[].n) > 9", #"{"a": [{"n": "x"}]}"#,
      "`a[].n` is missing, or contains other values than "
        + "numbers"
    ),
    ("count(a) > 9", #"{"a": 1}"#, "`a` is not a list"),
    ("unique(a[].n)", #"{"b": 1}"#, "`a[].n` is missing"),
    ("not (a > b and present(c))", #"{"a": 1, "c": 1}"#, "`b` is missing"),
    ("present(c) and a > b or a > b", #"{"a": 1, "c": 1}"#, "`b` is missing"),
    ("a > b", #"{"a": 2, "b": 1}"#, ""),
  ])
  func unknownRelations(relation: String, body: String, reason: String) throws {
    let shop = try OwnRuleShop(
      #""r": {"relation": "\#(relation)", "examples": {"wrong": [{"body": \#(body), "at": ""}]}}"#)
    let scenario = shop.run("test-rules")
    #expect(scenario.code == .findings)
    let line =
      "wrong example 1 has no finding at the body itself"
      + (reason.isEmpty ? "" : ": the relation is unknown, since \(reason)") + "\n"
    #expect(scenario.output.hasSuffix(line), "\(scenario.output)")
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
    let many = (0...10_000).map { #""r\#($0)":{"schema":{}}"# }.joined(separator: ",")
    #expect(
      try OwnRuleShop(many).run("check", "-", input: "{}").errors.hasSuffix(
        ": there are more than 10000 rules in `customRules`\n"))
    let stars = try OwnRuleShop(#""r": {"schema": false, "where": {"pointers": "/**/**/**/x"}}"#)
    #expect(stars.run("check", "-", input: "{}").errors.contains("at most two `**`"))
    let places = (0..<1000).map { "\"/amount/\($0)/\(1_000_000_000 + $0)\"" }.joined(
      separator: ",")
    let names = (0..<1000).map { "\"*x\($0)*\"" }.joined(separator: ",")
    let nested = String(repeating: #"{"a":["#, count: 100) + String(repeating: "]}", count: 100)
    for rule in [
      #""schema": {"pattern": "^(a+)+$"}, "where": {"names": "amount"}"#,
      #""schema": false, "where": {"pointers": "/**/a/**/x"}"#,
      #""schema": {"not": {"not": {"not": {}}}}"#,
      "\"schema\": false, \"where\": {\"pointers\": [\(places)]}",
      "\"schema\": false, \"where\": {\"names\": [\(names)]}",
    ] {
      let shop = try OwnRuleShop("\"r\": {\(rule)}")
      let body =
        #"{"amount": "\#(String(repeating: "a", count: 2000))!", "meta": {"x": \#(nested)}}"#
      let scenario = shop.run("check", "-", input: OwnRuleShop.get(body) + "\n")
      #expect(scenario.code != .clean || scenario.errors.contains("1 of 1 exchange checked"))
    }
  }
}
