import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What a rule answers for, its further demands and its words.
@Suite struct OwnRuleWordsTests {
  private static let contract = """
    {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "x-schemacheck": {},
     "paths": {"/orders/{id}": {
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
      "get": {"responses": {"200": {"content": {"application/json": {
       "schema": {"type": "object", "required": ["note", "owner"], "properties": {
        "note": {"type": ["string", "null"]}, "owner": {"type": "string"},
        "qty": {"type": "integer", "minimum": 1, "maximum": 9},
        "code": {"type": "string", "minLength": 4}, "state": {"type": "string"},
        "lat": {"type": "number"}, "lng": {"type": "number"}, "tags": {}, "meta": {}}}}}}}}}}}
    """

  /// A rule called `r`, the properties of a body beside `note` and `owner`, and its findings:
  /// severity, rule, place, message and advice. `info` is a note.
  private static let cases: [(rule: String, body: String, found: [String])] = [
    // Keywords of the contract.
    (
      #""where": {"names": "qty"}, "answersFor": ["minimum", "maximum"], "severity": "note", "messages": [{"of": "minimum", "message": "`{name}` is {value}; order {limit}", "help": "send {limit}"}]"#,
      #""qty": 0"#, ["error r /qty: `qty` is 0; order 1; send 1"]
    ),
    (
      #""where": {"names": "qty"}, "answersFor": ["minimum", "maximum"], "messages": [{"of": "minimum", "message": "`{name}` is {value}; order {limit}"}]"#,
      #""qty": 10"#, ["error r /qty: `qty` is 10; the maximum is 9"]
    ),
    (
      #""where": {"names": "qty"}, "answersFor": "minimum""#, #""qty": 10"#,
      ["error schema /qty: `qty` is 10; the maximum is 9"]
    ),
    (
      #""where": {"names": "qty"}, "answersFor": "string", "message": "not {value}", "help": "send a number""#,
      #""qty": "1""#, [#"error r /qty: not "1"; send a number"#]
    ),
    (
      #""where": {"names": "qty"}, "answersFor": "string""#, #""qty": true"#,
      ["error schema /qty: `qty` is a boolean; the contract says an integer; send an integer"]
    ),
    // What the fix of a rule would do is the advice, where it helps.
    (
      #""where": {"names": "state"}, "schema": {"pattern": "^x-"}, "fix": {"replace": "x-{value}"}"#,
      #""state": "a""#,
      [
        #"error r /state: `state` is "a"; it does not match `^x-` (must begin with `x-`); write `"x-a"`"#
      ]
    ),
    (
      #""where": {"names": "state"}, "schema": {"pattern": "^x-"}, "message": "no", "fix": {"replace": "x-{value}"}"#,
      #""state": "a""#, [#"error r /state: no; write `"x-a"`"#]
    ),
    (
      #""where": {"names": "state"}, "schema": {"pattern": "^x-"}, "help": "ask", "fix": {"replace": "x-{value}"}"#,
      #""state": "a""#,
      [#"error r /state: `state` is "a"; it does not match `^x-` (must begin with `x-`); ask"#]
    ),
    (
      #""where": {"names": "state"}, "schema": {"pattern": "^y-"}, "fix": {"replace": "x-{value}"}"#,
      #""state": "a""#,
      [#"error r /state: `state` is "a"; it does not match `^y-` (must begin with `y-`)"#]
    ),
    // With a demand: what the contract refuses is one finding.
    (
      #""where": {"names": "qty"}, "answersFor": "minimum", "schema": {"minimum": 1, "multipleOf": 2}, "message": "even""#,
      #""qty": -1"#, ["error r /qty: even"]
    ),
    (
      #""where": {"names": "qty"}, "answersFor": "minimum", "schema": {"multipleOf": 2}, "message": "even""#,
      #""qty": 3, "meta": {"qty": 3}"#, ["error r /qty: even", "error r /meta/qty: even"]
    ),
    (
      #""where": {"names": "qty", "documented": true}, "schema": {"multipleOf": 2}, "message": "even""#,
      #""qty": 3, "meta": {"qty": 3}"#, ["error r /qty: even"]
    ),
    (
      #""where": {"types": "integer", "documented": true}, "schema": {"multipleOf": 2}, "message": "even""#,
      #""qty": 3, "meta": {"n": 3}"#, ["error r /qty: even"]
    ),
    // Lengths.
    (
      #""where": {"names": "code"}, "answersFor": "minLength", "messages": [{"of": ["minLength", "maxLength"], "message": "{length} of {limit}"}]"#,
      #""code": "äb""#, ["error r /code: 2 of 4"]
    ),
    // Properties that the contract does not list.
    (
      #""where": {"names": "debug", "documented": false}, "forbid": true"#,
      #""debug": 1, "meta": {"Debug": 2}"#,
      [
        "error r /debug: `debug` must not be here; remove it",
        "error r /meta/Debug: `Debug` must not be here; remove it",
      ]
    ),
    (#""where": {"names": "qty", "documented": false}, "forbid": true"#, #""qty": 1"#, []),
    (
      #""where": {"documented": false, "operations": "GET /orders*"}, "forbid": true, "message": "`{name}` is new", "help": "document it""#,
      #""qyt": 1"#,
      [
        "warning undocumented-field /qyt: `qyt` is not in the contract; did you mean `qty`?; document it or remove it"
      ]
    ),
    // Properties that come together.
    (
      #""together": ["lat", "lng", "zoom"]"#, #""meta": {"lat": 1, "lng": 2}"#,
      ["error r /meta (property `zoom`): `zoom` is missing; `lat` requires it; add `zoom`"]
    ),
    (#""together": ["{latitude}", "{longitude}"]"#, #""lat": 1, "lng": 2"#, []),
    (
      #""where": {"members": ["from", "to"]}, "schema": {"required": ["zone"]}, "messages": [{"of": "required", "message": "no {member}", "help": "add {member}"}]"#,
      #""meta": {"a": {"from": 1}, "b": {"from": 1, "to": 2}}"#,
      ["error r /meta/b (property `zone`): no zone; add zone"]
    ),
    // More values.
    (
      #""where": {"names": "a"}, "schema": {"maximum": 1}, "also": [{"where": {"names": "b"}, "schema": {"maximum": 2}}], "messages": [{"names": "b", "message": "b!"}, {"of": "maximum", "message": "a!"}]"#,
      #""meta": {"a": 2, "b": 3}"#, ["error r /meta/a: a!", "error r /meta/b: b!"]
    ),
    (
      #""where": {"names": "a", "in": "request"}, "schema": {"maximum": 1}, "also": [{"where": {"names": "b"}, "schema": {"maximum": 2}}]"#,
      #""meta": {"a": 2, "b": 3}"#, []
    ),
    // The contract's names of coordinates.
    (
      #""where": {"names": "{latitude}"}, "schema": {"maximum": 60}, "message": "{name}""#,
      #""lat": 61, "lng": 2"#, ["error r /lat: lat"]
    ),
    // The allowed value that was meant.
    (
      #""where": {"names": "state"}, "schema": {"enum": ["open", "paid"]}, "message": "no state", "help": "send a state", "fix": "choose""#,
      #""state": "Open""#, ["error r /state: no state; write `open`"]
    ),
    (
      #""where": {"names": "state"}, "schema": {"enum": ["open", "paid"]}, "message": "no state", "help": "send a state", "fix": "choose""#,
      #""state": "x""#, ["error r /state: no state; send a state"]
    ),
    // Values without a name.
    (
      #""where": {"pointers": ["", "/tags/*"]}, "schema": {"not": {"enum": [1]}, "maxProperties": 2}, "message": "`{name}` is wrong""#,
      #""tags": [1]"#,
      ["error r: the body is wrong", "error r /tags/0: element 0 is wrong"]
    ),
  ]

  @Test(arguments: cases.indices)
  func saysWhatItIsTold(index: Int) throws {
    let (rule, body, found) = Self.cases[index]
    let shop = try OwnRuleShop("\"r\": {\(rule)}")
    try shop.folder.write(Self.contract, to: "api.json")
    #expect(try Self.found(shop, #"{"note": null, "owner": "o", \#(body)}"#) == found)
  }

  /// "error r /qty: message; advice" of each finding.
  private static func found(_ shop: OwnRuleShop, _ body: String) throws -> [String] {
    let record = OwnRuleShop.get(body) + "\n"
    let scenario = shop.run("check", "-", "--format", "rdjson", input: record)
    let report = try JSONSerialization.jsonObject(with: Data(scenario.output.utf8))
    guard let diagnostics = (report as? [String: Any])?["diagnostics"] as? [[String: Any]] else {
      return [scenario.errors]
    }
    return diagnostics.compactMap { diagnostic in
      let rule = (diagnostic["code"] as? [String: Any])?["value"] as? String ?? ""
      guard rule != "undocumented-field" || body.contains("qyt") else { return nil }
      let severity = (diagnostic["severity"] as? String ?? "").lowercased()
      let parts = (diagnostic["message"] as? String ?? "").components(
        separatedBy: " (GET /orders/{id} 200")
      return "\(severity) \(rule)\(parts[1].dropLast()): \(parts[0])"
    }
  }

  @Test func missingProperties() throws {
    let shop = try OwnRuleShop(
      #"""
      "r": {"where": {"names": "owner"}, "answersFor": "required", "fix": {"insertNull": "n"},
       "messages": [{"of": "required", "message": "who owns it?", "help": "add {member}"}]}
      """#)
    try shop.folder.write(Self.contract, to: "api.json")
    #expect(
      try Self.found(shop, "{}") == [
        #"error explicit-null (property `note`): `note` is missing; this API sends an explicit `null`; add `"note": null`"#,
        "error r (property `owner`): who owns it?; add owner",
      ])
    #expect(shop.run("explain", "r").output.contains("fix          n\n"))
  }

  @Test func aGuessIsAWarningWhereTheContractKnowsNoRules() throws {
    let rule = #""r": {"guess": true, "where": {"names": "qty"}, "schema": {"maximum": 1}}"#
    let shop = try OwnRuleShop(rule)
    try shop.folder.write(Self.contract, to: "api.json")
    let body = #"{"note": null, "owner": "o", "qty": 2}"#
    #expect(try Self.found(shop, body) == ["error r /qty: `qty` is 2; the maximum is 1"])
    let foreign = Self.contract.replacingOccurrences(of: #" "x-schemacheck": {},"#, with: "")
    try shop.folder.write(foreign, to: "api.json")
    #expect(try Self.found(shop, body) == ["warning r /qty: `qty` is 2; the maximum is 1"])
  }

  private static let errors: [(rule: String, line: String)] = [
    (
      #""answersFor": "minimum""#, "1:65: `answersFor` needs `names` in `where`"
    ),
    (
      #""where": {"names": "a"}, "answersFor": "minimun""#,
      "1:90: `answersFor` cannot have `minimun`; did you mean `minimum`?"
    ),
    (
      #""where": {"names": "a"}, "answersFor": ["required", "type"]"#,
      "1:90: `required` must be the only keyword in `answersFor`; use `also` for other keywords"
    ),
    (
      #""where": {"pointers": "/a"}, "answersFor": "type""#,
      "1:73: `answersFor` and `pointers` cannot be used together"
    ),
    (
      #""where": {"names": "a", "documented": false}, "schema": {}"#,
      "1:89: `documented: false` is allowed only with `forbid` or `secret`"
    ),
    (
      #""where": {"names": "a*", "documented": false}, "forbid": true"#,
      "1:70: with `documented: false`, `names` must be whole names, without `*`"
    ),
    (
      #""where": {"documented": false}, "forbid": true, "examples": {}"#,
      "1:111: a rule without `names` needs a contract, so it cannot have `examples`"
    ),
    (#""together": ["a"]"#, "1:63: `together` must list at least two properties"),
    (
      #""schema": {}, "also": [{"where": {"in": "request"}, "schema": {}}]"#,
      "1:85: `where` has no property `in`"
    ),
    (#""schema": {}, "also": [{}]"#, "1:74: the rule `r` requires nothing; add one of"),
    (#""schema": {}, "messages": [{"of": "minimum"}]"#, "1:78: an element of `messages` needs"),
    (
      #""schema": {}, "message": "{limit}""#,
      "1:76: `{limit}` is allowed only in `messages` whose `of` has only `exclusiveMaximum`"
    ),
    (
      #""schema": {}, "messages": [{"of": ["minimum", "pattern"], "message": "{limit}"}]"#,
      "1:120: `{limit}` is allowed only in `messages` whose `of` has only `exclusiveMaximum`"
    ),
    (#""schema": {}, "guess": "yes""#, "1:74: `guess` must be `true` or missing"),
    (
      #""schema": {}, "side": "client""#,
      "1:73: `side` must be one of `contract`, `server`, `app`"
    ),
  ]

  @Test(arguments: errors.indices)
  func errorsNameTheirPlace(index: Int) throws {
    let (rule, line) = Self.errors[index]
    let scenario = try OwnRuleShop("\"r\": {\(rule)}").run("check", "-", input: "{}")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors.hasPrefix("schemacheck: .schemacheck.json:\(line)"), "\(scenario.errors)")
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }

  /// Texts of YAML's blocks are on one line.
  @Test func lineBreaksAreBlanks() throws {
    let shop = try OwnRuleShop("", more: #", "extends": ["r.yaml"]"#)
    try shop.folder.write(
      """
      customRules:
        r:
          summary: >
            a v that is
            not wanted

            at all
          why: |
            First line.
              Second line.
          help: |
            take it out
          where: {names: v}
          schema: false
          message: "not\\n  {value}"
      """, to: "r.yaml")
    #expect(
      shop.run("rules").output.contains(
        "r                      error    a v that is not wanted at all\n")
        || shop.run("rules").output.contains(" a v that is not wanted at all\n"))
    let scenario = shop.run("check", "-", input: OwnRuleShop.get(#"{"v": 1}"#) + "\n")
    #expect(scenario.output.contains("error[r]: not 1\n"))
    #expect(scenario.output.contains("= why: First line. Second line.\n"))
    #expect(scenario.output.contains("take it out\n"))
    #expect(!scenario.everything.contains("␊"))
  }

  @Test func explanationsShowWhereAndWhat() throws {
    let shop = try OwnRuleShop(
      #"""
      "a": {"where": {"names": ["x", "*_x"], "operations": "GET /orders*"}, "relation": "end >= start",
            "help": "https://wiki.example/a"},
      "b": {"rename": "y", "where": {"names": "z"}},
      "c": {"secret": true, "where": {"names": "pin"}, "help": "leave it out"},
      "d": {"schema": {"type": "string", "pattern": "^a$"}},
      "e": {"answersFor": ["minimum"], "where": {"names": "n"},
            "also": [{"where": {"members": ["s", "t"]}, "together": ["s", "u"]}]}
      """#)
    let expected: [(String, [String])] = [
      (
        "a",
        [
          "where       names: x, *_x; operations: GET /orders*\n",
          "asks        relation: end >= start\n", "help        https://wiki.example/a\n",
        ]
      ), ("b", ["where       names: z\n", "asks        rename: y\n"]),
      ("c", ["asks        secret\n", "help        leave it out\n"]),
      (
        "d",
        ["where       everywhere\n", #"asks        schema: {"type":"string","pattern":"^a$"}"#]
      ),
      (
        "e",
        [
          "answers for  minimum\nwhere        members: s, t\n"
            + "asks         together: s, u\n"
        ]
      ),
    ]
    for (id, parts) in expected {
      let text = shop.run("explain", id).output
      for part in parts { #expect(text.contains(part), "\(text)") }
    }
  }
}
