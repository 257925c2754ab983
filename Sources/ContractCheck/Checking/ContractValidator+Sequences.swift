@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks bodies that are sequences, item by item. The body is not copied. The check needs memory
/// for the longest item, and two numbers for each item with a mistake.
extension ContractValidator {
  func checkSequence<Sink: ExchangeSink>(
    _ message: Message, _ part: Exchange.Part, _ choice: BodyChoice, _ sequence: SequenceUse,
    _ sink: inout Sink
  ) throws(Sink.Stop) -> Checker.Outcome {
    if message.absence == .noBody, message.emptyBody != nil {
      count.addItems(0, isCut: false, part)
      sink.note { $0.explain(.items(0)) }
      return .checked
    }
    if let absence = message.absence { return skip(absence, &sink) }
    guard let body = message.body else { return skip(.undecodable, &sink) }
    let target = choice.target
    var items = SequenceItems(body.bytes, sequence)
    var whole = sequence.unit == .whole ? WholeSequence() : nil
    var broken: [BrokenItem] = []
    var (isCut, isGivenUp) = (false, false)
    while !isGivenUp, let item = items.next() {
      switch judge(item, in: body.bytes, sequence, target) {
      case .right: whole?.add(item, at: items.index, in: body.bytes)
      case .cut: isCut = true
      case .broken:
        // The fast verdict ends at the first violation.
        if !Sink.collects { try sink.violated { _ in } }
        broken.append(BrokenItem(offset: item.range.lowerBound, index: items.index))
        isGivenUp = schemas[target.contract].isGivenUp
      }
    }
    let number = items.count - (isCut ? 1 : 0)
    count.addItems(number, isCut: isCut, part)
    if isCut {
      try sink.violated { $0.noteCutItem(at: number, part) }
      if number == 0 { return skip(.truncated, &sink) }
    }
    sink.note { $0.explain(.items(number)) }
    whole?.end()
    if let text = whole?.text {
      let isParsed = (try? itemTape.parse(text.bytes, text.bytes.indices)) != nil
      if isParsed, accepts(itemTape, target) { whole = nil }
      isGivenUp = schemas[target.contract].isGivenUp
    }
    if !broken.isEmpty || whole != nil {
      try sink.violated { run in
        guard let contract = run.contract else { return }
        let violations = SequenceViolations(
          body.bytes, sequence, target, contract, run.places, broken, whole: whole, isCut: isCut)
        run.report(violations, of: body, isGivenUp: isGivenUp)
      }
    }
    return .checked
  }

  private enum ItemVerdict { case right, broken, cut }

  private func judge(
    _ item: SequenceItem, in body: [UInt8], _ sequence: SequenceUse, _ target: BodyTarget
  ) -> ItemVerdict {
    if item.lacksSeparator { return .broken }
    do throws(JSONParseError) {
      guard sequence.unit != .event else {
        return try judge(event: item, in: body, sequence, target)
      }
      try read(item, in: body, into: itemTape)
      guard item.isComplete(itemTape.cursor, sequence.format) else { return .cut }
      return sequence.unit == .whole || accepts(itemTape, target) ? .right : .broken
    } catch {
      return item.isCut(by: error) ? .cut : .broken
    }
  }

  /// An event without an end is not checked, because a client drops it.
  private func judge(
    event item: SequenceItem, in body: [UInt8], _ sequence: SequenceUse, _ target: BodyTarget
  ) throws(JSONParseError) -> ItemVerdict {
    if !item.isEnded { return .cut }
    let event = SequenceText(event: item, in: body).bytes
    try itemTape.parse(event, event.indices)
    guard accepts(itemTape, target) else { return .broken }
    guard let content = sequence.content else { return .right }
    let isJSON = (try? read(item, in: body, into: dataTape)) != nil
    let refusing = content.refusing { root, value in
      switch value {
      case .event: holds(itemTape.cursor, 0, root, target)
      case .text: itemTape.cursor.data.map { holds(itemTape.cursor, $0, root, target) } ?? false
      case .content: isJSON && schemas[target.contract].accepts(dataTape.cursor, 0, root: root)
      }
    }
    return refusing.isEmpty ? .right : .broken
  }

  /// Whether the schema accepts the value, apart from the demands of rules.
  func holds(
    _ cursor: TapeCursor, _ index: Int, _ root: Int32, _ target: BodyTarget
  ) -> Bool {
    _ = schemas[target.contract].isValid(cursor, index, root: root)
    return schemas[target.contract].holds
  }

  private func read(
    _ item: SequenceItem, in body: [UInt8], into tape: TapeBuffer
  ) throws(JSONParseError) {
    if item.lines.count == 1 { return try tape.parse(body, item.lines[0]) }
    let text = SequenceText(item, in: body).bytes
    try tape.parse(text, text.indices)
  }

  /// Whether the value on a tape is valid and has no repeated keys.
  private func accepts(_ tape: TapeBuffer, _ target: BodyTarget) -> Bool {
    let cursor = tape.cursor
    guard let root = target.root else { return cursor.duplicateKeys(in: 0).isEmpty }
    guard schemas[target.contract].accepts(cursor, 0, root: root),
      !cursor.isMarked(0) || cursor.halfSurrogates(in: 0).isEmpty
    else { return false }
    count.add(schemas[target.contract].leniencies)
    observers.note(.value(cursor, 0, root: root, contract: target.contract))
    return true
  }
}

extension TapeCursor {
  /// The data of an event.
  fileprivate var data: Int? {
    var key = firstChild(0)
    while key < next(0) {
      if decodedString(key) == "data" { return key + 1 }
      key = next(key + 1)
    }
    return nil
  }
}

extension CheckRun {
  fileprivate mutating func noteCutItem(at index: Int, _ part: Exchange.Part) {
    let request = reference?.request.map { " of `\($0)`" } ?? ""
    notes.append(
      "\(source.name): the \(part.rawValue) body\(request) ends before its last item is complete "
        + "(`/\(index)`); this item was not checked")
  }
}
