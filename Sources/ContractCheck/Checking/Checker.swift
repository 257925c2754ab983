internal import JSONSchema
internal import JSONTape

/// Checks exchanges against contracts: exchange → operation → plan → findings.
///
/// A checker is a value that may be shared between threads; all it needs while checking lives on
/// the stack.
public struct Checker: CaptureJudge {
  /// What is known of a body that comes without its exchange.
  public struct Assumption: Hashable, Sendable {
    /// An operationId or a name such as `GET /api/v1/locations/public`.
    public var operation: String?
    /// The status of the response; the lowest documented success where nil.
    public var status: Int?
    /// Whether the body is the operation's request.
    public var isRequest: Bool
    /// The name of a component schema that the body is an instance of.
    public var schema: String?
    /// Whether an exchange that tells where it went is judged by that.
    public var yieldsToURLs = false

    /// An assumption by its parts; without any, the nearest schema of the contracts is taken.
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
    /// At least one of its messages was held against the contract.
    case checked
    /// Nothing of it was checked, for this reason.
    case skipped(String)
    /// No contract has an operation for it.
    case unmatched
  }

  /// The findings of one exchange, in the order of reports, with what is to be said beside them.
  public struct Result: Sendable {
    /// What became of the exchange.
    public var outcome: Outcome
    /// In the order of reports: by byte, then rule.
    public var findings: [Finding]
    /// What was assumed or passed over, a line each.
    public var notes: [String] = []
    /// What was taken for granted of a body that tells nothing of itself.
    public var assumed: Assumption?
    /// What was looked at; nil where nobody can tell.
    public var exchange: CheckedExchange?
    /// Where ``Checker/explainsMatches``, why the exchange was judged as it was.
    public var explanation: MatchExplanation?

    /// A result with findings in the order of reports.
    public init(
      outcome: Outcome, findings: [Finding], notes: [String] = [],
      exchange: CheckedExchange? = nil, explanation: MatchExplanation? = nil
    ) {
      self.outcome = outcome
      self.findings = findings
      self.notes = notes
      self.exchange = exchange
      self.explanation = explanation
    }
  }

  /// In order of preference: the first whose server and route match judges an exchange.
  public let contracts: [Contract]
  /// What is known of bodies that come without their exchange.
  public let assumption: Assumption
  /// Whether results tell why each exchange matched its operation, and what was not checked.
  public var explainsMatches = false

  /// A checker for contracts, in order of preference.
  ///
  /// - Throws: ``UnknownName`` when the assumption names an operation, a status or a schema that no
  ///   contract has.
  public init(
    contracts: [Contract], assumption: Assumption = Assumption()
  ) throws(UnknownName) {
    self.contracts = contracts
    self.assumption = assumption
    try checkAssumption()
  }

  /// A name that no contract knows, with the nearest one that is known.
  public struct UnknownName: Error, Hashable, Sendable {
    /// The one line to print.
    public let message: String
  }

  private func checkAssumption() throws(UnknownName) {
    if let name = assumption.operation {
      guard let operation = contracts.lazy.compactMap({ $0.operation(named: name) }).first else {
        let known = contracts.flatMap { $0.operations.flatMap { [$0.name, $0.id ?? $0.name] } }
        throw UnknownName(message: Self.unknown("operation", name, known))
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
        message: Self.unknown("schema", name, contracts.flatMap(\.schemaNames)))
    }
  }

  private static func unknown(_ kind: String, _ name: String, _ known: [String]) -> String {
    let near = NearestName.suggestion(for: name, among: known)
    return "no contract here has \(kind == "operation" ? "an" : "a") \(kind) `\(name)`\(near)"
  }

  /// Checks one exchange.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  /// - Complexity: O(*n*) in the size of the exchange.
  public func check(_ exchange: Exchange, in source: inout CaptureSource) -> Result {
    check(exchange, in: &source, as: nil)
  }

  /// Checks one exchange and hands on its findings as they are made, where there are very many.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  ///   - goesOn: Takes findings, in the order of reports, and says whether more are wanted.
  /// - Returns: What became of the exchange, with the findings that have not been handed on: they
  ///   come after those that have.
  /// - Complexity: O(*n*) in the size of the exchange; memory is that of the exchange and of what
  ///   is noted of each failure, not of the findings.
  public func check(
    _ exchange: Exchange, in source: inout CaptureSource, goesOn: ([Finding]) -> Bool
  ) -> Result {
    withoutActuallyEscaping(goesOn) { check(exchange, in: &source, as: $0) }
  }

  private func check(
    _ exchange: Exchange, in source: inout CaptureSource, as goesOn: (([Finding]) -> Bool)?
  ) -> Result {
    var run = CheckRun(source: source)
    run.goesOn = goesOn
    if explainsMatches { run.explain(exchange) }
    defer { source = run.source }
    let isTold = assumption.operation != nil || assumption.schema != nil
    if exchange.isBare || isTold && !(assumption.yieldsToURLs && exchange.url != nil) {
      return checkAssumed(exchange, &run)
    }
    return checkMatched(exchange, &run)
  }
}

/// The state of checking one exchange.
struct CheckRun {
  var source: CaptureSource
  var findings: [Finding] = []
  var notes: [String] = []
  /// What was taken for granted of a body that tells nothing.
  var assumed: Checker.Assumption?
  /// The exchange as findings name it; set once it is matched.
  var reference: ExchangeReference?
  var contract: Contract?
  /// The values of the path's parameters, of which some may be secret.
  var parameters: [PathParameter] = []
  /// What the match is explained by; nil where nobody asks.
  var explanation: MatchExplanation?
  /// The faults of bodies, of which findings are made last.
  var reports: [BodyReport] = []
  /// Takes findings, where there are very many, and says whether more are wanted.
  var goesOn: (([Finding]) -> Bool)?

  mutating func result(_ outcome: Checker.Outcome) -> Checker.Result {
    finishReports()
    var result = Checker.Result(
      outcome: outcome, findings: findings, notes: notes,
      exchange: CheckedExchange(
        file: source.name, reference: reference, contract: contract?.name, outcome: outcome),
      explanation: explanation)
    result.assumed = assumed
    return result
  }

  /// Makes findings of all faults: at once where they are few, else batch by batch, body after body,
  /// for whoever takes them.
  private mutating func finishReports() {
    defer { findings.sort(by: Finding.inReportOrder) }
    let total = reports.reduce(0) { $0 + $1.faults.count }
    guard let goesOn, total > BodyReport.batch else {
      for index in reports.indices {
        reports[index].forEach(in: &source) { batch in
          findings += batch
          return true
        }
      }
      return
    }
    findings.sort(by: Finding.inReportOrder)
    var others = findings[...]
    var isWanted = true
    reports.sort { [source] in $0.start(in: source) < $1.start(in: source) }
    for index in reports.indices where isWanted {
      reports[index].forEach(in: &source) { batch in
        // What is about the exchange itself stands among the findings of its bodies.
        var batch = batch
        while let last = batch.last, let other = others.first,
          Finding.inReportOrder(other, last)
        {
          batch.append(others.removeFirst())
          batch.sort(by: Finding.inReportOrder)
        }
        isWanted = goesOn(batch)
        return isWanted
      }
    }
    findings = isWanted ? Array(others) : []
  }

  /// The outcome of a message that is passed over, noted for whoever asks why.
  mutating func skip(_ reason: SkipReason) -> Checker.Outcome {
    explain(.notChecked(reason == .nonJSON ? .notJSON : .absent(reason)))
    return .skipped(reason.rawValue)
  }
}
