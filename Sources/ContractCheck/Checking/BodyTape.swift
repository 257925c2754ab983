@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import JSONTape

/// Parses the bodies of messages one after the other, and reuses the memory.
///
/// If a body is a JSON value of the capture, the body is already on the capture's tape. A parsed
/// body is valid until the next exchange. So findings are made from the same tape that was checked.
package final class BodyTape {
  package enum Reading {
    /// A value on a tape, and the range of its bytes in the text of the tape.
    case value(TapeCursor, index: Int, text: Range<Int>)
    case malformed(JSONParseError)
    /// The message names the encoding of the body, but the body cannot be decoded with this
    /// encoding.
    case undecodable
  }

  private lazy var tape = TapeBuffer()
  private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  private var reading: Reading?

  package init() {}

  private static let padding = 64

  deinit { bytes.deallocate() }

  package func clear() { reading = nil }

  /// Nil if the message has no body.
  ///
  /// - Parameter texts: The capture's long strings, if they are decoded already.
  package func read(_ message: Message, _ texts: StringArena?) -> Reading? {
    if let reading { return reading }
    let found = parse(message, texts)
    // The same message may be read again with a decoded body.
    if case .undecodable? = found { return found }
    reading = found
    return found
  }

  /// False if the body must be decompressed first.
  package func canRead(_ message: Message, _ texts: StringArena?) -> Bool {
    guard case .text(_, let coding) = message.content, coding != .none else { return true }
    if case .undecodable? = read(message, texts) { return false }
    return true
  }

  private func parse(_ message: Message, _ texts: StringArena?) -> Reading? {
    switch message.content {
    case .absent: return nil
    case .value(let value, let text):
      return .value(value.cursor, index: value.index, text: text)
    case .body(let body):
      return body.bytes.withByteView { parse(copying: $0) }
    case .text(_, .unknown), .text(_, .binary), .file: return .undecodable
    case .text(let value, let coding):
      let cursor = value.cursor
      let isEscaped = cursor.isEscaped(value.index)
      if coding == .none, !isEscaped { return parse(copying: cursor.rawBytes(value.index)) }
      if coding == .none, let text = texts?.value(at: cursor.offset(value.index)) {
        return parse(text)
      }
      if coding == .base64, !isEscaped {
        let raw = cursor.rawBytes(value.index)
        makeRoom(raw.count)
        // Bound: `makeRoom` made room for the text and 4 bytes more, which `decode` needs.
        if let start = bytes.baseAddress, let count = Base64.decode(raw, into: start) {
          return parse(count)
        }
      }
      guard let body = message.body else { return .undecodable }
      return body.bytes.withByteView { parse(copying: $0) }
    }
  }

  private func parse(copying text: ByteView) -> Reading {
    makeRoom(text.count)
    // Bound: `makeRoom` made room for the text.
    _ = bytes.update(fromContentsOf: text.memory)
    return parse(text.count)
  }

  private func parse(_ count: Int) -> Reading {
    // Bound: `makeRoom` made room for the padding, twice.
    bytes[count..<count + Self.padding].update(repeating: 0)
    return parse(ByteView(UnsafeBufferPointer(rebasing: bytes[..<count])))
  }

  /// The document must be followed by 64 bytes of 0.
  private func parse(_ text: ByteView) -> Reading {
    guard let start = text.memory.baseAddress else { return .undecodable }
    do throws(JSONParseError) {
      try tape.parse(bytes: start, start: 0, end: text.count)
      return .value(tape.cursor, index: 0, text: 0..<text.count)
    } catch {
      return .malformed(error)
    }
  }

  private func makeRoom(_ count: Int) {
    guard bytes.count < count + Self.padding * 2 else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: (count + Self.padding) * 2)
  }
}
