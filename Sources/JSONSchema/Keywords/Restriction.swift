/// A keyword that restricts only values of some types, such as `minLength`.
@_spi(Engine) public struct Restriction: Sendable {
  /// The meaning of the keyword's number.
  public enum Sense: Sendable {
    /// The keyword's number is the least allowed number.
    case atLeast
    /// The keyword's number is the greatest allowed number.
    case atMost
    /// The value must be a multiple of the keyword's number.
    case multiple
    /// The keyword has no number.
    case none
  }

  /// The keyword.
  public let keyword: String
  /// The types whose values the keyword restricts.
  public let types: TypeSet
  /// The meaning of the keyword's number.
  public let sense: Sense

  init(_ keyword: String, _ types: TypeSet, _ sense: Sense = .none) {
    self.keyword = keyword
    self.types = types
    self.sense = sense
  }

  /// The restrictions of strings, numbers, arrays and objects, in this order.
  public static let all: [Restriction] =
    (Keyword.strings + Keyword.numbers + Keyword.arrayBounds + Keyword.objectBounds)
    .compactMap(\.restriction)
  /// The restrictions by keyword.
  public static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.keyword, $0) })

  /// Whether the keyword counts characters, elements or properties.
  public var counts: Bool { !types.contains(.number) && (sense == .atLeast || sense == .atMost) }
}
