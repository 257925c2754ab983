@_spi(Engine) @testable import ContractReports
import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A marker under the name of a secret is in no output, under another name in those that show values.
@Suite struct SecretMarkerTests {
  private static let marker = "Marker-77"

  private static let secrets = [
    "access_token_v2", "fcmTokenIos", "APNsDeviceTokenHex", "pwdHash", "userPass", "authCode",
    "otpCode", "pinCode", "sessionKey", "masterKey", "X-Auth", "recoveryCode", "cvc", "cardNumber",
    "codeVerifier", "samlResponse", "X-Amz-Signature", "password", "apiKey", "Set-Cookie",
  ]

  private static let others = [
    "nextPageToken", "secretary", "passenger", "pinned", "author", "keyboard", "commit",
    "listing_key", "tokenType", "code",
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"{"type": "object", "properties": {"id": {"type": "integer"}}, "additionalProperties": {"type": "boolean"}}"#,
      to: "schema.json")
  }

  private func api(_ name: String, _ value: String) -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
     "operationId": "a", "summary": "s", "responses": {"200": {"description": "d", "content": {
     "application/json": {"schema": {"type": "object", "required": ["lat", "\(name)"],
      "properties": {"lat": {"type": "number"},
       "\(name)": {"type": "string", "enum": ["x", "\(value)"]}}}}}}}}}}}
    """
  }

  /// Everything that the tool prints about a body with a value under a name, by command.
  private func outputs(_ name: String, _ value: String) throws -> [(command: String, text: String)]
  {
    let body = "{\n  \"latitude\": 1,\n  \"\(name)\": \"\(value)\"\n}\n"
    let file = try folder.write(body, to: "\(name).json")
    let old = try folder.write(api(name, "y"), to: "old.json")
    let new = try folder.write(api(name, value), to: "new.json")
    let record =
      #"{"method": "GET", "url": "https://a.test/a?\#(name)=\#(value)", "status": 200, "#
      + #""requestHeaders": {"\#(name)": "\#(value)"}, "responseBody": {"\#(name)": "\#(value)"}}"#
    let capture = try folder.write(record + "\n", to: "\(name).ndjson")
    let schema = folder.path + "/schema.json"
    var commands = ReportFormat.all.flatMap { format in
      [
        ["check", "-c", old, "--operation", "a", "-f", format.name, file],
        ["lint", "-f", format.name, file],
        ["validate", "--schema", schema, "-f", format.name, file],
      ]
    }
    commands += [
      ["check", "-c", old, "--explain-match", capture], ["lint", capture],
      ["fix", "--diff", "-c", old, "--operation", "a", file], ["diff", old, new],
      ["validate", "--schema", schema, "--output", "basic", file],
      ["validate", "--schema", schema, "--output", "detailed", file],
    ]
    return commands.map { ($0.joined(separator: " "), Scenario.run($0).everything) }
  }

  @Test(arguments: secrets)
  func `A secret is in no output`(name: String) throws {
    for (command, text) in try outputs(name, Self.marker) {
      #expect(!text.contains(Self.marker), "\(command)\n\(text)")
    }
  }

  @Test(arguments: others)
  func `What is no secret is shown`(name: String) throws {
    let shown = try outputs(name, Self.marker).filter { $0.text.contains(Self.marker) }
    #expect(shown.contains { $0.command.hasPrefix("validate") && $0.command.contains("-f text") })
    #expect(shown.contains { $0.command.hasPrefix("fix --diff") })
    #expect(shown.contains { $0.command.hasPrefix("diff") })
  }

  @Test func `Tokens in keys and in names of files`() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
    for (command, text) in try outputs(token, "x") {
      #expect(!text.contains("eyJhbGci"), "\(command)\n\(text)")
    }
    let missing = Scenario.run("lint", folder.path + "/\(token).txt")
    #expect(!missing.errors.contains("eyJhbGci"))
  }
}
