@_spi(Engine) public import ContractCaptures
internal import JSONSchema
internal import JSONTape

/// Checks exchanges against contracts. A checker finds the operation of an exchange, checks the
/// messages, and makes the findings.
///
/// Several threads may use one checker, because a checker does not change during a check. Each
/// thread has its own validator.
public struct Checker: CaptureValidator {
  /// The known facts about a body that comes without its exchange.
  public struct Assumption: Hashable, Sendable {
    /// The operation: an operationId or a name such as `GET /api/v1/locations/public`.
    public var operation: String?
    /// The status of the response. Nil means the lowest documented status of a success.
    public var status: Int?
    /// Whether the body is the operation's request.
    public var isRequest: Bool
    /// The component schema that the body must match.
    public var schema: String?
    /// Whether the assumption is ignored for exchanges that have a URL. Then the URL decides the
    /// operation.
    public var yieldsToURLs = false
    /// Whether the operation or schema was found in the captures. Then a value that looks like an
    /// exchange or a line of a log is not a body.
    package var isFound = false
    /// Whether a text such as `{{id}}` in the body is a placeholder for a value.
    @_spi(Engine) public var isStub = false

    /// The name of the webhook, if the operation is a webhook.
    var webhook: String? {
      operation?.hasPrefix("webhook ") ?? false ? operation.map { String($0.dropFirst(8)) } : nil
    }

    /// Creates an assumption. If all parts are nil, the checker uses the nearest schema of the
    /// contracts.
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

  /// The outcome of the check of an exchange.
  public enum Outcome: Hashable, Sendable {
    /// At least one message, the request or the response, was checked against the contract.
    case checked
    /// Nothing was checked. The text is the reason.
    case skipped(String)
    /// No contract has an operation for the exchange.
    case unmatched
    /// The exchange could not be read.
    case unreadable
  }

  /// The findings and notes of one exchange.
  public struct Result: Sendable {
    /// The outcome of the check.
    public var outcome: Outcome { count.outcome }
    /// How the exchange counts in the summary.
    public var count: ExchangeCount
    /// The findings in the order of reports: by byte, then by rule.
    public var findings: [Finding]
    /// All findings in the same order, if there are too many for memory. Then ``findings`` is
    /// empty.
    @_spi(Engine) public var rest: FindingStream?
    /// Findings that count only if other exchanges of the capture show credentials.
    package var unsettled: [Finding] = []
    /// The places that were not checked, with the reasons. The check of such a place takes too many
    /// steps, or the place is nested too deeply. The values at these places may be right or wrong.
    public var givenUp: [Finding] = []
    /// One line for each assumption and for each part that was skipped.
    public var notes: [String] = []
    /// The assumption about a body without an exchange.
    public var assumed: Assumption?
    /// The exchange that was checked. Nil if it is not known.
    public var exchange: CheckedExchange?
    /// The exchange in another format. Only a conversion sets this value.
    @_spi(Engine) public var converted: [UInt8]?
    /// Why the exchange was checked against this operation. The explanation is set only if
    /// ``Checker/explainsMatches`` is true.
    public var explanation: MatchExplanation?

    /// Creates a result with findings in the order of reports.
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

  /// The contracts in order of preference. An exchange is checked against the first contract whose
  /// server and path match.
  public let contracts: [Contract]
  /// The secret names of the contracts' rules; nil if there are none.
  let secretNames: OwnSecretNames?
  /// The facts that the caller knows about bodies without an exchange.
  public private(set) var assumption: Assumption
  /// Whether each result explains why the exchange matched an operation, and which parts were not
  /// checked.
  public var explainsMatches = false
  /// Whether only requests are checked.
  public var checksRequestsAlone = false
  /// Whether requests are checked that the server refused with a documented status.
  package var checksRefused = false
  /// The criterion that splits counts into groups, such as the host of the exchange. Nil means that
  /// counts are not split.
  public var split: ExchangeSplit?
  /// The only operations that are checked; empty for all.
  package var onlyOperations: [OperationPattern] = []
  /// A prefix that request paths have. The paths and the servers of the contracts do not contain
  /// this prefix.
  public var basePath: BasePath?
  /// The texts that stand for other values in captures.
  package var placeholders = Placeholders.standard
  /// Finds the prefix for contracts without servers. The function is called only if ``basePath`` is
  /// nil. The function must always return the same value.
  @_spi(Engine) public var findBasePath: (@Sendable () -> FoundBasePath?)?
  /// What to do with exchanges whose hosts the contracts exclude.
  package var hosts = HostUse.all
  /// Observers that count what exchanges contain, for coverage and for amending a contract. By
  /// default, there are no observers.
  @_spi(Engine) public var observers: [ObserverSource] = []
  /// The request that the caller sent itself. Its response is checked. Nil for captures.
  @_spi(Engine) public var sent: SentRequest?

  /// Creates a checker for contracts, in order of preference.
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

  /// The error for a name that no contract has. The error message suggests the most similar known
  /// name.
  public struct UnknownName: Error, Hashable, Sendable {
    /// The error message, one line.
    public let message: String

    package init(message: String) {
      self.message = message
    }
  }

  private func checkAssumption() throws(UnknownName) {
    if let name = assumption.operation {
      guard let operation = contracts.lazy.compactMap({ $0.operation(named: name) }).first else {
        let start = "webhook "
        if name.hasPrefix(start) {
          let wanted = String(name.dropFirst(start.count))
          let known = contracts.flatMap(\.webhooks).compactMap { webhook in
            webhook.sentAs.map { String($0.dropFirst(start.count)) }
          }
          throw UnknownName(
            message: Self.unknown("webhook", wanted, NearestName.of(wanted, among: known)))
        }
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
