/// One documented rule of an API, as a value that holds all that is its own: what it finds, why that
/// matters, where it comes from, how it attaches to a contract, in which words it reports, how a
/// broken place is fixed, and how it works without a contract.
///
/// The catalogue, ``Rule/catalogue``, lists them all; adding one is one file and one line there. A
/// rule needs no code as long as a form, a message template and kinds of fixes say what it does.
public struct Rule: Identifiable, Sendable {
  /// The name under which findings carry it and settings address it: `coordinate-names`.
  public let id: String
  /// One line: what the rule finds.
  public let summary: String
  /// Why a client breaks when the rule is broken.
  public let rationale: String
  /// Which document and section, or which standard, says so.
  public let source: String
  /// A page about the standard behind the rule.
  public let link: String
  /// What a contract may set, beside the severity.
  public let options: [RuleOption]
  /// The severity where a contract sets none.
  public let severity: Severity
  /// Bodies that keep or break the rule; each runs as a test.
  public let examples: [RuleExample]
  /// How the rule attaches to a contract.
  public let form: Form
  let message: Message
  /// What several absent members of one object mean together.
  let absence: Absence
  /// How absent members of one object are listed; nil where each has a line of its own.
  let listing: Listing?
  /// How a broken place is fixed; nil where only the author can tell.
  let repair: Repair?
  /// How the rule works without a contract; nil where it needs one.
  let lint: Lint?

  /// How a broken place is fixed, in words; nil where only the author can tell.
  public var fix: String? { repair?.summary }

  /// How a rule finds its violations.
  public enum Form: Sendable {
    /// By owning assertions of the contract's schemas and adding its own.
    case owns([Ownership])
    /// By the names of keys.
    case keys(KeyTable)
    /// By relating values to one another and to the request.
    case relation
    /// While the text of a body is read.
    case text
    /// While an exchange is matched, before any schema.
    case exchange
  }

  /// Whether its violations are told by the keywords that fail.
  var saysKeywords: Bool { if case .keyword = message { true } else { false } }

  static let schemaLink = "https://spec.openapis.org/oas/v3.1.0#schema-object"

  init(
    _ id: String, _ summary: String, rationale: String, source: String,
    link: String = Rule.schemaLink, options: [RuleOption] = [], severity: Severity = .error,
    form: Form, message: Message = .keyword, absence: Absence = .each, listing: Listing? = nil,
    fix: Repair? = nil, lint: Lint? = nil, examples: [RuleExample]
  ) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.source = source
    self.link = link
    self.options = options
    self.severity = severity
    self.form = form
    self.message = message
    self.absence = absence
    self.listing = listing
    self.repair = fix
    self.lint = lint
    self.examples = examples
  }
}

extension Rule {
  enum Message: Sendable {
    /// Those of the JSON Schema keyword that fails.
    case keyword
    /// A text in which `{name}` stands for the member and `{value}` for its value, and what to do.
    case template(String, label: String = "")
    /// Made from a failed assertion; nil leaves a failure to the keyword's words.
    case assertion(@Sendable (FailureContext) -> FindingText?)
    /// Made from another kind of violation.
    case violation(@Sendable (Violation.Kind) -> FindingText?)
  }

  /// What several absent members of one object mean together.
  enum Absence: Sendable {
    /// Each is a violation.
    case each
    /// The rule is about one of a pair; where both are absent, each is just missing.
    case half
    /// The members are pagination figures: of an object that has none, one violation stands for all.
    case figures
  }

  /// How reports for readers list the absent members of one object.
  struct Listing: Sendable {
    /// The sentence, in which `{list}` stands for the members.
    var message = "{list} are missing"
    /// What to add, in which `{name}` stands for a member.
    var addition = "`{name}`"
  }

  struct Repair: Sendable {
    /// What is done to a value or a key.
    enum Kind: Equatable, Sendable {
      /// Writes a date in the form that is asked for, where the instant is certain.
      case rewriteDate
      /// Removes the quotes of a number or truth value.
      case unquote
      /// Puts an integer in quotes.
      case quote
      /// Writes the allowed value that differs by its case or quotes alone.
      case choose
      /// Adds an absent member with the value null.
      case insertNull
      /// Writes this JSON text in place of the value.
      case replace(String)
    }

    let summary: String
    let kinds: [Kind]

    init(_ summary: String, _ kinds: [Kind] = []) {
      self.summary = summary
      self.kinds = kinds
    }
  }

  struct Lint: Sendable {
    /// The severity of what no API can have meant; what is guessed is a warning at most.
    let severity: Severity
    /// The names of members that matter to the rule, by what they say of their object, folded.
    var names: [(NameTraits.Roles, [String])] = []
    var part = LintPart.none
  }
}
