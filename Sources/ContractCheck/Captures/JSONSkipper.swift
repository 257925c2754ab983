/// Finds where JSON values end by their quotes and brackets alone, judging nothing: to tell formats
/// apart and to go on after a broken value. Everything is one forward pass without recursion.
struct JSONSkipper {
  let bytes: [UInt8]
  let end: Int
  var position: Int

  init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    self.end = min(end ?? bytes.count, bytes.count)
    position = start
  }

  /// The offset after a UTF-8 byte order mark, if there is one.
  static func afterByteOrderMark(_ bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  var current: UInt8? { position < end ? bytes[position] : nil }

  mutating func skipSpace() {
    while position < end, ASCIIByte.isSpace(bytes[position]) { position += 1 }
  }

  /// Takes `byte` after white space.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Steps over the value at the position; false when there is none or it does not end.
  mutating func skipValue() -> Bool {
    switch current {
    case UInt8(ascii: "\""): return skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer()
    default: return skipScalar()
    }
  }

  /// The content of the string at the position, which moves past it.
  mutating func string() -> Range<Int>? {
    guard current == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    return skipString() ? start..<position - 1 : nil
  }

  /// Enters the object at the position and stops at the value of its first member of that name.
  mutating func enter(member name: StaticString) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    repeat {
      skipSpace()
      guard let key = string(), take(UInt8(ascii: ":")) else { return false }
      skipSpace()
      if bytes[key].elementsEqual(name.description.utf8) { return true }
      guard skipValue() else { return false }
    } while take(UInt8(ascii: ","))
    return false
  }

  private mutating func skipString() -> Bool {
    position += 1
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\") { position += 1 }
    }
    position = end
    return false
  }

  private mutating func skipContainer() -> Bool {
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          position += 1
          return true
        }
      default: break
      }
      position += 1
    }
    return false
  }

  /// A literal or number: letters, digits, signs and points up to whatever else.
  private mutating func skipScalar() -> Bool {
    let start = position
    while position < end {
      let byte = bytes[position]
      guard
        ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
      else { break }
      position += 1
    }
    let token = bytes[start..<position]
    guard let first = token.first else { return false }
    return ASCIIByte.isDigit(first) || first == UInt8(ascii: "-")
      || ["true", "false", "null"].contains { token.elementsEqual($0.utf8) }
  }
}
