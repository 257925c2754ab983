@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// What is to be said of one exchange, as it is found.
struct CheckRun {
  var source: CaptureSource
  /// What is known of the names of members, from exchanges before this one.
  var secretNames = SecretNameMemory()
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
  /// The violations of bodies, of which findings are made last.
  var reports: [FindingBuilder] = []
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

  /// Makes findings of all violations: at once where they are few, else batch by batch, body after body,
  /// for whoever takes them.
  private mutating func finishReports() {
    defer { findings.sort(by: Finding.inReportOrder) }
    let total = reports.reduce(0) { $0 + $1.violations.count }
    guard let goesOn, total > FindingBuilder.batch else {
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

/// What is to be said of one body.
extension CheckRun {
  /// Reports what is wrong with a body: its failures, repeated keys, and figures that do not agree.
  ///
  /// - Parameter document: The body on a tape of its own.
  mutating func report(
    _ failures: FailureList, of body: Body, _ document: JSONDocument, _ target: BodyTarget,
    _ requested: RequestedPage
  ) {
    guard let contract else { return }
    let settings = target.settings
    let keys = document.duplicateKeys()
    var reader: ViolationReader?
    if failures.count > 0 {
      reader = ViolationReader(
        FailureReading(document: document, contract: contract, settings: settings), failures,
        hasRepeatedKeys: !keys.isEmpty)
    }
    var arithmetic: [Violation] = []
    if let pagination = target.pagination {
      let broken = reader.map { Self.figures(of: pagination, in: document, at: $0) } ?? []
      let severity = settings[.paginationArithmetic].severity ?? .error
      arithmetic = document.withCursor { cursor in
        PaginationRelations(pagination, cursor, requested: requested, broken: broken).map {
          $0.violation(in: document, severity: severity)
        }
      }
    }
    report(
      BodyViolations(
        arithmetic, reader: reader,
        duplicates: BodyViolations.Duplicates(
          document: document, keys: keys, severity: settings[.duplicateKey].severity)), of: body)
  }

  /// The pagination figures that violations are about.
  private static func figures(
    of place: PaginationPlace, in document: JSONDocument, at reader: ViolationReader
  ) -> Set<JSONPointer> {
    var (object, pointer) = (document.root, JSONPointer())
    if case .member(let name, _, _) = place {
      guard let node = object[name] else { return [] }
      (object, pointer) = (node, pointer.appending(name))
    }
    return Set(
      object.members.lazy.filter { reader.concerns($0.value.tapeIndex) }
        .map { pointer.appending($0.name) })
  }

  /// Parses a body, with findings for what is not JSON and for repeated keys; nil when it is not
  /// JSON.
  @discardableResult
  mutating func checkSyntax(_ body: Body, _ settings: RuleSettings) -> JSONDocument? {
    guard let document = document(of: body, settings) else { return nil }
    if let severity = settings[.duplicateKey].severity {
      report(
        BodyViolations(
          [],
          duplicates: BodyViolations.Duplicates(
            document: document, keys: document.duplicateKeys(), severity: severity)), of: body)
    }
    return document
  }

  /// Parses a body, with a finding for what is not JSON.
  private mutating func document(of body: Body, _ settings: RuleSettings) -> JSONDocument? {
    do {
      return try JSONDocument(body.bytes)
    } catch {
      guard let severity = settings[.jsonSyntax].severity else { return nil }
      let length = error.offset < body.bytes.count ? 1 : 0
      let violation = Violation(
        rule: .jsonSyntax, severity: severity, kind: .syntax(error),
        range: ByteRange(offset: error.offset, length: length))
      report([violation], of: body, isMalformed: true)
      return nil
    }
  }
}
