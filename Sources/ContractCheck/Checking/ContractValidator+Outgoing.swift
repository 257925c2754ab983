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
}
