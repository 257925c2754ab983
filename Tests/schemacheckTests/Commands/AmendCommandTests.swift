import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `amend`: what is edited, what is left alone, and what is said of both.
@Suite struct AmendCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A contract of one operation, `GET /a`, with the lines of its schema.
  private static func contract(_ schema: String, version: String = "3.1.0") -> String {
    let lines = schema.split(separator: "\n").map { "                \($0)" }
    return """
      openapi: \(version)
      info: {title: T, version: '1'}
      paths:
        /a:
          get:
            responses:
              '200':
                description: ok
                content:
                  application/json:
                    schema:

      """ + lines.joined(separator: "\n") + "\n"
  }

  static func record(_ body: String, _ path: String = "/a", status: Int = 200) -> String {
    #"{"method": "GET", "url": "https://x.example.com\#(path)", "status": \#(status), "responseBody": \#(body)}"#
      + "\n"
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(name), encoding: .utf8)
  }

  private func amend(_ options: String..., traffic: String) throws -> Scenario {
    let input = try folder.write(traffic, to: "traffic.ndjson")
    var scenario = Scenario.run(
      ["amend", "\(folder.path)/api.yaml", input, "--no-config"] + options)
    scenario.output = scenario.output.replacing("\(folder.path)/", with: "")
    scenario.errors = scenario.errors.replacing("\(folder.path)/", with: "")
    return scenario
  }

  /// The lines of the schema after the edits, and the last line of each difference.
  private func amended(
    _ schema: String, _ bodies: [String], version: String = "3.1.0", _ options: String...
  ) throws -> (schema: String, outcomes: [String]) {
    try folder.write(Self.contract(schema, version: version), to: "api.yaml")
    let input = try folder.write(bodies.map { Self.record($0) }.joined(), to: "traffic.ndjson")
    let scenario = Scenario.run(
      ["amend", "\(folder.path)/api.yaml", input, "--no-config"] + options)
    #expect(scenario.code == .clean, "\(scenario.errors)")
    let lines = try text("api.yaml").split(separator: "\n").dropFirst(11)
    let outcomes = scenario.output.split(separator: "\n").map {
      String($0.drop { $0 == " " })
    }
    .filter { $0.hasPrefix("edited") || $0.hasPrefix("not edited") }
    return (lines.map { String($0.dropFirst(16)) }.joined(separator: "\n"), outcomes)
  }

  private static func times(_ count: Int, _ body: String) -> [String] {
    Array(repeating: body, count: count)
  }

  /// A file with very many findings is checked twice. What it had the first time is forgotten, also
  /// where it is the first to reach a place of the contract.
  @Test(arguments: ["1", "4"]) func aFileThatIsCheckedTwiceCountsOnce(jobs: String) throws {
    try folder.write(
      Self.contract(
        """
        type: object
        properties:
          n: {type: integer}
          list: {type: array, items: {type: integer}}
        """), to: "api.yaml")
    let list = Self.times(300, "\"x\"").joined(separator: ",")
    try folder.write(#"{"n": 1, "list": [\#(list)]}"#, to: "in/a.json")
    for number in 0..<30 { try folder.write(#"{"n": "s", "list": [1]}"#, to: "in/b\(number).json") }
    let scenario = Scenario.run(
      "amend", "\(folder.path)/api.yaml", "\(folder.path)/in", "--no-config", "--diff",
      "--operation", "GET /a", "--jobs", jobs)
    #expect(scenario.code == .findings)
    #expect(scenario.everything.contains(".n` is a string in 30 of 31 values"))
    #expect(scenario.everything.contains(".list[]` is a string in 300 of 330 values"))
  }

  // MARK: Both readings

  @Test func saysBothReadingsAndWritesTheContract() throws {
    try folder.write(
      Self.contract("type: object\nproperties:\n  n: {type: string} # name\n  m: {type: integer}"),
      to: "api.yaml")
    let traffic =
      (Self.times(40, #"{"n": null, "m": 1}"#) + Self.times(960, #"{"n": "x", "m": 1}"#)
      + Self.times(3, #"{"n": "x", "m": "1"}"#)).map { Self.record($0) }.joined()
    let before = try text("api.yaml")
    let diff = try amend("--diff", traffic: traffic)
    #expect(diff.code == .findings)
    #expect(try text("api.yaml") == before)
    let said = """
      api.yaml:14:22: `GET /a → 200.n` is null in 40 of 1,003 values; the contract does not allow null
        if the contract is wrong: null is allowed
        if the backend is wrong: it sends null, but the contract promises a value
        edited, because 4 % of the cases differ: `type` is `[string, null]`
      api.yaml:15:29: `GET /a → 200.m` is a string in 3 of 1,003 values; the contract says an integer
        if the contract is wrong: the value may also be a string
        if the backend is wrong: it sends a type that the contract does not allow
        not edited: only 0.3 % differ, so the backend is probably wrong

      """
    #expect(
      diff.output.hasSuffix(
        """
        +++ api.yaml
        @@ -11,5 +11,5 @@
                       schema:
                         type: object
                         properties:
        -                  n: {type: string} # name
        +                  n: {type: [string, 'null']} # name
                           m: {type: integer}

        """), "\(diff.output)")
    #expect(
      diff.errors.contains(said.replacing("  edited, ", with: "  would be edited, ")),
      "\(diff.errors)")
    #expect(diff.errors.hasSuffix("1 edit to make, 1 difference not changed\n"))

    let made = try amend(traffic: traffic)
    #expect(made.code == .clean && made.output == said)
    #expect(made.errors.hasSuffix("1 edit made, 1 difference not changed\n"))
    #expect(
      try text("api.yaml") == before.replacing("{type: string}", with: "{type: [string, 'null']}"))
    // The second time, only what was left to the backend is found.
    let again = try amend("--diff", traffic: traffic)
    #expect(again.code == .clean && again.output.isEmpty)
    #expect(again.errors.hasSuffix("0 edits to make, 1 difference not changed\n"))
  }

  @Test func theThresholdDecides() throws {
    let schema = "type: object\nproperties:\n  n: {type: string}"
    let bodies = Self.times(3, #"{"n": null}"#) + Self.times(997, #"{"n": "x"}"#)
    let kept = try amended(schema, bodies)
    #expect(kept.schema == schema)
    #expect(
      kept.outcomes == [
        "not edited: only 0.3 % differ, so the backend is probably wrong"
      ])
    let edited = try amended(schema, bodies, "--mostly", "0.999")
    #expect(edited.schema.hasSuffix("n: {type: [string, 'null']}"))
    // The contract is right where at least 99 % agree.
    let one = Self.times(2, #"{"n": null}"#) + Self.times(198, #"{"n": "x"}"#)
    #expect(
      try amended(schema, one).outcomes == [
        "not edited: only 1 % differ, so the backend is probably wrong"
      ])
    #expect(
      try amended(schema, Array(one.dropLast())).outcomes == [
        "edited, because 1 % of the cases differ: `type` is `[string, null]`"
      ])
    let two = Self.times(2, #"{"n": null}"#) + Self.times(998, #"{"n": "x"}"#)
    #expect(
      try amended(schema, two, "--mostly", "0.999").outcomes.first?.hasPrefix("edited") == true)
    let exact = try amended(
      schema, [two[0]] + Self.times(999, #"{"n": "x"}"#), "--mostly", "0.999", "--min-samples", "1")
    #expect(exact.outcomes.first?.hasPrefix("not edited: only 0.1 % differ") == true)
    let few = try amended(schema, Self.times(19, #"{"n": null}"#))
    #expect(few.outcomes == ["not edited: only 19 values seen, fewer than 20 (`--min-samples`)"])
    let enough = try amended(schema, Self.times(1, #"{"n": null}"#), "--min-samples", "1")
    #expect(
      enough.outcomes == [
        "edited, because 100 % of the cases differ: `type` is `[string, "
          + "null]`"
      ])
    let once = try amended(schema, Self.times(1, #"{"n": null}"#) + Self.times(39, #"{"n": "x"}"#))
    #expect(
      once.outcomes == [
        "not edited: the difference was seen only once; one case is not enough for an edit"
      ])
  }

  // MARK: Each kind of edit

  struct EditCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before, after: String
    let bodies: [String]
    var version = "3.1.0"

    init(
      _ description: String, _ before: String, _ after: String, _ bodies: String...,
      version: String = "3.1.0"
    ) {
      testDescription = description
      (self.before, self.after, self.version) = (before, after, version)
      self.bodies = (0..<40).map { bodies[$0 % bodies.count] }
    }
  }

  static let edits = [
    EditCase(
      "null in 3.0", "type: string", "type: string\nnullable: true", "null", "\"a\"",
      version: "3.0.3"),
    EditCase(
      "null in an enumeration", "type: string\nenum: [a]",
      "type: [string, 'null']\nenum: [a, null]",
      "null", "\"a\""),
    EditCase(
      "null in a list of types", "type: [string, integer]", "type: [string, integer, 'null']",
      "null", "1"),
    EditCase(
      "null beside branches", "oneOf:\n- type: string\n- type: integer",
      "oneOf:\n- type: string\n- type: integer\n- type: 'null'", "null", "1"),
    EditCase(
      "null beside one part", "allOf:\n- {type: string}",
      "anyOf:\n- {type: string}\n- {type: 'null'}",
      "null", "\"a\""),
    EditCase(
      "null where it is forbidden by a flag", "type: string\nnullable: false",
      "type: string\nnullable: true", "null", "\"a\"", version: "3.0.3"),
    EditCase(
      "null among elements", "type: array\nitems: {type: string}",
      "type: array\nitems: {type: [string, 'null']}", "[null, \"a\"]"),
    EditCase("numbers", "type: integer\nminimum: 0", "type: number\nminimum: 0", "1.5", "2"),
    EditCase("numbers in 3.0", "type: integer", "type: number", "1.5", "2", version: "3.0.0"),
    EditCase(
      "another type always", "type: integer\nformat: int64", "type: string", "\"1\"", "\"2\""),
    EditCase("another type sometimes", "type: string", "type: [string, integer]", "\"1\"", "2"),
    EditCase(
      "another type sometimes, in 3.0", "type: string", "type: string", "\"1\"", "2",
      version: "3.0.3"),
    EditCase(
      "a property that is not required",
      "type: object\nrequired: [a, b]\nproperties: {a: {type: integer}, b: {type: integer}}",
      "type: object\nrequired: [a]\nproperties: {a: {type: integer}, b: {type: integer}}",
      #"{"a": 1}"#, #"{"a": 1, "b": 2}"#),
    EditCase(
      "a listed value", "type: string\nenum:\n- a # one",
      "type: string\nenum:\n- a # one\n- on-hold",
      "\"a\"", "\"on-hold\""),
    EditCase(
      "a value that looks like data", "type: string\nenum: [a]", "type: string\nenum: [a]",
      "\"a\"", "\"a@example.com\""),
    EditCase(
      "a format that is another one", "type: string\nformat: date-time",
      "type: string\nformat: date", "\"2024-01-02\""),
    EditCase(
      "a format that is none", "type: string\nformat: uuid", "type: string", "\"x\"",
      "\"2024-01-02\""),
    EditCase("a bound", "type: integer\nmaximum: 5", "type: integer", "6", "5"),
    EditCase(
      "a bound with a flag", "type: integer\nminimum: 0\nexclusiveMinimum: true", "type: integer",
      "0", "5", version: "3.0.3"),
    EditCase("a pattern", "type: string\npattern: '^a'", "type: string", "\"b\"", "\"a\""),
    EditCase(
      "a property that is new",
      "type: object\nproperties:\n  a: {type: integer}",
      "type: object\nproperties:\n  a: {type: integer}\n  tags:\n    type: array\n    items:\n      type: string",
      #"{"a": 1, "tags": ["x"]}"#, #"{"a": 1}"#),
    EditCase(
      "a property that is new in a closed object, in 3.0",
      "type: object\nadditionalProperties: false",
      "type: object\nproperties:\n  at:\n    type: string\n    format: date-time\n    nullable: true\nadditionalProperties: false",
      #"{"at": "2024-01-02T03:04:05Z"}"#, #"{"at": null}"#, version: "3.0.3"),
    EditCase(
      "names that are data", "type: object\nproperties:\n  a: {type: integer}",
      "type: object\nproperties:\n  a: {type: integer}", #"{"a": 1, "8231": 1}"#),
    EditCase(
      "a name that is a secret's", "type: object\nproperties:\n  a: {type: integer}",
      "type: object\nproperties:\n  a: {type: integer}", #"{"a": 1, "passwordHash": "x"}"#),
    EditCase(
      "values of a secret",
      "type: object\nproperties:\n  password: {type: string, enum: [none]}\n  k: {$ref: '#/paths'}",
      "type: object\nproperties:\n  password: {type: string, enum: [none]}\n  k: {$ref: '#/paths'}",
      #"{"password": "correcthorse"}"#),
    EditCase(
      "integers of a size that become numbers", "type: integer\nformat: int32\nmultipleOf: 1",
      "type: number", "1.5", "2"),
    EditCase(
      "listed integers", "type: integer\nenum: [1, 2]", "type: integer\nenum: [1, 2]", "1.5", "2"),
    EditCase(
      "a default of the old type", "type: integer\ndefault: 1", "type: integer\ndefault: 1",
      "\"1\"", "\"2\""),
    EditCase(
      "a default of a type that stays", "type: integer\ndefault: 1",
      "type: [integer, string]\ndefault: 1", "\"1\"", "2"),
    EditCase(
      "names of people", "type: object\nproperties:\n  a: {type: integer}",
      "type: object\nproperties:\n  a: {type: integer}", #"{"Anna": 1}"#, #"{"Bert": 1}"#,
      #"{"Carl": 1}"#, #"{"Dora": 1}"#, #"{"Emil": 1}"#),
    EditCase(
      "another name for the same",
      "type: object\nrequired: [lat]\nproperties:\n  lat: {type: number}",
      "type: object\nrequired: [lat]\nproperties:\n  lat: {type: number}", #"{"latitude": 1}"#),
    EditCase(
      "another object", "type: object\nrequired: [a, b]\nproperties: {a: {}, b: {}}",
      "type: object\nrequired: [a, b]\nproperties: {a: {}, b: {}}", #"{"error": "x"}"#,
      #"{"a": 1, "b": 2}"#),
  ]

  @Test(arguments: edits)
  func makesTheEdit(edit: EditCase) throws {
    // A capture has no bodies that are scalars, so the values are elements.
    let list = { (schema: String) in
      "type: array\nitems:\n"
        + schema.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    }
    let bodies = edit.bodies.map { "[\($0)]" }
    let found = try amended(list(edit.before), bodies, version: edit.version)
    #expect(found.schema == list(edit.after))
    #expect(!found.outcomes.isEmpty)
    #expect(found.outcomes.contains { $0.hasPrefix("edited") } == (edit.before != edit.after))
    // `amend` finds nothing more to edit.
    let again = try amended(found.schema, bodies, version: edit.version)
    #expect(again.schema == list(edit.after))
  }

  /// Swagger 2.0 has neither `nullable` nor `content` nor lists of types.
  @Test func editsSwagger() throws {
    let text = """
      swagger: '2.0'
      info: {title: T, version: '1'}
      paths:
        /a:
          get:
            produces: [application/json]
            responses:
              '200':
                description: ''
                schema: {$ref: '#/definitions/A'}
      definitions:
        A:
          type: object
          properties:
            n: {type: string}
            m: {type: integer}

      """
    try folder.write(text, to: "api.yaml")
    let bodies = (0..<40).map { $0 % 2 == 0 ? #"{"n": null, "m": 1}"# : #"{"n": "x", "m": "y"}"# }
    let failures = Self.times(20, #"{"code": 4}"#).map {
      Self.record($0).replacing("\"status\": 200", with: "\"status\": 404")
    }
    let made = try amend(traffic: bodies.map { Self.record($0) }.joined() + failures.joined())
    #expect(
      try self.text("api.yaml")
        == text.replacing("n: {type: string}", with: "n: {type: string, x-nullable: true}")
        .replacing(
          "\ndefinitions",
          with: """

                    '404':
                      description: seen in recorded traffic
                      schema:
                        type: object
                        required: [code]
                        properties:
                          code:
                            type: integer
            definitions
            """), "\(made.output)")
    #expect(
      made.output.contains("Swagger 2.0 has no lists of types; allow both types by hand"),
      "\(made.output)")
    #expect(made.output.contains("`A.n` is null in 20 of 40 values"), "\(made.output)")
  }

  // MARK: Sharing

  private static let shared = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    paths:
      /a: {get: {responses: {'200': {description: '', content: {application/json: {schema: {$ref: 'parts/u.yaml#/U'}}}}}}}
      /b: {get: {responses: {'200': {description: '', content: {application/json: {schema: {$ref: 'parts/u.yaml#/U'}}}}}}}

    """

  @Test func aSharedSchemaIsEditedOnlyIfAllTrafficAgrees() throws {
    try folder.write(Self.shared, to: "api.yaml")
    let part = "U:\n  type: object\n  properties:\n    n: {type: string}\n"
    try folder.write(part, to: "parts/u.yaml")
    func traffic(_ other: String) -> String {
      (0..<40).map { _ in Self.record(#"{"n": null}"#) + Self.record(other, "/b") }.joined()
    }
    let refused = try amend(traffic: traffic(#"{"n": "x"}"#))
    #expect(try text("parts/u.yaml") == part)
    #expect(
      refused.output
        == """
        parts/u.yaml:4:8: `U.n` is null in 40 of 80 values; the contract does not allow null
          if the contract is wrong: null is allowed
          if the backend is wrong: it sends null, but the contract promises a value
          not edited: several operations use this schema, and the values of `GET /b` fit the contract (values that differ: `GET /a` 40 of 40, `GET /b` 0 of 40)

        """, "\(refused.output)")
    // An operation whose traffic never has the property does not speak against it.
    let made = try amend(traffic: traffic("{}"))
    #expect(try text("parts/u.yaml") == part.replacing("string", with: "[string, \"null\"]"))
    #expect(try text("api.yaml") == Self.shared && made.code == .clean)
  }

  @Test func aliasesOfAnAnchorAreNamed() throws {
    let schema = "type: object\nproperties:\n  a: &t {type: string}\n  b: *t"
    let found = try amended(schema, Self.times(40, #"{"a": null, "b": null}"#))
    #expect(found.schema == schema.replacing("{type: string}", with: "{type: [string, 'null']}"))
    #expect(
      found.outcomes == [
        "edited, because 100 % of the cases differ: `type` is `[string, null]`; this place has a "
          + "YAML anchor, so the edit also changes the places that use its alias"
      ])
  }

  /// A message shows the words among the values, and nothing that looks like data.
  @Test func namesTheOtherValues() throws {
    try folder.write(Self.contract("type: array\nitems: {enum: [a]}"), to: "api.yaml")
    let body =
      #"["a", "owner", "owner", "guest", "guest", "guest", "x@example.com", "x@example.com"]"#
    let made = try amend("--min-samples", "1", traffic: Self.record(body))
    #expect(
      made.output.contains(
        "has in 7 of 8 cases a value that is not in `enum`: `guest` (3), `owner` (2), …\n"),
      "\(made.output)")
    #expect(!made.everything.contains("example.com"))
  }

  /// One run finds both: an object with nothing but less than is required is no other object.
  @Test func severalAreNotRequired() throws {
    let made = try amended(
      "type: object\nrequired: [a, b]\nproperties: {a: {}, b: {}}",
      Self.times(40, #"{"b": 1}"#) + Self.times(20, "{}"))
    #expect(made.schema == "type: object\nproperties: {a: {}, b: {}}")
    #expect(made.outcomes.allSatisfy { $0.hasPrefix("edited") })
  }

  /// Neither in the contract nor in the output, wherever the values are listed.
  @Test func valuesOfSecretsAreNotShown() throws {
    let inner = "type: object\nproperties:\n  apiKey:\n    $ref: '#/components/schemas/K'"
    let text =
      Self.contract(inner) + "components:\n  schemas:\n    K: {type: string, enum: [none]}\n"
    try folder.write(text, to: "api.yaml")
    let made = try amend(
      traffic: Self.times(40, #"{"apiKey": "correcthorse"}"#).map { Self.record($0) }.joined())
    #expect(made.output.contains("has in 40 of 40 cases a value that is not in `enum`\n"))
    #expect(made.output.contains("so its values were not copied"))
    #expect(!made.everything.contains("correcthorse"))
    #expect(try self.text("api.yaml") == text)
  }

  /// Each value must be frequent itself.
  @Test func aRareValueBesideAFrequentOne() throws {
    let bodies =
      Self.times(500, #"["a"]"#) + Self.times(497, #"["zed"]"#) + Self.times(3, #"["tpyo"]"#)
    let made = try amended("type: array\nitems: {type: string, enum: [a]}", bodies)
    #expect(made.schema == "type: array\nitems: {type: string, enum: [a, zed]}")
    #expect(
      made.outcomes == [
        "edited, because 50 % of the cases differ: `enum` lists `zed` (497); not added: 1 rare "
          + "value"
      ]
    )
    #expect(try amended(made.schema, bodies).schema == made.schema)
  }

  @Test func allFilesAreWrittenOrNone() throws {
    let api = Self.shared.replacing(
      "  /b: {get: {responses: {'200': {description: '', content: {application/json: {schema: {$ref: 'parts/u.yaml#/U'}}}}}}}",
      with:
        "  /b: {get: {responses: {'200': {description: '', content: {application/json: {schema: {type: object, required: [n]}}}}}}}"
    )
    try folder.write(api, to: "api.yaml")
    let part = "U:\n  type: object\n  properties:\n    n: {type: string}\n"
    let file = try folder.write(part, to: "parts/u.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    let traffic = (0..<40).map { _ in Self.record(#"{"n": null}"#) + Self.record("{}", "/b") }
    let made = try amend(traffic: traffic.joined())
    #expect(made.code == .error && made.output.isEmpty)
    #expect(made.errors.contains("parts/u.yaml: is read-only"), "\(made.errors)")
    #expect(try text("api.yaml") == api && text("parts/u.yaml") == part)
  }

  @Test func anOperationWithoutTheStatusSpeaksAgainstIt() throws {
    let api = """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /a: {get: &g {responses: {'200': {description: ok, content: {application/json: {schema: {}}}}}}}
        /b: {get: *g}

      """
    try folder.write(api, to: "api.yaml")
    let traffic =
      Self.times(40, "{}").map { Self.record($0, status: 404) + Self.record($0, "/b") }.joined()
    let made = try amend(traffic: traffic)
    #expect(made.output.contains("`GET /a` 40 of 40, `GET /b` 0 of 40"), "\(made.output)")
    #expect(try text("api.yaml") == api)
  }

  // MARK: Statuses

  @Test func addsStatusesInTheirOrder() throws {
    try folder.write(
      Self.contract("type: object").replacing(
        "      responses:\n",
        with:
          "      responses:\n        default: {description: other}\n        '500': {description: broken}\n"
      )
      .replacing("        default: {description: other}\n", with: ""), to: "api.yaml")
    let traffic =
      Self.times(40, "{}").map { Self.record($0) }.joined()
      + Self.times(10, #"{"error": "x"}"#).map { Self.record($0, status: 404) }.joined()
      + Self.times(10, #"{"error": "x"}"#).map { Self.record($0, status: 503) }.joined()
    let made = try amend(traffic: traffic)
    let after = try text("api.yaml")
    #expect(
      after.contains(
        """
                '404':
                  description: seen in recorded traffic
                  content:
                    application/json:
                      schema:
                        type: object
                        properties:
                          error:
                            type: string

        """), "\(after)")
    #expect(made.output.contains("`GET /a` responds with 404 in 10 of 60 exchanges"))
    #expect(
      made.output.contains(
        "not edited: the status is a server error, and apps cannot rely "
          + "on server errors"))
  }

  /// A new status has the media types of its traffic, the most frequent first.
  @Test func addsTheMediaTypeOfTheTraffic() throws {
    try folder.write(Self.contract("type: object"), to: "api.yaml")
    func problem(_ type: String) -> String {
      Self.record(#"{"title": "x"}"#, status: 429).replacing(
        #""responseBody""#,
        with: #""responseHeaders": {"content-type": "\#(type)"}, "responseBody""#)
    }
    let traffic =
      Self.times(40, "{}").map { Self.record($0) }.joined()
      + Self.times(12, "application/problem+json; charset=utf-8").map(problem).joined()
      + Self.times(3, "application/hal+json").map(problem).joined()
    _ = try amend(traffic: traffic)
    let after = try text("api.yaml")
    let types = after.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("application/") }
    #expect(
      types == ["application/json:", "application/problem+json:", "application/hal+json:"],
      "\(after)")
  }

  // MARK: Bad input

  @Test func refusals() throws {
    try folder.write(Self.contract("type: object"), to: "api.yaml")
    let api = "\(folder.path)/api.yaml"
    let cases: [(arguments: [String], line: String)] = [
      (
        ["fotolokashen", "-"],
        "`fotolokashen` is a bundled contract, which cannot be edited; give an OpenAPI file"
      ),
      ([api, "-", "--mostly", "99"], "`--mostly` takes a number between 0 and 1, such as `0.99`"),
      (
        [api, "-", "--mostly", "secret"],
        "`--mostly` takes a number between 0 and 1, such as `0.99`"
      ),
      ([api, "--no-config"], "`amend` needs INPUT, or a configuration with `inputs`"),
    ]
    for (arguments, line) in cases {
      let scenario = Scenario.run(["amend"] + arguments)
      #expect(scenario.code == .error && scenario.output.isEmpty)
      #expect(scenario.errors == "schemacheck: \(line)\n", "\(scenario.errors)")
    }
    let before = try text("api.yaml")
    for options in [[], ["--operation", "GET /a"], ["--allow-empty"]] {
      let sent = Scenario.run(["amend", api, "http://127.0.0.1:9/a", "--no-config"] + options)
      #expect(sent.code == .error && sent.output.isEmpty)
      #expect(
        sent.errors.contains("http://127.0.0.1:9/a: only `check` sends requests\n"),
        "\(sent.errors)")
    }
    #expect(try text("api.yaml") == before)
    let nothing = Scenario.run(["amend", api, "-", "--no-config"], input: "")
    #expect(nothing.code == .error)
  }

  @Test func aBodyThatWasGuessedProvesNothing() throws {
    try folder.write(
      Self.contract(
        "type: object\nrequired: [name, mail]\nproperties: {name: {type: string}, mail: {type: string}}"
      ),
      to: "api.yaml")
    let body = try folder.write(#"{"name": null, "mail": "x"}"#, to: "body.json")
    let run = { (options: [String]) in
      Scenario.run(
        ["amend", "\(folder.path)/api.yaml", body, "--no-config", "--min-samples", "1"] + options)
    }
    let guessed = run([])
    #expect(guessed.output.isEmpty)
    #expect(
      guessed.errors.contains(
        "1 body was not used, because its operation is not known; give the operation with `--operation`"
      ))
    let told = run(["--operation", "GET /a"])
    #expect(told.output.contains("is null in 1 of 1 values"))
  }

  @Test func stubsAreNotUsed() throws {
    try folder.write(
      Self.contract("type: object\nproperties: {price: {type: number}}"), to: "api.yaml")
    let stub =
      #"{"request": {"method": "GET", "urlPath": "/a"}, "response": {"status": 200, "jsonBody": {"price": "{{randomValue}}"}}}"#
    for number in 1...30 { try folder.write(stub, to: "stubs/\(number).json") }
    let scenario = Scenario.run(
      "amend", "\(folder.path)/api.yaml", "\(folder.path)/stubs", "--no-config", "--diff")
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(
      scenario.errors.hasSuffix(
        """
        30 stubs were not used: stubs do not show what a server sends
        0 edits to make

        """), "\(scenario.errors)")
  }
}
