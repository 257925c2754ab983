/// Something that a contract may set for a rule, beside its severity.
public struct RuleOption: Sendable {
  /// What values the option takes.
  public enum Values: Sendable {
    /// One of these words.
    case choice([String])
    /// Two member names.
    case pair
  }

  /// The option's name in a contract: `profile`.
  public let name: String
  /// One line: what the option sets.
  public let summary: String
  /// What it may be set to.
  public let values: Values
  /// The value where a contract sets none, as it is shown.
  public let standard: String

  /// What the values mean, a line each.
  public private(set) var notes: [String] = []
}

/// A body that keeps or breaks a rule, with the operation it belongs to.
public struct RuleExample: Sendable {
  /// A place where the example must have a finding; for an absent member, the object.
  public struct Expectation: Hashable, Sendable {
    /// The JSON Pointer, within the body, of the value at fault.
    public let instance: String
    /// The name of an absent member; nil where the value itself is at fault.
    public let member: String?
  }

  /// The name of the bundled contract.
  public let contract: String
  /// What of the contract judges the body: `GET /path`, or the name of a component schema.
  public let operation: String
  /// The body's text: JSON, save in examples of what is not.
  public let body: String
  /// Empty for a body that keeps the rule.
  public let expected: [Expectation]
  /// The status of the exchange; 200 unless another is given.
  public let status: Int
  /// Whether the body is a request's.
  public let isRequest: Bool
  /// The URL's query, for rules that read it.
  public let query: String

  static func right(
    _ contract: String, _ operation: String, status: Int = 200, request: Bool = false,
    query: String = "", _ body: String
  ) -> RuleExample {
    RuleExample(
      contract: contract, operation: operation, body: body, expected: [], status: status,
      isRequest: request, query: query)
  }

  static func wrong(
    _ contract: String, _ operation: String, status: Int = 200, request: Bool = false,
    query: String = "", at instance: String, member: String? = nil, _ body: String
  ) -> RuleExample {
    RuleExample(
      contract: contract, operation: operation, body: body,
      expected: [Expectation(instance: instance, member: member)], status: status,
      isRequest: request, query: query)
  }
}
