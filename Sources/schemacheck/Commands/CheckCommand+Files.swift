import ContractCheck
import JSONTape

extension CheckCommand {
  /// Checks what a file or standard input holds.
  static func check(
    _ input: Input, with checker: Checker, format: CaptureFormat?, _ run: inout InputRun
  ) {
    run.read(input, format: format) { line, run in
      var source = CaptureSource(
        name: input.name, bytes: line.bytes, offset: line.offset, firstLine: line.index + 1)
      switch line.read() {
      case .exchange(let exchange): add(checker.check(exchange, in: &source), &run)
      case .problem(let problem):
        var lines = LineIndex(line.bytes)
        let local = lines.position(of: problem.range.offset - line.offset)
        add(
          problem, of: input,
          at: TextPosition(line: line.index + local.line, column: local.column), &run)
      }
      run.showProgress(in: input)
    } whole: { bytes, format, run in
      checker.check(bytes, name: input.name, format: format) { _, result in
        add(result, &run)
        run.showProgress(in: input)
      } problem: { problem in
        var lines = LineIndex(bytes)
        add(problem, of: input, at: lines.position(of: problem.range.offset), &run)
      }
    }
  }

  /// Sends every request of a sweep, one after the other.
  static func check(_ sweep: ServerSweep, with live: LiveCheck, _ run: InputRun) -> ExitCode {
    var run = run
    for line in sweep.skipped {
      run.summary.exchanges += 1
      run.summary.skip("no-parameter")
      run.remark(line)
    }
    for request in sweep.requests {
      run.showProgress(in: .url(request.url))
      live.check(request.url, with: request.checker, &run)
      run.summary.inputs += 1
    }
    return run.finish()
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
  static func add(
    _ problem: CaptureProblem, of input: Input, at position: TextPosition, _ run: inout InputRun
  ) {
    run.trouble("\(input.name):\(position.line):\(position.column): \(problem.message)")
    guard !problem.isOfBody, !problem.isOfFile else { return }
    run.summary.exchanges += 1
    run.summary.skip("unreadable")
  }
}
