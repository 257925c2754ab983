import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `convert`: any capture as a HAR or as exchange records, with the same bytes and the same findings.
@Suite struct ConvertCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0, 0xFF, 0xFE, 13, 10]
  private static let token = "sk_live_abcdefghijklmnopqrstuvwx"

  /// Every kind of body, of header and of absence that a HAR has.
  private static let har = """
    {"log": {"version": "1.2", "entries": [
     {"startedDateTime": "2026-11-03T09:14:00.250Z",
      "request": {"method": "GET", "url": "https://a.test/x?page=1&q=a%20b+c",
       "headers": [{"name": "Authorization", "value": "Bearer \(token)"}, {"name": "Accept", "value": "*/*"}]},
      "response": {"status": 200, "headers": [{"name": "Set-Cookie", "value": "a=1"}, {"name": "Set-Cookie", "value": "b=2"},
       {"name": "Content-Type", "value": "application/json; charset=utf-8"}],
       "content": {"mimeType": "application/json", "text": "{ \\"lat\\": 95,\\n\\t\\"lng\\" : 2.50, \\"name\\": \\"é \\\\u00e9 \\u20ac\\" }"}}},
     {"request": {"method": "POST", "url": "https://a.test/y", "headers": [],
       "postData": {"mimeType": "application/json", "text": "{\\"latitude\\": 100}"}},
      "response": {"status": 201, "headers": [], "bodySize": 0, "content": {"size": 0, "text": ""}}},
     {"request": {"method": "POST", "url": "https://a.test/form", "headers": [],
       "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "c&d=é"}]}},
      "response": {"status": 204, "headers": [], "content": {}}},
     {"request": {"method": "GET", "url": "https://a.test/p.png"},
      "response": {"status": 200, "content": {"mimeType": "image/png", "encoding": "base64", "text": "\(Deflated.base64(picture))"}}},
     {"request": {"method": "GET", "url": "https://a.test/b64"},
      "response": {"status": 200, "content": {"mimeType": "application/json", "encoding": "base64",
       "text": "\(Deflated.base64(Array("[{\"lng\": 181, \"lat\": 1}]".utf8)))"}}},
     {"request": {"method": "GET", "url": "https://a.test/none"}, "response": {"status": 0, "content": {}}},
     {"request": {"method": "GET", "url": "https://a.test/cached"}, "response": {"status": 304, "content": {"text": "{\\"lat\\": 99}"}}}
    ]}}
    """

  /// Header names keep their letters in every form.
  @Test func lettersOfHeaderNames() throws {
    let mapping = try folder.write(
      #"{"request": {"url": "/a"}, "response": {"headers": {"Content-Type": "application/json", "X-RateLimit-Left": "3"}, "jsonBody": {}}}"#,
      to: "m.json")
    let cassette = try folder.write(
      """
      http_interactions:
      - request: {method: get, uri: "http://h/a", headers: {X-Client-ID: [a]}}
        response: {status: {code: 200}, headers: {ETag: ["1"]}, body: {string: '{}'}}
      """, to: "c.yml")
    let output = folder.path + "/out.ndjson"
    let run = convert(mapping, cassette, "-o", output)
    let text = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
    for name in ["Content-Type", "X-RateLimit-Left", "X-Client-ID", "ETag"] {
      #expect(
        text.contains("{\"name\": \"\(name)\"") || text.contains("{\"name\":\"\(name)\""),
        "\(name): \(text) \(run.errors)")
    }
  }

  private func convert(_ arguments: String...) -> Scenario { Scenario.run(["convert"] + arguments) }

  /// Rule, instance, method, URL and status of each finding.
  private func findings(_ path: String) throws -> [String] {
    let root = try JSONDocument(Scenario.run("lint", path, "-f", "json").output).root
    return (root["findings"]?.elements.map { $0 } ?? []).map { finding in
      let exchange = finding["exchange"]
      return [
        finding["rule"]?.string, finding["instance"]?.string, exchange?["method"]?.string,
        exchange?["url"]?.string, exchange?["status"]?.int.map { "\($0)" },
        exchange?["part"]?.string, finding["message"]?.string,
      ].map { $0 ?? "-" }.joined(separator: " ")
    }
  }

  private func entries(_ path: String) throws -> [JSONNode] {
    let data = try #require(FileManager.default.contents(atPath: path))
    return try JSONDocument([UInt8](data)).root["log"]?["entries"]?.elements.map { $0 } ?? []
  }

  private func body(_ holder: JSONNode?) -> [UInt8]? {
    guard let text = holder?["text"]?.string else { return nil }
    guard holder?["encoding"]?.string == "base64" else { return Array(text.utf8) }
    return Data(base64Encoded: text).map { [UInt8]($0) }
  }

  /// A copy of what a live check recorded has the same findings: what was expected, and what the
  /// replacements of secrets may break.
  @Test(arguments: ["a.ndjson", "a.har"], [[String](), ["--mask"]])
  func verdictsStay(name: String, options: [String]) throws {
    let input = try folder.write(
      #"""
      {"method": "GET", "url": "/a", "status": 404, "expect": "2XX", "responseHeaders": {"Content-Type": "application/json"}, "responseBody": {"pin": 5}}
      {"method": "GET", "url": "/a", "status": 200, "liveVerdict": {"accepted": [{"rule": "schema", "part": "response", "instance": "/pin", "keyword": "maximum"}], "replaced": [{"part": "response", "instance": "/pin"}]}, "responseBody": {"pin": 10}}
      """#, to: "live.ndjson")
    let contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"responses": {
        "200": {"description": "d", "content": {"application/json": {"schema": {"properties":
          {"pin": {"type": "integer", "maximum": 9}}}}}},
        "404": {"description": "d", "content": {"application/json": {}}}}}}}}
      """#, to: "api.json")
    func rules(_ path: String) throws -> [String?] {
      let run = Scenario.run("check", path, "--no-config", "-c", contract, "-f", "json")
      let root = try JSONDocument(run.output).root
      #expect(root["summary"]?["masked"]?.int == 1, "\(path): \(run.everything)")
      return root["findings"]?.elements.map { $0["rule"]?.string } ?? []
    }
    #expect(try rules(input) == ["unexpected-status"])
    let copy = folder.path + "/" + name
    let run = Scenario.run(["convert", input, "-o", copy] + options)
    #expect(run.code == .clean, "\(run.errors)")
    #expect(try rules(copy) == ["unexpected-status"])
  }

  @Test(arguments: [1, 3]) func everythingStays(jobs: Int) throws {
    let input = try folder.write(Self.har, to: "in.har")
    let expected = try findings(input)
    #expect(expected.count == 3, "\(expected)")
    var from = input
    // There and back through every format.
    for name in ["a.har", "b.ndjson", "c.jsonl", "d.har"] {
      let path = "\(folder.path)/\(name)"
      let scenario = convert(from, "-o", path, "--jobs", "\(jobs)")
      #expect(scenario.code == .clean && scenario.output.isEmpty, "\(scenario.errors)")
      #expect(
        scenario.errors == """
          wrote \(path): the file contains everything that was captured, also passwords and tokens (`--mask` replaces them)
          7 of 7 exchanges converted

          """)
      #expect(try findings(path) == expected, "\(name)")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      from = path
    }
    let (before, after) = (try entries(input), try entries(from))
    #expect(after.count == before.count)
    for (old, new) in zip(before, after) {
      for name in ["method", "url"] {
        #expect(old["request"]?[name]?.string == new["request"]?[name]?.string)
      }
      #expect(old["response"]?["status"]?.int == new["response"]?["status"]?.int)
    }
    #expect(after[0]["startedDateTime"]?.string == "2026-11-03T09:14:00.250Z")
    let headers = after[0]["response"]?["headers"]?.elements.map { $0["value"]?.string }
    #expect(headers == ["a=1", "b=2", "application/json; charset=utf-8"])
    #expect(after[0]["request"]?["headers"]?[0]?["value"]?.string == "Bearer \(Self.token)")
    let items = after[0]["request"]?["queryString"]?.elements.map { $0["value"]?.string }
    #expect(items == ["1", "a b c"])
    for index in [0, 3, 4] {
      let (old, new) = (before[index]["response"], after[index]["response"])
      #expect(body(old?["content"]) == body(new?["content"]), "\(index)")
    }
    #expect(body(after[3]["response"]?["content"]) == Self.picture)
    #expect(body(before[1]["request"]?["postData"]) == body(after[1]["request"]?["postData"]))
    #expect(
      body(after[2]["request"]?["postData"]).map { String(decoding: $0, as: UTF8.self) }
        == "a%20b=c%26d%3D%C3%A9")
  }

  @Test func archivesDumpsAndLinesAreConverted() throws {
    let dump = """
      > GET /x HTTP/1.1\r\n> Host: a.test\r\n> \r
      < HTTP/1.1 200 OK\r\n< Content-Type: application/json\r\n< Transfer-Encoding: chunked\r\n< \r
      a\r\n{"lat": 95\r\nb\r\n, "lng": 1}\r\n0\r\n\r\n
      """
    let record =
      #"{"method": "GET", "url": "https://a.test/r", "status": 200, "responseBody": {"lat": 97, "lng": 1}}"#
    let zip = ZipWriter([
      ZipWriter.Entry("a.har", Self.har), ZipWriter.Entry("b.http", dump),
      ZipWriter.Entry("c.ndjson", record + "\n" + record + "\n"),
    ])
    let path = try folder.write(zip.bytes, to: "in.zip")
    let expected = try findings(path)
    #expect(expected.count == 6, "\(expected)")
    for name in ["out.har", "out.ndjson"] {
      let scenario = convert(path, "-o", "\(folder.path)/\(name)")
      #expect(
        scenario.errors.hasSuffix("10 of 10 exchanges converted\n"), "\(scenario.errors)"
      )
      let found = try findings("\(folder.path)/\(name)")
      #expect(found == expected, "\(found) \(expected)")
    }
  }

  @Test func whatCannotBeConvertedIsCounted() throws {
    let lines = """
      {"method": "GET", "url": "https://a.test/r", "status": 200, "responseBody": 1}
      {"lat": 1}
      {"method": "GET", "url": "https://a.test/r", "responseBody": 2}
      {"method": 5, "url": "https://a.test/r", "responseBody": 3}
      {"status": 200, "responseBody": 4}
      """
    let path = try folder.write(lines, to: "in.ndjson")
    let har = convert(path, "-o", "\(folder.path)/out.har")
    #expect(har.code == .error)
    #expect(
      har.errors == """
        schemacheck: \(path):4:12: `method` is a number, not a string
        wrote \(folder.path)/out.har: the file contains everything that was captured, also passwords and tokens (`--mask` replaces them)
        1 of 5 exchanges converted
        not converted: 1 bare body, 1 no status, 1 no url, 1 unreadable

        """, "\(har.errors)")
    let records = convert(path, "-o", "\(folder.path)/out.ndjson")
    #expect(
      records.errors.hasSuffix(
        "3 of 5 exchanges converted\nnot converted: 1 bare body, 1 unreadable\n"),
      "\(records.errors)")
    let bare = try folder.write("{\"lat\": 1}", to: "bare.json")
    let none = convert(bare, "-o", "\(folder.path)/none.har")
    #expect(none.code == .error)
    #expect(
      none.errors == """
        schemacheck: nothing was converted; \(folder.path)/none.har is not written
        0 of 1 exchange converted
        not converted: 1 bare body

        """, "\(none.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/none.har"))
  }

  @Test func brokenInputsKeepWhatWasRead() throws {
    let cut = String(Self.har.prefix(Self.har.count * 2 / 3))
    let path = try folder.write(cut, to: "in.har")
    let scenario = convert(path, "-o", "\(folder.path)/out.har")
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains("schemacheck: \(path):"))
    #expect(try entries("\(folder.path)/out.har").count > 1)
  }

  @Test func secretsAreReplacedOnDemand() throws {
    let body = #"{\"password\": \"hunter22secret\", \"lat\": 95, \"lng\": 1}"#
    let har = Self.har.replacing(
      #""text": "{\"latitude\": 100}""#, with: #""text": "\#(body)""#)
    let input = try folder.write(har, to: "in.har")
    for name in ["out.har", "out.ndjson"] {
      let path = "\(folder.path)/\(name)"
      let scenario = convert(input, "-o", path, "--mask")
      #expect(scenario.code == .clean, "\(scenario.errors)")
      #expect(
        scenario.errors.hasPrefix(
          "wrote \(path): secrets are replaced, and only bodies that are JSON or forms are "
            + "written\n"
        ))
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains(Self.token) && !text.contains("hunter22secret"), "\(name)")
      #expect(try findings(path).map { $0.prefix(20) } == findings(input).map { $0.prefix(20) })
    }
  }

  @Test func filesAreNotOverwritten() throws {
    let input = try folder.write(Self.har, to: "in.har")
    let there = try folder.write("mine", to: "out.har")
    let refused = convert(input, "-o", there)
    #expect(refused.code == .error)
    #expect(refused.errors == "schemacheck: \(there) exists already; `--force` overwrites it\n")
    #expect(try String(contentsOfFile: there, encoding: .utf8) == "mine")
    #expect(convert(input, "-o", there, "--force").code == .clean)
    let attributes = try FileManager.default.attributesOfItem(atPath: there)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let itself = convert(input, "-o", input, "--force")
    #expect(
      itself.errors
        == "schemacheck: `\(input)` is an input, which `--output` would overwrite; use another file\n"
    )
    #expect(
      convert(input).errors
        == "schemacheck: `convert` needs `--output FILE`, with a name that ends in .har, "
        + ".ndjson or .jsonl\n"
    )
    #expect(
      convert(input, "-o", "out.txt").errors
        == "schemacheck: out.txt: the name of the new file must end in .har, .ndjson or .jsonl\n")
    #expect(convert().code == .error)
  }

  /// Records may hold a body as base64.
  @Test func encodedBodiesOfRecords() throws {
    let text = Deflated.base64(Array(#"{"lat": 95, "lng": 1}"#.utf8))
    func lint(_ encoding: String, _ body: String) throws -> Scenario {
      let path = try folder.write(
        #"{"method": "GET", "url": "https://a.test/r", "status": 200, "responseBody": \#(body), "#
          + #""responseBodyEncoding": \#(encoding)}"#, to: "in.ndjson")
      return Scenario.run("lint", path, "-f", "concise")
    }
    #expect(try lint("\"base64\"", "\"\(text)\"").output.contains("coordinate-range"))
    #expect(try lint("null", "{\"lat\": 95, \"lng\": 1}").output.contains("coordinate-range"))
    let wrong = try lint("\"base64\"", "\"%%%\"")
    #expect(wrong.code == .error)
    #expect(
      wrong.errors.contains("in.ndjson:1:77: `responseBody` is a string, not base64"),
      "\(wrong.errors)")
    #expect(
      try lint("\"hex\"", "\"00\"").errors.contains(
        "`responseBodyEncoding` is a string, not `base64`"))
  }
}
