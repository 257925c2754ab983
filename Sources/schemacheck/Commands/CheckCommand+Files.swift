import ContractCheck
import JSONTape

extension CheckCommand {
  /// Checks what a file or standard input holds.
  static func check(
    _ bytes: [UInt8], of input: Input, with checker: Checker, format: CaptureFormat?,
    _ run: inout InputRun
  ) {
    checker.check(bytes, name: input.name, format: format) { _, result in
      add(result, &run)
      run.showProgress(in: input)
    } problem: { problem in
      add(problem, of: input, bytes, &run)
    }
  }

  /// Counts an exchange and reports its findings.
  static func add(_ result: Checker.Result, _ run: inout InputRun) {
    run.summary.exchanges += 1
    switch result.outcome {
    case .checked: run.summary.checked += 1
    case .skipped(let reason): run.summary.skip(reason)
    case .unmatched: run.summary.unmatched += 1
    }
    run.add(result.findings)
    for note in result.notes { run.remark(note) }
  }

  /// Says what could not be read. A body that cannot be decoded is counted with its exchange; the
  /// rest is an exchange of its own that nothing was checked of.
  private static func add(
    _ problem: CaptureProblem, of input: Input, _ bytes: [UInt8], _ run: inout InputRun
  ) {
    var lines = LineIndex(bytes)
    let position = lines.position(of: problem.range.offset)
    run.trouble("\(input.name):\(position.line):\(position.column): \(problem.message)")
    guard !problem.isOfBody, !problem.isOfFile else { return }
    run.summary.exchanges += 1
    run.summary.skip("unreadable")
  }
}
