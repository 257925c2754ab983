@_spi(Engine) import ContractCaptures
import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck
@_spi(Engine) import JSONTape

@Suite struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(
    _ arguments: String..., contract: String? = "fotolokashen", input: String = ""
  ) -> Scenario {
    let named = contract.map { ["--contract", $0] } ?? []
    var scenario = Scenario.run(["check"] + named + arguments, input: input)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  static let place = """
    {"id": 43, "placeId": "p", "name": "Lookout", "address": null, "city": null,
     "state": null, "lat": 37.7749, "lng": -122.4194, "type": null, "rating": null,
     "caption": null, "savedAt": null, "photos": [],
     "user": {"id": 1, "username": "b", "firstName": null, "lastName": null, "avatar": null}}
    """

  static func page(_ places: String...) -> String {
    """
    {"locations": [\(places.joined(separator: ",\n"))],
     "pagination": {"page": 1, "limit": 20, "total": \(places.count),
                    "totalPages": \(places.isEmpty ? 0 : 1), "hasMore": false}}
    """
  }

  static let wrongPage = page(
    place.replacing(#""lat""#, with: #""latitude""#).replacing(
      #""savedAt": null"#, with: #""savedAt": "01/02/2026""#),
    place.replacing(#""lat""#, with: #""latitude""#).replacing(#""city": null,"#, with: ""))

  static let listing = "GET /api/v1/locations/public"

  // MARK: Reports and exit status

  @Test(arguments: ["text", "concise", "json"])
  func reports(format: String) throws {
    let file = try folder.write(Self.wrongPage, to: "my captures/wrong.json")
    let scenario = check(file, "--operation", Self.listing, "-f", format)
    #expect(scenario.code == .findings)
    #expect(Scenario.difference(of: scenario.output, from: "check-wrong.\(format)") == nil)
    #expect(
      scenario.errors
        == "4 errors in 3 groups: coordinate-names 2, explicit-null 1, iso-dates 1\n1 of 1 exchange checked\n"
    )
  }

  @Test func nothingWrong() throws {
    let file = try folder.write(Self.page(Self.place), to: "right.json")
    let scenario = check(file, "--operation", "listPublicLocations")
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(
      scenario.errors == "no findings\n1 of 1 exchange checked\n")
    let asJSON = check(file, "--operation", "listPublicLocations", "-f", "json", "-q")
    #expect(Scenario.difference(of: asJSON.output, from: "check-right.json") == nil)
  }

  @Test func severities() {
    let extra = Self.page(Self.place.replacing(#""id": 43"#, with: #""id": 43, "extra": 1"#))
    func code(_ arguments: String..., body: String) -> ExitCode {
      Scenario.run(
        ["check", "-", "-c", "fotolokashen", "--operation", Self.listing] + arguments,
        input: body
      ).code
    }
    #expect(code(body: extra) == .clean)
    #expect(code("--fail-on", "warning", body: extra) == .findings)
    #expect(code("--fail-on", "note", body: extra) == .findings)
    #expect(code("--fail-on=warning", "--exit-zero", body: extra) == .clean)
    #expect(code("--rule", "undocumented-field=error", body: extra) == .findings)
    #expect(code(body: Self.wrongPage) == .findings)
    #expect(code("--exit-zero", body: Self.wrongPage) == .clean)
    // What the contract refuses stays an error, whatever rule has the words.
    #expect(
      code(
        "--rule=coordinate-names=off", "--rule=explicit-null=warning", "--rule=iso-dates=note",
        body: Self.wrongPage.replacing("latitude", with: "lat")) == .findings)
  }

  @Test func aRuleThatIsOffIsSilent() {
    let scenario = check(
      "-", "--operation", Self.listing, "--rule", "iso-dates=off", "-f", "concise",
      input: Self.wrongPage)
    #expect(scenario.output.contains("coordinate-names") && !scenario.output.contains("iso-dates"))
  }

  // MARK: Names

  @Test(arguments: [
    (["--contract", "fotolokashn"], "lists the bundled contracts; did you mean `fotolokashen`?"),
    (["--operation", "listPublicLocation"], "`listPublicLocation`; did you mean `listPublicLo"),
    (
      ["--operation", "GET /api/v1/locations/publik"], "did you mean `GET /api/v1/locations/public`"
    ),
    (["--schema", "Fhoto"], "schema `Fhoto`; did you mean `Photo`?"),
    (["--operation", "listPublicLocations", "--status", "404"], "it documents 200"),
    (["--operation", "listPublicLocations", "--request"], "documents no request body"),
    (["--rule", "iso-date=off"], "no rule `iso-date`; did you mean `iso-dates`?"),
    (["--rule", "iso-dates=of"], "did you mean `off`?"),
    (["--format", "jsn"], "did you mean `json`?"),
    (["--fail-on", "eror"], "did you mean `error`?"),
    (["--input-format", "ndjsn"], "did you mean `ndjson`?"),
    (["--oparation", "x"], "unknown option `--oparation`; did you mean `--operation`?"),
    (["--param", "a=b"], "`--param` needs `--all`"),
    (
      ["--server", "local"],
      "`--server` needs `--all`; to send one request, give its whole URL as INPUT"
    ),
    (["--bearer", "x"], "the shell keeps them in its history"),
  ])
  func strangers(arguments: [String], words: String) {
    let scenario = Scenario.run(["check", "-", "-c", "fotolokashen"] + arguments, input: "{}")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.contains(words), "\(scenario.errors)")
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }

  @Test func noContractIsNamed() {
    let scenario = check("-", contract: nil, input: "{}")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors
        == "schemacheck: name a contract with `--contract NAME` (`schemacheck contracts` lists "
        + "them), or use `schemacheck lint`\n")
  }

  @Test func brokenContract() throws {
    let file = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {},
       "x-schemacheck": {"rules": {"iso-dats": "off"}}}
      """, to: "own.json")
    let scenario = check("-", contract: file, input: "{}")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors
        == "schemacheck: DIR/own.json:2:30: there is no rule `iso-dats`; did you mean `iso-dates`?\n"
    )
  }

  // MARK: What a bare body is

  @Test func operationStatusAndRequest() {
    let device = #"{"platform": "iOS", "deviceToken": "0123456789012345678901234567890123"}"#
    func lines(_ arguments: String..., body: String) -> String {
      Scenario.run(
        ["check", "-", "-c", "unitedwerise-devices", "-f", "concise"] + arguments, input: body
      ).output
    }
    #expect(
      lines("--operation", "registerDevice", "--request", body: device)
        == "<stdin>:1:14: error[device-platform] platform is \"iOS\"; it must be exactly `ios` or "
        + "`android`  (POST /api/devices/register request /platform)\n")
    let failure = #"{"success": true, "error": "no"}"#
    let output = lines("--operation", "listDevices", "--status", "401", body: failure)
    #expect(output.hasPrefix("<stdin>:1:13: error[schema] `success` is true; the contract says"))
    #expect(output.contains("(GET /api/devices 401 /success)"))
    #expect(lines("--schema", "RegisterRequest", "--request", body: device).contains("iOS"))
  }

  @Test func componentSchema() {
    let photo = #"{"id": 1, "imagekitFilePath": "/a.jpg", "isPrimary": "yes", "caption": null}"#
    let scenario = check("-", "--schema", "Photo", "-f", "concise", input: photo)
    #expect(
      scenario.output
        == "<stdin>:1:54: error[schema] `isPrimary` is a string; the contract says a boolean"
        + "  (/isPrimary)\n")
  }

  @Test func theNearestMatchIsSaid() {
    let scenario = check("-", "-f", "concise", input: Self.wrongPage)
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors == """
        <stdin>: assumed `GET /api/v1/locations/public` 200, the nearest schema
        4 errors in 3 groups: coordinate-names 2, explicit-null 1, iso-dates 1
        1 of 1 exchange checked (1 by the nearest schema)

        """)
    #expect(check("-", "-q", input: Self.wrongPage).errors.isEmpty)
    let lines = check(
      "-", "-f", "concise",
      input: String(repeating: Self.wrongPage.replacing("\n", with: "") + "\n", count: 3))
    #expect(
      lines.errors == """
        <stdin>: assumed `GET /api/v1/locations/public` 200, the nearest schema
        12 errors in 3 groups: coordinate-names 6, explicit-null 3, iso-dates 3
        3 of 3 exchanges checked (3 by the nearest schema)

        """, "the same is said once")
  }

  /// Many assumptions are one line, few are told one by one.
  @Test func manyAssumptionsAreCounted() throws {
    let folder = try TemporaryFolder()
    for number in 1...3 { try folder.write(Self.wrongPage, to: "\(number).json") }
    let many = Scenario.run("check", folder.path, "-c", "fotolokashen", "-f", "concise")
    #expect(
      many.errors == """
        3 bodies were checked against the nearest schema; `--explain-match` shows each
        12 errors in 3 groups: coordinate-names 6, explicit-null 3, iso-dates 3
        3 of 3 exchanges checked (3 by the nearest schema)

        """)
    let explained = Scenario.run(
      "check", folder.path, "-c", "fotolokashen", "-f", "concise", "--explain-match")
    #expect(explained.errors.contains("3 bodies were checked against the nearest schema\n"))
    #expect(explained.errors.contains(" is the nearest schema: "))
    let two = Scenario.run(
      "check", "\(folder.path)/1.json", "\(folder.path)/2.json", "-c", "fotolokashen", "-f",
      "concise")
    #expect(
      two.errors.split(separator: "\n").dropLast(2).allSatisfy {
        $0.hasSuffix("the nearest schema")
      }
    )
    #expect(
      Scenario.run("check", folder.path, "-c", "fotolokashen", "-q").errors.isEmpty)
  }

  // MARK: Nothing checked, something unreadable

  @Test func nothingChecked() throws {
    let alien = check("-", input: #"{"colour": "red"}"#)
    #expect(alien.code == .error)
    #expect(
      alien.output == """
        warning[unmatched-body]: the body resembles no schema of the contract
          --> <stdin>:1:1
           = hint: give its operation with --operation or its schema with --schema
           = why: a body without a similar schema is not checked
           = see: schemacheck explain unmatched-body

        """)
    #expect(
      alien.errors == """
        1 warning in 1 group: unmatched-body 1
        0 of 1 exchange checked
        not checked: 1 unmatched
        schemacheck: nothing was checked

        """)
    let har = #"{"log": {"version": "1.2", "entries": []}}"#
    #expect(check("-", "--exit-zero", input: har).code == .error)
    let empty = check(folder.path)
    #expect(empty.code == .error)
    #expect(empty.errors.contains("DIR: the folder contains none of *.har"))
  }

  @Test func unreadableInputAmongGoodOnes() throws {
    let wrong = try folder.write(Self.wrongPage, to: "a.json")
    let broken = try folder.write("{\"locations\": [", to: "b.json")
    let har = try folder.write(#"{"log": {"version": "1.2", "entries": [{"#, to: "c.har")
    let scenario = check(
      har, "/none/d.json", broken, wrong, "--operation", Self.listing, "-f", "concise")
    #expect(scenario.code == .error)
    let places = scenario.output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(
      places == ["DIR/a.json:2:17:", "DIR/a.json:3:30:", "DIR/a.json:5:1:", "DIR/b.json:1:16:"])
    #expect(scenario.errors.hasPrefix("schemacheck: /none/d.json: No such file or directory\n"))
    #expect(scenario.errors.contains("schemacheck: DIR/c.har:1:"))
  }

  // MARK: Standard input, lines, several contracts

  @Test func anAnswerFromStandardInput() {
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + Self.wrongPage
    let scenario = check("-", "--operation", Self.listing, "-f", "concise", input: answer)
    #expect(scenario.output.contains("<stdin>:5:17: error[coordinate-names]"))
  }

  @Test func theFirstContractThatMatchesWins() throws {
    let lines = """
      {"method":"GET","url":"http://localhost:5000/posts","status":200,"responseBody":[]}
      {"method":"GET","url":"https://h/api/v1/locations/public","status":200,"responseBody":{}}
      {"method":"GET","url":"https://h/elsewhere","status":200,"responseBody":{}}
      {"method":"GET","url":"https://h/posts","status":204}
      {"method":"GET",
      """
    let scenario = Scenario.run(
      "check", "-", "-c", "fotolokashen", "-c", "social-posts", "-f", "json", input: lines)
    #expect(scenario.code == .error)
    #expect(
      Scenario.difference(of: scenario.everything, from: "check-several-contracts.txt") == nil)
  }

  /// Lines are checked one by one or, where the format is told from few bytes, all together: the
  /// answer is the same.
  @Test(arguments: [1, 7, 4096, 1 << 20])
  func linesAreCutAnywhere(pieceSize: Int) throws {
    let body = Self.wrongPage.replacing("\n", with: "")
    let records = (0..<40).map { index in
      index % 7 == 3
        ? ""
        : #"{"method":"GET","url":"https://h/api/v1/locations/public?page=1&é=\#(index)","#
          + #""status":\#(index % 5 == 4 ? 404 : 200),"responseBody":\#(body)}"#
    }
    let text = "\u{FEFF}" + records.joined(separator: "\r\n") + "\n{\"cut\": "
    let arguments = ["check", "-c", "fotolokashen", "-f", "json", "-"].map { Argument($0) }
    var rest = Array(text.utf8)[...]
    var output: [UInt8] = []
    let code = schemacheck.run(
      arguments: arguments,
      standardInput: { buffer in
        let count = min(buffer.count, rest.count, pieceSize)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }, standardOutput: { output += $0 }, standardError: { _ in },
      environment: Environment(lookUp: { _ in nil }))
    #expect(code == .error)

    let checker = try Checker(contracts: [try Contract.bundled("fotolokashen")])
    let log = Scenario.Log()
    let parsed = try Arguments(["-f", "json"], of: .check)
    var whole = try InputRun.command(
      Project(withoutConfiguration: RunOptions(parsed)), parsed, [], Scenario.console(log))
    checker.check(Array(text.utf8), name: "<stdin>", format: .ndjson) { _, result in
      whole.add(result)
    } problem: { _ in
      whole.summary.count(.unreadable)
    }
    whole.summary.inputs = 1
    _ = whole.finish()
    #expect(whole.summary.errors > 100)
    #expect(String(decoding: output, as: UTF8.self) == log.output)
  }

  @Test func remarksEnd() throws {
    let log = Scenario.Log()
    var run = InputRun(RunOptions(), Scenario.console(log), ReportSet())
    for number in 0..<1000 { run.addNote("remark \(number)") }
    #expect(log.errors.split(separator: "\n").count == 201)
    #expect(log.errors.hasSuffix("remark 199\nfurther messages of this kind are not shown\n"))
  }

  @Test func standardInputThatCannotBeRead() {
    var errors: [UInt8] = []
    let code = schemacheck.run(
      arguments: ["check", "-", "-c", "fotolokashen"], standardInput: { _ in -1 },
      standardOutput: { _ in }, standardError: { errors += $0 },
      environment: Environment(lookUp: { _ in nil }))
    #expect(code == .error)
    #expect(
      String(decoding: errors, as: UTF8.self).hasPrefix(
        "schemacheck: standard input cannot be read\n"))
  }
}
