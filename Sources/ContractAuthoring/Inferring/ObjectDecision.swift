@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCheck
internal import JSONSchema

/// The properties of the objects at some places, without probable mistakes.
struct ObjectDecision {
  struct Property {
    let name: String
    /// The places of the property's value.
    let places: [Int32]
    let isRequired: Bool
    /// The evidence, such as `312 of 312, null 40`.
    let remark: String
    /// The number of objects without the property.
    let absent: Int
    fileprivate let count: Int
  }

  /// The properties in the most frequent order.
  private(set) var properties: [Property] = []
  /// The places of values under keys that are data.
  private(set) var keyed: [Int32] = []
  /// Whether all keys of the objects are data.
  private(set) var isMap = false

  private struct Found {
    var count = 0
    var positions = 0
    var nulls = 0
    var named = 0
    var places: [Int32] = []
    /// The names of the types in JSON, without null.
    var types: Set<String> = []

    /// The average position, in thousandths.
    var order: Int { count > 0 ? positions * 1000 / count : 0 }
  }

  /// - Parameters:
  ///   - hasRare: Whether rare properties are part of the objects.
  ///   - mayMiss: Whether a property is part of the objects and may be missing, even if few objects
  ///     show this.
  init(
    _ places: [Int32], _ values: ValueTally, _ evidence: Evidence, hasRare: Bool = false,
    mayMiss: (String) -> Bool = { _ in false }
  ) {
    var total = 0
    var found: [String: Found] = [:]
    for place in places {
      let shape = values.shapes[place]
      total += shape.objects
      if shape.keyed >= 0 { keyed.append(shape.keyed) }
      for property in values.properties.list(shape.properties) where property.objects > 0 {
        let name = values.name(property.name)
        found[name, default: Found()].count += property.objects
        found[name]?.positions += property.positions
        found[name]?.nulls += values.shapes[property.shape].nulls
        found[name]?.named += property.named
        found[name]?.types.formUnion(values.shapes[property.shape].typeNames)
        found[name]?.places.append(property.shape)
      }
    }
    isMap = Self.isMap(found, total, hasDataKeys: !keyed.isEmpty)
    let slips = evidence.acceptsAll ? [:] : Self.slips(found, total)
    for (name, property) in found {
      // The first or the last page has no link, or a list is rarely longer than a page.
      let isOptional = PageLink.isName(name) || mayMiss(name)
      guard slips[name] == nil,
        isMap || isOptional || hasRare || !evidence.isMistake(property.count, of: total)
      else { continue }
      let missed = slips.filter { $0.value == name }.reduce(0) { $0 + (found[$1.key]?.count ?? 0) }
      let absent = total - property.count - missed
      let isRequired =
        total >= Evidence.fewest
        && (absent <= 0 || !isOptional && evidence.isMistake(absent, of: total))
      let nulls = property.nulls > 0 ? ", null \(property.nulls)" : ""
      properties.append(
        Property(
          name: name, places: property.places, isRequired: isRequired,
          remark: "\(property.count) of \(total)\(nulls)", absent: max(0, absent),
          count: property.count))
    }
    properties.sort {
      let (left, right) = (found[$0.name]?.order ?? 0, found[$1.name]?.order ?? 0)
      return (left, $0.name) < (right, $1.name)
    }
  }

  /// Whether the names differ between objects. Then the names are data. A few objects prove this
  /// only if some keys are clearly data. The values of a map are of one kind: values of many types
  /// are those of properties.
  private static func isMap(_ found: [String: Found], _ total: Int, hasDataKeys: Bool) -> Bool {
    let counts = found.values.map(\.count)
    if found.values.reduce(0, { $0 + $1.named }) * 2 > counts.reduce(0, +) { return true }
    guard found.values.reduce(into: Set(), { $0.formUnion($1.types) }).count < 3 else {
      return false
    }
    let most = counts.max() ?? 0
    if hasDataKeys { return most * 2 <= total || found.isEmpty }
    return total >= 3 && found.count >= 4 && most * 2 < total && most < total - 1
  }

  /// Rare names that stand for a usual name in another spelling: `latitude` for `lat`.
  private static func slips(_ found: [String: Found], _ total: Int) -> [String: String] {
    guard total >= Evidence.fewest else { return [:] }
    var groups: [String: [String]] = [:]
    for name in found.keys {
      let folded = String(decoding: NamePattern.fold(name), as: UTF8.self)
      let key = Coordinate(folded: folded).map { "\($0)" } ?? folded
      groups[key, default: []].append(name)
    }
    var slips: [String: String] = [:]
    for names in groups.values where names.count > 1 {
      let sorted = names.sorted { (found[$1]?.count ?? 0, $0) < (found[$0]?.count ?? 0, $1) }
      guard let usual = sorted.first, let count = found[usual]?.count else { continue }
      for name in sorted.dropFirst() {
        let rare = found[name]?.count ?? 0
        if rare * 10 <= count, rare + count <= total { slips[name] = usual }
      }
    }
    return slips
  }
}

@_spi(Engine) extension ContractDraft {
  /// Properties that are optional and not probable mistakes, even if few objects deviate.
  public struct Accepted: Sendable, Equatable {
    /// The names, by component schema.
    public var names: [String: Set<String>] = [:]
    /// Whether each rare property is in the contract.
    public var hasRare = false

    /// Creates an empty list.
    public init() {}

    func has(_ name: String, in component: String?) -> Bool {
      guard let component else { return true }
      return names[component]?.contains(name) ?? false
    }
  }
}
