@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// Finds the edits that fix a text. The planner checks the text, edits it, and checks it again,
/// until there is nothing more to fix. No file is written. After each edit, the next check must
/// show that the edit was right.
struct FixPlanner: Sendable {
  let options: RunOptions
  var checkers: InputCheckers
  let choice: FixPlan.Choice
  /// Hides findings that are not fixed: suppressed findings, and findings in files that are broken
  /// on purpose.
  let suppression: FindingSuppression
  /// Whether findings in the baseline are also fixed.
  let includesBaselined: Bool
  let zlib: Zlib
  /// The capture that names the text as a body. Suppressions of the capture also apply to the text.
  var capture: Input?

  struct Plan: Sendable {
    var edits = TextEdits()
    /// The files with findings that the text names as bodies.
    var bodyFiles: [BodyFile] = []
    var rules: [String: Int] = [:]
    var left: [FixPlan.Reason: Int] = [:]

    var count: Int { rules.values.reduce(0, +) }
  }

  /// The maximum number of steps. It ends a loop of fixes. No real text needs more steps.
  private static let mostSteps = 12

  /// Plans on the calling thread. For a large text, plans on several threads.
  ///
  /// - Throws: if a validation does not confirm the earlier edits.
  func plan(of text: FixSource, _ input: Input, jobs: Int) throws(RunError) -> Plan {
    try plan(of: text, input, jobs: jobs) { _ in nil }.plan
  }

  /// Also returns the result of checking the edited text.
  ///
  /// - Parameter check: Checks the edited text in memory. Nil if the text must be streamed.
  func plan(
    of text: FixSource, _ input: Input, jobs: Int = 1, check: (TextEdits) -> FileResult?
  ) throws(RunError) -> (plan: Plan, result: FileResult?) {
    var validation = Validation(checkers: [checkers[input]])
    validation.source = input
    var plan = Plan()
    var result = check(plan.edits)
    var review = try review(
      text, plan.edits, result, of: input, validation, after: nil, jobs: jobs)
    plan.bodyFiles = review.bodyFiles
    guard !text.isCompressed else {
      if review.plan.findings > 0 { plan.left[.compressedCapture] = review.plan.findings }
      return (plan, result)
    }
    for _ in 0..<Self.mostSteps {
      let step = review.plan.step()
      guard !step.edits.isEmpty else { break }
      let edits = plan.edits.followed(by: step.edits)
      result = check(edits)
      let next = try self.review(
        text, edits, result, of: input, validation, after: step, jobs: jobs)
      guard next.plan.confirmsPreviousStep, next.errors <= review.errors,
        next.summary.exchanges == review.summary.exchanges,
        next.summary.checked >= review.summary.checked
      else {
        throw RunError(
          "\(input.name): a fix had a wrong result (internal error); the file is unchanged")
      }
      plan.edits = edits
      plan.rules.merge(step.rules, uniquingKeysWith: +)
      review = next
    }
    plan.left = review.plan.left
    return (plan, result)
  }

  private func review(
    _ text: FixSource, _ edits: TextEdits, _ result: FileResult?, of input: Input,
    _ validation: Validation, after step: FixStep?, jobs: Int
  ) throws(RunError) -> (
    plan: FixPlan, bodyFiles: [BodyFile], summary: Summary, errors: Int
  ) {
    var known = includesBaselined ? nil : suppression
    known?.begin(input, capture)
    let collector = FixCollector(
      FixPlan(choice, after: step), known: known?.filter,
      of: [input.name, Input.standardInput.name],
      includesRecordings: choice.includesRecordings)
    var silent = Console.silent(zlib)
    silent.read = text.reader(of: edits)
    silent.inputSize = text.size
    var run = InputRun(options, silent, ReportSet(collector))
    run.format = run.format ?? CaptureFormat.meant(byName: input.name, text.start)
    run.suppression = suppression.withoutBaseline
    run.suppression?.begin(input, capture)
    if let result {
      run.add(result, of: input)
    } else {
      run.read(.standardInput, through: run.pipeline(validation, jobs: jobs))
    }
    return (collector.plan, collector.bodyFiles, run.summary, run.errors)
  }
}

/// A file that a capture names as the body of an exchange.
struct BodyFile: Sendable {
  let path: InputPath
  let name: String
  let assumption: Checker.Assumption

  /// The file of a finding that is not in the capture itself. Nil if the file cannot be fixed.
  ///
  /// - Parameter includesRecordings: Whether files of recorded traffic are fixed.
  init?(_ finding: Finding, includesRecordings: Bool) {
    let path = InputPath(finding.file)
    guard let exchange = finding.exchange, let operation = exchange.operation,
      includesRecordings || !exchange.isRecorded,
      // A name may have been masked.
      Input.file(path).name == finding.file, path.isRegularFile
    else { return nil }
    self.path = path
    name = finding.file
    var assumption = Checker.Assumption(
      operation: operation, status: exchange.part == .response ? exchange.status : nil,
      isRequest: exchange.part == .request)
    assumption.isStub = !exchange.isRecorded
    self.assumption = assumption
  }
}

/// Collects the findings that can be fixed.
private final class FixCollector: Report {
  private(set) var plan: FixPlan
  /// The files in the order of their first finding.
  private(set) var bodyFiles: [BodyFile] = []
  /// The baseline. Its findings are not fixed.
  private var known: FindingFilter?
  private let includesRecordings: Bool

  /// The names of the text. Findings in files that the text names are not findings of the text.
  private let names: [String]

  init(_ plan: FixPlan, known: FindingFilter?, of names: [String], includesRecordings: Bool) {
    self.plan = plan
    self.known = known
    self.names = names
    self.includesRecordings = includesRecordings
  }

  func add(_ finding: Finding) {
    let isKnown = known?.fate(of: finding) == .baselined
    guard names.contains(finding.file) else {
      let isListed = bodyFiles.contains { $0.name == finding.file }
      if isKnown || isListed { return }
      if let body = BodyFile(finding, includesRecordings: includesRecordings) {
        bodyFiles.append(body)
      } else {
        plan.leave(finding)
      }
      return
    }
    plan.add(finding, isKnown: isKnown)
  }

  func finish(_ summary: Summary) {}
}
