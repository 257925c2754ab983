@_spi(Engine) package import JSONTape

/// Counts the items of a sequence while its bytes arrive. Each byte is read once.
package struct SequenceCounter: Sendable {
  private let format: SequenceFormat
  /// The number of complete items so far.
  package private(set) var count = 0
  /// The offset after the last complete item.
  package private(set) var end = 0
  private var offset = 0
  /// Whether the item, or the data of the event, has begun.
  private var hasBegun = false
  // The nesting depth in a record, which may have line breaks between its tokens.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  // The number of bytes in a line of an event, and whether the line begins like data.
  private var length = 0
  private var isData = true
  private var isAfterReturn = false

  private static let data = Array("data:".utf8)
  /// The byte order mark. It may come before the first event.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Creates a counter at the start of a body.
  package init(_ format: SequenceFormat) { self.format = format }

  /// Reads more bytes until the number of items reaches the limit. Nil means no limit.
  ///
  /// - Returns: Whether the limit is reached.
  package mutating func add(_ bytes: ByteView, upTo limit: Int? = nil) -> Bool {
    for byte in bytes {
      if let limit, count >= limit { return true }
      let isEnd =
        switch format {
        case .lines: endsLine(byte)
        case .records: endsRecord(byte)
        case .events: endsEvent(byte)
        }
      offset += 1
      guard isEnd else { continue }
      count += 1
      end = offset
    }
    return limit.map { count >= $0 } ?? false
  }

  private mutating func endsLine(_ byte: UInt8) -> Bool {
    if byte == ASCIIByte.lineFeed {
      defer { hasBegun = false }
      return hasBegun
    }
    if !ASCIIByte.isSpace(byte) { hasBegun = true }
    return false
  }

  /// Whether a record ends. It ends at white space after its value, or where the next record
  /// begins.
  private mutating func endsRecord(_ byte: UInt8) -> Bool {
    if byte == SequenceReader.separator {
      defer { (hasBegun, depth, isInString, isEscaped) = (false, 0, false, false) }
      return hasBegun
    }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case _ where ASCIIByte.isSpace(byte):
      guard hasBegun, depth == 0 else { return false }
      hasBegun = false
      return true
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
    default: break
    }
    hasBegun = true
    return false
  }

  /// Whether an event ends. It ends at an empty line. An event without data does not count.
  private mutating func endsEvent(_ byte: UInt8) -> Bool {
    let isReturn = byte == ASCIIByte.carriageReturn
    guard isReturn || byte == ASCIIByte.lineFeed else {
      isAfterReturn = false
      if offset < Self.mark.count, byte == Self.mark[offset] { return false }
      if length < Self.data.count { isData = isData && byte == Self.data[length] }
      length += 1
      return false
    }
    defer { isAfterReturn = isReturn }
    if isAfterReturn, !isReturn { return false }
    if length == 0 {
      defer { hasBegun = false }
      return hasBegun
    }
    if isData, length >= Self.data.count - 1 { hasBegun = true }
    (length, isData) = (0, true)
    return false
  }
}
