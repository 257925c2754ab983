@_spi(Engine) public import ContractCheck
package import JSONTape

/// A generated body that a contract allows, with the freedom that it uses.
///
/// A freedom is something that a contract leaves open: a property that may be missing, a value that
/// may be null, one of several values. To make variants, see
/// ``Contract/variants(operation:status:limit:_:)``.
public struct Variant: Sendable {
  /// The kind of a freedom.
  public enum Freedom: String, CaseIterable, Sendable {
    /// No freedom: every documented property is present, and no value is unusual.
    case none
    /// An optional property is missing.
    case absent
    /// A nullable value is null.
    case null
    /// The value is another one of the listed values.
    case value
    /// The value matches another branch of `oneOf`, `anyOf` or `if`.
    case branch
    /// The value has another type.
    case type
    /// An array or a map has no elements.
    case empty
    /// An array has two elements, or as many as the contract allows.
    case several
    /// A date has another form.
    case date
    /// A number is at the end of its range, or it is zero.
    case end
    /// A number has a fraction, has no fraction, or has another spelling: `1.0`, `1e0`.
    case fraction
    /// A property that the contract does not list.
    case unlisted
    /// An empty, short, long or escaped string.
    case text
    /// A required property is missing. The contract does not allow this. See
    /// `Contract.lackingVariants(operation:status:_:)`.
    case lacking
  }

  /// The method and path template: `GET /users/{id}`.
  package let operation: String
  /// The status of the response.
  package let status: Int
  /// The freedom of the contract that the body uses.
  package let freedom: Freedom
  /// The freedom as a text, such as "`days_on_market` absent".
  package let words: String
  /// The place of the freedom in the body.
  package let instance: JSONPointer
  /// The place in the contract that gives the freedom.
  package let place: ContractPlace?
  /// The rule of the error in a wrong body. Nil for an allowed body.
  package var rule: String?
  /// The body as JSON text.
  package let body: [UInt8]
  /// The exchange as a line of NDJSON without its line ending. `schemacheck check` can read this
  /// line.
  package let record: [UInt8]
}

/// The number of variants that were made of a contract, and the number of variants that could not
/// be made.
public struct VariantTally: Hashable, Sendable {
  /// The number of variants.
  package internal(set) var variants = 0
  /// The number of bytes of their records.
  package internal(set) var bytes = 0
  /// The number of freedoms without a variant.
  package var unmade: Int { omitted.reduce(0) { $0 + $1.count } }
  /// The freedoms for which no value was found, one line for each schema.
  package var omissions: [String] {
    omitted.map { $0.count == 1 ? $0.line : "\($0.line) (and \($0.count - 1) more of this schema)" }
  }
  /// The limits that were reached, one line each.
  package internal(set) var limits: [String] = []
  /// The number of values that were made for the bodies.
  var steps = 0
  private var omitted: [Omission] = []
  private var positions: [String: Int] = [:]
  /// The number of freedoms of each operation that were not tried.
  private var leftOut: [String: Int] = [:]

  private struct Omission: Hashable {
    /// The text of the first freedom.
    let line: String
    var count = 1
  }

  /// Creates a tally with counts of 0.
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

  /// Adds lines about the freedoms that were not tried.
  mutating func finish(_ limit: Int) {
    guard let most = leftOut.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return }
    let all = leftOut.values.reduce(0, +)
    let rest = leftOut.count == 1 ? "" : "; \(leftOut.count) operations together have \(all) more"
    limits.append(
      "at most \(limit) responses were made for each operation (`--limit`); \(most.key) has "
        + "\(most.value) more\(rest)")
  }
}

extension Contract {
  /// Makes bodies of the responses that the contract allows. For each documented status with a JSON
  /// body, it makes one body with every documented property. It makes one more body for each
  /// freedom of the contract.
  ///
  /// Such a body differs from the first body only in the freedom and its consequences. For example,
  /// another number of items has another number of pages as a consequence. Each body is checked
  /// against the contract.
  ///
  /// - Parameters:
  ///   - operation: An operationId, or method and path template; nil for all operations.
  ///   - status: The status of the response; nil for all documented statuses.
  ///   - limit: The maximum number of variants of an operation. Each response has an equal share.
  ///     If a response does not use its share, the next response gets the rest.
  ///   - yield: Called for each variant when it is made. First comes the complete body, then the
  ///     body without optional properties, then the freedoms by their depth in the body.
  /// - Returns: The counts, and the variants that could not be made.
  /// - Throws: ``Checker/UnknownName`` if the contract has no such operation or status.
  /// - Complexity: The number of variants is linear in the size of the contract.
  @discardableResult
  public func variants(
    operation: String? = nil, status: Int? = nil, limit: Int = 1_000, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, .allowed, limit, yield)
  }

  /// Makes bodies that the contract does not allow. In each body, one required property is missing.
  ///
  /// An app that decodes such a body does not need the property.
  @discardableResult
  public func lackingVariants(
    operation: String? = nil, status: Int? = nil, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, .lacking, .max, yield)
  }

  /// Makes bodies that the contract does not allow. Each body has one mistake. A property is
  /// missing, or it has another name, null, another type, a value that is not listed, or a wrong
  /// date. For each body, a check reports exactly one error. The record has the error's rule and
  /// place.
  @discardableResult
  package func wrongVariants(
    operation: String? = nil, status: Int? = nil, limit: Int = 1_000, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, .wrong, limit, yield)
  }

  /// The lowest documented success status of an operation. It is used for bodies without a status.
  public func successStatus(ofOperation name: String) -> Int? {
    guard let operation = operation(named: name) else { return nil }
    return operation.success.map { VariantResponses.status(of: $0, in: operation) }
  }

  private func make(
    _ name: String?, _ status: Int?, _ choice: VariantResponses.Choice, _ limit: Int,
    _ yield: (Variant) -> Void
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
      responses.make(operation, status, choice, limit, &tally, yield)
    }
    tally.finish(limit)
    return tally
  }
}
