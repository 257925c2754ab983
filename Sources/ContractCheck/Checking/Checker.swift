@_spi(Engine) public import ContractCaptures
internal import JSONSchema
internal import JSONTape

/// Checks exchanges against contracts: exchange → operation → plan → findings.
///
/// Threads may share a checker. Mutable state belongs to a validator, one for each thread.
public struct Checker: CaptureValidator {
  /// What is known of a body that comes without its exchange.
  public struct Assumption: Hashable, Sendable {
    /// An operationId or a name such as `GET /api/v1/locations/public`.
    public var operation: String?
    /// The status of the response; the lowest documented success where nil.
    public var status: Int?
    /// Whether the body is the operation's request.
    public var isRequest: Bool
    /// The component schema that the body must match.
    public var schema: String?
    /// Whether an exchange with a URL is checked by its URL instead.
    public var yieldsToURLs = false
    /// Whether `{{…}}` in the body stands for values.
    @_spi(Engine) public var isStub = false

    /// Without any part, the nearest schema of the contracts is taken.
    public init(
      operation: String? = nil, status: Int? = nil, isRequest: Bool = false,
      schema: String? = nil
    ) {
      self.operation = operation
      self.status = status
      self.isRequest = isRequest
      self.schema = schema
    }
  }

  /// What became of an exchange.
  public enum Outcome: Hashable, Sendable {
    /// At least one of its messages was checked against the contract.
    case checked
    /// Nothing was checked, for this reason.
    case skipped(String)
    /// No contract has an operation for it.
    case unmatched
    /// It could not be read.
    case unreadable
  }

  /// The findings and notes of one exchange.
  public struct Result: Sendable {
    /// What became of the exchange.
    public var outcome: Outcome { count.outcome }
    /// How the exchange counts.
    public var count: ExchangeCount
    /// In the order of reports: by byte, then rule.
    public var findings: [Finding]
    /// Too many findings to keep in memory, in the same order; then ``findings`` is empty.
    @_spi(Engine) public var rest: FindingStream?
    /// Findings that count only if other exchanges of the capture show credentials.
    package var unsettled: [Finding] = []
    /// What was not checked because it takes too many steps or is nested too deeply: the places and
    /// the reasons. These are no findings, since nothing is known there.
    public var givenUp: [Finding] = []
    /// What was assumed or skipped, a line each.
    public var notes: [String] = []
    /// What was assumed of a body without an exchange.
    public var assumed: Assumption?
    /// What was checked; nil where that is not known.
    public var exchange: CheckedExchange?
    /// The exchange in another format; only of a conversion.
    @_spi(Engine) public var converted: [UInt8]?
    /// Why the exchange was checked as it was; only with ``Checker/explainsMatches``.
    public var explanation: MatchExplanation?

    /// A result with findings in the order of reports.
    public init(
      outcome: Outcome, findings: [Finding], notes: [String] = [],
      exchange: CheckedExchange? = nil, explanation: MatchExplanation? = nil
    ) {
      count = ExchangeCount(outcome)
      self.findings = findings
      self.notes = notes
      self.exchange = exchange
      self.explanation = explanation
    }
  }

  /// In order of preference: the first whose server and route match is used.
  public let contracts: [Contract]
  /// What their rules call secret; nil for nothing.
  let secretNames: OwnSecretNames?
  /// What the caller knows of bodies without an exchange.
  public private(set) var assumption: Assumption
  /// Whether results explain why each exchange matched and what was not checked.
  public var explainsMatches = false
  /// Whether responses are not checked.
  public var checksRequestsAlone = false
  /// What counts are split by, if they are.
  public var split: ExchangeSplit?
  /// The only operations that are checked; empty for all.
  package var onlyOperations: [OperationPattern] = []
  /// The prefix of request paths that neither the contracts nor their servers have.
  public var basePath: BasePath?
  /// What stands for other values in captures.
  package var placeholders = Placeholders.standard
  /// Finds the prefix where ``basePath`` is nil, for contracts that document no server. It must
  /// always return the same value.
  @_spi(Engine) public var findBasePath: (@Sendable () -> FoundBasePath?)?
  /// What becomes of exchanges with a host that the contracts exclude.
  package var hosts = HostUse.all
  /// These count what exchanges contain, for coverage and amending; empty by default.
  @_spi(Engine) public var observers: [ObserverSource] = []
  /// The request that the caller sent, whose response is checked; nil for captures.
  @_spi(Engine) public var sent: SentRequest?

  /// A checker for contracts, in order of preference.
  ///
  /// - Throws: ``UnknownName`` when no contract has the assumed operation, status or schema.
  public init(
    contracts: [Contract], assumption: Assumption = Assumption()
  ) throws(UnknownName) {
    self.contracts = contracts
    secretNames = OwnSecretNames(contracts.lazy.flatMap(\.ownRules.rules))
    self.assumption = assumption
    try checkAssumption()
  }

  /// The same checker with another assumption about bodies.
  ///
  /// - Throws: ``UnknownName`` when no contract has the assumed operation, status or schema.
  public func assuming(_ assumption: Assumption) throws(UnknownName) -> Checker {
    var copy = self
    copy.assumption = assumption
    try copy.checkAssumption()
    return copy
  }

  /// A name that no contract has, with the nearest known one.
  public struct UnknownName: Error, Hashable, Sendable {
    /// The one line to print.
    public let message: String

    package init(message: String) {
      self.message = message
    }
  }

  private func checkAssumption() throws(UnknownName) {
    if let name = assumption.operation {
      guard let operation = contracts.lazy.compactMap({ $0.operation(named: name) }).first else {
        let known = contracts.flatMap { $0.operations.flatMap { [$0.name, $0.id ?? $0.name] } }
        let near = contracts.lazy.compactMap { $0.operation(like: name)?.name }.first
        throw UnknownName(
          message: Self.unknown("operation", name, near ?? NearestName.of(name, among: known)))
      }
      if let status = assumption.status, operation.response(for: status) == nil {
        let known = operation.statuses.joined(separator: ", ")
        throw UnknownName(
          message: "`\(operation.name)` documents no status \(status); it documents \(known)")
      }
      if assumption.isRequest, operation.request == nil {
        throw UnknownName(message: "`\(operation.name)` documents no request body")
      }
    }
    if let name = assumption.schema,
      !contracts.contains(where: { $0.schemaNames.contains(name) })
    {
      throw UnknownName(
        message: Self.unknown(
          "schema", name, NearestName.of(name, among: contracts.flatMap(\.schemaNames))))
    }
  }

  private static func unknown(_ kind: String, _ name: String, _ near: String?) -> String {
    "no contract here has \(kind == "operation" ? "an" : "a") \(kind) `\(name)`"
      + NearestName.suggestion(near)
  }

  /// A validator for one thread.
  @_spi(Engine) public func exchangeValidator() -> any ExchangeValidator { ContractValidator(self) }
}
