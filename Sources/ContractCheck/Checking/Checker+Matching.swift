@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
internal import JSONTape

/// The operation to which an exchange belongs.
final class RouteMatch {
  let contract: Contract
  /// The index among the checker's contracts. Names are not enough, because several contracts may
  /// have the same name.
  fileprivate(set) var number = 0
  let operation: Operation
  let parameters: [PathParameter]
  /// Whether the URL's origin is a documented server, or the contract documents no server.
  let isServer: Bool
  /// Whether the path matched only without the base path of the documented server.
  let lacksBase: Bool
  /// The part of the path before the template.
  let base: RequestPath
  let servers: [Server]
  /// How the checker's base path was used.
  fileprivate(set) var prefix = Prefix.none

  enum Prefix {
    /// There is no base path, or the request's path does not begin with the base path.
    case none, absent(BasePath)
    /// The path began with the given base path.
    case given(BasePath)
    /// The path began with a base path that was found in the captures.
    case found(FoundBasePath)

    /// The base path before the path. Nil if there was no base path.
    var path: BasePath? {
      switch self {
      case .none, .absent: nil
      case .given(let path): path
      case .found(let found): found.path
      }
    }
  }

  /// Whether the path should begin with a base path and does not.
  var isShort: Bool {
    switch prefix {
    case .absent: true
    // The caller says what is before the path.
    case .given: false
    case .none, .found: lacksBase
    }
  }

  /// A request that the API itself sends. No documented server belongs to such a request.
  init(of operation: Operation, in contract: Contract, _ number: Int) {
    self.contract = contract
    self.number = number
    self.operation = operation
    parameters = []
    isServer = true
    lacksBase = false
    base = RequestPath("")
    servers = []
  }

  fileprivate init(
    contract: Contract, operation: Operation, parameters: [PathParameter], isServer: Bool,
    lacksBase: Bool, base: RequestPath, servers: [Server]
  ) {
    self.contract = contract
    self.operation = operation
    self.parameters = parameters
    self.isServer = isServer
    self.lacksBase = lacksBase
    self.base = base
    self.servers = servers
  }

  /// Compares two matches of one URL by server, by base path, and by the fixed part of the
  /// template.
  fileprivate func isWorse(than other: RouteMatch) -> Bool {
    if isServer != other.isServer { return other.isServer }
    if lacksBase != other.lacksBase { return lacksBase }
    return operation.path.specificity < other.operation.path.specificity
  }
}

extension String {
  /// The URL or path with the values of secret path parameters masked.
  func masking(_ parameters: [PathParameter]) -> String {
    var url = self
    for parameter in parameters where Redaction.isSecret(parameter.name) {
      guard let range = url.segment(of: parameter) else { continue }
      url.replaceSubrange(range, with: Redaction.masked(parameter.value.unicodeScalars.count))
    }
    return url
  }

  /// The path segment with the value of a parameter or the value's mask. The URL may be in quotes.
  ///
  /// If several segments have the same text, the position in the path decides. If dot segments make
  /// the position uncertain, the last such segment is used.
  func segment(of parameter: PathParameter) -> Range<Index>? {
    let value = Array(parameter.value.utf8)
    let mask = Redaction.masked(parameter.value.unicodeScalars.count)
    let end = firstIndex { $0 == "?" || $0 == "#" } ?? endIndex
    let segments = self[..<end].split { $0 == "/" || $0 == "\"" }
    let isMeant = { (segment: Substring) in
      segment == mask || PercentEncoding.decode(segment.utf8) == value
    }
    let position = segments.count - 1 - parameter.segmentsAfter
    if segments.indices.contains(position) {
      let segment = segments[position]
      // A parameter may be only a part of its segment, as in `{name}.json`.
      if isMeant(segment) || PercentEncoding.decode(segment.utf8).firstRange(of: value) != nil {
        return segment.startIndex..<segment.endIndex
      }
    }
    return segments.last(where: isMeant).map { $0.startIndex..<$0.endIndex }
  }
}

extension Checker {
  /// If there is a base path, the path is first matched below it.
  func match(method: String, url: URLParts) -> RouteMatch? {
    guard url.isOfServer else { return nil }
    let path = RequestPath(url.path)
    if let basePath, let rest = basePath.remainder(of: path),
      let match = match(method: method, url: url, path: rest)
    {
      match.prefix = .given(basePath)
      return match
    }
    if let match = match(method: method, url: url, path: path) {
      if let basePath { match.prefix = .absent(basePath) }
      return match
    }
    guard let found = findBasePath?(), let rest = found.path.remainder(of: path),
      let match = match(method: method, url: url, path: rest, { !$0.documentsServers })
    else { return nil }
    match.prefix = .found(found)
    return match
  }

  private func match(
    method: String, url: URLParts, path: RequestPath,
    _ isWanted: (Contract) -> Bool = { _ in true }
  ) -> RouteMatch? {
    var fallback: RouteMatch?
    let mayServe = mayServe(url)
    for (number, contract) in contracts.enumerated() where isWanted(contract) && mayServe(contract)
    {
      guard let match = contract.match(method: method, url: url, path: path) else { continue }
      match.number = number
      if match.isServer { return match }
      if fallback == nil { fallback = match }
    }
    return fallback
  }
}

extension Checker {
  /// The path of a URL without the base path that is used for the contract.
  func path(of url: URLParts, below contract: Contract) -> RequestPath {
    let path = RequestPath(url.path)
    let found = contract.documentsServers || basePath != nil ? nil : findBasePath?()?.path
    return (basePath ?? found)?.remainder(of: path) ?? path
  }
}

extension Contract {
  var documentsServers: Bool { !servers.isEmpty || routes.contains { !$0.servers.isEmpty } }

  /// Whether the URL is below the base path of a documented server.
  func hasServer(above url: URLParts) -> Bool {
    let path = RequestPath(url.path)
    return (servers + routes.flatMap(\.servers)).flatMap(\.patterns).contains {
      (url.host == nil || $0.serves(url)) && $0.remainder(of: path) != nil
    }
  }

  /// Whether the contract documents the URL's server, or documents no server.
  func serves(_ url: URLParts) -> Bool {
    url.host == nil || !documentsServers || servers.contains { $0.serves(url) }
      || routes.contains { $0.servers.contains { $0.serves(url) } }
  }

  /// - Parameter path: The URL's path, perhaps without its first segments.
  func match(method: String, url: URLParts, path: RequestPath) -> RouteMatch? {
    let method = method.uppercased()
    var best: RouteMatch?
    for route in routes {
      for (rest, isServer, lacksBase) in route.readings(of: path, url) {
        var found: RouteMatch?
        for (operation, parameters) in route.operations(at: rest, method: method) {
          if let found, !(found.operation.path.specificity < operation.path.specificity) {
            continue
          }
          found = RouteMatch(
            contract: self, operation: operation, parameters: parameters, isServer: isServer,
            lacksBase: lacksBase, base: path.prefix(path.segments.count - rest.segments.count),
            servers: route.servers)
        }
        guard let found else { continue }
        if best.map({ $0.isWorse(than: found) }) ?? true { best = found }
        break
      }
    }
    return best
  }

  static func methods(of operations: [(operation: Operation, parameters: [PathParameter])])
    -> [String]
  {
    operations.reduce(into: []) { methods, fitting in
      let method = fitting.operation.method
      if !methods.contains(method) { methods.append(method) }
    }
  }

  /// The operations of any method whose template fits the path of a URL best.
  func operations(
    at url: URLParts, _ path: RequestPath
  ) -> [(operation: Operation, parameters: [PathParameter])] {
    let fitting = routes.flatMap { route in
      route.readings(of: path, url).flatMap { rest, _, _ in
        route.operations(at: rest)
      }
    }
    let best = fitting.map(\.operation.path.specificity).max()
    return fitting.filter { $0.operation.path.specificity == best }
  }

  func nearestPath(to url: URLParts, _ path: RequestPath) -> String? {
    routes.lazy.flatMap { route in
      let known = route.operations.map(\.path.description)
      return route.readings(of: path, url).compactMap { rest, _, _ in
        NearestName.of(rest.description, among: known)
      }
    }.first
  }
}

extension Contract.Route {
  /// The rest of a path after each base path of the servers. Documented base paths come first. The
  /// last reading is the whole path.
  fileprivate func readings(
    of path: RequestPath, _ url: URLParts
  ) -> [(rest: RequestPath, isServer: Bool, lacksBase: Bool)] {
    let patterns = servers.flatMap(\.patterns)
    let serving = patterns.filter { $0.serves(url) }
    let isServer = servers.isEmpty || url.host == nil || !serving.isEmpty
    let likely = serving.isEmpty ? patterns : serving
    let known = likely.filter { !$0.base.isEmpty }
    let below = known.compactMap { pattern in
      pattern.remainder(of: path).map { (rest: $0, isServer: isServer, lacksBase: false) }
    }
    return below + [(path, isServer, !known.isEmpty && known.count == likely.count)]
  }
}
