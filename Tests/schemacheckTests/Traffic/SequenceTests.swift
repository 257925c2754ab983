import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// NDJSON, JSON Lines, JSON-seq and server-sent events: each item is checked where it stands.
@Suite struct SequenceTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(Self.contract, to: "c.yaml")
  }

  static let contract = """
    openapi: 3.1.0
    info: {title: t, version: '1'}
    servers: [{url: 'https://h'}]
    components:
      schemas:
        Item: {type: object, required: [id], properties: {id: {type: integer}, price: {type: number}}}
        Items: {type: array, maxItems: 3, items: {$ref: '#/components/schemas/Item'}}
    paths:
      /lines: {get: {responses: {'200': {description: d, content: {application/x-ndjson: {schema: {$ref: '#/components/schemas/Item'}}}}}}}
      /all: {get: {responses: {'200': {description: d, content: {application/jsonl: {schema: {$ref: '#/components/schemas/Items'}}}}}}}
      /records: {get: {responses: {'200': {description: d, content: {application/geo+json-seq: {schema: {$ref: '#/components/schemas/Item'}}}}}}}
      /data: {get: {responses: {'200': {description: d, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Item'}}}}}}}
      /text: {get: {responses: {'200': {description: d, content: {text/event-stream: {schema: {type: string, maxLength: 12}}}}}}}
      /any: {get: {responses: {'200': {description: d, content: {application/x-ndjson: {}}}}}}
      /open: {get: {responses: {'200': {description: d, content: {'*/*': {schema: {$ref: '#/components/schemas/Item'}}}}}}}
      /events:
        get:
          responses:
            '200':
              description: d
              content:
                text/event-stream:
                  itemSchema:
                    type: object
                    required: [event, data]
                    properties: {event: {type: string}, id: {type: string, maxLength: 2}, retry: {type: integer, maximum: 5000}}
                    oneOf:
                      - properties: {event: {const: text}}
                      - properties: {event: {const: item}, data: {contentMediaType: application/json, contentSchema: {$ref: '#/components/schemas/Item'}}}
      /upload: {post: {requestBody: {content: {application/ndjson: {schema: {$ref: '#/components/schemas/Item'}}}}, responses: {'204': {description: d}}}}
    """

  /// A body, and what is wrong with it: rule, pointer, and the text that is marked.
  struct Case: CustomTestStringConvertible, Sendable {
    let path: String
    var type = ""
    let body: String
    var found: [String] = []
    var cut = false

    var testDescription: String { "\(path) \(body.prefix(60).debugDescription)" }
    var mediaType: String {
      if !type.isEmpty { return type }
      switch path {
      case "/lines", "/any", "/open": return "application/x-ndjson"
      case "/all": return "application/jsonl"
      case "/records": return "application/geo+json-seq"
      default: return "text/event-stream"
      }
    }
  }

  static let right = #"{"id":1,"price":1.5}"#
  static let wrong = #"{"id":2,"price":"x"}"#

  static let cases: [Case] = [
    Case(path: "/lines", body: "\(right)\n\(right)\n"),
    Case(path: "/lines", body: "\(right)\r\n\n  \r\n\(right)"),
    Case(
      path: "/lines", type: "application/jsonl", body: "\(right)\n{}\n", found: ["schema /1 {}"]),
    Case(
      path: "/lines", body: "\(right)\n\(wrong)\n\(right)\n\(wrong)",
      found: [#"schema /1/price "x""#, #"schema /3/price "x""#]),
    // Behind a broken item, the others are checked.
    Case(
      path: "/lines", body: "\(right)\n{\"id\": nope}\n\(wrong)\n",
      found: ["json-syntax /1 n", #"schema /2/price "x""#]),
    Case(path: "/lines", body: "\(right)\n{\"id\":2,\"pri", cut: true),
    Case(path: "/lines", body: "\(right)\n{\"id\":2,\"pri\n", found: ["json-syntax /1 "]),
    Case(path: "/lines", body: "\(right)\n{\"id\":tru", cut: true),
    Case(path: "/lines", body: "\(right)\n{\"id\":2]", found: ["json-syntax /1 ]"]),
    Case(path: "/lines", body: "[]\n", found: ["schema /0 []"]),
    Case(
      path: "/lines", body: #"{"id":1,"id":1}"#, found: [#"duplicate-key /0/id "id""#]),
    Case(path: "/any", body: "{}\n[1,]\n", found: ["json-syntax /1 ,"]),
    Case(path: "/open", body: "\(right)\n\(wrong)\n", found: [#"schema /1/price "x""#]),
    Case(path: "/all", body: "\(right)\n\(right)\n"),
    Case(path: "/all", body: "\(right)\n\(wrong)\n", found: [#"schema /1/price "x""#]),
    Case(
      path: "/all", body: "nope\n\(right)\n\(wrong)\n",
      found: ["json-syntax /0 n", #"schema /2/price "x""#]),
    Case(
      path: "/all", body: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n", found: ["schema  *"]),
    Case(path: "/records", body: "\u{1E}\(right)\n\u{1E}{\"id\":\n1}\n"),
    Case(
      path: "/records", body: "\u{1E}\(wrong)\n\u{1E}\(right)\n", found: [#"schema /0/price "x""#]),
    Case(path: "/records", body: "\(right)\n", found: ["json-syntax /0 {"]),
    Case(path: "/records", body: "\u{1E}\(right)\n\u{1E}12", cut: true),
    Case(
      path: "/data", body: "\u{FEFF}: hi\r\ndata:\(right)\r\rid: 1\n\ndata\n\ndata: [DONE]\n\n",
      found: ["json-syntax /1 "]),
    Case(path: "/data", body: "data: \(right)\n\ndata: [DONE]\n\n"),
    Case(
      path: "/data", body: "data: [DONE]\n\ndata: \(right)\n\n", found: ["json-syntax /0 [DONE]"]),
    Case(
      path: "/data", body: "event: a\ndata: {\"id\":1,\ndata: \"price\":\"x\"}\n\n",
      found: [#"schema /0/price "x""#]),
    Case(path: "/data", body: "data: \(right)\n\ndata: {\"id\":", cut: true),
    Case(path: "/data", body: "data: \(right)\n\ndata: \(wrong)", found: [#"schema /1/price "x""#]),
    Case(path: "/text", body: "data: hello\n\n"),
    Case(path: "/text", body: "data: hello, you\n\n", found: ["schema  *"]),
    Case(path: "/events", body: "event: text\ndata: hi\n\nid: 7\nevent: item\ndata: \(right)\n\n"),
    Case(
      path: "/events", body: "event: text\ndata: hi\nid: 123\nretry: 9000\n\n",
      found: ["schema /0/id 123", "schema /0/retry 9000"]),
    Case(
      path: "/events", body: ": ping\n\nevent: item\ndata: \(wrong)\n\n",
      found: [#"schema /0/data/price "x""#]),
    Case(
      path: "/events", body: "event: item\ndata: {oops}\n\n", found: ["json-syntax /0/data o"]),
    Case(path: "/events", body: "event: text\ndata: a\n\nevent: text\ndata: b", cut: true),
    Case(path: "/events", body: "event: text\ndata: a\n\ndata: {\"p\":2}\n", cut: true),
    Case(path: "/events", body: "event: text\ndata: a\n\nevent: te", cut: true),
    Case(path: "/events", body: "event: text\ndata: a\n\neve", cut: true),
    Case(path: "/events", body: "event: text\ndata: a\n\n: ping\n\n: pi"),
    Case(path: "/data", body: "data: \(right)\n\nid: 7\n", cut: true),
  ]

  /// The same exchange in several kinds of captures.
  enum Kind: String, CaseIterable, Sendable {
    case record, recordInBase64, har, harInBase64, dump, cassette

    func capture(_ entry: Case) -> (name: String, text: String) {
      func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return String(decoding: data ?? Data(), as: UTF8.self).replacing("\\/", with: "/")
      }
      let base64 = Data(entry.body.utf8).base64EncodedString()
      let (url, type, body) = ("https://h\(entry.path)", entry.mediaType, quoted(entry.body))
      switch self {
      case .record, .recordInBase64:
        let isText = self == .record
        return (
          "t.ndjson",
          #"{"method":"GET","url":"\#(url)","status":200,"responseHeaders":{"content-type":"#
            + #""\#(type)"},"responseBody":\#(isText ? body : quoted(base64))"#
            + (isText ? "}\n" : ",\"responseBodyEncoding\":\"base64\"}\n")
        )
      case .har, .harInBase64:
        let isText = self == .har
        return (
          "t.har",
          #"{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"\#(url)","#
            + #""headers":[]},"response":{"status":200,"headers":[],"content":{"mimeType":"\#(type)","#
            + #""text":\#(isText ? body : quoted(base64))"#
            + (isText ? "}}}]}}" : ",\"encoding\":\"base64\"}}}]}}")
        )
      case .dump:
        return (
          "t.http",
          "GET \(entry.path) HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(entry.body.utf8.count)\r\n\r\n\(entry.body)"
        )
      case .cassette:
        return (
          "t.yaml",
          "http_interactions:\n- request:\n    method: get\n    uri: \(url)\n  response:\n"
            + "    status:\n      code: 200\n    headers:\n      Content-Type: [\(type)]\n"
            + "    body:\n      encoding: UTF-8\n      string: \(body)\n"
            + "  recorded_at: Mon, 02 Nov 2026 10:00:00 GMT\nrecorded_with: VCR 6.0.0\n"
        )
      }
    }
  }

  /// Rule, pointer and marked text of each finding, and the counts.
  private func report(
    on entry: Case, _ kind: Kind
  ) throws -> (found: [String], summary: [String: Any], run: Scenario) {
    let (name, text) = kind.capture(entry)
    let file = try folder.write(text, to: name)
    let run = Scenario.run("check", file, "-c", contract, "-f", "json", "--no-config")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
      "\(run.everything)")
    let bytes = Array(text.utf8)
    let found = (report["findings"] as? [[String: Any]] ?? []).map { finding in
      let (offset, length) = (finding["offset"] as? Int ?? 0, finding["length"] as? Int ?? 0)
      var marked = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
      if kind != .dump { marked = marked.replacing("\\\"", with: "\"") }
      return "\(finding["rule"] ?? "") \(finding["instance"] ?? "") \(marked)"
    }
    return (found, report["summary"] as? [String: Any] ?? [:], run)
  }

  @Test(arguments: cases, Kind.allCases)
  func everyItemIsChecked(_ entry: Case, _ kind: Kind) throws {
    let (found, summary, run) = try report(on: entry, kind)
    let isInBase64 = kind == .recordInBase64 || kind == .harInBase64
    #expect(found.count == entry.found.count, "\(found)")
    for (finding, wanted) in zip(found.sorted(), entry.found.sorted()) {
      if isInBase64 || wanted.hasSuffix("*") {
        let words = wanted.split(separator: " ", omittingEmptySubsequences: false).prefix(2)
        #expect(finding.hasPrefix(words.joined(separator: " ") + " "), "\(finding)")
      } else {
        #expect(finding == wanted)
      }
    }
    #expect(run.code == (entry.found.isEmpty ? .clean : .findings), "\(run.everything)")
    #expect(summary["checked"] as? Int == 1, "\(run.errors)")
    #expect(summary["cutItems"] as? Int == (entry.cut ? 1 : nil), "\(run.errors)")
    let file = "\(folder.path)/\(kind.capture(entry).name)"
    let strict = Scenario.run("check", file, "-c", contract, "--strict", "--no-config")
    #expect((strict.code == .clean) == (entry.found.isEmpty && !entry.cut), "\(strict.everything)")
  }

  /// Blank lines, comments, white space and right items before a wrong one move its finding, and
  /// change nothing else.
  @Test(arguments: Kind.allCases)
  func findingsMoveWithTheirText(_ kind: Kind) throws {
    let seed = TestSeed.seed(5)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      for path in ["/lines", "/all", "/records", "/data"] {
        var (body, wanted): (String, [String]) = ("", [])
        for index in 0..<Int.random(in: 1...(path == "/all" ? 3 : 6), using: &generator) {
          let isWrong = Bool.random(using: &generator)
          let space = ["", " ", "  "].randomElement(using: &generator) ?? ""
          let text = (isWrong ? Self.wrong : Self.right).replacing(":", with: "\(space):\(space)")
          let end = ["\n", "\r\n"].randomElement(using: &generator) ?? ""
          switch path {
          case "/records": body += "\u{1E}\(text)\n"
          case "/data":
            if Bool.random(using: &generator) { body += ": é 😀\(end)\(end)" }
            body += "data:\(space)\(text.replacing(",", with: ",\(end)data: "))\(end)\(end)"
          default: body += text + end + (Bool.random(using: &generator) ? end : "")
          }
          if isWrong { wanted.append(#"schema /\#(index)/price "x""#) }
        }
        let (found, _, run) = try report(on: Case(path: path, body: body), kind)
        let isInBase64 = kind == .recordInBase64 || kind == .harInBase64
        let marked = isInBase64 ? found.map { $0.prefix { $0 != "\"" } + "\"x\"" } : found
        #expect(marked == wanted, "seed \(seed): \(body.debugDescription) \(run.errors)")
      }
    }
  }

  /// Without a schema, nothing is known of the data of events.
  @Test func eventsWithoutASchema() throws {
    let contract = try folder.write(
      Self.contract.replacing("application/x-ndjson: {}", with: "text/event-stream: {}"),
      to: "none.yaml")
    let entry = Case(path: "/any", type: "text/event-stream", body: "data: hi\n\n")
    let file = try folder.write(Kind.record.capture(entry).text, to: "none.ndjson")
    let run = Scenario.run("check", file, "-c", contract, "--no-config")
    #expect(run.errors.contains("not checked: 1 no schema\n"), "\(run.everything)")
  }

  // MARK: Reports

  /// One mistake in many items is one group; its rate counts items, also where parts are merged.
  @Test func manyItemsWithOneMistake() throws {
    let body = (0..<1000).map { $0 % 4 == 0 ? Self.wrong : Self.right }.joined(separator: "\n")
    let file = try folder.write(
      Kind.record.capture(Case(path: "/lines", body: body)).text, to: "many.ndjson")
    let text = Scenario.run("check", file, "-c", contract, "--no-config")
    #expect(text.output.contains("   | /*/price, first /0/price\n"), "\(text.output)")
    #expect(
      text.output.contains("= how often: ×250 in 250 of 1,000 items (25 %)"), "\(text.output)")
    #expect(
      text.errors == "250 errors in 1 group: schema 250\n1 of 1 exchange checked (1000 items)\n")
    let json = Scenario.run("check", file, "-c", contract, "--no-config", "-f", "json")
    let report = try folder.write(json.output, to: "report.json")
    let schema = PackageFolder.url.appendingPathComponent("schemas/report.schema.json").path
    let valid = Scenario.run("validate", "--schema", schema, report)
    #expect(valid.code == .clean, "\(valid.everything)")
    let merged = Scenario.run("merge-summaries", report, report)
    #expect(merged.output.contains(#""instance":"/*/price""#), "\(merged.everything)")
    #expect(merged.output.contains(#""of":"items""#), "\(merged.output)")
    #expect(merged.output.contains(#""exchanges":500,"evaluated":2000"#), "\(merged.output)")
    #expect(merged.output.contains(#""items":2000"#), "\(merged.output)")
  }

  /// Each line of `ndjson` and `concise` is about one item.
  @Test func linesOfOneItem() throws {
    let body = "\(Self.right)\n\(Self.wrong)\n{\"id\":1,"
    let file = try folder.write(
      Kind.dump.capture(Case(path: "/lines", body: body)).text, to: "t.http")
    let run = Scenario.run("check", file, "-c", contract, "--no-config", "-f", "concise")
    #expect(
      run.output == "\(file):9:17: error[schema] `price` is a string; the contract says a number  "
        + "(GET /lines 200 /1/price)\n")
    #expect(
      run.errors == """
        \(file): the response body of `GET /lines` ends before its last item is complete \
        (`/2`); this item was not checked
        1 error in 1 group: schema 1
        1 of 1 exchange checked (2 items)
        not checked: 1 item cut off

        """)
  }

  /// Of a body with nothing but the beginning of an item, nothing is checked.
  @Test func nothingButTheBeginning() throws {
    let file = try folder.write(
      Kind.dump.capture(Case(path: "/lines", body: "{\"id\":")).text, to: "t.http")
    let run = Scenario.run("check", file, "-c", contract, "--no-config")
    #expect(run.code == .error)
    #expect(run.errors.contains("truncated body"), "\(run.errors)")
  }

  @Test func requests() {
    let run = Scenario.run(
      "check", "-", "-c", contract, "--no-config", "-f", "concise",
      input: #"{"method":"POST","url":"https://h/upload","status":204,"#
        + #""requestHeaders":{"content-type":"application/x-ndjson"},"#
        + #""requestBody":"{\"id\":1}\n{}\n"}"# + "\n")
    #expect(
      run.output.hasSuffix(
        "error[schema] `id` is missing  (POST /upload 204 request /1 (property `id`))\n"),
      "\(run.everything)")
  }

  @Test func whatWasChecked() throws {
    let file = try folder.write(
      Kind.record.capture(Case(path: "/data", body: "data: {\"id\":1}\n\n")).text, to: "t.ndjson")
    let run = Scenario.run(
      "check", file, "-c", contract, "--no-config", "--explain-match")
    #expect(
      run.everything.contains("response: status 200, `text/event-stream`: 1 item checked"),
      "\(run.everything)")
  }

  private static let findings = PackageFolder.url.deletingLastPathComponent()
    .appendingPathComponent("shared/findings/second/openapi32")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: findings.path), "the inputs are not here"))
  func theReportedInputs() {
    let contract = Self.findings.appendingPathComponent("openapi32-itemschema-query.json").path
    let traffic = Self.findings.appendingPathComponent("openapi32-itemschema-query.ndjson").path
    let run = Scenario.run(
      "check", traffic, "-c", contract, "--no-config", "-f", "concise", "--strict")
    #expect(
      run.output.hasPrefix(
        "\(traffic):1:130: error[schema] `id` is a string; the contract says an integer  "
          + "(GET /ev 200 /0/id)\n"), "\(run.output)")
    #expect(run.errors.contains("3 of 3 exchanges checked (3 items)"), "\(run.errors)")
  }

  // MARK: Contracts

  /// What is not used is said at its line.
  @Test func schemasThatAreNotUsed() throws {
    let contract = try folder.write(
      """
      openapi: 3.2.0
      info: {title: t, version: '1'}
      paths:
        /a:
          get:
            responses:
              '200':
                description: d
                content:
                  application/json:
                    itemSchema: {type: object}
                  application/jsonl:
                    schema: {type: array}
                    itemSchema: {type: object}
      """, to: "unused.yaml")
    let run = Scenario.run("check", "-", "-c", contract, "--no-config", input: "{}\n")
    #expect(run.errors.contains("unused.yaml:11:27"), "\(run.errors)")
    #expect(run.errors.contains("`itemSchema` is not used: `application/json`"), "\(run.errors)")
    #expect(run.errors.contains("`schema` is not used beside `itemSchema`"), "\(run.errors)")
  }
}
