/// What pages of findings show of a rule beside them: of one that judges exchanges, or of one that
/// judges a change of a contract.
struct ReportedRule {
  let id: String
  let summary: String
  let rationale: String
  let severity: Severity
  /// The standard behind the rule, or the one that contracts are written by.
  let helpURI: String
  /// What is found, why it matters, where it is documented and how it is mended, as Markdown that
  /// reads well as text.
  let help: String

  init(_ rule: Rule) {
    id = rule.id
    summary = rule.summary
    rationale = rule.rationale
    severity = rule.severity
    helpURI = rule.link
    var lines = [
      "Finds \(rule.summary).", "Why: \(rule.rationale).", "Documented in: \(rule.source).",
    ]
    if let fix = rule.fix { lines.append("Fix: \(fix).") }
    lines.append("More: `schemacheck explain \(rule.id)`.")
    help = lines.joined(separator: "\n\n")
  }

  init(_ rule: ChangeRule) {
    id = rule.id
    summary = rule.summary
    rationale = rule.rationale
    severity = rule.severity
    helpURI = Rule.schemaLink
    help = [
      "Finds: \(rule.summary).", "Why: \(rule.rationale).",
      "More: `schemacheck explain \(rule.id)`.",
    ].joined(separator: "\n\n")
  }

  /// The rule with an id, or nil.
  init?(named id: String) {
    if let rule = Rule.named(id) {
      self.init(rule)
    } else if let rule = ChangeRule.named(id) {
      self.init(rule)
    } else {
      return nil
    }
  }
}
