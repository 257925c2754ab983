@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// The items of a body in order, with their positions.
struct SequenceItems {
  private let body: [UInt8]
  private let use: SequenceUse
  private var reader: SequenceReader
  private var pending: SequenceItem?
  /// The number of items so far.
  private(set) var count = 0

  init(_ body: [UInt8], _ use: SequenceUse) {
    self.body = body
    self.use = use
    reader = SequenceReader(body, use.format)
    pending = reader.next()
  }

  /// The position of the current item.
  var index: Int { count - 1 }

  mutating func next() -> SequenceItem? {
    guard let item = pending else { return nil }
    pending = reader.next()
    if pending == nil, use.format == .events, use.unit != .event, item.lines.count == 1,
      body[item.lines[0]].elementsEqual("[DONE]".utf8)
    {
      return nil
    }
    count += 1
    return item
  }
}

extension SequenceItem {
  /// Whether the parsed value is the whole item.
  func isComplete(_ value: TapeCursor, _ format: SequenceFormat) -> Bool {
    if isEnded || format == .lines { return true }
    switch value.kind(0) {
    case .object, .array, .string: return true
    // A number at the end may be cut off.
    case .number, .boolean, .null: return false
    }
  }

  /// Whether the last item has only one mistake: it ends too early.
  func isCut(by error: JSONParseError) -> Bool {
    guard !isEnded else { return false }
    let rest = lines.reduce(lines.count - 1) { $0 + $1.count } - error.offset
    switch error.reason {
    case .unknownWord(let word):
      return word.utf8.count == rest
        && ["true", "false", "null"].contains { $0.hasPrefix(word) }
    case .invalidUTF8: return rest < 4
    default: return error.isTruncation || rest <= 0
    }
  }
}

extension TapeBuffer {
  /// Parses a part of a text; offsets count from its start.
  func parse(_ text: [UInt8], _ range: Range<Int>) throws(JSONParseError) {
    try text[range].withByteView { bytes throws(JSONParseError) in try parse(bytes) }
  }
}

/// All items of a sequence as one array. Broken items are skipped.
struct WholeSequence {
  private(set) var text = SequenceText()
  /// The positions of the array's elements in the sequence.
  private(set) var indexes: [Int] = []
  private var last = 0..<0

  mutating func add(_ item: SequenceItem, at index: Int, in body: [UInt8]) {
    text.append(indexes.isEmpty ? "[" : ",", for: item.range.lowerBound..<item.range.lowerBound)
    text.append(item, in: body)
    indexes.append(index)
    last = item.range
  }

  mutating func end() {
    if indexes.isEmpty { text.append("[", for: 0..<0) }
    text.append("]", for: last.upperBound..<last.upperBound)
  }
}

/// An item with violations. The item is read again when its findings are made.
struct BrokenItem {
  /// The offset of the item's first byte in the body.
  let offset: Int
  let index: Int
}
