@_spi(Engine) internal import JSONTape
@_spi(Engine) package import ContractCaptures
@_spi(Engine) package import JSONSchema

/// The assertions of a contract that a rule reports, and the assertions that it adds. An ownership
/// is copied for each schema, so copies must be cheap.
package indirect enum Ownership: Sendable {
  /// Every assertion that no other rule reports.
  case rest
  /// The presence of properties that the selector describes by name and nullability.
  case presence(Selector)
  /// Strings with a date or time format, or strings with their own date profile.
  case dates
  /// Whether clients can decode the values of responses.
  case decoded
  /// Pagination objects: their presence, and the presence and types of these properties.
  case pagination(properties: [String])
  /// The values of a selector.
  ///
  /// The rule reports failures of the named keywords. With `ownsStrings`, the rule also reports
  /// strings in places where strings are not allowed. The rule adds the assertions of the fragment.
  case values(Selector, keywords: Set<String> = [], ownsStrings: Bool = false, asserts: Schema?)
  /// Objects whose schema lists all of these properties. The rule adds the assertions of the
  /// fragment.
  case objects(listing: [String], asserts: Schema)
  /// The presence of both coordinates of a pair if one of them is present.
  case coordinatePair
  /// A rule's demands on the values of a selector. The values may have schemas or none.
  case demands(Selector, Demand)

  /// The values of properties with any of these names.
  package static func property(
    _ names: PropertyName..., keywords: Set<String> = [], ownsStrings: Bool = false,
    asserts fragment: Schema?
  ) -> Ownership {
    .values(
      Selector(names: names), keywords: keywords, ownsStrings: ownsStrings, asserts: fragment)
  }

  /// A rule's demand on the values of a selector.
  package enum Demand: Hashable, Sendable {
    /// The values satisfy a JSON Schema, given as JSON text.
    case schema(String)
    /// There are no such values.
    case absence
    /// In each object, the values have this relation, as in `end >= start`. If not, the value at
    /// `at` is wrong. If `at` is nil, the relation chooses the wrong value.
    case relation(String, at: String?)
    /// An object with one of these properties has all of them.
    case together([PropertyName])
  }

  /// Describes the values that a rule applies to. A value must meet all conditions.
  package struct Selector: Sendable {
    /// The names of the value's property; one match is enough. Empty for any value.
    package var names: [PropertyName] = []
    /// The only right name, compared byte for byte. Nil if there is no right name.
    var exception: String?
    /// The types; the schema must allow at least one. Empty for any.
    package var types: TypeSet = []
    /// The formats; the schema must have one of them. Empty for any.
    package var formats: Set<String> = []
    /// The side of an exchange; nil for both.
    package var part: Exchange.Part?
    /// JSON Pointers to places in a body; the value must be at one of them. Empty for any place.
    package var pointers: [PointerGlob] = []
    /// Names of component schemas; one of them must describe the value. Empty for any.
    var schemas: [Wildcard] = []
    /// True: the schema must allow null. False: it must not. Nil: either.
    package var isNullable: Bool?
    /// True: the contract must list the property. False: it must not. Nil: either.
    package var isDocumented: Bool?
    /// Whether the contract must mark the value as deprecated.
    var isDeprecated = false
    /// The properties that an object's schema must list. It must list all of them. Empty for any
    /// value.
    package var properties: [PropertyName] = []
    /// The places in an exchange; empty for any place.
    package var places: Set<Place> = []
    /// Methods and path templates of operations, such as `GET /orders*`; empty for any.
    var operations: [Wildcard] = []
    /// The documented statuses of responses, with `2XX` for a class; empty for any.
    package var statuses: [String] = []
    /// Media types of bodies; empty for any.
    var mediaTypes: [Wildcard] = []
    /// A relation that the body must satisfy; nil for none.
    var gate: String?
  }

  /// The part of an exchange with the value.
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

  /// The name of a property: a fixed name, or a name that the contract sets.
  package enum PropertyName: Hashable, Sendable {
    /// This name, in any case style; `*` matches any text.
    case named(String)
    /// The contract's name for a coordinate.
    case coordinate(Coordinate)
  }
}

/// The check that a rule makes of the names of keys.
package enum KeyTable: Sendable {
  /// Coordinates whose names differ from the contract's pair of names.
  case coordinates
  /// The letter case of the property names in the contract.
  case keyCase
  /// Properties with the names of a selector that the contract does not list.
  case forbidden(Ownership.Selector)
  /// All properties that the contract does not list. The selector chooses the parts of an exchange.
  case unlisted(Ownership.Selector)
}

extension Ownership {
  /// The selector of the values. Nil if only the contract's schemas decide.
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
  /// Whether the ownership applies to values of one side of an exchange.
  func isOf(response: Bool) -> Bool { part.map { ($0 == .response) == response } ?? true }
}

extension Ownership.PropertyName {
  /// The property's name in a contract that has these names of coordinates.
  func text(_ coordinates: CoordinateNames) -> String {
    switch self {
    case .named(let text): text
    case .coordinate(let coordinate): coordinates[coordinate]
    }
  }
}
