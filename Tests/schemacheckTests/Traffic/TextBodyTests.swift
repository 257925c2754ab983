import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Bodies that are sent as text, and documented so with a schema.
@Suite struct TextBodyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func check(
    _ schema: String, _ body: String, type: String? = "text/plain", _ options: String...
  ) throws -> Scenario {
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/note": {"post": {
        "requestBody": {"content": {"text/plain": {"schema": \(schema)}}},
        "responses": {"200": {"description": "d"}}}}}}
      """, to: "c.json")
    let headers = type.map { #""requestHeaders": {"Content-Type": "\#($0)"}, "# } ?? ""
    return Scenario.run(
      ["check", "-", "-c", contract, "-f", "concise"] + options,
      input: #"{"method": "POST", "url": "/note", "status": 200, \#(headers)"#
        + "\"requestBody\": \(body)}\n")
  }

  private static let object =
    #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#

  /// What JavaScript sends without a content type is `text/plain`.
  @Test(arguments: ["text/plain", "text/plain;charset=UTF-8", nil])
  func JSONThatIsSentAsText(type: String?) throws {
    let right = try check(Self.object, #""{\"id\": 1}""#, type: type)
    #expect(right.code == .clean && right.output.isEmpty, "\(right.everything)")
    #expect(right.errors.contains("1 of 1"), "\(right.errors)")
    let wrong = try check(Self.object, #""{\"id\": \"x\"}""#, type: type)
    #expect(wrong.code == .findings)
    #expect(
      wrong.output.hasSuffix(
        "error[schema] `id` is a string; the contract says an integer  (POST /note 200 request /id)\n"
      ), "\(wrong.output)")
  }

  @Test(arguments: [
    (#"{"type": "string"}"#, #""hello""#, ""),
    (#"{"type": "string", "maxLength": 5}"#, #""hello\n""#, ""),
    (
      #"{"type": "string", "maxLength": 3}"#, #""hello""#,
      "the body has 5 characters; at most 3 are allowed"
    ),
    // JSON is text too where text is wanted.
    (
      #"{"type": "string", "maxLength": 3}"#, #""{\"id\": 1}""#,
      "the body has 9 characters; at most 3 are allowed"
    ),
    (#"{"type": "string", "enum": ["OK", "no"]}"#, #""OK""#, ""),
    (#"{"type": "string", "enum": ["OK", "no"]}"#, #""ok""#, "the body is \"ok\""),
    (#"{"type": "integer", "maximum": 9}"#, #""7""#, ""),
    (#"{"type": "integer", "maximum": 9}"#, #""70""#, "the body is 70"),
    (#"{"type": ["object", "string"]}"#, #""x""#, ""),
    (#"{}"#, #""x""#, ""),
  ])
  func text(schema: String, body: String, message: String) throws {
    let scenario = try check(schema, body)
    #expect(scenario.code == (message.isEmpty ? .clean : .findings), "\(scenario.everything)")
    #expect(scenario.errors.contains("1 of 1"), "\(scenario.errors)")
    #expect(scenario.output.split(separator: "\n").count == (message.isEmpty ? 0 : 1))
    #expect(
      message.isEmpty || scenario.output.contains("error[schema] " + message), "\(scenario.output)")
  }

  /// Nothing says how a text holds an object, so this is not checked.
  @Test(arguments: ["a,b", "data: {}", "\\ufffd", "{"])
  func otherFormats(body: String) throws {
    let scenario = try check(Self.object, "\"\(body)\"", "--allow-empty")
    #expect(scenario.code == .clean && scenario.output.isEmpty, "\(scenario.everything)")
    #expect(
      scenario.errors.contains(
        "1 of 1 exchange checked\nnot checked: of the requests 1 non-JSON"),
      "\(scenario.errors)")
  }
}
