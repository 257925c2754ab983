/// An exact JSON number. No digit is lost, because `Double` is never used.
///
/// Equality, order and hash use the mathematical value: `1`, `1.0` and `10e-1` are the same number.
/// A large exponent takes no extra time. All exponents greater than 10^18 count as equal, and so do
/// all exponents less than -10^18.
public struct JSONNumber: Sendable {
  let value: DecimalValue

  /// The number as it was written.
  public let text: String

  /// Reads a number. Nil if the text is not a JSON number.
  public init?(_ text: some Collection<UInt8>) {
    let padded = JSONDocument.padded(text)
    let count = padded.count - JSONDocument.padding
    let value = padded.withByteView { buffer -> DecimalValue? in
      guard let start = buffer.memory.baseAddress else { return nil }
      let token = JSONParser(bytes: start, end: count).scanNumber(0)
      guard token.end == count else { return nil }
      return DecimalValue(token: ByteView(start: start, count: count))
    }
    guard let value else { return nil }
    self.value = value
    self.text = String(decoding: padded[..<count], as: UTF8.self)
  }

  /// Reads a number. Nil if the text is not a JSON number.
  public init?(_ text: String) {
    self.init(text.utf8)
  }

  /// Creates an integer.
  public init(_ value: Int) {
    self.value = DecimalValue(value)
    self.text = String(value)
  }

  /// The value of a token that the parser has accepted.
  init(token: ByteView) {
    value = DecimalValue(token: token)
    text = String(decoding: token, as: UTF8.self)
  }

  /// Whether the value is an integer. `1.0` and `1e3` are integers.
  public var isInteger: Bool { value.isInteger }

  /// The value as an `Int`. Nil if the value is not an integer, or if it does not fit in `Int`.
  public var int: Int? { value.int }

  /// Whether the value is an exact integer multiple of the divisor. No value is a multiple of zero.
  public func isMultiple(of divisor: JSONNumber) -> Bool {
    value.isMultiple(of: divisor.value)
  }
}

extension JSONNumber: Hashable, Comparable, CustomStringConvertible {
  /// Whether two numbers have the same value.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.value == right.value
  }

  /// Whether the left number is smaller.
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
