@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Checks a text as a string or as JSON.
extension CheckRun {
  /// Checks the body of a documented text type such as `text/plain`. If the schema allows a string,
  /// the body is checked as a string. If not, it is checked as JSON. Texts that are not JSON are
  /// then skipped.
  mutating func checkText(
    _ message: Message, _ target: BodyTarget
  ) -> Checker.Outcome {
    if let absence = message.absence { return skip(absence) }
    guard let contract, let root = target.root, let body = message.body else {
      return skip(.nonJSON)
    }
    var text = String(decoding: body.bytes, as: UTF8.self)
    guard !text.contains("\u{FFFD}") else { return skip(.nonJSON) }
    if text.last?.isNewline ?? false { text.removeLast() }
    guard let string = try? JSONDocument(Array(JSONWriter.quoted(text).utf8)) else {
      return skip(.nonJSON)
    }
    explain(.checked)
    let failures = contract.schema.failures(in: string, root: root)
    self.text = string
    if failures.isEmpty { return .checked }
    if let document = try? JSONDocument(body.bytes) {
      let list = contract.schema.failureList(in: document, root: root)
      if list.count == 0 {
        self.text = document
        return .checked
      }
      var reading = list
      let isOfText = (0..<list.count).contains { reading.failure(at: $0).isOfRootType }
      if !isOfText || !failures.allSatisfy(\.isOfText) {
        report(list, of: body, document, target, RequestedPage())
        return .checked
      }
    }
    guard failures.allSatisfy(\.isOfText) else { return skip(.nonJSON) }
    let whole = body.fileRanges(
      inAnyOrder: [ByteRange(offset: 0, length: body.bytes.count)], in: source)
    let reading = FailureReading(
      document: string, contract: contract, settings: target.settings, places: places)
    // A template may become any text.
    guard body.templates == nil else { return .checked }
    for var violation in reading.violations(failures) {
      violation.range = whole[0]
      violation.fix = nil
      add(violation, in: body, frame: nil)
    }
    return .checked
  }
}

extension SchemaFailure {
  /// Whether the failure is about the type of the whole instance.
  fileprivate var isOfRootType: Bool {
    if case .type = kind { instance == 0 } else { false }
  }

  /// Whether the failure is about the text of a string.
  fileprivate var isOfText: Bool {
    switch kind {
    case .minLength, .maxLength, .pattern, .format, .date, .enum, .const: true
    case _ where isGivenUp: true
    default: false
    }
  }
}
