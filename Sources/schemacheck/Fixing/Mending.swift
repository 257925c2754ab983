@_spi(Engine) import ContractCheck

/// Finds the edits that mend a text: looks, edits, looks again, until nothing is left to mend.
///
/// Nothing is written. What an edit leads to is read as if it were written, so that no edit is handed
/// on that a second look does not confirm.
struct Mending {
  let arguments: Arguments
  let console: Console
  let checkers: InputCheckers
  let choice: FixPlan.Choice
  /// What is not to be mended: files that are broken on purpose, and what is suppressed.
  let hiding: Hiding

  /// What mends a text.
  struct Result {
    var edits = TextEdits()
    /// The findings that are mended, by rule.
    var rules: [String: Int] = [:]
    /// The findings that are left, by reason.
    var left: [FixPlan.Reason: Int] = [:]

    /// How many findings are mended.
    var count: Int { rules.values.reduce(0, +) }
  }

  /// One look at a text.
  private struct Look {
    let plan: FixPlan
    let summary: Summary
    let troubles: Int
  }

  /// Steps beyond any real text's need; they end a text that would be mended for ever.
  private static let mostSteps = 12

  /// Finds the edits of an input's text.
  ///
  /// - Throws: when the second look does not confirm the first.
  func edits(of text: FixSource, _ input: Input) throws(InputTrouble) -> Result {
    let name = input.name
    let format =
      arguments.text(.inputFormat).flatMap(CaptureFormat.init)
      ?? CaptureFormat.meant(byName: name)
    var result = Result()
    var look = look(at: text, of: input, result.edits, format, after: nil)
    for _ in 0..<Self.mostSteps {
      let step = look.plan.step()
      guard !step.edits.isEmpty else { break }
      let edits = result.edits.followed(by: step.edits)
      let next = self.look(at: text, of: input, edits, format, after: step)
      guard next.plan.confirmsPreviousStep, next.troubles <= look.troubles,
        next.summary.exchanges == look.summary.exchanges,
        next.summary.checked >= look.summary.checked
      else {
        throw InputTrouble(
          "\(name): a fix does not do what it should (internal error); the file is left as it was")
      }
      result.edits = edits
      result.rules.merge(step.rules, uniquingKeysWith: +)
      look = next
    }
    result.left = look.plan.left
    return result
  }

  private func look(
    at text: FixSource, of input: Input, _ edits: TextEdits, _ format: CaptureFormat?,
    after step: FixStep?
  ) -> Look {
    let collector = FixCollector(FixPlan(choice, after: step))
    let silent = Console(
      read: text.reader(of: edits), write: { _ in }, writeError: { _ in },
      environment: Environment(lookUp: { _ in nil }))
    var run = InputRun(arguments, silent, reporting: collector)
    run.hiding = hiding
    run.hiding?.begin(input)
    run.judge(.standardInput, with: checkers[input], format: format)
    return Look(plan: collector.plan, summary: run.summary, troubles: run.troubles)
  }
}

/// A report that nobody reads: it gathers what can be mended.
private final class FixCollector: Report {
  private(set) var plan: FixPlan

  init(_ plan: FixPlan) { self.plan = plan }

  func add(_ finding: Finding) { plan.add(finding) }

  func finish(_ summary: Summary) {}
}
