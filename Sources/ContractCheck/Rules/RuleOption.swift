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
  public private(set) var expected: [Expectation] = []
  /// Whether the body is a request's.
  public private(set) var isRequest = false
  /// The URL's query, for rules that read it.
  public private(set) var query = ""

  static func right(
    _ contract: String, _ operation: String, request: Bool = false, query: String = "",
    _ body: String
  ) -> RuleExample {
    RuleExample(
      contract: contract, operation: operation, body: body, isRequest: request, query: query)
  }

  static func wrong(
    _ contract: String, _ operation: String, request: Bool = false, at instance: String,
    member: String? = nil, _ body: String
  ) -> RuleExample {
    RuleExample(
      contract: contract, operation: operation, body: body,
      expected: [Expectation(instance: instance, member: member)], isRequest: request)
  }

  /// The body of a location with these coordinates.
  static func location(_ coordinates: String) -> String {
    """
    {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null,
     \(coordinates), "type": null, "rating": null, "photos": []}
    """
  }

  static func device(
    platform: String = "ios", createdAt: String = "2026-01-22T12:00:00.000Z",
    updatedAt: String = "2026-01-22T12:00:00.000Z"
  ) -> String {
    """
    {"id": "c", "platform": "\(platform)", "deviceName": null,
     "createdAt": "\(createdAt)", "updatedAt": "\(updatedAt)"}
    """
  }

  /// The body of an empty list with this pagination, of 41 elements by 20.
  static func list(page: Int, totalPages: Int, hasMore: Bool) -> String {
    """
    {"locations": [], "pagination": {"page": \(page), "limit": 20, "total": 41,
     "totalPages": \(totalPages), "hasMore": \(hasMore)}}
    """
  }
}
