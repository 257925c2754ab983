@_spi(Engine) internal import JSONTape

/// Replaces secrets by values of the same JSON type, length and character classes, so that what is
/// found in a message stays the same: digits become `0` or `1`, letters `a` or `A`, or `z` and `Z` in
/// what would be a device token if it were hexadecimal.
enum SecretReplacement {
  /// How text is written, so that what writes one character is replaced as one.
  private enum Writing { case json, percent }

  /// A body; what is in no secret stays as it is.
  static func body(_ bytes: [UInt8]) -> [UInt8] {
    let document = try? JSONDocument(bytes)
    let masks = Redaction(bytes, isMalformed: document == nil).masks.map(\.range)
    var text = bytes
    guard let document else {
      let isJSON = bytes.first { !ASCIIByte.isSpace($0) }.map { $0 == 0x7B || $0 == 0x5B } ?? false
      for mask in masks { replace(mask.offset..<mask.end, isJSON ? .json : .percent, in: &text) }
      return text
    }
    var open = [document.root]
    while let node = open.popLast() {
      switch node.kind {
      case .array: open += Array(node.elements)
      case .object:
        for member in node.members {
          open.append(member.value)
          let name = member.name
          if name == "query", member.value.kind == .string {
            replaceLiterals(of: member.value.range, in: &text)
          }
          // Within a secret, names are kept that are words.
          if SecretLook.isKey(name.utf8) || SecretLook.of(name) == .certain {
            replace(member.key, masks, in: &text)
          }
        }
      case .string, .number: replace(node, masks, in: &text)
      case .null, .boolean: break
      }
    }
    return text
  }

  /// The strings in a query of GraphQL, whose names a body does not tell.
  private static func replaceLiterals(of range: ByteRange, in text: inout [UInt8]) {
    var start: Int?
    var at = range.offset + 1
    while at + 1 < range.end - 1 {
      guard text[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      if text[at + 1] == UInt8(ascii: "\"") {
        if let begin = start {
          replace(begin..<at, .json, in: &text)
          start = nil
        } else {
          start = at + 2
        }
      }
      at += 2
    }
  }

  /// A text that is a secret as a whole.
  static func whole(_ text: String) -> String {
    var bytes = Array(text.utf8)
    replace(0..<bytes.count, .percent, in: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func url(_ url: String) -> String {
    var text = Array(url.utf8)
    for range in URLRedaction.secrets(in: text[...]) { replace(range, .percent, in: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The value of a header. The scheme of credentials and the names of cookies stay.
  ///
  /// - Parameter isSecret: Whether the whole value is one, whatever its name and its look.
  static func header(_ name: String, _ value: String, isSecret: Bool = false) -> String {
    var text = Array(value.utf8)
    let words = SecretName.words(of: name.utf8)
    if words.contains("cookie") {
      replaceCookies(in: &text)
    } else if words.last == "authorization" {
      let space = text.firstIndex(of: ASCIIByte.space)
      replace((space.map { $0 + 1 } ?? 0)..<text.count, .percent, in: &text)
    } else if isSecret || Redaction.shown(value, ofMember: name) != value {
      replace(0..<text.count, .percent, in: &text)
    } else if URLRedaction.isURL(in: value) {
      return url(value)
    } else {
      for mask in Redaction(text, isMalformed: true).masks {
        replace(mask.range.offset..<mask.range.end, .percent, in: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The values of cookies, of which a recorder may join several by commas; attributes stay.
  private static func replaceCookies(in text: inout [UInt8]) {
    let separators: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: ",")]
    var isCookie = true
    for part in text.split(whereSeparator: separators.contains) {
      let isJoined = part.startIndex > 0 && text[part.startIndex - 1] == UInt8(ascii: ",")
      if let equals = part.firstIndex(of: UInt8(ascii: "=")) {
        let name = ASCIIByte.lowercased(String(decoding: part[..<equals], as: UTF8.self))
        isCookie = !attributes.contains(name.filter { $0 != " " })
        if isCookie { replace(equals + 1..<part.endIndex, .percent, in: &text) }
      } else if isCookie, isJoined || part.startIndex == 0 {
        // The rest of a value with a comma, or a value without a name.
        replace(part.startIndex..<part.endIndex, .percent, in: &text)
      }
    }
  }

  private static let attributes: Set<String> = [
    "domain", "expires", "max-age", "path", "priority", "samesite",
  ]

  /// Replaces what masks hide of a string or a number.
  private static func replace(_ node: JSONNode, _ masks: [ByteRange], in text: inout [UInt8]) {
    let range = node.range
    let first = masks.indices.partitionPoint { masks[$0].end > range.offset }
    for mask in masks[first...] {
      guard mask.offset < range.end else { return }
      let quote = node.kind == .string ? 1 : 0
      let inner = (range.offset + quote)..<(range.end - quote)
      let hidden = (mask.offset..<mask.end).clamped(to: inner)
      guard node.kind == .number else {
        replace(hidden, .json, in: &text)
        continue
      }
      // A number without leading zeros, of the same size.
      for offset in hidden {
        if text[offset] | 0x20 == UInt8(ascii: "e") { break }
        if ASCIIByte.isDigit(text[offset]) { text[offset] = UInt8(ascii: "1") }
      }
    }
  }

  private static func replace(_ range: Range<Int>, _ writing: Writing, in text: inout [UInt8]) {
    // A device token of the right length may be wrong because it is not hexadecimal.
    let isHex = range.count != 64 || text[range].allSatisfy { $0.hexValue != nil }
    let (small, large) = isHex ? (UInt8(ascii: "a"), UInt8(ascii: "A")) : (0x7A, 0x5A)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = text[offset]
      if writing == .json, byte == UInt8(ascii: "\\"), offset + 1 < range.upperBound {
        if text[offset + 1] == UInt8(ascii: "u"), offset + 6 <= range.upperBound {
          let digits = offset + 2..<offset + 6
          let isSurrogate = text[digits].first.map { $0 | 0x20 == UInt8(ascii: "d") } ?? false
          let isHalf = isSurrogate && text[offset + 3] >= UInt8(ascii: "8")
          if !isHalf { text.replaceSubrange(digits, with: "0061".utf8) }
          offset += 6
        } else {
          offset += 2
        }
        continue
      }
      if writing == .percent, byte == UInt8(ascii: "%"), offset + 3 <= range.upperBound {
        text.replaceSubrange(offset + 1..<offset + 3, with: "61".utf8)
        offset += 3
        continue
      }
      let count = length(of: byte)
      if count > 1, offset + count <= range.upperBound {
        text.replaceSubrange(offset..<offset + count, with: Array(standIns[count - 2].utf8))
        offset += count
        continue
      }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): text[offset] = UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): text[offset] = small
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): text[offset] = large
      default: break
      }
      offset += 1
    }
  }

  /// Characters of two, three and four bytes.
  private static let standIns = ["é", "中", "😀"]

  private static func length(of lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
