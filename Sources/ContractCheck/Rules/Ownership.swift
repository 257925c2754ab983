@_spi(Engine) internal import JSONTape
@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import JSONSchema

/// Which assertions of a contract a rule answers for, and what it asserts in addition. It is copied
/// for each schema, so a copy must be cheap.
package indirect enum Ownership: Sendable {
  /// Every assertion that no other rule answers for.
  case rest
  /// The presence of members: of a selector's names, and nullable or not as it says.
  case presence(Selector)
  /// Strings with a date or time format, or with their own date profile.
  case dates
  /// Whether clients can decode the values of responses.
  case decoded
  /// Pagination objects: their presence, and the presence and types of these members.
  case pagination(members: [String])
  /// The values of a selector.
  ///
  /// The rule answers for the named keywords, and with `ownsStrings` for strings where none are
  /// allowed. It asserts the fragment.
  case values(Selector, keywords: Set<String> = [], ownsStrings: Bool = false, asserts: Schema?)
  /// Objects that list all of these members; the rule asserts the fragment.
  case objects(listing: [String], asserts: Schema)
  /// The presence of each coordinate of the pair if the other is there.
  case coordinatePair
  /// What a rule asks of the values of a selector, beside their schemas and under none.
  case demands(Selector, Demand)

  /// The values of members with any of these names.
  package static func member(
    _ names: MemberName..., keywords: Set<String> = [], ownsStrings: Bool = false,
    asserts fragment: Schema?
  ) -> Ownership {
    .values(
      Selector(names: names), keywords: keywords, ownsStrings: ownsStrings, asserts: fragment)
  }

  /// What a rule asks of the values of a selector.
  package enum Demand: Hashable, Sendable {
    /// That they satisfy a JSON Schema, given as JSON text.
    case schema(String)
    /// That there are none.
    case absence
    /// That the values of each object are related so, as in `end >= start`. Else the value at a place
    /// is wrong, which may be left to the relation.
    case relation(String, at: String?)
    /// That an object that has one of these members has them all.
    case together([MemberName])
  }

  /// Describes the values that a rule is about. A value meets all of it.
  package struct Selector: Sendable {
    /// Names of the members that hold the values; one match is enough. Empty for any value.
    package var names: [MemberName] = []
    /// The one name that is right, byte for byte; nil for none.
    var exception: String?
    /// Types that the schema must allow, at least one; empty for any.
    package var types: TypeSet = []
    /// Formats; the schema must have one of them. Empty for any.
    package var formats: Set<String> = []
    /// The side of an exchange; nil for both.
    package var part: Exchange.Part?
    /// JSON Pointers of places in a body; a value is at one of them. Empty for any place.
    package var pointers: [PointerGlob] = []
    /// Names of component schemas; one of them describes the value. Empty for any.
    var schemas: [Wildcard] = []
    /// Whether the schema must allow null, or must not; nil for both.
    package var isNullable: Bool?
    /// Whether the contract must list the member, or must not; nil for both.
    package var isDocumented: Bool?
    /// Whether the contract must mark the value as deprecated.
    var isDeprecated = false
    /// Members that the schema of an object must list, all of them; empty for any value.
    package var members: [MemberName] = []
    /// Where in an exchange; empty for anywhere.
    package var places: Set<Place> = []
    /// Methods and path templates of operations, `GET /orders*`; empty for any.
    var operations: [Wildcard] = []
    /// The documented statuses of responses, `2XX` for a class; empty for any.
    package var statuses: [String] = []
    /// Media types of bodies; empty for any.
    var mediaTypes: [Wildcard] = []
    /// A relation that the body must satisfy; nil for none.
    var gate: String?
  }

  /// The part of an exchange that holds a value.
  package enum Place: String, CaseIterable, Sendable {
    /// The body of a request.
    case request
    /// The body of a response.
    case response
    /// A parameter in the query.
    case query
    /// A parameter in the path.
    case path
    /// A header of a request or a response.
    case header
    /// A cookie.
    case cookie
  }

  /// A member's name, fixed or set by the contract.
  package enum MemberName: Hashable, Sendable {
    /// This name, in any case style; `*` matches any text.
    case named(String)
    /// The contract's name for a coordinate.
    case coordinate(Coordinate)
  }
}

/// What a rule checks in the names of keys.
package enum KeyTable: Sendable {
  /// Coordinates under other names than the contract's pair.
  case coordinates
  /// The case of the contract's keys.
  case keyCase
  /// Members of a selector's names, where the contract does not list them.
  case forbidden(Ownership.Selector)
  /// All members that the contract does not list, in the parts of an exchange that a selector means.
  case unlisted(Ownership.Selector)
}

extension Ownership {
  /// The values that it is about; nil where the contract's schemas alone tell.
  var selector: Selector? {
    switch self {
    case .values(let selector, _, _, _), .demands(let selector, _), .presence(let selector):
      selector
    case .rest, .dates, .decoded, .pagination, .objects, .coordinatePair: nil
    }
  }
}

extension KeyTable {
  var selector: Ownership.Selector? {
    switch self {
    case .forbidden(let selector), .unlisted(let selector): selector
    case .coordinates, .keyCase: nil
    }
  }
}

extension Ownership.Selector {
  /// Whether it means the values of a side of an exchange.
  func isOf(response: Bool) -> Bool { part.map { ($0 == .response) == response } ?? true }
}

extension Ownership.MemberName {
  /// The name in a contract with these names of coordinates.
  func text(_ coordinates: CoordinateNames) -> String {
    switch self {
    case .named(let text): text
    case .coordinate(let coordinate): coordinates[coordinate]
    }
  }
}
