public import JSONSchema

/// One documented rule of an API, as a value: what it finds, why it matters, where it comes from,
/// and how it attaches to a contract.
///
/// The catalogue, ``Rule/catalogue``, lists them all; adding one is one file and one line there.
public struct Rule: Identifiable, Sendable {
  /// The name under which findings carry it and settings address it: `coordinate-names`.
  public let id: String
  /// One line: what the rule finds.
  public let summary: String
  /// Why a client breaks when the rule is broken.
  public let rationale: String
  /// Which document and section, or which standard, says so.
  public let source: String
  /// What a contract may set, beside the severity.
  public let options: [RuleOption]
  /// The severity where a contract sets none.
  public let severity: Severity
  /// How a broken place is mended; nil where nobody but the author can tell.
  public let fix: String?
  /// Bodies that keep or break the rule; each runs as a test.
  public let examples: [RuleExample]
  /// How the rule attaches to a contract.
  public let form: Form

  /// How a rule finds its mistakes.
  public enum Form: Sendable {
    /// By owning assertions of the contract's schemas and adding its own.
    case owns([Ownership])
    /// By the names of keys.
    case keys(KeyTable)
    /// By relating values to one another and to the request.
    case relation(Relation)
    /// While the exchange is read and matched, before any schema.
    case reader
  }

  init(
    _ id: String, _ summary: String, rationale: String, source: String,
    options: [RuleOption] = [], severity: Severity = .error, fix: String? = nil, form: Form,
    examples: [RuleExample]
  ) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.source = source
    self.options = options
    self.severity = severity
    self.fix = fix
    self.form = form
    self.examples = examples
  }
}

/// Which assertions of a contract a rule answers for, and what it asserts beside them.
public enum Ownership: Sendable {
  /// The presence of members that may be null.
  case nullableMembers
  /// Strings with a date or time format, or with a date profile of their own.
  case dates
  /// Pagination objects: their presence, the presence and the types of these members.
  case pagination(members: [String])
  /// The values of members with one of these names, in any case style.
  ///
  /// The rule answers for the keywords named, and for a string where none may be if
  /// `ownsStrings`; it asserts the fragment.
  case member(MemberName, keywords: Set<String>, ownsStrings: Bool = false, asserts: Schema)
  /// Objects that list every one of these members: the rule asserts the fragment.
  case objects(listing: [String], asserts: Schema)
  /// The presence of one member of the coordinate pair where the other is.
  case coordinatePair

  /// A member's name, fixed or set by the contract.
  public enum MemberName: Sendable {
    /// This name, in any case style.
    case named(String)
    /// The contract's name for the latitude.
    case latitude
    /// The contract's name for the longitude.
    case longitude
  }
}

/// What the names of keys mean to a rule.
public enum KeyTable: Sendable {
  /// Coordinates under any name but the contract's pair.
  case coordinates
  /// The case of the contract's keys.
  case keyCase
  /// Members that must not come back in a response.
  case secrets([String])
  /// Members that the contract does not list.
  case unlisted
}

/// What a rule relates.
public enum Relation: Sendable {
  /// The figures of a pagination object to one another, to the items and to the query.
  case pagination
}
