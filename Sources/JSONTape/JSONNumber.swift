/// A JSON number, exact: no digit is lost and nothing passes through `Double`.
///
/// Equality, order and hash go by the mathematical value: `1`, `1.0` and `10e-1` are the same number.
/// An exponent costs nothing, however large; past ±10^18 exponents are all held to be the same.
public struct JSONNumber: Sendable {
  let value: DecimalValue

  /// The number as it was written.
  public let text: String

  /// The number that this text writes, if JSON's grammar allows it.
  public init?(_ text: some Collection<UInt8>) {
    let padded = JSONDocument.padded(text)
    let count = padded.count - JSONDocument.padding
    let value = padded.withUnsafeBufferPointer { buffer -> DecimalValue? in
      guard let start = buffer.baseAddress else { return nil }
      let token = JSONParser(bytes: start, end: count).scanNumber(0)
      guard token.end == count else { return nil }
      return DecimalValue(token: UnsafeBufferPointer(start: start, count: count))
    }
    guard let value else { return nil }
    self.value = value
    self.text = String(decoding: padded[..<count], as: UTF8.self)
  }

  /// The number that this text writes, if JSON's grammar allows it.
  public init?(_ text: String) {
    self.init(text.utf8)
  }

  /// An integer.
  public init(_ value: Int) {
    self.value = DecimalValue(value)
    self.text = String(value)
  }

  /// The value of a token that the parser has accepted.
  init(token: UnsafeBufferPointer<UInt8>) {
    value = DecimalValue(token: token)
    text = String(decoding: token, as: UTF8.self)
  }

  /// Whether the value has no fraction: `1.0` and `1e3` have none.
  public var isInteger: Bool { value.isInteger }

  /// The value as an `Int`; nil when it has a fraction or is out of range.
  public var int: Int? { value.int }

  /// Whether the value is a whole multiple of the divisor, exactly; nothing is a multiple of zero.
  public func isMultiple(of divisor: JSONNumber) -> Bool {
    value.isMultiple(of: divisor.value)
  }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
  /// Whether two numbers have the same value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.value == right.value
  }

  /// Whether the left number is the smaller.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    left.value.compare(right.value) < 0
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }

  /// The number as it was written.
  public var description: String { text }
}
