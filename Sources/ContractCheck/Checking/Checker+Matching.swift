internal import JSONTape

/// Which operation an exchange belongs to.
struct RouteMatch {
  let contract: Contract
  /// The contract's place among the checker's: names need not differ.
  var number = 0
  let operation: Operation
  let parameters: [PathParameter]
  /// Whether the URL's origin is a documented server's, or the contract documents none.
  let isServer: Bool
  /// Whether the path matched without the base path that the server documents.
  let lacksBase: Bool
  /// What stands before the template in the path.
  let base: RequestPath
  /// The servers that the operation has.
  let servers: [Server]
}

extension String {
  /// A URL or path with the values of path parameters that hold secrets masked.
  func masking(_ parameters: [PathParameter]) -> String {
    var url = self
    for parameter in parameters where Redaction.isSecret(parameter.name) {
      guard let range = url.segment(of: parameter.value) else { continue }
      url.replaceSubrange(range, with: Redaction.masked(parameter.value.unicodeScalars.count))
    }
    return url
  }

  /// The last path segment of a URL, which may stand in quotes, that is a decoded value.
  func segment(of value: String) -> Range<Index>? {
    let end = firstIndex { $0 == "?" || $0 == "#" } ?? endIndex
    var found: Range<Index>?
    var start = startIndex
    while start < end {
      let next = self[start..<end].firstIndex { $0 == "/" || $0 == "\"" } ?? end
      let segment = self[start..<next]
      if !segment.isEmpty,
        segment == value || RequestPath(String(segment)).segments == [Array(value.utf8)]
      {
        found = start..<next
      }
      guard next < end else { break }
      start = index(after: next)
    }
    return found
  }
}

extension Checker {
  /// The first contract whose server and route match; failing that, the first whose route does.
  func match(method: String, url: URLParts) -> RouteMatch? {
    var fallback: RouteMatch?
    for (number, contract) in contracts.enumerated() {
      guard var match = contract.match(method: method, url: url) else { continue }
      match.number = number
      if match.isServer { return match }
      if fallback == nil { fallback = match }
    }
    return fallback
  }
}

extension Contract {
  /// Whether the contract says who serves its operations.
  var documentsServers: Bool { !servers.isEmpty || routes.contains { !$0.servers.isEmpty } }

  /// Whether a URL's origin is one that the contract documents; true when it documents none.
  func serves(_ url: URLParts) -> Bool {
    url.host == nil || !documentsServers || servers.contains { $0.serves(url) }
      || routes.contains { $0.servers.contains { $0.serves(url) } }
  }

  func match(method: String, url: URLParts) -> RouteMatch? {
    let path = RequestPath(url.path)
    let method = method.uppercased()
    var best: RouteMatch?
    for route in routes {
      for (rest, isServer, lacksBase) in route.readings(of: path, url) {
        var found: RouteMatch?
        for operation in route.operations where operation.method == method {
          guard let parameters = operation.path.match(rest) else { continue }
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

  /// The operations whose template fits the path of a URL best, whatever their method, with the
  /// values of its parameters.
  func operations(at url: URLParts) -> [(operation: Operation, parameters: [PathParameter])] {
    let path = RequestPath(url.path)
    let fitting = routes.flatMap { route in
      route.readings(of: path, url).flatMap { rest, _, _ in
        route.operations.compactMap { operation in
          operation.path.match(rest).map { (operation: operation, parameters: $0) }
        }
      }
    }
    let best = fitting.map(\.operation.path.specificity).max()
    return fitting.filter { $0.operation.path.specificity == best }
  }
}

extension Contract.Route {
  /// What a path is below the base paths of the servers, documented ones first; last the path as it
  /// is.
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

extension RouteMatch {
  /// Whether another reading of the same URL is the one meant: by its server, its base path, and by
  /// how much of its template is fixed.
  fileprivate func isWorse(than other: RouteMatch) -> Bool {
    if isServer != other.isServer { return other.isServer }
    if lacksBase != other.lacksBase { return lacksBase }
    return operation.path.specificity < other.operation.path.specificity
  }
}

extension Checker {
  func checkMatched(_ exchange: Exchange, _ run: inout CheckRun) -> Result {
    guard let address = exchange.url else { return checkNearest(exchange, &run) }
    let method = exchange.method ?? "GET"
    let url = URLParts(address)
    run.reference = ExchangeReference(
      index: exchange.index, method: method, url: URLRedaction.redact(address),
      status: exchange.status, unit: exchange.unit, id: exchange.id)
    guard let match = match(method: method, url: url) else {
      if run.explanation != nil { run.explain(.none(contracts.map { $0.miss(method, url) })) }
      reportUnknownRoute(exchange, method, url, &run)
      return run.result(.unmatched)
    }
    run.contract = match.contract
    run.reference?.operation = match.operation.name
    run.parameters = match.parameters
    let shown = URLRedaction.redact(address).masking(match.parameters)
    run.reference?.url = shown
    run.explain(match, url)
    if match.lacksBase {
      run.notes.append(
        "\(run.source.name): `\(shown)` is matched without the base path "
          + "of the contract's servers")
    }
    run.checkParameters(match, url, exchange)
    let request = checkRequest(match.operation, exchange, &run)
    let response = checkResponse(
      match.operation, exchange.response, status: exchange.status, url, exchange, &run)
    return run.result(request == .checked ? .checked : response)
  }

  /// A route nobody documents is worth a finding where it is plainly the API's: under a documented
  /// path; on a documented server, unless it is a picture or a page that came back well; or, where
  /// any host may serve the API, when JSON is exchanged.
  private func reportUnknownRoute(
    _ exchange: Exchange, _ method: String, _ url: URLParts, _ run: inout CheckRun
  ) {
    // What a browser asks before the request itself, and what any server answers for a GET, is no
    // operation of its own.
    guard method.uppercased() != "OPTIONS", method.uppercased() != "HEAD" else { return }
    let types = [exchange.response, exchange.request].compactMap(\.mediaType)
    let isJSON = types.isEmpty || types.contains { MediaType($0)?.isJSON ?? true }
    let isFailure = exchange.status.map { $0 >= 400 } ?? false
    guard
      let contract = contracts.first(where: { contract in
        !contract.operations(at: url).isEmpty
          || contract.serves(url) && (isJSON || isFailure && contract.documentsServers)
      })
    else { return }
    run.contract = contract
    let near = contract.operations(at: url)
    var methods: [String] = []
    for (operation, _) in near where !methods.contains(operation.method) {
      methods.append(operation.method)
    }
    run.parameters = near.first?.parameters ?? []
    let shown = run.reference?.url?.masking(run.parameters)
    run.reference?.url = shown
    run.explanation?.exchange.url = shown
    run.add(
      rule: .unknownRoute, contract.settings,
      at: exchange.urlRange ?? ByteRange(offset: exchange.range.offset, length: 0),
      message: .unknownRoute(
        method: SafeText.line(Redaction.shown(method, ofMember: nil)),
        // Of the URL as it is shown: only the whole tells that a path begins with a password.
        path: URLRedaction.redact(URLParts(shown ?? "").path), methods: methods,
        nearest: methods.isEmpty ? contract.nearestPath(to: url) : nil))
  }

  // MARK: Requests

  private func checkRequest(
    _ operation: Operation, _ exchange: Exchange, _ run: inout CheckRun
  ) -> Outcome? {
    guard let content = operation.request, !content.entries.isEmpty else {
      if exchange.request.body != nil {
        run.explain(.request, exchange.request)
        run.explain(.notChecked(.undocumentedRequest))
      }
      return nil
    }
    run.explain(.request, exchange.request)
    run.reference?.part = .request
    defer { run.reference?.part = .response }
    return checkMessage(
      exchange.request, content, operation, status: nil, query: nil, exchange, &run)
  }

  // MARK: Responses

  /// Checks a response's message; a status that is not told is taken for a success.
  func checkResponse(
    _ operation: Operation, _ message: Message, status told: Int?, _ query: URLParts?,
    _ exchange: Exchange, _ run: inout CheckRun
  ) -> Outcome {
    run.explain(.response, message)
    guard let status = told ?? operation.success?.leastStatus, status != 0,
      told != nil || message.body != nil
    else { return run.skip(message.absence ?? .noResponse) }
    if status == 304 { return run.skip(.notModified) }
    run.explain { ($0.status, $0.isStatusAssumed) = (status, told == nil) }
    guard let response = operation.response(for: status) else {
      run.add(
        rule: .undocumentedStatus, operation.settings,
        at: exchange.statusRange ?? ByteRange(offset: exchange.range.offset, length: 0),
        message: .undocumentedStatus(status, operation: operation))
      run.explain(.notChecked(.undocumentedStatus(documented: operation.statuses)))
      return .skipped("undocumented-status")
    }
    run.explain { $0.statusKey = response.status }
    run.checkHeaders(response, of: message, exchange)
    if response.content.entries.isEmpty {
      run.explain(message.body == nil ? .empty : .notChecked(.undocumentedBody))
      // Nothing is promised of the body, so an empty one keeps the contract.
      return message.body == nil ? .checked : .skipped("no-schema")
    }
    return checkMessage(
      message, response.content, operation, status: status, query: query, exchange, &run)
  }

  /// Checks one message against the bodies it may have.
  func checkMessage(
    _ message: Message, _ content: Operation.Content, _ operation: Operation, status: Int?,
    query: URLParts?, _ exchange: Exchange, _ run: inout CheckRun
  ) -> Outcome {
    let ranges = content.entries.map(\.mediaType)
    var entry = content.likeliestEntry
    var isDocumented = true
    var isJSON = entry.mediaType.isJSON || entry.mediaType.isOpen
    if let text = message.mediaType, let type = MediaType(text) {
      if let position = type.closest(of: ranges) {
        entry = content.entries[position]
        // Of a range the message says what it is.
        isJSON = entry.mediaType.isJSON || entry.mediaType.isOpen && type.isJSON
      } else {
        isDocumented = false
        run.add(
          rule: .contentType, content.settings,
          at: message.mediaTypeRange ?? ByteRange(offset: exchange.range.offset, length: 0),
          message: .contentType(type, documented: ranges))
      }
    }
    run.explain { ($0.entry, $0.isDocumented) = (entry.mediaType.essence, isDocumented) }
    if !isJSON {
      guard isDocumented else { return run.skip(.nonJSON) }
      return run.checkForm(message, entry, content.settings)
    }
    guard let body = message.body else { return run.skip(message.absence ?? .noBody) }
    if !isDocumented, (try? JSONDocument(body.bytes)) == nil { return run.skip(.nonJSON) }
    guard let root = entry.root else {
      run.checkSyntax(body, content.settings)
      run.explain(.parsed)
      return .checked
    }
    run.explain(.checked)
    run.check(
      body, root: root, settings: content.settings,
      pagination: status.map { $0 < 300 } ?? false ? entry.pagination : nil, query: query)
    return .checked
  }
}

extension Contract {
  /// The documented path nearest to one that matches nothing.
  func nearestPath(to url: URLParts) -> String? {
    let path = RequestPath(url.path)
    return routes.lazy.flatMap { route in
      let known = route.operations.map(\.path.description)
      return route.readings(of: path, url).compactMap { rest, _, _ in
        NearestName.of(rest.description, among: known)
      }
    }.first
  }
}
