@_spi(Engine) public import ContractCheck
package import JSONTape

/// A generated body that a contract allows. The body uses one freedom of the contract.
///
/// A freedom is a choice that a contract leaves to the server. For example, a property may be
/// missing, or a value may be null. ``Contract/variants(operation:status:limit:_:)`` makes
/// variants.
public struct Variant: Sendable {
  /// The kind of a freedom.
  public enum Freedom: String, CaseIterable, Sendable {
    /// No freedom: every documented property is present, and no value is unusual.
    case none
    /// An optional property is missing.
    case absent
    /// A nullable value is null.
    case null
    /// The value is another of the listed values.
    case value
    /// The value matches another branch of `oneOf`, `anyOf` or `if`.
    case branch
    /// The value has another type.
    case type
    /// An array or a map has no elements.
    case empty
    /// An array has two elements. If the contract allows fewer, it has as many as allowed.
    case several
    /// A date has another form.
    case date
    /// A number is the least or the greatest allowed number, or zero.
    case end
    /// A number has a fraction, has no fraction, or is written in another form, such as `1.0` or
    /// `1e0`.
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

/// The number of variants that were made, and the number of variants that could not be made.
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
  /// if the number of items changes, the number of pages also changes. Each body is checked against
  /// the contract.
  ///
  /// - Parameters:
  ///   - operation: An operationId, or a method and a path template. Nil for all operations.
  ///   - status: The status of the response. Nil for all documented statuses.
  ///   - limit: The maximum number of variants of an operation. Each response has an equal share.
  ///     If a response does not use its share, the next response gets the rest.
  ///   - yield: Called for each variant when it is made. The complete body is first, and the body
  ///     without optional properties is second. The other bodies follow in the order of the depth
  ///     of their freedom.
  /// - Returns: The number of variants, and the reasons why some variants could not be made.
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
  /// If an app decodes such a body, the app does not need the property.
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

  /// The lowest documented status of a success. This status is used for bodies without a status.
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
