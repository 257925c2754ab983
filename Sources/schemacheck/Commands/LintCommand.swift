import ContractCheck
import JSONTape

extension CommandSpec {
  static let lint = CommandSpec(
    name: "lint",
    summary: "Find mistakes by name and by shape, without a contract.",
    examples: [
      Example(
        command: "schemacheck lint Fixtures/", meaning: "the JSON files in a test folder"),
      Example(
        command: "schemacheck lint session.har --rule key-case=off",
        meaning: "recorded traffic, one rule left out"),
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "What to look for", options: [.inputFormat, .rule]), .reporting,
    ],
    notes: [inputNote],
    run: LintCommand.run)
}

enum LintCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    // Ids are checked where those of `check` are; there is no contract to read.
    _ = try ContractArguments.contracts(arguments)
    var overrides: [String: Severity?] = [:]
    for (id, severity) in arguments.pairs(.rule) {
      overrides[id] = .some(Severity(rawValue: severity))
    }
    let linter = Linter(overrides: overrides)
    let known = Set(Linter.rules.map(\.id))
    let idle = overrides.filter { $0.value != nil && !known.contains($0.key) }.keys.sorted()
    let format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    return InputRun.over(arguments, console) { input, run in
      for id in idle { run.remark("`\(id)` needs a contract: `schemacheck check` runs it") }
      lint(input, with: linter, format: format, &run)
    }
  }

  /// Lints what a file or standard input holds.
  private static func lint(
    _ input: Input, with linter: Linter, format: CaptureFormat?, _ run: inout InputRun
  ) {
    run.read(input, format: format) { line, run in
      var source = CaptureSource(
        name: input.name, bytes: line.bytes, offset: line.offset, firstLine: line.index + 1)
      switch line.read() {
      case .exchange(let exchange): CheckCommand.add(linter.check(exchange, in: &source), &run)
      case .problem(let problem):
        var lines = LineIndex(line.bytes)
        let local = lines.position(of: problem.range.offset - line.offset)
        add(
          problem, of: input,
          at: TextPosition(line: line.index + local.line, column: local.column), &run)
      }
      run.showProgress(in: input)
    } whole: { bytes, format, run in
      linter.check(bytes, name: input.name, format: format) { _, result in
        CheckCommand.add(result, &run)
        run.showProgress(in: input)
      } problem: { problem in
        var lines = LineIndex(bytes)
        add(problem, of: input, at: lines.position(of: problem.range.offset), &run)
      }
    }
  }

  /// Says what could not be read, and counts it as `check` does.
  private static func add(
    _ problem: CaptureProblem, of input: Input, at position: TextPosition, _ run: inout InputRun
  ) {
    run.trouble("\(input.name):\(position.line):\(position.column): \(problem.message)")
    guard !problem.isOfBody, !problem.isOfFile else { return }
    run.summary.exchanges += 1
    run.summary.skip("unreadable")
  }
}
