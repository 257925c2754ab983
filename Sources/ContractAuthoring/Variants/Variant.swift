@_spi(Engine) public import ContractCheck
package import JSONTape

/// A body that a contract allows, made up from it, and the freedom that the body uses.
///
/// A freedom is what a contract leaves open: a property that may be absent, a value that may be null,
/// one of several values. See ``Contract/variants(operation:status:_:)``.
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
    /// An array of two elements.
    case several
    /// Another form of a date.
    case date
    /// An integer or number at its end, or zero.
    case end
    /// A number with a fraction, or without one.
    case fraction
    /// A property that the contract does not list.
    case unlisted
    /// An empty, long or escaped string.
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
  /// The freedoms for which no value was found, a line each.
  package internal(set) var omissions: [String] = []
  /// Where a limit was reached, a line each.
  package internal(set) var limits: [String] = []
  /// How many values were made on the way to the bodies.
  var steps = 0

  /// Nothing yet.
  package init() {}
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
  ///   - yield: Called for each variant, in the order of the contract.
  /// - Returns: Counts, and what is missing.
  /// - Throws: ``Checker/UnknownName`` when the contract has no such operation or status.
  /// - Complexity: The number of variants is linear in the size of the contract. At most 20,000 for
  ///   each response.
  @discardableResult
  public func variants(
    operation: String? = nil, status: Int? = nil, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, lacking: false, yield)
  }

  /// Makes bodies that the contract does not allow: each lacks one required property.
  ///
  /// An app that decodes such a body does not need the property.
  @discardableResult
  public func lackingVariants(
    operation: String? = nil, status: Int? = nil, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    try make(operation, status, lacking: true, yield)
  }

  /// The lowest documented success of an operation, the status that bodies without one have.
  public func successStatus(ofOperation name: String) -> Int? {
    guard let operation = operation(named: name) else { return nil }
    return operation.success.map { VariantResponses.status(of: $0, in: operation) }
  }

  private func make(
    _ name: String?, _ status: Int?, lacking: Bool, _ yield: (Variant) -> Void
  ) throws(Checker.UnknownName) -> VariantTally {
    var chosen = operations
    if let name {
      _ = try Checker(
        contracts: [self], assumption: Checker.Assumption(operation: name, status: status))
      chosen = operation(named: name).map { [$0] } ?? []
    }
    var tally = VariantTally()
    let responses = VariantResponses(self)
    for operation in chosen {
      responses.make(operation, status, lacking: lacking, &tally, yield)
    }
    return tally
  }
}
