@_spi(Engine) import ContractCheck

/// Finds the edits that fix a text: validates, edits, and validates again until nothing is left to
/// fix. Writes nothing, and confirms each edit by its result.
struct FixPlanner: Sendable {
  let arguments: Arguments
  var checkers: InputCheckers
  let choice: FixPlan.Choice
  /// Files that are broken on purpose and suppressed findings are not fixed.
  let suppression: FindingSuppression
  /// Whether findings listed in the baseline are fixed too.
  let includesBaselined: Bool
  let zlib: Zlib

  struct Plan: Sendable {
    var edits = TextEdits()
    var rules: [String: Int] = [:]
    var left: [FixPlan.Reason: Int] = [:]

    var count: Int { rules.values.reduce(0, +) }
  }

  /// More than any real text needs; ends a loop of fixes.
  private static let mostSteps = 12

  /// Plans on the calling thread or, for a large text, on several.
  ///
  /// - Throws: if a validation does not confirm the edits before it.
  func plan(of text: FixSource, _ input: Input, jobs: Int) throws(ToolError) -> Plan {
    try plan(of: text, input, jobs: jobs) { _ in nil }.plan
  }

  /// Also returns the result of checking the text with the edits.
  ///
  /// - Parameter check: Checks the text with edits in memory; nil if it must be streamed.
  func plan(
    of text: FixSource, _ input: Input, jobs: Int = 1, check: (TextEdits) -> FileResult?
  ) throws(ToolError) -> (plan: Plan, result: FileResult?) {
    let validation = Validation(checkers: [checkers[input]])
    var plan = Plan()
    var result = check(plan.edits)
    var review = try review(
      text, plan.edits, result, of: input, validation, after: nil, jobs: jobs)
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
        throw ToolError(
          "\(input.name): a fix does not do what it should (internal error); the file is left as it"
            + " was")
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
  ) throws(ToolError) -> (plan: FixPlan, summary: Summary, errors: Int) {
    var known = includesBaselined ? nil : suppression
    known?.begin(input)
    let collector = FixCollector(
      FixPlan(choice, after: step), known: known?.filter,
      of: [input.name, Input.standardInput.name])
    let silent = Console(
      read: text.reader(of: edits), write: { _ in }, writeError: { _ in }, inputSize: text.size,
      environment: Environment(lookUp: { _ in nil }), zlib: zlib)
    var run = try InputRun(arguments, silent, report: collector)
    run.format = run.format ?? CaptureFormat.meant(byName: input.name, text.start)
    run.suppression = suppression.withoutBaseline
    run.suppression?.begin(input)
    if let result {
      run.add(result, of: input)
    } else {
      run.read(.standardInput, through: run.pipeline(validation, jobs: jobs))
    }
    return (collector.plan, run.summary, run.errors)
  }
}

/// A file that a capture names as the body of an exchange.
struct BodyFile {
  let path: InputPath
  let name: String
  let assumption: Checker.Assumption

  /// The files in which there are findings, in order.
  ///
  /// - Parameter includesRecordings: Whether those of recorded traffic are among them.
  static func all(
    in result: FileResult, of input: Input, includesRecordings: Bool
  ) -> [BodyFile] {
    var files: [BodyFile] = []
    for finding in result.exchanges.lazy.compactMap(\.result).flatMap(\.findings) {
      let path = InputPath(finding.file)
      guard finding.file != input.name, !files.contains(where: { $0.name == finding.file }),
        let exchange = finding.exchange, let operation = exchange.operation,
        includesRecordings || !exchange.isRecorded,
        // A name may have been masked.
        Input.file(path).name == finding.file, path.isRegularFile
      else { continue }
      files.append(
        BodyFile(
          path: path, name: finding.file,
          assumption: Checker.Assumption(
            operation: operation, status: exchange.part == .response ? exchange.status : nil,
            isRequest: exchange.part == .request)))
    }
    return files
  }
}

/// Collects the findings that can be fixed.
private final class FixCollector: Report {
  private(set) var plan: FixPlan
  /// With the baseline whose findings are left.
  private var known: FindingFilter?

  /// The names of the text: findings in files that it names are not its own.
  private let names: [String]

  init(_ plan: FixPlan, known: FindingFilter?, of names: [String]) {
    self.plan = plan
    self.known = known
    self.names = names
  }

  func add(_ finding: Finding) {
    guard names.contains(finding.file) else { return }
    plan.add(finding, isKnown: known?.fate(of: finding) == .baselined)
  }

  func finish(_ summary: Summary) {}
}
