import Foundation
import TestSupport
import Testing

@testable import ContractCheck
@testable import ContractRuns
@testable import schemacheck

/// Path templates that are inferred from traffic alone, measured against the documents of real APIs.
@Suite struct PathTemplateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An operation as a document has it, with a body of a success; nil for one without JSON.
  private struct Operation {
    let method, template: String
    let body: String?
  }

  private static func shape(_ template: String) -> String {
    template.split(separator: "/").map { $0.hasPrefix("{") ? "/{}" : "/\($0)" }.joined()
  }

  /// The operations of a contract, with the bodies that `variants` makes.
  private static func operations(of name: String, _ contract: Contract) throws -> [Operation] {
    let run = Scenario.run("variants", name)
    #expect(run.code == .clean, "\(run.errors)")
    var bodies: [String: String] = [:]
    for line in run.output.split(separator: "\n") {
      let record = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard record["id"] as? String == "every documented property",
        let status = record["status"] as? Int, 200..<300 ~= status,
        let method = record["method"] as? String, let url = record["url"] as? String,
        let body = record["responseBody"]
      else { continue }
      let text = try JSONSerialization.data(withJSONObject: body, options: .fragmentsAllowed)
      let path = url.prefix { $0 != "?" }.split(separator: "/").dropFirst(2).map(String.init)
      let fitting = contract.operations.map(\.name).filter { name in
        let parts = name.split(separator: " ")
        let segments = parts[1].split(separator: "/").map(String.init)
        return parts[0] == method && segments.count <= path.count
          && zip(segments, path.suffix(segments.count)).allSatisfy {
            $0 == $1 || $0.hasPrefix("{")
          }
      }
      // That with the fewest parameters.
      let best = fitting.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
      if let best, bodies[best] == nil { bodies[best] = String(decoding: text, as: UTF8.self) }
    }
    return contract.operations.compactMap { operation in
      let parts = operation.name.split(separator: " ").map(String.init)
      guard parts[0] != "GET" || bodies[operation.name] != nil else { return nil }
      return Operation(method: parts[0], template: parts[1], body: bodies[operation.name])
    }
  }

  private static let values = [
    ["zebra", "quokka", "tulip", "falcon", "juniper", "walnut"],
    ["Ann", "j.doe", "Miller", "zoe-k", "O_Brien", "acme"],
    ["hello-wombat", "red-okapi", "q3-planung", "my-first-quoll", "alpha-service", "x-ray-42"],
    ["7", "4711", "90210", "12", "31337", "2026"],
    ["9f1b6a7e-3c1d-4c55-8a52-6f0e3d1b2c4a", "0d9f7c2e-1111-4222-8333-944455556666"],
    ["cus_9sKx2LmPq7Rt", "tok-8f3a9c1e", "AC0123456789abcdef0123456789abcdef"],
  ]

  /// Traffic of some operations: several exchanges each, with other values.
  private func traffic(_ operations: [Operation], seed: UInt64) -> (
    lines: [String], used: Set<String>
  ) {
    var random = SeededGenerator(seed: seed)
    var kinds: [String: Int] = [:]
    var used: Set<String> = []
    var lines: [String] = []
    for operation in operations {
      for _ in 0..<5 {
        var before = ""
        var path = ""
        for segment in operation.template.split(separator: "/") {
          before += "/\(segment)"
          guard segment.hasPrefix("{") else {
            path += "/\(segment)"
            continue
          }
          let kind = kinds[before] ?? random.below(Self.values.count)
          kinds[before] = kind
          let value = random.pick(Self.values[kind])
          used.insert(value)
          path += "/\(value)"
        }
        let body = operation.body.map { #", "status": 200, "responseBody": \#($0)"# }
        lines.append(
          #"{"method": "\#(operation.method)", "url": "https://api.example.com\#(path)"#
            + #""\#(body ?? #", "status": 204"#)}"#)
      }
    }
    return (lines, used)
  }

  private func infer(_ lines: [String]) throws -> (paths: [String], text: String) {
    let capture = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
    let target = folder.path + "/api.json"
    let run = Scenario.run("infer", capture, "-o", target, "--force", "--no-config", "--quiet")
    #expect(run.code == .clean, "\(run.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: target))
    let document = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: Any])
    return (paths.keys.sorted(), String(decoding: bytes, as: UTF8.self))
  }

  private func measure(_ name: String, _ contract: Contract) throws {
    let operations = try Self.operations(of: name, contract)
    let expected = Set(operations.map { Self.shape($0.template) })
    try #require(!expected.isEmpty)
    let seed = TestSeed.seed(36)
    let (lines, used) = traffic(operations, seed: seed)
    let (paths, text) = try infer(lines)
    let wrong = expected.subtracting(paths.map(Self.shape)).sorted()
    #expect(wrong.count * 10 <= expected.count, "seed \(seed): \(wrong) of \(expected.count)")
    let segments = Set(paths.flatMap { $0.split(separator: "/").map(String.init) })
    #expect(segments.intersection(used).isEmpty, "seed \(seed)")
    for value in used where value.utf8.count > 5 { #expect(!text.contains(value), "seed \(seed)") }
  }

  @Test(
    .enabled(if: PackageFolder.suite("openapi") != nil, "the OpenAPI documents are not here"),
    arguments: [
      "petstore-3.1.json", "museum-3.1.yaml", "tictactoe-3.1.json", "twilio-messaging-v1-3.0.json",
    ])
  func templatesOfPublicDocuments(name: String) throws {
    let file = try #require(PackageFolder.suite("openapi")).appendingPathComponent(name)
    try measure(file.path, Contract(try Data(contentsOf: file), name: name))
  }

  @Test(arguments: Contract.bundledNames) func templatesOfBundledContracts(name: String) throws {
    try measure(name, Contract.bundled(name))
  }

  // MARK: Single decisions

  private static func get(_ path: String, _ body: String) -> String {
    #"{"method": "GET", "url": "https://api.example.com\#(path)", "status": 200, "responseBody": \#(body)}"#
  }

  /// The templates of paths that all have the same response.
  private func templates(_ paths: [String], _ body: String = #"{"url": "x", "n": 1}"#) throws
    -> [String]
  {
    try infer(paths.map { Self.get($0, body) }).paths.map(Self.shape)
  }

  private static let repositories = [
    "alpha", "bravo-service", "charlie", "delta", "echoes", "foxtrot", "golf.js", "hotel_app",
    "india", "juliett", "kilo", "docs",
  ]

  /// Also where the name is a word of APIs, a plural, or above other words.
  @Test func namesOfRepositoriesAreOneTemplate() throws {
    let pages = Self.repositories.map { "/repos/acme/\($0)/pages" }
    #expect(try templates(pages) == ["/repos/{}/{}/pages"])
    let below = Self.repositories.map { "/orgs/acme/\($0)/pages/7" }
    #expect(try templates(pages + below) == ["/orgs/{}/{}/pages/{}", "/repos/{}/{}/pages"])
    let found = try infer(pages.map { Self.get($0, #"{"n": 1}"#) })
    for name in Self.repositories { #expect(!found.text.contains(name), "\(name)") }
  }

  @Test func wordsOfAPIsStay() throws {
    let paths = ["/user", "/user/followers", "/user/orgs", "/user/repos"]
    #expect(try templates(paths) == paths)
    let mine = ["/users/ann", "/users/bob", "/users/4", "/users/me", "/users/me/keys"]
    #expect(try templates(mine) == ["/users/me", "/users/me/keys", "/users/{}"])
    #expect(
      try templates(["/pets/findByStatus", "/checkRuns/4", "/api/v2/shortcodes/X7A91"])
        == ["/api/v2/shortcodes/{}", "/checkRuns/{}", "/pets/findByStatus"])
  }

  /// A word of no list is a value, unless it stands before ids or before all of an API.
  @Test func otherWordsNeedEvidence() throws {
    #expect(try templates(["/items/zorb", "/user/zorb"]) == ["/items/{}", "/user/{}"])
    #expect(
      try templates(["/zorbs/4", "/zorbs/5", "/user/zorbs", "/users/4/gizmos"])
        == ["/user/zorbs", "/users/{}/{}", "/zorbs/{}"])
    let base = (0..<10).flatMap { ["/zorb/v1/users/\($0)", "/zorb/v1/teams/\($0)"] }
    #expect(try templates(base) == ["/zorb/v1/teams/{}", "/zorb/v1/users/{}"])
    let tenants = base + base.map { $0.replacing("zorb", with: "gizmo") }
    #expect(try templates(tenants) == ["/{}/v1/teams/{}", "/{}/v1/users/{}"])
    #expect(
      try templates(["/rest/api/3/issue/7", "/2010-04-01/calls/7"])
        == ["/2010-04-01/calls/{}", "/rest/api/3/issue/{}"])
  }

  /// The same plural after several ids is no value.
  @Test func theSameWordAfterIDsStays() throws {
    let pupils = (1...20).map { "/classes/\($0)/pupils" }
    #expect(try templates(pupils) == ["/classes/{}/pupils"])
    let names = (1...20).flatMap { number in
      ["zorbs", "gizmos"].map { "/users/\(number)/\($0)" }
    }
    #expect(try templates(names) == ["/users/{}/gizmos", "/users/{}/zorbs"])
  }

  /// A plural at the start is a collection, even if only names follow.
  @Test func namesAfterAPluralFirstWord() throws {
    let ports = ["kiel", "brest", "nice", "split", "lagos"]
    let bookings = ports.map { "/harbors/\($0)/bookings" }
    #expect(try templates(bookings) == ["/harbors/{}/bookings"])
    let harbors = try infer(bookings.map { Self.get($0, #"{"n": 1}"#) })
    #expect(harbors.text.contains("/harbors/{harbor}/bookings"), "\(harbors.text)")
    #expect(try templates(ports.map { "/api/v1/harbors/\($0)" }) == ["/api/v1/harbors/{}"])
    // Other words in its place show that it is a name.
    let owners = ["zorbs", "acme", "gizmo"].flatMap { owner in ports.map { "/\(owner)/\($0)/pulls" }
    }
    #expect(try templates(owners) == ["/{}/{}/pulls"])
  }

  /// More names than there is room for are still one template, whatever the threads are.
  @Test func veryManyNamesAreOneTemplate() throws {
    let paths = (0..<5000).map { "/repos/acme/\(Self.word($0))s/pages" }
    #expect(try templates(paths) == ["/repos/{}/{}/pages"])
    let deep = "/users" + String(repeating: "/a/7", count: 5000)
    #expect(try templates([deep, "/users/7"]) == ["/users/{}"])
  }

  private static func word(_ number: Int) -> String {
    String(decoding: [16, 12, 8, 4, 0].map { UInt8(97 + (number >> $0) & 15) }, as: UTF8.self)
  }
}
