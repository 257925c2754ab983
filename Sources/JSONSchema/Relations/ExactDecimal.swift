/// A decimal number that is never rounded. It has at most ``mostDigits`` digits and an exponent
/// with at most nine digits. Other numbers are not supported.
struct ExactDecimal: Sendable {
  static let mostDigits = 100
  /// The maximum number of limbs. It is larger than for written numbers, because sums and products
  /// may be longer.
  private static let mostLimbs = 128
  private static let base: UInt64 = 1_000_000_000

  private var isNegative = false
  /// Groups of nine digits, the lowest first; none for zero.
  private var limbs: [UInt64] = []
  private var exponent = 0

  static let zero = ExactDecimal()

  private init() {}

  init(_ count: Int) {
    var rest = UInt64(count.magnitude)
    isNegative = count < 0
    while rest > 0 {
      limbs.append(rest % Self.base)
      rest /= Self.base
    }
  }

  /// Reads a JSON number. Nil for other texts and for numbers outside the limits.
  init?(_ text: some Collection<UInt8>) {
    var digits: [UInt8] = []
    var rest = Array(text)[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest.removeFirst()
    }
    let whole = rest.prefix { 0x30...0x39 ~= $0 }
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return nil }
    digits += whole
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
      guard !fraction.isEmpty else { return nil }
      digits += fraction
      exponent = -fraction.count
      rest = rest.dropFirst(fraction.count + 1)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      let isMinus = rest.first == UInt8(ascii: "-")
      if isMinus || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard !rest.isEmpty, rest.count <= 9, rest.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        return nil
      }
      let value = rest.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      exponent += isMinus ? -value : value
      rest = []
    }
    guard rest.isEmpty, digits.count <= Self.mostDigits else { return nil }
    for digit in digits { multiply(by: 10, adding: UInt64(digit - 0x30)) }
    if limbs.isEmpty { isNegative = false }
  }

  private mutating func multiply(by factor: UInt64, adding start: UInt64) {
    var carry = start
    for index in limbs.indices {
      let product = limbs[index] * factor + carry
      limbs[index] = product % Self.base
      carry = product / Self.base
    }
    if carry > 0 { limbs.append(carry) }
  }

  /// The same number with a lower exponent. Nil if the limits are exceeded.
  private func scaled(to lower: Int) -> ExactDecimal? {
    guard !limbs.isEmpty else { return .zero }
    let places = exponent - lower
    guard places <= Self.mostLimbs * 9 else { return nil }
    guard places > 0 else { return self }
    var copy = self
    // A limb has nine digits.
    copy.multiply(by: (0..<places % 9).reduce(1) { power, _ in power * 10 }, adding: 0)
    copy.limbs.insert(contentsOf: repeatElement(0, count: places / 9), at: 0)
    copy.exponent = lower
    return copy.limbs.count <= Self.mostLimbs ? copy : nil
  }

  var negated: ExactDecimal {
    var copy = self
    copy.isNegative = !isNegative && !limbs.isEmpty
    return copy
  }

  /// Negative, zero or positive if the left number is less than, equal to or greater than the right
  /// number. Nil if the limits are exceeded.
  static func compare(_ left: ExactDecimal, _ right: ExactDecimal) -> Int? {
    // Numbers of different size need no arithmetic, even if they are large.
    if left.sign != right.sign { return left.sign < right.sign ? -1 : 1 }
    if left.size != right.size { return (left.size < right.size) != left.isNegative ? -1 : 1 }
    guard let difference = sum(left, right.negated) else { return nil }
    return difference.limbs.isEmpty ? 0 : difference.isNegative ? -1 : 1
  }

  private var sign: Int { limbs.isEmpty ? 0 : isNegative ? -1 : 1 }

  /// The number of digits before the point, or the negative number of zeros after it.
  private var size: Int {
    guard let last = limbs.last else { return 0 }
    return (limbs.count - 1) * 9 + String(last).utf8.count + exponent
  }

  static func sum(_ left: ExactDecimal, _ right: ExactDecimal) -> ExactDecimal? {
    if left.limbs.isEmpty { return right }
    if right.limbs.isEmpty { return left }
    let lower = min(left.exponent, right.exponent)
    guard let left = left.scaled(to: lower), let right = right.scaled(to: lower) else { return nil }
    if left.isNegative == right.isNegative {
      var result = left
      result.limbs = added(left.limbs, right.limbs)
      return result.limbs.count <= mostLimbs ? result : nil
    }
    let isLeftLarger = !isLess(left.limbs, right.limbs)
    var result = isLeftLarger ? left : right
    result.limbs = subtracted(
      isLeftLarger ? left.limbs : right.limbs, isLeftLarger ? right.limbs : left.limbs)
    return result.limbs.isEmpty ? .zero : result
  }

  static func product(_ left: ExactDecimal, _ right: ExactDecimal) -> ExactDecimal? {
    guard !left.limbs.isEmpty, !right.limbs.isEmpty else { return .zero }
    guard left.limbs.count + right.limbs.count <= mostLimbs else { return nil }
    var limbs = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (first, limb) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (second, other) in right.limbs.enumerated() {
        let value = limbs[first + second] + limb * other + carry
        limbs[first + second] = value % base
        carry = value / base
      }
      limbs[first + right.limbs.count] += carry
    }
    var result = ExactDecimal()
    result.isNegative = left.isNegative != right.isNegative
    result.exponent = left.exponent + right.exponent
    result.limbs = trimmed(limbs)
    return result
  }

  private static func trimmed(_ limbs: [UInt64]) -> [UInt64] {
    var limbs = limbs
    while limbs.last == 0 { limbs.removeLast() }
    return limbs
  }

  private static func added(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    var limbs: [UInt64] = []
    var carry: UInt64 = 0
    for index in 0..<max(left.count, right.count) {
      let first = index < left.count ? left[index] : 0
      let second = index < right.count ? right[index] : 0
      limbs.append((first + second + carry) % base)
      carry = (first + second + carry) / base
    }
    if carry > 0 { limbs.append(carry) }
    return limbs
  }

  /// - Parameter right: The number to subtract, at most `left`.
  private static func subtracted(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    var limbs = left
    var borrow: UInt64 = 0
    for index in limbs.indices {
      let taken = (index < right.count ? right[index] : 0) + borrow
      borrow = limbs[index] < taken ? 1 : 0
      limbs[index] = limbs[index] + borrow * base - taken
    }
    return trimmed(limbs)
  }

  private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for index in left.indices.reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }

  /// The number without an exponent, if it is short.
  var text: String {
    guard !limbs.isEmpty else { return "0" }
    var digits = String(limbs[limbs.count - 1])
    for limb in limbs.dropLast().reversed() {
      let group = String(limb)
      digits += String(repeating: "0", count: 9 - group.count) + group
    }
    let sign = isNegative ? "-" : ""
    guard exponent < 0 else {
      return sign + digits
        + (exponent <= 20 ? String(repeating: "0", count: exponent) : "e\(exponent)")
    }
    if exponent < -400 { return "\(sign)\(digits)e\(exponent)" }
    if digits.count <= -exponent {
      digits = String(repeating: "0", count: -exponent - digits.count + 1) + digits
    }
    return sign + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
  }
}
