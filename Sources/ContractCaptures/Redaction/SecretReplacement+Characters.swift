@_spi(Engine) internal import JSONTape

/// Replaces the characters of a secret.
extension SecretReplacement {
  static func isHidden(_ node: JSONNode, _ masks: [ByteRange]) -> Bool {
    let range = node.range
    let first = masks.indices.partitionPoint { masks[$0].end > range.offset }
    return first < masks.count && masks[first].offset < range.end
  }

  /// Replaces the masked parts of a string or a number.
  func replace(
    _ node: JSONNode, _ masks: [ByteRange], _ attempt: Int = 0, in text: inout [UInt8]
  ) {
    // A value that the contract lists is no secret.
    if attempt > 0, literals.values.contains(node.string ?? node.text) { return }
    let range = node.range
    let first = masks.indices.partitionPoint { masks[$0].end > range.offset }
    for mask in masks[first...] {
      guard mask.offset < range.end else { return }
      let quote = node.kind == .string ? 1 : 0
      let inner = (range.offset + quote)..<(range.end - quote)
      let hidden = (mask.offset..<mask.end).clamped(to: inner)
      if node.kind == .number {
        replaceNumber(hidden, attempt, in: &text)
      } else {
        replace(hidden, .json, attempt, in: &text)
      }
    }
  }

  /// Replaces the digits of a number. The number keeps its length and gets no leading zeros.
  private func replaceNumber(_ range: Range<Int>, _ attempt: Int, in text: inout [UInt8]) {
    let digits = range.prefix { text[$0] | 0x20 != UInt8(ascii: "e") }
      .filter { ASCIIByte.isDigit(text[$0]) }
    func fill(_ digit: (Int) -> UInt8) {
      for (number, offset) in digits.enumerated() where number > 0 || text[offset] != zero {
        text[offset] = zero + digit(number)
      }
    }
    guard key != nil else {
      for offset in digits { text[offset] = zero + 1 }
      return
    }
    let secret = Array(text[range])
    var random = stream(of: secret, attempt)
    switch attempt {
    case 1: fill { _ in 1 }
    case 2: fill { _ in 9 }
    case 4 where digits.count > 1, 5 where digits.count > 1:
      // The first digit decides most about a limit.
      let lead = text[digits[0]] - zero
      fill { $0 == 0 ? lead : attempt == 4 ? 0 : 9 }
    default:
      let keepsLead = attempt > 5 && digits.count > 1
      let lead = digits.first.map { text[$0] - zero } ?? 0
      fill { $0 == 0 ? keepsLead ? lead : 1 + random.below(9) : random.below(10) }
    }
    if secret.elementsEqual(text[range]), let last = digits.last {
      text[last] = text[last] == zero + 9 ? zero + 1 : text[last] + 1
    }
  }

  private var zero: UInt8 { UInt8(ascii: "0") }

  /// A stream that depends only on the key, the secret and the number of attempts.
  private func stream(of secret: [UInt8], _ attempt: Int) -> SecretStream {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(secret)
    hasher.combine(attempt)
    return SecretStream(state: UInt64(bitPattern: Int64(hasher.finalize())))
  }

  /// - Parameter attempt: The number of earlier replacements for which the check had another result
  ///   than for the secret.
  func replace(
    _ range: Range<Int>, _ writing: Writing, _ attempt: Int = 0, in text: inout [UInt8]
  ) {
    guard key != nil else { return replaceAll(range, writing, in: &text) }
    let secret = Array(text[range])
    var kept =
      attempt > 0 ? literals.ranges(in: secret, withRefused: attempt > Self.mostAttempts / 2) : []
    // The contract reveals the whole secret only if it lists the secret.
    if kept.reduce(0, { $0 + $1.count }) >= secret.count { kept = [] }
    if attempt > Self.mostAttempts { return replaceByOthers(range, in: &text) }
    for more in 0..<4 {
      var random = stream(of: secret, attempt + more * 1024)
      var start = range.lowerBound
      for part in kept {
        let end = range.lowerBound + part.lowerBound
        replace(start..<end, writing, &random, isFirst: start == range.lowerBound, in: &text)
        start = range.lowerBound + part.upperBound
      }
      replace(
        start..<range.upperBound, writing, &random, isFirst: start == range.lowerBound, in: &text)
      if !secret.elementsEqual(text[range]) { return }
    }
  }

  /// Replaces by characters of no class, for a secret that is invalid because of its characters.
  private func replaceByOthers(_ range: Range<Int>, in text: inout [UInt8]) {
    for offset in range where SecretLook.isWord(text[offset]) { text[offset] = UInt8(ascii: "~") }
  }

  private func replace(
    _ range: Range<Int>, _ writing: Writing, _ random: inout SecretStream, isFirst: Bool,
    in text: inout [UInt8]
  ) {
    replaceCharacters(range, writing, in: &text) { bytes in
      let last = bytes.index(before: bytes.endIndex)
      if bytes.count > 1 {
        // A replacement whose last digit, or the low bits of its last byte, differ.
        let isDigit = bytes[last] < 0x80
        bytes[last] = isDigit ? zero + 1 + random.below(9) : bytes[last] & 0xF0 | random.below(16)
        return
      }
      switch bytes[last] {
      case zero:
        if !(isFirst && last == range.lowerBound) { bytes[last] = zero + random.below(10) }
      case 0x31...0x39: bytes[last] = zero + 1 + random.below(9)
      case 0x61...0x66, 0x41...0x46: bytes[last] = bytes[last] & 0xE0 | 1 + random.below(6)
      case 0x67...0x7A, 0x47...0x5A: bytes[last] = bytes[last] & 0xE0 | 7 + random.below(20)
      default: break
      }
    }
  }

  /// Replaces without a key.
  private func replaceAll(_ range: Range<Int>, _ writing: Writing, in text: inout [UInt8]) {
    // A device token with the right length may be invalid because it is not hexadecimal.
    let isHex = range.count != 64 || text[range].allSatisfy { $0.hexValue != nil }
    let letter = isHex ? UInt8(ascii: "A") : UInt8(ascii: "Z")
    replaceCharacters(range, writing, in: &text) { bytes in
      guard bytes.count == 1, let byte = bytes.first else { return }
      if ASCIIByte.isDigit(byte) { bytes[bytes.startIndex] = zero }
      if ASCIIByte.isLetter(byte) { bytes[bytes.startIndex] = letter | byte & 0x20 }
    }
  }

  /// Replaces each character. For a character with several bytes, the replacement is a fixed
  /// character of the same length. The closure is called for every character.
  private func replaceCharacters(
    _ range: Range<Int>, _ writing: Writing, in text: inout [UInt8],
    by replace: (inout ArraySlice<UInt8>) -> Void
  ) {
    func change(_ part: Range<Int>, to standIn: [UInt8]? = nil) {
      if let standIn { text.replaceSubrange(part, with: standIn) }
      replace(&text[part])
    }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = text[offset]
      if writing == .json, byte == UInt8(ascii: "\\"), offset + 1 < range.upperBound {
        guard text[offset + 1] == UInt8(ascii: "u"), offset + 6 <= range.upperBound else {
          offset += 2
          continue
        }
        let digits = offset + 2..<offset + 6
        let isSurrogate = text[digits].first.map { $0 | 0x20 == UInt8(ascii: "d") } ?? false
        let isHalf = isSurrogate && text[offset + 3] >= UInt8(ascii: "8")
        if !isHalf { change(digits, to: Array("0061".utf8)) }
        offset += 6
        continue
      }
      if writing == .percent, byte == UInt8(ascii: "%"), offset + 3 <= range.upperBound {
        change(offset + 1..<offset + 3, to: Array("61".utf8))
        offset += 3
        continue
      }
      let count = Self.length(of: byte)
      if count > 1, offset + count <= range.upperBound {
        change(offset..<offset + count, to: Array(Self.standIns[count - 2].utf8))
        offset += count
        continue
      }
      change(offset..<offset + 1)
      offset += 1
    }
  }

  /// Replacements for characters of two, three and four bytes.
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

/// Pseudo-random numbers. The same start gives the same numbers.
private struct SecretStream {
  var state: UInt64

  /// A number from 0 to less than a bound.
  mutating func below(_ bound: UInt64) -> UInt8 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt8((mixed ^ (mixed >> 31)) % bound)
  }
}
