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
  private var report: any Report
  private var progress: ProgressLine
  private let failOn: Severity
  private let isQuiet: Bool
  private let exitsZero: Bool
  /// Whether nothing to check is nothing wrong.
  let allowsEmpty: Bool
  private let maximumFindings: Int?
  private var reported = 0
  /// Whether the report prints the lines that findings are about.
  let showsLines: Bool
  /// What was read, where somebody asks.
  var statistics: RunStatistics?
  /// How many threads check.
  let jobs: Int
  private var remarks: Set<String> = []

  /// - Parameter arguments: what was checked by the options `--format`, `--color`, `--fail-on`,
  ///   `--exit-zero` and `--quiet` when it was parsed
  init(_ arguments: Arguments, _ console: Console) {
    let format = arguments.text(.format).flatMap(ReportFormat.named) ?? ReportFormat.all[0]
    let colour = arguments.text(.colour).flatMap(ColourMode.init) ?? .auto
    let environment = console.environment
    report = format.report(
      usesColour: colour.isOn(
        environment: environment, isTerminal: environment.outputIsTerminal),
      to: console.write)
    failOn = arguments.text(.failOn).flatMap(Severity.init) ?? .error
    isQuiet = arguments.has(.quiet)
    exitsZero = arguments.has(.exitZero)
    allowsEmpty = arguments.has(.allowEmpty)
    maximumFindings = arguments.integer(.maximumFindings)
    showsLines = format.showsLines
    if arguments.has(.statistics) { statistics = RunStatistics() }
    jobs = arguments.integer(.jobs) ?? Self.processorCount
    progress = ProgressLine(console: console, isQuiet: isQuiet)
    self.console = console
  }

  /// Runs `inspect` over every input that the operands name, one after the other.
  ///
  /// - Parameter inspect: looks into one input; what it finds, counts and cannot do goes to the run
  static func over(
    _ arguments: Arguments, _ console: Console, inspect: (Input, inout InputRun) -> Void
  ) -> ExitCode {
    var run = InputRun(arguments, console)
    let expansion = InputExpansion(arguments.operands)
    for trouble in expansion.troubles { run.trouble(trouble.message) }
    for input in expansion.inputs {
      guard run.goesOn() else { break }
      run.showProgress(in: input)
      inspect(input, &run)
      run.summary.inputs += 1
    }
    return run.finish()
  }

  /// Reports the findings of one exchange (or of a whole input); calls follow the order of the
  /// input.
  mutating func add(_ findings: [Finding]) {
    add(inOrder: findings.sorted(by: Finding.inReportOrder))
  }

  /// Reports findings that are in order, as those of several files are.
  mutating func add(inOrder findings: [Finding]) {
    for finding in findings {
      guard goesOn() else { return }
      reported += 1
      summary.count(finding.severity)
      report.add(finding)
    }
  }

  /// Whether there is room for more findings; to be asked when there is more to look at. Where there
  /// is none, the run stops, and the summary says so.
  mutating func goesOn() -> Bool {
    guard let maximumFindings, reported >= maximumFindings else { return true }
    summary.isTruncated = true
    return false
  }

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

  /// Says in one line what was assumed, unless `--quiet`. The same is said once, and of very many
  /// remarks the first: a long capture gives rise to the same few over and over.
  mutating func remark(_ message: String) {
    guard !isQuiet, remarks.count < Self.maximumRemarks, remarks.insert(message).inserted else {
      return
    }
    progress.clear()
    console.inform(message)
    if remarks.count == Self.maximumRemarks { console.inform("further remarks are left out") }
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
    report.finish(summary)
    if !isQuiet { console.inform(line ?? summary.line) }
    if summary.isTruncated {
      console.complain(
        "stopped after \(reported) finding\(reported == 1 ? "" : "s") (`--max-findings`); "
          + "the rest was not checked")
    }
    for line in statistics?.lines(summary) ?? [] { console.inform(line) }
    // What fails the run is no silent pass: a mistake in the exchange itself may keep its body from a
    // check.
    let isSilent = summary.findings(atLeast: failOn) == 0
    if summary.checked == 0, isSilent, !allowsEmpty, troubles == 0 {
      trouble("nothing was checked")
    }
    if troubles > 0 { return .trouble }
    return summary.findings(atLeast: failOn) > 0 && !exitsZero ? .findings : .clean
  }
}
