@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension ContractValidator {
  /// Remembers the URLs to which the API will send requests.
  func announceCallbacks(of exchange: Exchange, _ match: RouteMatch) {
    func body(_ message: Message, _ part: Exchange.Part) -> JSONNode? {
      guard case .value(let cursor, let index, let text)? = read(message, part) else { return nil }
      return JSONDocument(copying: cursor, at: index, text: text).root
    }
    let values = ExchangeValues(
      url: exchange.url ?? "", method: exchange.method ?? "GET", status: exchange.status,
      parameters: match.parameters, request: exchange.request, response: exchange.response,
      requestBody: body(exchange.request, .request),
      responseBody: body(exchange.response, .response))
    for request in match.operation.callbacks {
      guard let url = values.filled(request.expression) else { continue }
      for operation in request.operations {
        routes.announce(operation, url, by: match, in: nearest.file)
      }
    }
  }

  func checkUnknown<Sink: ExchangeSink>(
    _ webhook: String, _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    try sink.violated { run in
      run.contract = checker.contracts.first
      let known = checker.contracts.flatMap(\.webhooks)
      run.add(
        .unknownRoute, checker.contracts.first?.settings ?? .standard,
        at: exchange.webhook?.range ?? exchange.start,
        .told(
          Rule.unknownWebhook(webhook, exchange.method, among: known), shape: webhook))
    }
    return .unmatched
  }

  /// Reports an undocumented route, but only if it clearly belongs to the API. A route below a
  /// documented path belongs to the API. A route on a documented server belongs to it, too, if the
  /// exchange contains JSON or has failed. Other data must be below the base path of the server, and
  /// must not be a part of a web page. If no server is documented, the exchange must contain JSON.
  func checkUnknownRoute<Sink: ExchangeSink>(
    _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) {
    let method = exchange.method ?? "GET"
    let url = URLParts(exchange.url ?? "")
    sink.note { run in
      guard run.explanation != nil else { return }
      run.explain(
        .unmatched, checker.contracts.map { $0.miss(method, url, checker.path(of: url, below: $0)) }
      )
    }
    // OPTIONS (a browser's preflight request) and HEAD (which any server supports with GET) are not
    // separate operations.
    guard method.uppercased() != "OPTIONS", method.uppercased() != "HEAD", url.isOfServer else {
      return
    }
    let types = [exchange.response, exchange.request].compactMap(\.mediaType)
    let isJSON = types.isEmpty || types.contains { MediaType($0)?.isJSON ?? true }
    let isFailure = exchange.status.map { $0 >= 400 } ?? false
    let isOfPage = exchange.response.mediaType.flatMap { MediaType($0)?.isOfPage } ?? false
    guard
      let contract = checker.contracts.filter(checker.mayServe(url)).first(where: { contract in
        !contract.operations(at: url, checker.path(of: url, below: contract)).isEmpty
          || contract.serves(url) && (isJSON || isFailure && contract.documentsServers)
          || !isOfPage && contract.hasServer(above: url)
      })
    else { return }
    try sink.violated { run in
      run.contract = contract
      let path = checker.path(of: url, below: contract)
      let near = contract.operations(at: url, path)
      let methods = Contract.methods(of: near)
      run.parameters = near.first?.parameters ?? []
      run.enterRequest(of: exchange)
      defer { run.leaveRequest() }
      let shown = run.reference?.url?.masking(run.parameters)
      run.reference?.url = shown
      run.explanation?.exchange.url = shown
      // First redact the whole URL, because its path does not show a password at its beginning.
      let told = URLRedaction.redact(exchange.isPattern ? shown ?? "" : URLParts(shown ?? "").path)
      run.add(
        .unknownRoute, contract.settings, at: exchange.urlRange ?? exchange.start,
        .unknownRoute(
          method: SafeText.line(Redaction.shown(method, ofProperty: nil)),
          path: told.isEmpty ? "/" : told,
          methods: methods,
          basePath: methods.isEmpty ? contract.basePaths(method: method, url).first : nil,
          nearest: methods.isEmpty ? contract.nearestPath(to: url, path) : nil))
    }
  }
}

extension MediaType {
  /// Whether browsers load such a response for a web page: HTML, styles, scripts, pictures, fonts,
  /// sounds, films, and bytes of an unknown type.
  fileprivate var isOfPage: Bool {
    ["image", "font", "audio", "video"].contains(type)
      || ["html", "xhtml+xml", "css", "javascript", "x-javascript", "ecmascript", "wasm"]
        .contains(subtype)
      || subtype == "octet-stream" || subtype.contains("font")
  }
}
