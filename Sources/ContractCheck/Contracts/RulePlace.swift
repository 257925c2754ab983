@_spi(Engine) internal import JSONSchema

/// Where in a contract a schema stands, as far as rules ask.
struct RulePlace {
  var place: Ownership.Place? {
    didSet { if place == .request || place == .response { isResponse = place == .response } }
  }
  /// The method and the path template; nil for a component's schema, which may stand anywhere.
  var operation: String?
  /// The status as it is documented; nil in requests.
  var status: String?
  /// Nil for parameters.
  var mediaType: String?
  var isResponse: Bool

  init(_ place: Ownership.Place) {
    self.place = place
    isResponse = place == .response
  }

  init(operation: String) {
    self.operation = operation
    isResponse = false
  }
}

extension RuleSettings {
  /// Excludes the rules that are not about a place.
  mutating func exclude(at place: RulePlace) {
    guard !own.isEmpty else { return }
    excluded = Set(own.rules.filter { !$0.isAbout(place) }.map(\.id))
  }
}

extension Rule {
  fileprivate func isAbout(_ place: RulePlace) -> Bool {
    switch form {
    case .owns(let ownerships): ownerships.contains { $0.selector?.isAbout(place) ?? true }
    case .keys(let table): table.selector?.isAbout(place) ?? true
    case .relation, .text, .exchange: true
    }
  }
}

extension Ownership.Selector {
  /// Whether only a contract can tell which values are meant.
  var asksContract: Bool {
    !operations.isEmpty || !statuses.isEmpty || !schemas.isEmpty || !mediaTypes.isEmpty
      || isNullable != nil || isDocumented != nil
      || !(places.isEmpty || places.contains(.response) || places.contains(.request))
  }

  /// The same selector for the values of an example, which count as being of any exchange.
  var anywhere: Ownership.Selector {
    var copy = self
    (copy.operations, copy.statuses, copy.mediaTypes) = ([], [], [])
    (copy.places, copy.part, copy.isNullable, copy.isDocumented) = ([], nil, nil, nil)
    if !schemas.isEmpty {
      copy.schemas = []
      if names.isEmpty, pointers.isEmpty { copy.pointers = PointerGlob("").map { [$0] } ?? [] }
    }
    return copy
  }

  fileprivate func isAbout(_ place: RulePlace) -> Bool {
    if !places.isEmpty, !(place.place.map(places.contains) ?? false) { return false }
    if !operations.isEmpty {
      guard let name = place.operation, operations.contains(where: { $0.matches(name) }) else {
        return false
      }
    }
    if !statuses.isEmpty {
      guard let status = place.status, statuses.contains(where: { Self.meets($0, status) }) else {
        return false
      }
    }
    guard !mediaTypes.isEmpty else { return true }
    guard let type = place.mediaType?.lowercased() else { return false }
    return mediaTypes.contains { $0.matches(type) }
  }

  /// Whether a status and a documented one have a status in common.
  private static func meets(_ wanted: String, _ documented: String) -> Bool {
    let documented = documented == "default" ? documented : documented.uppercased()
    if wanted == documented { return true }
    guard wanted.hasSuffix("XX") || documented.hasSuffix("XX") else { return false }
    return wanted.prefix(1) == documented.prefix(1)
  }
}

extension Operation.Parameter.Location {
  var place: Ownership.Place {
    switch self {
    case .path: .path
    case .query: .query
    case .header: .header
    case .cookie: .cookie
    }
  }
}
