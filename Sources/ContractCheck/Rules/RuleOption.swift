/// A setting of a rule in a contract, in addition to the severity.
package struct RuleOption: Sendable {
  /// The values that the option accepts.
  package enum Values: Sendable {
    /// One of these words.
    case choice([String])
    /// Two property names.
    case pair
  }

  /// The option's name in a contract: `profile`.
  package let name: String
  /// The effect of the option in one line.
  package let summary: String
  /// The possible values.
  package let values: Values
  /// The default value in words.
  package let standard: String

  /// The meaning of the values, one line each.
  package private(set) var notes: [String] = []
}

/// A right or wrong body for a rule, with its operation.
package struct RuleExample: Sendable {
  /// A place where the example must have a finding. For a missing property, this is the object.
  package struct Expectation: Hashable, Sendable {
    /// The JSON Pointer of the wrong value within the body.
    package let instance: String
    /// The name of a missing property; nil if the value itself is wrong.
    package let property: String?
  }

  /// The name of the bundled contract.
  package let contract: String
  /// The part of the contract that the body is checked against. It is `GET /path`, or the name of a
  /// component schema.
  package let operation: String
  /// The text of the body: JSON, except in examples of broken JSON.
  package let body: String
  /// The expected findings; empty for a right body.
  package private(set) var expected: [Expectation] = []
  /// Whether the body is a request body.
  package private(set) var isRequest = false
  /// The URL's query, for rules that read it.
  package private(set) var query = ""

  static func right(
    _ contract: String, _ operation: String, request: Bool = false, query: String = "",
    _ body: String
  ) -> RuleExample {
    RuleExample(
      contract: contract, operation: operation, body: body, isRequest: request, query: query)
  }

  static func wrong(
    _ contract: String, _ operation: String, request: Bool = false, at instance: String,
    property: String? = nil, _ body: String
  ) -> RuleExample {
    RuleExample(
      contract: contract, operation: operation, body: body,
      expected: [Expectation(instance: instance, property: property)], isRequest: request)
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

  /// The body of an empty list with this pagination: 41 elements, 20 per page.
  static func list(page: Int, totalPages: Int, hasMore: Bool) -> String {
    """
    {"locations": [], "pagination": {"page": \(page), "limit": 20, "total": 41,
     "totalPages": \(totalPages), "hasMore": \(hasMore)}}
    """
  }
}
