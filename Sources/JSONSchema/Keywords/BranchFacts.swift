@_spi(Engine) import JSONTape

/// Conditions that a value must meet to match a node. A value that meets these conditions may still
/// be invalid.
struct BranchFacts {
  /// The bytes of a text, or an integer as it is written. Texts are compared by their bytes.
  struct Constant: Hashable {
    let isText: Bool
    let bytes: [UInt8]

    init?(_ value: JSONNode) {
      if let text = value.string {
        isText = true
        bytes = Array(text.utf8)
      } else if let integer = value.number?.int,
        integer.magnitude < EnumerationPlan.integerLimit
      {
        isText = false
        bytes = Array(String(integer).utf8)
      } else {
        return nil
      }
    }

    /// Orders constants. Texts come first.
    func precedes(_ other: Constant) -> Bool {
      isText == other.isText ? bytes.lexicographicallyPrecedes(other.bytes) : isText
    }
  }

  /// The texts and integers that may be valid. They are only the listed ones, or all except the
  /// listed ones.
  struct Constants: Hashable {
    var listed: Set<Constant>
    var areAllowed: Bool
    /// Whether values that cannot be listed, such as 1.5 or an array, may be valid.
    var allowsOthers: Bool

    mutating func formIntersection(_ other: Constants) {
      allowsOthers = allowsOthers && other.allowsOthers
      switch (areAllowed, other.areAllowed) {
      case (true, true): listed.formIntersection(other.listed)
      case (true, false): listed.subtract(other.listed)
      case (false, true):
        listed = other.listed.subtracting(listed)
        areAllowed = true
      case (false, false): listed.formUnion(other.listed)
      }
    }

    mutating func formUnion(_ other: Constants) {
      allowsOthers = allowsOthers || other.allowsOthers
      switch (areAllowed, other.areAllowed) {
      case (true, true): listed.formUnion(other.listed)
      case (true, false):
        listed = other.listed.subtracting(listed)
        areAllowed = false
      case (false, true): listed.subtract(other.listed)
      case (false, false): listed.formIntersection(other.listed)
      }
    }
  }

  var types = TypeSet.all.rawValue
  /// The possible values of an object's properties.
  var properties: [[UInt8]: Constants] = [:]
  var required: Set<[UInt8]> = []

  /// Whether a value with this tag may be valid.
  func allows(_ tag: UInt8) -> Bool {
    // A number may be an integer.
    let whole = tag == TapeTag.number.rawValue ? TypeSet.integer.rawValue : 0
    return types & (TypeSet.bits(ofTag: tag) | whole) != 0
  }

  mutating func formIntersection(_ other: BranchFacts) {
    types &= other.types
    for (name, constants) in other.properties { restrict(name, to: constants) }
    required.formUnion(other.required)
  }

  mutating func restrict(_ name: [UInt8], to other: Constants) {
    guard var constants = properties[name] else {
      properties[name] = other
      return
    }
    constants.formIntersection(other)
    properties[name] = constants
  }

  /// The conditions that every value meets if it meets at least one of these conditions. Nil for an
  /// empty list.
  static func union(of all: [BranchFacts]) -> BranchFacts? {
    guard var union = all.first else { return nil }
    union.types = all.reduce(0) { $0 | $1.types }
    let objects = all.filter { $0.allows(TapeTag.object.rawValue) }
    union.properties = objects.first?.properties ?? [:]
    union.required = objects.first?.required ?? []
    for other in objects.dropFirst() {
      union.required.formIntersection(other.required)
      union.properties = union.properties.reduce(into: [:]) { properties, property in
        guard var constants = other.properties[property.key] else { return }
        constants.formUnion(property.value)
        properties[property.key] = constants
      }
    }
    return union
  }
}

/// Reads the conditions from the nodes of a plan, each node once.
struct FactReader {
  private let plan: PlanBuilder
  private var known: [Int32: BranchFacts] = [:]
  private var knownConstants: [Int32: BranchFacts.Constants?] = [:]
  /// The most levels of in-place schemas that are read.
  private static let mostLevels = 8

  init(_ plan: PlanBuilder) { self.plan = plan }

  func nodes(of list: ChildList) -> [Int32] {
    (0..<Int(list.count)).map { plan.children[Int(list.start) + $0] }
  }

  mutating func facts(of number: Int32, level: Int = 0) -> BranchFacts {
    if let known = known[number] { return known }
    guard number >= 0, level < Self.mostLevels else { return BranchFacts() }
    var facts = BranchFacts()
    let node = plan.nodes[Int(number)]
    facts.types = node.types
    // Every integer is a number.
    if node.types & TypeSet.number.rawValue != 0 { facts.types |= TypeSet.integer.rawValue }
    for values in listedValues(node) {
      facts.types &= values.reduce(0) { $0 | TypeSet(of: $1).rawValue }
    }
    if node.object >= 0 { read(propertiesOf: plan.objects[Int(node.object)], &facts) }
    read(inPlace: node, level, &facts)
    if node.acceptsNull || node.excusesNull != nil { facts.types |= TypeSet.null.rawValue }
    known[number] = facts
    return facts
  }

  /// The schema's assertions, without those of rules.
  private func operations(_ node: PlanNode, _ from: UInt16, _ to: UInt16) -> [Operation] {
    let start = Int(node.assertions)
    return plan.assertions[start + Int(from)..<start + Int(to)].lazy.filter { !$0.isRule }
      .map(\.operation)
  }

  /// The values of each `enum` or `const` of a node.
  private func listedValues(_ node: PlanNode) -> [[JSONNode]] {
    operations(node, 0, node.anyEnd).compactMap { operation in
      switch operation {
      case .const(let list), .enumeration(let list): plan.tables.enumerations[Int(list)]
      default: nil
      }
    }
  }

  private mutating func read(propertiesOf object: ObjectPlan, _ facts: inout BranchFacts) {
    for slot in plan.slots[Int(object.slots)..<Int(object.slots) + Int(object.slotCount)] {
      let constants = slot.node >= 0 ? constants(of: slot.node, level: 0) : nil
      // With a leniency, the property may be missing or have another key.
      let isRequired =
        slot.required >= 0 && plan.assertions[Int(slot.required)].excuse == .none
        && (object.policy < 0 || !plan.tables.keyPolicies[Int(object.policy)].converts)
      guard constants != nil || isRequired else { continue }
      let start = Int(slot.name)
      let name = Array(plan.names[start..<start + Int(slot.length)])
      if isRequired { facts.required.insert(name) }
      if let constants { facts.restrict(name, to: constants) }
    }
  }

  /// The constants that a node allows for a value. Nil if any value may be valid.
  private mutating func constants(of number: Int32, level: Int) -> BranchFacts.Constants? {
    if let known = knownConstants[number] { return known }
    guard level < Self.mostLevels else { return nil }
    let node = plan.nodes[Int(number)]
    var all: [BranchFacts.Constants] = []
    for values in listedValues(node) where values.count <= BranchDispatch.mostEntries {
      let listed = values.map { BranchFacts.Constant($0) }
      all.append(
        .init(
          listed: Set(listed.compactMap { $0 }), areAllowed: true,
          allowsOthers: listed.contains(nil)))
    }
    // References are followed. A node with several branches has no constants of its own.
    for operation in operations(node, node.objectEnd, node.inPlaceEnd) {
      switch operation {
      case .reference(let target):
        if let constants = constants(of: target, level: level + 1) { all.append(constants) }
      case .not(let refused):
        if let constants = refusedConstants(refused) { all.append(constants) }
      default: break
      }
    }
    var constants = all.first
    for other in all.dropFirst() { constants?.formIntersection(other) }
    if node.acceptsNull || node.excusesNull != nil { constants?.allowsOthers = true }
    knownConstants[number] = constants
    return constants
  }

  /// The constants that `not` forbids with a schema that consists of constants.
  private func refusedConstants(_ number: Int32) -> BranchFacts.Constants? {
    let node = plan.nodes[Int(number)]
    guard node.types == TypeSet.all.rawValue, node.anyEnd == 1, node.lastEnd == 1,
      !plan.assertions[Int(node.assertions)].isRule,
      let values = listedValues(node).first, values.count <= BranchDispatch.mostEntries
    else { return nil }
    let listed = values.compactMap { BranchFacts.Constant($0) }
    return .init(listed: Set(listed), areAllowed: false, allowsOthers: true)
  }

  private mutating func read(inPlace node: PlanNode, _ level: Int, _ facts: inout BranchFacts) {
    for operation in operations(node, node.objectEnd, node.inPlaceEnd) {
      switch operation {
      case .reference(let target):
        facts.formIntersection(self.facts(of: target, level: level + 1))
      case .allOf(let list):
        for child in nodes(of: list) {
          facts.formIntersection(self.facts(of: child, level: level + 1))
        }
      // An heir can be valid only if its parent is valid. The parent is the first one.
      case .heir(let list):
        if let parent = nodes(of: list).first {
          facts.formIntersection(self.facts(of: parent, level: level + 1))
        }
      case .anyOf(let list), .oneOf(let list):
        var all: [BranchFacts] = []
        for child in nodes(of: list) { all.append(self.facts(of: child, level: level + 1)) }
        if let union = BranchFacts.union(of: all) { facts.formIntersection(union) }
      default: break
      }
    }
  }
}

extension TypeSet {
  /// The types of a value: a number may be an integer.
  fileprivate init(of value: JSONNode) {
    switch value.kind {
    case .null: self = .null
    case .boolean: self = .boolean
    case .number: self = [.number, .integer]
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}
