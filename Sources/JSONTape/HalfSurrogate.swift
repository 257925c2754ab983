/// Half of a surrogate pair in a string: an escape such as `\ud83d` without its other half. RFC
/// 8259, section 8.2, allows it, but UTF-8 cannot express it.
@_spi(Engine)
extension TapeCursor {
  /// The byte range of the first surrogate without a partner in a string. Nil if every surrogate
  /// has a partner.
  ///
  /// - Complexity: O(*n*) in the string's bytes. A string without escapes takes no time.
  public func halfSurrogate(_ index: Int) -> ByteRange? {
    guard isEscaped(index) else { return nil }
    let start = offset(index)
    let end = start &+ length(index)
    var position = start
    while position < end {
      let word = UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self).littleEndian
      let other = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
      position &+= found == 0 ? 8 : found.trailingZeroBitCount &>> 3
      guard found != 0, position < end else { continue }
      guard let half = half(at: position) else {
        position &+= bytes[position &+ 1] == UInt8(ascii: "u") ? 6 : 2
        continue
      }
      guard half == .first, position &+ 12 <= end, bytes[position &+ 6] == UInt8(ascii: "\\"),
        self.half(at: position &+ 6) == .second
      else { return ByteRange(offset: position, length: 6) }
      position &+= 12
    }
    return nil
  }

  /// The tape indexes of all strings and names with half of a surrogate pair in a value. The
  /// indexes are in the order of the text.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public func halfSurrogates(in index: Int) -> [Int] {
    var found: [Int] = []
    var word = index
    let end = next(index)
    while word < end {
      if rawTag(word) == TapeTag.string.rawValue, halfSurrogate(word) != nil { found.append(word) }
      word &+= isContainer(word) ? 2 : 1
    }
    return found
  }

  private enum Half { case first, second }

  /// Which half the escape at an offset is.
  private func half(at offset: Int) -> Half? {
    guard bytes[offset &+ 1] == UInt8(ascii: "u"), bytes[offset &+ 2] | 0x20 == UInt8(ascii: "d")
    else { return nil }
    switch bytes[offset &+ 3] | 0x20 {
    case 0x38, 0x39, UInt8(ascii: "a"), UInt8(ascii: "b"): return .first
    case UInt8(ascii: "c")...UInt8(ascii: "f"): return .second
    default: return nil
    }
  }
}
