import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Contracts from traffic: what is claimed, what is left out, and that the input keeps to it.
@Suite struct InferCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  // MARK: Traffic

  /// Users and their posts, with everything that a contract may say. The same seed gives the same
  /// lines.
  private static func traffic(_ count: Int, seed: UInt64 = 1) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      switch number % 4 {
      case 0: line("GET", "/api/v1/users?page=1&limit=2", page(&random))
      case 1: line("GET", "/api/v1/users/\(names[number % 5])", user(&random))
      case 2: line("GET", "/api/v1/users/\(names[number % 5])/posts", "[\(post(&random))]")
      default:
        line(
          "POST", "/api/v1/users", user(&random), status: 201,
          request: #"{"name": "n\#(number)", "age": 40}"#)
      }
    }
  }

  private static let names = ["ann", "bob", "carla-k", "j.doe", "zoe"]

  private static func line(
    _ method: String, _ path: String, _ body: String, status: Int = 200, request: String? = nil
  ) -> String {
    let sent = request.map { #", "requestBody": \#($0)"# } ?? ""
    return
      #"{"method": "\#(method)", "url": "https://api.example.com\#(path)", "status": \#(status)"#
      + #"\#(sent), "responseBody": \#(body)}"#
  }

  private static func user(_ random: inout SeededGenerator) -> String {
    let bio = Int.random(in: 0..<3, using: &random) == 0 ? "null" : #""hello there""#
    let age = Int.random(in: 0..<3, using: &random) == 0 ? "" : #", "age": 31"#
    let role = ["admin", "guest", "editor"].randomElement(using: &random) ?? ""
    let id = Int.random(in: 1...90_000, using: &random)
    let second = Int.random(in: 10...59, using: &random)
    return #"""
      {"id": \#(id), "name": "Ann \#(id)", "role": "\#(role)", "bio": \#(bio)\#(age), \#
      "joinedAt": "2026-01-02T03:04:\#(second).000Z", "lat": \#(second).5, "lng": 7.25}
      """#
  }

  private static func page(_ random: inout SeededGenerator) -> String {
    #"{"users": [\#(user(&random)), \#(user(&random))], "pagination": {"page": 1, "limit": 2, "total": 4, "totalPages": 2, "hasMore": true}}"#
  }

  private static func post(_ random: inout SeededGenerator) -> String {
    let kind = Bool.random(using: &random)
    let rest =
      kind ? #""text": "so it goes""# : #""imageURL": "https://cdn.example.com/1.jpg", "width": 3"#
    return #"{"type": "\#(kind ? "note" : "photo")", \#(rest), "author": \#(user(&random))}"#
  }

  private func infer(_ lines: [String], _ arguments: String...) throws -> (Scenario, String) {
    let capture = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
    let target = path("api.yaml")
    let run = Scenario.run(["infer", capture, "-o", target, "--force"] + arguments)
    return (run, try String(contentsOfFile: target, encoding: .utf8))
  }

  // MARK: What is claimed

  @Test func aContractSaysWhatTheTrafficShows() throws {
    let (run, contract) = try infer(Self.traffic(400))
    #expect(run.code == .clean)
    #expect(Scenario.difference(of: contract, from: "infer.yaml") == nil)
    #expect(!run.errors.contains("mistakes"))
  }

  @Test func theOrderAndTheThreadsDoNotMatter() throws {
    let lines = Self.traffic(300)
    let (_, contract) = try infer(lines)
    #expect(try infer(lines.reversed(), "--jobs", "1").1 == contract)
    #expect(try infer(Array(lines[150...] + lines[..<150]), "--jobs", "4").1 == contract)
  }

  /// Neither has a media type, and the one that is there must not be taken for one like the other.
  @Test func aBodyWithoutAMediaTypeIsNoAbsentOne() throws {
    let absent =
      Self.line("POST", "/api/v1/users", "{}").dropLast()
      + #", "omitted": {"requestBody": "too long"}}"#
    let lines = [
      String(absent), Self.line("POST", "/api/v1/users", "{}", request: #"{"name": "x"}"#),
    ]
    let (_, contract) = try infer(lines)
    #expect(contract.contains("name:") && contract.contains("\"*/*\": {}"))
    #expect(try infer(lines.reversed()).1 == contract)
    let many = (0..<400).map { lines[$0 / 100 % 2] }
    let (_, whole) = try infer(many, "--jobs", "1")
    #expect(try infer(many, "--jobs", "4").1 == whole)
    #expect(try infer(many.reversed(), "--jobs", "4").1 == whole)
  }

  /// A framework is known by its pages, and its preset is named once.
  @Test(arguments: [
    ("spring", #"{"content": [], "totalElements": 0, "totalPages": 0}"#),
    ("django-rest-framework", #"{"count": 0, "next": null, "previous": null, "results": []}"#),
    ("laravel", #"{"data": [], "meta": {"current_page": 1, "path": "/a", "per_page": 15}}"#),
    ("json-api", #"{"data": [{"type": "a", "id": "1", "attributes": {"name": "x"}}]}"#),
  ])
  func theFittingPresetIsNamed(preset: String, body: String) throws {
    let (run, _) = try infer([Self.line("GET", "/api/items", body)])
    let line =
      "the traffic looks like traffic of \(preset): `\"extends\": [\"preset:\(preset)\"]` in "
      + ".schemacheck.json adds its rules\n"
    #expect(run.errors.hasSuffix(line))
    let configuration = try folder.write(
      #"{"extends": ["preset:\#(preset)"]}"#, to: ".schemacheck.json")
    #expect(
      !Scenario.run("infer", path("traffic.ndjson"), "--config", configuration).errors
        .contains("shape of"))
  }

  /// A placeholder is no server of the contract.
  @Test func placeholdersOfServers() throws {
    for server in ["<API_URL>", "https://<HOST>", "{{baseUrl}}"] {
      let lines = Self.traffic(40).map { $0.replacing("https://api.example.com", with: server) }
      let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
      let run = Scenario.run("infer", file, "--no-config")
      #expect(run.code == .clean && !run.output.contains("servers:"), "\(run.everything)")
      #expect(run.output.contains("  /api/v1/users:"), "\(run.output)")
    }
  }

  /// What a logger says of itself is no body.
  @Test func aLineOfALogIsNoBody() throws {
    let log = try folder.write(
      #"{"level":30,"pid":1,"hostname":"h","msg":"Server listening at http://127.0.0.1:3000"}"#
        + "\n"
        + #"{"level":30,"req":{"method":"GET","url":"/a"},"res":{"statusCode":200},"msg":"done"}"#
        + "\n", to: "app.log")
    let run = Scenario.run("infer", log, "--no-config")
    #expect(
      run.errors == """
        1 of 2 exchanges read
        not read: 1 no request
        schemacheck: no contract can be inferred from these inputs: they contain no JSON bodies; \
        record the traffic with its bodies, for example as a HAR

        """)
    #expect(run.code == .error && run.output.isEmpty)
  }

  @Test func halfOfTheTrafficExplainsTheOther() throws {
    let lines = Self.traffic(800, seed: 7)
    _ = try infer(Array(lines[..<400]))
    let rest = try folder.write(lines[400...].joined(separator: "\n"), to: "rest.ndjson")
    let run = Scenario.run("check", rest, "-c", path("api.yaml"), "--strict")
    #expect(run.code == .clean)
    #expect(run.everything.contains("no findings\n400 of 400 exchanges checked"))
  }

  @Test func jsonSaysTheSame() throws {
    let capture = try folder.write(Self.traffic(200).joined(separator: "\n"), to: "t.ndjson")
    for name in ["a.json", "a.yaml"] {
      #expect(Scenario.run("infer", capture, "-o", path(name)).code == .clean)
    }
    let run = Scenario.run("diff", path("a.yaml"), path("a.json"))
    #expect(run.code == .clean)
    #expect(run.everything.contains("0 errors, 0 warnings"))
  }

  // MARK: What is left out

  /// A slip of one exchange among many, and what it is reported as.
  private static let slips: [(from: String, to: String, rule: String)] = [
    (#""lat": "#, #""latitude": "#, "coordinate-names"),
    (#""name": "Ann"#, #""Name": "Ann"#, "key-case"),
    (#""lng": 7.25"#, #""lng": "7.25""#, "coordinate-range"),
    (#"000Z""#, #"000+00:00""#, "iso-dates"),
    (#""hasMore": true"#, #""hasMore": null"#, "pagination-shape"),
    (#""role": "a"#, #""role": "A"#, "schema"),
    (#", "lng": 7.25"#, #", "lng": 7.25, "debug": true"#, "undocumented-field"),
  ]

  @Test(arguments: slips.indices)
  func aSlipIsLeftOutAndListed(_ number: Int) throws {
    let slip = Self.slips[number]
    var lines = Self.traffic(800, seed: 3)
    let (_, right) = try infer(lines)
    let index = try #require(
      lines.firstIndex { $0.contains(slip.from) && $0.contains("pagination") })
    let range = try #require(lines[index].range(of: slip.from))
    lines[index].replaceSubrange(range, with: slip.to)
    let (run, contract) = try infer(lines)
    let listed = run.errors.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(listed.count == 1)
    #expect(listed.first?.contains("traffic.ndjson:\(index + 1):") ?? false)
    #expect(listed.first?.hasSuffix("(\(slip.rule))") ?? false)
    // Only the remarks, which count, may differ.
    func plain(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { $0.prefix { $0 != "#" } }
    }
    #expect(plain(contract) == plain(right))
    let all = try infer(lines, "--accept-all")
    #expect(!all.0.errors.contains("mistakes"))
  }

  // MARK: What never gets in

  @Test func noRecordedValueGetsIntoAContract() throws {
    let words = ["zebra", "Quokka", "wombat77", "ghp_0123456789abcdefghij", "okapi@example.org"]
    var lines: [String] = []
    for number in 0..<60 {
      let word = words[number % words.count]
      lines.append(
        Self.line(
          "GET", "/users/\(word)/posts/\(word)?q=\(word)",
          #"""
          {"name": "\#(word)", "username": "\#(word)", "byName": {"\#(word)-\#(number)77": "\#(word)"}, \#
          "labels": {"\#(word)\#(number)1234": 1}, "city": "\#(word)", "token": "\#(word)"}
          """#))
    }
    let (run, contract) = try infer(lines)
    #expect(run.code == .clean)
    for word in words { #expect(!contract.contains(word), "\(word)") }
    #expect(contract.contains("/users/{username}/posts/{"))
  }

  @Test func examplesAreMasked() throws {
    let token = "ghp_0123456789abcdefghij0123456789abcdef"
    let lines = (0..<5).map {
      Self.line("GET", "/me", #"{"id": \#($0), "note": "[a] {b}: #c", "token": "\#(token)"}"#)
    }
    let (run, contract) = try infer(lines, "--examples")
    #expect(run.code == .clean)
    #expect(!contract.contains(token))
    #expect(contract.contains(#"note: "[a] {b}: #c""#))
    #expect(Scenario.run("contracts", path("api.yaml")).code == .clean)
  }

  // MARK: Files

  @Test func filesOfOneNameAreOneSchema() throws {
    for number in 1...30 {
      _ = try folder.write(
        #"{"id": \#(number), "tags": ["a"]}"#, to: "fixtures/user-\(number).json")
    }
    _ = try folder.write(#"[{"id": 1, "total": 9.5}]"#, to: "fixtures/orders.json")
    let target = path("api.yaml")
    let run = Scenario.run("infer", path("fixtures"), "-o", target)
    #expect(run.code == .clean)
    let contract = try String(contentsOfFile: target, encoding: .utf8)
    #expect(
      contract.contains(
        """
            User:
              type: object
              required: [id, tags]

        """))
    #expect(contract.contains("    OrderList:\n"))
    #expect(!contract.contains("user-"))
    let check = Scenario.run(
      "check", path("fixtures/user-7.json"), "-c", target, "--schema", "User")
    #expect(check.code == .clean)
  }

  /// A stub has its status beside the body, and only the body is the API's.
  @Test(arguments: [
    #"{"status": 200, "body": {"name": "a"}}"#,
    #"[{"status": 200, "body": {"name": "a"}}, {"status": 200, "body": {"name": "b"}}]"#,
  ])
  func bodiesOfStubsAreSchemas(stub: String) throws {
    try folder.write(stub, to: "stubs/user.json")
    let run = Scenario.run("infer", path("stubs"))
    #expect(run.code == .clean && run.output.contains("    User:\n      type: object\n"), "\(run)")
    #expect(run.output.contains("        name:") && !run.output.contains("status"))
  }

  @Test func anExistingFileIsKept() throws {
    let capture = try folder.write(Self.traffic(8).joined(separator: "\n"), to: "t.ndjson")
    let target = try folder.write("mine", to: "api.yaml")
    let run = Scenario.run("infer", capture, "-o", target)
    #expect(run.code == .error)
    #expect(run.errors.contains("exists already"))
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine")
  }

  @Test func standardInputIsReadOnce() throws {
    let run = Scenario.run(
      "infer", "-", input: Self.traffic(40).joined(separator: "\n"))
    #expect(run.code == .clean)
    #expect(run.output.hasPrefix("openapi: 3.1.0\n"))
    #expect(run.errors.contains("standard input can be read only once"))
  }

  @Test func stubsAreCountedAndNotUsed() throws {
    let stub = try folder.write(
      #"{"request": {"method": "GET", "urlPath": "/a"}, "response": {"status": 200, "jsonBody": {"id": 1}}}"#,
      to: "stub.json")
    let none = Scenario.run("infer", stub)
    #expect(none.code == .error && none.output.isEmpty)
    #expect(
      none.errors == """
        schemacheck: no contract can be inferred from these inputs: stubs do not show what a server sends
        0 of 1 exchange read
        not read: 1 stub

        """)
    let capture = try folder.write(Self.traffic(8).joined(separator: "\n"), to: "t.ndjson")
    let both = Scenario.run("infer", capture, stub)
    #expect(both.code == .clean)
    #expect(both.errors.contains("8 of 9 exchanges read\nnot read: 1 stub\n"))
  }

  @Test func nothingToLearnFromIsAnError() throws {
    let empty = try folder.write("", to: "empty.ndjson")
    #expect(Scenario.run("infer", empty).code == .error)
    #expect(Scenario.run("infer", "no-such-file").code == .error)
    #expect(Scenario.run("infer", "--no-config").code == .error)
  }
}
