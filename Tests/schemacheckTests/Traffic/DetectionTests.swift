@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The format of an input that is told from its content.
@Suite struct DetectionTests {
  private static let texts = [
    #"{"log":{"version":"1.2","entries":[]}}"#, #"{"log":{"entries":[{"a":1}],"x":2}}"#,
    #"{"a":[1,{"log":{"entries":[]}}],"log":{"a":{"entries":[]},"entries":[1]}}"#,
    #"{"\u006cog":{"entries":["#, #"{"log":[{"entries":[]}]}"#, #"{"log":1,"entries":[]}"#,
    #"[{"log":{"entries":[]}}]"#, "", "{", "nul", #"{"log":{"entries":{}}}"#,
    "\u{FEFF}{\"log\":{\"entries\":[]}}", #"{"a" 1, "log":{"entries":[]}}"#,
  ]

  /// A look that grows with the text says at its end what a look at all of it says.
  @Test(arguments: texts, [1, 2, 3, 7, 100]) func lookGrows(text: String, step: Int) {
    let bytes = Array(text.utf8)
    var look = HARLook()
    var found = false
    for end in stride(from: min(3, bytes.count), to: bytes.count, by: step) {
      found = look.recognises(Array(bytes[..<end])) || found
    }
    found = look.recognises(bytes) || found
    #expect(found == (CaptureFormat.detect(bytes) == .har))
  }

  /// A stream that the first piece does not tell is still checked.
  @Test(arguments: [
    "{\n\n\"log\": {\"pages\": [\"PAD\"], \"entries\": [ENTRY]}}",
    "{\"a\":\n{}\n{\"a\": \"PAD\"}\n{}\n",
  ])
  func lateStreams(text: String) throws {
    let entry =
      #"{"request": {"method": "GET", "url": "/a"}, "response": {"status": 200, "content": {}}}"#
    let pad = String(repeating: "x", count: InputReader.pieceSize)
    let count = text.contains("ENTRY") ? 2 : 4
    let text = text.replacing("PAD", with: pad).replacing("ENTRY", with: "\(entry), \(entry)")
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "late.json")
    for run in [Scenario.run("lint", path), Scenario.run("lint", "-", input: text)] {
      #expect(run.errors.contains(" of \(count) exchanges checked"), "\(run.errors)")
    }
  }

  /// The report of a file does not depend on whether its format is told.
  @Test(arguments: [
    #"{"a":1}"#, #"{"a":"x"}"#, "[\n{\"a\":\"x\"}\n]\n", #"[1,{"a":"x"},3]"#, "\"text\"", "12",
    "{\"a\":\"x\"", "\u{FEFF}{\"a\":\"x\"}", #"{"log":{"entries":[]},"a":"x"}"#,
    "{\"a\":\"x\"}\n\n",
  ])
  func oneValue(text: String) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      #"{"properties":{"a":{"type":"integer"}},"type":["object","array"]}"#, to: "schema.json")
    let file = try folder.write(text, to: "value.json")
    let arguments = ["validate", "--schema", schema, file]
    let told = Scenario.run(arguments + ["--input-format", "json"])
    let found = Scenario.run(arguments)
    #expect(found.everything == told.everything && found.code == told.code)
    let piped = Scenario.run(["validate", "--schema", schema, "-"], input: text)
    #expect(piped.code == told.code)
  }
}
