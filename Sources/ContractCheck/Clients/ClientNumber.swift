internal import JSONTape

/// The parts of a JSON number. The parts are the digits without zeros at the start and the end, and
/// the power of ten of the last digit.
struct DecimalText {
  let text: String
  let isNegative: Bool
  private(set) var digits: [UInt8] = []
  private(set) var exponent = 0
  /// The power of ten of the last written digit, and the number of digits from the first one that
  /// is not 0.
  private let written: (count: Int, exponent: Int)
  private(set) var hasPoint = false
  private(set) var hasExponent = false

  /// - Parameter text: A number by JSON's grammar.
  init(_ text: some BidirectionalCollection<UInt8>) {
    self.text = String(decoding: text, as: UTF8.self)
    isNegative = text.first == UInt8(ascii: "-")
    var rest = text[...]
    while let byte = rest.popFirst(), byte | 0x20 != UInt8(ascii: "e") {
      if byte == UInt8(ascii: ".") { hasPoint = true }
      guard byte &- 0x30 < 10 else { continue }
      digits.append(byte &- 0x30)
      if hasPoint { exponent -= 1 }
    }
    hasExponent = !rest.isEmpty || text.last.map { $0 | 0x20 == UInt8(ascii: "e") } ?? false
    if hasExponent {
      let written = Int(String(decoding: rest, as: UTF8.self))
      exponent += max(-1_000_000, min(1_000_000, written ?? (rest.first == 0x2D ? .min : .max)))
    }
    let leading = digits.firstIndex { $0 != 0 } ?? digits.count
    written = (digits.count - leading, exponent)
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    digits.removeSubrange(0..<min(leading, digits.count))
  }

  var isZero: Bool { digits.isEmpty }
  var isWhole: Bool { isZero || exponent >= 0 }

  /// Whether Foundation's Decimal can store the number. It can store at most 38 digits, and the
  /// last digit must be between 10^-128 and 10^127.
  var isDecimal: Bool { -128...127 ~= written.exponent + max(0, written.count - 38) }

  /// The number as an integer. Nil if it has a fraction or more than 64 bits.
  var whole: WholeNumber? {
    guard isWhole else { return nil }
    guard !isZero else { return 0 }
    guard digits.count + exponent <= 20 else { return nil }
    var magnitude: UInt64 = 0
    for digit in digits + Array(repeating: 0, count: exponent) {
      let (tens, isOver) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isAlsoOver) = tens.addingReportingOverflow(UInt64(digit))
      if isOver || isAlsoOver { return nil }
      magnitude = sum
    }
    return WholeNumber(magnitude: magnitude, isNegative: isNegative)
  }
}

/// A whole number whose magnitude has 64 bits.
struct WholeNumber: Hashable, Comparable, ExpressibleByIntegerLiteral, Sendable {
  let magnitude: UInt64
  let isNegative: Bool

  init(magnitude: UInt64, isNegative: Bool = false) {
    (self.magnitude, self.isNegative) = (magnitude, isNegative && magnitude != 0)
  }

  init(integerLiteral value: Int64) { self.init(value) }

  init(_ value: Int64) { self.init(magnitude: value.magnitude, isNegative: value < 0) }

  var text: String { (isNegative ? "-" : "") + String(magnitude) }

  static func < (left: Self, right: Self) -> Bool {
    left.isNegative == right.isNegative
      ? (left.isNegative ? left.magnitude > right.magnitude : left.magnitude < right.magnitude)
      : left.isNegative
  }
}

/// The outcomes of numbers in the types of a client.
extension ClientDecoder.Table {
  subscript(fact: ClientFact) -> ClientOutcome { outcomes[fact] ?? .decodes }

  func outcome(
    of number: DecimalText, as type: ClientDecoder.NumberType
  ) -> ClientOutcome {
    switch type.holds {
    case .exact: return .decodes
    case .digits:
      return number.isWhole && !number.hasPoint && !number.hasExponent ? .decodes : .refuses
    case .big: return spelled(number)
    case .whole(let range):
      // As an unsigned number, `-0` is not a valid text.
      if type.takesOnlyDigits, number.hasPoint || number.hasExponent || number.isNegative {
        return .refuses
      }
      return outcome(of: number, within: range, type)
    case .mixed(let range):
      if let whole = number.whole, range.map({ $0.contains(whole) }) ?? true, !number.hasPoint,
        !number.hasExponent
      {
        return .decodes
      }
      if range == nil, number.isWhole, !number.hasPoint, !number.hasExponent { return .decodes }
      if self[.wholeByDouble] == .decodes, number.isWhole,
        outcome(of: number, within: range, type) == .decodes
      {
        return .decodes
      }
      return outcome(ofReal: number, type)
    case .binary32, .binary64: return outcome(ofReal: number, type)
    case .decimal:
      guard number.isZero || number.isDecimal else { return .refuses }
      return number.digits.count > 39 ? .changes("the first 38 digits") : .decodes
    }
  }

  /// The outcome of an integer, depending on its written form.
  private func spelled(_ number: DecimalText) -> ClientOutcome {
    guard number.isWhole else { return self[.fractionForInteger] }
    var outcome = ClientOutcome.decodes
    if number.hasPoint { outcome = outcome.joined(self[.wholeWithPoint]) }
    if number.hasExponent { outcome = outcome.joined(self[.wholeWithExponent]) }
    return outcome
  }

  private func outcome(
    of number: DecimalText, within range: ClosedRange<WholeNumber>?,
    _ type: ClientDecoder.NumberType
  ) -> ClientOutcome {
    let outcome = spelled(number)
    if outcome == .refuses || !number.isWhole { return outcome }
    let whole = number.whole
    let isPast = range.map { range in !(whole.map(range.contains) ?? false) } ?? false
    if number.hasPoint || number.hasExponent, !isPast || range?.upperBound == WholeNumber(.max) {
      return outcome.joined(self.outcome(ofDouble: number, whole, range, type))
    }
    if let range, isPast { return past(number, whole, range, type) }
    return outcome
  }

  /// The outcome of an integer that is written with a point or an exponent, and may be read as the
  /// nearest Double.
  private func outcome(
    ofDouble number: DecimalText, _ whole: WholeNumber?, _ range: ClosedRange<WholeNumber>?,
    _ type: ClientDecoder.NumberType
  ) -> ClientOutcome {
    guard let double = Double(number.text), double.isFinite else { return .refuses }
    let end = 9_223_372_036_854_775_808.0
    guard case .changes = self[.wholeByDouble] else {
      guard let range else { return .decodes }
      guard let whole else { return .refuses }
      // Whether the type can store it depends on the nearest Double.
      let upper = Double(range.upperBound.magnitude)
      let isLowest = whole == range.lowerBound && double == -end
      return double >= upper && upper >= end || isLowest ? .refuses : .decodes
    }
    if double.magnitude >= end {
      guard case .changes = self[.numberTooBig], double.magnitude == end, range != nil else {
        return .refuses
      }
      let nearest = WholeNumber(double < 0 ? .min : .max)
      return whole == nearest ? .decodes : .changes(nearest.text)
    }
    let read = WholeNumber(Int64(double))
    return read == whole ? .decodes : .changes(read.text)
  }

  private func past(
    _ number: DecimalText, _ whole: WholeNumber?, _ range: ClosedRange<WholeNumber>,
    _ type: ClientDecoder.NumberType
  ) -> ClientOutcome {
    switch type.past {
    case "clamps":
      let end = number.isNegative ? range.lowerBound : range.upperBound
      guard number.hasPoint || number.hasExponent || number.digits.count <= 310 else { break }
      return .changes(end.text)
    case "wraps":
      guard range.upperBound.magnitude < 1 << 32 else { break }
      let width = range.upperBound.magnitude * 2 + 2
      guard let whole, !whole.isNegative, whole.magnitude < width else { break }
      return .changes("-\(width - whole.magnitude)")
    case let other?: return .changes(other)
    case nil: break
    }
    return .refuses
  }

  private func outcome(
    ofReal number: DecimalText, _ type: ClientDecoder.NumberType
  ) -> ClientOutcome {
    guard !number.isZero else { return .decodes }
    let isShort = type.holds == .binary32
    let value =
      isShort ? Float(number.text).map(Double.init) ?? 0 : Double(number.text) ?? 0
    if !value.isFinite {
      return type.past.map { $0 == "refuses" ? .refuses : .changes($0) } ?? self[.numberTooBig]
    }
    if value == 0 {
      // Types of several kinds try a whole number first, and read it as 0.
      if case .mixed = type.holds { return .changes("0") }
      return self[.numberTooSmall]
    }
    // The smallest numbers have fewer digits.
    let isNormal = isShort ? Float(value).isNormal : value.isNormal
    if isNormal, number.digits.count <= (isShort ? 6 : 15) { return .decodes }
    let shortest = isShort ? "\(Float(value))" : "\(value)"
    let nearest = DecimalText(shortest.utf8)
    if nearest.digits == number.digits && nearest.exponent == number.exponent { return .decodes }
    return number.isRounded(value) ? .decodes : .changes(shortest)
  }
}

extension DecimalText {
  /// Whether a Double equals this number when rounded to the same number of digits.
  fileprivate func isRounded(_ value: Double) -> Bool {
    let exact = ExactDouble(value)
    // Half a unit of the last digit below and above.
    var below = digits + [5]
    var place = digits.count - 1
    while place >= 0, below[place] == 0 {
      below[place] = 9
      place -= 1
    }
    if place >= 0 { below[place] -= 1 }
    return exact.compare(below, exponent - 1) >= 0 && exact.compare(digits + [5], exponent - 1) <= 0
  }
}

/// All decimal digits of the magnitude of a Double.
private struct ExactDouble {
  /// The digits without a leading zero, and the power of ten of the last digit.
  private var digits: [UInt8]
  private let exponent: Int

  init(_ value: Double) {
    var words = [UInt32]()
    var significand = UInt64(value.significandBitPattern) | (value.isNormal ? 1 << 52 : 0)
    var power = Int(max(value.exponentBitPattern, 1)) - 1075
    while significand & 1 == 0, significand != 0 {
      significand >>= 1
      power += 1
    }
    words = [UInt32(significand % 1_000_000_000), UInt32(significand / 1_000_000_000)]
    // m / 2^n is m × 5^n / 10^n.
    for _ in 0..<abs(power) {
      var carry: UInt64 = 0
      for index in words.indices {
        let product = UInt64(words[index]) * (power < 0 ? 5 : 2) + carry
        words[index] = UInt32(product % 1_000_000_000)
        carry = product / 1_000_000_000
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }
    exponent = min(0, power)
    digits = []
    for word in words.reversed() {
      let text = String(word)
      digits += Array(repeating: 0, count: 9 - text.utf8.count) + text.utf8.map { $0 &- 0x30 }
    }
    digits.removeSubrange(0..<(digits.firstIndex { $0 != 0 } ?? digits.count))
  }

  /// Negative if the Double is smaller than a decimal with these digits.
  func compare(_ other: [UInt8], _ otherExponent: Int) -> Int {
    let other = Array(other.drop { $0 == 0 })
    let (length, otherLength) = (digits.count + exponent, other.count + otherExponent)
    if length != otherLength { return length < otherLength ? -1 : 1 }
    for place in 0..<max(digits.count, other.count) {
      let (left, right) = (
        place < digits.count ? digits[place] : 0, place < other.count ? other[place] : 0
      )
      if left != right { return left < right ? -1 : 1 }
    }
    return 0
  }
}
