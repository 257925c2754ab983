import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Captures that lack a part: what lacks is said, with its place.
@Suite struct IncompleteCaptureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(_ text: String, as name: String, _ options: String...) throws -> Scenario {
    let file = try folder.write(text, to: name)
    var scenario = Scenario.run(
      ["check", file, "-c", "bmn-boston", "-c", "unitedwerise-devices", "-f", "concise"] + options)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  private static func dump(_ head: String, _ body: String, request: String = "GET") -> String {
    "\(request) /slots HTTP/1.1\nHost: h\n\nHTTP/1.1 \(head)\n\n\(body)"
  }

  @Test(arguments: [
    ("Content-Length: 100", "[]\n", "3 of 100"), ("content-length:  9", "[]", "2 of 9"),
    ("Content-Length: 100", "", "0 of 100"),
  ])
  func aBodyThatIsCutShort(field: String, body: String, bytes: String) throws {
    let text = Self.dump("200 OK\nContent-Type: application/json\n\(field)", body)
    let scenario = try check(text, as: "d.http", "--allow-empty")
    #expect(scenario.code == .clean, "\(scenario.everything)")
    let column = field.utf8.count - String(bytes.split(separator: " ")[2]).utf8.count + 1
    #expect(
      scenario.errors.hasPrefix(
        "DIR/d.http:6:\(column): the response body is incomplete: it has \(bytes) bytes "
          + "(`Content-Length`)\nno findings\n"), "\(scenario.errors)")
    // Text that breaks off in its middle is wrong as well.
    let broken = try check(
      Self.dump("200 OK\nContent-Type: application/json\nContent-Length: 50", #"[{"date":"#),
      as: "d.http")
    #expect(broken.code == .findings && broken.output.contains("error[json-syntax]"))
    #expect(broken.errors.contains("is incomplete: it has 9 of 50 bytes"), "\(broken.errors)")
  }

  /// Tools print other bytes than were sent.
  @Test(arguments: [
    ("200 OK\nContent-Length: 2", "[]", "GET"), ("200 OK\nContent-Length: 1", "[]", "GET"),
    ("200 OK\nContent-Length: 5", "[\n\n]", "GET"), ("200 OK\nContent-Length: 4", "[]", "GET"),
    ("200 OK\nContent-Encoding: gzip\nContent-Length: 22", "[]", "GET"),
    ("200 OK\nTransfer-Encoding: chunked\nContent-Length: 22", "[]", "GET"),
    ("200 OK\nContent-Length: 22", "", "HEAD"), ("304 Not Modified\nContent-Length: 22", "", "GET"),
    ("204 No Content\nContent-Length: 22", "", "GET"), ("200 OK\nContent-Length: x", "[]", "GET"),
    ("200 OK\nContent-Length: 99999999999999999999", "[]", "GET"),
  ])
  func aBodyThatIsWhole(head: String, body: String, method: String) throws {
    let scenario = try check(
      Self.dump(head, body, request: method), as: "d.http", "--allow-empty")
    #expect(!scenario.errors.contains("incomplete"), "\(scenario.errors)")
  }

  @Test func aRequestThatIsCutShort() throws {
    let scenario = try check(
      "POST /auth/login HTTP/1.1\nHost: h\nContent-Length: 90\n\n{\"email\": \"a\"}", as: "d.http",
      "--allow-empty")
    #expect(
      scenario.errors.hasPrefix(
        "DIR/d.http:3:17: the request body is incomplete: it has 14 of 90 bytes"),
      "\(scenario.errors)")
  }

  /// `curl -v` never prints what it sends.
  @Test func aRequestWithoutItsBody() throws {
    let scenario = try check(
      """
      > POST /slots HTTP/1.1
      > Host: h
      > Content-Length: 90
      >
      < HTTP/1.1 200 OK
      < Content-Length: 2
      <
      []
      """, as: "v.http", "--allow-empty")
    #expect(!scenario.errors.contains("incomplete"), "\(scenario.errors)")
  }

  /// Recorders write an entry when its request is sent.
  @Test(arguments: ["", #", "response": null"#])
  func anEntryWithoutResponse(response: String) throws {
    func har(_ request: String) -> String {
      #"{"log": {"version": "1.2", "entries": [{"request": \#(request)\#(response)}]}}"#
    }
    let get = try check(
      har(#"{"method": "GET", "url": "https://h/slots"}"#), as: "e.har", "--allow-empty")
    #expect(get.code == .clean, "\(get.everything)")
    #expect(
      get.errors.contains(
        "0 of 1 exchange checked\nnot checked: 1 no response"))
    // The request is still checked.
    let login = try check(
      har(
        #"{"method": "POST", "url": "https://api.unitedwerise.org/api/devices/register", "postData": {"#
          + #""mimeType": "application/json", "text": "{\"platform\": 5}"}}"#), as: "e.har")
    #expect(login.code == .error, "\(login.everything)")
    #expect(
      login.errors.contains("no documented response body was checked"),
      "\(login.errors)")
    #expect(
      login.output.contains(
        "error[schema] `deviceToken` is missing  (POST /api/devices/register request"),
      "\(login.output)")
    let broken = try check(
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "/"}, "response": []}]}}"#,
      as: "e.har")
    #expect(
      broken.code == .error && broken.errors.contains("`response` is an array, not an object"))
  }

  /// Lines that are no objects, among records: they are counted, and no schema is guessed.
  @Test func linesThatAreNoObjects() throws {
    let record = #"{"method": "GET", "url": "/slots", "status": 200, "responseBody": []}"#
    let others = ["5", #""text""#, "null", "true", "[1]"]
    let text = ([record] + others.flatMap { [$0, record] }).joined(separator: "\n")
    let scenario = try check(text, as: "r.ndjson")
    #expect(scenario.output.isEmpty, "\(scenario.output)")
    #expect(scenario.errors.contains("6 of 11 exchanges checked\nnot checked: 5 no request"))
  }
}
