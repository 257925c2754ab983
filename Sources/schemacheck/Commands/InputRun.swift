import ContractCheck

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A run over inputs: what `check`, `lint` and `validate` have in common. Keeps the counts, feeds
/// the report and decides the exit status.
struct InputRun {
  /// What was looked at; findings are counted by ``add(_:)``.
  var summary = Summary()
  private(set) var troubles = 0
  let console: Console
  private var reports: ReportSet
  private var progress: ProgressLine
  private let failOn: Severity
  private let isQuiet: Bool
  private let exitsZero: Bool
  /// Whether nothing to check is nothing wrong.
  private(set) var allowsEmpty: Bool
  private let maximumFindings: Int?
  private var reported = 0
  /// Whether the report prints the lines that findings are about.
  var showsLines: Bool { reports.showsLines }
  /// Whether the report tells of every exchange, so that no first look may settle any.
  var needsExchanges: Bool { reports.needsExchanges }
  /// What was read, where somebody asks.
  var statistics: RunStatistics?
  /// How many threads check.
  let jobs: Int
  private var remarks: Set<String> = []
  /// What hides findings before they are reported.
  var hiding: Hiding?
  /// What fails the run beside findings, a line each.
  private var failures = 0

  /// - Parameter arguments: what was checked by the options `--format`, `--color`, `--fail-on`,
  ///   `--exit-zero` and `--quiet` when it was parsed
  /// - Throws: reports that exclude one another, or a file that cannot be written
  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.init(arguments, console, try ReportSet(arguments, console))
  }

  /// A run whose findings go to one report and nowhere else.
  init(_ arguments: Arguments, _ console: Console, reporting report: any Report) {
    self.init(arguments, console, ReportSet(report))
  }

  private init(_ arguments: Arguments, _ console: Console, _ reports: ReportSet) {
    self.reports = reports
    failOn = arguments.text(.failOn).flatMap(Severity.init) ?? .error
    isQuiet = arguments.has(.quiet)
    exitsZero = arguments.has(.exitZero)
    allowsEmpty = arguments.has(.allowEmpty)
    maximumFindings = arguments.integer(.maximumFindings)
    if arguments.has(.statistics) { statistics = RunStatistics() }
    jobs = arguments.integer(.jobs) ?? Self.processorCount
    progress = ProgressLine(console: console, isQuiet: isQuiet)
    self.console = console
  }

  /// Runs `inspect` over every input that the operands name, one after the other.
  ///
  /// - Parameters:
  ///   - files: Judges files beforehand, several at a time, where there are several.
  ///   - inspect: looks into one input; what it finds, counts and cannot do goes to the run
  static func over(
    _ arguments: Arguments, _ console: Console, files: (InputRun) -> FilePipeline? = { _ in nil },
    inspect: (Input, inout InputRun) -> Void
  ) throws(UsageError) -> ExitCode {
    let expansion = InputExpansion(arguments.operands)
    let schema = arguments.argument(.schemaFile).map { InputPath($0.bytes) }
    try ReportTarget.refuseOverwriting(
      expansion.inputs, [schema].compactMap { $0 }, arguments)
    var run = try InputRun(arguments, console)
    for trouble in expansion.troubles { run.trouble(trouble.message) }
    run.look(at: expansion.inputs, files, inspect)
    return run.finish()
  }

  /// Looks into inputs, one after the other, at files that were judged beforehand where there are
  /// several.
  mutating func look(
    at inputs: [Input], _ files: (InputRun) -> FilePipeline?,
    _ inspect: (Input, inout InputRun) -> Void
  ) {
    guard inputs.count > 1, let files = files(self) else {
      for input in inputs where goesOn() { look(at: input, inspect) }
      return
    }
    files.run(inputs) { input, judgement in
      guard goesOn() else { return false }
      look(at: input) { input, run in
        if let judgement { run.add(judgement, of: input) } else { inspect(input, &run) }
      }
      return true
    }
  }

  /// Looks into one input.
  mutating func look(at input: Input, _ inspect: (Input, inout InputRun) -> Void) {
    hiding?.begin(input)
    showProgress(in: input)
    let troublesBefore = troubles
    inspect(input, &self)
    summary.inputs += 1
    if troubles == troublesBefore, let complaint = hiding?.complaint(about: input) {
      fail(complaint)
    }
  }

  /// Reports the findings of one exchange (or of a whole input); calls follow the order of the
  /// input.
  mutating func add(_ findings: [Finding]) {
    add(inOrder: findings.sorted(by: Finding.inReportOrder))
  }

  /// Reports findings that are in order, as those of several files are.
  mutating func add(inOrder findings: [Finding]) {
    for finding in findings {
      let fate = hiding?.filter.fate(of: finding) ?? .reported
      guard fate == .reported else {
        summary.count(finding.severity, fate)
        continue
      }
      guard goesOn() else { return }
      reported += 1
      summary.count(finding.severity)
      reports.add(finding)
    }
  }

  /// Tells the reports of an exchange whose findings they have.
  mutating func add(_ exchange: CheckedExchange) {
    if needsExchanges { reports.add(exchange) }
  }

  /// Whether there is room for more findings; to be asked when there is more to look at. Where there
  /// is none, the run stops, and the summary says so.
  mutating func goesOn() -> Bool {
    guard let maximumFindings, reported >= maximumFindings else { return true }
    summary.isTruncated = true
    return false
  }

  /// Makes nothing to check nothing wrong.
  mutating func allowEmpty() { allowsEmpty = true }

  /// Counts findings that the report does not show.
  mutating func count(_ findings: [Finding]) {
    for finding in findings { summary.count(finding.severity) }
  }

  /// Says in one line what could not be done; the run goes on and exits 2.
  mutating func trouble(_ message: String) {
    progress.clear()
    console.complain(message)
    troubles += 1
  }

  /// Says in one line what fails the run, although it could do its work.
  mutating func fail(_ message: String) {
    progress.clear()
    console.complain(message)
    failures += 1
  }

  /// Says in one line what was assumed, unless `--quiet`. The same is said once, and of very many
  /// remarks the first: a long capture gives rise to the same few over and over.
  mutating func remark(_ message: String) {
    guard !isQuiet, remarks.count < Self.maximumRemarks, remarks.insert(message).inserted else {
      return
    }
    progress.clear()
    console.inform(message)
    if remarks.count == Self.maximumRemarks {
      console.inform("further messages of this kind are not shown")
    }
  }

  /// Says what was asked for, `--quiet` or not.
  mutating func say(_ lines: [String]) {
    progress.clear()
    for line in lines { console.inform(line) }
  }

  private static let maximumRemarks = 200

  private static var processorCount: Int {
    max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// Shows on a terminal how far the run has come; cheap enough to call for every exchange.
  mutating func showProgress(in input: Input) {
    let count = summary.exchanges
    progress.show("checking \(input.name): \(count) exchanges so far")
  }

  /// Finishes the report, prints the counts and decides.
  ///
  /// - Parameter line: the counts in words, where they are not of exchanges
  mutating func finish(_ line: String? = nil) -> ExitCode {
    progress.clear()
    let (leftOut, unwritten) = reports.finish(summary)
    for message in unwritten { trouble(message) }
    for remark in leftOut { console.inform(remark) }
    if !isQuiet { console.inform(line ?? summary.line) }
    if summary.isTruncated {
      console.complain(
        "stopped after \(reported) finding\(reported == 1 ? "" : "s") (`--max-findings`); "
          + "the rest was not checked")
    }
    for line in statistics?.lines(summary) ?? [] { console.inform(line) }
    // What fails the run is no silent pass: a mistake in the exchange itself may keep its body from a
    // check.
    let isSilent = summary.findings(atLeast: failOn) == 0 && summary.hidden == 0
    if summary.checked == 0, isSilent, !allowsEmpty, troubles == 0 {
      trouble("nothing was checked")
    }
    finishHiding()
    if troubles > 0 { return .trouble }
    let fails = summary.findings(atLeast: failOn) > 0 || failures > 0
    return fails && !exitsZero ? .findings : .clean
  }
}
