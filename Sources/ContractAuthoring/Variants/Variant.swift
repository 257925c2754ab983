@_spi(Engine) public import ContractCheck
package import JSONTape

/// A body that a contract allows, made up from it, and the freedom that the body uses.
///
/// A freedom is what a contract leaves open: a property that may be absent, a value that may be null,
/// one of several values. See ``Contract/variants(operation:status:limit:_:)``.
public struct Variant: Sendable {
  /// The kind of a freedom.
  public enum Freedom: String, CaseIterable, Sendable {
    /// None: every documented property is present, and no value is unusual.
    case none
    /// An optional property is absent.
    case absent
    /// A nullable value is null.
    case null
    /// Another of the listed values.
    case value
    /// Another branch of `oneOf`, `anyOf` or `if`.
    case branch
    /// Another type.
    case type
    /// An array or a map without elements.
    case empty
    /// An array of two elements, or of as many as the contract allows.
    case several
    /// Another form of a date.
    case date
    /// An integer or number at its end, or zero.
    case end
    /// A number with a fraction, without one, or in another spelling: `1.0`, `1e0`.
    case fraction
    /// A property that the contract does not list.
    case unlisted
    /// An empty, short, long or escaped string.
    case text
    /// A required property is absent. The contract does not allow it; see
    /// `Contract.lackingVariants(operation:status:_:)`.
    case lacking
  }

  /// The method and path template: `GET /users/{id}`.
  package let operation: String
  /// The status of the response.
  package let status: Int
  /// What the contract leaves open.
  package let freedom: Freedom
  /// The freedom in words: "`days_on_market` absent".
  package let words: String
  /// The place of the freedom in the body.
  package let instance: JSONPointer
  /// The place in the contract that gives the freedom.
  package let place: ContractPlace?
  /// The body as JSON text.
  package let body: [UInt8]
  /// The exchange as a line of NDJSON, without its end, that `schemacheck check` reads.
  package let record: [UInt8]
}

/// What was made of a contract, and what was not.
public struct VariantTally: Hashable, Sendable {
  /// How many variants were made.
  package internal(set) var variants = 0
  /// The bytes of their records.
  package internal(set) var bytes = 0
  /// How many freedoms have no value.
  package var unmade: Int { omitted.reduce(0) { $0 + $1.count } }
  /// The freedoms for which no value was found, a line for each schema.
  package var omissions: [String] {
    omitted.map { $0.count == 1 ? $0.line : "\($0.line) (and \($0.count - 1) more of this schema)" }
  }
  /// Where a limit was reached, a line each.
  package internal(set) var limits: [String] = []
  /// How many values were made on the way to the bodies.
  var steps = 0
  private var omitted: [Omission] = []
  private var positions: [String: Int] = [:]
  /// How many freedoms of an operation were not tried.
  private var leftOut: [String: Int] = [:]

  private struct Omission: Hashable {
    /// Of the first freedom.
    let line: String
    var count = 1
  }

  /// Nothing yet.
  package init() {}

  /// Counts a freedom of a schema for which no value was found.
  mutating func omit(_ line: String, of schema: String) {
    if let position = positions[schema] {
      omitted[position].count += 1
    } else {
      positions[schema] = omitted.count
      omitted.append(Omission(line: line))
    }
  }

  mutating func leaveOut(_ count: Int, of operation: String) {
    leftOut[operation, default: 0] += count
  }

  /// Says what was left out.
  mutating func finish(_ limit: Int) {
    guard let most = leftOut.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return }
    let all = leftOut.values.reduce(0, +)
    let others = Plural.count(leftOut.count - 1, "other operation")
    let rest = leftOut.count == 1 ? "" : "; with \(others), \(all) more"
    limits.append(
      "at most \(limit) responses are made for an operation; \(most.key) would have "
        + "\(most.value) more\(rest)")
  }
}

extension Contract {
  /// Makes bodies of the responses that the contract allows: for each documented status with a JSON
  /// body one with every documented property, and one for each freedom that the contract
  /// gives.
  ///
  /// Each differs from the first in this freedom, and in what has to follow from it, such as the
  /// number of pages from the number of items. Each was checked against the contract.
  ///
  /// - Parameters:
  ///   - operation: An operationId, or method and path template; all operations where nil.
  ///   - status: The status of the response; all documented statuses where nil.
  ///   - limit: How many are made of an operation. Each response has an equal share, and leaves the
  ///     next one what it does not need.
  ///   - yield: Called for each variant as soon as it is made: the complete body, the one without
  ///     optional properties, then freedoms by their depth in the body.
  /// - Returns: Counts, and what is missing.
  /// - Throws: ``Checker/UnknownName`` when the contract has no such operation or status.
  /// - Complexity: The number of variants is linear in the size of the contract.
  @discardableResult
  public func variants(
    operation: String? = nil, status: Int? = nil, limit: Int = 1_000, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, lacking: false, limit, yield)
  }

  /// Makes bodies that the contract does not allow: each lacks one required property.
  ///
  /// An app that decodes such a body does not need the property.
  @discardableResult
  public func lackingVariants(
    operation: String? = nil, status: Int? = nil, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, lacking: true, .max, yield)
  }

  /// The lowest documented success of an operation, the status that bodies without one have.
  public func successStatus(ofOperation name: String) -> Int? {
    guard let operation = operation(named: name) else { return nil }
    return operation.success.map { VariantResponses.status(of: $0, in: operation) }
  }

  private func make(
    _ name: String?, _ status: Int?, lacking: Bool, _ limit: Int, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    var chosen = operations
    if let name {
      _ = try Checker(
        contracts: [self], assumption: Checker.Assumption(operation: name, status: status))
      chosen = operation(named: name).map { [$0] } ?? []
    }
    var tally = VariantTally()
    let limit = min(max(limit, 1), Int(Int32.max))
    let responses = VariantResponses(self)
    for operation in chosen {
      responses.make(operation, status, lacking: lacking, limit, &tally, yield)
    }
    tally.finish(limit)
    return tally
  }
}
