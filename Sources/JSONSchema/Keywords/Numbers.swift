@_spi(Engine) import JSONTape

/// `minimum`, `maximum`, their exclusive forms and `multipleOf`.
/// Source: JSON Schema Validation 2020-12, section 6.2.
extension Keyword {
  static let numbers: [Keyword] = [
    bound("minimum", .atLeast, { .minimum($0) }),
    bound("exclusiveMinimum", .atLeast, { .exclusiveMinimum($0) }),
    bound("maximum", .atMost, { .maximum($0) }),
    bound("exclusiveMaximum", .atMost, { .exclusiveMaximum($0) }),
    multipleOf,
  ]

  /// The bounds of draft 4. There, the exclusive keywords are Booleans that change the other bound.
  /// Source: JSON Schema Validation draft 4, section 5.1.
  static let switchedBounds: [Keyword] = [
    bound(
      "minimum", .atLeast, { .minimum($0) }, or: ("exclusiveMinimum", { .exclusiveMinimum($0) })),
    exclusiveSwitch("exclusiveMinimum", of: "minimum"),
    bound(
      "maximum", .atMost, { .maximum($0) }, or: ("exclusiveMaximum", { .exclusiveMaximum($0) })),
    exclusiveSwitch("exclusiveMaximum", of: "maximum"),
    multipleOf,
  ]

  private static let multipleOf = Keyword(
    "multipleOf", restricts: Restriction("multipleOf", [.number, .integer], .multiple)
  ) {
    draft, value, compiler throws(SchemaError) in
    guard let divisor = value.number, divisor > JSONNumber(0) else {
      throw compiler.error("`multipleOf` must be a number above 0", value)
    }
    draft.assert(.multipleOf(compiler.builder.number(divisor)), "multipleOf")
  }

  private typealias Bound = @Sendable (Int32) -> Operation

  /// A bound. It is exclusive if the keyword `exclusive.name` is true.
  private static func bound(
    _ name: String, _ sense: Restriction.Sense, _ operation: @escaping Bound,
    or exclusive: (name: String, bound: Bound)? = nil
  ) -> Keyword {
    Keyword(name, restricts: Restriction(name, [.number, .integer], sense)) {
      draft, value, compiler throws(SchemaError) in
      guard let number = value.number else {
        throw compiler.error("`\(name)` must be a number, not \(value.kind.name)", value)
      }
      let bound = compiler.builder.number(number)
      if let exclusive, draft.node[exclusive.name]?.bool == true {
        draft.assert(exclusive.bound(bound), exclusive.name)
      } else {
        draft.assert(operation(bound), name)
      }
    }
  }

  private static func exclusiveSwitch(_ name: String, of bound: String) -> Keyword {
    Keyword(name) { draft, value, compiler throws(SchemaError) in
      guard value.bool != nil else {
        throw compiler.error("`\(name)` must be true or false here", value)
      }
      guard draft.node[bound] != nil else {
        throw compiler.error("`\(name)` has no effect without `\(bound)`", value)
      }
    }
  }
}

extension SchemaEvaluator {
  /// - Parameter short: The same number, if it has a short form.
  @inline(__always)
  mutating func holds(_ operation: Operation, numberAt index: Int, _ short: ShortNumber?) -> Bool {
    switch operation {
    case .minimum(let bound): compare(index, short, bound) >= 0
    case .exclusiveMinimum(let bound): compare(index, short, bound) > 0
    case .maximum(let bound): compare(index, short, bound) <= 0
    case .exclusiveMaximum(let bound): compare(index, short, bound) < 0
    case .multipleOf(let divisor):
      isMultiple(index, short, divisor)
    case .judged(let judgement, _): isJudgedGood(judgement, ofNumberAt: index)
    default: true
    }
  }

  @inline(__always)
  private mutating func compare(_ index: Int, _ short: ShortNumber?, _ bound: Int32) -> Int {
    if let short, let whole = view.integers[Int(bound)] { return short.sign(minus: whole) }
    return compareExactly(index, bound)
  }

  @inline(__always)
  private mutating func isMultiple(_ index: Int, _ short: ShortNumber?, _ divisor: Int32) -> Bool {
    if let short, let whole = view.integers[Int(divisor)],
      let verdict = short.isMultiple(of: whole)
    {
      return verdict
    }
    return isExactMultiple(index, divisor)
  }

  @inline(never)
  private mutating func isExactMultiple(_ index: Int, _ divisor: Int32) -> Bool {
    cursor.isMultiple(index, of: plan.tables.numbers[Int(divisor)])
  }

  @inline(never)
  private mutating func compareExactly(_ index: Int, _ bound: Int32) -> Int {
    cursor.compare(index, to: plan.tables.numbers[Int(bound)])
  }

  /// The short form of a number. It is read once for all assertions on the number.
  @inline(__always)
  mutating func shortNumber(at index: Int) -> ShortNumber? {
    ShortNumber(cursor.start(index), cursor.length(index))
  }
}

/// A number without an exponent and with at most 18 digits before the point. In a comparison with
/// an integer, the integer part decides first. Then it matters whether there is a fraction.
struct ShortNumber {
  private let whole: Int
  private let isNegative: Bool
  private let fraction: UnsafePointer<UInt8>
  private let fractionLength: Int

  /// - Parameter text: A JSON number in a buffer with at least eight more bytes.
  @inline(__always)
  init?(_ text: UnsafePointer<UInt8>, _ length: Int) {
    var at = text
    let end = text + length
    isNegative = at.pointee == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let limit = at + 18
    var digits = 0
    while at < end, at.pointee &- 0x30 < 10 {
      guard at < limit else { return nil }
      digits = digits &* 10 &+ Int(at.pointee &- 0x30)
      at += 1
    }
    whole = isNegative ? 0 &- digits : digits
    if at < end, at.pointee == UInt8(ascii: ".") { at += 1 }
    fraction = at
    fractionLength = end - at
    guard !Self.hasExponent(at, end - at) else { return nil }
  }

  /// The integer part of a number without an exponent, read in one step. Nil if it has eight digits
  /// or more.
  ///
  /// - Parameter text: A JSON number in a buffer with at least eight more bytes.
  @inline(__always)
  static func whole(of text: UnsafePointer<UInt8>) -> Int? {
    let sign = text.pointee == UInt8(ascii: "-") ? 1 : 0
    // The word starts after the sign, so that it also contains eight digits of a negative number.
    let word = UInt64(
      littleEndian: UnsafeRawPointer(text).loadUnaligned(fromByteOffset: sign, as: UInt64.self))
    let values = word ^ 0x3030_3030_3030_3030
    // For the digits 0 to 9, adding 0x76 sets no high bit.
    let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    if others == 0 { return nil }
    // The digits move to the end of the word, after zeros. Then neighbouring numbers are combined
    // in pairs, three times.
    let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount) & 0x38
    let digits = values &<< (64 &- bits)
    let pairs = (digits &* (10 &<< 8 &+ 1)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (100 &<< 16 &+ 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    let whole = Int(truncatingIfNeeded: (fours &* (10_000 &<< 32 &+ 1)) &>> 32)
    return sign == 0 ? whole : 0 &- whole
  }

  /// Searches for `e` or `E`: no other character here has bit 6 set.
  @inline(__always)
  private static func hasExponent(_ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    var left = length
    var at = UnsafeRawPointer(text)
    var found: UInt64 = 0
    while left >= 8 {
      found |= at.loadUnaligned(as: UInt64.self)
      at += 8
      left &-= 8
    }
    if left > 0 {
      let word = UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
      found |= word & (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- left &* 8))
    }
    return found & 0x4040_4040_4040_4040 != 0
  }

  /// The integer. Nil for a number with a fraction.
  var wholeValue: Int? { fractionLength == 0 ? whole : nil }

  @inline(__always)
  func isBetween(_ low: Int, _ high: Int) -> Bool { whole > low && whole < high }

  /// Whether the number is a multiple. Nil for a number with a fraction. The divisor must be
  /// greater than 0.
  @inline(__always)
  func isMultiple(of divisor: Int) -> Bool? { fractionLength == 0 ? whole % divisor == 0 : nil }

  @inline(__always)
  func sign(minus other: Int) -> Int {
    if whole != other { return whole < other ? -1 : 1 }
    for digit in 0..<fractionLength where fraction[digit] != 0x30 { return isNegative ? -1 : 1 }
    return 0
  }
}
