import Foundation
import JSONTape
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A small API for one test: a contract in a file, and what the server answers below `/site/NAME`.
struct LiveSite {
  /// What one target responds with.
  struct Reply: Encodable {
    var status = 200
    var text: String?
    var headers: [String: String] = [:]
    var sleep: Double = 0
    var gzip: Bool?
    /// How many bytes of the body are not sent.
    var cut: Int?
    /// What follows the body.
    var more: String?
  }

  /// What the server saw of a request.
  struct Request: Decodable {
    let port: Int
    let method: String
    let path: String
    let time: Double
    let body: String
    let headers: [String: String]
  }

  let server: LiveServer
  let name: String
  let contract: String

  /// - Parameters:
  ///   - paths: The properties of the contract's `paths`.
  ///   - components: Those of the contract.
  ///   - replies: Bodies by target, `/things?page=2`.
  init(
    _ server: LiveServer, paths: [String], components: String = "",
    _ replies: [String: String] = [:]
  ) throws {
    self.server = server
    name = "site-\(UUID().uuidString.prefix(8).lowercased())"
    contract = "\(server.folder)/\(name)-contract.json"
    let text =
      #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"#
      + paths.joined(separator: ",\n") + "}, \"components\": {\(components)}}"
    try Data(text.utf8).write(to: URL(fileURLWithPath: contract))
    try answer(replies.mapValues { [Reply(text: $0)] })
  }

  /// Several replies to one target come one after the other; the last one stays.
  func answer(_ replies: [String: [Reply]]) throws {
    let file = URL(fileURLWithPath: "\(server.folder)/\(name).site")
    try JSONEncoder().encode(replies).write(to: file, options: .atomic)
  }

  /// A GET operation whose 200 has a schema.
  static func get(
    _ path: String, _ parameters: String = "", schema: String = "true", more: String = ""
  ) -> String {
    #""\#(path)": {"get": {"parameters": [\#(parameters)], "responses": {"200": {"description": "", "#
      + #""content": {"application/json": {"schema": \#(schema)}}\#(more)}}}}"#
  }

  static func path(_ name: String, _ more: String = "") -> String {
    #"{"name": "\#(name)", "in": "path", "required": true, "schema": {"type": ["string", "integer"]}\#(more)}"#
  }

  var base: String { server.url("/site/\(name)") }

  /// Runs `check --all`, or what the arguments say.
  func check(
    _ arguments: [String], sweeps: Bool = true, variables: [String: String] = [:],
    format: String = "concise"
  ) -> Scenario {
    var scenario = Scenario.run(
      ["check", "-c", contract, "-f", format] + (sweeps ? ["--server", base, "--all"] : [])
        + arguments, variables: variables)
    scenario.output = scenario.output.replacing(base, with: "SITE")
    scenario.errors = scenario.errors.replacing(base, with: "SITE")
    return scenario
  }

  func check(_ arguments: String...) -> Scenario { check(arguments) }

  /// Checks what `--record` wrote.
  func recheck(_ record: String, _ arguments: String...) -> Scenario {
    Scenario.run(
      ["check", record, "-c", contract, "--base-path", "/site/\(name)", "-f", "json"] + arguments)
  }

  /// The findings of a report as they must be the same in a record: their rules and where they are.
  static func places(_ report: String) throws -> [String] {
    let findings = try #require(try JSONDocument(report).root["findings"]).elements
    return findings.map { finding in
      let parts = ["rule", "severity", "instance", "member", "keyword"].map {
        finding[$0]?.text ?? "-"
      }
      let exchange = finding["exchange"]
      let more = ["operation", "part", "status"].map { exchange?[$0]?.text ?? "-" }
      return (parts + more).joined(separator: " ")
    }.sorted()
  }

  /// Everything that was sent to the site, in order.
  func requests(about text: String? = nil) throws -> [Request] {
    let about = text ?? "/site/\(name)/"
    let answer = try LiveClient().send(LiveRequest(server.url("/log?about=\(about)")))
    return try JSONDecoder().decode([Request].self, from: Data(answer.body))
  }

  /// `GET /things`, in the order of the text.
  func targets() throws -> [String] {
    try requests().map { "\($0.method) \($0.path.replacing("/site/\(name)", with: ""))" }.sorted()
  }
}
