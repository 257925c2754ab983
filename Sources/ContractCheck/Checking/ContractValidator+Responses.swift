@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks statuses, headers and bodies of responses.
extension ContractValidator {
  static var undocumentedStatus: String { "undocumented-status" }

  /// - Parameter isTold: Whether the status is known from the capture or the caller.
  func checkResponse<Sink: ExchangeSink>(
    _ exchange: Exchange, _ message: Message, _ route: Route, isTold: Bool,
    _ query: ByteView?, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    var isDue = false
    let outcome = try outcome(of: exchange, message, route, isTold: isTold, query, &isDue, &sink)
    if outcome == .checked { count.evaluated.insert(.response) }
    count.response = MessageCount(outcome, isBodyDue: isDue)
    return outcome
  }

  /// - Parameter isDue: Set if the response should have a body that the contract documents.
  private func outcome<Sink: ExchangeSink>(
    of exchange: Exchange, _ message: Message, _ route: Route, isTold: Bool,
    _ query: ByteView?, _ isDue: inout Bool, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    sink.note { $0.explain(.response, message) }
    guard let status = route.status else {
      isDue = message.mayHoldBody && route.operation.documentsResponseBody
      return skip(message.absence ?? .noResponse, &sink)
    }
    observers.note(.status)
    if status == 304 { return skip(.notModified, &sink) }
    sink.note { run in
      run.explanation?.part?.status = status
      run.explanation?.part?.isStatusAssumed = !isTold
    }
    let isUnexpected = try checkExpected(
      exchange, message, route.operation.settings, route.operation, &sink)
    if isUnexpected { return try checkError(exchange, message, route, &isDue, &sink) }
    guard route.hasResponse else {
      observers.note(.undocumentedStatus(status, body: read(message, .response)))
      try sink.violated { run in
        run.add(
          .undocumentedStatus, route.operation.settings,
          at: exchange.statusRange ?? exchange.start,
          .undocumentedStatus(status, operation: route.operation))
        run.explain(.undocumentedStatus(documented: route.operation.statuses))
        reportOwnRules(exchange, route.operation, &run)
      }
      return .skipped(Self.undocumentedStatus)
    }
    sink.note { $0.explanation?.part?.statusKey = route.response?.status }
    if route.hasHeaders, let response = route.response {
      if countsParameters { noteHeaders(response.headers, of: message, route) }
      count.evaluated.insert(.response)
      for header in response.headers
      where !exchange.isPartial || !read(header, in: message.headers).bodies.isEmpty {
        try checkHeader(
          header, route.contract, message.headers, response.content.settings,
          exchange.statusRange ?? exchange.start, &sink)
      }
    }
    guard let choice = route.responseBody else {
      let isEmpty = message.isBlank
      sink.note { $0.explain(isEmpty ? .empty : .undocumentedBody) }
      // The contract documents no body, so an empty body is correct.
      return isEmpty ? .checked : .skipped(MessageCount.noSchema)
    }
    var requested = RequestedPage()
    if let query, !query.isEmpty, let names = choice.target.asked {
      requested = RequestedPage(QueryFields(query), names)
    }
    let isWithoutBody = status == 204 && message.absence != nil
    let noBody = isWithoutBody ? exchange.statusRange ?? exchange.start : nil
    if let place = message.emptyBody ?? noBody, choice.isJSON,
      lacksBody(exchange, status, choice.target.settings),
      let severity = choice.target.settings.certainSeverity(of: .decodable)
    {
      isDue = true
      try sink.violated { $0.add(.decodable, severity, at: place, .told(Rule.emptyBody)) }
      return .checked
    }
    // Clients follow a redirect and do not decode its body.
    let isEmpty =
      message.emptyBody != nil
      && (300..<400 ~= status || choice.target.settings.clients.allowEmptyBody == true)
    let hasNone = isEmpty || exchange.isBodiless(status) || !message.mayHoldBody
    if hasNone, message.absence == .noBody || message.absence == .omitted {
      sink.note { $0.explain(.empty) }
      return .checked
    }
    isDue = choice.isJudged && !(exchange.isPartial && message.absence == .noBody)
    return try checkMessage(exchange, .response, message, choice, requested, &sink)
  }

  /// Reports the findings of own rules in a response without a known schema.
  private func reportOwnRules(
    _ exchange: Exchange, _ operation: Operation, _ run: inout CheckRun
  ) {
    guard let body = exchange.response.body, let document = try? JSONDocument(body.bytes),
      let reader = openRules(operation.settings)?.reader(
        of: document, .response, of: exchange, operation: operation.name)
    else { return }
    run.report([], reader, of: body)
  }

  /// The own rules for bodies that no schema describes. Nil if there are no such rules.
  func openRules(_ settings: RuleSettings) -> OpenRules? {
    guard !settings.own.isEmpty else { return nil }
    if let known = openRules[settings] { return known }
    let severities = settings.own.rules.map { ($0.id, settings[$0].severity) }
    let rules = OpenRules(settings.own, Dictionary(severities) { first, _ in first })
    openRules[settings] = rules
    return rules
  }

  /// Reports the status of the response to the caller's own request, if the status is not an
  /// expected one.
  ///
  /// - Returns: Whether it was reported.
  func checkExpected<Sink: ExchangeSink>(
    _ exchange: Exchange, _ message: Message, _ settings: RuleSettings, _ operation: Operation?,
    _ sink: inout Sink
  ) throws(Sink.Stop) -> Bool {
    guard let status = exchange.status, status != 304,
      // The recorded expectation is read only if the status is perhaps no success.
      let sent = checker.sent ?? (status >= 300 ? SentRequest(recorded: exchange) : nil),
      !sent.expected.contains(status), let severity = settings[.unexpectedStatus].severity
    else { return false }
    try sink.violated { run in
      let text = sent.text(status, message.body, operation, run.parameters)
      run.add(
        .unexpectedStatus, severity, at: exchange.statusRange ?? exchange.start,
        .told(text, shape: "\(status)"))
    }
    return true
  }

  /// Checks the body of an unexpected error. The body is always checked, but a page of a proxy is
  /// not a second mistake.
  private func checkError<Sink: ExchangeSink>(
    _ exchange: Exchange, _ message: Message, _ route: Route, _ isDue: inout Bool,
    _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    // After an error, nobody needs the body.
    if route.operation.settings[.unexpectedStatus].severity != .error {
      isDue = route.responseBody?.isJudged ?? false
      if isDue, let absence = message.absence { return skip(absence, &sink) }
    }
    if let choice = route.responseBody, choice.isDocumented, choice.isJSON, message.body != nil {
      sink.note { $0.explanation?.part?.statusKey = route.response?.status }
      _ = try checkMessage(exchange, .response, message, choice, RequestedPage(), &sink)
    }
    return .checked
  }

  /// Whether a response with a documented body is empty by mistake.
  private func lacksBody(_ exchange: Exchange, _ status: Int, _ settings: RuleSettings) -> Bool {
    let allowed = settings.clients.allowEmptyBody
    guard allowed != true, exchange.method?.uppercased() != "HEAD" else { return false }
    switch status {
    // Clients follow a redirect and do not decode its body.
    case ..<200, 205, 300..<400: return false
    case 204: return allowed == false
    default: return true
    }
  }
}
