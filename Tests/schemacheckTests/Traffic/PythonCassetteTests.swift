import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Cassettes of vcrpy that are written in a way of their own: by httpx, and by Python 2.
@Suite struct PythonCassetteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "x-schemacheck": {},
     "paths": {"/users": {"post": {
      "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}},
      "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
       {"$ref": "#/components/schemas/User"}}}}}}}},
     "components": {"schemas": {"User": {"type": "object",
      "properties": {"name": {"type": "string"}}}}}}
    """#

  private func check(_ request: String, _ response: String) throws -> Scenario {
    let contract = try folder.write(Self.contract, to: "api.json")
    let text = """
      interactions:
      - request:
          headers:
            Content-Type: [application/json]
          method: POST
          uri: https://api.example.com/users
      \(request)
        response:
      \(response)
      version: 1

      """
    let path = try folder.write(text, to: "c.yaml")
    return Scenario.run("check", path, "-c", contract, "-f", "concise")
  }

  private static let right = "    status: {code: 200, message: OK}\n    body: {string: '{}'}"

  /// The status and the body have other names.
  @Test func responsesOfHTTPX() throws {
    let head = "    http_version: HTTP/1.1\n    status_code: 200\n"
    let text = try check("    body: ''", head + #"    content: '{"name": 1}'"#)
    #expect(text.code == .findings && text.errors.contains("1 of 1"), "\(text.everything)")
    #expect(text.output.contains("c.yaml:11:24: error[schema] `name`"), "\(text.output)")
    let base64 = try check(
      "    body: ''", head + "    content: eyJuYW1lIjogMX0=\n    base64encoded: true")
    #expect(base64.output.contains("c.yaml:11:14: error[schema] `name`"), "\(base64.everything)")
  }

  /// Tags of Python 2: on a text, on a number, on a file object with its bytes.
  @Test func tagsOfPython2() throws {
    let right = Self.right
    for (request, response, place) in [
      (
        "    body: !!python/unicode ''",
        "    status: {code: !!python/long 200, message: !!python/unicode OK}\n"
          + #"    body: {string: !!python/unicode '{"name": 1}'}"#, "10:47"
      ),
      (#"    body: !!python/unicode '{"name": 1}'"#, right, "7:38"),
      (
        "    body: !!python/object/new:_io.BytesIO\n      state: !!python/tuple\n"
          + "      - !!binary |\n        eyJuYW1lIjogMX0=\n      - 0\n      - null", right, "9:18"
      ),
      (
        "    body: !!python/object/new:StringIO.StringIO\n      state: !!python/tuple\n"
          + #"      - '{"name": 1}'"#, right, "9:19"
      ),
    ] {
      let run = try check(request, response)
      #expect(run.code == .findings && run.errors.contains("1 of 1"), "\(run.everything)")
      #expect(
        run.output.contains("c.yaml:\(place): error[schema] `name` is a number"),
        "\(run.everything)")
    }
  }
}
