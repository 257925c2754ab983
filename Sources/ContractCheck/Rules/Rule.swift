@_spi(Engine) internal import ContractCaptures

/// One documented rule of an API, as a value: what it finds, why, its source, how it attaches to a
/// contract, its messages, its fixes, and how it works without a contract.
///
/// `Rule.catalogue` lists all rules. A new rule is one file and one line there. It needs no code
/// if a form, message templates and kinds of fixes describe it: then all but its examples and its
/// lint is data, in `schemas/rules/built-in.json`.
public struct Rule: Identifiable, Sendable {
  /// The name in findings and settings: `coordinate-names`.
  public let id: String
  /// One line: what the rule finds.
  package let summary: String
  /// Why a client breaks when the rule is broken.
  package let rationale: String
  /// The document and section, or the standard, that requires it.
  package let source: String
  /// A page about the standard behind the rule.
  package private(set) var link = Rule.schemaLink
  /// What depends on the version of the app's system; nil where nothing does.
  package private(set) var versions: String?
  /// What the rule misses, and what surprises, a line each.
  package private(set) var problems: [String] = []
  /// The release that had the rule first.
  package private(set) var since = "0.1.0"
  /// What a contract may set in addition to the severity.
  package private(set) var options: [RuleOption] = []
  /// The severity if a contract sets none.
  package private(set) var severity = Severity.error
  /// What a contract must say, so that violations are more than warnings.
  package private(set) var basis = Basis.contract
  /// How the rule attaches to a contract.
  package internal(set) var form: Form
  private(set) var message = Message.keyword
  private(set) var absence = Absence.each
  /// Nil where each member has a line of its own.
  package private(set) var listing: Listing?
  /// Nil where only the author can fix a violation.
  private(set) var repair: Repair?
  /// Nil where the rule needs a contract.
  private(set) var lint: Lint?
  /// An exchange that breaks the rule and one that keeps it, in words; nil where examples show it.
  package private(set) var exchanges: (wrong: String, right: String)?
  /// Bodies that keep or break the rule; each is run as a test.
  package private(set) var examples: [RuleExample] = []
  /// Whose side a violation is on; nil for the side that sends the message.
  package private(set) var side: Side?
  /// Where a rule of one's own is written; nil for a rule of this package.
  package internal(set) var origin: RuleOrigin?
  /// Whether a violation is marked at the key and not at its value.
  private(set) var marksKeys = false
  /// Whether the values of violations are never shown.
  var hidesValues = false
  /// Whether a JSON text would keep the rule in place of a value; nil where that is not known.
  var holds: (@Sendable (String) -> Bool)?

  /// A rule of `BuiltInRules` with what its data does not hold.
  func with(
    listing: Listing? = nil, lint: Lint? = nil, problems: [String] = [], examples: [RuleExample]
  ) -> Rule {
    var rule = self
    (rule.listing, rule.lint, rule.problems, rule.examples) = (listing, lint, problems, examples)
    return rule
  }

  /// How violations are fixed, in words; nil where only the author can fix them.
  package var fix: String? { repair?.summary }
  /// Which of the fixes may change the meaning, and need `--unsafe-fixes`; nil where none does.
  package var unsafeFix: String? { repair?.unsafe }

  /// Who can mend a violation.
  package enum Side: String, CaseIterable, Sendable {
    case app
    case server
    /// The contract does not say what it should.
    case contract
  }

  /// What a rule goes by. Without it, the rule guesses, and what it finds are warnings.
  package enum Basis: Sendable {
    /// Any contract.
    case contract
    /// A contract with `x-schemacheck`: its authors know these rules.
    case extensions
    /// A contract that describes how its clients decode.
    case decoder
  }

  /// How a rule finds its violations.
  package enum Form: Sendable {
    /// By owning assertions of the contract's schemas and adding its own.
    case owns([Ownership])
    /// By the names of keys.
    case keys(KeyTable)
    /// By comparing values with one another and with the request.
    case relation
    /// While the text of a body is read.
    case text
    /// While an exchange is matched, before any schema.
    case exchange
  }

  /// What a fix calls the member; nil where its name stays.
  var newName: String? {
    for case .rename(let name) in repair?.kinds ?? [] { return name }
    return nil
  }

  var saysKeywords: Bool { if case .keyword = message { true } else { false } }

  package static let schemaLink = "https://spec.openapis.org/oas/v3.1.0#schema-object"

  package enum Message: Sendable {
    /// The words of the failed JSON Schema keyword, or of what a reader found.
    case keyword
    /// The first phrase that is about the failure; without one, the words of the keyword.
    case phrases([Phrase])
    /// Made from a failed assertion; nil means the keyword's words.
    case assertion(@Sendable (FailureContext) -> FindingText?)
  }

  /// How absent members of one object are reported together.
  enum Absence: Sendable {
    case each
    /// The rule is about one of a pair; if both are absent, each is just a missing member.
    case half
    /// The members are pagination figures; an object without any gets one violation for all.
    case figures
  }

  /// How reports for people list the members of one object.
  package struct Listing: Sendable {
    /// For absent ones; `{list}` stands for the members.
    package var message: String
    /// The advice for absent ones; `{name}` stands for a member.
    package var addition: String
    /// For those that the schema does not list; `rest` is the advice for those of them that are no
    /// misspellings.
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
      /// Writes a date in the required form, where the instant is certain.
      case rewriteDate
      /// Removes the quotes of a number or truth value.
      case unquote
      /// Puts an integer in quotes.
      case quote
      /// Writes the allowed value that differs only by case or quotes.
      case choose
      /// Adds an absent member with the value null.
      case insertNull
      /// Replaces the value by this JSON text.
      case replace(String)
      /// Renames the key.
      case rename(String)
      /// Replaces the value by a text, where that is what the rule asks for.
      case rewrite(ValueTemplate)
    }

    let summary: String
    /// Which of the fixes may change the meaning.
    var unsafe: String?
    var kinds: [Kind] = []
  }

  struct Lint: Sendable {
    /// For errors that no API can have meant; guesses are warnings at most.
    let severity: Severity
    /// Folded names of members that matter to the rule, by what they say about their object.
    var names: [(NameTraits.Roles, [String])] = []
    var parts: [LintPart] = []
  }
}

extension Rule {
  /// The reason of a finding. What an app sends is no trouble for its own decoder.
  func why(_ reason: String?, in part: Exchange.Part?) -> String? {
    let isOfApps = id == Rule.schema.id ? reason == rationale : Self.ofApps.contains(id)
    guard part == .request, reason != nil, isOfApps else { return reason }
    return "the receiver expects what the contract says; it refuses or misreads anything else"
  }

  /// The rules whose reasons are about apps that read responses, beside `schema`.
  private static let ofApps: Set<String> = [
    "coordinate-names", "coordinate-range", "explicit-null", "iso-dates", "key-case",
    "pagination-shape", "undocumented-field",
  ]
}
