@_spi(Engine) import ContractCheck
import JSONTape

extension InputRun {
  /// Judges what a file or standard input holds.
  mutating func judge(_ input: Input, with judge: some CaptureJudge, format: CaptureFormat?) {
    let format = format ?? CaptureFormat.meant(byName: input.name)
    let name = input.name
    let showsLines = showsLines
    // Of what a first look settles nothing is known but the outcome.
    let isScreened = !needsExchanges
    let lines = LinePipeline(jobs: jobs, screen: { isScreened ? judge.screen() : nil }) { line in
      LineJudgement(line, of: name, by: judge, showsLines: showsLines)
    }
    var screen: (any TrafficScreen)?
    read(input, format: format, lines: lines) { part, run in
      guard run.goesOn() else { return }
      switch part {
      case .entry(let entry):
        if screen == nil, isScreened { screen = judge.screen() }
        if let outcome = screen?.outcome(of: entry) {
          run.summary.count(outcome)
        } else {
          run.judge(entry, of: input, with: judge)
        }
      case .problem(let problem, let position):
        run.add(CaptureTrouble(problem, in: name, at: position), of: input)
      }
      run.showProgress(in: input)
    } whole: { bytes, format, run in
      judge.check(bytes, name: input.name, format: format, showsLines: showsLines) {
        guard run.goesOn() else { return false }
        run.add($0)
        return true
      } _: { _, result in
        run.add(result)
        run.showProgress(in: input)
      } problem: { problem in
        var lines = LineIndex(bytes)
        run.add(
          CaptureTrouble(problem, in: name, at: lines.position(of: problem.range.offset)), of: input
        )
      }
    }
  }

  /// Judges the JSON and HTTP files among several inputs, several at a time.
  func files(by judge: some CaptureJudge, format: CaptureFormat?) -> FilePipeline? {
    files(by: [judge], format: format) { _ in 0 }
  }

  /// The same with a judge for each input.
  func files(by checkers: InputCheckers, format: CaptureFormat?) -> FilePipeline? {
    files(by: checkers.all, format: format) { checkers.number(of: $0) }
  }

  private func files(
    by judges: [some CaptureJudge], format: CaptureFormat?,
    number: @escaping @Sendable (Input) -> Int
  ) -> FilePipeline? {
    guard format == nil || format == .json || format == .http else { return nil }
    let showsLines = showsLines
    let isScreened = format != .http && !needsExchanges
    return FilePipeline(
      jobs: jobs, number: number, screen: { isScreened ? judges[$0].screen() : nil },
      judge: {
        FileJudgement(
          $1, of: $0.name, by: judges[number($0)], format: format, showsLines: showsLines)
      })
  }

  /// Judges an entry of a HAR.
  private mutating func judge(_ entry: HAREntry, of input: Input, with judge: some CaptureJudge) {
    var source = entry.source(name: input.name)
    source.showsLines = showsLines
    entry.read { item in
      switch item {
      case .exchange(let exchange):
        let result = judge.check(exchange, in: &source) { findings in
          guard goesOn() else { return false }
          add(findings)
          return true
        }
        add(result)
      case .problem(let problem):
        let position = source.position(of: problem.range.offset)
        add(CaptureTrouble(problem, in: input.name, at: position), of: input)
      }
    }
  }

  /// Counts an exchange and reports its findings.
  mutating func add(_ result: Checker.Result) {
    summary.count(result.outcome)
    add(result.findings)
    if let exchange = result.exchange { add(exchange) }
    for note in result.notes { remark(note) }
    if let explanation = result.explanation { say(explanation.lines) }
  }

  /// Says what could not be read. A body that cannot be decoded is counted with its exchange; the
  /// rest is an exchange of its own that nothing was checked of.
  mutating func add(_ trouble: CaptureTrouble, of input: Input) {
    self.trouble(trouble.message)
    if trouble.isOfExchange { summary.count(Self.unreadable) }
    if !trouble.isOfBody { add(trouble.message, reference: trouble.reference, of: input) }
  }

  /// Tells the reports of what could not be read.
  mutating func add(_ message: String, reference: ExchangeReference?, of input: Input) {
    add(
      CheckedExchange(
        file: input.name, reference: reference, outcome: Self.unreadable, trouble: message))
  }

  static let unreadable = Checker.Outcome.skipped("unreadable")
}

extension LineJudgement {
  /// The full check of a line: as an exchange record or a bare body.
  init(_ line: NDJSONLine, of name: String, by judge: some CaptureJudge, showsLines: Bool) {
    self.init()
    switch line.read() {
    case .exchange(let exchange):
      let check = { @Sendable (goesOn: ([Finding]) -> Bool) in
        var source = CaptureSource(
          name: name, bytes: line.bytes, offset: line.offset, firstLine: line.index + 1)
        source.showsLines = showsLines
        return judge.check(exchange, in: &source, goesOn: goesOn)
      }
      if line.bytes.count > Self.longest {
        late = check
      } else {
        var findings: [Finding] = []
        let judged = check {
          findings += $0
          return true
        }
        result = judged
        result?.findings = findings + judged.findings
      }
    case .problem(let problem):
      var lines = LineIndex(line.bytes)
      let local = lines.position(of: problem.range.offset - line.offset)
      trouble = CaptureTrouble(
        problem, in: name,
        at: TextPosition(line: line.index + local.line, column: local.column))
    }
  }
}

extension FileJudgement {
  /// The full check of a file that is read as a whole; nil for one that is read as it passes, and for one
  /// with more findings than are kept.
  init?(
    _ bytes: [UInt8], of name: String, by judge: some CaptureJudge, format: CaptureFormat?,
    showsLines: Bool
  ) {
    let format = format ?? CaptureFormat.meant(byName: name) ?? CaptureFormat.detect(bytes)
    guard format == .json || format == .http else { return nil }
    var findings: [Finding] = []
    var judgements: [LineJudgement] = []
    judge.check(bytes, name: name, format: format, showsLines: showsLines) {
      findings += $0
      return findings.count <= Self.mostFindings
    } _: { _, result in
      var judgement = LineJudgement()
      judgement.result = result
      judgement.result?.findings = findings + result.findings
      findings = []
      judgements.append(judgement)
    } problem: { problem in
      var lines = LineIndex(bytes)
      var judgement = LineJudgement()
      judgement.trouble = CaptureTrouble(
        problem, in: name, at: lines.position(of: problem.range.offset))
      judgements.append(judgement)
    }
    self.init(byteCount: bytes.count, format: format, judgements)
  }
}
