/// A number's exact value: `±coefficient × 10^exponent`. The coefficient has no trailing zero, and
/// zero has exponent 0. So equal values have equal properties. If there are more than 19
/// significant digits, they are in `digits`, and the coefficient is 0.
struct DecimalValue: Hashable, Sendable {
  /// The largest exponent. Larger exponents are set to it. Sums of a few exponents and digit counts
  /// still fit in `Int`.
  static let exponentLimit = 1 << 60

  var isNegative = false
  var coefficient: UInt64 = 0
  var exponent = 0

  /// The significant digits, 0 to 9, if there are more than 19. Otherwise empty.
  var digits: [UInt8] = []

  var isZero: Bool { coefficient == 0 && digits.isEmpty }

  var isInteger: Bool { exponent >= 0 }

  var digitCount: Int {
    if !digits.isEmpty { return digits.count }
    var rest = coefficient
    var count = 0
    while rest > 0 {
      rest /= 10
      count &+= 1
    }
    return count
  }

  /// The value of a token that the number grammar has accepted.
  init(token: ByteView) {
    let mantissa = Mantissa(token)
    guard mantissa.significant > 0 else { return }
    isNegative = token.first == UInt8(ascii: "-")
    exponent = Self.writtenExponent(token, from: mantissa.end) &+ mantissa.scale
    if mantissa.significant <= 19 {
      coefficient = mantissa.coefficient
    } else {
      digits = mantissa.digits(of: token)
    }
  }

  init(_ value: Int) {
    isNegative = value < 0
    coefficient = UInt64(value.magnitude)
    while coefficient > 0, coefficient % 10 == 0 {
      coefficient /= 10
      exponent &+= 1
    }
  }

  var int: Int? {
    guard digits.isEmpty, exponent >= 0 else { return nil }
    guard coefficient > 0 else { return 0 }
    guard exponent < 20 else { return nil }
    var magnitude = coefficient
    for _ in 0..<exponent {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      magnitude = product
    }
    if isNegative {
      return magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
    }
    return Int(exactly: magnitude)
  }

  /// The exponent after `e` or `E`. If it has more than 18 digits without leading zeros, it is the
  /// largest exponent.
  private static func writtenExponent(_ token: ByteView, from start: Int) -> Int {
    var index = start &+ 1
    guard index < token.count else { return 0 }
    let isNegative = token[index] == "-"
    if isNegative || token[index] == "+" { index &+= 1 }
    var exponent = 0
    while index < token.count, exponent < 100_000_000_000_000_000 {
      exponent = exponent &* 10 &+ Int(token[index] &- 0x30)
      index &+= 1
    }
    if index < token.count { exponent = exponentLimit }
    return isNegative ? 0 &- exponent : exponent
  }
}

extension DecimalValue {
  /// The digits before the exponent, read once.
  private struct Mantissa {
    /// The number of digits from the first to the last that is not 0.
    var significant = 0

    /// The value of those digits, if there are at most 19.
    var coefficient: UInt64 = 0

    /// The power of ten of the last of these digits.
    var scale = 0

    /// The index of `e` or `E`, or the token's length.
    var end = 0

    init(_ token: ByteView) {
      var zeros = 0
      var fraction = 0
      var inFraction = false
      while end < token.count {
        let byte = token[end]
        if byte | 0x20 == "e" { break }
        end &+= 1
        if byte == "." { inFraction = true }
        let digit = byte &- 0x30
        guard digit < 10 else { continue }
        fraction &+= inFraction ? 1 : 0
        if digit == 0 {
          zeros &+= 1
          continue
        }
        let places = significant == 0 ? 1 : zeros &+ 1
        significant &+= places
        zeros = 0
        guard significant <= 19 else { continue }
        for _ in 0..<places { coefficient = coefficient &* 10 }
        coefficient = coefficient &+ UInt64(digit)
      }
      scale = zeros &- fraction
    }

    func digits(of token: ByteView) -> [UInt8] {
      var digits: [UInt8] = []
      digits.reserveCapacity(significant)
      for byte in token[..<end] where digits.count < significant {
        let digit = byte &- 0x30
        if digit < 10, digit > 0 || !digits.isEmpty { digits.append(digit) }
      }
      return digits
    }
  }
}
