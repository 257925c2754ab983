/// A second opinion: accepts what RFC 8259 allows, byte by byte and by recursion, and shares nothing
/// with the parser under test.
struct ReferenceParser {
  private var rest: ArraySlice<UInt8>
  private var depth: Int

  static func accepts(_ bytes: [UInt8], maximumDepth: Int) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var parser = ReferenceParser(rest: bytes[start...], depth: maximumDepth)
    guard parser.value() else { return false }
    parser.whitespace()
    return parser.rest.isEmpty
  }

  private mutating func value() -> Bool {
    whitespace()
    switch rest.first.map({ Character(Unicode.Scalar($0)) }) {
    case "{": return container("}") { $0.string() && $0.take(":") && $0.value() }
    case "[": return container("]") { $0.value() }
    case "\"": return string()
    case "t": return literal("true")
    case "f": return literal("false")
    case "n": return literal("null")
    default: return number()
    }
  }

  private mutating func container(
    _ close: Character, item: (inout ReferenceParser) -> Bool
  ) -> Bool {
    rest.removeFirst()
    depth -= 1
    defer { depth += 1 }
    if depth < 0 { return false }
    if take(close) { return true }
    repeat {
      if !item(&self) { return false }
    } while take(",")
    return take(close)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case 0x22: return isUTF8(content)
      case ..<0x20: return false
      case 0x5C:
        guard let escape = rest.popFirst() else { return false }
        if escape == 0x75 {
          let digits = rest.prefix(4)
          guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
          else { return false }
          rest = rest.dropFirst(4)
        } else if !"\"\\/bfnrt".utf8.contains(escape) {
          return false
        }
        // Bytes on either side of an escape do not join.
        content.append(0x20)
      default: content.append(byte)
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    if rest.first == 0x2D { rest.removeFirst() }
    let whole = digits()
    if whole.isEmpty || whole.first == 0x30 && whole.count > 1 { return false }
    if rest.first == 0x2E {
      rest.removeFirst()
      if digits().isEmpty { return false }
    }
    if rest.first == 0x65 || rest.first == 0x45 {
      rest.removeFirst()
      if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
      if digits().isEmpty { return false }
    }
    return true
  }

  private mutating func digits() -> ArraySlice<UInt8> {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private mutating func literal(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func take(_ character: Character) -> Bool {
    whitespace()
    guard rest.first == character.asciiValue else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func whitespace() {
    rest = rest.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
  }
}

/// Whether the standard library finds nothing to repair. `String(validating:as:)` needs macOS 15.
func isUTF8(_ bytes: [UInt8]) -> Bool {
  String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
}
