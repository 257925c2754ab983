@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable import ContractCaptures
@_spi(Engine) @testable import ContractCheck
@testable import ContractRuns
@testable import schemacheck

/// Lines with only a value, in a file with exchanges. They are no bodies.
@Suite struct LoneValueTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components:
        schemas:
          User: {type: object, required: [name, street], properties: {name: {type: string}, street: {type: string}}}
      """, as: "api.yaml")
  }

  private static let line =
    #"{"req":{"method":"GET","url":"/users/1"},"res":{"statusCode":200,"body":{"name":"a","street":"b"}}}"#
  /// As bodies, the first one is a mistake, and the second one is none.
  private static let noise = [
    #"{"name":"sweep","evt":"cron"}"#, #"{"name":"a","street":"b","job":1}"#,
    #"{"ts":1,"code":"E1","message":"queue full"}"#, #"["a"]"#, "7",
  ]

  private func run(_ input: String, _ options: [String], stream: String = "") -> Scenario {
    folder.run(
      ["check", input, "--no-config", "-c", folder.path + "/api.yaml", "-f", "concise"] + options,
      input: stream)
  }

  private func check(_ text: String, _ options: String...) throws -> Scenario {
    run(try folder.write(text, to: "a.log"), options)
  }

  /// The exchange may come first, last or between, in a file, a stream and a gzip file.
  @Test(arguments: ["1", "3"])
  func linesBetweenExchanges(jobs: String) throws {
    let noise = Self.noise
    for lines in [noise + [Self.line], [Self.line] + noise, noise + [Self.line] + noise] {
      let text = lines.joined(separator: "\n") + "\n"
      let packed = try folder.write(Deflated.gzip(Array(text.utf8)), to: "a.log.gz")
      let runs = [
        try check(text, "-j", jobs), run("-", ["-j", jobs], stream: text),
        run(packed, ["-j", jobs]),
      ]
      for run in runs {
        #expect(run.code == .clean, "\(run.everything)")
        #expect(
          run.errors
            == "no findings\n1 of \(lines.count) exchanges checked\nnot checked: "
            + "\(lines.count - 1) no request\n")
      }
    }
  }

  /// Far from the exchange, in other slices.
  @Test(arguments: ["1", "4"])
  func longLogs(jobs: String) throws {
    let noise = #"{"name":"sweep","text":"\#(String(repeating: "x", count: 100_000))"}"# + "\n"
    let text = String(repeating: noise, count: 7)
    let run = try check("\(text)\(Self.line)\n\(text)", "-j", jobs)
    #expect(run.code == .clean && run.errors.contains("14 no request"), "\(run.everything)")
  }

  /// The tool does not look for the exchange in the whole file. It says so.
  @Test(arguments: ["1", "4"])
  func lateExchanges(jobs: String) throws {
    let long = #"{"evt":"\#(String(repeating: "x", count: 5 << 20))"}"#
    let run = try check("1\n2\n\(long)\n\(Self.line)\n\(Self.noise[0])\n", "-j", jobs)
    #expect(run.code == .findings && run.output.contains("`street` is missing"))
    #expect(run.errors.contains("a.log: the first exchange comes late"), "\(run.errors)")
    #expect(run.errors.contains("2 of 5 exchanges checked"), "\(run.errors)")
    // Before the exchange, there are only lines of a logger.
    let logger = #"{"level":30,"time":1,"msg":"up"}"# + "\n"
    let known = try check(
      "\(logger)\(logger)\(logger.replacing("up", with: long.dropFirst(8).dropLast(2)))"
        + "\(Self.line)\n\(Self.noise[0])\n", "-j", jobs)
    #expect(known.code == .clean && known.errors.contains("4 no request"), "\(known.errors)")
  }

  /// The place where the tool stops does not depend on the size of the pieces that it reads.
  @Test func limits() throws {
    let text = #"{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{}}"#
    let contract = try Contract(Array(text.utf8), name: "c.json")
    let traffic = TrafficValidator(
      try Checker(contracts: [contract]), showsLines: false, needsResults: false)
    let lines = Array("1\n2\n\(Self.line)\n".utf8) + [UInt8](repeating: 0, count: 64)
    for (values, end, isFound) in [(3, 5, true), (2, 5, false), (3, 4, false)] {
      var left = values
      let found = lines.withByteView {
        traffic.findsExchange(inLines: $0, before: end, &left)
      }
      #expect(found == isFound && left == values - 2)
    }
  }

  /// Without an exchange, lines are bodies. The lines of a logger are no exchange.
  @Test func bodiesOnLines() throws {
    for lines in [[], [#"{"level":30,"time":1,"msg":"up"}"#]] {
      let text = (lines + [Self.noise[0], Self.noise[1]]).joined(separator: "\n")
      let run = try check(text + "\n")
      #expect(run.output.contains("`street` is missing"), "\(run.everything)")
      #expect(run.errors.contains("2 of \(lines.count + 2) exchanges checked"), "\(run.everything)")
    }
  }

  /// A schema that the user gives is no guess.
  @Test func toldBodies() throws {
    let text = "\(Self.line)\n\(Self.noise[0])\n"
    for told in [["--schema", "User"], ["--operation", "GET /users/{id}"]] {
      let run = run(try folder.write(text, to: "a.log"), told)
      #expect(run.output.contains("a.log:2:1: "), "\(run.everything)")
      #expect(run.output.contains("`street` is missing"), "\(run.everything)")
    }
    let config = try folder.write(
      #"""
      {"contracts": ["api.yaml"], "inputs": ["a.log"],
       "bodies": [{"file": "a.log", "schema": "User"}]}
      """#, to: ".schemacheck.json")
    let run = Scenario.run("check", "--config", config, "-f", "concise")
    #expect(run.output.contains("`street` is missing"), "\(run.everything)")
  }

  /// A line that fits `records` shows that the file is a log, also if it has only a response.
  @Test(arguments: [
    #"{"status": "/http", "responseBody": "/out"}"#,
    #"{"url": "/at", "status": "/http", "responseBody": "/out"}"#,
  ])
  func mappedLines(records: String) throws {
    let line = #"{"at":"/users/1","http":200,"out":{"name":"a","street":"b"}}"#
    for lines in [[Self.noise[0], line], [line, Self.noise[0]]] {
      try folder.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
      let config = try folder.write(
        #"{"contracts": ["api.yaml"], "inputs": ["a.ndjson"], "records": \#(records)}"#,
        to: ".schemacheck.json")
      let run = Scenario.run("check", "--config", config, "-f", "concise")
      #expect(run.code == .clean, "\(run.everything)")
      #expect(run.errors.contains("1 of 2 exchanges checked"), "\(run.everything)")
      #expect(run.errors.contains("not checked: 1 no request\n"), "\(run.everything)")
    }
  }

  /// A written verdict is final, so in a stream only the lines after the exchange are known.
  @Test(arguments: ["1", "3"])
  func verdictsOfStreams(jobs: String) throws {
    // The last lines are in another slice.
    let long = #"{"evt":"\#(String(repeating: "x", count: 600 << 10))"}"#
    let text = "\(Self.noise[0])\n\(Self.line)\n\(Self.noise[0])\n\(long)\n\(Self.noise[0])\n"
    func verdicts(_ run: Scenario) -> [String] {
      run.output.split(separator: "\n").map { line in
        String(line.split(separator: #""verdict":""#).last?.prefix { $0 != "\"" } ?? "")
      }
    }
    let options = ["-f", "verdicts", "-j", jobs]
    let stream = Scenario.run(
      ["check", "-", "--no-config", "-c", folder.path + "/api.yaml"] + options, input: text)
    #expect(
      verdicts(stream) == ["fail", "pass", "skipped", "skipped", "skipped"], "\(stream.errors)")
    let path = try folder.write(text, to: "a.log")
    let file = Scenario.run(
      ["check", path, "--no-config", "-c", folder.path + "/api.yaml"] + options)
    #expect(
      verdicts(file) == ["skipped", "pass", "skipped", "skipped", "skipped"], "\(file.errors)")
  }

  /// Other commands read the same lines.
  @Test func otherCommands() throws {
    let text = "\(Self.noise[0])\n\(Self.line)\n\(Self.noise[0])\n"
    let draft = Scenario.run("infer", "-", input: text)
    #expect(draft.errors.contains("not read: 2 no request"), "\(draft.everything)")
    // No schema is guessed.
    let lint = Scenario.run("lint", "-", "--no-config", input: text)
    #expect(lint.errors.contains("3 of 3 exchanges checked"), "\(lint.everything)")
    for lines in [text, text.replacing(Self.line, with: Self.noise[1])] {
      var bodies = 0
      CaptureFormat.ndjson.read(Array(lines.utf8)) {
        if case .exchange(let exchange) = $0, exchange.isLoneValue { bodies += 1 }
      }
      #expect(bodies == (lines == text ? 0 : 3))
    }
  }
}
