import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// HARs whose bodies are files beside them, as Playwright writes them.
@Suite struct HARBodyFileTests {
  private let folder: TemporaryFolder
  private let name = String(repeating: "0a1B", count: 10) + ".json"

  init() throws { folder = try TemporaryFolder() }

  private func write(_ file: String) throws -> String {
    try folder.write(
      """
      {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
        {"startedDateTime": "2025-03-04T10:00:00.000Z", "time": 1,
         "request": {"method": "GET", "url": "https://a.example/posts", "headers": []},
         "response": {"status": 200, "headers": [],
           "content": {"size": 2, "mimeType": "application/json", "_file": "\(file)"}}}]}}
      """, to: "har/session.har")
  }

  /// What is watched and compared with changes of git.
  @Test func linesNameFilesToo() throws {
    let line =
      #"{"type": "resource-snapshot", "snapshot": {"request": {"method": "GET", "#
      + #""url": "/a"}, "response": {"status": 200, "content": {"_sha1": "a1.json"}}}}"#
    let path = try folder.write("\(line)\n\(line)\n", to: "trace.ndjson")
    let places = BodyFileReader(InputPath(path)).places(.system)
    #expect(places.contains { $0.text.hasSuffix("a1.json") })
  }

  @Test func aBodyInAFileIsReadOnce() throws {
    let har = try write(name)
    let body = try folder.write("[{\n  \"id\": 1}]", to: "har/\(name)")
    for input in [har, folder.path + "/har"] {
      let run = Scenario.run(
        "check", "--no-config", "-c", "social-posts", "-f", "concise", input
      )
      #expect(run.code == .findings)
      let lines = run.output.split(separator: "\n")
      let places = lines.map { $0.split(separator: ": ")[0] }
      #expect(places == ["\(body):1:2", "\(body):1:2", "\(body):2:9"], "\(run.output)")
      #expect(run.errors.contains("1 of 1 exchange checked"), "\(run.errors)")
    }
  }

  /// Bodies with names of their own. Other files of the folder, and files that are named, are inputs.
  @Test func namesOfTheirOwn() throws {
    for name in ["posts.json", "./bodies/posts.json"] {
      _ = try write(name)
      let body = try folder.write("[{\n  \"id\": 1}]", to: "har/\(name)")
      _ = try folder.write("[]", to: "har/getPosts-200.json")
      func check(_ inputs: String...) -> Scenario {
        Scenario.run(["check", "--no-config", "-c", "social-posts", "-f", "concise"] + inputs)
      }
      for input in ["/har", "/har/**"] {
        let run = check(folder.path + input)
        #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
        #expect(run.errors.contains("2 of 2 exchanges checked"), "\(name) \(run.errors)")
      }
      #expect(check(folder.path + "/har", body).errors.contains("of 3 exchanges checked"))
      #expect(check(body).errors.contains("of 1 exchange checked"))
      try FileManager.default.removeItem(atPath: folder.path + "/har")
    }
  }

  @Test(arguments: ["../outside.json", "/etc/hostname", "missing.json", "a/../../outside.json"])
  func aFileElsewhereIsNotRead(file: String) throws {
    _ = try folder.write("[]", to: "outside.json")
    let run = Scenario.run("check", "--no-config", "-c", "social-posts", try write(file))
    #expect(run.code == .error && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("session.har:"), "\(run.errors)")
  }

  /// Texts and forms are found in their own file, too.
  @Test func textsAndFormsInFiles() throws {
    let contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/notes": {"post":
       {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema":
         {"type": "object", "properties": {"age": {"type": "integer"}}}}}},
        "responses": {"200": {"description": "d", "content": {"text/plain": {"schema":
         {"type": "string", "pattern": "^ok"}}}}}}}}}
      """#, to: "api.json")
    let body = try folder.write("\n failed", to: "__files/note.txt")
    let mapping = try folder.write(
      #"""
      {"request": {"method": "POST", "url": "/notes"},
       "response": {"headers": {"Content-Type": "text/plain"}, "bodyFileName": "note.txt"}}
      """#, to: "m.json")
    let run = Scenario.run("check", "--no-config", "-c", contract, "-f", "concise", mapping)
    #expect(run.output.hasPrefix("\(body):1:1: error[schema]"), "\(run.everything)")
    let snapshot =
      #"{"type": "resource-snapshot", "snapshot": {"request": {"method": "POST", "url": "https://a.example/notes", "headers": [], "postData": {"mimeType": "application/x-www-form-urlencoded", "_sha1": "form.txt"}}, "response": {"status": 200, "headers": [], "content": {"mimeType": "text/plain", "text": "ok"}}}}"#
    let trace = try folder.write(snapshot + "\n", to: "trace.ndjson")
    let form = try folder.write("name=a&age=old", to: "form.txt")
    let sent = Scenario.run("check", "--no-config", "-c", contract, "-f", "concise", trace)
    let lines = sent.output.split(separator: "\n").map { $0.split(separator: ": ")[0] }
    #expect(lines == ["\(form):1:1", "\(form):1:12"], "\(sent.everything)")
  }

  /// A name may have dots, and lead nowhere else.
  @Test func namesWithDots() throws {
    let har = try write("a/.././\(name)")
    try folder.write("[{\n  \"id\": 1}]", to: "har/\(name)")
    let run = Scenario.run("check", "--no-config", "-c", "social-posts", "-f", "concise", har)
    #expect(run.output.contains("\(name):2:9"), "\(run.everything)")
  }

  /// The folder of the files may be no link either; what is wrong is said.
  @Test func linksAndFolders() throws {
    func error(_ name: String, in root: String) throws -> String {
      let mapping = try folder.write(
        #"{"request": {"url": "/posts"}, "response": {"bodyFileName": "\#(name)"}}"#,
        to: "\(root)/m.json")
      let run = Scenario.run("check", "--no-config", "-c", "social-posts", mapping)
      #expect(run.code == .error && run.output.isEmpty, "\(run.everything)")
      return run.errors
    }
    try folder.write("[]", to: "other/b.json")
    try folder.write("[]", to: "plain/__files/d/b.json")
    try folder.write("", to: "linked/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/linked/__files", withDestinationPath: "../other")
    #expect(try error("b.json", in: "linked").contains("which is not read: it is a link"))
    #expect(try error("d", in: "plain").contains("which cannot be read: it is a folder"))
    #expect(
      try error("../m.json", in: "plain").contains(
        "which is not read: it is outside of the capture's folder\n"))
  }

  /// YAML may quote its keys.
  @Test(arguments: ["\"", "'", ""]) func keysOfCassettesInQuotes(quote: String) throws {
    func key(_ name: String) -> String { quote + name + quote }
    let cassette = """
      ---
      \(key("http_interactions")):
      - \(key("request")): {method: get, uri: "https://a.example/posts"}
        \(key("response")): {status: {code: 200}, body: {string: '{}'}}
      """
    let file = try folder.write(cassette, to: "vcr.yml")
    let run = Scenario.run("check", "--no-config", "-c", "social-posts", file)
    #expect(run.errors.contains("1 of 1 exchange checked"), "\(run.errors)")
  }
}
