import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// One traffic in every form: what is found is what is found in a HAR, at the same text.
@Suite struct CaptureLayoutTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(CaptureWriter.contract, to: "api.json")
  }

  struct Found: Hashable, CustomStringConvertible {
    var rule: String
    var instance: String
    var property: String
    /// As the body has it.
    var text: String
    var description: String { "\(rule) \(instance) \(property) at \(text)" }
  }

  private func found(
    _ text: String, named name: String, _ options: String...
  ) throws -> (all: [Found], summary: JSONNode) {
    let path = try folder.write(text, to: name)
    let run = Scenario.run(
      ["check", path, "-c", contract, "-f", "json", "--exit-zero"] + options)
    let report = try JSONDocument(run.output).root
    let bytes = Array(text.utf8)
    let all = try #require(report["findings"]).elements.map { finding -> Found in
      let offset = finding["offset"]?.int ?? 0
      let end = min(bytes.count, offset + (finding["length"]?.int ?? 0))
      let place = String(decoding: bytes[min(offset, end)..<end], as: UTF8.self)
      #expect(finding["line"]?.int == bytes[..<offset].count { $0 == 10 } + 1)
      return Found(
        rule: finding["rule"]?.string ?? "", instance: finding["instance"]?.string ?? "",
        property: finding["member"]?.string ?? "", text: Self.plain(place))
    }
    return (all, try #require(report["summary"]))
  }

  /// The text without the escapes and folds of its carrier, and without white space.
  private static func plain(_ place: String) -> String {
    var text = place
    // Twice: a string of a body in a string.
    for _ in 0..<2 {
      for (escape, meaning) in [
        ("\\u006c", "l"), ("\\u00d6", "Ö"), ("\\xD6", "Ö"), ("\\u2018", "‘"), ("\\u2019", "’"),
        ("\\/", "/"), ("''", "'"),
      ] {
        text = text.replacing(escape, with: meaning)
      }
    }
    return text.filter { !$0.isWhitespace && $0 != "\\" }
  }

  private func expectSame(
    _ text: String, named name: String, hasPlaces: Bool = true, hasRequests: Bool = true,
    isPartial: Bool = false, _ comment: Comment
  ) throws {
    let har = try found(CaptureWriter().har, named: "expected.har")
    #expect(har.all.count == 10, comment)
    let other = try found(text, named: name)
    func list(_ found: [Found]) -> [String] {
      found.map { found in
        var found = found
        if !hasPlaces || found.rule == "undocumented-status" { found.text = "" }
        return found.description
      }
    }
    let expected = har.all.filter {
      (hasRequests || $0.instance != "/latitude" || $0.text != "\"4\"")
        && !(isPartial && !$0.property.isEmpty)
    }
    #expect(list(other.all).sorted() == list(expected).sorted(), comment)
    #expect(other.summary["exchanges"]?.int == 10 && other.summary["unmatched"]?.int == 0, comment)
    #expect(other.summary["checked"]?.int == har.summary["checked"]?.int, comment)
  }

  static let writers: [CaptureWriter] = [
    CaptureWriter(), CaptureWriter(isPretty: true), CaptureWriter(isEscaped: true),
    CaptureWriter(isPretty: true, isEscaped: true),
  ]

  @Test(arguments: writers.indices) func documents(_ index: Int) throws {
    let writer = Self.writers[index]
    try expectSame(writer.har, named: "a.har", "HAR \(index)")
    // The ending alone says HAR, unless the beginning is plainly another.
    if !writer.isEscaped { try expectSame(writer.polly, named: "polly.har", "PollyJS \(index)") }
    try expectSame(writer.polly, named: "polly.json", "PollyJS \(index)")
    try expectSame(writer.postman, named: "a.json", "Postman \(index)")
    try expectSame(writer.newman, named: "a.json", hasPlaces: false, "Newman \(index)")
    try expectSame(writer.charles, named: "a.chlsj", "Charles \(index)")
    for version in 2...4 {
      try expectSame(
        writer.pact(version: version), named: "a.json", isPartial: true,
        "Pact \(version) \(index)")
    }
    for isText in [false, true] {
      try expectSame(writer.dvr(isText: isText), named: "a.json", "DVR \(isText) \(index)")
      try expectSame(
        writer.wiremock(isText: isText), named: "a.json", hasRequests: false,
        "WireMock \(isText) \(index)")
    }
  }

  @Test(arguments: writers.indices) func lines(_ index: Int) throws {
    let writer = Self.writers[index]
    for isText in [false, true] {
      try expectSame(writer.kong(isText: isText), named: "a.ndjson", "Kong \(isText) \(index)")
      try expectSame(
        writer.envoy(isText: isText), named: "a.ndjson", hasPlaces: isText, "Envoy \(isText)")
    }
    try expectSame(writer.nginx, named: "a.ndjson", "nginx \(index)")
  }

  @Test(arguments: CaptureWriter.Scalar.allCases)
  func cassettes(_ style: CaptureWriter.Scalar) throws {
    let hasPlaces = style != .binary && style != .gzip
    try expectSame(
      CaptureWriter.vcr(style), named: "a.yml", hasPlaces: hasPlaces, "VCR \(style)")
    try expectSame(
      CaptureWriter.vcrpy(style), named: "a.yaml", hasPlaces: hasPlaces, "vcrpy \(style)")
  }

  /// The number that is each byte of the text at fault.
  @Test func placesInArraysOfBytes() throws {
    let text = CaptureWriter().newman
    let found = try found(text, named: "a.json").all
    let key = try #require(found.first { $0.instance == "/lat" })
    let bytes = try JSONDocument("[\(key.text)]").root.elements.compactMap { $0.int }
    #expect(String(decoding: bytes.map { UInt8($0) }, as: UTF8.self) == "\"lat\"")
  }

  @Test func theFormatCanBeNamed() throws {
    let writer = CaptureWriter()
    for (format, text) in [
      ("postman", writer.postman), ("newman", writer.newman), ("charles", writer.charles),
      ("pact", writer.pact(version: 3)), ("dvr", writer.dvr(isText: false)),
      ("wiremock", writer.wiremock(isText: false)), ("vcr", CaptureWriter.vcr(.single)),
    ] {
      let path = try folder.write(text, to: "capture")
      let run = Scenario.run("check", path, "-c", contract, "--input-format", format)
      #expect(run.code == .findings && run.errors.contains("of 10 exchanges"), "\(format)")
      let other = try folder.write(#"{"a": 1}"#, to: "other.json")
      let wrong = Scenario.run("check", other, "-c", contract, "--input-format", format)
      #expect(wrong.code == .error && wrong.output.isEmpty, "\(format)")
      #expect(wrong.errors.hasPrefix("schemacheck: \(other):1:1: not a"), "\(wrong.errors)")
    }
  }

  /// All in one folder, on several threads.
  @Test func foldersMix() throws {
    let writer = CaptureWriter()
    for (name, text) in [
      ("a.har", writer.har), ("b.json", writer.postman), ("c.yml", CaptureWriter.vcr(.literal)),
      ("d.chlsj", writer.charles), ("e.ndjson", writer.kong(isText: true)),
      ("f.json", writer.wiremock(isText: true)), ("settings.yml", "a: 1\n"),
    ] {
      try folder.write(text, to: "all/\(name)")
    }
    for jobs in ["1", "2"] {
      let run = Scenario.run(
        "check", "\(folder.path)/all", "-c", contract, "-f", "json", "--jobs", jobs)
      let summary = try #require(try JSONDocument(run.output).root["summary"])
      #expect(run.code == .findings && summary["exchanges"]?.int == 60)
      #expect(summary["filesNotRead"]?[".yml"]?.int == 1)
    }
  }

  /// A tap that was cut is skipped, and counted.
  @Test func cutBodies() throws {
    let text = CaptureWriter().envoy(isText: true).replacing(
      "\"truncated\":false", with: "\"truncated\":true")
    let run = Scenario.run("check", try folder.write(text, to: "a.ndjson"), "-c", contract)
    #expect(run.errors.contains("8 truncated body"), "\(run.errors)")
  }

  /// Postman lets comments stand before a body.
  /// Each element of a list has its own shape.
  @Test(arguments: ["stubs", "mocks", "responses", "handlers"])
  func listsOfBothShapes(name: String) throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
       "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
       {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}}}}}
      """, to: "api.json")
    let nested =
      #"{"request": {"method": "GET", "path": "/a"}, "response": {"status": 200, "body": {"n": "x"}}}"#
    let flat =
      #"{"name": "b", "method": "GET", "url": "/a", "status": 200, "response": {"n": "y"}}"#
    let mixed =
      #"{"method": "GET", "url": "*/a", "response": {"status": 200, "body": {"n": "z"}}}"#
    for list in ["\(nested), \(flat)", "\(flat), \(nested)", "\(mixed), \(flat)"] {
      for text in [#"{"\#(name)": [\#(list)]}"#, "[\(list)]"] {
        let file = try folder.write(text, to: "mocks.json")
        let run = Scenario.run("check", file, "--no-config", "-c", contract, "-f", "concise")
        #expect(run.output.contains("(GET /a 200 /n) (×2"), "\(run.everything)")
        #expect(run.errors.contains("2 of 2 exchanges checked"), "\(run.everything)")
      }
    }
  }

  /// `*` in place of a server and of a segment. A path is no request then, so its parameters are not
  /// checked.
  @Test func wildcards() throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a/{id}": {"get": {
       "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
       "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
       {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}}}}}
      """, to: "api.json")
    for url in ["*/a/:id", "**/a/*", "*/a/1"] {
      for text in [
        #"[{"method": "GET", "url": "\#(url)", "status": 200, "responseBody": {"n": 1}}]"#,
        #"{"method": "GET", "url": "\#(url)", "status": 200, "responseBody": {"n": 1}}"#,
        #"[{"method": "GET", "path": "\#(url)", "response": {"statusCode": 200, "json": {"n": 1}}}]"#,
      ] {
        let file = try folder.write(text, to: "mocks.json")
        let run = Scenario.run("check", file, "--no-config", "-c", contract, "-f", "concise")
        #expect(run.errors.contains("1 of 1 exchange checked"), "\(run.everything)")
        #expect(run.code == .clean, "\(run.everything)")
      }
    }
    // An exchange of unknown shape.
    let file = try folder.write(#"{"verb": "GET", "target": "*/a/1", "got": {}}"#, to: "x.json")
    let run = Scenario.run("check", file, "--no-config", "-c", contract)
    #expect(run.errors.contains("`verb` is GET beside `target`"), "\(run.everything)")
  }

  /// What a stub sends in place of a response.
  @Test(arguments: [
    (#""fault": "EMPTY_RESPONSE""#, "fault EMPTY_RESPONSE"),
    (#""proxyBaseUrl": "https://a.example""#, "proxyBaseUrl https://a.example"),
  ])
  func faultsOfStubs(response: String, shown: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"request": {"method": "GET", "url": "/a"}, "response": {\#(response)}}"#, to: "m.json")
    let run = Scenario.run(
      "check", file, "--no-config", "-c", "fotolokashen", "--explain-match", "--stats")
    #expect(run.errors.contains("m.json: GET /a → \(shown)\n"), "\(run.everything)")
    #expect(run.errors.contains("stats: wiremock: 1 input"), "\(run.everything)")
  }

  /// `--stats` names the kind of a file with several lines, too.
  @Test func kindsInStatistics() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "---\nversion: 2\ninteractions:\n- request:\n    method: GET\n    url: https://h/a\n  response:\n    code: 200\n    body: '{}'\n",
      to: "a.yaml")
    let run = Scenario.run("check", file, "--no-config", "-c", "fotolokashen", "--stats")
    #expect(run.errors.contains("stats: vcr: 1 input, "), "\(run.everything)")
  }

  @Test func notesBeforeABody() throws {
    let text = CaptureWriter().postman.replacing(
      #""body":"{\"id\":3"#, with: #""body":"// a \\ note\n// another\n{\"id\":3"#)
    let found = try found(text, named: "a.json").all
    #expect(found.contains { $0.rule == "explicit-null" && $0.text.hasPrefix("{\"id\":3") })
    #expect(found.count == 10)
  }

  static let broken: [(name: String, text: String, line: String)] = [
    (
      "a.json", #"{"request": {"method": "GET", "url": "/a"}, "response": {"status": "x"}}"#,
      "1:68: `status` is a string, not an integer"
    ),
    (
      "a.json",
      #"{"request": {"url": "/v1/places"}, "response": {"status": 200, "base64Body": "*"}}"#,
      "1:78: the response body is marked as base64 but is not base64"
    ),
    (
      "a.json", #"{"request": {"url": "/a"}, "response": {"status": 200, "bodyFileName": 1}}"#,
      "1:72: `bodyFileName` is a number, not a string"
    ),
    (
      "a.json", #"{"request": {"url": "/v1/places"}, "response": {"bodyFileName": "../b.json"}}"#,
      "1:65: the response body is in the file `../b.json`, which is not read: it is outside of the capture's folder"
    ),
    (
      "a.json", #"{"request": {"url": "/v1/places"}, "response": {"bodyFileName": "none.json"}}"#,
      "1:65: the response body is in the file `__files/none.json`, which does not exist"
    ),
    (
      "a.json", #"{"consumer": {}, "provider": {}, "interactions": [7]}"#,
      "1:51: entry is a number, not an object"
    ),
    (
      "a.json",
      #"{"consumer": {}, "provider": {}, "interactions": [{"request": {"method": "GET"}}]}"#,
      "1:63: entry has no `request.path`"
    ),
    (
      "a.json",
      #"{"run": {"executions": [{"request": {"url": "http://h/a"}, "response": {"stream": {"data": [0, 300]}}}]}}"#,
      "1:96: `stream.data[1]` is a number, not a byte from 0 to 255"
    ),
    (
      "a.yml", "http_interactions:\n- request: {uri: [}\n",
      "2:19: the cassette is broken YAML: `}` closes a sequence that was opened with `[`"
    ),
    (
      "a.yml",
      "http_interactions:\n- request:\n    uri: http://h/a\n  response:\n    status: {code: 200}\n    body:\n      string: !binary '*'\n",
      "7:23: the response body is marked as base64 but is not base64"
    ),
  ]

  /// One line each, exit 2.
  @Test(arguments: broken.indices) func brokenCaptures(_ index: Int) throws {
    let (name, text, line) = Self.broken[index]
    let path = try folder.write(text, to: name)
    let run = Scenario.run("check", path, "-c", contract)
    #expect(run.code == .error && run.output.isEmpty, "\(run.everything)")
    #expect(run.errors.hasPrefix("schemacheck: \(path):\(line)\n"), "\(run.errors)")
  }
}
