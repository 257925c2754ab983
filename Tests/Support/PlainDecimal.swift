/// The digits of a JSON number, with arithmetic as on paper: slow and exact, with no limit except
/// that exponents must be small. Tests compare it with the arithmetic of the library.
public struct PlainDecimal: Equatable, Sendable {
  private let isNegative: Bool
  /// The digits from the highest place to the lowest, without zeros at either end; empty for 0.
  private let digits: [Int]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// - Parameter text: A JSON number.
  public init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    var exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count
    var digits = Array((mantissa[0] + fraction).compactMap(\.wholeNumberValue).drop { $0 == 0 })
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent
    isNegative = !digits.isEmpty && text.hasPrefix("-")
  }

  /// Whether there is no fraction.
  public var isInteger: Bool { exponent >= 0 }

  /// The value, if it is an integer in the range of `Int`.
  public var int: Int? {
    guard isInteger else { return nil }
    let zeros = repeatElement(0, count: exponent)
    let text = digits.isEmpty ? "0" : (digits + zeros).map(String.init).joined()
    return Int((isNegative ? "-" : "") + text)
  }

  /// -1, 0 or 1 if the value is less than, equal to or greater than another.
  public func compare(_ other: PlainDecimal) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let low = min(exponent, other.exponent)
    let order = Self.compare(places(from: low), other.places(from: low))
    return isNegative ? -order : order
  }

  /// Whether the value is an integer multiple of another, by long division; nothing is a multiple
  /// of 0.
  public func isMultiple(of divisor: PlainDecimal) -> Bool {
    guard !divisor.digits.isEmpty else { return false }
    let low = min(exponent, divisor.exponent)
    let divisor = divisor.places(from: low)
    var rest: [Int] = []
    for digit in places(from: low) {
      rest = Array((rest + [digit]).drop { $0 == 0 })
      while Self.compare(rest, divisor) >= 0 { rest = Self.difference(rest, divisor) }
    }
    return rest.isEmpty
  }

  /// The digits down to a place that is at most the last one.
  private func places(from low: Int) -> [Int] {
    digits.isEmpty ? [] : digits + repeatElement(0, count: exponent - low)
  }

  private static func compare(_ left: [Int], _ right: [Int]) -> Int {
    if left.count != right.count { return left.count < right.count ? -1 : 1 }
    guard let (one, other) = zip(left, right).first(where: { $0 != $1 }) else { return 0 }
    return one < other ? -1 : 1
  }

  /// The digits of `left - right`, which must not be negative.
  private static func difference(_ left: [Int], _ right: [Int]) -> [Int] {
    var result = left
    var place = left.count - 1
    for digit in right.reversed() {
      result[place] -= digit
      place -= 1
    }
    for place in result.indices.reversed() where result[place] < 0 {
      result[place] += 10
      result[place - 1] -= 1
    }
    return Array(result.drop { $0 == 0 })
  }
}

/// Texts of numbers with which arithmetic most likely fails.
public enum EdgeNumbers {
  /// Integers in ascending order: 0, every power of ten up to 10^25 and of two up to 2^80, the
  /// limits of the machine's integers, the neighbours of all these, and their negatives.
  public static let integers: [String] = {
    var powers: [[Int]] = []
    for count in 0...25 { powers.append([1] + [Int](repeating: 0, count: count)) }
    var power = [1]
    for _ in 0..<80 {
      power = sum(power, power)
      powers.append(power)
    }
    var known: Set<String> = ["0"]
    for power in powers {
      // The numbers from 10^n - 2 to 10^n + 2, counted up from the lowest.
      var digits = power
      for _ in 0..<2 { digits = lowered(digits) }
      for _ in 0..<5 {
        let text = digits.map(String.init).joined()
        if digits != [0] { known.formUnion([text, "-" + text]) }
        digits = sum(digits, [1])
      }
    }
    return known.sorted { PlainDecimal($0).compare(PlainDecimal($1)) < 0 }
  }()

  /// Ways to write an integer, and numbers that differ from it by less than 1.
  public static func spellings(of integer: String) -> [String] {
    let sign = integer.hasPrefix("-") ? "-" : ""
    let digits = integer.drop { $0 == "-" }
    var texts = ["", ".0", ".000", ".00000000", "e0", "E+0", "e-0", ".0e00"].map { integer + $0 }
    texts += ["0e-1", "000E-03", "000000000000000000e-18"].filter { _ in digits != "0" }
      .map { integer + $0 }
    if digits.count > 1 {
      texts.append("\(sign)\(digits.prefix(1)).\(digits.dropFirst())e\(digits.count - 1)")
      texts.append("\(sign)\(digits.prefix(1)).\(digits.dropFirst())00E+\(digits.count - 1)")
      let head = digits.count / 2
      texts.append("\(sign)\(digits.prefix(head)).\(digits.dropFirst(head))e\(digits.count - head)")
    }
    texts.append("\(sign)0.\(digits)e\(digits.count)")
    var bare = digits
    while bare.count > 1, bare.last == "0" { bare.removeLast() }
    if bare.count < digits.count { texts.append("\(sign)\(bare)e+\(digits.count - bare.count)") }
    texts += [".5", ".1", ".9", ".99999999999999999999", ".00000000000000000001", ".5e0"].map {
      integer + $0
    }
    texts += ["e-1", "E1", "5e-1"].map { integer + $0 }
      .filter { digits != "0" || !$0.hasSuffix("5e-1") }
    return texts
  }

  private static func sum(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var carry = 0
    for place in 0..<max(left.count, right.count) + 1 {
      let one = place < left.count ? left[left.count - 1 - place] : 0
      let other = place < right.count ? right[right.count - 1 - place] : 0
      result.append((one + other + carry) % 10)
      carry = (one + other + carry) / 10
    }
    let digits = Array(result.reversed().drop { $0 == 0 })
    return digits.isEmpty ? [0] : digits
  }

  /// The number minus one; 0 stays 0.
  private static func lowered(_ digits: [Int]) -> [Int] {
    guard digits != [0] else { return digits }
    var result = digits
    var place = digits.count - 1
    while result[place] == 0 {
      result[place] = 9
      place -= 1
    }
    result[place] -= 1
    let rest = Array(result.drop { $0 == 0 })
    return rest.isEmpty ? [0] : rest
  }
}
