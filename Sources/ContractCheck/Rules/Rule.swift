@_spi(Engine) internal import ContractCaptures

/// One documented rule of an API. A rule has a description, a reason, a source, messages and fixes.
/// A rule also says how a contract changes the check, and how to check without a contract.
///
/// `Rule.catalogue` lists all rules. To add a rule, write one file and add one line to
/// `Rule.catalogue`. Some rules need no code, because a form, message templates and kinds of fixes
/// describe them completely. Such a rule is data in `schemas/rules/built-in.json`. Only the
/// examples and the lint of such a rule are code.
public struct Rule: Identifiable, Sendable {
  /// The name in findings and settings, such as `coordinate-names`.
  public let id: String
  /// The violations that the rule finds, in one line.
  package let summary: String
  /// Why a client fails if the rule is violated.
  package let rationale: String
  /// The document and section, or the standard, with the requirement.
  package let source: String
  /// A page about the standard behind the rule.
  package private(set) var link = Rule.schemaLink
  /// How the rule depends on the version of the app's system. Nil if it does not depend on the
  /// version.
  package private(set) var versions: String?
  /// The limits and surprises of the rule, one line each.
  package private(set) var problems: [String] = []
  /// The first release with the rule.
  package private(set) var since = "0.1.0"
  /// The settings that a contract may make in addition to the severity.
  package private(set) var options: [RuleOption] = []
  /// The severity if a contract sets none.
  package private(set) var severity = Severity.error
  /// Whether the rule may be off. If it may not, a user can only make its findings less severe,
  /// because the rule decides what a verdict says.
  private(set) var canBeOff = true
  /// The condition that a contract must meet. If the contract does not meet it, violations are at
  /// most warnings.
  package private(set) var basis = Basis.contract
  /// How the rule finds violations of a contract.
  package internal(set) var form: Form
  private(set) var message = Message.keyword
  private(set) var absence = Absence.each
  /// How properties are listed together; nil if each property has its own line.
  package private(set) var listing: Listing?
  /// How violations are fixed. Nil if only the author can fix them.
  private(set) var repair: Repair?
  /// How the rule works without a contract; nil if it needs one.
  private(set) var lint: Lint?
  /// A wrong and a right exchange in words; nil if the examples show them.
  package private(set) var exchanges: (wrong: String, right: String)?
  /// Right and wrong bodies; each is run as a test.
  package private(set) var examples: [RuleExample] = []
  /// Who can correct a violation; nil for the side that sends the message.
  package private(set) var side: Side?
  /// The place of an own rule; nil for a rule of this package.
  package internal(set) var origin: RuleOrigin?
  /// Whether violations are marked at the key, not at the value.
  private(set) var marksKeys = false
  /// Whether the values of violations are never shown.
  var hidesValues = false
  /// Whether the rule would be satisfied if a JSON text replaced the value. Nil if this is not
  /// known.
  var holds: (@Sendable (String) -> Bool)?

  /// A rule of `BuiltInRules` with the parts that are not data.
  func with(
    listing: Listing? = nil, lint: Lint? = nil, problems: [String] = [], examples: [RuleExample]
  ) -> Rule {
    var rule = self
    (rule.listing, rule.lint, rule.problems, rule.examples) = (listing, lint, problems, examples)
    return rule
  }

  /// How violations are fixed, as a text. Nil if only the author can fix them.
  package var fix: String? { repair?.summary }
  /// A text about the fixes that may change the meaning and need `--unsafe-fixes`. Nil if there are
  /// none.
  package var unsafeFix: String? { repair?.unsafe }

  /// Who can correct a violation.
  package enum Side: String, CaseIterable, Sendable {
    case app
    case server
    /// The contract is incomplete or wrong.
    case contract
  }

  /// The condition for certain violations. If the condition is not met, the rule guesses, and its
  /// findings are warnings.
  package enum Basis: Sendable {
    /// Any contract.
    case contract
    /// A contract with `x-schemacheck`, whose authors know these rules.
    case extensions
    /// A contract that describes how its clients decode.
    case decoder
  }

  /// How a rule finds its violations.
  package enum Form: Sendable {
    /// By assertions of the contract that this rule reports, and by assertions of the rule itself.
    case owns([Ownership])
    /// By the names of properties.
    case keys(KeyTable)
    /// By comparing values with each other and with the request.
    case relation
    /// While the text of a body is read.
    case text
    /// While an exchange is matched, before any schema.
    case exchange
  }

  /// The property's new name in a fix; nil if the name stays.
  var newName: String? {
    for case .rename(let name) in repair?.kinds ?? [] { return name }
    return nil
  }

  /// The severities that settings may give to the rule.
  package var levels: [String] { canBeOff ? Self.levels : Self.levels.dropLast() }

  /// The severities that settings may give to most rules.
  package static let levels = Severity.allCases.reversed().map(\.rawValue) + ["off"]

  /// The ids of the rules that cannot be off.
  package static var alwaysOn: [String] { catalogue.filter { !$0.canBeOff }.map(\.id) }

  /// Why a rule that is always on cannot be off.
  package var refusalOfOff: String {
    let list = levels.map { "`\($0)`" }
    return "the rule `\(id)` cannot be off; use "
      + list.dropLast().joined(separator: ", ") + " or " + list.suffix(1).joined()
  }

  var saysKeywords: Bool { if case .keyword = message { true } else { false } }

  package static let schemaLink = "https://spec.openapis.org/oas/v3.1.0#schema-object"

  package enum Message: Sendable {
    /// The text of the failed JSON Schema keyword, or of the reader's error.
    case keyword
    /// The first phrase that fits the failure; if none fits, the keyword's text.
    case phrases([Phrase])
    /// A function of the failed assertion; nil means the keyword's text.
    case assertion(@Sendable (FailureContext) -> FindingText?)
  }

  /// How missing properties of one object are reported together.
  enum Absence: Sendable {
    case each
    /// The rule needs both properties of a pair. If both are missing, each one is an ordinary
    /// missing property.
    case half
    /// The properties are pagination figures. An object without any of them gets one finding for
    /// all figures.
    case figures
  }

  /// How text reports list the properties of one object.
  package struct Listing: Sendable {
    /// The message for missing properties; `{list}` stands for the properties.
    package var message: String
    /// The hint for missing properties; `{name}` stands for a property.
    package var addition: String
    /// The texts for properties that the schema does not list. `rest` is the hint for properties
    /// that are no misspellings.
    package var unlisted: (message: String, label: String, rest: String)
    package init(
      message: String = "{list} are missing", addition: String = "`{name}`",
      unlisted: (message: String, label: String, rest: String) = (
        message: "{list} are not allowed here", label: "remove them", rest: "remove the others"
      )
    ) {
      self.message = message
      self.addition = addition
      self.unlisted = unlisted
    }
  }

  struct Repair: Sendable {
    enum Kind: Equatable, Sendable {
      /// Writes a date in the required form, if the instant is certain.
      case rewriteDate
      /// Removes the quotes of a number or truth value.
      case unquote
      /// Puts an integer in quotes.
      case quote
      /// Writes the allowed value that differs only in case or quotes.
      case choose
      /// Adds a missing property with the value null.
      case insertNull
      /// Replaces the value by this JSON text.
      case replace(String)
      /// Renames the key.
      case rename(String)
      /// Replaces the value by a text that the rule gives.
      case rewrite(ValueTemplate)
    }

    let summary: String
    /// The fixes that may change the meaning, in words.
    var unsafe: String?
    var kinds: [Kind] = []
  }

  struct Lint: Sendable {
    /// The severity of errors that no API can intend. Guesses are at most warnings.
    let severity: Severity
    /// The folded names of properties that the rule uses, by the properties' meaning for the
    /// object.
    var names: [(NameTraits.Roles, [String])] = []
    var parts: [LintPart] = []
  }
}

extension Rule {
  /// The reason in a finding. A request is no problem for the app's own decoder. So a finding in a
  /// request has no such reason.
  func why(_ reason: String?, in part: Exchange.Part?) -> String? {
    let isOfApps = id == Rule.schema.id ? reason == rationale : Self.ofApps.contains(id)
    guard part == .request, reason != nil, isOfApps else { return reason }
    return "the receiver expects what the contract says; it refuses or misreads anything else"
  }

  /// The rules whose reasons are about apps that read responses, in addition to `schema`.
  private static let ofApps: Set<String> = [
    "coordinate-names", "coordinate-range", "explicit-null", "iso-dates", "key-case",
    "pagination-shape", "undocumented-field",
  ]
}
