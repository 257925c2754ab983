@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Receives the mistakes that a check finds. ``ExchangeVerdict`` stops at the first mistake.
/// ``CheckRun`` collects all mistakes. Both use the same code for the check.
protocol ExchangeSink {
  /// Thrown to end the check at a violation.
  associatedtype Stop: Error
  /// Reports a violation. The closure is called only if violations are collected.
  mutating func violated(_ violation: (inout CheckRun) -> Void) throws(Stop)
  /// Reports anything except violations. The closure is called only if notes are collected.
  mutating func note(_ note: (inout CheckRun) -> Void)
  static var collects: Bool { get }
}

struct ExchangeVerdict: ExchangeSink {
  struct Violated: Error {}

  static var collects: Bool { false }
  func violated(_ violation: (inout CheckRun) -> Void) throws(Violated) { throw Violated() }
  func note(_ note: (inout CheckRun) -> Void) {}
}

extension CheckRun: ExchangeSink {
  typealias Stop = Never

  static var collects: Bool { true }
  mutating func violated(_ violation: (inout CheckRun) -> Void) { violation(&self) }
  mutating func note(_ note: (inout CheckRun) -> Void) { note(&self) }
}

/// Checks exchanges against contracts, one after the other, in memory that is reused. Each thread
/// has its own validator.
///
/// For most exchanges, the fast verdict finds nothing. For the others, the same code checks the
/// exchange again, with a sink that collects findings. The exchange is not parsed again.
final class ContractValidator: ExchangeValidator {
  let checker: Checker
  /// The validators by the index of the contract in the checker.
  var schemas: [SchemaValidator]
  let routes: RouteMemory
  var nearest: NearestSchemas
  /// The operation or schema that the caller named for every body.
  let told: ToldTarget?
  var isTold: Bool { told != nil && !checker.assumption.isFound }
  var guessesSchemas: Bool { !isTold }
  func describes(_ value: TapeCursor) -> Bool { isListed(value, 0) }

  func opens(_ list: TapeCursor) -> Bool {
    let root = CaptureTape(lent: list, base: 0).root
    guard let envelope = ResponseEnvelope(firstOf: root),
      checker.contracts.allSatisfy(\.settings.isLenient), !checker.assumption.isRequest
    else { return false }
    let name = ResponseEnvelope.listName(in: root)
    return !(told?.mayHave(name ?? envelope.bodyName, inArray: name == nil) ?? isListed(list, 0))
  }

  /// Whether a schema of the contract lists the properties of a value.
  func isListed(_ value: TapeCursor, _ index: Int) -> Bool {
    !nearest.listing(nearest.schemas(like: value, index, in: .all(status: nil))).isEmpty
  }
  let parameterTape = TapeBuffer()
  /// The tape for an item of a sequence.
  lazy var itemTape = TapeBuffer()
  /// The own rules for bodies that no schema describes, by the settings of an operation.
  var openRules: [RuleSettings: OpenRules] = [:]
  /// The status of the exchange that is being checked.
  private(set) var status: Int?
  /// Whether a rule needs the status or the media type of the message.
  let asksOfMessage: Bool
  /// For JSON in an item.
  lazy var dataTape = TapeBuffer()
  private let secretNames = SecretNameMemory()
  /// Whether values that may be bodies have their note.
  private var hasToldPassedOver = false
  /// Whether the note about the base path from the captures was already written.
  private var hasToldBasePath = false
  private let places = ContractPlaces()
  /// Whether any operation needs credentials that captures can show.
  let asksForCredentials: Bool
  /// The last stream that is known to contain an exchange with a documented host.
  var streamWithServer: String?
  /// The count of the current exchange, apart from its outcome.
  var count = ExchangeCount(.checked)
  /// The capture's long strings, if they are decoded already.
  var texts: StringArena?
  /// The message in which the fast verdict found a violation. It is remembered so that the full
  /// check does not repeat the work.
  var refused: Exchange.Part?
  /// The schema that was chosen because it accepts the body. It is remembered so that the body is
  /// not checked again.
  var judged: (root: Int32, isRight: Bool)?
  let request = BodyTape()
  let response = BodyTape()
  private let lent: [any ExchangeObserver]
  /// Whether the API itself sends the current request. Observers count only requests that it
  /// receives.
  private(set) var isOutgoing = false
  var observers: [any ExchangeObserver] { isOutgoing ? [] : lent }
  /// Whether an observer counts parameters.
  let countsParameters: Bool

  init(_ checker: Checker) {
    self.checker = checker
    schemas = checker.contracts.map { SchemaValidator($0.schema) }
    routes = RouteMemory(checker)
    nearest = NearestSchemas(checker)
    told = ToldTarget(checker)
    asksOfMessage = schemas.contains(where: \.asksOfMessage)
    asksForCredentials = checker.contracts.contains { $0.asksForCredentials }
    lent = checker.observers.map { $0.lend(checker.contracts) }
    countsParameters = lent.contains { $0.countsParameters }
  }

  deinit {
    for (source, observer) in zip(checker.observers, lent) { source.release(observer) }
  }

  func begin(_ texts: StringArena?) {
    self.texts = texts
    refused = nil
    request.clear()
    response.clear()
  }

  /// The severity for an exchange that no contract has.
  func severity(of rule: Rule) -> Severity? {
    (checker.contracts.first?.settings ?? .standard)[rule].severity
  }

  func verdict(_ exchange: Exchange, of name: String) -> SettledExchange? {
    guard !checker.explainsMatches, exchange.repeatedKeys.isEmpty, !exchange.hasLiveVerdict,
      exchange.passedOver == nil || hasToldPassedOver
    else { return nil }
    if let unwrapped = unwrapped(exchange) { return verdict(unwrapped, of: name) }
    var sink = ExchangeVerdict()
    nearest.assumed = nil
    nearest.file = name
    status = exchange.status
    refused = nil
    count = ExchangeCount(.checked)
    isOutgoing = false
    for observer in observers { observer.begin() }
    count.split = checker.hidingSecrets { checker.split?.value(of: exchange) }
    count.hour = exchange.time?.hour
    guard let outcome = try? check(exchange, &sink), request.canRead(exchange.request, texts),
      response.canRead(exchange.response, texts)
    else { return nil }
    count.outcome = outcome
    commit(exchange, count, isBroken: false)
    return SettledExchange(count: count, assumed: nearest.assumed)
  }

  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    checker.hidingSecrets { result(of: exchange, in: &source) }
  }

  private func result(of exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    var run = CheckRun(source: source, secretNames: secretNames, places: places)
    if checker.explainsMatches { run.explain(exchange) }
    defer {
      source = run.source
      refused = nil
    }
    nearest.file = run.source.name
    status = exchange.status
    count = ExchangeCount(.checked)
    isOutgoing = false
    for observer in observers { observer.begin() }
    count.split = checker.split?.value(of: exchange)
    count.hour = exchange.time?.hour
    var exchange = unwrapped(exchange) ?? exchange
    if checker.assumption.isStub { exchange.origin = .stub }
    run.isPartial = exchange.isPartial
    run.placeholders = checker.placeholders.those(of: exchange)
    count.isTemplated = exchange.fillTemplates(checker.placeholders)
    // The fast verdict read the values that the recorder wrote, not the values that were filled in.
    if exchange.request.isFilled || exchange.response.isFilled {
      request.clear()
      response.clear()
      refused = nil
      judged = nil
    }
    if checker.resolve(&exchange, &run) {
      count.outcome = check(exchange, &run)
    } else {
      count.outcome = .unmatched
    }
    let isLeftOut = count.outcome == .skipped(SkipReason.leftOut.rawValue)
    let verdict = isLeftOut ? nil : LiveVerdict(recorded: exchange)
    if !isLeftOut {
      run.reportRepeatedKeys(
        of: exchange, run.contract?.settings ?? checker.contracts.first?.settings ?? .standard)
    }
    if let verdict { run.reportPages(exchange, verdict) }
    if !hasToldPassedOver, !isLeftOut, let passedOver = exchange.passedOver {
      hasToldPassedOver = true
      run.notes.append(passedOver.note)
    }
    var result = run.result(count)
    addSunset(of: exchange, to: &result.findings)
    verdict?.filter(&result, of: exchange, in: run.source)
    commit(exchange, result.count, isBroken: result.hasErrors)
    return result
  }

  private func check<Sink: ExchangeSink>(
    _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    if exchange.isUnwrapped { count.add([.envelope: 1]) }
    if exchange.response.absence == .websocket {
      sink.note { $0.reference = ExchangeReference(exchange, method: exchange.method ?? "GET") }
      return skip(.websocket, &sink)
    }
    // A stub may describe a failure. It does not matter what the caller expects.
    if exchange.origin == .stub, exchange.status == 0 { return skip(.noResponse, &sink) }
    let yieldsToURLs = checker.assumption.yieldsToURLs
    let isWithoutURL = exchange.isBare || exchange.address == nil
    // If the whole request is known, its headers are also checked.
    let isWebhook = checker.assumption.webhook != nil && !isWithoutURL
    let isTold = told != nil && !isWebhook && (isWithoutURL || !yieldsToURLs)
    // A body without its exchange is a response, unless the caller says that it is a request.
    if checker.checksRequestsAlone, !checker.assumption.isRequest,
      isTold || exchange.isBare || exchange.address == nil
    {
      return skip(exchange.response.absence == .textOnly ? .textOnly : .noRequest, &sink)
    }
    if isTold, let told {
      if checker.leavesOut(told.operation) { return skip(.leftOut, &sink) }
      return try checkTold(told, exchange, &sink)
    }
    guard !exchange.isBare, let address = exchange.address else {
      if checker.leavesOut(nil) { return skip(.leftOut, &sink) }
      return try checkNearest(exchange, &sink)
    }
    return try address.withBytes { bytes in
      Result { () throws(Sink.Stop) in try checkMatched(exchange, URLBytes(bytes), &sink) }
    }.get()
  }

  // MARK: Exchanges with a URL

  private func checkMatched<Sink: ExchangeSink>(
    _ exchange: Exchange, _ url: URLBytes, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    let place =
      routes.outgoingPlace(of: exchange, url, in: nearest.file)
      ?? routes.place(of: exchange.methodText, url)
    isOutgoing = place.isOutgoing
    sink.note { run in
      let sent = isOutgoing ? place.match?.operation.method : nil
      run.reference = ExchangeReference(exchange, method: exchange.method ?? sent ?? "GET")
      run.reference?.split = count.split
    }
    noteCredentials(exchange, place, url)
    if place.isLeftOut {
      sink.note { $0.maskPath(by: place.match) }
      return skip(.leftOut, &sink)
    }
    if isElsewhere(exchange, place) {
      sink.note { run in
        run.maskPath(by: place.match)
        run.explain(
          .unmatched, ["the contract documents no server with this host"])
      }
      return .unmatched
    }
    guard let match = place.match else {
      if let webhook = exchange.webhook?.string ?? checker.assumption.webhook {
        return try checkUnknown(webhook, exchange, &sink)
      }
      sink.note { $0.maskPath(of: exchange, checker) }
      let settings = checker.contracts.first?.settings ?? .standard
      // The server's reason for a refusal is more useful than an unknown path.
      if try checkExpected(exchange, exchange.response, settings, nil, &sink) {
        count.response = MessageCount()
        return .checked
      }
      try checkUnknownRoute(exchange, &sink)
      return .unmatched
    }
    sink.note { run in
      let pattern = exchange.addressDetails?.pattern
      let shown = URLRedaction.redact(pattern?.string ?? exchange.url ?? "").masking(
        match.parameters)
      run.contract = match.contract
      run.reference?.operation = match.operation.name
      run.parameters = match.parameters
      run.reference?.url = shown
      run.explain(match, URLParts(exchange.url ?? ""))
      if pattern == nil { run.noteBase(of: match, shown, of: exchange) }
    }
    if !Sink.collects { try noteBase(of: match, place, url, &sink) }
    count.operation = place.routes?.name
    count.status = exchange.status
    count.evaluatedStatus = exchange.status
    // A request that the server refuses is not the app's normal request.
    count.isRefused =
      !checker.checksRefused && match.operation.documentsRefusal(exchange.status)
    if !count.isRefused, exchange.addressForm == .url {
      count.evaluated = .request
      sink.note { $0.enterRequest(of: exchange) }
      try checkParameters(of: exchange, match, url, at: place, &sink)
      try checkDeprecated(exchange, match, url, &sink)
      try checkCredentials(exchange, match.operation, url, &sink)
      sink.note { $0.leaveRequest() }
    }
    guard
      let route = place.routes?.route(
        exchange.status, of: exchange.response, request: exchange.request.type,
        response: exchange.response.type)
    else { return .unmatched }
    observers.note(.route(route))
    if !match.operation.callbacks.isEmpty { announceCallbacks(of: exchange, match) }
    let isRefused = count.isRefused
    if countsParameters, !isRefused, exchange.addressForm == .url {
      noteParameters(of: exchange, match, url, at: place)
    }
    if !isRefused, exchange.addressForm == .url { count.request = MessageCount() }
    sink.note { run in
      guard route.request != nil || exchange.request.absence == nil else { return }
      run.explain(.request, exchange.request)
      if route.request == nil {
        run.explain(.undocumentedRequest)
      } else if isRefused {
        run.explain(.refusedRequest)
      }
    }
    var sent: Checker.Outcome?
    if isRefused {
      count.request = MessageCount(reason: MessageCount.refused)
    } else if route.request == nil, exchange.request.absence == nil {
      count.request = MessageCount(reason: MessageCount.noSchema)
    }
    if let choice = route.request, !isRefused {
      sink.note { $0.reference?.part = .request }
      sent = try checkMessage(
        exchange, .request, exchange.request, choice, RequestedPage(), &sink)
      let isRequired = route.operation.requiresBody && !exchange.isPartial
      let isDue = exchange.request.isDue(isRequired: isRequired) && choice.isJudged
      if isDue || sent != .skipped(SkipReason.noBody.rawValue), let sent {
        count.request = MessageCount(sent, isBodyDue: isDue)
      }
      sink.note { $0.reference?.part = .response }
    }
    if checker.checksRequestsAlone {
      return count.request.map(\.outcome) ?? .skipped(SkipReason.noRequest.rawValue)
    }
    let outcome = try checkResponse(
      exchange, exchange.response, route, isTold: exchange.status != nil, url.query, &sink)
    // The request counts for the exchange only if the contract documents no response body.
    if outcome == .checked || count.response?.isBodyDue ?? false { return outcome }
    let isUnanswered =
      exchange.response.absence == .noResponse && exchange.response.mayHoldBody
    let isDocumented = outcome != .skipped(Self.undocumentedStatus)
    if sent == .checked, !isUnanswered, isDocumented { return .checked }
    // A body that cannot be checked is more important than a missing body.
    let isAbsent = outcome == .skipped(SkipReason.noBody.rawValue)
    let isThere = exchange.request.absence == nil
    return isAbsent && isThere ? sent ?? outcome : outcome
  }

  /// The notes of a match need the full check.
  private func noteBase<Sink: ExchangeSink>(
    of match: RouteMatch, _ place: RouteMemory.Place, _ url: URLBytes, _ sink: inout Sink
  ) throws(Sink.Stop) {
    // A path without its base path gets a note for each URL.
    if match.isShort, !place.isNoted(url) { try sink.violated { _ in } }
    // A found base path gets one note.
    guard case .found = match.prefix, !hasToldBasePath else { return }
    hasToldBasePath = true
    try sink.violated { _ in }
  }
}

extension Exchange {
  /// Whether the exchange's address is a regular expression.
  var isPattern: Bool { addressForm == .pathPattern || addressForm == .urlPattern }

  /// Whether HTTP allows no body for this status.
  func isBodiless(_ status: Int) -> Bool {
    status < 200 || status == 204 || status == 205 || method?.uppercased() == "HEAD"
  }

  /// The place of findings that have no place in the file.
  var start: ByteRange { ByteRange(offset: range.offset, length: 0) }
}

extension ExchangeReference {
  init(
    _ exchange: Exchange, method: String?, operation: String? = nil, part: Exchange.Part = .response
  ) {
    self.init(
      index: exchange.index, method: method.map(Redaction.text),
      url: exchange.url.map(URLRedaction.redact), status: exchange.status, operation: operation,
      part: part, unit: exchange.unit, id: exchange.id, time: exchange.time)
    isRecorded = !exchange.isBare && exchange.origin == .traffic
  }
}
