@_spi(Engine) internal import ContractCaptures

/// Objects of several kinds at one place. The value of a property distinguishes the kinds.
struct Variants {
  /// The discriminator.
  let property: String
  /// The property's values, sorted, with the shapes of their objects.
  let kinds: [(value: String, shapes: [Int32])]

  init?(_ places: [Int32], _ values: ValueTally) {
    var names: Set<String> = []
    var found: [String: [Int32]] = [:]
    for place in places where values.shapes[place].objects > 0 {
      guard values.shapes[place].kinds >= 0 else { return nil }
      for kind in Self.kinds(of: place, values) {
        names.insert(values.name(kind.property))
        found[values.name(kind.value), default: []].append(kind.shape)
      }
    }
    guard names.count == 1, let property = names.first else { return nil }
    self.property = property
    kinds = found.map { (value: $0.key, shapes: $0.value) }.sorted { $0.value < $1.value }
  }

  /// The minimum number of exchanges with objects of a kind that proves that there are variants.
  private static let fewest = 3

  static func kinds(of shape: Int32, _ values: ValueTally) -> [ValueTally.Kind] {
    values.kinds.list(values.shapes[shape].kinds).sorted {
      values.name($0.value) < values.name($1.value)
    }
  }

  /// The value of a discriminator in objects of one kind.
  static func value(ofKind places: [Int32], property: String, _ values: ValueTally) -> String? {
    let found = Set(places.map { values.kindValues[$0]?.value })
    guard found.count == 1, values.kindValues[places[0]]?.property == property else { return nil }
    return found.first ?? nil
  }

  /// Combines the counts of kinds with equal properties, at a place and inside it.
  static func fold(_ shape: Int32, _ values: ValueTally, _ evidence: Evidence) {
    if values.shapes[shape].kinds >= 0 {
      if isOneKind(shape, values, evidence) {
        values.foldKinds(of: shape)
      } else {
        for kind in kinds(of: shape, values) {
          values.kindValues[kind.shape] = (values.name(kind.property), values.name(kind.value))
          fold(kind.shape, values, evidence)
        }
      }
    }
    let tally = values.shapes[shape]
    if tally.elements >= 0 { fold(tally.elements, values, evidence) }
    if tally.keyed >= 0 { fold(tally.keyed, values, evidence) }
    for property in values.properties.list(tally.properties) {
      fold(property.shape, values, evidence)
    }
  }

  /// Whether the kinds are no variants. They are none if all objects have the same properties, if
  /// some objects have no discriminator, or if too many kinds are rare.
  private static func isOneKind(
    _ shape: Int32, _ values: ValueTally, _ evidence: Evidence
  ) -> Bool {
    let all = kinds(of: shape, values)
    let total = values.shapes[shape].objects
    guard all.allSatisfy({ SecretLook.of(values.name($0.value)) == .none }) else { return true }
    let counted = all.filter { $0.exchanges >= fewest }
    let known = counted.reduce(0) { $0 + values.shapes[$1.shape].objects }
    guard counted.count > 1, Set(all.map(\.property)).count == 1,
      known == total || evidence.isMistake(total - known, of: total)
    else { return true }
    // There is a property that all objects of one kind have and no object of another.
    for kind in counted where values.shapes[kind.shape].objects >= 5 {
      for other in counted where values.shapes[other.shape].objects >= 5 {
        for property in values.properties.list(values.shapes[kind.shape].properties) {
          let theirs = values.property(property.name, of: other.shape).map {
            values.properties[$0].objects
          }
          if property.objects == values.shapes[kind.shape].objects, theirs ?? 0 == 0 {
            return false
          }
        }
      }
    }
    return true
  }
}
