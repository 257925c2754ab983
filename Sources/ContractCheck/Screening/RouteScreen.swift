@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// What a first look remembers of the routes it met: methods and URLs come again and again.
struct RouteScreen {
  /// What all exchanges with one method, URL, status and media types have in common.
  struct Route {
    enum Part {
      /// No body is described.
      case nothing
      case body(BodyTarget)
    }

    let request: Part
    let response: Part
  }

  /// What the exchanges of a route are told apart by.
  private struct Key: Hashable {
    let status: Int
    let requestType: [UInt8]?
    let responseType: [UInt8]?
  }

  /// One method and one URL without its query.
  private struct Place {
    let method: [UInt8]
    let address: [UInt8]
    /// Nil where the URL itself takes the full check.
    let match: RouteMatch?
    /// Nil where queries take the full check until one is known.
    let parameters: ParameterScreen?
    /// Routes as if there were no query.
    var routes: [(key: Key, route: Route?)] = []
    /// Queries of which the full check has nothing to say.
    var queries: Set<[UInt8]> = []
  }

  private let checker: Checker
  private var judges: [SchemaJudge]
  private var places: [UInt64: Place] = [:]
  /// More than these are forgotten and met anew, so that memory does not grow with the traffic.
  private static let most = 4096

  init(_ checker: Checker) {
    self.checker = checker
    judges = checker.contracts.map { SchemaJudge($0.schema) }
  }

  /// Nil where the exchange takes the full check, whatever its bodies are.
  mutating func route(of exchange: ScreenedExchange) -> Route? {
    guard exchange.status > 0, exchange.status != 304, let query = QueryText(of: exchange.url)
    else { return nil }
    let address = exchange.url.prefix { $0 != UInt8(ascii: "?") }
    let hash = Self.hash(exchange.method, address)
    if !(places[hash]?.method.elementsEqual(exchange.method) ?? false)
      || !(places[hash]?.address.elementsEqual(address) ?? false)
    {
      if places.count >= Self.most { places = [:] }
      places[hash] = place(of: exchange, address)
    }
    guard let match = places[hash]?.match,
      isQuiet(exchange, query, match, match.number, hash),
      let route = route(of: exchange, match, match.number, hash)
    else { return nil }
    guard case .body(let target) = route.response, target.pagination != nil else { return route }
    return target.answering(query).map { Route(request: route.request, response: .body($0)) }
  }

  /// Whether nothing is to be said of the query.
  private mutating func isQuiet(
    _ exchange: ScreenedExchange, _ query: QueryText, _ match: RouteMatch, _ contract: Int,
    _ hash: UInt64
  ) -> Bool {
    // Of a path that lacks its base something is said with each URL.
    if !match.lacksBase, places[hash]?.parameters?.accepts(query, &judges[contract]) ?? false {
      return true
    }
    let url = Array(exchange.url)
    if places[hash]?.queries.contains(url) ?? false { return true }
    guard checker.isQuiet(match, String(decoding: url, as: UTF8.self), in: nil) else {
      return false
    }
    if places[hash]?.queries.count ?? 0 >= 64 { places[hash]?.queries = [] }
    places[hash]?.queries.insert(url)
    return !match.lacksBase
  }

  /// What the exchanges with a status and media types have in common.
  private mutating func route(
    of exchange: ScreenedExchange, _ match: RouteMatch, _ contract: Int, _ hash: UInt64
  ) -> Route? {
    for (key, route) in places[hash]?.routes ?? []
    where key.status == exchange.status && Self.isSame(key.requestType, exchange.requestType)
      && Self.isSame(key.responseType, exchange.responseType)
    {
      return route
    }
    let key = Key(
      status: exchange.status, requestType: exchange.requestType.map(Array.init),
      responseType: exchange.responseType.map(Array.init))
    let route = route(match, contract, key)
    if places[hash]?.routes.count ?? 64 < 64 { places[hash]?.routes.append((key, route)) }
    return route
  }

  private static func isSame(_ known: [UInt8]?, _ text: ScreenedExchange.Text?) -> Bool {
    guard let known, let text else { return known == nil && text == nil }
    return known.elementsEqual(text)
  }

  private func place(of exchange: ScreenedExchange, _ address: Slice<ScreenedExchange.Text>)
    -> Place
  {
    let method = String(decoding: exchange.method, as: UTF8.self)
    let text = String(decoding: address, as: UTF8.self)
    let match = checker.quietMatch(method: method, address: text)
    return Place(
      method: Array(exchange.method), address: Array(address), match: match,
      parameters: match.flatMap { ParameterScreen($0.operation) })
  }

  private func route(_ match: RouteMatch, _ contract: Int, _ key: Key) -> Route? {
    guard let response = match.operation.response(for: key.status), response.headers.isEmpty else {
      return nil
    }
    func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    var request = Route.Part.nothing
    if let content = match.operation.request, !content.entries.isEmpty {
      // A request without its body is passed over; with one it is held against its own schema.
      guard let target = content.target(of: text(key.requestType), contract: contract) else {
        return nil
      }
      request = .body(target)
    }
    if response.content.entries.isEmpty { return Route(request: request, response: .nothing) }
    guard
      let target = response.content.target(
        of: text(key.responseType), contract: contract, isSuccess: key.status < 300)
    else { return nil }
    return Route(request: request, response: .body(target))
  }

  private static func hash(
    _ method: ScreenedExchange.Text, _ url: Slice<ScreenedExchange.Text>
  ) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in method { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    for byte in url { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}

extension Checker {
  /// The match of a URL without its query whose own parts give rise to no finding; nil where they do,
  /// or where headers have a say.
  fileprivate func quietMatch(method: String, address: String) -> RouteMatch? {
    guard let match = match(method: method, url: URLParts(address)),
      !match.operation.parameters.contains(where: {
        $0.location == .header || $0.location == .cookie
      }), isQuiet(match, address, in: .path)
    else { return nil }
    return match
  }

  /// Whether the parameters in a URL give rise to no finding.
  ///
  /// - Parameter location: Where the parameters are that are judged; nil for all.
  fileprivate func isQuiet(
    _ match: RouteMatch, _ address: String, in location: Operation.Parameter.Location?
  ) -> Bool {
    let exchange = Exchange(
      method: match.operation.method, url: address, request: .absent(.noBody),
      response: .absent(.noBody), range: ByteRange(offset: 0, length: 0))
    var run = CheckRun(source: CaptureSource(name: "", bytes: []))
    run.contract = match.contract
    run.checkParameters(match, URLParts(address), exchange, in: location)
    return run.findings.isEmpty
  }
}
