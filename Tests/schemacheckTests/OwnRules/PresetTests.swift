import ContractCheck
import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The rules of frameworks: their examples, and what they find through `extends`.
@Suite struct PresetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let names = ["django-rest-framework", "json-api", "laravel", "spring"]

  /// Each rule is a warning with a right and a wrong example, and the file is what editors know.
  @Test(arguments: names) func examples(_ name: String) throws {
    let file = PackageFolder.url.appendingPathComponent("schemas/presets/\(name).json")
    let document = try JSONDocument([UInt8](Data(contentsOf: file)))
    let schema = try CompiledSchema(
      try JSONDocument(
        [UInt8](
          Data(
            contentsOf: PackageFolder.url.appendingPathComponent("schemas/rules.schema.json")))))
    #expect(schema.failures(in: document).isEmpty)
    let rules = Array(try #require(document.root["customRules"]).properties)
    let run = Scenario.run("test-rules", file.path)
    #expect(run.code == .clean && run.errors == "tested \(rules.count) rules: all as expected\n")
    for rule in rules {
      let count = { (list: String) in rule.value["examples"]?[list]?.count ?? 0 }
      #expect(rule.value["severity"]?.string == "warning" && count("right") * count("wrong") > 0)
      #expect(
        run.output.contains(
          "\(rule.name): ok (\(count("right")) right, \(count("wrong")) wrong)\n"))
    }
    let list = Scenario.run("rules", "--preset", name)
    #expect(list.output.split(separator: "\n").count == rules.count && list.errors.isEmpty)
  }

  /// One finding a contradiction; what the contract says of the body is beside the point.
  @Test func springPage() throws {
    try folder.write(
      #"{"contracts": ["api.json"], "extends": ["preset:spring"]}"#, to: ".schemacheck.json")
    try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/shoes": {"get":
       {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
        {"type": "object", "properties": {"content": {"type": "array"}}}}}}}}}}}
      """, to: "api.json")
    let body = try folder.write(
      """
      {"content": [{"id": 1}, {"id": 2}], "pageable": {"pageNumber": 7, "pageSize": 2, "offset": 0},
       "last": true, "totalElements": 45, "totalPages": 99, "first": true, "size": 2, "number": 7,
       "sort": {"empty": true, "sorted": false, "unsorted": true}, "numberOfElements": 3, "empty": true}
      """, to: "page.json")
    let run = Scenario.run(
      "check", body, "--config", folder.path + "/.schemacheck.json", "--operation", "GET /shoes",
      "-f", "concise", "--rule", "undocumented-field=off")
    #expect(run.code == .clean)
    #expect(
      run.output.replacing(folder.path, with: "DIR") == """
        DIR/page.json:1:92: warning[spring-pageable-offset] `offset` is 0, but `pageNumber` is 7 and `pageSize` is 2  (GET /shoes 200 /pageable/offset)
        DIR/page.json:2:10: warning[spring-page-last] `last` is true, but `number` is 7 and `totalPages` is 99, and pages are counted from 0  (GET /shoes 200 /last)
        DIR/page.json:2:51: warning[spring-page-total-pages] `totalPages` is 99, which is wrong for a total of 45 in pages of 2  (GET /shoes 200 /totalPages)
        DIR/page.json:2:64: warning[spring-page-first] `first` is true, but `number` is 7, and pages are counted from 0  (GET /shoes 200 /first)
        DIR/page.json:3:82: warning[spring-page-number-of-elements] `numberOfElements` is 3, but the length of `content` is 2  (GET /shoes 200 /numberOfElements)
        DIR/page.json:3:94: warning[spring-page-empty] `empty` is true, but the length of `content` is 2  (GET /shoes 200 /empty)

        """)
    let spring = Scenario.run(
      "explain", "spring-page-last", "--config", folder.path + "/.schemacheck.json")
    #expect(spring.output.contains("written in  preset:spring:"))
  }

  /// Its rules are about JSON:API alone: by the media type, or by what can be nothing else.
  @Test func jsonAPI() throws {
    try folder.write(#"{"extends": ["preset:json-api"]}"#, to: ".schemacheck.json")
    func record(_ type: String, _ body: String) -> String {
      #"{"method": "GET", "url": "/a", "status": 200, "responseHeaders": "#
        + #"{"Content-Type": "\#(type)"}, "responseBody": \#(body)}"# + "\n"
    }
    let bodies = [
      ("application/json", #"{"data": [{"id": 1, "name": "x"}], "count": 1}"#),
      ("application/json", #"{"data": [{"type": "a", "id": 1}], "included": []}"#),
      ("application/json", #"{"errors": [{"status": 404, "title": "x"}]}"#),
      ("application/vnd.api+json; ext=x", #"{"articles": []}"#),
      ("application/json", #"{"jsonapi": {"version": "1.1"}, "articles": []}"#),
      (
        "application/json",
        #"{"data": [{"type": "a", "id": "1", "attributes": {}}, {"id": "2", "attributes": {}}]}"#
      ),
      // What JSON:API lets resources and errors leave out is no missing null.
      (
        "application/vnd.api+json",
        #"{"data": [{"type": "a", "id": "1", "links": {"self": "/1"}}, "#
          + #"{"type": "a", "id": "2", "links": {"self": "/2"}}, {"type": "a", "id": "3"}]}"#
      ),
      (
        "application/vnd.api+json",
        #"{"errors": [{"title": "a", "code": "1"}, {"title": "b", "code": "2"}, {"title": "c"}]}"#
      ),
    ]
    let file = try folder.write(bodies.map { record($0, $1) }.joined(), to: "a.ndjson")
    let run = Scenario.run(
      "lint", file, "--config", folder.path + "/.schemacheck.json", "-f", "concise")
    #expect(
      run.output.replacing(folder.path, with: "DIR") == """
        DIR/a.ndjson:4:135: warning[json-api-top-level] the document has neither `data` nor `errors` nor `meta`  (GET /a 200) (×2 in 2 lines)
        DIR/a.ndjson:6:174: warning[json-api-resource] `type` is missing  (GET /a 200 /data/1 (property `type`))
        DIR/a.ndjson:8:139: warning[json-api-success] the response has errors, but its status says that it is a success  (GET /a 200 /errors)

        """)
  }

  /// The links to pages are not the list, even where the list is an object with the keys of its
  /// elements.
  @Test func laravelLinks() throws {
    try folder.write(
      #"{"contracts": ["api.json"], "extends": ["preset:laravel"]}"#, to: ".schemacheck.json")
    try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get":
       {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
        {"type": "object", "properties": {"data": {"type": "object"}, "links": {"type": "array"},
         "current_page": {"type": "integer"}, "per_page": {"type": "integer"},
         "total": {"type": "integer"}, "last_page": {"type": "integer"}}}}}}}}}}}
      """, to: "api.json")
    let body = try folder.write(
      """
      {"current_page": 1, "data": {"3": {"id": 3}}, "last_page": 1, "per_page": 1, "total": 1,
       "links": [{"label": "<"}, {"label": "1"}, {"label": ">"}]}
      """, to: "body.json")
    let run = Scenario.run(
      "check", body, "--config", folder.path + "/.schemacheck.json", "--operation", "GET /a",
      "-f", "concise", "--rule", "undocumented-field=off")
    #expect(run.output == "" && run.code == .clean, "\(run.output)")
  }

  /// A file of rules says which bodies all of them are about.
  @Test func filesHaveAWhen() throws {
    let shop = try OwnRuleShop("", more: #", "extends": ["rules.yaml"]"#)
    func run(_ when: String, _ rules: String = "") throws -> Scenario {
      try shop.folder.write(
        """
        when: \(when)
        customRules:
          a: {where: {pointers: /amount}, schema: {type: string}}
          b: {where: {pointers: /meta, when: present(total)}, schema: false}
        \(rules)
        """, to: "rules.yaml")
      return shop.run(
        "check", "-", "-f", "concise", "--rule", "undocumented-field=off",
        input: [
          #"{"amount": 1, "meta": {}, "total": 1}"#, #"{"amount": 1, "count": 2, "meta": {}}"#,
        ]
        .map { OwnRuleShop.get($0) + "\n" }.joined())
    }
    #expect(
      try run("absent(count)").output == """
        <stdin>:1:128: error[a] `amount` is a number; the rule says a string  (GET /orders/{id} 200 /amount)
        <stdin>:1:139: error[b] `meta` is not allowed here  (GET /orders/{id} 200 /meta)

        """)
    #expect(
      try run("count > 1").output == """
        <stdin>:2:128: error[a] `amount` is a number; the rule says a string  (GET /orders/{id} 200 /amount)

        """)
    #expect(
      try run("count >").errors
        == "schemacheck: rules.yaml:1:7: `when`, character 8: the relation ends too early\n")
    #expect(
      try run("count > 1", "  c: {schema: true}").errors
        == "schemacheck: rules.yaml:5:6: `when` is for a whole body; list the places to check in "
        + "`pointers`\n"
    )
  }

  @Test func mistakes() throws {
    func errors(_ configuration: String) throws -> String {
      let file = try folder.write(configuration, to: "c.json")
      return Scenario.run("rules", "--config", file).errors.replacing(folder.path, with: "DIR")
    }
    #expect(
      try errors(#"{"extends": ["preset:sprig"]}"#)
        == "schemacheck: DIR/c.json:1:14: there is no preset `sprig`; there are "
        + "`preset:django-rest-framework`, `preset:json-api`, `preset:laravel`, `preset:spring`; "
        + "did you mean `spring`?\n")
    #expect(
      try errors(
        #"{"extends": ["preset:laravel"], "customRules": {"laravel-page-to": {"schema": {}}}}"#
      )
      .hasPrefix(
        "schemacheck: DIR/c.json:1:49: the rule `laravel-page-to` is defined twice; the other "
          + "definition is in preset:laravel:"))
    #expect(
      try errors(#"{"decoder": {"dates": "iso8601"}}"#) == """
        schemacheck: DIR/c.json:1:2: a configuration has no property `decoder`; it belongs in \
        `x-schemacheck` of a contract, or here in `clients`: \
        `"clients": {"api.yaml": {"app": {"decoder": "JSONDecoder"}}}`

        """)
  }

  /// A `LocalDateTime` is valid by the profile, and a date with a zone is not.
  @Test func localDateTime() throws {
    try folder.write(
      """
      {"contracts": ["api.json"], "rules": {"iso-dates": {"profile": "local-date-time"}}}
      """, to: ".schemacheck.json")
    try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get":
       {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
        {"type": "array", "items": {"type": "string", "format": "date-time"}}}}}}}}}}
      """, to: "api.json")
    let body = try folder.write(
      #"["2026-01-22T12:00:00", "2026-01-22T12:00:00.123456", "2026-01-22T12:00:00Z"]"#,
      to: "body.json")
    let run = Scenario.run(
      "check", body, "--config", folder.path + "/.schemacheck.json", "--operation", "GET /a",
      "-f", "concise", "--strict")
    #expect(
      run.output.replacing(folder.path, with: "DIR") == """
        DIR/body.json:1:55: error[iso-dates] date is "2026-01-22T12:00:00Z": there is a time zone; \
        this API writes `YYYY-MM-DDTHH:mm:ss`  (GET /a 200 /2)

        """)
    #expect(run.errors.contains("valid only because of a leniency: 1 date-profile\n"))
  }
}
