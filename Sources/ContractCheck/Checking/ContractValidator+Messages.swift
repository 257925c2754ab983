@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The check of one message of an exchange.
extension ContractValidator {
  /// - Parameter part: The message whose body buffer is used.
  func checkMessage<Sink: ExchangeSink>(
    _ exchange: Exchange, _ part: Exchange.Part, _ message: Message, _ choice: BodyChoice,
    _ requested: RequestedPage, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    if !choice.others.isEmpty, let likeliest = likeliest(choice, message, part, Sink.collects) {
      return try checkMessage(exchange, part, message, likeliest, requested, &sink)
    }
    if !choice.isDocumented, let type = choice.mediaType {
      try sink.violated { run in
        guard var severity = choice.target.settings[.contentType].severity else { return }
        let isOwn = checker.sent != nil || SentRequest(recorded: exchange) != nil
        if isOwn, severity == .warning, choice.isUseless(type) { severity = .error }
        run.add(
          .contentType, severity, at: message.mediaTypeRange ?? exchange.start,
          .contentType(type, documented: choice.documented))
      }
    }
    if choice.isOtherJSON, choice.isDocumented, message.absence == nil {
      count.add([.jsonType: 1])
    }
    sink.note { run in
      run.explanation?.part?.entry = choice.entry.mediaType.shownKey
      run.explanation?.part?.isDocumented = choice.isDocumented
    }
    if !choice.isJSON {
      guard choice.isDocumented else {
        guard choice.mediaType?.isJSON ?? false else { return skip(.nonJSON, &sink) }
        sink.note { $0.explain(.oneText) }
        return .skipped(MessageCount.noSchema)
      }
      // Nothing is known about events without a schema. They may not even be JSON.
      if choice.target.root == nil, SequenceFormat(choice.entry.mediaType) == .events,
        message.body != nil
      {
        sink.note { $0.explain(.undocumentedBody) }
        return .skipped(MessageCount.noSchema)
      }
      var outcome = Checker.Outcome.checked
      if let sequence = choice.sequence {
        outcome = try checkSequence(message, part, choice, sequence, &sink)
        if outcome == .checked { observers.note(.message(part, choice)) }
        return outcome
      }
      try sink.violated {
        outcome =
          choice.isText
          ? $0.checkText(message, choice.target)
          : $0.checkForm(message, choice)
        if outcome == .checked, let text = $0.text {
          note(text, choice.target.root, of: choice.target.contract)
        }
      }
      try checkPartHeaders(choice.target, &sink)
      if outcome == .checked { observers.note(.message(part, choice)) }
      return outcome
    }
    if !choice.isDocumented, !choice.isOtherJSON, case .malformed? = read(message, part) {
      return skip(.nonJSON, &sink)
    }
    let outcome = try check(message, part, choice.target, requested, &sink)
    if outcome == .checked { observers.note(.message(part, choice)) }
    return outcome
  }

  /// The choice whose schema accepts the body. If no schema accepts it, the choice with the fewest
  /// failures.
  private func likeliest(
    _ choice: BodyChoice, _ message: Message, _ part: Exchange.Part, _ collects: Bool
  ) -> BodyChoice? {
    guard message.absence == nil,
      case .value(let cursor, let index, let text)? = read(message, part)
    else { return choice.others.first }
    let accepting = choice.others.first { other in
      other.target.root.map { holds(cursor, index, $0, other.target) } ?? true
    }
    if accepting != nil || !collects { return accepting ?? choice.others.first }
    let document = JSONDocument(copying: cursor, at: index, text: text)
    return choice.others.map { other in
      (other, schemas[other.target.contract].failures(in: document, root: other.target.root).count)
    }.min { $0.1 < $1.1 }?.0
  }

  /// Checks the headers of a body's parts in the same way as response headers.
  private func checkPartHeaders<Sink: ExchangeSink>(
    _ target: BodyTarget, _ sink: inout Sink
  ) throws(Sink.Stop) {
    var parts: [PartHeaders] = []
    sink.note { run in swap(&parts, &run.partHeaders) }
    for part in parts {
      sink.note { $0.part = "`\(part.name)`" }
      for header in part.documented {
        try checkHeader(
          header, target.contract, part.fields, target.settings, part.place, &sink)
      }
    }
    sink.note { $0.part = nil }
  }

  func skip<Sink: ExchangeSink>(_ reason: SkipReason, _ sink: inout Sink) -> Checker.Outcome {
    sink.note { _ = $0.skip(reason) }
    return .skipped(reason.rawValue)
  }

  /// A body is parsed only once for each exchange.
  func read(_ message: Message, _ part: Exchange.Part) -> BodyTape.Reading? {
    tell(message)
    return (part == .request ? request : response).read(message, texts)
  }

  /// Sets the facts that rules may use about a message. The body of this message is checked next.
  func tell(_ message: Message) {
    guard asksOfMessage else { return }
    let facts = MessageFacts(
      status: status ?? checker.assumption.status,
      mediaType: message.mediaType.flatMap { MediaType($0)?.essence })
    for index in schemas.indices { schemas[index].facts = facts }
  }

  /// Checks syntax, repeated keys, schema and pagination.
  func check<Sink: ExchangeSink>(
    _ message: Message, _ part: Exchange.Part, _ target: BodyTarget, _ requested: RequestedPage,
    _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    if let absence = message.absence { return skip(absence, &sink) }
    sink.note { $0.explain(target.root == nil ? .parsed : .checked) }
    guard case .value(let cursor, let index, let text)? = read(message, part) else {
      return try checkSyntax(message, target.settings, &sink)
    }
    guard let root = target.root else {
      if cursor.duplicateKeys(in: index).isEmpty { return .checked }
      return try checkSyntax(message, target.settings, &sink)
    }
    if refused != part, holds(cursor, index, text, target, root, requested) {
      count.add(schemas[target.contract].leniencies)
      observers.note(.body(cursor, index, target, part, isBroken: false))
    } else {
      if !Sink.collects, !schemas[target.contract].isGivenUp { refused = part }
      try sink.violated { run in
        guard let body = message.body else { return }
        let document = JSONDocument(copying: cursor, at: index, text: text)
        let failures = schemas[target.contract].failures(
          in: document, root: root, copyOf: (cursor, index))
        count.add(schemas[target.contract].leniencies)
        run.report(failures, of: body, document, target, requested)
      }
      observers.note(.body(cursor, index, target, part, isBroken: true))
    }
    return .checked
  }

  private func holds(
    _ cursor: TapeCursor, _ index: Int, _ text: Range<Int>, _ target: BodyTarget, _ root: Int32,
    _ requested: RequestedPage
  ) -> Bool {
    if target.settings.clients.refusesMark, target.settings.isResponse,
      ByteOrderMark.length(at: cursor.bytes + text.lowerBound) > 0
    {
      return false
    }
    // A schema that was chosen because it accepts the body is not checked again.
    let isRight =
      judged.map { $0.root == root && $0.isRight }
      ?? schemas[target.contract].accepts(cursor, index, root: root)
    guard isRight,
      !cursor.isMarked(0) || cursor.halfSurrogates(in: index).isEmpty
    else { return false }
    guard let place = target.pagination else { return true }
    var relations = PaginationRelations(place, cursor, root: index, requested: requested)
    return relations.next() == nil
  }

  private func checkSyntax<Sink: ExchangeSink>(
    _ message: Message, _ settings: RuleSettings, _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    try sink.violated { run in
      guard let body = message.body else { return }
      run.checkSyntax(body, settings)
    }
    return .checked
  }
}
