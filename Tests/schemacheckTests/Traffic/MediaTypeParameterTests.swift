import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Parameters of media types choose between documented types that differ in them.
@Suite struct MediaTypeParameterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let one =
    #""application/json;v=1": {"schema": {"type": "object", "required": ["name"]}}"#
  private static let two =
    #""application/json; V=\"2\"": {"schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}"#
  private static let three = #""application/json;v=3": {"schema": {"type": "object"}}"#
  private static let plain =
    #""application/json": {"schema": {"type": "object", "required": ["old"]}}"#

  private func contract(_ content: [String], to name: String = "c.json") throws -> String {
    try folder.write(
      #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/x": {"get": {"responses": {"200": {"description": "d", "content": {\#(content.joined(separator: ", "))}}}}}}}"#,
      to: name)
  }

  private func check(
    _ content: [String], _ type: String, _ body: String = "{}", _ options: String...
  ) throws -> Scenario {
    Scenario.run(
      ["check", "-", "-c", try contract(content), "--no-config", "-f", "concise"] + options,
      input:
        #"{"method": "GET", "url": "/x", "status": 200, "responseHeaders": {"Content-Type": "\#(type)"}, "responseBody": \#(body)}"#
        + "\n")
  }

  private func missing(_ run: Scenario) -> String {
    run.output.split(separator: "`").dropFirst().first.map(String.init) ?? run.output
  }

  @Test(arguments: [
    ("application/json;v=1", "name"), ("application/json; V=1; charset=utf-8", "name"),
    ("Application/JSON;charset=utf-8;v=\\\"1\\\"", "name"), ("application/json;v=2", "id"),
    ("application/json; v=\\\"2\\\"; q=x", "id"), ("application/json", "old"),
    ("application/json; charset=utf-8", "old"), ("application/json;v=3", "old"),
    ("application/json;w=1", "old"),
  ])
  func theParameterChooses(_ type: String, _ property: String) throws {
    let all = [Self.one, Self.two, Self.plain]
    for content in [all, all.reversed()] {
      let run = try check(content, type)
      #expect(
        run.output.hasSuffix("`\(property)` is missing  (GET /x 200 (property `\(property)`))\n"))
      #expect(run.errors.hasPrefix("1 error in 1 group: schema 1\n"))
    }
  }

  /// Nobody knows which schema is meant, so that none is asked.
  @Test(arguments: [
    ("application/json", "application/json"),
    ("application/json; charset=utf-8", "application/json"),
    ("application/json;v=3", "application/json; v=3"),
  ])
  func anUndocumentedParameter(_ type: String, _ shown: String) throws {
    let run = try check([Self.one, Self.two], type)
    #expect(
      run.output
        == "<stdin>:1:83: warning[content-type] media type is `\(shown)`; the contract says "
        + "`application/json; v=1`, `application/json; v=2`  (GET /x 200)\n", "\(run.everything)")
  }

  /// The character set and the boundary choose nothing.
  @Test(arguments: [
    #""application/json; charset=utf-8": {"schema": {"required": ["name"]}}"#,
    #""application/json; boundary=x": {"schema": {"required": ["name"]}}"#,
  ])
  func whatChoosesNothing(_ content: String) throws {
    for type in ["application/json", "application/json; charset=latin1", "application/json;v=2"] {
      #expect(missing(try check([content], type)) == "name")
    }
  }

  private static let versions = [
    #""application/vnd.a.v1+json": {"schema": {"type": "object", "required": ["one"]}}"#,
    #""application/vnd.a.v2+json": {"schema": {"type": "object", "required": ["two", "more"]}}"#,
  ]

  /// A type that is none of several JSON types is the mistake. The schema that accepts the body
  /// checks it, or else the nearest one.
  @Test(
    arguments: [
      (#"{"two": 1, "more": 2}"#, nil), (#"{"one": 1}"#, nil), (#"{"more": 1}"#, "two"),
      (#"{}"#, "one"), (#""oops""#, "body"),
    ] as [(String, String?)])
  func noneOfSeveralJSONTypes(_ body: String, _ property: String?) throws {
    for type in ["application/vnd.a.v3+json", "application/json"] {
      for content in [Self.versions, Self.versions.reversed()] {
        let lines = try check(content, type, body).output.split(separator: "\n")
        #expect(lines.first?.contains("content-type] media type is `\(type)`") ?? false, "\(lines)")
        #expect(lines.count == (property == nil ? 1 : 2), "\(lines)")
        guard let property, lines.count > 1 else { continue }
        let words = property == "body" ? "the body is not JSON" : "`\(property)` is missing"
        #expect(lines[1].contains(words), "\(lines)")
      }
    }
  }

  /// Types with one schema, and `text/json` beside a type with a suffix, are no choice.
  @Test func otherNamesOfOneJSONType() throws {
    let same = Self.versions[0]
    let plain = same.replacing("vnd.a.v1+json", with: "json")
    for (content, type) in [
      ([same, same.replacing("v1", with: "v2")], "application/json"),
      ([Self.versions[1], plain], "text/json"),
    ] {
      let run = try check(content, type)
      #expect(missing(run) == "one", "\(run.everything)")
      #expect(run.errors.hasPrefix("1 error in 1 group: schema 1\n"), "\(run.everything)")
    }
  }

  @Test func quotesOfParameters() throws {
    let run = try check(
      [#""application/json;profile=\"a;b\"": {"schema": {}}"#], "application/json")
    #expect(run.output.contains(#"the contract says `application/json; profile="a;b"`"#))
  }

  @Test func explanationsTellTheKey() throws {
    let run = try check(
      [Self.one, Self.two], "application/json;v=2", #"{"id": 1}"#, "--explain-match")
    #expect(
      run.everything.contains(
        "`application/json` (documented as `application/json; v=2`): "
          + "checked"),
      "\(run.everything)")
  }

  @Test func bareBodiesHaveBothSchemas() throws {
    let contract = try contract([Self.one, Self.two])
    let body = try folder.write(#"{"id": "x"}"#, to: "body.json")
    let run = Scenario.run("check", body, "-c", contract, "--no-config", "-f", "concise")
    #expect(run.output.contains("`id` is a string; the contract says an integer"))
    #expect(
      run.errors.contains("assumed `GET /x` 200 as `application/json; v=2`"), "\(run.everything)")
  }

  @Test func coverageCountsBoth() throws {
    let contract = try contract([Self.one, Self.two])
    let run = Scenario.run(
      "coverage", "-", "-c", contract, "--no-config", "-f", "json",
      input:
        #"{"method": "GET", "url": "/x", "status": 200, "responseHeaders": {"Content-Type": "application/json;v=2"}, "responseBody": {"id": 1}}"#
        + "\n")
    let cells = run.output.split(separator: "\n").filter { $0.contains(#""kind":"mediaType""#) }
    #expect(cells.count == 2, "\(run.output)")
    for (cell, (name, count)) in zip(cells, [("v=1", 0), ("v=2", 1)]) {
      #expect(cell.contains(#""name":"application/json; \#(name)""#), "\(cell)")
      #expect(cell.contains(#""counts":{"captures":\#(count),"#), "\(cell)")
    }
  }

  @Test func diffComparesEachWithItsOwn() throws {
    func diff(_ old: [String], _ new: [String]) throws -> [String] {
      let old = try contract(old, to: "old.json")
      let new = try contract(new, to: "new.json")
      return Scenario.run("diff", old, new, "-f", "concise").output
        .split(separator: "\n").map { line in
          let words = line.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
          return String(words.prefix { $0 != ":" && $0 != "(" })
        }
    }
    #expect(try diff([Self.one, Self.two], [Self.two, Self.one]) == [])
    #expect(
      try diff([Self.one], [Self.one, Self.two])
        == ["note[media-type-added] application/json; v=2 is new "])
    #expect(
      try diff([Self.one, Self.two], [Self.one])
        == ["error[response-media-type-removed] application/json; v=2 is no longer sent"])
    #expect(
      try diff([Self.plain, Self.two], [Self.plain, Self.three])
        == [
          "error[response-media-type-removed] application/json; v=2 is no longer sent",
          "note[media-type-added] application/json; v=3 is new ",
        ])
    let changed = Self.two.replacing("integer", with: "string")
    #expect(
      try diff([Self.one, Self.two], [Self.one, changed])
        == ["error[response-type-changed] `id` is now string "])
  }
}
