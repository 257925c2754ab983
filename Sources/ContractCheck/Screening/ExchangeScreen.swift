@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension Checker {
  /// A first look at exchange records and bare bodies, for one thread; none where every match is to be
  /// explained.
  @_spi(Engine) public func screen() -> (any TrafficScreen)? {
    explainsMatches ? nil : ExchangeScreen(self)
  }
}

/// A first look by contracts: settles the exchanges whose bodies keep the contract and of whose other
/// parts nothing is to be said.
struct ExchangeScreen: TrafficScreen {
  private var bodies: BodyScreen
  private var routes: RouteScreen
  private let entries = HAREntryScreen()
  /// What a bare body is held against; nil where that is not known beforehand.
  private let bare: BodyTarget?
  /// Whether records are judged by what they say of themselves.
  private let readsRecords: Bool
  /// What bare bodies of files are likened by, where it is not known what they are.
  private var nearest: NearestScreen?

  init(_ checker: Checker) {
    bodies = BodyScreen(checker.contracts)
    routes = RouteScreen(checker)
    bare = checker.bareTarget
    readsRecords = checker.assumption == Checker.Assumption()
    nearest = readsRecords ? NearestScreen(checker) : nil
  }

  mutating func look(atFile cursor: TapeCursor, name: String) -> FileLook? {
    // It may be a HAR, or be meant to be one, or a line of its own.
    guard CaptureFormat.meant(byName: name) == nil, cursor.member("log", of: 0) == nil,
      case .bare? = RecordReader(cursor).read()
    else { return nil }
    if let bare {
      let accepts = bodies.accepts(.init(cursor: cursor, index: 0), bare)
      return accepts ? FileLook(outcome: .checked, note: nil) : nil
    }
    return nearest?.look(at: cursor, name: name)
  }

  mutating func outcome(of cursor: TapeCursor) -> Checker.Outcome? {
    switch RecordReader(cursor).read() {
    case .bare?:
      guard let bare, bodies.accepts(.init(cursor: cursor, index: 0), bare) else { return nil }
      return .checked
    case .record(let exchange)?: return readsRecords ? outcome(of: exchange) : nil
    case nil: return nil
    }
  }

  mutating func outcome(of entry: HAREntry) -> Checker.Outcome? {
    guard readsRecords, let exchange = entries.exchange(of: entry) else { return nil }
    return outcome(of: exchange)
  }

  /// What becomes of an exchange that certainly gives rise to no finding; nil where only the full check
  /// can tell.
  mutating func outcome(of exchange: ScreenedExchange) -> Checker.Outcome? {
    guard let route = routes.route(of: exchange) else { return nil }
    var outcome: Checker.Outcome
    switch (route.response, exchange.response) {
    case (.nothing, nil): outcome = .checked
    case (.nothing, _?): outcome = .skipped("no-schema")
    case (.body(let target), let body?):
      guard bodies.accepts(body, target) else { return nil }
      outcome = .checked
    case (.body, nil): return nil
    }
    if case .body(let target) = route.request, let body = exchange.request {
      guard bodies.accepts(body, target) else { return nil }
      outcome = .checked
    }
    return outcome
  }
}

/// What a body is held against: a node of a contract's plan and the figures that must agree.
struct BodyTarget {
  /// The contract's place among the checker's.
  let contract: Int
  let root: Int32
  private(set) var pagination: PaginationScreen?

  init(contract: Int, root: Int32, settings: RuleSettings, pagination: PaginationPlace?) {
    self.contract = contract
    self.root = root
    self.pagination =
      settings.isOn(.paginationArithmetic) ? pagination.map { PaginationScreen($0) } : nil
  }

  /// The same as the answer to a query; nil where it is not sure what that asks for.
  func answering(_ query: QueryText) -> BodyTarget? {
    guard let pagination else { return self }
    guard let answering = pagination.answering(query) else { return nil }
    var target = self
    target.pagination = answering
    return target
  }
}

/// Holds bodies against contracts, in memory that is kept.
private struct BodyScreen {
  private var judges: [SchemaJudge]

  init(_ contracts: [Contract]) { judges = contracts.map { SchemaJudge($0.schema) } }

  /// Whether a body certainly keeps its contract; repeated keys are for the full check.
  mutating func accepts(_ body: ScreenedExchange.Body, _ target: BodyTarget) -> Bool {
    judges[target.contract].accepts(body.cursor, body.index, root: target.root)
      && target.pagination?.agrees(body.cursor, body.index) ?? true
  }
}

extension Checker {
  /// What every bare body is held against, where the caller has said so.
  fileprivate var bareTarget: BodyTarget? {
    if let name = assumption.schema {
      guard let number = contracts.firstIndex(where: { $0.components[name] != nil }),
        let component = contracts[number].components[name]
      else { return nil }
      return BodyTarget(
        contract: number, root: assumption.isRequest ? component.request : component.response,
        settings: component.settings, pagination: nil)
    }
    guard let name = assumption.operation,
      let number = contracts.firstIndex(where: { $0.operation(named: name) != nil }),
      let operation = contracts[number].operation(named: name)
    else { return nil }
    if assumption.isRequest {
      return operation.request.flatMap { $0.target(of: nil, contract: number) }
    }
    guard let status = assumption.status ?? operation.success?.leastStatus,
      status > 0, status != 304, let response = operation.response(for: status),
      response.headers.isEmpty
    else { return nil }
    return response.content.target(
      of: nil, contract: number, isSuccess: assumption.status.map { $0 < 300 } ?? true)
  }
}

extension Operation.Content {
  /// What a JSON body of a media type is held against; nil where that takes the full check.
  ///
  /// - Parameter mediaType: As captured; nil where the capture tells none.
  func target(
    of mediaType: String?, contract: Int, isSuccess: Bool = false
  ) -> BodyTarget? {
    guard !entries.isEmpty else { return nil }
    var entry = likeliestEntry
    if let type = mediaType.flatMap({ MediaType($0) }) {
      guard let position = type.closest(of: entries.map(\.mediaType)) else { return nil }
      entry = entries[position]
    }
    guard entry.mediaType.isJSON, let root = entry.root else { return nil }
    return BodyTarget(
      contract: contract, root: root, settings: settings,
      pagination: isSuccess ? entry.pagination : nil)
  }
}
