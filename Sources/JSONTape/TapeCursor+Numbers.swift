@_spi(Engine)
extension TapeCursor {
  /// The number's value, with its text.
  public func number(_ index: Int) -> JSONNumber {
    JSONNumber(token: rawBytes(index))
  }

  /// The value of a number that is a whole one (`1.0` is) and fits; nil for every other value.
  public func int(_ index: Int) -> Int? {
    if rawTag(index) == TapeTag.integer.rawValue, length(index) <= 18 {
      var value = 0
      let isNegative = start(index).pointee == UInt8(ascii: "-")
      for byte in rawBytes(index) where byte != UInt8(ascii: "-") {
        value = value &* 10 &+ Int(byte & 0x0F)
      }
      return isNegative ? -value : value
    }
    return kind(index) == .number ? DecimalValue(token: rawBytes(index)).int : nil
  }

  /// -1, 0 or 1 as the number is below, equal to or above `other`; exact, without allocation up to 19
  /// significant digits.
  public func compare(_ index: Int, to other: JSONNumber) -> Int {
    DecimalValue(token: rawBytes(index)).compare(other.value)
  }

  /// Whether the number is a whole multiple of `divisor`, exactly.
  public func isMultiple(_ index: Int, of divisor: JSONNumber) -> Bool {
    DecimalValue(token: rawBytes(index)).isMultiple(of: divisor.value)
  }

  /// Whether a number has no fraction, however it is written.
  @inlinable @inline(__always)
  public func isInteger(_ index: Int) -> Bool {
    rawTag(index) == TapeTag.integer.rawValue || hasNoFraction(index)
  }

  /// Whether a number written with a point or an exponent has no fraction.
  @usableFromInline
  func hasNoFraction(_ index: Int) -> Bool {
    DecimalValue(token: rawBytes(index)).isInteger
  }
}
