/// A setting of a rule in a contract, beside its severity.
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
  /// The value if a contract sets none, as it is shown.
  public let standard: String

  /// The meaning of the values, a line each.
  public private(set) var notes: [String] = []
}

/// A body that keeps or breaks a rule, with the operation it belongs to.
public struct RuleExample: Sendable {
  /// A place where the example must have a finding; for an absent member, the object.
  public struct Expectation: Hashable, Sendable {
    /// The JSON Pointer of the wrong value within the body.
    public let instance: String
    /// The name of an absent member; nil where the value itself is wrong.
    public let member: String?
  }

  /// The name of the bundled contract.
  public let contract: String
  /// What of the contract the body is checked against: `GET /path`, or a component schema's name.
  public let operation: String
  /// The text of the body: JSON, except in examples of broken JSON.
  public let body: String
  /// Empty for a body that keeps the rule.
  public let expected: [Expectation]
  /// The status of the exchange, 200 by default.
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
