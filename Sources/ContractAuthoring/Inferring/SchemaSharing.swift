@_spi(Engine) internal import ContractCaptures

/// Finds the places whose objects are of one kind. Such places can share a schema.
///
/// Objects with the same properties are one kind, unless there is evidence against it. The evidence
/// is a property that is often null or missing at one place, but never at another place with enough
/// samples.
struct SchemaSharing {
  private let values: ValueTally
  private let evidence: Evidence
  /// The union-find forest of shapes.
  private var parents: [Int32: Int32] = [:]
  /// The candidate names of each kind of objects, with the number of values.
  private var hints: [Int32: [String: Int]] = [:]
  private var bodies: [Int32] = []
  private var objects: [Int32] = []
  /// The places of objects in ``objects``.
  private var order: [Int32: Int] = [:]
  private var hasUnited = false
  private let memory = Memory()

  /// The decisions about the objects at each place. Each decision is made once.
  private final class Memory {
    var decisions: [Int32: ObjectDecision] = [:]
    var signatures: [Int32: [String]] = [:]
  }

  private func decision(_ shape: Int32) -> ObjectDecision {
    if let known = memory.decisions[shape] { return known }
    let decision = ObjectDecision([shape], values, evidence)
    memory.decisions[shape] = decision
    return decision
  }
  /// The names for the objects of a place if another kind already has their usual name.
  private(set) var details: Set<Int32> = []
  /// The number of references to each kind of objects.
  private(set) var uses: [Int32: Int] = [:]

  init(_ values: ValueTally, _ evidence: Evidence) {
    self.values = values
    self.evidence = evidence
  }

  /// - Parameter name: The name of the objects: `User`. For example, `UserList` is a list of
  ///   `User`.
  mutating func addBody(_ shape: Int32, name: String, thing: String, isDetail: Bool) {
    if isDetail { details.insert(shape) }
    bodies.append(shape)
    visit(shape, name: name, thing: thing, depth: 0)
  }

  private mutating func visit(_ shape: Int32, name: String, thing: String, depth: Int) {
    let tally = values.shapes[shape]
    if tally.objects > 0, tally.kinds < 0 {
      if parents[shape] == nil {
        parents[shape] = shape
        order[shape] = objects.count
        objects.append(shape)
      }
      hints[shape, default: [:]][name, default: 0] += tally.objects
    }
    for (property, value) in values.properties(of: shape).sorted(by: { $0.name < $1.name }) {
      let name = Self.isWrapper(property) ? thing : DraftNames.pascal(DraftNames.singular(property))
      visit(value, name: name, thing: name, depth: depth + 1)
    }
    if tally.elements >= 0 {
      visit(tally.elements, name: DraftNames.singular(thing), thing: thing, depth: depth + 1)
    }
    if tally.keyed >= 0 {
      visit(tally.keyed, name: DraftNames.singular(thing), thing: thing, depth: depth + 1)
    }
    for kind in Variants.kinds(of: shape, values) {
      let word = DraftNames.pascal(values.name(kind.value))
      visit(
        kind.shape, name: word.hasSuffix(name) ? word : word + name, thing: thing, depth: depth + 1)
    }
  }

  private static let wrappers: Set<String> = [
    "content", "data", "docs", "edges", "elements", "entries", "hits", "items", "list", "node",
    "nodes", "objects", "payload", "records", "response", "result", "results", "rows", "values",
  ]

  /// Whether the name of a property does not describe its content.
  static func isWrapper(_ name: String) -> Bool { wrappers.contains(ASCIIByte.lowercased(name)) }

  // MARK: Kinds

  /// Finds the kinds among the bodies that were added.
  mutating func findKinds() {
    var groups: [[String]: [Int32]] = [:]
    for shape in objects {
      let signature = signature(of: shape)
      if !signature.isEmpty { groups[signature, default: []].append(shape) }
    }
    for (_, shapes) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      // The places with the most evidence come first, so that the order of the input does not
      // matter.
      var kinds: [Int32] = []
      for shape in shapes.sorted(by: precedes) {
        if let kind = kinds.first(where: { isAlike($0, shape) }) {
          unite(kind, shape)
        } else {
          kinds.append(shape)
        }
      }
    }
    uniteInside()
  }

  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    let counts = (values.shapes[left].objects, values.shapes[right].objects)
    if counts.0 != counts.1 { return counts.0 > counts.1 }
    let hints = (hint(left), hint(right))
    return hints.0 != hints.1 ? hints.0 < hints.1 : (order[left] ?? 0) < (order[right] ?? 0)
  }

  private func hint(_ shape: Int32) -> String { hints[shape]?.keys.sorted().first ?? "" }

  /// The names of the properties without rare exceptions.
  private func signature(of shape: Int32) -> [String] {
    if let known = memory.signatures[shape] { return known }
    // Variants stay separate, even with equal properties.
    let variant = values.kindValues[shape].map { ["\($0.property)=\($0.value)"] } ?? []
    let signature = variant + decision(shape).properties.map(\.name).sorted()
    memory.signatures[shape] = signature
    return signature
  }

  /// Whether two places, with all parts inside them, may be of one kind.
  private func isAlike(_ left: Int32, _ right: Int32) -> Bool {
    if kind(of: left) == kind(of: right), parents[left] != nil { return true }
    let (one, other) = (values.shapes[left], values.shapes[right])
    if one.objects > 0, other.objects > 0, signature(of: left) != signature(of: right) {
      return false
    }
    if one.elements >= 0, other.elements >= 0, !isAlike(one.elements, other.elements) {
      return false
    }
    guard one.objects > 0, other.objects > 0 else { return true }
    let theirs = Dictionary(
      uniqueKeysWithValues: decision(right).properties.map { ($0.name, $0) })
    for mine in decision(left).properties {
      guard let theirs = theirs[mine.name] else { continue }
      let (shape, otherShape) = (mine.places[0], theirs.places[0])
      let (a, b) = (values.shapes[shape], values.shapes[otherShape])
      if contradict(mine.absent, one.objects, theirs.absent, other.objects)
        || contradict(a.nulls, a.values, b.nulls, b.values) || !hasAlikeTypes(a, b)
        || !isAlike(shape, otherShape)
      {
        return false
      }
    }
    return true
  }

  /// Whether a fact never occurs in many samples of one place but often at another.
  private func contradict(_ count: Int, _ total: Int, _ other: Int, _ otherTotal: Int) -> Bool {
    func speaks(_ none: Int, _ total: Int, _ some: Int, _ of: Int) -> Bool {
      none == 0 && some > 2 && !evidence.isMistake(some, of: of)
        && total * some >= 6 * of
    }
    return speaks(count, total, other, otherTotal) || speaks(other, otherTotal, count, total)
  }

  private func hasAlikeTypes(_ left: ValueTally.Shape, _ right: ValueTally.Shape) -> Bool {
    let (one, other) = (TypeDecision(left, evidence), TypeDecision(right, evidence))
    guard !one.names.isEmpty, !other.names.isEmpty else { return true }
    func plain(_ names: [String]) -> Set<String> {
      Set(names.map { $0 == "integer" ? "number" : $0 })
    }
    return plain(one.names) == plain(other.names)
  }

  /// The representative of a shape's kind.
  func kind(of shape: Int32) -> Int32 {
    var at = shape
    while let parent = parents[at], parent != at { at = parent }
    return at
  }

  private mutating func unite(_ left: Int32, _ right: Int32) {
    let (one, other) = (kind(of: left), kind(of: right))
    guard one != other else { return }
    parents[other] = one
    hasUnited = true
  }

  /// Unites the parts inside objects of one kind, at all places.
  private mutating func uniteInside() {
    repeat {
      hasUnited = false
      for (_, places) in kinds { uniteProperties(of: places) }
      for body in bodies where parents[body] == nil { uniteAll([body]) }
    } while hasUnited
  }

  /// Gives one schema to the values of all these places.
  private mutating func uniteAll(_ places: [Int32]) {
    let objects = places.filter { parents[$0] != nil }
    for other in objects.dropFirst() { unite(objects[0], other) }
    let elements = places.map { values.shapes[$0].elements }.filter { $0 >= 0 }
    if !elements.isEmpty { uniteAll(elements) }
  }

  private mutating func uniteProperties(of places: [Int32]) {
    var inside: [String: [Int32]] = [:]
    var keyed: [Int32] = []
    for place in places {
      for (name, shape) in values.properties(of: place) { inside[name, default: []].append(shape) }
      if values.shapes[place].keyed >= 0 { keyed.append(values.shapes[place].keyed) }
    }
    // The values of a map have one schema, for any keys.
    if ObjectDecision(places, values, evidence).isMap {
      uniteAll(keyed + inside.sorted { $0.key < $1.key }.flatMap(\.value))
    } else {
      for (_, shapes) in inside.sorted(by: { $0.key < $1.key }) { uniteAll(shapes) }
      if !keyed.isEmpty { uniteAll(keyed) }
    }
  }

  // MARK: Results

  /// The places of each kind, in the order of the evidence.
  var kinds: [(kind: Int32, places: [Int32])] {
    var places: [Int32: [Int32]] = [:]
    for shape in objects { places[kind(of: shape), default: []].append(shape) }
    return places.sorted {
      precedes($0.key, $1.key)
    }
    .map { (kind: $0.key, places: $0.value) }
  }

  /// The name of most objects at some places.
  func name(of places: [Int32]) -> String {
    var counts: [String: Int] = [:]
    for place in places { counts.merge(hints[place] ?? [:], uniquingKeysWith: +) }
    let best = counts.filter { !$0.key.isEmpty }.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best?.key ?? "Value"
  }
}
