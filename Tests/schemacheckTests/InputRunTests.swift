@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct InputRunTests {
  private func finding(_ severity: Severity, offset: Int = 0) -> Finding {
    let start = TextPosition(line: 1, column: offset + 1)
    return Finding(
      rule: "schema", severity: severity, message: "m\(offset)", file: "a.har",
      region: Region(start: start, end: start, bytes: ByteRange(offset: offset, length: 0)))
  }

  private func run(
    _ arguments: String..., findings: [Finding] = [], checked: Int = 1, error: String? = nil,
    log: Scenario.Log = Scenario.Log()
  ) throws -> ExitCode {
    let parsed = try Arguments(arguments.map { Argument($0) }, of: .check)
    return try Self.over(parsed, Scenario.console(log)) { run in
      run.summary.exchanges += checked
      run.summary.checked += checked
      run.add(findings)
      if let error { run.addError(error) }
    }
  }

  /// A run of inputs of which each is reported by `report`.
  private static func over(
    _ arguments: Arguments, _ console: Console, report: (inout InputRun) -> Void
  ) throws -> ExitCode {
    var (run, inputs, _) = try InputRun.start(
      Project(withoutConfiguration: RunOptions(arguments)), arguments, LoadedContracts(), console)
    for input in inputs { run.validate(input, report: report) }
    return run.finish()
  }

  /// Prints what it is given to validate.
  private static let echo: Validation = {
    var validation = Validation(readsExchanges: false, number: { _ in 0 }) {
      TrafficValidator(Linter(), showsLines: $1, needsResults: $2)
    }
    validation.output = { bytes, _ in
      .output([0x3C] + bytes + [0x3B], Checker.Result(outcome: .checked, findings: []))
    }
    return validation
  }()

  @Test func exitCodes() throws {
    #expect(try run("-") == .clean)
    #expect(try run("-", findings: [finding(.error)]) == .findings)
    #expect(try run("-", findings: [finding(.warning)]) == .clean)
    #expect(try run("-", "--fail-on", "warning", findings: [finding(.warning)]) == .findings)
    #expect(try run("-", "--fail-on", "warning", findings: [finding(.note)]) == .clean)
    #expect(try run("-", "--fail-on=note", findings: [finding(.note)]) == .findings)
    #expect(try run("-", "--exit-zero", findings: [finding(.error)]) == .clean)
    #expect(try run("-", "--exit-zero", error: "x") == .error)
    #expect(try run("-", findings: [finding(.error)], error: "x") == .error)
  }

  @Test func nothingCheckedIsAnError() throws {
    let log = Scenario.Log()
    #expect(try run("-", "--exit-zero", checked: 0, log: log) == .error)
    #expect(log.errors.hasSuffix("schemacheck: nothing was checked\n"))
  }

  @Test func theRestIsStillChecked() throws {
    let log = Scenario.Log()
    let code = try run(
      "/nowhere/a.har", "-", "-f", "concise", findings: [finding(.error)], log: log)
    #expect(code == .error)
    #expect(log.errors.hasPrefix("schemacheck: /nowhere/a.har: No such file or directory\n"))
    #expect(log.errors.hasSuffix("1 error in 1 group: schema 1\n1 of 1 exchange checked\n"))
    #expect(log.output == "a.har:1:1: error[schema] m0\n")
  }

  @Test func inputsAreRead() throws {
    let folder = try TemporaryFolder()
    let log = Scenario.Log()
    var run = InputRun(RunOptions(), Scenario.console(log), ReportSet())
    func read(_ input: Input, as format: CaptureFormat? = nil) -> [String] {
      log.output = ""
      run.format = format
      run.read(input, through: run.pipeline(Self.echo, jobs: 2))
      return log.output.split(separator: ";").map(String.init)
    }
    let file = Input.file(InputPath(try folder.write("[1]\n\n[2]", to: "a.json")))
    #expect(read(file) == ["<[1]", "<[2]"])
    #expect(read(file, as: .json) == ["<[1]\n\n[2]"])
    #expect(read(.standardInput) == ["<"])
    #expect(read(.standardInput, as: .ndjson) == [])
    #expect(run.errors == 0)
    #expect(read(.file(InputPath(folder.path))) == [])
    #expect(run.errors == 1 && log.errors.contains("Is a directory"))
    #expect(read(.url("https://h/a")) == [])
    #expect(run.errors == 2 && log.errors.contains("only `check` sends requests"))
  }

  @Test func findingsAreSortedAndCounted() throws {
    let log = Scenario.Log()
    _ = try run(
      "-", "-fconcise", "-q", findings: [finding(.note, offset: 9), finding(.error, offset: 2)],
      log: log)
    #expect(log.errors.isEmpty)
    let lines = log.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix("m2") && lines[1].hasSuffix("m9"))
  }

  @Test func colourComesFromTheOptionThenTheEnvironment() throws {
    for (arguments, variables, isTerminal, isColoured): ([String], [String: String], Bool, Bool)
      in [
        (["-"], [:], true, true), (["-"], [:], false, false),
        (["-", "--color=always"], ["NO_COLOR": "1"], false, true),
        (["-", "--color=never"], ["CLICOLOR_FORCE": "1"], true, false),
      ]
    {
      let log = Scenario.Log()
      let console = Scenario.console(log, variables: variables, isTerminal: isTerminal)
      let parsed = try Arguments(arguments.map { Argument($0) }, of: .check)
      _ = try Self.over(parsed, console) { $0.add([finding(.error)]) }
      #expect(log.output.contains("\u{1B}[") == isColoured)
    }
  }
}

@Suite struct ColourModeTests {
  @Test(arguments: [
    ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false),
    (["NO_COLOR": ""], true, true), (["CLICOLOR_FORCE": "1"], false, true),
    (["CLICOLOR_FORCE": "0"], false, false),
    (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
    (["TERM": "dumb"], true, false), (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, true),
    (["TERM": "xterm"], true, true),
  ])
  func auto(variables: [String: String], isTerminal: Bool, isOn: Bool) {
    let environment = Environment(lookUp: { variables[$0] })
    #expect(ColourMode.auto.isOn(environment: environment, isTerminal: isTerminal) == isOn)
    #expect(ColourMode.always.isOn(environment: environment, isTerminal: isTerminal))
    #expect(!ColourMode.never.isOn(environment: environment, isTerminal: isTerminal))
  }
}
