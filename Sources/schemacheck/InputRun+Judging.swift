@_spi(Engine) import ContractCheck

extension InputRun {
  /// Judges what a file or standard input holds.
  mutating func judge(_ input: Input, with judge: some CaptureJudge, format: CaptureFormat?) {
    let format = format ?? CaptureFormat.meant(byName: input.name)
    let name = input.name
    let (showsLines, needsResults) = (showsLines, needsExchanges)
    let make = { @Sendable in
      TrafficValidator(judge, showsLines: showsLines, needsResults: needsResults)
    }
    var validator: TrafficValidator?
    read(input, format: format, lines: LinePipeline(jobs: jobs, name: name, validator: make)) {
      part, run in
      guard run.goesOn() else { return }
      switch part {
      case .entry(let entry):
        let known = validator ?? make()
        validator = known
        var results: [UnitResult] = []
        known.check(entry, of: name) {
          for result in results { run.add(result, of: input) }
          results = []
          guard run.goesOn() else { return false }
          run.add($0)
          return true
        } _: {
          results.append($0)
        }
        for result in results { run.add(result, of: input) }
      case .problem(let problem, let position):
        run.add(CaptureTrouble(problem, in: name, at: position), of: input)
      }
      run.showProgress(in: input)
    } whole: { bytes, format, run in
      run.check(whole: bytes, of: input, format, by: make())
    }
  }

  /// Checks a file that is here as a whole.
  mutating func check(
    whole bytes: [UInt8], of input: Input, _ format: CaptureFormat,
    by validator: TrafficValidator
  ) {
    let padded = bytes + repeatElement(0, count: 64)
    var results: [UnitResult] = []
    padded.withUnsafeBytes { file in
      _ = validator.check(file: file, of: input.name, format: format) {
        for result in results { add(result, of: input) }
        results = []
        guard goesOn() else { return false }
        add($0)
        return true
      } _: {
        results.append($0)
      }
    }
    for result in results { add(result, of: input) }
    showProgress(in: input)
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
    let (showsLines, needsResults) = (showsLines, needsExchanges)
    return FilePipeline(
      jobs: jobs, number: number,
      validator: {
        TrafficValidator(judges[$0], showsLines: showsLines, needsResults: needsResults)
      }, format: format)
  }

  /// Counts and reports what became of a line, an entry or a file.
  mutating func add(_ result: UnitResult, of input: Input) {
    switch result {
    case .checked(let result): add(result)
    case .problem(let problem, let position):
      add(CaptureTrouble(problem, in: input.name, at: position), of: input)
    case .late(let check):
      add(
        check.result { findings in
          guard goesOn() else { return false }
          add(findings)
          return true
        })
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
