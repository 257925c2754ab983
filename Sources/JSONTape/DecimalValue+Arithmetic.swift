extension DecimalValue {
  /// -1, 0 or 1 if the value is less than, equal to or greater than the other value.
  func compare(_ other: DecimalValue) -> Int {
    if isZero || other.isZero || isNegative != other.isNegative {
      return sign == other.sign ? 0 : sign < other.sign ? -1 : 1
    }
    return isNegative ? other.compareMagnitude(self) : compareMagnitude(other)
  }

  /// Whether the value is an exact integer multiple of the other value. Nothing is a multiple of
  /// zero.
  func isMultiple(of divisor: DecimalValue) -> Bool {
    if divisor.isZero { return false }
    if isZero { return true }
    let power = exponent &- divisor.exponent
    // The coefficient has no factor ten, so no quotient by a power of ten is an integer.
    if power < 0 { return false }
    if !divisor.digits.isEmpty { return isMultiple(ofLong: divisor.digits, power: power) }
    let modulus = divisor.coefficient
    var rest: UInt64 = 0
    if digits.isEmpty {
      rest = coefficient % modulus
    } else {
      for digit in digits { rest = Self.shifted(rest, adding: digit, modulus: modulus) }
    }
    // The divisor has fewer than 64 factors 2 and 5. More zeros than this number change nothing.
    for _ in 0..<min(power, 64) where rest > 0 {
      rest = Self.shifted(rest, adding: 0, modulus: modulus)
    }
    return rest == 0
  }

  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  private func compareMagnitude(_ other: DecimalValue) -> Int {
    let count = digitCount
    let otherCount = other.digitCount
    let place = exponent &+ count
    let otherPlace = other.exponent &+ otherCount
    if place != otherPlace { return place < otherPlace ? -1 : 1 }
    if digits.isEmpty && other.digits.isEmpty {
      // Both are extended to 19 digits. Such numbers fit.
      let own = coefficient &* Self.powerOfTen(19 &- count)
      let others = other.coefficient &* Self.powerOfTen(19 &- otherCount)
      return own == others ? 0 : own < others ? -1 : 1
    }
    let own = significantDigits
    let others = other.significantDigits
    for (digit, otherDigit) in zip(own, others) where digit != otherDigit {
      return digit < otherDigit ? -1 : 1
    }
    return own.count == others.count ? 0 : own.count < others.count ? -1 : 1
  }

  private var significantDigits: [UInt8] {
    if !digits.isEmpty { return digits }
    var result: [UInt8] = []
    var rest = coefficient
    while rest > 0 {
      result.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    return result.reversed()
  }

  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<max(0, exponent) { power = power &* 10 }
    return power
  }

  /// `(value × 10 + digit) mod modulus`, for a value below the modulus.
  private static func shifted(_ value: UInt64, adding digit: UInt8, modulus: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 10)
    let (low, carry) = product.low.addingReportingOverflow(UInt64(digit))
    let high = product.high &+ (carry ? 1 : 0)
    // Since value < modulus, the high word is at most 9 and below the modulus. For moduli up to 9
    // it is 0.
    return high == 0 ? low % modulus : modulus.dividingFullWidth((high, low)).remainder
  }

  /// Long division by a divisor with more than 19 digits. Only the remainder is computed.
  private func isMultiple(ofLong digits: [UInt8], power: Int) -> Bool {
    // The limbs have base 10^9, and the lowest is first. There is one more limb than the divisor
    // needs.
    let base: UInt64 = 1_000_000_000
    let divisor =
      stride(from: digits.count, to: 0, by: -9).map { end in
        digits[max(0, end &- 9)..<end].reduce(0) { $0 &* 10 &+ UInt64($1) }
      } + [0]
    var rest = [UInt64](repeating: 0, count: divisor.count)
    // As in the method above, a divisor of n digits has fewer than 4n factors 2 or 5.
    for digit in significantDigits + repeatElement(0, count: min(power, digits.count &* 4)) {
      var carry = UInt64(digit)
      for index in rest.indices {
        let value = rest[index] &* 10 &+ carry
        rest[index] = value % base
        carry = value / base
      }
      // The remainder was below the divisor, so this loop runs at most nine times.
      while !rest.reversed().lexicographicallyPrecedes(divisor.reversed()) {
        var borrow: UInt64 = 0
        for index in rest.indices {
          let taken = divisor[index] &+ borrow
          borrow = rest[index] < taken ? 1 : 0
          rest[index] = rest[index] &+ borrow &* base &- taken
        }
      }
    }
    return rest.allSatisfy { $0 == 0 }
  }
}
