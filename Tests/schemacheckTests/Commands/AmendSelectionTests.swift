import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `amend --only` and `--except`: which differences are taken, by JSON Pointers.
@Suite struct AmendSelectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    paths:
      /a:
        get:
          responses:
            '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
    components:
      schemas:
        A:
          type: object
          required: [id, note]
          properties:
            id: {type: integer}
            note: {type: string}
            ab: {type: string}

    """

  /// `note` is null or missing, `id` a string, `ab` null; `tags` and the status 404 are new.
  private static let traffic: String = {
    let bodies = [
      #"{"id": 1, "note": null, "ab": "x"}"#, #"{"id": "1", "ab": null}"#,
      #"{"id": 1, "note": "x", "ab": "x", "tags": ["x"]}"#,
    ]
    let lines = (0..<60).map { AmendCommandTests.record(bodies[$0 % 3]) }
    return lines.joined()
      + String(repeating: AmendCommandTests.record("{}", status: 404), count: 20)
  }()

  private func amend(_ options: String...) throws -> (lines: [String], errors: String) {
    try folder.write(Self.contract, to: "api.yaml")
    let input = try folder.write(Self.traffic, to: "traffic.ndjson")
    let run = Scenario.run(
      ["amend", "\(folder.path)/api.yaml", input, "--no-config"] + options)
    #expect(run.code == .clean, "\(run.errors)")
    let after = try String(
      contentsOf: folder.url.appendingPathComponent("api.yaml"), encoding: .utf8)
    let before = Self.contract.split(separator: "\n")
    let changed = after.split(separator: "\n").filter { !before.contains($0) }
    return (changed.map { $0.drop { $0 == " " } }.map(String.init), run.errors)
  }

  private static let schema = "/components/schemas/A"
  private static let id = "id: {type: [integer, string]}"
  private static let note = "note: {type: [string, 'null']}"
  private static let ab = "ab: {type: [string, 'null']}"
  private static let required = "required: [id]"

  @Test func takesWhatIsAtOrBelowAPointer() throws {
    let property = try amend("--only", "\(Self.schema)/properties/note")
    #expect(property.lines == [Self.required, Self.note])
    #expect(
      property.errors.hasSuffix("2 edits made, 4 not selected\n"),
      "\(property.errors)")
    // A pointer as `$ref` writes it; a name is not the start of another one.
    let other = try amend(
      "--only", "#\(Self.schema)/properties/a", "--only", "#\(Self.schema)/properties/id/type")
    #expect(other.lines == [Self.id])
    #expect(
      other.errors.contains(
        "`/components/schemas/A/properties/a`: there is no difference at or below this pointer\n"))
    #expect(try amend("--only", "\(Self.schema)/required").lines == [Self.required])
    #expect(
      try amend("--only", "\(Self.schema)/properties/tags").lines
        == ["tags:", "type: array", "items:", "type: string"])
    let status = try amend("--only", "/paths/~1a/get/responses/404")
    #expect(status.lines.first == "'404':", "\(status.lines)")
    #expect(try amend("--only", "#").errors.hasSuffix("6 edits made\n"))
  }

  /// A pointer that leads through a `$ref` means what is there.
  @Test func followsReferences() throws {
    let response = "/paths/~1a/get/responses/200/content/application~1json/schema"
    #expect(try amend("--only", "\(response)/properties/id").lines == [Self.id])
    #expect(
      try amend("--only", response, "--except", "\(response)/properties/tags").lines
        == [Self.required, Self.id, Self.note, Self.ab])
    let none = try amend("--only", "\(response)/properties/other", "-q")
    #expect(none.lines.isEmpty)
    #expect(
      none.errors.hasSuffix(
        "`\(response)/properties/other`: there is no difference at or below "
          + "this pointer\n"))
  }

  @Test func leavesWhatIsExcepted() throws {
    let one = try amend("--only", Self.schema, "--except", "\(Self.schema)/properties/tags")
    #expect(one.lines == [Self.required, Self.id, Self.note, Self.ab])
    let none = try amend("--except", "/components", "--except", "/paths", "--except", "/info")
    #expect(none.lines.isEmpty)
    #expect(
      none.errors.hasSuffix(
        """
        `/info`: there is no difference at or below this pointer
        0 edits made, 6 not selected

        """), "\(none.errors)")
  }

  @Test func refusesWhatIsNoPointer() throws {
    let run = Scenario.run("amend", "api.yaml", "x.ndjson", "--only", "components/schemas/A")
    #expect(run.code == .error)
    #expect(
      run.errors.contains(
        "`--only` takes a JSON Pointer such as `/components/schemas/User`, with `~1` for `/`"),
      "\(run.errors)")
  }
}
