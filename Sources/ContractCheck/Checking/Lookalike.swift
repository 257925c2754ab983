@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A property name that is used in place of a missing property, such as `user_name` for `userName`,
/// or `_id` for `id`. The schema does not list this name.
struct Lookalike {
  let name: String
  let index: Int
  /// Whether the key certainly stands for the property. It does if it is another spelling of the
  /// property. It also does if another failure reports that the key is not allowed or not
  /// documented.
  let isExplained: Bool

  /// Real objects have few properties. The limit is for hostile objects.
  private static let most = 64

  typealias Pair = (position: Int32, key: JSONNode, isSpelling: Bool)

  /// The keys that stand for missing properties of one object, by the failures' positions. Only the
  /// first properties of the object are compared.
  ///
  /// - Parameter fits: Whether the value of a key may be the value of the missing property.
  static func pairs(
    of absent: [(position: Int32, failure: SchemaFailure)], in document: JSONDocument,
    fits: (Int32, JSONNode) -> Bool
  ) -> [Pair] {
    let absent = absent.prefix(Self.most)
    guard let object = absent.first.map({ document.node(at: $0.failure.instance) }) else {
      return []
    }
    let listed = Set(absent.flatMap(\.failure.listed))
    var free = object.properties.prefix(4 * Self.most).filter { !listed.contains($0.name) }
    guard !free.isEmpty else { return [] }
    var open = absent.compactMap { position, failure in
      failure.missingProperty.map { (position: position, property: $0) }
    }
    var pairs: [Pair] = []
    // A difference in case and separators alone is a closer match than a spelling error.
    for isNear in [isCaseAlone, isSpelling] {
      open.removeAll { position, property in
        guard let found = free.firstIndex(where: { isNear($0.name, property) }) else {
          return false
        }
        pairs.append((position, free.remove(at: found).key, true))
        return true
      }
    }
    // A spelling error is clear if one key is near to one property and its value fits there.
    for (position, property) in open {
      let near = free.filter { NearestName.isSlip($0.name, property) }
      guard near.count == 1,
        open.count(where: { NearestName.isSlip(near[0].name, $0.property) }) == 1,
        fits(position, near[0].key)
      else { continue }
      pairs.append((position, near[0].key, false))
    }
    return pairs
  }

  private static func isCaseAlone(_ name: String, _ other: String) -> Bool {
    NamePattern.fold(name) == NamePattern.fold(other)
  }

  /// Whether two names have the same letters and digits. Other characters do not count.
  private static func isSpelling(_ name: String, _ other: String) -> Bool {
    let letters = letters(name)
    return !letters.isEmpty && letters == Self.letters(other)
  }

  private static func letters(_ name: String) -> [UInt8] {
    NamePattern.fold(name).filter { !Array("_-. ".utf8).contains($0) }
  }
}

extension SchemaFailure {
  var missingProperty: String? {
    switch kind {
    case .required(let property), .dependentRequired(let property, _): property
    default: nil
    }
  }

  /// Whether the value would be right with more properties.
  var isOfAbsence: Bool {
    switch kind {
    case .required, .dependentRequired, .minProperties: true
    default: alternatives.contains { $0.failures.allSatisfy(\.isOfAbsence) }
    }
  }

  var alternatives: [Alternative] {
    switch kind {
    case .anyOf(_, let nearest), .oneOf(_, let nearest): nearest
    default: []
    }
  }
}

/// The names that were probably meant by the wrong names of one body. Results are kept. The number
/// of comparisons for each body is limited.
final class NearestNames {
  private var known: [[String]: String?] = [:]
  private var comparisons = 0
  private var lists: [String: ListedValues] = [:]

  private static let mostComparisons = 1_000_000
  private static let mostKnown = 10_000

  /// The nearest name. Nil if there is none, or if the limit of comparisons is reached.
  ///
  /// - Parameter schema: Identifies the list.
  func of(_ wanted: String, among listed: [String], of schema: String) -> String? {
    let key = [wanted, schema]
    if let found = known[key] { return found }
    guard comparisons <= Self.mostComparisons else { return nil }
    comparisons += listed.count
    let near = NearestName.of(wanted, among: listed)
    if known.count < Self.mostKnown { known[key] = .some(near) }
    return near
  }

  /// The values that a schema lists, read once.
  ///
  /// - Parameter schema: Identifies the list.
  func names(_ allowed: [JSONNode], of schema: String) -> ListedValues {
    if let known = lists[schema], known.isMade(of: allowed) { return known }
    let values = ListedValues(allowed)
    lists[schema] = values
    return values
  }

  /// The listed string that was probably meant. Nil if there is none, or if the limit of
  /// comparisons is reached.
  func of(_ wanted: String, among values: ListedValues) -> String? {
    guard comparisons <= Self.mostComparisons else { return nil }
    comparisons += values.names.cost(of: wanted)
    return values.names.nearest(to: wanted)
  }
}

/// The values of an `enum`, for advice on a value that is not among them.
final class ListedValues {
  private let allowed: [JSONNode]
  let names: NamePool
  /// The values by their text. In the body, a listed string may be without quotes, and another
  /// listed value may be in quotes.
  private var strings: [String: JSONNode] = [:]
  private var others: [String: JSONNode] = [:]
  /// Strings by their text in lower case. Nil if several strings have the same text.
  private var folded: [String: String?] = [:]

  init(_ allowed: [JSONNode]) {
    self.allowed = allowed
    var texts: [String] = []
    for value in allowed {
      if let text = value.string {
        texts.append(text)
        if strings[text] == nil { strings[text] = value }
        let lowered = text.lowercased()
        folded[lowered] = .some(folded[lowered] == nil ? text : nil)
      } else {
        let text = value.text
        if others[text] == nil { others[text] = value }
      }
    }
    names = NamePool(texts)
  }

  /// Whether the list was made of these values. Branches that fail at the same place may list other
  /// values.
  func isMade(of values: [JSONNode]) -> Bool {
    allowed.isSameStorage(as: values)
      || allowed.elementsEqual(values) {
        $0.tapeIndex == $1.tapeIndex && $0.document.identity == $1.document.identity
      }
  }

  /// The only listed string that differs from a text only in case.
  func text(inOtherCase text: String) -> String? { folded[text.lowercased()] ?? nil }

  /// The listed value that differs from this one only by quotes.
  func twin(of node: JSONNode) -> JSONNode? {
    switch node.kind {
    case .string: others.isEmpty ? nil : others[node.string ?? ""]
    case .number, .boolean: strings.isEmpty ? nil : strings[node.text]
    case .null, .array, .object: nil
    }
  }
}

extension JSONNode {
  /// Objects with more properties than this are treated as maps. In maps, single properties are not
  /// searched.
  static let mostNamedProperties = 1024

  /// Whether the object has the name; false for large maps.
  func holds(_ name: String) -> Bool {
    count <= Self.mostNamedProperties && self[name] != nil
  }
}
