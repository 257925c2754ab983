@_spi(Engine) internal import JSONTape

/// Parses the bodies of messages, one after the other, in memory that is kept.
///
/// A body that is a value of the capture is on its tape already. What was parsed stays until the next
/// exchange, so that what is wrong with a body is told from the same tape that the verdict was.
final class BodyTape {
  enum Reading {
    /// A value on a tape, and the bytes of the tape's text that the body is.
    case value(TapeCursor, index: Int, text: Range<Int>)
    case malformed(JSONParseError)
    /// It says that it is encoded, and is not.
    case undecodable
  }

  private lazy var tape = TapeBuffer()
  private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  private var reading: Reading?
  private static let padding = 64

  deinit { bytes.deallocate() }

  func clear() { reading = nil }

  /// The body of a message; nil where there is none.
  ///
  /// - Parameter texts: The capture's long texts, where they are decoded already.
  func read(_ message: Message, _ texts: StringArena?) -> Reading? {
    if reading == nil { reading = parse(message, texts) }
    return reading
  }

  private func parse(_ message: Message, _ texts: StringArena?) -> Reading? {
    switch message.content {
    case .absent: return nil
    case .value(let value, let text):
      return .value(value.cursor, index: value.index, text: text)
    case .body(let body):
      return body.bytes.withUnsafeBufferPointer { parse(copying: $0) }
    case .text(_, .unknown): return .undecodable
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
        if let start = bytes.baseAddress, let count = Base64.decode(raw, into: start) {
          return parse(count)
        }
      }
      guard let body = message.body else { return .undecodable }
      return body.bytes.withUnsafeBufferPointer { parse(copying: $0) }
    }
  }

  private func parse(copying text: UnsafeBufferPointer<UInt8>) -> Reading {
    makeRoom(text.count)
    _ = bytes.update(fromContentsOf: text)
    return parse(text.count)
  }

  /// Parses the first bytes of those that are here.
  private func parse(_ count: Int) -> Reading {
    bytes[count..<count + Self.padding].update(repeating: 0)
    return parse(UnsafeBufferPointer(rebasing: bytes[..<count]))
  }

  /// Parses a document that 64 bytes of 0 follow.
  private func parse(_ text: UnsafeBufferPointer<UInt8>) -> Reading {
    guard let start = text.baseAddress else { return .undecodable }
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
