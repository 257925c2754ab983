@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The mistakes in a sequence. They are created item by item, when they are needed. Ranges are
/// ranges of the body. Pointers begin with the item's position.
struct SequenceViolations {
  /// One text of an item, with its violations.
  private struct Part {
    let text: SequenceText
    /// The tokens before the pointers within the text.
    var prefix: [String] = []
    var reader: ViolationReader?
    var duplicates: DuplicateKeyViolations?
    var made: [Violation] = []
    /// The failures, in the order of the text.
    var positions: ArraySlice<Int32> = []
    var item: Int?
  }

  private let body: [UInt8]
  private let use: SequenceUse
  private let target: BodyTarget
  private let contract: Contract
  private var places: ContractPlaces
  private var broken: ArraySlice<BrokenItem>
  private let whole: WholeSequence?
  private var isWholeOpen = false
  private let isCut: Bool
  private var parts: [Part] = []

  init(
    _ body: [UInt8], _ use: SequenceUse, _ target: BodyTarget, _ contract: Contract,
    _ places: ContractPlaces, _ broken: [BrokenItem], whole: WholeSequence?, isCut: Bool
  ) {
    self.body = body
    self.use = use
    self.target = target
    self.contract = contract
    self.places = places
    self.broken = broken[...]
    self.whole = whole
    self.isCut = isCut
  }

  /// The number of violations. If one item has many violations, not all of them are counted.
  var count: Int { broken.count + (whole == nil ? 0 : FindingBuilder.batch) }

  /// Removes everything that is shared with the run.
  mutating func detach() { places = ContractPlaces() }

  /// Whether unquoted names may be names of secrets.
  var isMalformed: Bool { use.format == .events || !broken.isEmpty }

  /// The ranges of values that must not be shown.
  var hiddenRanges: [ByteRange] {
    guard contract.answers.contains(where: \.rule.hidesValues) else { return [] }
    var copy = self
    var ranges: [ByteRange] = []
    while copy.open() {
      for part in copy.parts { ranges += part.reader?.hiddenRanges.map(part.text.source) ?? [] }
      copy.parts = []
    }
    return ranges
  }

  /// Some of the next violations; nil at the end.
  mutating func next() -> [Violation]? {
    if parts.isEmpty, !open() { return nil }
    var found = parts[0].made
    parts[0].made = []
    while found.count < FindingBuilder.batch, let position = parts[0].positions.popFirst() {
      guard let violation = parts[0].reader?.violation(at: position) else { continue }
      // Elements that seem to be missing in the array may be after the cut.
      if isCut, parts[0].item == nil, violation.instance.tokens.isEmpty { continue }
      found.append(violation)
    }
    let part = parts[0]
    if parts[0].positions.isEmpty { parts.removeFirst() }
    return found.map { placed($0, part) }
  }

  /// The fix with offsets of the body. Nil if JSON cannot be written at this place.
  private func placed(_ fix: BodyFix, _ text: SequenceText) -> BodyFix? {
    guard fix.edits.allSatisfy({ !$0.text.contains { $0.isNewline } }) else { return nil }
    let edits = fix.edits.map { BodyFix.Edit(range: text.source(of: $0.range), text: $0.text) }
    return BodyFix(title: fix.title, edits: edits, isSafe: fix.isSafe)
  }

  private func placed(_ found: Violation, _ part: Part) -> Violation {
    var violation = found
    violation.range = part.text.source(of: found.range)
    violation.mark = found.mark.map(part.text.source)
    violation.item = part.item
    var tokens = found.instance.tokens
    if part.item == nil, let first = tokens.first.flatMap({ Int($0) }), let whole,
      whole.indexes.indices.contains(first)
    {
      tokens[0] = "\(whole.indexes[first])"
      violation.item = whole.indexes[first]
    }
    violation.instance = JSONPointer(tokens: part.prefix + tokens)
    let isCopy = part.text.isCopy || part.item == nil
    violation.fix = isCopy ? found.fix.flatMap { placed($0, part.text) } : nil
    return violation
  }
}

/// Processes one item after the other.
extension SequenceViolations {
  /// Reads the next item with violations. False at the end.
  private mutating func open() -> Bool {
    while parts.isEmpty {
      if let item = broken.popFirst() {
        open(item)
      } else if let whole, !isWholeOpen {
        isWholeOpen = true
        var part = Part(text: whole.text)
        _ = check(&part, target.root)
        parts = [part]
      } else {
        return false
      }
    }
    return true
  }

  private mutating func open(_ broken: BrokenItem) {
    var reader = SequenceReader(body, use.format, from: broken.offset)
    guard let item = reader.next() else { return }
    let prefix = ["\(broken.index)"]
    let data = SequenceText(item, in: body)
    var part = Part(text: data, prefix: prefix, item: broken.index)
    if item.lacksSeparator {
      part.made = [separatorViolation].compactMap(\.self)
      parts = [part]
      return
    }
    guard use.unit == .event else {
      // For an array, only texts that are not JSON remain.
      _ = check(&part, use.unit == .whole ? nil : target.root)
      parts = [part]
      return
    }
    part = Part(text: SequenceText(event: item, in: body), prefix: prefix, item: broken.index)
    let event = check(&part, target.root)
    parts = [part]
    guard let content = use.content, let event else { return }
    part = Part(text: data, prefix: prefix + ["data"], item: broken.index)
    let value = try? JSONDocument(data.bytes)
    let refusing = content.refusing { root, asked in
      switch asked {
      case .event: contract.schema.holds(event.root, root)
      case .text: event.root["data"].map { contract.schema.holds($0, root) } ?? false
      case .content: value.map { contract.schema.holds($0.root, root) } ?? false
      }
    }
    for root in refusing {
      _ = check(&part, root)
      parts.append(part)
      // A text that is not JSON fails for every schema.
      if value == nil { return }
    }
  }

  /// Collects the violations of a text. Nil if it is not JSON.
  private func check(_ part: inout Part, _ root: Int32?) -> JSONDocument? {
    let settings = target.settings
    do throws(JSONParseError) {
      let document = try JSONDocument(part.text.bytes)
      let failures = root.map { contract.schema.failureList(in: document, root: $0) }
      let hasDistinctKeys = failures?.hasDistinctKeys ?? false
      let keys = hasDistinctKeys ? [] : document.duplicateKeys()
      if let duplicates = DuplicateKeyViolations(keys, in: document, settings) {
        var duplicates = duplicates
        part.made = keys.indices.map { duplicates.violation(at: $0) }
      }
      guard let failures else { return document }
      if let half = Rule.undocumentedHalf(in: document, besides: failures, settings) {
        part.made.append(half)
      }
      guard failures.count > 0 else { return document }
      let reading = FailureReading(
        document: document, contract: contract, settings: settings, places: places)
      reading.whole = part.item == nil ? "the sequence" : "the item"
      let reader = ViolationReader(
        reading, failures, root: root, hasRepeatedKeys: !keys.isEmpty)
      part.positions =
        reader.positions.sorted {
          (reader.range(at: $0).offset, $0) < (reader.range(at: $1).offset, $1)
        }[...]
      part.reader = reader
      return document
    } catch {
      if let severity = settings[.jsonSyntax].severity {
        let isEnd = use.format == .events && part.text.bytes.elementsEqual("[DONE]".utf8)
        let length = error.offset < part.text.bytes.count ? 1 : 0
        part.made = [
          Violation(
            rule: .jsonSyntax, severity: severity,
            kind: isEnd ? .told(Self.endText, shape: "[DONE]") : .syntax(error, .item),
            range: isEnd
              ? ByteRange(part.text.bytes.indices)
              : ByteRange(offset: error.offset, length: length))
        ]
      }
      return nil
    }
  }

  private static let endText = FindingText(
    message: "`[DONE]` is not JSON; without `itemSchema`, only the last event may be `[DONE]`",
    label: "send `[DONE]` only as the last event")

  private var separatorViolation: Violation? {
    target.settings[.jsonSyntax].severity.map { severity in
      Violation(
        rule: .jsonSyntax, severity: severity,
        kind: .told(
          FindingText(
            message: "the item does not begin with a record separator (byte 0x1E)",
            label: "write the separator before each item, or send the body as `application/jsonl`"),
          shape: "separator"),
        range: ByteRange(offset: 0, length: 1))
    }
  }
}

extension CompiledSchema {
  /// Whether a value satisfies a node, apart from the demands of rules.
  fileprivate func holds(_ value: JSONNode, _ root: Int32) -> Bool {
    var validator = SchemaValidator(self)
    _ = value.document.withCursor { validator.isValid($0, value.tapeIndex, root: root) }
    return validator.holds
  }
}
