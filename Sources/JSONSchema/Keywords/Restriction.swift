/// A keyword that restricts the values of some types by itself: what the rest of the package knows of it.
@_spi(Engine) public struct Restriction: Sendable {
  /// What the keyword's number means.
  public enum Sense: Sendable {
    /// The least number that is allowed.
    case atLeast
    /// The greatest number that is allowed.
    case atMost
    /// What the number must be a multiple of.
    case multiple
    /// It is not a number.
    case none
  }

  /// The keyword.
  public let keyword: String
  /// The types whose values it restricts.
  public let types: TypeSet
  /// What its number means.
  public let sense: Sense

  init(_ keyword: String, _ types: TypeSet, _ sense: Sense = .none) {
    self.keyword = keyword
    self.types = types
    self.sense = sense
  }

  /// Those of strings, numbers, arrays and objects, in this order.
  public static let all: [Restriction] =
    (Keyword.strings + Keyword.numbers + Keyword.arrayBounds + Keyword.objectBounds)
    .compactMap(\.restriction)
  /// The same, by their keywords.
  public static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.keyword, $0) })

  /// Whether it counts characters, elements or properties.
  public var counts: Bool { !types.contains(.number) && (sense == .atLeast || sense == .atMost) }
}
