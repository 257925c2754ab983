@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import JSONSchema

/// The facts about a schema's place in a contract that rules need.
struct RulePlace {
  var place: Ownership.Place? {
    didSet { if place == .request || place == .response { isResponse = place == .response } }
  }
  /// The method and the path template. Nil for a component's schema, because it may be used in any
  /// operation.
  var operation: String?
  /// The status as it is documented; nil in requests.
  var status: String?
  /// The status of the response or its class. It is set if rules have other settings for this
  /// status than for other statuses with the same description.
  var came: String?
  /// The media type; nil for parameters.
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
  /// Excludes the rules that do not apply at a place.
  mutating func exclude(at place: RulePlace) {
    guard !own.isEmpty else { return }
    excluded = Set(own.rules.filter { !$0.isAbout(place) }.map(\.id))
  }

  /// The statuses and classes for which rules have other settings than for the documented status.
  func statuses(told documented: String, among all: [String]) -> [String] {
    guard Int(documented) == nil else { return [] }
    let others = Set(all.map { $0.uppercased() })
    return own.statuses.filter { status in
      let isClass = status.hasSuffix("XX")
      guard !others.contains(status) else { return false }
      if documented == "default" { return isClass || !others.contains("\(status.prefix(1))XX") }
      return !isClass && status.prefix(1) == documented.prefix(1)
    }
  }

  /// The rules about statuses that apply at a place.
  func rulesOfStatus(at place: RulePlace) -> Set<String> {
    Set(own.rulesOfStatuses.filter { $0.isOfStatus(place) }.map(\.id))
  }
}

extension Rule {
  func isAbout(_ place: RulePlace) -> Bool {
    switch form {
    case .owns(let ownerships): ownerships.contains { $0.selector?.isAbout(place) ?? true }
    case .keys(let table): table.selector?.isAbout(place) ?? true
    case .relation, .text, .exchange: true
    }
  }

  fileprivate func isOfStatus(_ place: RulePlace) -> Bool {
    form.selectors.contains { $0.isOfStatus(place) }
  }
}

extension Ownership.Selector {
  /// Whether the rule needs a contract to select values.
  var asksContract: Bool {
    !operations.isEmpty || asksSchema
      || !statuses.isEmpty && statuses.allSatisfy { $0 == "default" }
  }

  /// Whether the selected values are known only from a schema, or from what a contract lists.
  var asksSchema: Bool {
    !schemas.isEmpty || isNullable != nil || isDocumented != nil
      || !(places.isEmpty || places.contains(.response) || places.contains(.request))
  }

  /// Whether only some exchanges are meant.
  var asksExchange: Bool { !statuses.isEmpty || !mediaTypes.isEmpty || !operations.isEmpty }

  /// The same selector without its conditions on messages. Nil if the selector excludes the place.
  func about(_ place: RulePlace?) -> Ownership.Selector? {
    guard place.map(isAbout) ?? true else { return nil }
    var copy = self
    (copy.operations, copy.statuses, copy.mediaTypes) = ([], [], [])
    return copy
  }

  /// The same selector for the values of an example. An example counts as part of any exchange.
  var anywhere: Ownership.Selector {
    var copy = self
    (copy.operations, copy.statuses, copy.mediaTypes, copy.gate) = ([], [], [], nil)
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
    if !statuses.isEmpty, !isOfStatus(place) { return false }
    guard !mediaTypes.isEmpty else { return true }
    guard let type = place.mediaType?.lowercased() else { return false }
    return mediaTypes.contains { $0.matches(type) }
  }

  fileprivate func isOfStatus(_ place: RulePlace) -> Bool {
    let known = [place.status, place.came].compactMap { $0 }
    return statuses.contains { wanted in known.contains { Self.holds(wanted, $0) } }
  }

  /// Whether a status, or each status of a class, is among the wanted statuses.
  private static func holds(_ wanted: String, _ status: String) -> Bool {
    if status == "default" || wanted == "default" { return wanted == status }
    return wanted == status.uppercased()
      || wanted.hasSuffix("XX") && wanted.prefix(1) == status.prefix(1)
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
