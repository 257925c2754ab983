import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A body that is certainly empty is an error; one that may not be recorded is not.
@Suite struct EmptyBodyTests {
  private static let finding =
    "error[decodable] the body is empty; decoding fails before any property is read"

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let capture: String
    var isEmpty = true
    /// Whether there is no body to check, so that the status and the headers are what is checked.
    var isBodyless = false
    var decoder: String?
  }

  private static func record(_ rest: String, status: Int = 200, method: String = "GET") -> String {
    #"{"method": "\#(method)", "url": "https://api.example/x", "status": \#(status), \#(rest)}"#
  }

  private static func har(_ response: String) -> String {
    """
    {"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "https://api.example/x"},
      "response": {"status": 200, \(response)}}]}}
    """
  }

  private static func dump(_ head: String, _ body: String = "", method: String = "GET") -> String {
    """
    \(method) /x HTTP/1.1\r\nHost: api.example\r\n\r\n\
    HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(head)\r\n\r\n\(body)
    """
  }

  private static let zero = #""responseHeaders": {"Content-Length": "0"}, "responseBody": """#
  static let cases = [
    Case(
      testDescription: "HAR",
      capture: har(
        #""bodySize": 0, "content": {"size": 0, "mimeType": "application/json", "text": ""}"#)),
    Case(
      testDescription: "HAR by its header",
      capture: har(
        #""headers": [{"name": "content-length", "value": "0"}], "bodySize": -1, "content": {"text": ""}"#
      )),
    Case(
      testDescription: "HAR with white space",
      capture: har(#""bodySize": 2, "content": {"size": 2, "text": " \n"}"#)),
    Case(
      testDescription: "HAR without the text",
      capture: har(#""bodySize": 512, "content": {"size": 512, "text": ""}"#), isEmpty: false),
    Case(
      testDescription: "HAR from the browser's cache",
      capture: har(#""bodySize": 0, "content": {"size": 512, "text": ""}"#), isEmpty: false),
    Case(
      testDescription: "HAR with unknown sizes",
      capture: har(#""bodySize": -1, "content": {"text": ""}"#),
      isEmpty: false),
    Case(
      testDescription: "HAR with a length and no text",
      capture: har(
        #""headers": [{"name": "content-length", "value": "0"}], "bodySize": 0, "content": {"size": 0}"#
      )),
    Case(
      testDescription: "record with a length and no body",
      capture: record(#""responseHeaders": {"content-length": "0"}"#)),
    Case(
      testDescription: "record with a length and null",
      capture: record(#""responseHeaders": {"Content-Length": "0"}, "responseBody": null"#)),
    Case(testDescription: "record", capture: record(zero)),
    Case(testDescription: "record with white space", capture: record(#""responseBody": "  ""#)),
    Case(
      testDescription: "record without length", capture: record(#""responseBody": """#),
      isEmpty: false),
    Case(
      testDescription: "record without body", capture: record(#""responseBody": null"#),
      isEmpty: false),
    Case(testDescription: "dump", capture: dump("Content-Length: 0")),
    Case(testDescription: "dump with white space", capture: dump("Content-Length: 2", "\r\n")),
    Case(testDescription: "chunked dump", capture: dump("Transfer-Encoding: chunked", "0\r\n\r\n")),
    Case(
      testDescription: "head of a chunked body", capture: dump("Transfer-Encoding: chunked"),
      isEmpty: false),
    Case(
      testDescription: "redirect", capture: record(zero, status: 302), isEmpty: false,
      isBodyless: true),
    Case(testDescription: "dump of a head", capture: dump("Connection: close"), isEmpty: false),
    Case(
      testDescription: "HEAD", capture: dump("Content-Length: 0", method: "HEAD"), isEmpty: false,
      isBodyless: true),
    Case(
      testDescription: "204", capture: record(zero, status: 204), isEmpty: false, isBodyless: true),
    Case(
      testDescription: "205", capture: record(zero, status: 205), isEmpty: false, isBodyless: true),
    Case(
      testDescription: "204 that is refused", capture: record(zero, status: 204),
      decoder: #"{"emptyBody": "refused"}"#),
    Case(
      testDescription: "allowed", capture: record(zero), isEmpty: false, isBodyless: true,
      decoder: #"{"emptyBody": "allowed"}"#),
  ]

  @Test(arguments: cases) func isFound(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let settings = test.decoder.map { #""x-schemacheck": {"decoder": \#($0)},"# } ?? ""
    let answer =
      #"{"description": "d", "content": {"application/json": {"schema": {"type": "object"}}}}"#
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, \(settings)
       "paths": {"/x": {"get": {"responses": {"2XX": \(answer), "3XX": \(answer)}},
                        "head": {"responses": {"2XX": \(answer)}}}}}
      """, to: "api.json")
    let capture = try folder.write(test.capture, to: "capture.txt")
    let scenario = Scenario.run("check", "-c", contract, "-f", "concise", capture)
    #expect(scenario.output.contains(Self.finding) == test.isEmpty, "\(scenario.everything)")
    let code: ExitCode = test.isEmpty ? .findings : test.isBodyless ? .clean : .error
    #expect(scenario.code == code, "\(scenario.everything)")
    let isChecked = test.isEmpty || test.isBodyless
    #expect(isChecked != scenario.errors.contains("not checked: 1 no body"), "\(scenario.errors)")
  }

  /// A rule that is off finds nothing, and then the body counts as not checked.
  @Test func theRuleMayBeOff() throws {
    let folder = try TemporaryFolder()
    let capture = try folder.write(
      Self.dump("Content-Length: 0").replacing("/x", with: "/posts"), to: "capture.http")
    let wrong = Scenario.run("check", "-c", "social-posts", capture)
    #expect(
      wrong.output == """
        error[decodable]: the body is empty; decoding fails before any property is read
          --> \(capture):6:17
              GET /posts → 200
          6| Content-Length: 0
           |                 ^ send JSON, or the status 204
           = why: an empty body is not JSON; every decoder refuses it
           = see: schemacheck explain decodable

        """)
    let off = Scenario.run("check", "-c", "social-posts", "--rule", "decodable=off", capture)
    #expect(off.code == .error)
    #expect(off.errors.contains("not checked: 1 no body"))
  }
}
