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

  /// One method and URL.
  private struct Address {
    let method: [UInt8]
    let url: [UInt8]
    /// Nil where the URL itself takes the full check.
    let match: RouteMatch?
    var routes: [(key: Key, route: Route?)] = []
  }

  private let checker: Checker
  private var addresses: [UInt64: Address] = [:]
  /// More than these are forgotten and met anew, so that memory does not grow with the traffic.
  private static let most = 4096

  init(_ checker: Checker) { self.checker = checker }

  /// Nil where the exchange takes the full check, whatever its bodies are.
  mutating func route(of exchange: ScreenedExchange) -> Route? {
    guard exchange.status > 0, exchange.status != 304 else { return nil }
    let hash = Self.hash(exchange.method, exchange.url)
    guard let known = addresses[hash], known.method.elementsEqual(exchange.method),
      known.url.elementsEqual(exchange.url)
    else {
      // The first exchange of an address is checked in full, with the notes that belong to it.
      if addresses.count >= Self.most { addresses = [:] }
      addresses[hash] = address(of: exchange)
      return nil
    }
    guard let match = known.match else { return nil }
    for (key, route) in known.routes
    where key.status == exchange.status && Self.isSame(key.requestType, exchange.requestType)
      && Self.isSame(key.responseType, exchange.responseType)
    {
      return route
    }
    let key = Key(
      status: exchange.status, requestType: exchange.requestType.map(Array.init),
      responseType: exchange.responseType.map(Array.init))
    let route = route(match, key, exchange)
    if known.routes.count < 64 { addresses[hash]?.routes.append((key, route)) }
    return route
  }

  private static func isSame(_ known: [UInt8]?, _ text: ScreenedExchange.Text?) -> Bool {
    guard let known, let text else { return known == nil && text == nil }
    return known.elementsEqual(text)
  }

  private func address(of exchange: ScreenedExchange) -> Address {
    let method = String(decoding: exchange.method, as: UTF8.self)
    let url = String(decoding: exchange.url, as: UTF8.self)
    return Address(
      method: Array(exchange.method), url: Array(exchange.url),
      match: checker.quietMatch(method: method, address: url))
  }

  private func route(
    _ match: RouteMatch, _ key: Key, _ exchange: ScreenedExchange
  ) -> Route? {
    guard let contract = checker.contracts.firstIndex(where: { $0.name == match.contract.name }),
      let response = match.operation.response(for: key.status), response.headers.isEmpty
    else { return nil }
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
    let url = URLParts(String(decoding: exchange.url, as: UTF8.self))
    guard
      let target = response.content.target(
        of: text(key.responseType), contract: contract, isSuccess: key.status < 300, query: url)
    else { return nil }
    return Route(request: request, response: .body(target))
  }

  private static func hash(_ method: ScreenedExchange.Text, _ url: ScreenedExchange.Text) -> UInt64
  {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in method { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    for byte in url { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}

extension Checker {
  /// The match of a URL whose own parts give rise to no finding; nil where they do, or where headers
  /// have a say.
  fileprivate func quietMatch(method: String, address: String) -> RouteMatch? {
    let url = URLParts(address)
    guard let match = match(method: method, url: url),
      !match.operation.parameters.contains(where: {
        $0.location == .header || $0.location == .cookie
      })
    else { return nil }
    let exchange = Exchange(
      method: method, url: address, request: .absent(.noBody), response: .absent(.noBody),
      range: ByteRange(offset: 0, length: 0))
    var run = CheckRun(source: CaptureSource(name: "", bytes: []))
    run.contract = match.contract
    run.checkParameters(match, url, exchange)
    return run.findings.isEmpty ? match : nil
  }
}
