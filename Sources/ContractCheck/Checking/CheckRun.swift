@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Collects the findings and notes of one exchange.
package struct CheckRun {
  var source: CaptureSource
  /// The source of the response. It is used while ``source`` is the source of the request.
  private var ofResponse: CaptureSource?
  /// The secret names found in earlier exchanges.
  let secretNames: SecretNameMemory
  /// The contract's places that earlier exchanges looked up.
  let places: ContractPlaces
  /// The JSON that was checked in place of a text or a form.
  var text: JSONDocument?
  private var findings: [Finding] = []
  var notes: [String] = []
  /// The assumption about a body without an exchange.
  var assumed: Checker.Assumption?
  /// The exchange as findings name it. It is set when the exchange is matched.
  var reference: ExchangeReference?
  var contract: Contract?
  /// The values of path parameters; some may be secret.
  var parameters: [PathParameter] = []
  /// Whether the response contains only the properties that a client needs.
  var isPartial = false
  /// The texts that stand for other values in the exchange.
  var placeholders: Placeholders?
  /// How often a leniency has excused a parameter.
  var excused: [Leniency: Int] = [:]
  /// The documented headers of a body's parts. They are checked after the body.
  var partHeaders: [PartHeaders] = []
  /// The part of a body whose headers are being checked.
  var part: String?
  /// The explanation of the match; nil if none is wanted.
  var explanation: MatchExplanation?
  /// The bodies whose findings are made last.
  private var bodies: [FindingBuilder] = []
  /// The checks that were given up, in bodies and elsewhere.
  private var bodiesGivenUp: [FindingBuilder] = []
  private var givenUp: [Finding] = []
  private var unsettled: [Finding] = []

  init(
    source: CaptureSource, secretNames: SecretNameMemory = SecretNameMemory(),
    places: ContractPlaces = ContractPlaces()
  ) {
    self.source = source
    self.secretNames = secretNames
    self.places = places
  }

  /// If there are very many findings, the result has a stream of them.
  mutating func result(_ count: ExchangeCount) -> Checker.Result {
    let outcome = count.outcome
    var result = Checker.Result(
      outcome: outcome, findings: findings, notes: notes,
      exchange: CheckedExchange(
        file: source.name, reference: reference, contract: contract?.name, outcome: outcome),
      explanation: explanation)
    result.count = count
    result.unsettled = unsettled
    for finding in findings {
      result.count.evaluated.insert(EvaluatedParts(finding.exchange?.part ?? .response))
    }
    result.count.add(excused)
    result.assumed = assumed
    settle(&result)
    if bodies.reduce(0, { $0 + $1.count }) > FindingBuilder.batch {
      result.findings = []
      result.rest = FindingStream(bodies, findings, in: source)
      return result
    }
    for index in bodies.indices {
      while let more = bodies[index].next(in: &source) { result.findings += more }
    }
    for body in bodies { result.count.add(body.excused.mapValues(\.count)) }
    result.findings.sort(by: Finding.inReportOrder)
    return result
  }

  /// If the check of an exchange was given up, nothing is known about it. The exchange then counts
  /// as unreadable.
  private mutating func settle(_ result: inout Checker.Result) {
    for index in bodiesGivenUp.indices {
      while let more = bodiesGivenUp[index].next(in: &source) { givenUp += more }
    }
    guard let first = givenUp.first else { return }
    result.givenUp = givenUp
    result.count.outcome = .unreadable
    for place in givenUp {
      let unreadable = MessageCount(reason: MessageCount.unreadable, isBodyDue: true)
      switch place.exchange?.part ?? .response {
      case .request: result.count.request = unreadable
      case .response: result.count.response = unreadable
      }
    }
    if findings.isEmpty, bodies.isEmpty { result.count.evaluated = [] }
    result.exchange?.outcome = .unreadable
    result.exchange?.trouble = first.unchecked
  }

  mutating func skip(_ reason: SkipReason) -> Checker.Outcome {
    explain(.skipped(reason))
    return .skipped(reason.rawValue)
  }

  /// Adds the finding of a violation that is not in a JSON body.
  ///
  /// - Parameter body: The body with the violation; nil for another part of the exchange.
  mutating func add(
    _ violation: Violation, prefix: String = "", in body: Body? = nil, frame: CodeFrame?,
    isGivenUp: Bool = false
  ) {
    var finding =
      if var file = body?.file(in: source) {
        violation.finding(at: file.region(violation.range), in: file, reference, contract?.name)
      } else {
        violation.finding(at: source.region(violation.range), in: source, reference, contract?.name)
      }
    finding.message = prefix + finding.message
    finding.frame = frame
    if isGivenUp || violation.isGivenUp {
      givenUp.append(finding)
    } else {
      findings.append(finding)
    }
  }

  mutating func add(
    _ rule: Rule, _ settings: RuleSettings, at range: ByteRange, _ kind: Violation.Kind
  ) {
    guard let severity = settings[rule].severity else { return }
    add(rule, severity, at: range, kind)
  }

  mutating func add(
    _ rule: Rule, _ severity: Severity, at range: ByteRange, _ kind: Violation.Kind
  ) {
    var isURL = false
    if case .unknownRoute = kind { isURL = true }
    add(
      Violation(rule: rule, severity: severity, kind: kind, range: range),
      frame: frame(at: range, isAlone: isURL))
  }

  /// From now on, findings belong to the line of the request, until ``leaveRequest()`` is called.
  mutating func enterRequest(of exchange: Exchange) {
    guard let line = exchange.requestLine else { return }
    ofResponse = source
    source = line.source
    source.showsLines = ofResponse?.showsLines ?? true
  }

  mutating func leaveRequest() {
    if let ofResponse { source = ofResponse }
    ofResponse = nil
  }

  /// The last finding counts only if other exchanges of the capture show credentials.
  mutating func holdLast(of rule: Rule) {
    if findings.last?.rule == rule.id { unsettled.append(findings.removeLast()) }
  }

  /// Reports keys that occur twice in an object of the capture.
  mutating func reportRepeatedKeys(of exchange: Exchange, _ settings: RuleSettings) {
    let holder = exchange.unit == .entry ? "entry" : "record"
    for key in exchange.repeatedKeys {
      reference?.part = key.part
      add(
        .duplicateKey, settings, at: key.range,
        .told(Rule.repeatedProperty(key.property, in: holder), shape: key.property))
    }
  }

  /// The frame of a status or a media type. A short line, such as `"status": 404,`, is shown
  /// completely. On a long line, or beside a URL, only the value is shown, because the rest may be
  /// secret.
  private func frame(at range: ByteRange, isAlone: Bool) -> CodeFrame? {
    let bytes = source.bytes
    let start = range.offset - source.offset
    let end = start + range.length
    guard range.length > 0, start >= 0, end <= bytes.count else { return nil }
    let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let (first, last) = (max(0, start - 80), min(bytes.count, end + 80))
    let lead = bytes[first..<start].lastIndex(where: isLineEnd).map { $0 + 1 } ?? first
    let rest = bytes[end..<last].firstIndex(where: isLineEnd) ?? last
    let line = Array(bytes[lead..<rest])
    let isWhole = lead > first || start < 80
    if !isAlone, isWhole, rest < last, !String(decoding: line, as: UTF8.self).contains("://") {
      return frame(
        of: line, marking: start - lead..<end - lead, at: range, Redaction(line, isMalformed: true))
    }
    let text = URLRedaction.redact(String(decoding: bytes[start..<end], as: UTF8.self))
    let shown = Array(text.masking(parameters).utf8)
    return frame(of: shown, marking: shown.indices, at: range, Redaction(shown))
  }

  /// A frame for a text that is not a line of the file, at a place in the file.
  func frame(
    of text: [UInt8], marking marked: Range<Int>, at place: ByteRange, in body: Body? = nil,
    _ redaction: Redaction = Redaction()
  ) -> CodeFrame {
    var source = body?.file(in: source) ?? source
    return CodeFrame.cut(
      ByteRange(marked), line: source.region(place).start.line, from: text, redaction: redaction)
  }

  /// Masks secret path parameters of an operation.
  mutating func maskPath(by match: RouteMatch?) {
    let shown = reference?.url?.masking(match?.parameters ?? [])
    reference?.url = shown
  }

  /// Masks secret path parameters. They are those of operations with the same path but another
  /// method.
  mutating func maskPath(of exchange: Exchange, _ checker: Checker) {
    guard checker.sent != nil, let url = exchange.url.map({ URLParts($0) }) else { return }
    for contract in checker.contracts {
      for near in contract.operations(at: url, checker.path(of: url, below: contract)) {
        parameters += near.parameters
        let shown = reference?.url?.masking(near.parameters)
        reference?.url = shown
      }
    }
  }

  /// Notes a base path that was found, or that differs from the contract or the options.
  mutating func noteBase(of match: RouteMatch, _ shownURL: String, of exchange: Exchange) {
    if match.lacksBase, match.isShort, !(exchange.addressDetails?.hasOpenServer ?? false),
      !URLParts(shownURL).hasOpenServer
    {
      notes.append(
        "\(source.name): `\(shownURL)` does not begin with a base path of the contract's "
          + "servers, so the path was matched without one")
    }
    switch match.prefix {
    case .none, .given: break
    case .absent(let path):
      notes.append(
        "\(source.name): `\(shownURL)` does not have the base path "
          + "`\(URLRedaction.redact(path.description))`, so the base path was ignored")
    case .found(let found): notes.append(found.note)
    }
  }

  /// Reports failures, repeated keys and contradictory pagination figures.
  mutating func report(
    _ failures: FailureList, of body: Body, _ document: JSONDocument, _ target: BodyTarget,
    _ requested: RequestedPage
  ) {
    guard let contract else { return }
    let settings = target.settings
    let keys = failures.hasDistinctKeys ? [] : document.duplicateKeys()
    var reader: ViolationReader?
    if failures.count > 0 {
      reader = ViolationReader(
        FailureReading(
          document: document, contract: contract, settings: settings, places: places),
        failures, root: target.root, hasRepeatedKeys: !keys.isEmpty)
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
    let duplicates = DuplicateKeyViolations(keys, in: document, settings)
    let halves = Rule.undocumentedHalf(in: document, besides: failures, settings)
    let mark = Rule.byteOrderMark(in: document, settings)
    report(arithmetic + [halves, mark].compactMap(\.self), reader, duplicates, of: body)
  }

  /// Findings of a body are made after the whole exchange is checked.
  mutating func report(
    _ made: [Violation], _ reader: ViolationReader? = nil,
    _ duplicates: DuplicateKeyViolations? = nil, _ linted: LintViolations? = nil, of body: Body,
    isMalformed: Bool = false
  ) {
    let isGivenUp = reader?.isGivenUp ?? false
    if isGivenUp,
      let builder = FindingBuilder(
        [], reader, nil, linted, of: body, isMalformed: isMalformed, in: self)
    {
      bodiesGivenUp.append(builder)
    }
    let rest = FindingBuilder(
      made, isGivenUp ? nil : reader, duplicates, linted, of: body, isMalformed: isMalformed,
      in: self)
    if let rest { bodies.append(rest) }
  }

  /// Reports violations in the items of a sequence.
  mutating func report(_ sequence: SequenceViolations, of body: Body, isGivenUp: Bool) {
    guard
      let builder = FindingBuilder(
        [], nil, nil, nil, sequence: sequence, of: body, isMalformed: sequence.isMalformed,
        in: self)
    else { return }
    if isGivenUp { bodiesGivenUp.append(builder) } else { bodies.append(builder) }
  }

  mutating func report(
    _ error: JSONParseError, of body: Body, _ severity: Severity,
    _ authority: Authority = .contract
  ) {
    let length = error.offset < body.bytes.count ? 1 : 0
    let violation = Violation(
      rule: .jsonSyntax, severity: severity, kind: .syntax(error, authority),
      range: ByteRange(offset: error.offset, length: length))
    report([violation], of: body, isMalformed: true)
  }

  private static func figures(
    of place: PaginationPlace, in document: JSONDocument, at reader: ViolationReader
  ) -> Set<JSONPointer> {
    var (object, pointer) = (document.root, JSONPointer())
    if case .property(let name, _, _) = place {
      guard let node = object[name] else { return [] }
      (object, pointer) = (node, pointer.appending(name))
    }
    return Set(
      object.properties.lazy.filter { reader.concerns($0.value.tapeIndex) }
        .map { pointer.appending($0.name) })
  }

  /// Reports the findings of a linter, and repeated keys.
  mutating func report(
    _ linted: LintViolations, _ own: ViolationReader?, of body: Body, _ document: JSONDocument,
    _ settings: RuleSettings
  ) {
    report([], own, DuplicateKeyViolations(in: document, settings), linted, of: body)
  }

  /// Parses a body and reports syntax errors and repeated keys.
  mutating func checkSyntax(_ body: Body, _ settings: RuleSettings) {
    guard let document = document(of: body, settings) else { return }
    report([], nil, DuplicateKeyViolations(in: document, settings), of: body)
  }

  /// Parses a body and reports syntax errors; nil when it is not JSON.
  mutating func document(of body: Body, _ settings: RuleSettings) -> JSONDocument? {
    do {
      return try JSONDocument(body.bytes)
    } catch {
      if let severity = settings[.jsonSyntax].severity { report(error, of: body, severity) }
      return nil
    }
  }
}
