import ContractCheck
import JSONTape

extension InputRun {
  /// Judges what a file or standard input holds.
  mutating func judge(_ input: Input, with judge: some CaptureJudge, format: CaptureFormat?) {
    // A file that is called a HAR is meant to be one, however broken it is.
    let format = format ?? (input.name.lowercased().hasSuffix(".har") ? .har : nil)
    read(input, format: format) { line, run in
      var source = CaptureSource(
        name: input.name, bytes: line.bytes, offset: line.offset, firstLine: line.index + 1)
      switch line.read() {
      case .exchange(let exchange): run.add(judge.check(exchange, in: &source))
      case .problem(let problem):
        var lines = LineIndex(line.bytes)
        let local = lines.position(of: problem.range.offset - line.offset)
        run.add(
          problem, of: input,
          at: TextPosition(line: line.index + local.line, column: local.column))
      }
      run.showProgress(in: input)
    } whole: { bytes, format, run in
      judge.check(bytes, name: input.name, format: format) { _, result in
        run.add(result)
        run.showProgress(in: input)
      } problem: { problem in
        var lines = LineIndex(bytes)
        run.add(problem, of: input, at: lines.position(of: problem.range.offset))
      }
    }
  }

  /// Counts an exchange and reports its findings.
  mutating func add(_ result: Checker.Result) {
    summary.exchanges += 1
    switch result.outcome {
    case .checked: summary.checked += 1
    case .skipped(let reason): summary.skip(reason)
    case .unmatched: summary.unmatched += 1
    }
    add(result.findings)
    for note in result.notes { remark(note) }
    if let explanation = result.explanation { say(explanation.lines) }
  }

  /// Says what could not be read. A body that cannot be decoded is counted with its exchange; the
  /// rest is an exchange of its own that nothing was checked of.
  private mutating func add(
    _ problem: CaptureProblem, of input: Input, at position: TextPosition
  ) {
    trouble("\(input.name):\(position.line):\(position.column): \(problem.message)")
    guard !problem.isOfBody, !problem.isOfFile else { return }
    summary.exchanges += 1
    summary.skip("unreadable")
  }
}
