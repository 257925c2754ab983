@_spi(Engine) import JSONTape

/// What a client decodes a number or a string into, where that holds less than JSON does.
///
/// The limits are those of Foundation's JSONDecoder.
public enum DecodedType: UInt8, BitwiseCopyable, Sendable {
  /// `Int` and `Int64`.
  case int64
  /// `Int32`.
  case int32
  /// `Double`.
  case double
  /// `Decimal`: 38 digits and an exponent of a signed byte.
  case decimal
  /// `URL`.
  case url
}

extension SchemaDraft {
  /// Asks that numbers can be decoded into a type, and strings at all.
  public mutating func assertDecodable(_ type: DecodedType, owner: Owner) {
    // No keyword of JSON Schema says it.
    let claim = Claim(operation: .decodable(type), keyword: "", owner: owner, isRule: true)
    // Every URL and every 32-bit integer is looked at; of others, those that the parser marks.
    if type == .url || type == .int32 { claims.append(claim) }
    decoding = claim
  }
}

extension SchemaEvaluator {
  /// Whether a client can decode the marked value at a tape index.
  @inline(never)
  mutating func isDecodable(_ node: UnsafePointer<PlanNode>, _ index: Int) -> Bool {
    // A container's mark is about the strings in it.
    guard node.pointee.decoding >= 0, !cursor.isContainer(index) else { return true }
    guard cursor.rawTag(index) != TapeTag.string.rawValue else {
      return cursor.halfSurrogate(index) == nil
    }
    guard
      case .decodable(let type) = view.assertions[Int(node.pointee.decoding)].operation,
      // Those are asked about with the other assertions on numbers.
      type != .int32
    else { return true }
    return isDecodable(type, numberAt: index)
  }

  /// Whether a type holds the number at a tape index.
  mutating func isDecodable(_ type: DecodedType, numberAt index: Int) -> Bool {
    let bytes = cursor.rawBytes(index)
    // Without an exponent, so few digits are within the range of a Double.
    if type == .double, bytes.count <= 300, !bytes.contains(where: { $0 | 0x20 == 0x65 }) {
      return true
    }
    let text = String(decoding: bytes, as: UTF8.self)
    switch type {
    case .int64, .int32:
      let isPlain = cursor.rawTag(index) == TapeTag.integer.rawValue
      // Of a number with a fraction or an exponent, the decoder takes the nearest Double.
      guard
        let value = isPlain ? Int64(text) : Double(text).flatMap({ Int64(exactly: $0) })
      else { return false }
      return type == .int64 || Int32(exactly: value) != nil
    case .double:
      guard let value = Double(text), value.isFinite else { return false }
      // The nearest Double of a number that is not 0 may be 0.
      return value != 0 || !text.prefix { $0 != "e" && $0 != "E" }.contains { "1"..."9" ~= $0 }
    case .decimal: return Self.isDecimal(text)
    case .url: return true
    }
  }

  /// Whether `Decimal` holds a number: its last digit, of 38 at most, stands between 10^-128 and 10^127.
  private static func isDecimal(_ text: String) -> Bool {
    var digits = 0
    var exponent = 0
    var isFraction = false
    var rest = Substring(text)
    while let character = rest.popFirst(), character != "e", character != "E" {
      if character == "." { isFraction = true }
      guard let digit = character.wholeNumberValue else { continue }
      if digits > 0 || digit > 0 { digits += 1 }
      if isFraction { exponent -= 1 }
    }
    if !rest.isEmpty {
      guard let written = Int(rest), written.magnitude < 1_000_000 else { return false }
      exponent += written
    }
    exponent += max(0, digits - 38)
    return (-128...127).contains(exponent)
  }
}

extension DecodedType {
  /// Whether Foundation makes a URL of a text; current systems write what is not allowed in a path
  /// with `%` first, so that little is refused: an empty text, a scheme, host or port that is none.
  static func isURL(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    var rest = text[...]
    let head = rest.prefix { !":/?#[]@".utf8.contains($0) }
    if head.endIndex < rest.endIndex, rest[head.endIndex] == UInt8(ascii: ":") {
      guard isScheme(head) else { return false }
      rest = rest[(head.endIndex + 1)...]
    }
    guard rest.starts(with: "//".utf8) else { return true }
    var authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    var host = authority
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = host[(end + 1)...]
      return host.isEmpty || isPort(host)
    }
    if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
      guard isPort(host[colon...]) else { return false }
      host = host[..<colon]
    }
    return isHost(host)
  }

  private static let refusedInHosts = Set(" \"<>\\^`{|}[]".utf8)

  private static func isScheme(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = text.first else { return true }
    let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
    return isLetter(first)
      && text.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// A colon and digits, or a colon alone.
  private static func isPort(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
  }

  private static func isHost(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte <= 0x20 || byte == 0x7F || refusedInHosts.contains(byte) { return false }
      if byte == UInt8(ascii: "%") {
        let digits = text[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(isHexDigit) else { return false }
        index += 2
      }
      index += 1
    }
    return true
  }
}
