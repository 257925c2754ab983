import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What readers and other programs get of coverage, to the letter.
@Suite struct CoverageReportTests {
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Self.contract, to: "api.yaml")
    capture = try folder.write(Self.traffic, to: "traffic.ndjson")
  }

  private static let contract = """
    openapi: 3.1.0
    info: {title: Users, version: "2"}
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
                  schema:
                    type: array
                    items: {$ref: "#/components/schemas/User"}
            "404": {description: none}
      /users/{id}:
        delete:
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
          responses:
            "204": {description: gone}
    components:
      schemas:
        User:
          type: object
          required: [id, role, bio]
          properties:
            id: {type: string}
            role: {enum: [admin, guest]}
            bio: {type: [string, "null"]}
            age: {type: integer}

    """

  private static let traffic = (0..<120).map { number in
    """
    {"method": "GET", "url": "/users", "status": 200, "responseBody": [{"id": "\(number)", \
    "role": "guest", "bio": "b", "age": 7}]}

    """
  }.joined()

  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  private func run(_ arguments: String...) -> Scenario {
    let scenario = Scenario.run(arguments.map { $0 == "api" ? path("api.yaml") : $0 })
    return Scenario(
      code: scenario.code,
      output: scenario.output.replacingOccurrences(of: folder.path + "/", with: ""),
      errors: scenario.errors.replacingOccurrences(of: folder.path + "/", with: ""))
  }

  @Test func text() {
    let scenario = run("coverage", capture, "-c", "api")
    #expect(scenario.code == .clean)
    #expect(
      scenario.output == """
        api.yaml, version 2: 6 of 11 cells seen (54.5 %)

             seen        exchanges  operation
          6 of 10  60 %        120  GET /users  → 200 ×120
           0 of 1   0 %          0  DELETE /users/{id}
          each row counts the cells that the exchanges of its operation showed; the total counts a cell
          once, even if several operations share it

        never called:
          DELETE /users/{id}  api.yaml:18:5

        never seen:
          GET /users → 404  api.yaml:16:9
          `admin` of User.role  api.yaml:30:23
          User.bio as null  api.yaml:31:9
          User.age missing  api.yaml:32:9

        1 cell belongs only to operations that were never called, and is not listed

        suggestions:
          `admin` of User.role was not seen in any of 120 values  api.yaml:30:23
          User.bio may be null, but was never null in 120 values  api.yaml:31:9
          User.age is optional, but was never missing in 120 objects  api.yaml:32:9

        """)
  }

  @Test func page() {
    let page = run("coverage", capture, "-c", "api", "-f", "html").output
      .replacing("\u{A0}", with: " ")
    #expect(page.contains("<h1>Coverage of Users 2</h1>"))
    #expect(
      page.contains(
        """
        <p class="verdict ">54.5 % of what the contracts describe was seen: 6 of 11 cells.</p>
        <dl class="answers">
        <div><dt>Never called</dt>
        <dd><b><a href="#called1">1</a></b> of 2 operations</dd></div>
        <div><dt>Never seen</dt>
        <dd><b><a href="#seen1">4</a></b> cells of called operations</dd></div>
        </dl>
        <p class="first"><b>Do first:</b> call <code>DELETE /users/{id}</code>, which has 1 cell</p>
        """))
    // The same as the text says.
    for line in [
      """
      <tr><th scope="row"><code>GET /users</code><small>200 ×120</small></th>\
      <td class="number" data-unit=" exchanges">120</td><td class="bar"><span class="track">\
      <i class="right" style="width:60%"></i></span></td><td class="found">60 %, 6 of 10</td></tr>
      """,
      """
      <tr class="never"><th scope="row"><code>DELETE /users/{id}</code></th>\
      <td class="number" data-unit=" exchanges">0</td><td class="bar"><span class="track">\
      <i class="right" style="width:0"></i></span></td><td class="found"><b>never called</b></td></tr>
      """,
      "<li><code>DELETE /users/{id}</code> <small><code>api.yaml:18:5</code></small></li>",
      "<li><code>admin</code> of User.role <small><code>api.yaml:30:23</code></small></li>",
      "<p>1 more cell can be reached only by operations that were never called.</p>",
      """
      <li>User.bio may be null, but was never null in 120 values \
      <small><code>api.yaml:31:9</code></small></li>
      """,
    ] { #expect(page.contains(line + "\n")) }
    #expect(PageLinks(page).broken == [])
    #expect(!page.contains("<script") && !page.contains("://"))
  }

  @Test func traceFile() {
    let scenario = run("coverage", capture, "-c", "api", "-f", "lcov")
    #expect(
      scenario.output == """
        TN:
        SF:api.yaml
        BRDA:29,0,0,120
        BRDA:30,0,0,120
        BRDA:31,0,0,120
        BRDA:31,0,1,0
        BRDA:32,0,0,120
        BRDA:32,0,1,0
        BRF:6
        BRH:4
        DA:5,120
        DA:9,120
        DA:16,0
        DA:18,0
        DA:22,0
        DA:29,120
        DA:30,0
        DA:31,120
        DA:32,120
        LF:9
        LH:5
        end_of_record

        """)
  }

  @Test func belowTheMinimumTheRunFails() {
    let scenario = run("coverage", capture, "-c", "api", "--min", "55", "-q")
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors
        == "schemacheck: 54.5 % of the cells were seen, less than `--min 55`\n")
    let json = run("coverage", capture, "-c", "api", "--min", "55", "-q", "--format", "json")
    #expect(json.errors.hasSuffix("`--min 55`; `--format text` lists the others\n"))
    #expect(run("coverage", capture, "-c", "api", "--min", "54").code == .clean)
  }

  @Test func findingsDoNotFailIt() throws {
    let wrong = try folder.write(
      #"{"method": "GET", "url": "/users", "status": 200, "responseBody": [{}]}"#,
      to: "wrong.ndjson")
    #expect(run("coverage", wrong, "-c", "api").code == .clean)
    #expect(run("check", wrong, "-c", "api").code == .findings)
    #expect(run("coverage", path("none.json"), "-c", "api").code == .error)
  }

  @Test func aDiffTellsWhatTrafficHas() throws {
    let coverage = path("coverage.json")
    #expect(run("check", capture, "-c", "api", "--coverage", coverage, "-q").code == .clean)
    let new = Self.contract.replacingOccurrences(of: "        age: {type: integer}\n", with: "")
      .replacingOccurrences(of: "[admin, guest]", with: "[guest]")
      .replacingOccurrences(of: "        \"404\": {description: none}\n", with: "")
    let file = try folder.write(new, to: "new.yaml")
    let scenario = run("diff", "api", file, "--coverage", coverage, "-f", "concise", "-q")
    #expect(
      scenario.output == """
        new.yaml:24:5: warning[response-optional-dropped] `age` is gone: released apps no longer find `age` (in GET /users; before: api.yaml:32:9; seen in 120 objects of the traffic)  \
        (/components/schemas/User (property `age`))
        new.yaml:8:7: note[error-status-removed] the status 404 is gone (in GET /users; before: \
        api.yaml:16:9; never seen in the traffic)  (/paths/~1users/get/responses (property `404`))
        new.yaml:29:16: note[response-narrowed] `role` is never `admin` any more (in GET /users; \
        before: api.yaml:30:23; never seen in the traffic)  \
        (/components/schemas/User/properties/role/enum)

        """)
  }

  /// Whether traffic has it cannot be known where the operation was never called, where exchanges
  /// with errors were not examined, or where the coverage is of another contract.
  @Test func aDiffSaysWhatCannotBeKnown() throws {
    let new = try folder.write(
      Self.contract.replacingOccurrences(of: "        age: {type: integer}\n", with: ""),
      to: "new.yaml")
    let wrong = try folder.write(
      #"{"method": "GET", "url": "/users", "status": 200, "responseBody": [{"age": 7}]}"#,
      to: "wrong.ndjson")
    let coverage = path("coverage.json")
    _ = run("check", wrong, "-c", "api", "--coverage", coverage, "-q")
    let broken = run("diff", "api", new, "--coverage", coverage, "-f", "concise", "-q")
    #expect(
      broken.output.contains(
        "not seen in the traffic, but 1 exchange with errors was not examined"))
    let gone = try folder.write(
      #"{"method": "DELETE", "url": "/users/1", "status": 204}"#, to: "gone.ndjson")
    _ = run("check", gone, "-c", "api", "--coverage", coverage, "-q")
    let unknown = run("diff", "api", new, "--coverage", coverage, "-f", "concise", "-q")
    #expect(
      unknown.output.contains(
        "unknown in the traffic: the operation was never called"))
    _ = run(
      "check", PackageFolder.url.appendingPathComponent("samples/fotolokashen").path, "-c",
      "fotolokashen", "--coverage", coverage, "-q")
    let foreign = run("diff", "api", new, "--coverage", coverage, "-q")
    #expect(foreign.code == .error)
    #expect(foreign.errors.contains("the coverage file is about fotolokashen, not about api.yaml"))
  }

  @Test(arguments: ["-", "coverage", "coverage.xml", "xml=coverage.json"])
  func namesOfFilesThatTellNoFormat(name: String) {
    // In the test's own folder, so that a failure leaves nothing behind.
    let place =
      name == "-" ? name : name.replacingOccurrences(of: "coverage", with: path("coverage"))
    let scenario = run("check", capture, "-c", "api", "--coverage", place)
    #expect(scenario.code == .error)
    #expect(
      scenario.errors
        == "schemacheck: `--coverage \(name)`: the name of the file must end in `.json`, `.html`, `.info` "
        + "(lcov) or `.txt`; for another name, give the format: `--coverage json=FILE`\n")
  }

  @Test(arguments: ["json", "lcov", "text"])
  func noInputAndNoContractIsOverwritten(format: String) throws {
    for file in [capture, path("api.yaml")] {
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      for arguments in [
        ["coverage", capture, "-c", path("api.yaml"), "-f", "\(format)=\(file)"],
        ["check", capture, "-c", path("api.yaml"), "--coverage", "\(format)=\(file)"],
      ] {
        let scenario = Scenario.run(arguments)
        #expect(scenario.code == .error)
        #expect(scenario.errors.contains("would overwrite `\(file)`"))
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  @Test func aFormatMayBeNamed() throws {
    let file = path("trace")
    #expect(run("check", capture, "-c", "api", "--coverage", "lcov=\(file)").code == .clean)
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("TN:\nSF:"))
  }

  @Test func partsOfAnotherContractAreNotAdded() throws {
    let (one, other) = (path("one.json"), path("other.json"))
    _ = run("check", capture, "-c", "api", "--coverage", one, "-q")
    _ = try folder.write(
      Self.contract.replacingOccurrences(of: "role: {enum: [admin, guest]}", with: "role: {}"),
      to: "api.yaml")
    _ = run("check", capture, "-c", "api", "--coverage", other, "-q")
    let sum = run("merge-summaries", one, other)
    #expect(sum.code == .error)
    #expect(
      sum.errors
        == "schemacheck: other.json: api.yaml differs from the contract in the files before this "
        + "file; nothing was added\n")
  }

  @Test func theRatchetOnlyGrows() throws {
    let settings = try folder.write(
      #"{"contracts": ["api.yaml"], "inputs": ["traffic.ndjson"]}"#, to: ".schemacheck.json")
    let ratchet = path(".schemacheck-coverage.json")
    let first = run("coverage", "--config", settings, "--update-ratchet", "-q")
    #expect(first.code == .clean)
    #expect(
      try String(contentsOfFile: ratchet, encoding: .utf8) == """
        {
          "contracts": {
            "api.yaml": 54.5
          }
        }

        """)
    _ = try folder.write(
      #"{"method": "GET", "url": "/users", "status": 200, "responseBody": []}"#,
      to: "traffic.ndjson")
    let fallen = run("coverage", "--config", settings, "--update-ratchet", "-q")
    #expect(fallen.code == .findings)
    #expect(
      fallen.errors
        == "schemacheck: .schemacheck-coverage.json: the coverage of api.yaml fell from 54.5 % to 9 %; check "
        + "more traffic, or lower the number in the file by hand\n")
    #expect(try String(contentsOfFile: ratchet, encoding: .utf8).contains("54.5"))
  }

  @Test(arguments: [
    (#"{"schemacheck":"0.1.0","coverage":[{"contract":5}]}"#, "damaged or incomplete"),
    (#"{"schemacheck":"0.1.0","coverage":["#, "damaged or incomplete"),
    (
      #"{"schemacheck":"0.1.0","coverage":[{"contract":"a","title":"","version":"","operations":"#
        + #"[],"cells":[{"kind":"null","name":"","pointer":"","goal":true,"counts":"#
        + #"{"captures":0,"fixtures":0,"live":0},"operations":[]}]}]}"#, "damaged or incomplete"
    ),
    ("{}", "not a coverage file"),
  ])
  func whatIsNoCoverageIsOneLine(text: String, message: String) throws {
    let file = try folder.write(text, to: "bad.json")
    let scenario = run("diff", "api", "api", "--coverage", file)
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains(message))
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }
}
