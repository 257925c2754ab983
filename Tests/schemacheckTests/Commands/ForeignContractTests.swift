import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What a contract without `x-schemacheck` says about a value comes before the documented rules.
@Suite struct ForeignContractTests {
  private static func contract(_ properties: String, settings: String = "") -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, \(settings)
     "paths": {"/x": {"get": {"operationId": "x", "responses": {"200": {"description": "d", "content":
       {"application/json": {"schema": {"type": "object", "properties": \(properties)}}}}}}}}}
    """
  }

  private func findings(
    _ properties: String, _ body: String, settings: String = "", _ options: String...
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.contract(properties, settings: settings), to: "api.json")
    let scenario = Scenario.run(
      ["check", "-c", file, "--operation", "x", "-f", "concise"] + options + ["-"], input: body)
    #expect(scenario.code != .error, "\(scenario.errors)")
    return scenario.output.split(separator: "\n").filter { $0.hasPrefix("<stdin>") }.map { line in
      String(line.split(separator: " ")[1])
    }
  }

  @Test(
    arguments: [
      (
        #"{"platform": {"type": "string", "enum": ["web", "ios", "macos"]}}"#,
        #"{"platform": "macos"}"#
      ),
      (#"{"platform": {"const": "web"}}"#, #"{"platform": "web"}"#),
      (
        #"{"platform": {"allOf": [{"type": "string"}, {"enum": ["Linux"]}]}}"#,
        #"{"platform": "Linux"}"#
      ),
      (#"{"deviceToken": {"type": "string", "minLength": 3}}"#, #"{"deviceToken": "abcd"}"#),
      (#"{"deviceToken": {"type": "string", "pattern": "^a"}}"#, #"{"deviceToken": "abcd"}"#),
      (
        #"{"deviceToken": {"type": "string", "minLength": 3}, "platform": {"type": "string", "enum": ["ios"]}}"#,
        #"{"deviceToken": "abcd", "platform": "ios"}"#
      ),
      (
        #"{"lat": {"type": "number", "maximum": 1000}, "lng": {"type": "number", "maximum": 1000}}"#,
        #"{"lat": 999}"#
      ),
      (
        """
        {"page": {"type": "integer", "minimum": 0}, "limit": {"type": "integer"},
         "total": {"type": "integer"}, "totalPages": {"type": "integer"}}
        """, #"{"page": 0, "limit": 20, "total": 35, "totalPages": 2}"#
      ),
      (#"{"password": {"type": "string"}}"#, #"{"password": "x"}"#),
      (#"{"latitude": {"type": "number"}}"#, #"{"latitude": 1}"#),
    ]) func itsOwnWordComesFirst(properties: String, body: String) throws
  {
    #expect(try findings(properties, body) == [])
  }

  /// What the contract leaves open is a guess, and what it says itself is not.
  @Test func guessesAreWarnings() throws {
    let platform = #"{"platform": {"type": "string"}}"#
    #expect(try findings(platform, #"{"platform": "Linux"}"#) == ["warning[device-platform]"])
    #expect(try findings(platform, #"{"platform": 1}"#) == ["error[schema]"])
    #expect(
      try findings(platform, #"{"platform": "Linux"}"#, "--rule", "device-platform=error")
        == ["error[device-platform]"])
    #expect(
      try findings(platform, #"{"platform": "Linux"}"#, settings: #""x-schemacheck": {},"#)
        == ["error[device-platform]"])
    let figures = """
      {"page": {"type": "integer"}, "limit": {"type": "integer"}, "total": {"type": "integer"}}
      """
    #expect(
      try findings(figures, #"{"page": 0, "limit": 20, "total": 35}"#) == [
        "warning[pagination-arithmetic]"
      ])
    let last = """
      {"page": {"type": "integer"}, "limit": {"type": "integer"}, "total": {"type": "integer"},
       "last_page": {"type": "integer"}}
      """
    #expect(try findings(last, #"{"page": 1, "limit": 20, "total": 0, "last_page": 1}"#) == [])
    #expect(
      try findings(last, #"{"page": 1, "limit": 20, "total": 0, "last_page": 2}"#) == [
        "warning[pagination-arithmetic]"
      ])
    #expect(try findings(figures, #"{"page": "1", "limit": 20, "total": 35}"#) == ["error[schema]"])
    let pair = #"{"lat": {"type": "number"}, "lng": {"type": "number"}}"#
    #expect(try findings(pair, #"{"lat": 1}"#) == ["warning[coordinate-range]"])
    #expect(try findings(pair, #"{"lat": "x", "lng": 1}"#) == ["error[schema]"])
  }
}
