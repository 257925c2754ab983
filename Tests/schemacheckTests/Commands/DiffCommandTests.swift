import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `diff`, by the command itself.
@Suite struct DiffCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let old = """
    openapi: 3.1.0
    info: {title: Users, version: "1"}
    servers: [{url: https://api.example.com/v1}]
    paths:
      /users:
        get:
          parameters:
            - {name: page, in: query, schema: {type: integer}}
          responses:
            "200":
              description: the users
              content:
                application/json:
                  schema: {type: array, items: {$ref: "#/components/schemas/User"}}
        post:
          requestBody:
            content:
              application/json:
                schema: {$ref: "#/components/schemas/User"}
          responses:
            "201": {description: made}
      /users/{id}:
        get:
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
          responses:
            "200":
              description: a user
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/User"}
            "404": {description: none}
        delete:
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
          responses:
            "204": {description: gone}
    components:
      schemas:
        User:
          type: object
          required: [id, name, role, lat, lng, joined]
          properties:
            id: {type: string}
            name: {type: string}
            role: {enum: [admin, member]}
            lat: {type: number}
            lng: {type: number}
            joined: {type: string, format: date-time}
            score: {type: integer}

    """

  private static let new = """
    openapi: 3.1.0
    info: {title: Users, version: "2"}
    servers: [{url: https://api.example.com/v2}]
    paths:
      /users:
        get:
          parameters:
            - {name: page, in: query, schema: {type: integer}}
            - {name: tenant, in: query, required: true, schema: {type: string}}
          responses:
            "200":
              description: the users
              content:
                application/json:
                  schema: {type: array, items: {$ref: "#/components/schemas/User"}}
        post:
          requestBody:
            content:
              application/json:
                schema: {$ref: "#/components/schemas/User"}
          responses:
            "202": {description: to be made}
      /users/{user}:
        get:
          parameters:
            - {name: user, in: path, required: true, schema: {type: string}}
          responses:
            "200":
              description: a user
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/User"}
            "404": {description: none}
    components:
      schemas:
        User:
          type: object
          required: [id, name, role, latitude, longitude, email]
          properties:
            id: {type: integer}
            name: {type: [string, "null"]}
            role: {enum: [admin, member, guest]}
            latitude: {type: number}
            longitude: {type: number}
            joined: {type: string, format: date}
            email: {type: string}

    """

  private func run(_ options: String...) throws -> Scenario {
    let paths = [
      try folder.write(Self.old, to: "old.yaml"), try folder.write(Self.new, to: "new.yaml"),
    ]
    return folder.run(["diff"] + paths + options)
  }

  @Test(arguments: ["text", "concise", "json"]) func golden(format: String) throws {
    let scenario = try run("-f", format)
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors
        == "compared 4 operations with 3: 10 errors, 1 warning, 2 notes\n")
    #expect(Scenario.difference(of: scenario.output, from: "diff.\(format)") == nil)
    #expect(try run("-f", format).output == scenario.output)
  }

  /// A message about the schema of a parameter has the name of the parameter.
  @Test func namesOfParameters() throws {
    func contract(_ most: Int, _ name: String, swagger: Bool) throws -> String {
      let schema =
        swagger ? "type: integer, maximum: \(most)" : "schema: {type: integer, maximum: \(most)}"
      let list =
        swagger
        ? "type: array, items: {type: integer, maximum: \(most)}"
        : "schema: {type: array, items: {type: integer, maximum: \(most)}}"
      return try folder.write(
        """
        \(swagger ? "swagger: '2.0'" : "openapi: 3.0.3")
        info: {title: t, version: "1"}
        paths:
          /a:
            get:
              parameters: [{name: limit, in: query, \(schema)}, {name: X-Ids, in: header, \(list)}]
              responses: {"204": {description: d}}
        """, to: name)
    }
    for swagger in [false, true] {
      let run = Scenario.run(
        "diff", try contract(9, "a.yaml", swagger: swagger),
        try contract(3, "b.yaml", swagger: swagger), "-f", "concise")
      #expect(run.output.contains("`maximum` of the query parameter `limit` is now 3"), "\(run)")
      #expect(
        run.output.contains("`maximum` of an element of the header parameter `X-Ids` is now 3"))
    }
  }

  @Test func statusAndOptions() throws {
    #expect(try run("--exit-zero", "-q").code == .clean)
    #expect(try run("-q").errors.isEmpty)
    let same = Scenario.run("diff", "fotolokashen", "fotolokashen")
    #expect(same.code == .clean && same.output.isEmpty)
    #expect(same.errors == "compared 3 operations with 3: 0 errors, 0 warnings, 0 notes\n")
    let off = ChangeRule.catalogue.flatMap { ["--rule", "\($0.id)=off"] }
    let paths = ["\(folder.path)/old.yaml", "\(folder.path)/new.yaml"]
    let silent = Scenario.run(["diff"] + paths + off)
    #expect(silent.code == .clean && silent.output.isEmpty)
    let notes = Scenario.run(
      ["diff"] + paths + off + ["--rule", "servers-changed=warning", "--fail-on", "warning"])
    #expect(notes.code == .findings && notes.output.hasPrefix("warning[servers-changed]: "))
    #expect(
      try run("--max-findings", "2", "-f", "concise").output.split(separator: "\n").count == 2)
  }

  /// If the contract names its clients, the message says what they do, in every format.
  @Test func namedClientsAreInTheMessage() throws {
    func contract(_ values: String, _ name: String) throws -> String {
      try folder.write(
        """
        openapi: 3.0.3
        info: {title: t, version: "1"}
        x-schemacheck: {clients: {ios: {decoder: JSONDecoder}, old: {decoder: Gson}}}
        paths:
          /a:
            get:
              responses:
                "200": {description: d, content: {application/json: {schema: {type: object, required: [a],
                  properties: {a: {type: string, enum: [\(values)]}}}}}}

        """, to: name)
    }
    let paths = [try contract("x", "x.yaml"), try contract("x, y", "y.yaml")]
    let gson = Scenario.run(["diff"] + paths + ["--client", "old", "-f", "concise"]).output
    #expect(
      gson.contains("`a` may now be `y`: old (Gson) has null (in GET /a; before: "), "\(gson)")
    let both = Scenario.run(["diff"] + paths).output
    let words = both.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("`a` may now be `y`: ios (JSONDecoder) refuses it; old (Gson) has null"))
    #expect(!both.contains("clients:") && !both.contains("Swift"), "\(both)")
  }

  @Test func trouble() throws {
    #expect(
      Scenario.run("diff", "fotolokashen").errors
        == "schemacheck: `diff` needs OLD NEW; see `schemacheck diff --help`\n")
    #expect(
      Scenario.run("diff", "fotolokashn", "fotolokashen").errors
        == "schemacheck: there is no contract `fotolokashn`; `schemacheck contracts` lists the "
        + "bundled contracts; did you mean `fotolokashen`?\n")
    let broken = try folder.write("openapi: 3.1.0\npaths: 1\n", to: "broken.yaml")
    let scenario = Scenario.run("diff", "fotolokashen", broken)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors == "schemacheck: \(broken):2:8: `paths` must be an object\n")
    let rule = Scenario.run(
      "diff", "fotolokashen", "fotolokashen", "--rule", "response-enum-value-add=off")
    #expect(rule.code == .error)
    #expect(
      rule.errors
        == "schemacheck: there is no rule `response-enum-value-add`; did you mean "
        + "`response-enum-value-added`?\n")
  }

  /// What is gone from one place is told apart, also in the reports for readers.
  @Test func eachOfSeveralIsTold() throws {
    let scenario = Scenario.run("diff", "fotolokashen", "bmn-boston", "-f", "concise")
    let gone = scenario.output.split(separator: "\n").filter { $0.contains("operation-removed") }
    #expect(gone.count == 3)
    #expect(gone.allSatisfy { $0.contains("(property `GET /api/v1/") && !$0.contains("×") })
  }

  @Test func explained() {
    for rule in ChangeRule.catalogue {
      let scenario = Scenario.run("explain", rule.id)
      #expect(scenario.code == .clean && scenario.output.contains(rule.rationale))
    }
    #expect(
      Scenario.difference(
        of: Scenario.run("explain", "response-member-nullable").output,
        from: "explain-response-member-nullable.txt") == nil)
    #expect(Scenario.run("explain", "response-member-nullabel").errors.contains("did you mean"))
  }

  /// The report is what its schema says.
  @Test func reportKeepsItsSchema() throws {
    let schema = PackageFolder.url.appendingPathComponent("schemas/report.schema.json").path
    let report = try folder.write(try run("-f", "json").output, to: "report.json")
    let scenario = Scenario.run("validate", "--schema", schema, report)
    #expect(scenario.code == .clean, "\(scenario.output)")
  }

  // MARK: Revisions

  private func git(_ arguments: String...) throws {
    let run = try Program.run(
      ["git", "-c", "user.name=t", "-c", "user.email=t@example.com"] + arguments, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(.enabled(if: Program.isThere("git"), "git is needed")) func filesOfRevisions() throws {
    let parts = "properties: {id: {type: string}, name: {type: string}}\n"
    let contract = """
      openapi: 3.1.0
      info: {title: t, version: "1"}
      paths:
        /u:
          get:
            responses:
              "200":
                description: u
                content:
                  application/json:
                    schema: {$ref: "parts/user.yaml"}

      """
    try folder.write("required: [id, name]\n" + parts, to: "api/parts/user.yaml")
    try folder.write(contract, to: "api/api.yaml")
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "first")
    try folder.write("required: [id]\n" + parts, to: "api/parts/user.yaml")
    func diff(_ old: String, _ new: String, in place: String = "") throws -> Program.Outcome {
      try Program.run(
        [ProjectFolder.tool, "diff", old, new, "-f", "concise"],
        in: folder.url.appendingPathComponent(place))
    }
    let found = try diff("HEAD:api/api.yaml", "api/api.yaml")
    #expect(found.status == 1 && found.output.contains("error["), "\(found)")
    #expect(try diff("HEAD:./api.yaml", "api.yaml", in: "api").status == 1)
    #expect(try diff("api/api.yaml", "api/api.yaml").status == 0)
    #expect(try diff("HEAD:api/api.yaml", "HEAD:api/api.yaml").status == 0)
    let missing = try diff("HEAD:api/none.yaml", "api/api.yaml")
    #expect(missing.status == 2 && missing.errors.split(separator: "\n").count == 1)
    #expect(
      missing.errors.hasPrefix(
        "schemacheck: HEAD:api/none.yaml: neither a file nor a file in a git revision; git"))
    #expect(try diff("-x:api.yaml", "api/api.yaml").status == 2)
  }
}
