public import JSONSchema

/// Which assertions of a contract a rule answers for, and what it asserts beside them.
public enum Ownership: Sendable {
  /// Every assertion that no other rule answers for.
  case rest
  /// The presence of members that may be null.
  case nullableMembers
  /// Strings with a date or time format, or with a date profile of their own.
  case dates
  /// Pagination objects: their presence, the presence and the types of these members.
  case pagination(members: [String])
  /// The values that a selector chooses.
  ///
  /// The rule answers for the keywords named, and for a string where none may be if
  /// `ownsStrings`; it asserts the fragment.
  case values(Selector, keywords: Set<String> = [], ownsStrings: Bool = false, asserts: Schema?)
  /// Objects that list every one of these members: the rule asserts the fragment.
  case objects(listing: [String], asserts: Schema)
  /// The presence of one member of the coordinate pair where the other is.
  case coordinatePair

  /// The values of members with one of these names.
  public static func member(
    _ names: MemberName..., keywords: Set<String> = [], ownsStrings: Bool = false,
    asserts fragment: Schema?
  ) -> Ownership {
    .values(
      Selector(names: names), keywords: keywords, ownsStrings: ownsStrings, asserts: fragment)
  }

  /// Which values a rule is about, as data.
  public struct Selector: Sendable {
    /// The members that hold them; one of the names is enough.
    public var names: [MemberName]
    /// The types that their schema allows, one of them; empty for any.
    public var types: TypeSet = []
    /// The format of their schema; empty for any.
    public var formats: Set<String> = []
    /// The side of an exchange; nil for both.
    public var part: Exchange.Part?
  }

  /// A member's name, fixed or set by the contract.
  public enum MemberName: Sendable {
    /// This name, in any case style; `*` in it stands for any text.
    case named(String)
    /// The contract's name for a coordinate.
    case coordinate(Coordinate)
  }
}

/// What the names of keys mean to a rule.
public enum KeyTable: Sendable {
  /// Coordinates under any name but the contract's pair.
  case coordinates
  /// The case of the contract's keys.
  case keyCase
  /// Members that must not come back in a response.
  case secrets([String])
  /// Members that the contract does not list.
  case unlisted
}
