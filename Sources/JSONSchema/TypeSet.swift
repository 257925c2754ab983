@_spi(Engine) import JSONTape

/// The JSON types that a schema allows. The set can contain the seven types of the `type` keyword.
/// Source: JSON Schema Validation 2020-12, section 6.1.1.
public struct TypeSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits, one for each type.
  public let rawValue: UInt8

  /// Creates the set with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The type `null`.
  public static let null = TypeSet(rawValue: 1)
  /// The values `true` and `false`.
  public static let boolean = TypeSet(rawValue: 2)
  /// Every number, integers included.
  public static let number = TypeSet(rawValue: 4)
  /// Every string.
  public static let string = TypeSet(rawValue: 8)
  /// Every array.
  public static let array = TypeSet(rawValue: 16)
  /// Every object.
  public static let object = TypeSet(rawValue: 32)
  /// Numbers without a fractional part. The number `1.0` is also an integer.
  public static let integer = TypeSet(rawValue: 64)

  /// Every value.
  public static let all: TypeSet = [.null, .boolean, .number, .string, .array, .object, .integer]

  private static let named: [(name: String, type: TypeSet)] = [
    ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number),
    ("string", .string), ("array", .array), ("object", .object),
  ]

  /// The type with this name, such as `integer`. Nil if no type has this name.
  public init?(name: String) {
    guard let entry = Self.named.first(where: { $0.name == name }) else { return nil }
    self = entry.type
  }

  /// The names in the order of the specification. If the set contains `number`, the list of names
  /// does not contain `integer`.
  public var names: [String] {
    Self.named.filter { contains($0.type) && !($0.type == .integer && contains(.number)) }
      .map(\.name)
  }

  /// All names for the `type` keyword.
  package static var allNames: [String] { named.map(\.name) }

  /// The types of values that both sets allow. An integer is also a number.
  func intersectionOfValues(_ other: TypeSet) -> TypeSet {
    func whole(_ set: TypeSet) -> TypeSet { set.contains(.number) ? set.union(.integer) : set }
    return whole(self).intersection(whole(other))
  }

  /// The types of a raw tape tag.
  @inline(__always)
  static func bits(ofTag tag: UInt8) -> UInt8 {
    // One byte for each tag: null, false, true, integer, number, string, array, object.
    let table: UInt64 = 0x20_10_08_04_44_02_02_01
    return UInt8(truncatingIfNeeded: table &>> (UInt64(tag & 7) &* 8))
  }
}
