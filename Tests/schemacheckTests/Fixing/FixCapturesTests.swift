import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `fix` mends the stubs and cassettes of tests in place, and touches no other byte.
@Suite struct FixCapturesTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(CaptureWriter.contract, to: "api.json")
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func fix(_ path: String, _ options: String...) -> Scenario {
    Scenario.run(["fix", path, "-c", contract, "--exit-zero"] + options)
  }

  /// The missing null is added and the date is written right; the wrong key has no safe fix.
  private func expectFixed(_ text: String, named name: String, _ comment: Comment) throws {
    let path = try folder.write(text, to: name)
    let run = fix(path)
    let fixed = try read(path)
    #expect(run.code == .clean, "\(comment) \(run.everything)")
    #expect(fixed != text, comment)
    let report = Scenario.run("check", path, "-c", contract, "-f", "json", "--exit-zero")
    let rules = try #require(try JSONDocument(report.output).root["findings"]).elements.map {
      $0["rule"]?.string ?? ""
    }
    #expect(
      !rules.contains("explicit-null") && !rules.contains("iso-dates") && !rules.isEmpty,
      "\(comment) \(rules)")
    #expect(Self.withoutFixes(fixed) == Self.withoutFixes(text), comment)
    #expect(fix(path).errors.contains("0 fixes"), comment)
  }

  /// Without the properties that are added, with the number as a number, and with the wrong date in
  /// place of the right one.
  private static func withoutFixes(_ text: String) -> String {
    text.replacing(#","note":null"#, with: "").replacing(#",\"note\":null"#, with: "")
      .replacing(#""latitude":"4""#, with: #""latitude":4"#)
      .replacing(#"\"latitude\":\"4\""#, with: #"\"latitude\":4"#)
      .replacing("2026-02-03T10:00:00Z", with: "Tue Feb 03 2026 10:00:00 GMT+0000 (UTC)")
  }

  @Test func documents() throws {
    for writer in CaptureLayoutTests.writers where !writer.isEscaped {
      for isText in [false, true] {
        try expectFixed(writer.wiremock(isText: isText), named: "w.json", "WireMock \(isText)")
        try expectFixed(writer.dvr(isText: isText), named: "d.json", "DVR \(isText)")
      }
      try expectFixed(writer.postman, named: "p.json", "Postman")
      try expectFixed(writer.pact(version: 4), named: "pact.json", "Pact")
    }
  }

  @Test(arguments: [
    CaptureWriter.Scalar.single, .double, .doubleFolded, .singleFolded, .literal,
  ])
  func cassettes(_ style: CaptureWriter.Scalar) throws {
    try expectFixed(CaptureWriter.vcr(style), named: "a.yml", "VCR \(style)")
    try expectFixed(CaptureWriter.vcrpy(style), named: "a.yaml", "vcrpy \(style)")
  }

  /// What cannot be edited in place stays as it is, and the run says so.
  @Test func whatStays() throws {
    for (style, words) in [
      (CaptureWriter.Scalar.folded, "in YAML text that cannot be edited in place"),
      (.binary, "in base64"), (.gzip, "in compressed bodies"),
    ] {
      let text = CaptureWriter.vcr(style)
      let path = try folder.write(text, to: "a.yml")
      let run = fix(path)
      #expect(run.errors.contains(words), "\(style) \(run.errors)")
      #expect(try read(path) == text)
    }
  }

  /// Traffic is evidence.
  @Test func recordings() throws {
    let writer = CaptureWriter()
    for (name, text) in [
      ("a.chlsj", writer.charles), ("a.ndjson", writer.kong(isText: true)),
      ("a.json", writer.newman),
    ] {
      let path = try folder.write(text, to: name)
      let run = fix(path)
      #expect(run.errors.contains("0 fixes") || run.errors.contains("recording"), "\(run.errors)")
      #expect(try read(path) == text)
    }
    let path = try folder.write(writer.charles, to: "a.chlsj")
    #expect(fix(path, "--recordings").code == .clean)
    #expect(try read(path) != writer.charles)
    let newman = try folder.write(writer.newman, to: "a.json")
    #expect(fix(newman, "--recordings").errors.contains("in arrays of bytes"))
  }

  /// The file that a mapping names is edited, and the mapping is not.
  @Test func bodiesInFiles() throws {
    let mapping = #"""
      {"request": {"method": "GET", "urlPath": "/v1/places/3"},
       "response": {"status": 200, "bodyFileName": "place.json"}}
      """#
    let body = #"""
      {
        "id": 3, "name": "n", "latitude": 2,
        "createdAt": "2026-01-02T03:04:05Z"
      }
      """#
    for place in ["mappings/a.json", "a.json"] {
      let path = try folder.write(mapping, to: place)
      let file = try folder.write(body, to: "__files/place.json")
      let dry = fix(path, "--diff")
      #expect(try read(file) == body)
      #expect(
        dry.output.contains("+++ ") && dry.output.contains("__files/place.json"),
        "\(dry.everything)")
      let run = fix(path)
      let fixed = try read(file)
      #expect(
        fixed.contains("\"note\": null"),
        "\(fixed) \(run.everything)")
      #expect(try read(path) == mapping)
      #expect(Scenario.run("check", path, "-c", contract).code == .clean)
    }
    // A link is never followed.
    let secret = try folder.write(body, to: "secret.json")
    let link = folder.path + "/__files/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
    let path = try folder.write(mapping.replacing("place.json", with: "link.json"), to: "b.json")
    #expect(Scenario.run("fix", path, "-c", contract).code == .error)
    #expect(try read(secret) == body)
  }

  private static let place =
    #"{"id": 3, "name": "n", "latitude": 2, "createdAt": "2026-01-02T03:04:05Z"}"#

  private func mapping(_ name: String) -> String {
    #"{"request": {"method": "GET", "urlPath": "/v1/places/3"}, "response": {"bodyFileName": "\#(name)"}}"#
  }

  /// A file that two mappings name is fixed once, so that the diff can be applied.
  @Test func aBodyFileOfTwoMappings() throws {
    for name in ["a", "b"] { try folder.write(mapping("p.json"), to: "w/\(name).json") }
    let file = try folder.write(Self.place, to: "w/__files/p.json")
    let diff = fix(folder.path + "/w", "--diff")
    #expect(diff.output.split(separator: "+++ ").count == 2, "\(diff.everything)")
    let run = fix(folder.path + "/w")
    #expect(try read(file).contains("\"note\": null"), "\(run.everything)")
    #expect(run.errors.contains("1 fix in 1 file"), "\(run.errors)")
  }

  /// What hides the findings of a capture keeps the files that it names.
  @Test(arguments: [
    #""expectedBroken": ["mappings/*.json"]"#,
    #""suppressions": [{"rule": "explicit-null", "file": "mappings/*.json", "reason": "r"}]"#,
  ])
  func hiddenFindingsOfABodyFile(_ entry: String) throws {
    try folder.write(mapping("p.json"), to: "mappings/a.json")
    let file = try folder.write(Self.place, to: "__files/p.json")
    let configuration = try folder.write(
      #"{"contracts": ["api.json"], "inputs": ["mappings"], \#(entry)}"#, to: "c.json")
    let run = Scenario.run("fix", "--config", configuration, "--exit-zero")
    #expect(try read(file) == Self.place, "\(run.everything)")
  }

  /// The recorded body that a HAR names, on demand.
  @Test func bodiesOfRecordings() throws {
    let har = try folder.write(
      #"""
      {"log": {"version": "1.2", "entries": [{"request": {"method": "GET",
       "url": "https://a.example/v1/places/3"}, "response": {"status": 200,
       "content": {"mimeType": "application/json", "_file": "b.json"}}}]}}
      """#, to: "h/a.har")
    let file = try folder.write(Self.place, to: "h/b.json")
    let kept = fix(har)
    #expect(try read(file) == Self.place)
    #expect(kept.errors.contains(" left: "), "\(kept.errors)")
    let run = fix(har, "--recordings")
    #expect(try read(file).contains("\"note\": null"), "\(run.everything)")
  }

  /// Templates of a body file stay, and the rest is fixed.
  @Test func templatesInABodyFile() throws {
    let path = try folder.write(mapping("p.json"), to: "a.json")
    let body = Self.place.replacing(#""id": 3"#, with: #""id": {{id}}"#)
    let file = try folder.write(body, to: "__files/p.json")
    let run = fix(path)
    let fixed = try read(file)
    #expect(
      fixed.contains(#""id": {{id}}"#) && fixed.contains("\"note\": null"), "\(run.everything)")
  }
}
