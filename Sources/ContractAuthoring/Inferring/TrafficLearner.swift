@_spi(Engine) public import ContractCheck
@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONTape

/// Learns from captures which requests and responses an API has. A contract can be inferred from
/// the result.
///
/// A learner accepts the same inputs as a ``Checker``, but reports no findings. Several threads may
/// use one learner.
@_spi(Engine) public final class TrafficLearner: CaptureValidator {
  /// The names of the groups of bare bodies, by the number of the validator.
  private let groups: [String]
  fileprivate let onlyOperations: [OperationPattern]
  fileprivate let placeholders: Placeholders
  fileprivate let tallies: ThreadParts<TrafficTally>

  /// - Parameters:
  ///   - groups: The names of bare bodies, for ``validator(ofGroup:)``.
  ///   - keepsExamples: Whether a body of each kind is kept for the contract.
  ///   - onlyOperations: The only requests that count. Empty for all requests.
  ///   - placeholders: The texts that stand for other values.
  package init(
    groups: [String] = [], keepsExamples: Bool = false, onlyOperations: [OperationPattern] = [],
    placeholders: Placeholders = .standard
  ) {
    self.groups = groups
    self.onlyOperations = onlyOperations
    self.placeholders = placeholders
    tallies = ThreadParts { TrafficTally(keepsExamples: keepsExamples) }
  }

  /// A validator that learns from exchanges, for one thread.
  public func exchangeValidator() -> any ExchangeValidator { LearningValidator(self, group: nil) }

  /// A validator that learns, for one thread. All bare bodies of its inputs belong to the group
  /// `number`.
  public func validator(ofGroup number: Int) -> any ExchangeValidator {
    LearningValidator(self, group: groups.indices.contains(number) ? groups[number] : nil)
  }

  /// The results. Call this when no thread is learning any more.
  func tally() -> TrafficTally { tallies.sum }
}

private final class LearningValidator: ExchangeValidator {
  private let learner: TrafficLearner
  private let tally: TrafficTally
  /// The group of bare bodies.
  private let group: String?
  private let request = BodyTape()
  private let response = BodyTape()
  private var texts: StringArena?

  init(_ learner: TrafficLearner, group: String?) {
    self.learner = learner
    self.group = group
    tally = learner.tallies.lend()
  }

  deinit { learner.tallies.release(tally) }

  func begin(_ texts: StringArena?) {
    self.texts = texts
    request.clear()
    response.clear()
  }

  func verdict(_ exchange: Exchange, of name: String) -> SettledExchange? {
    // Bodies that are not on a tape yet may need to be decompressed first.
    guard isReadable(exchange.request, request), isReadable(exchange.response, response),
      !isMalformed(exchange)
    else { return nil }
    return SettledExchange(count: ExchangeCount(learn(exchange)), assumed: nil)
  }

  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    var exchange = exchange
    if isMalformed(exchange) {
      _ = exchange.fillTemplates(learner.placeholders)
      request.clear()
      response.clear()
    }
    return Checker.Result(outcome: learn(exchange), findings: [])
  }

  var guessesSchemas: Bool { true }

  func opens(_ list: TapeCursor) -> Bool {
    ResponseEnvelope(firstOf: CaptureTape(lent: list, base: 0).root) != nil
  }

  private func isReadable(_ message: Message, _ tape: BodyTape) -> Bool {
    if case .file = message.content { return false }
    return tape.canRead(message, texts)
  }

  /// Whether a body of a request or its response should be JSON and is not. Placeholders may be the
  /// cause.
  private func isMalformed(_ exchange: Exchange) -> Bool {
    !exchange.isBare
      && Exchange.Part.allCases.contains { part in
        guard case .malformed? = read(exchange[part], part) else { return false }
        return exchange[part].mediaType.flatMap { MediaType($0) }?.isJSON ?? true
      }
  }

  private func read(_ message: Message, _ part: Exchange.Part) -> BodyTape.Reading? {
    (part == .request ? request : response).read(message, texts)
  }

  private func learn(_ exchange: Exchange) -> Checker.Outcome {
    tally.values.exchange += 1
    // Test data is no evidence of a server's responses.
    guard exchange.origin != .stub else { return .skipped(SkipReason.stub.rawValue) }
    guard !exchange.isBare, let address = exchange.address else {
      if leavesOut(nil) { return .skipped(SkipReason.leftOut.rawValue) }
      // `check` opens them, too.
      let inner = ResponseEnvelope(exchange)?.unwrapped(exchange)
      return learn(bare: (inner ?? exchange).response)
    }
    if leavesOut(exchange) { return .skipped(SkipReason.leftOut.rawValue) }
    return address.withBytes { bytes in
      let url = URLBytes(bytes)
      let method = exchange.methodText ?? .read("GET", nil)
      let place = method.withBytes { tally.place($0, url.address) }
      guard let place else { return .unmatched }
      return learn(exchange, place, url)
    }
  }

  /// Whether the caller asks for other requests. Nil for a body without an exchange.
  private func leavesOut(_ exchange: Exchange?) -> Bool {
    guard !learner.onlyOperations.isEmpty else { return false }
    guard let exchange, let url = exchange.url else { return true }
    let method = exchange.method ?? "GET"
    let path = URLParts(url).path
    return !learner.onlyOperations.contains { $0.fits(method: method, path: path) }
  }

  private func learn(bare message: Message) -> Checker.Outcome {
    if let absence = message.absence, absence.isOfOtherLine { return .skipped(absence.rawValue) }
    guard case .value(let cursor, let index, let text)? = read(message, .response) else {
      if let absence = message.absence { return .skipped(absence.rawValue) }
      tally.malformed += 1
      return .skipped(SkipReason.undecodable.rawValue)
    }
    // A contract beside the captures is no capture.
    if cursor.describesAPI(index) { return .skipped("contract") }
    tally.count(cursor, index, text, as: tally.body(ofGroup: group ?? ""))
    return .checked
  }

  private func learn(
    _ exchange: Exchange, _ place: TrafficTally.Remembered, _ url: URLBytes
  ) -> Checker.Outcome {
    let operation = place.operation
    operation.exchanges += 1
    // A request that the server refuses is not the app's normal request.
    let isRefused = exchange.status.map { 400..<500 ~= $0 } ?? false
    if !isRefused {
      operation.sent += 1
      if !url.query.isEmpty {
        learn(
          QueryFields(url.query).map { ($0.decodedName, $0.decodedValue) }, into: &operation.query)
      }
      for (gap, text) in place.gaps.enumerated() {
        operation.gaps[gap].exchanges += 1
        operation.gaps[gap].add(segment: text)
      }
      if exchange.request.absence == .noBody {
        operation.requestsWithoutBody += 1
      } else {
        learn(exchange.request, .request, into: operation.requests)
      }
    }
    let status = exchange.status ?? 0
    // A capture may contain any number as a status.
    guard status == 0 || 100..<600 ~= status else { return .checked }
    if status == 0, exchange.response.absence != nil { return .checked }
    let answer = operation.statuses[status] ?? TrafficTally.Response()
    operation.statuses[status] = answer
    answer.exchanges += 1
    if exchange.response.absence != nil, exchange.response.absence != .nonJSON {
      answer.withoutBody += 1
    } else {
      let isSuccess = 200..<300 ~= status
      learn(
        exchange.response, .response, into: answer.bodies, namedBy: isSuccess ? operation : nil)
    }
    return .checked
  }

  private func learn(
    _ message: Message, _ part: Exchange.Part, into bodies: TrafficTally.Bodies,
    namedBy operation: TrafficTally.Operation? = nil
  ) {
    guard let body = body(of: message, in: bodies) else { return }
    guard body.isJSON else {
      body.count += 1
      if part == .request { learnForm(message, body) }
      return
    }
    if case .value(let cursor, let index, let text)? = read(message, part) {
      tally.values.unknown = message.unknownValues
      tally.count(cursor, index, text, as: body)
      tally.values.unknown = []
      operation?.noteNames(cursor, index)
    } else if message.absence == nil {
      tally.malformed += 1
    }
  }

  private func body(of message: Message, in bodies: TrafficTally.Bodies) -> TrafficTally.Message? {
    let isSaid = message.type != nil
    if let last = bodies.last, isSaid == (last.type != nil),
      isSaid
        ? message.type.isSame(as: last.type) : last.message.isJSON == (message.absence == nil)
    {
      return last.message
    }
    let text = message.mediaType
    let type = text.flatMap { MediaType($0) }
    let isJSON = type?.isJSON ?? (message.absence == nil)
    let body = bodies.message(of: type?.essence ?? (isJSON ? "application/json" : "*/*"))
    body?.isJSON = isJSON
    if let body { bodies.last = (text.map { Array($0.utf8) }, body) }
    return body
  }

  private func learnForm(_ message: Message, _ body: TrafficTally.Message) {
    let type = message.mediaType.flatMap { MediaType($0) }
    guard type?.essence == "application/x-www-form-urlencoded" else { return }
    let fields =
      message.fields.isEmpty ? FormField.parse(message.body?.bytes ?? []) : message.fields
    learn(fields.map { ($0.name, $0.value) }, into: &body.fields)
  }

  private func learn(
    _ fields: [(name: String, value: String)],
    into parameters: inout [String: TrafficTally.Parameter]
  ) {
    var seen: [String: Int] = [:]
    for (name, value) in fields {
      guard parameters[name] != nil || parameters.count < TrafficTally.mostNames else { continue }
      seen[name, default: 0] += 1
      parameters[name, default: TrafficTally.Parameter()].add(value)
    }
    for (name, count) in seen {
      parameters[name]?.exchanges += 1
      if count > 1 { parameters[name]?.repeated += 1 }
    }
  }
}
