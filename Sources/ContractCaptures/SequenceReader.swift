/// An item of a sequence, with the places of its parts in the body.
package struct SequenceItem: Sendable {
  /// A field of an event.
  package struct Field: Sendable {
    /// The names that the standard defines. Other fields are ignored.
    package enum Name: String, CaseIterable, Sendable { case data, id, event, retry }

    package let name: Name
    package let nameRange: Range<Int>
    /// The value without the one space before it.
    package let value: Range<Int>
  }

  /// The range of the item. If a reader starts again at its start, it finds the same item.
  package fileprivate(set) var range: Range<Int>
  /// The lines of the item's text. For an event, the lines of its data.
  package fileprivate(set) var lines: [Range<Int>] = []
  /// The fields of an event, in order. Empty for other items.
  package fileprivate(set) var fields: [Field] = []
  /// Whether the item is complete. The last item of a body may be cut off.
  package fileprivate(set) var isEnded = true
  /// Whether the record separator before the item is missing.
  package fileprivate(set) var lacksSeparator = false
}

/// Reads the items of a sequence one after the other.
package struct SequenceReader {
  private let bytes: [UInt8]
  private let format: SequenceFormat
  private var offset: Int

  /// The byte before each record (RFC 7464, section 2.2).
  package static let separator: UInt8 = 0x1E

  /// - Parameter offset: The start of the next item.
  package init(_ bytes: [UInt8], _ format: SequenceFormat, from offset: Int = 0) {
    self.bytes = bytes
    self.format = format
    self.offset = max(0, offset)
    if format == .events, offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { self.offset = 3 }
  }

  /// The next item; nil at the end.
  package mutating func next() -> SequenceItem? {
    switch format {
    case .lines: nextLine()
    case .records: nextRecord()
    case .events: nextEvent()
    }
  }

  private mutating func nextLine() -> SequenceItem? {
    while offset < bytes.count {
      let start = offset
      let end = bytes[start...].firstIndex(of: ASCIIByte.lineFeed)
      offset = end.map { $0 + 1 } ?? bytes.count
      let text = trimmed(start..<(end ?? bytes.count))
      if text.isEmpty { continue }
      return SequenceItem(range: text, lines: [text], isEnded: end != nil)
    }
    return nil
  }

  private mutating func nextRecord() -> SequenceItem? {
    while offset < bytes.count {
      let start = offset
      let hasSeparator = bytes[start] == Self.separator
      let first = hasSeparator ? start + 1 : start
      let end = bytes[first...].firstIndex(of: Self.separator) ?? bytes.count
      offset = end
      let text = trimmed(first..<end)
      if text.isEmpty { continue }
      // White space after a text shows that it is complete.
      return SequenceItem(
        range: (hasSeparator ? start : text.lowerBound)..<text.upperBound, lines: [text],
        isEnded: text.upperBound < end || end < bytes.count,
        lacksSeparator: !hasSeparator)
    }
    return nil
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, ASCIIByte.isSpace(bytes[start]) { start += 1 }
    while start < end, ASCIIByte.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  // MARK: Events

  /// The next event. An event without data is skipped, unless the body ends within it.
  private mutating func nextEvent() -> SequenceItem? {
    var item = SequenceItem(range: offset..<offset)
    var hasRest = false
    while offset < bytes.count {
      let line = takeLine()
      if line.isEmpty {
        if !item.lines.isEmpty { return item }
        item = SequenceItem(range: offset..<offset)
        continue
      }
      guard let field = field(in: line) else {
        // A line without an end may be the start of a field.
        let isOpen = line.upperBound == bytes.count && bytes[line.lowerBound] != UInt8(ascii: ":")
        if isOpen, item.fields.isEmpty { item.range = line }
        hasRest = hasRest || isOpen
        continue
      }
      if item.fields.isEmpty { item.range = line }
      item.range = item.range.lowerBound..<line.upperBound
      item.fields.append(field)
      if field.name == .data { item.lines.append(field.value) }
    }
    item.isEnded = false
    return item.fields.isEmpty && !hasRest ? nil : item
  }

  /// The next line without its ending: CR, LF or both.
  private mutating func takeLine() -> Range<Int> {
    let start = offset
    var end = start
    while end < bytes.count, bytes[end] != ASCIIByte.lineFeed,
      bytes[end] != ASCIIByte.carriageReturn
    { end += 1 }
    offset = min(end + 1, bytes.count)
    if offset < bytes.count, bytes[end] == ASCIIByte.carriageReturn,
      bytes[offset] == ASCIIByte.lineFeed
    {
      offset += 1
    }
    return start..<end
  }

  /// The field on a line. Nil for a comment, and for fields that the standard ignores.
  private func field(in line: Range<Int>) -> SequenceItem.Field? {
    let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) ?? line.upperBound
    let text = String(
      decoding: bytes[line.lowerBound..<min(colon, line.lowerBound + 8)], as: UTF8.self)
    guard let name = SequenceItem.Field.Name(rawValue: text) else { return nil }
    var start = min(colon + 1, line.upperBound)
    if start < line.upperBound, bytes[start] == UInt8(ascii: " ") { start += 1 }
    let value = start..<line.upperBound
    switch name {
    case .id where bytes[value].contains(0): return nil
    case .retry where value.isEmpty || !bytes[value].allSatisfy(ASCIIByte.isDigit): return nil
    default: break
    }
    return SequenceItem.Field(name: name, nameRange: line.lowerBound..<colon, value: value)
  }
}
