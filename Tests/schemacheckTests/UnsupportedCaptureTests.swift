import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Files that hold exchanges in a form that is recognised and not read: one line that says what the
/// file is and what to do, exit 2; never a finding.
@Suite struct UnsupportedCaptureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let saveBody = "save the response bodies as .json files, or record a HAR"

  static let files: [(name: String, text: String, line: String)] = [
    (
      "a.json", #"{"_type": "export", "__export_format": 4, "resources": []}"#,
      "1:1: this is an Insomnia export, which cannot be read; it has requests without responses; "
        + "record a HAR"
    ),
    (
      "a.json", #"[{"v": 2, "name": "n", "folders": [], "requests": []}]"#,
      "1:1: this is a Hoppscotch collection, which cannot be read; it has requests without "
        + "responses; record a HAR"
    ),
    (
      "a.json", "\n" + #" {"uuid": "u", "endpointPrefix": "v1", "routes": []}"#,
      "2:2: this is a Mockoon environment, which cannot be read; start it, record its responses as "
        + "a HAR, and check the HAR"
    ),
    (
      "a.json", #"{"http_streamed_trace_segment": {"trace_id": 1}}"#,
      "1:1: this is a streamed Envoy tap, which cannot be read; set the tap to buffer: `http_buffered_trace`"
    ),
    (
      "a.tar", String(repeating: "\u{0}", count: 257) + "ustar",
      "1:1: this is an archive, which cannot be read; unpack it and check its files"
    ),
    (
      "session.chls", "\u{0}\u{1}",
      "1:1: this is a Charles session in binary, which cannot be read; export it as .chlsj, or as a HAR"
    ),
    (
      "a.flow", "4:true!",
      "1:1: this is a mitmproxy dump, which cannot be read; export it as a HAR: `mitmdump -nr FILE --set hardump=FILE.har`"
    ),
    (
      "a.yml", "name: x\non: push\n",
      "1:1: this is a YAML file without recorded exchanges, which cannot be read; bodies are JSON"
    ),
    (
      "a.bru", "meta {\n  name: x\n}\n",
      "1:1: this is a Bruno request, which cannot be read; export the collection as a Postman collection"
    ),
    (
      "a.log", "--> GET https://a.example/b\n--> END GET\n",
      "1:1: this is an OkHttp log, which cannot be read; record a HAR, or dump with `curl -i`"
    ),
    (
      "a.txt", "Starting ATS Diagnostics\n\nConfiguring ATS Info.plist keys\n",
      "1:1: this is output of nscurl, which cannot be read; request the same URL with `curl -i`"
    ),
    (
      "requests.http", "GET https://a.example/b\nAccept: application/json\n",
      "1:1: this is an HTTP request file, which cannot be read; \(saveBody)"
    ),
  ]

  @Test(arguments: files.indices) func aNamedFileIsOneLine(_ index: Int) throws {
    let file = Self.files[index]
    let path = try folder.write(file.text, to: file.name)
    for command in ["check", "lint"] {
      let contract = command == "check" ? ["-c", "social-posts"] : []
      let scenario = Scenario.run([command, path] + contract)
      #expect(scenario.code == .error && scenario.output.isEmpty, "\(command)")
      #expect(scenario.errors.hasPrefix("schemacheck: \(path):\(file.line)\n"), "\(command)")
    }
  }

  /// In a folder they are counted, also beside others on several threads.
  @Test func inAFolderTheyAreCounted() throws {
    for (number, file) in Self.files.enumerated() where file.name == "a.json" {
      try folder.write(file.text, to: "\(number).json")
    }
    try folder.write(#"{"likes": 3}"#, to: "likes.json")
    for jobs in ["1", "2"] {
      let scenario = Scenario.run(
        "check", folder.path, "-c", "social-posts", "-f", "json", "--jobs", jobs)
      #expect(scenario.code == .clean)
      let summary = try JSONDocument(scenario.output).root["summary"]
      #expect(summary?["filesNotRead"]?[".json"]?.int == 4)
      #expect(summary?["checked"]?.int == 1)
    }
  }

  /// What only resembles one is a body, and so is everything that the user calls one.
  @Test(arguments: [
    #"{"info": {"name": "x"}, "item": []}"#, #"{"interactions": []}"#, #"{"consumer": 1}"#,
    #"[{"protocolVersion": "1"}]"#, #"{"a": {"log": {"entries": [1]}}}"#, "[]", "{}", "PK",
    "interactions: no",
  ])
  func bodiesAreBodies(_ text: String) throws {
    let path = try folder.write(text, to: "a.json")
    #expect(!Scenario.run("check", path, "-c", "social-posts").errors.contains("cannot be read"))
    let told = try folder.write(Self.files[0].text, to: "b.json")
    let scenario = Scenario.run("check", told, "-c", "social-posts", "--schema", "Likes")
    #expect(scenario.code == .findings)
  }

  /// The real files of the suite.
  @Test(
    .enabled(
      if: PackageFolder.suite("../findings/captures") != nil, "the captures are not at hand"))
  func realFiles() throws {
    let folder = try #require(PackageFolder.suite("../findings/captures"))
    for name in [
      "bruno.bru", "httpfile.http", "insomnia.json", "mockoon.json", "okhttp.log",
    ] {
      let path = folder.appendingPathComponent(name).path
      let scenario = Scenario.run("check", path, "-c", "fotolokashen")
      #expect(scenario.code == .error && scenario.output.isEmpty, "\(name)")
      #expect(scenario.errors.contains("which cannot be read; "), "\(name)")
    }
  }

  /// The real files that are read: each holds the same exchange.
  @Test(
    .enabled(
      if: PackageFolder.suite("../findings/captures") != nil, "the captures are not at hand"))
  func readFiles() throws {
    let folder = try #require(PackageFolder.suite("../findings/captures"))
    func findings(_ name: String) throws -> [String] {
      let path = folder.appendingPathComponent(name).path
      let run = Scenario.run("check", path, "-c", "fotolokashen", "-f", "json")
      #expect(run.code == .findings, "\(name) \(run.errors)")
      return try JSONDocument(run.output).root["findings"]?.elements.map {
        "\($0["rule"]?.string ?? "") \($0["instance"]?.string ?? "") \($0["member"]?.string ?? "")"
      } ?? []
    }
    let expected = try findings("har.har").sorted()
    #expect(expected.count == 12)
    for name in [
      "charles.chlsj", "dvr.json", "envoytap.json", "kong.ndjson", "nested.ndjson", "pact.json",
      "polly_ls.har", "postman.json", "vcr.yml", "vcrpy.yaml", "wiremock.json",
      "wiremock_body.json",
    ] {
      // What a Pact response lacks is no mistake; such a finding names its property.
      let own = name == "pact.json" ? expected.filter { $0.hasSuffix(" ") } : expected
      #expect(try findings(name).sorted() == own, "\(name)")
    }
  }
}
