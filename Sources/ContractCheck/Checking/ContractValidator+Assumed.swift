@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks bodies that come without their exchange.
extension ContractValidator {
  /// The response inside an object that also contains the status. Nil if there is no such object,
  /// or if the contract may describe this object.
  func unwrapped(_ exchange: Exchange) -> Exchange? {
    guard let envelope = ResponseEnvelope(exchange), !checker.assumption.isRequest,
      checker.contracts.allSatisfy(\.settings.isLenient),
      case .value(let root, _) = exchange.response.content,
      !(told?.mayHave(envelope.bodyName) ?? isListed(root.cursor, root.index))
    else { return nil }
    return envelope.unwrapped(exchange)
  }

  /// Checks a body against the operation or the schema that the caller named.
  func checkTold<Sink: ExchangeSink>(
    _ told: ToldTarget, _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    if let schema = told.schema {
      sink.note { run in
        run.contract = checker.contracts[told.contract]
        run.reference = reference(exchange, nil)
      }
      let isError = try checkExpected(
        exchange, exchange.response, schema.settings, nil, &sink)
      return isError ? .checked : try checkSchema(told, schema, exchange, &sink)
    }
    let isOfRequest = checker.assumption.isRequest && !exchange.isBare
    let message = isOfRequest ? exchange.request : exchange.response
    let given = checker.assumption.status ?? exchange.status
    guard
      let route = told.routes?.route(
        given, of: message, request: message.type, response: message.type)
    else { return .unmatched }
    count.operation = told.routes?.name
    count.status = given
    observers.note(.route(route))
    count.evaluatedStatus = exchange.status
    sink.note { run in
      run.contract = checker.contracts[told.contract]
      run.explain(
        .matched, ["the operation was given by an option or the configuration"], route.operation)
      run.reference = reference(exchange, route.operation)
    }
    guard checker.assumption.isRequest else {
      let status = given ?? told.routes?.exactSuccess
      count.evaluatedStatus = status
      sink.note { $0.reference?.status = status }
      let query = exchange.address?.withBytes { Array(URLBytes($0).query) } ?? []
      return try query.withByteView { query throws(Sink.Stop) in
        try checkResponse(exchange, message, route, isTold: given != nil, query, &sink)
      }
    }
    sink.note { $0.explain(.request, message) }
    guard let choice = route.request else {
      sink.note { $0.explain(.undocumentedRequest) }
      count.request = MessageCount(reason: MessageCount.noSchema)
      return .skipped(MessageCount.noSchema)
    }
    let outcome = try checkMessage(
      exchange, .request, message, choice, RequestedPage(), &sink)
    if outcome == .checked { count.evaluated = .request }
    count.request = MessageCount(outcome, isBodyDue: choice.isJudged)
    return outcome
  }

  private func checkSchema<Sink: ExchangeSink>(
    _ told: ToldTarget, _ schema: BodyTarget, _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    let message =
      exchange.isBare || !checker.assumption.isRequest ? exchange.response : exchange.request
    let part: Exchange.Part = checker.assumption.isRequest ? .request : .response
    observers.note(.schema(schema, operation: nil))
    sink.note { run in
      run.explain(
        .matched,
        [
          "the schema `\(checker.assumption.schema ?? "")` was given by an option or the "
            + "configuration"
        ])
      run.explain(part, message)
    }
    let outcome = try check(message, part, schema, RequestedPage(), &sink)
    countAssumed(outcome)
    return outcome
  }

  /// Counts the message of an exchange with only one message.
  ///
  /// - Parameter isBodyDue: False for a line that is no exchange, because no body is missing.
  private func countAssumed(_ outcome: Checker.Outcome, isBodyDue: Bool = true) {
    let message = MessageCount(outcome, isBodyDue: isBodyDue)
    if checker.assumption.isRequest { count.request = message } else { count.response = message }
  }

  private func reference(_ exchange: Exchange, _ operation: Operation?) -> ExchangeReference {
    var reference = ExchangeReference(
      exchange, method: exchange.method ?? operation?.method, operation: operation?.name,
      part: checker.assumption.isRequest ? .request : .response)
    reference.split = count.split
    return reference
  }

  /// Checks a body against one schema. The first choice is the schema that the file's name means,
  /// then a schema that accepts the body, then the nearest schema. The nearest schema lists most of
  /// the body's properties. If several schemas do, it is the one with the fewest failures.
  func checkNearest<Sink: ExchangeSink>(
    _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    let message = exchange.response
    sink.note { $0.explain(checker.assumption.isRequest ? .request : .response, message) }
    if let outcome = try checkNamed(exchange, &sink) { return outcome }
    if let absence = message.absence {
      let outcome = skip(absence, &sink)
      let isBodiless = exchange.status.map(exchange.isBodiless) ?? false
      countAssumed(outcome, isBodyDue: !absence.isOfOtherLine && !isBodiless)
      return outcome
    }
    guard case .value(let cursor, let index, let text)? = read(message, .response) else {
      if let type = message.mediaType.flatMap({ MediaType($0) }), !type.isJSON {
        let outcome = skip(.nonJSON, &sink)
        countAssumed(outcome)
        return outcome
      }
      try sink.violated { run in
        run.contract = checker.contracts.first
        run.reference = reference(exchange, nil)
        if let body = message.body {
          run.checkSyntax(body, checker.contracts.first?.settings ?? .standard)
        }
        run.explain(.parsed)
      }
      countAssumed(.checked)
      return .checked
    }
    var choice = choose(for: cursor, index, text, status: exchange.status)
    if !(choice?.accepts ?? false) {
      try sink.violated { _ in
        if let refused = choice {
          choice = refused.choosing(fewestFailures(refused.ties, cursor, index, text))
        } else if !ResponseEnvelope.isSure(exchange),
          let (near, property) = enclosed(cursor, index, text, status: exchange.status)
        {
          choice = AssumedChoice(near, under: property)
        }
      }
    }
    guard let choice else {
      try sink.violated { run in
        run.explain(.unmatched, ["the body resembles no schema of the contract"])
        run.explanation?.parts = []
        run.contract = checker.contracts.first
        run.add(
          .unmatchedBody, checker.contracts.first?.settings ?? .standard, at: exchange.start,
          .unmatchedBody(cursor.kind(index), hint: hint(on: exchange)))
      }
      return .unmatched
    }
    let schema = choice.near.schema
    nearest.assumed = schema.name
    observers.note(.schema(schema.target, operation: schema.operation?.position))
    count.isAssumed = true
    count.operation = schema.counted
    count.status = exchange.status
    count.evaluatedStatus = exchange.status
    count.evaluated = checker.assumption.isRequest ? .request : .response
    sink.note { run in
      run.contract = checker.contracts[schema.target.contract]
      run.assumed = schema.assumption
      run.reference = reference(exchange, schema.operation)
      run.notes.append(NearestSchemas.note(schema.name, of: run.source.name))
      run.explain(
        choice.route, choice.reasons(nearest.hint, isRight: judged?.isRight ?? true),
        schema.operation)
    }
    defer { judged = nil }
    let outcome = try check(message, .response, schema.target, RequestedPage(), &sink)
    countAssumed(outcome)
    return outcome
  }

  /// Checks a response for which the contract documents no body, such as
  /// `{"status": 204, "body": null}`. Nil if the file's name means no such response, or if the body
  /// has properties.
  private func checkNamed<Sink: ExchangeSink>(
    _ exchange: Exchange, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome? {
    let message = exchange.response
    guard
      case .operation(let number, let position, let status?)? = nearest.bodiless(
        status: exchange.status), !hasProperties(message)
    else { return nil }
    let contract = checker.contracts[number]
    let operation = contract.operations[position]
    var routes = RouteVariants(operation, of: contract, number)
    let route = routes.route(status, of: message, request: nil, response: message.type)
    count.operation = routes.name
    count.status = status
    count.evaluatedStatus = status
    observers.note(.route(route))
    sink.note { run in
      run.contract = contract
      run.reference = reference(exchange, operation)
      run.explain(
        .accepted(listed: 0, of: 0),
        ["the file has the name of the operation with status \(status) (assumed)"], operation)
      run.assumed = Checker.Assumption(operation: operation.name, status: status)
      run.explanation?.parts = []
    }
    let outcome = try checkResponse(exchange, message, route, isTold: true, nil, &sink)
    if outcome == .checked {
      let name = "`\(operation.name)` \(status)"
      nearest.assumed = name
      count.isAssumed = true
      sink.note { $0.notes.append(NearestSchemas.note(name, of: $0.source.name)) }
    }
    return outcome
  }

  private func hasProperties(_ message: Message) -> Bool {
    if let absence = message.absence { return absence.isOfOtherLine }
    guard case .value(let cursor, let index, _)? = read(message, .response) else {
      return !message.isBlank
    }
    if cursor.isContainer(index) { return NearestSchemas.hasProperties(cursor, index) }
    return cursor.rawTag(index) != TapeTag.null.rawValue
  }

  /// What to do about a body that resembles no schema.
  private func hint(on exchange: Exchange) -> String? {
    if let mapping = ResponseEnvelope.mapping(of: exchange) {
      return "if the file has a response with its status, write `\(mapping)` in the configuration"
    }
    return nearest.undocumented(status: exchange.status).map { operation, status in
      "the name of the file says status \(status) of `\(operation.name)`, which documents "
        + operation.statuses.joined(separator: ", ")
    }
  }

  /// The schema with the fewest failures, for a body that no schema accepts.
  func fewestFailures(
    _ found: [NearestSchemas.Near], _ cursor: TapeCursor, _ index: Int, _ text: Range<Int>
  ) -> NearestSchemas.Near {
    guard found.count > 1 else { return found[0] }
    let document = JSONDocument(copying: cursor, at: index, text: text)
    var best = (near: found[0], failures: Int.max)
    for near in found {
      let target = near.schema.target
      let schema = checker.contracts[target.contract].schema
      let failures = schema.failureList(in: document, root: target.root).mistakes
      if failures < best.failures { best = (near, failures) }
      // No schema accepts the body, so no schema has fewer failures.
      if failures <= 1 { break }
    }
    return best.near
  }

  /// The schema of an object or an array of objects that is clearly one level too deep in a body.
  /// There must be only one. The check of the whole body then reports the wrong level.
  private func enclosed(
    _ cursor: TapeCursor, _ index: Int, _ text: Range<Int>, status: Int?
  ) -> (near: NearestSchemas.Near, property: String)? {
    guard let (key, likely) = nearest.schemas(within: cursor, index, status: status) else {
      return nil
    }
    let property = cursor.decodedString(key)
    let value = JSONDocument(copying: cursor, at: key &+ 1, text: text)
    let body = JSONDocument(copying: cursor, at: index, text: text)
    var best: (near: NearestSchemas.Near, failures: Int)?
    for near in likely {
      let schema = checker.contracts[near.schema.target.contract].schema
      guard let root = near.schema.target.root,
        schema.listedNames(in: value, root: root).areClear
      else { continue }
      var failures = schema.failureList(in: body, root: root)
      guard failures.count > 0, failures.mistakes < best?.failures ?? Int.max else {
        continue
      }
      let first = failures.failure(at: 0)
      guard first.instance == 0, case .displaced(let place) = first.kind,
        place.level == .tooDeep, place.property == property
      else { continue }
      best = (near, failures.mistakes)
    }
    return best.map { ($0.near, property) }
  }
}
