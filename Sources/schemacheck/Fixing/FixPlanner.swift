@_spi(Engine) import ContractCheck

/// Finds the edits that fix a text: validates, edits, and validates again until nothing is left to
/// fix. Writes nothing, and confirms each edit by its result.
struct FixPlanner: Sendable {
  let arguments: Arguments
  let checkers: InputCheckers
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
    let collector = FixCollector(FixPlan(choice, after: step), known: known?.filter)
    let silent = Console(
      read: text.reader(of: edits), write: { _ in }, writeError: { _ in }, inputSize: text.size,
      environment: Environment(lookUp: { _ in nil }), zlib: zlib)
    var run = try InputRun(arguments, silent, report: collector)
    run.format = run.format ?? CaptureFormat.meant(byName: input.name)
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

/// Collects the findings that can be fixed.
private final class FixCollector: Report {
  private(set) var plan: FixPlan
  /// With the baseline whose findings are left.
  private var known: FindingFilter?

  init(_ plan: FixPlan, known: FindingFilter?) {
    self.plan = plan
    self.known = known
  }

  func add(_ finding: Finding) {
    plan.add(finding, isKnown: known?.fate(of: finding) == .baselined)
  }

  func finish(_ summary: Summary) {}
}
