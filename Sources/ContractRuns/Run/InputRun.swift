@_spi(Engine) package import ContractReports
@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import ContractCheck

/// A run over inputs, for `check`, `lint`, `validate` and `fix`. The run counts exchanges, writes
/// the reports and decides the exit status. Results arrive in the order of the inputs.
package struct InputRun {
  package var summary = Summary()
  /// The groups of all reported findings, including those that are not printed.
  private var groups = FindingGroupList()
  package private(set) var errors = 0
  /// The number of responses to live requests so far.
  package var answers = 0
  let console: Console
  var reports: ReportSet
  private var progress: ProgressLine
  let failOn: Severity
  private let isQuiet: Bool
  private let isStrict: Bool
  private let hosts: HostUse.Choice?
  /// The name of this setting in messages: the option, or the property of the configuration.
  private var strictness = "--strict"
  /// The minimum number of exchanges that must be checked. Nil for any number.
  package var minimumChecked: Int?
  private var minimum = "--min-checked"
  private let exitsZero: Bool
  let explainsMatches: Bool
  /// Whether a run without any check succeeds.
  package var allowsEmpty: Bool
  /// The maximum number of findings that are printed. Further findings are only counted.
  private let maximumFindings: Int?
  private var printed = 0
  package var showsLines: Bool { reports.needs.lines }
  /// The statistics. Nil without `--stats`.
  var statistics: RunStatistics?
  let jobs: Int
  /// The format of the inputs. If it is nil, the format is detected.
  package var format: CaptureFormat?
  /// The record layouts of the configuration.
  private(set) var records: [RecordMapping] = []
  private var notes: Set<String> = []
  /// The assumptions about bodies, until there are too many to print.
  private var assumptions: [String] = []
  /// Files that were found in folders. Those without readable content are counted.
  private(set) var unnamed: Set<Input> = []
  /// Whether the current input has an unsupported format.
  package var isNotRead = false
  package var suppression: FindingSuppression?
  /// The findings that wait for the end of the run. Nil if no finding can wait.
  package var held: HeldFindings?
  /// Receives the exchanges of a conversion, in order.
  package var takeConverted: (([UInt8]) -> Void)?
  /// The number of failing findings of the current exchange that are counted but not printed.
  private var unprintedOfExchange = 0
  /// The result for the current record. Nil if no report has lines for records.
  var verdict: RecordVerdict?
  /// The record's place in an input that is read line by line.
  var recordIndex: Int?
  /// Keeps findings that depend on the rest of the current input.
  var credentials = CredentialGate<Void>()
  /// The requests of the input whose responses are on later lines.
  var requests = OpenRequests<LateCheck>()
  /// The lines of text of the input.
  var texts = TextLines<TextLine>()
  /// The lines of the input that cannot be read, by reason. The first line of each reason is not
  /// counted here. A few line numbers are kept.
  private var unreadable: [(reason: String, count: Int, lines: [Int])] = []
  /// Whether all findings of the current exchange must wait.
  private var holdsAll = false
  /// The number of failures that are not findings.
  private var failures = 0
  /// Whether the run checked less than the user asks for.
  private var isShort = false

  package init(_ options: RunOptions, _ console: Console, _ reports: ReportSet) {
    self.reports = reports
    self.reports.isSplit = options.split != nil
    failOn = options.failOn ?? .error
    isQuiet = options.isQuiet
    isStrict = options.isStrict
    hosts = options.hosts
    minimumChecked = options.minimumChecked
    exitsZero = options.exitsZero
    explainsMatches = options.explainsMatches
    allowsEmpty = options.allowsEmpty
    maximumFindings = options.maximumFindings
    if options.keepsStatistics { statistics = RunStatistics() }
    format = options.format
    records = options.records
    jobs = options.jobs ?? Self.processorCount
    progress = ProgressLine(console: console, isQuiet: isQuiet)
    self.console = console
  }

  /// Reports files that cannot be read or are not read.
  package mutating func begin(_ expansion: InputExpansion) {
    for error in expansion.errors { addError(error.message) }
    summary.filesNotRead = expansion.filesNotRead
    if explainsMatches { say(expansion.notRead) }
    unnamed = expansion.unnamed
  }

  /// - Parameter reports: Creates the reports. They may begin to write at once.
  package init(
    _ project: Project, _ contracts: [Contract], _ console: Console,
    reports: () throws(RunError) -> ReportSet
  ) throws(RunError) {
    let suppression = try FindingSuppression(project, contracts)
    self.init(project.options, console, try reports())
    self.suppression = suppression
    if let file = project.file {
      if !project.given.isStrict { strictness = "\(file.path.text): `strict`" }
      if project.given.minimumChecked == nil { minimum = "\(file.path.text): `minChecked`" }
    }
  }

  /// Sets the inputs. Call this before the first input is checked against contracts.
  package mutating func begin(_ checkers: InputCheckers, _ inputs: [Input], of project: Project) {
    held = HeldFindings(checkers.standard.contracts)
    for note in checkers.remarks(on: inputs, project) { addNote(note) }
    checkers.begin(inputs)
  }

  /// Reports the findings of one exchange or of a whole input, in any order within it.
  mutating func add(_ findings: [Finding]) {
    add(inOrder: findings.sorted(by: Finding.inReportOrder))
  }

  /// Reports findings that are already in order, even of several files.
  package mutating func add(inOrder findings: [Finding]) {
    for var finding in findings {
      if isStrict, Rule.ofExchanges.contains(finding.rule) { finding.severity = .error }
      let fate = suppression?.filter.decide(&finding) ?? .reported
      guard fate == .reported else {
        summary.count(finding.severity, fate)
        continue
      }
      // Later records do not change the written line of this record.
      verdict?.add(finding)
      let waits = holdsAll || held?.concerns(finding) ?? false
      if waits, held?.hold(finding) ?? false { continue }
      report(finding)
    }
  }

  /// Counts a finding, and prints it unless there are too many.
  private mutating func report(_ finding: Finding) {
    summary.count(finding.severity)
    groups.add(finding)
    if let maximumFindings, printed >= maximumFindings {
      summary.unprinted += 1
      if finding.severity >= failOn { unprintedOfExchange += 1 }
      reports.count(finding)
      return
    }
    printed += 1
    if console.watch?.isNew(finding) ?? true { reports.add(finding) }
  }

  /// Reports an exchange to reports that need it, after `add` has reported its findings.
  mutating func add(
    _ exchange: CheckedExchange?, _ result: Checker.Result, _ add: (inout InputRun) -> Void
  ) {
    guard reports.needs.exchanges, var exchange else { return add(&self) }
    // Such reports need all findings of an exchange together.
    holdsAll =
      held.map { held in result.rest != nil || result.findings.contains(where: held.concerns) }
      ?? false
    unprintedOfExchange = 0
    add(&self)
    exchange.unprinted = unprintedOfExchange
    if !holdsAll || !(held?.hold(exchange) ?? false) { reports.add(exchange) }
    holdsAll = false
  }

  /// Reports the findings that had to wait for the end of the run.
  private mutating func reportHeld() {
    guard var held else { return }
    unprintedOfExchange = 0
    for event in held.settled(summary) {
      switch event {
      case .finding(let finding): report(finding)
      case .exchange(var exchange):
        exchange.unprinted += unprintedOfExchange
        unprintedOfExchange = 0
        reports.add(exchange)
      }
    }
    if let remark = held.remark { addNote(remark) }
  }

  /// The inputs that the user named, without those that were found in folders.
  package func named(_ inputs: [Input]) -> [Input] { inputs.filter { !unnamed.contains($0) } }

  /// Prints a line about an error. The run continues, but it exits with status 2.
  package mutating func addError(_ message: String) {
    progress.clear()
    console.complain(message)
    errors += 1
  }

  /// Prints a line about a record that cannot be read or checked. If each record has its own line
  /// and the user asks for status 0, the record's line is enough.
  mutating func addError(ofRecord message: String) {
    addError(message)
    if judgesRecordsAlone { errors -= 1 }
  }

  /// Prints a line about a record of a shape that is not known. If several records have the same
  /// reason, only the first one has a line. ``tellUnreadable(in:)`` counts the others.
  mutating func addError(ofRecord message: String, for reason: String, in line: Int) {
    guard let known = unreadable.firstIndex(where: { $0.reason == reason }) else {
      if unreadable.count < Self.mostReasons { unreadable.append((reason, 0, [])) }
      return addError(ofRecord: message)
    }
    unreadable[known].count += 1
    if unreadable[known].count <= Self.mostPlaces { unreadable[known].lines.append(line) }
    if !judgesRecordsAlone { errors += 1 }
  }

  private static let (mostReasons, mostPlaces) = (100, 5)

  /// Counts the records of an input that had no line of their own.
  mutating func tellUnreadable(in input: Input) {
    for (_, count, lines) in unreadable where count > 0 {
      let places =
        lines.map(String.init).joined(separator: ", ") + (count > lines.count ? ", …" : "")
      progress.clear()
      console.complain("\(input.name): \(Plural.count(count, "more line")) like it: \(places)")
    }
    unreadable = []
  }

  private var judgesRecordsAlone: Bool { exitsZero && reports.needs.verdicts }

  /// Prints one line about the early end of the run.
  package mutating func cut(_ message: String) {
    progress.clear()
    console.complain(message)
    summary.isTruncated = true
  }

  /// Prints a line about a failure that is not a finding.
  mutating func addFailure(_ message: String) {
    progress.clear()
    console.complain(message)
    failures += 1
  }

  /// Prints a line about an assumption, unless `--quiet`. Each line is printed once, and only the
  /// first lines if there are very many.
  package mutating func addNote(_ message: String) {
    guard !isQuiet, notes.count < Self.maximumNotes, notes.insert(message).inserted else {
      return
    }
    progress.clear()
    console.inform(message)
    if notes.count == Self.maximumNotes {
      console.inform("further messages of this kind are not shown")
    }
  }

  /// Adds an assumption about a body. A few assumptions are printed at the end. If there are many,
  /// they are only counted.
  mutating func addAssumption(_ message: String) {
    guard assumptions.count <= Self.mostAssumptions, !assumptions.contains(message) else { return }
    assumptions.append(message)
  }

  private mutating func printAssumptions() {
    if assumptions.count <= Self.mostAssumptions {
      for line in assumptions { addNote(line) }
    } else {
      let bodies = Plural.count(summary.assumed, "body was", "bodies were")
      let advice = explainsMatches ? "" : "; `--explain-match` shows each"
      addNote("\(bodies) checked against the nearest schema\(advice)")
    }
  }

  private static let mostAssumptions = 2

  /// Prints lines even with `--quiet`.
  package mutating func say(_ lines: [String]) {
    progress.clear()
    for line in lines { console.inform(line) }
  }

  private static let maximumNotes = 200

  /// The reason for an operation to which no request is sent, because its parameters have no
  /// values.
  package static let unsentOperation = "no-parameter"
  /// The reason for a list with another page whose address is not known.
  package static let unfollowedPage = "page-not-followed"

  private static var processorCount: Int {
    max(1, min(64, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// Shows the progress, only on a terminal. It is fast enough to call for every exchange.
  package mutating func showProgress(in input: Input) {
    // Some responses may have arrived but are not reported yet.
    let count = max(summary.exchanges, answers)
    progress.show("checking \(input.name): \(count) exchanges so far")
  }

  /// Shows the progress while responses arrive that are reported later.
  package mutating func showAnswers(from url: String) {
    let count = Plural.count(answers, "response")
    progress.show("checking \(Input.url(url).name): \(count) so far")
  }

  /// Sets the sizes of the inputs, so that the progress line can estimate the rest.
  mutating func expect(_ inputs: [Input]) { progress.expect(inputs) }

  /// Sets the reader whose bytes the progress line counts.
  mutating func follow(_ reader: InputReader?) { progress.reader = reader }

  mutating func pass(_ input: Input) { progress.pass(input) }

  /// Ends the run.
  ///
  /// - Parameter lines: Lines to print instead of the counts of findings and exchanges.
  package mutating func finish(_ lines: [String]? = nil) -> ExitCode {
    progress.clear()
    if console.isCut, !summary.isTruncated {
      let reason = Interruption.isRequested ? "interrupted" : "standard output was closed"
      cut("\(reason): the rest of the input was not read")
    }
    reportHeld()
    let (leftOut, unwritten) = reports.finish(summary)
    printAssumptions()
    for message in unwritten { addError(message) }
    for note in leftOut { console.inform(note) }
    // If nothing could be read, "no findings" would look like a success.
    let isUnread = lines == nil && errors > 0 && summary.exchanges == 0 && groups.all.isEmpty
    if !isQuiet, !isUnread {
      for line in lines ?? [groups.line(summary)] + summary.lines(of: "checked") {
        console.inform(line)
      }
      for line in summary.foreignHosts.lines(hosts) + summary.latencyLines { console.inform(line) }
    }
    if isQuiet, lines == nil, let rest = summary.rest("checked") { console.inform(rest) }
    if !isQuiet, isStrict, let line = summary.leniencyLine { console.inform(line) }
    for line in statistics?.lines(summary) ?? [] { console.inform(line) }
    let isSilent = summary.findings(atLeast: failOn) == 0
    if let emptiness = summary.emptiness(isSilent: isSilent), !allowsEmpty, errors == 0,
      !judgesRecordsAlone
    {
      addError(emptiness + (summary.adviceOnEmptiness ?? ""))
    }
    // Documented bodies that were not checked are reported with their number.
    let bodies = [SkipReason.undecodable, .truncated, .templated].map(\.rawValue)
    let unread =
      (summary.uncheckedBodies.isEmpty ? bodies : [])
      + [Self.unsentOperation, Self.unfollowedPage]
    let doubts =
      summary.doubts
      + unread.compactMap { reason in summary.skipped[reason].map { "\($0) \(reason)" } }
    if isStrict, !doubts.isEmpty {
      isShort = true
      addFailure(
        "\(strictness): not everything was checked with certainty: "
          + "\(doubts.joined(separator: ", "))")
    }
    if let minimumChecked, summary.checked < minimumChecked {
      isShort = true
      let checked = Plural.count(summary.checked, "exchange was", "exchanges were")
      addFailure(
        "\(minimum) \(minimumChecked): only \(checked) checked; the minimum is \(minimumChecked)")
    }
    finishSuppression()
    if errors > 0 { return .error }
    let fails = summary.findings(atLeast: failOn) > 0 || failures > 0
    if summary.isTruncated { return fails ? .findings : .error }
    let isForgiven = exitsZero && (!isShort || judgesRecordsAlone)
    return fails && !isForgiven ? .findings : .clean
  }

  /// Reports out-of-date entries. Also updates the baseline if the options request this.
  private mutating func finishSuppression() {
    guard var suppression else { return }
    if errors > 0 || summary.isTruncated { suppression.isWhole = false }
    for line in suppression.notes { addNote(line) }
    for (lines, isFailure) in [suppression.growth, suppression.stale] {
      for line in lines {
        if isFailure { addFailure(line) } else { addNote(line) }
      }
    }
    do throws(RunError) {
      for line in try suppression.updateBaseline(summary, write: console.replaceFile) {
        addNote(line)
      }
    } catch {
      addError(error.message)
    }
  }
}
