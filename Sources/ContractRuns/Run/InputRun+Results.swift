@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import ContractCheck
@_spi(Engine) internal import ContractReports
import JSONTape

/// Counts and reports the results.
extension InputRun {
  mutating func add(
    _ part: HARStream.Part, of input: Input, _ validator: UnitValidator
  ) {
    switch part {
    case .entry(let entry):
      validator.check(entry, of: input) { add($0, of: input) }
    case .problem(let problem, let position):
      if let findings = validator.traffic.findings(of: problem, at: position, in: input.name) {
        add(findings)
      } else {
        add(problem, at: position, of: input)
      }
    }
    showProgress(in: input)
  }

  mutating func add(_ slice: InputSlice) {
    if slice.isOfLog { settle(texts.beginLog(), of: slice.input) }
    if slice.hasExchange, slice.loneValues == .bodies {
      addNote(
        "\(slice.input.name): the first exchange comes late, so lines without an exchange were "
          + "checked as bodies, although they may be other lines of a log")
    }
    for (number, results) in slice.results.enumerated() {
      if number < slice.verdicts.count { reports.add(verdicts: slice.verdicts[number]) }
      if number < slice.lines.count { recordIndex = slice.firstIndex + slice.lines[number] }
      for result in results { add(result, of: slice.input) }
    }
    recordIndex = nil
    if let last = slice.verdicts.last { reports.add(verdicts: last) }
    if slice.showsCredentials {
      for (_, result) in credentials.show() { add(result) }
    }
    summary += slice.summary
    showProgress(in: slice.input)
  }

  /// Reports a file that was validated before its turn.
  package mutating func add(_ file: FileResult, of input: Input) {
    statistics?.count(file.byteCount, as: file.format.rawValue)
    for result in file.exchanges {
      add(result, of: input)
    }
  }

  mutating func add(_ exchange: ExchangeResult, of input: Input) {
    switch exchange {
    case .unit(.checked(let result)):
      for (_, result) in credentials.pass((), result) { add(result) }
    case .unit(.late(let check)):
      for check in requests.pass(check, check.half, size: check.size, join: LateCheck.joined) {
        // A request without a response is no longer at its line.
        if check.half?.line == .request { recordIndex = nil }
        add(check.result)
      }
    case .unit(.problem(let problem, let position, let ofLog)):
      guard let ofLog else { return add(problem, at: position, of: input) }
      // A verdict is written at once.
      let line = (problem, position, ofLog)
      settle(texts.pass(line, mayWait: !reports.needs.verdicts), of: input)
    case .output(let bytes, let result):
      console.write(bytes)
      summary.count(result.count, hasFindings: !result.isClean)
      for place in result.givenUp { addError(ofRecord: place.unchecked) }
      var findings: [Finding]? = result.findings
      while let batch = findings {
        for finding in batch { summary.count(finding.severity) }
        findings = result.rest?.next()
      }
    }
  }

  /// Reports lines of text.
  mutating func settle(_ lines: [TextLine], of input: Input) {
    for (problem, position, ofLog) in lines {
      if texts.isOfLog { add(ofLog) } else { add(problem, at: position, of: input) }
    }
  }

  /// A line of text, and its result in a log.
  typealias TextLine = (CaptureProblem, TextPosition, ofLog: Checker.Result)

  package mutating func add(_ result: Checker.Result) {
    summary.count(result.count, hasFindings: !result.isClean)
    for place in result.givenUp { addError(ofRecord: place.unchecked) }
    if reports.needs.verdicts { verdict = RecordVerdict(failOn: failOn) }
    add(result.exchange, result) { run in
      run.add(result.findings)
      while let findings = result.rest?.next() { run.add(findings) }
    }
    endVerdict(result.exchange?.reference, result.count, result.givenUp.first?.unchecked)
    // A body without its exchange has only one note. It is about the assumption.
    for note in result.notes {
      if result.count.isAssumed { addAssumption(note) } else { addNote(note) }
    }
    if let explanation = result.explanation { say(explanation.lines) }
    if let bytes = result.converted { takeConverted?(bytes) }
  }

  /// Reports a part that could not be read. A body that cannot be decoded is counted with its
  /// exchange. Everything else counts as an exchange without a check.
  mutating func add(
    _ problem: CaptureProblem, at position: TextPosition, of input: Input
  ) {
    let message = "\(input.name):\(position.line):\(position.column): \(problem.message)"
    if problem.isRemark { return addNote(message) }
    if case .unsupported = problem.kind, unnamed.contains(input) {
      isNotRead = true
      if explainsMatches { say([message]) }
      return
    }
    if !problem.isOfFile, problem.isOfShape {
      addError(ofRecord: message, for: problem.shape, in: position.line)
    } else {
      addError(ofRecord: message)
    }
    if problem.isOfBody { return }
    let reference = problem.index.map { ExchangeReference(index: $0, unit: problem.unit) }
    if reference != nil { summary.count(.unreadable) }
    if reports.needs.verdicts, reference != nil {
      verdict = RecordVerdict(failOn: failOn)
      endVerdict(reference, ExchangeCount(.unreadable), message)
    }
    addUnreadable(message, reference: reference, of: input)
  }

  /// Counts exchanges that did not happen.
  package mutating func skip(_ reason: String, times count: Int = 1) {
    guard count > 0 else { return }
    summary.exchanges += count
    summary.skip(reason, times: count)
  }

  /// Reports a request without a response. Such a request counts as an exchange.
  ///
  /// - Parameter message: A line. Nil if another line already reports the request.
  package mutating func addUnanswered(_ request: UnansweredRequest, _ message: String? = nil) {
    if let message { addError(message) }
    skip(SkipReason.noResponse.rawValue)
    summary.note([request])
    let reference = ExchangeReference(index: 0, url: request.url, operation: request.operation)
    if reports.needs.verdicts {
      verdict = RecordVerdict(failOn: failOn)
      var count = ExchangeCount(.unreadable)
      count.operation = request.operation.map {
        OperationCount.Name(contract: request.contract ?? "", operation: $0)
      }
      endVerdict(reference, count, "\(request.url): \(request.reason)")
    }
    addUnreadable(message ?? request.reason, reference: reference, of: .url(request.url))
  }

  /// Writes the line of the current record.
  mutating func endVerdict(
    _ reference: ExchangeReference?, _ count: ExchangeCount, _ trouble: String?
  ) {
    guard let verdict else { return }
    self.verdict = nil
    var line: [UInt8] = []
    let id = reference?.id.map(SafeText.quoted) ?? []
    RecordVerdict.begin(id[...], index: recordIndex ?? reference?.index ?? 0, &line)
    reports.add(verdicts: line + verdict.rest(count, trouble: trouble))
  }

  mutating func addUnreadable(
    _ message: String, reference: ExchangeReference?, of input: Input
  ) {
    guard reports.needs.exchanges else { return }
    reports.add(
      CheckedExchange(
        file: input.name, reference: reference, outcome: .unreadable, trouble: message))
  }
}
