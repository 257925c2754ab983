@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import ContractCheckTesting
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck
@testable import ContractRuns
@testable import schemacheck

/// The run of a test is the run of the command: a folder with every kind of capture has the same
/// findings in `check` and in `expectConforms`, and `infer` and `init` read the same exchanges.
@Suite struct SameRunTests {
  private let folder: TemporaryFolder

  /// `id` is wrong in each body of ``captures``.
  private static let contract = """
    openapi: 3.1.0
    info: {title: t, version: "1"}
    servers: [{url: "https://h"}]
    paths:
      /users/{id}:
        get:
          operationId: getUser
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses:
            "200":
              description: d
              content:
                application/json:
                  schema:
                    type: object
                    required: [id]
                    properties: {id: {type: integer}}

    """

  private static let body = #"{"id":"x"}"#
  private static let text = #"{\"id\":\"x\"}"#
  private static let base64 = "eyJpZCI6IngifQ=="
  private static let har = """
    {"log":{"version":"1.2","creator":{},"entries":[{"request":{"method":"GET","url":"https://h/users/1"},\
    "response":{"status":200,"content":{"mimeType":"application/json","text":"\(text)"}}}]}}
    """
  private static let record =
    #"{"method":"GET","url":"https://h/users/1","status":200,"responseBody":\#(body)}"# + "\n"
  private static let snapshot = """
    {"type":"resource-snapshot","snapshot":{"request":{"method":"GET","url":"https://h/users/1"},\
    "response":{"status":200,"content":{"mimeType":"application/json","text":"\(text)"}}}}

    """

  /// One file a kind, each with one exchange and one mistake.
  private static let captures: [(name: String, bytes: [UInt8])] =
    [
      ("a.har", har),
      (
        "b.http",
        """
        GET /users/1 HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\
        Content-Length: 10\r\n\r\n\(body)
        """
      ),
      ("c.ndjson", record),
      ("d.json", body),
      (
        "wiremock.json",
        #"{"request":{"method":"GET","urlPath":"/users/1"},"response":{"jsonBody":\#(body)}}"#
      ),
      (
        "postman.json",
        """
        {"info":{"schema":"https://schema.getpostman.com/v2.1.0"},"item":[{"request":{"method":"GET",\
        "url":"https://h/users/1"},"response":[{"code":200,"header":[{"key":"content-type",\
        "value":"application/json"}],"body":"\(text)"}]}]}
        """
      ),
      (
        "newman.json",
        """
        {"run":{"executions":[{"request":{"method":"GET","url":"https://h/users/1"},"response":\
        {"code":200,"header":[{"key":"content-type","value":"application/json"}],"body":"\(text)"}}]}}
        """
      ),
      (
        "vcr.yaml",
        """
        http_interactions:
        - request: {method: get, uri: "https://h/users/1", headers: {}}
          response:
            status: {code: 200, message: OK}
            headers: {Content-Type: [application/json]}
            body: {encoding: UTF-8, string: '\(body)'}

        """
      ),
      (
        "dvr.json",
        """
        {"name":"n","interactions":[{"request":{"method":"GET","url":"https://h/users/1"},\
        "response":{"status":200,"headers":{"Content-Type":"application/json"},"body":\(body)}}]}
        """
      ),
      (
        "pact.json",
        """
        {"consumer":{},"provider":{},"interactions":[{"request":{"method":"GET","path":"/users/1"},\
        "response":{"status":200,"headers":{"Content-Type":"application/json"},"body":\(body)}}]}
        """
      ),
      (
        "charles.chlsj",
        """
        [{"status":"COMPLETE","protocolVersion":"HTTP/1.1","method":"GET","scheme":"https","host":"h",\
        "path":"/users/1","query":null,"request":{},"response":{"status":200,\
        "mimeType":"application/json","body":{"text":"\(text)"}}}]
        """
      ),
      (
        "tap.json",
        """
        {"http_buffered_trace":{"request":{"headers":[{"key":":method","value":"GET"},{"key":":path",\
        "value":"/users/1"},{"key":":authority","value":"h"}]},"response":{"headers":[{"key":":status",\
        "value":"200"}],"body":{"as_bytes":"\(base64)"}}}}
        """
      ),
      (
        "kong.json",
        """
        {"request":{"method":"GET","uri":"/users/1"},"response":{"status":200,"body":\(body)},\
        "latencies":{}}
        """
      ),
      (
        "access.ndjson",
        #"{"request":"GET /users/1 HTTP/1.1","status":"200","response_body":"\#(text)"}"# + "\n"
      ),
      ("polly.json", #"{"r":\#(har)}"#),
    ].map { ($0, Array($1.utf8)) } + [
      ("gzip.har.gz", gzip(Array(har.utf8))),
      ("plain.zip", ZipWriter([.init("deep/c.ndjson", record)]).bytes),
      (
        "session.proxymanlogv2",
        ZipWriter([
          .init(
            "request_1",
            """
            {"request":{"host":"h","port":443,"scheme":"https","method":{"name":"GET"},\
            "fullPath":"https://h/users/1","header":{"entries":[]}},"response":{"status":{"code":200},\
            "header":{"entries":[]},"bodyData":"\(base64)"}}
            """)
        ]).bytes
      ),
      ("trace.zip", ZipWriter([.init("trace.network", snapshot), .init("a.trace", "x")]).bytes),
    ]

  /// Data in one block that is stored as it is (RFC 1951, section 3.2.4).
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func word(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + word(bytes.count, 2)
      + word(~bytes.count, 2) + bytes + word(Int(ZipWriter.checksum(bytes)), 4)
      + word(bytes.count, 4)
  }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "api/openapi.yaml")
    for (name, bytes) in Self.captures {
      try folder.write("", to: "captures/\(name)")
      try Data(bytes).write(to: folder.url.appendingPathComponent("captures/\(name)"))
    }
  }

  private func configure(_ more: String = "") throws {
    try folder.write(
      #"{"contracts": ["api/openapi.yaml"], "inputs": ["captures"]\#(more)}"#,
      to: ".schemacheck.json")
  }

  /// The findings of `check`, as its report has them.
  private func checked(_ arguments: String...) throws -> [Place] {
    let log = run(["check", "-f", "json"] + arguments)
    let report = try JSONDocument(Array(log.output.utf8))
    return try #require(report.root["findings"]).elements.map { finding in
      Place(
        rule: finding["rule"]?.string ?? "", severity: finding["severity"]?.string ?? "",
        file: shortened(finding["file"]?.string ?? ""),
        line: finding["line"]?.int ?? 0, column: finding["column"]?.int ?? 0,
        message: finding["message"]?.string ?? "")
    }.sorted()
  }

  private func expected() -> (places: [Place], log: IssueLog) {
    var findings: [Finding] = []
    let log = IssueLog.of {
      findings = expectConforms(
        configuration: ".schemacheck.json", filePath: folder.path + "/Tests/AppTests/Tests.swift")
    }
    let places = findings.map { finding in
      Place(
        rule: finding.rule, severity: finding.severity.rawValue, file: finding.file,
        line: finding.region.start.line, column: finding.region.start.column,
        message: finding.message)
    }
    return (places.sorted(), log)
  }

  private struct Place: Hashable, Comparable {
    let rule, severity, file: String
    let line, column: Int
    let message: String

    static func < (left: Place, right: Place) -> Bool {
      (left.file, left.line, left.column, left.message)
        < (right.file, right.line, right.column, right.message)
    }
  }

  private func shortened(_ path: String) -> String {
    path.replacingOccurrences(of: folder.path + "/", with: "")
  }

  private func run(_ arguments: [String]) -> (code: ExitCode, output: String, errors: String) {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    let code = schemacheck.run(
      arguments: (arguments + ["--config", folder.path + "/.schemacheck.json"]).map {
        Argument($0)
      },
      standardOutput: { output += $0 }, standardError: { errors += $0 },
      environment: Environment(lookUp: { _ in nil }))
    return (code, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }

  // MARK: Tests

  @Test func everyKindOfCapture() throws {
    try configure()
    let command = try checked()
    let test = expected()
    #expect(command == test.places)
    // Each kind is read, and has its mistake.
    let files = Set(command.filter { $0.rule == "schema" }.map { $0.file.split(separator: "!")[0] })
    #expect(files.count == Self.captures.count, "\(files.sorted())")
    #expect(test.log.failures.count == command.count { $0.severity == "error" })
  }

  @Test(
    arguments: [
      #", "suppressions": [{"rule": "schema", "file": "captures/*.json", "reason": "r"}]"#,
      #", "expectedBroken": ["captures/plain.zip"]"#,
      #", "rules": {"schema": {"severity": "warning"}}, "failOn": "warning""#,
      #", "bodies": [{"file": "captures/d.json", "operation": "getUser"}], "strict": true"#,
      #", "basePath": "/api""#,
    ])
  func settings(of configuration: String) throws {
    try configure(configuration)
    let command = try checked()
    let test = expected()
    #expect(command == test.places)
    #expect(run(["check", "-q"]).code == (test.log.failures.isEmpty ? .clean : .findings))
  }

  /// A rule that must mostly hold is a note, by the share of all exchanges of the run.
  @Test func rulesThatMostlyHold() throws {
    let right = Self.record.replacingOccurrences(of: #""x""#, with: "1")
    try FileManager.default.removeItem(atPath: folder.path + "/captures")
    try folder.write(Self.record, to: "captures/wrong.ndjson")
    for number in 0..<10 {
      try folder.write(String(repeating: right, count: 20), to: "captures/\(number).ndjson")
    }
    try folder.write(
      Self.contract + "x-schemacheck: {rules: {schema: {severity: error, mostly: 0.9}}}\n",
      to: "api/openapi.yaml")
    try configure()
    let command = try checked()
    let test = expected()
    #expect(command.map(\.severity) == ["note"])
    #expect(command == test.places)
    #expect(test.log.failures == [])
  }

  @Test func aBaseline() throws {
    try configure(#", "baseline": "known.json""#)
    #expect(run(["baseline", "-q"]).code == .clean)
    let command = try checked()
    let test = expected()
    #expect(command == [] && test.places == [] && test.log.failures == [])
    // What is new is told by both.
    try folder.write(#"{"id": []}"#, to: "captures/e.json")
    let grown = try checked()
    #expect(grown.count == 1)
    #expect(grown == expected().places)
  }

  /// What cannot be read fails the test with the command's words.
  @Test func whatCannotBeRead() throws {
    try folder.write("a: [1", to: "captures/broken.yaml")
    try folder.write("PK\u{3}\u{4}", to: "captures/broken.zip")
    try folder.link("captures/gone.json", to: "nowhere.json")
    try configure()
    let command = run(["check", "-f", "concise"])
    #expect(command.code == .error)
    let prefix = "schemacheck: "
    let complaints = command.errors.split(separator: "\n").filter { $0.hasPrefix(prefix) }.map {
      shortened(String($0.dropFirst(prefix.count)))
    }
    #expect(complaints.count >= 2)
    let failures = expected().log.failures
    for complaint in complaints { #expect(failures.contains(complaint), "\(failures)") }
  }

  @Test func inferringAndFirstConfigurations() throws {
    try configure()
    let captures = folder.path + "/captures"
    let inferred = run(["infer", captures, "-o", folder.path + "/drafted.yaml"])
    #expect(inferred.code == .clean, "\(inferred.errors)")
    // Stubs, pacts and Postman's examples are no evidence of what a server sends.
    let total = Self.captures.count
    #expect(
      inferred.errors.contains("of \(total) exchanges read"), "\(inferred.errors)")
    let draft = try String(contentsOfFile: folder.path + "/drafted.yaml", encoding: .utf8)
    #expect(draft.contains("/users/"))

    let before = try checked()
    try FileManager.default.removeItem(atPath: folder.path + "/.schemacheck.json")
    var output: [UInt8] = []
    let code = schemacheck.run(
      arguments: ["init", folder.path, "-c", folder.path + "/api/openapi.yaml"].map {
        Argument($0)
      }, standardOutput: { output += $0 }, standardError: { output += $0 },
      environment: Environment(lookUp: { _ in nil }))
    #expect(code == .clean, "\(String(decoding: output, as: UTF8.self))")
    let known = try Baseline(
      Array(Data(contentsOf: folder.url.appendingPathComponent(Baseline.fileName))), name: "b")
    let wrong = before.filter { $0.rule == "schema" }.count
    #expect(known.entries.filter { $0.rule == "schema" }.reduce(0) { $0 + $1.count } == wrong)
    #expect(expected().log.failures == [])
  }
}
