import Foundation
import JSONTape
import TestSupport
import Testing

@testable import schemacheck

/// Files that hold exchanges in a form that is recognised and not read: one line that says what the
/// file is and what to do, exit 2; never a finding.
@Suite struct UnsupportedCaptureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let files: [(name: String, text: String, line: String)] = [
    (
      "a.json", #"{"info": {"_postman_id": "1", "name": "x"}, "item": []}"#,
      "1:1: this is a Postman collection, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.json", #"{"collection": {}, "run": {"executions": []}}"#,
      "1:1: this is a Newman report, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.json",
      "\n" + #" [{"status": "COMPLETE", "protocolVersion": "HTTP/1.1", "actualPort": 443}]"#,
      "2:2: this is a Charles session, which cannot be checked yet; export the session as a HAR"
    ),
    (
      "a.json", #"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": []}"#,
      "1:1: this is a Pact file, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.json", #"{"name": "a", "interactions": [{"request": {}, "response": {}}]}"#,
      "1:1: this is a DVR cassette, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.json", #"{"_type": "export", "__export_format": 4, "resources": []}"#,
      "1:1: this is an Insomnia export, which cannot be checked yet; it holds requests without responses; record a HAR"
    ),
    (
      "a.json", #"{"uuid": "u", "endpointPrefix": "v1", "routes": []}"#,
      "1:1: this is a Mockoon environment, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.json", #"{"http_buffered_trace": {"request": {}}}"#,
      "1:1: this is an Envoy tap, which cannot be checked yet; write each exchange as a line with `method`, `url`, `status` and `responseBody`"
    ),
    (
      "a.json", #"{"Simple_1": {"log": {"version": "1.2", "creator": {}, "entries": []}}}"#,
      "1:1: this is a PollyJS local-storage recording, which cannot be checked yet; save its `log` object as .har"
    ),
    (
      "a.ndjson",
      #"{"request": {"method": "GET", "url": "http://h/a"}, "response": {"status": 200}}"#
        + "\n"
        + #"{"request": {"method": "GET", "url": "http://h/b"}, "response": {"status": 200}}"#
        + "\n",
      "1:1: this is a record with `request` and `response`, which cannot be checked yet; write each exchange as a line with `method`, `url`, `status` and `responseBody`"
    ),
    (
      "access.ndjson", #"{"request_uri": "/a", "status": "200"}"# + "\n" + #"{"status": "200"}"#,
      "1:1: this is a record of an access log, which cannot be checked yet; write each exchange as a line with `method`, `url`, `status` and `responseBody`"
    ),
    (
      "a.tar", String(repeating: "\u{0}", count: 257) + "ustar",
      "1:1: this is an archive, which cannot be checked yet; unpack it and check its files"
    ),
    (
      "a.zip", "PK\u{3}\u{4}\u{14}\u{0}",
      "1:1: this is an archive, which cannot be checked yet; unpack it and check its files"
    ),
    (
      "session.chlz", "PK\u{3}\u{4}\u{14}\u{0}",
      "1:1: this is a Charles session, which cannot be checked yet; export the session as a HAR"
    ),
    (
      "a.proxymanlogv2", "PK\u{3}\u{4}\u{14}\u{0}",
      "1:1: this is a Proxyman session, which cannot be checked yet; export the session as a HAR"
    ),
    (
      "a.flow", "4:true!",
      "1:1: this is a mitmproxy dump, which cannot be checked yet; export the session as a HAR"
    ),
    (
      "a.yml", "---\nhttp_interactions:\n- request:\n    method: get\n",
      "1:1: this is a VCR cassette, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.yaml", "interactions:\n- request:\n    method: GET\n",
      "1:1: this is a vcrpy cassette, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.bru", "meta {\n  name: x\n}\n",
      "1:1: this is a Bruno request, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "a.log", "--> GET https://a.example/b\n--> END GET\n",
      "1:1: this is an OkHttp log, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
    ),
    (
      "requests.http", "GET https://a.example/b\nAccept: application/json\n",
      "1:1: this is an HTTP request file, which cannot be checked yet; save the response bodies as .json files, or record a HAR"
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
      #expect(summary?["filesNotRead"]?[".json"]?.int == 9)
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
    #expect(!Scenario.run("check", path, "-c", "social-posts").errors.contains("cannot be checked"))
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
      "bruno.bru", "charles.chlsj", "charles.chlz", "dvr.json", "envoytap.json", "har.zip",
      "httpfile.http", "insomnia.json", "mockoon.json", "okhttp.log", "pact.json", "postman.json",
      "proxyman.proxymanlogv2", "vcr.yml", "vcrpy.yaml", "wiremock.json",
    ] {
      let path = folder.appendingPathComponent(name).path
      let scenario = Scenario.run("check", path, "-c", "fotolokashen")
      #expect(scenario.code == .error && scenario.output.isEmpty, "\(name)")
      #expect(scenario.errors.contains("which cannot be checked yet; "), "\(name)")
    }
  }
}
