@_spi(Engine) import JSONTape

/// Which branches of an `anyOf` or `oneOf` a value may match: by its type, by the names that it has,
/// and by the value of one property, such as a `kind` with a `const` in each branch. Other branches are
/// invalid for certain and not evaluated.
struct BranchDispatch: BitwiseCopyable, Sendable {
  /// The first of eight lists of branches, one for each ``TapeTag``.
  var types: Int32
  /// The object plan of the names to look for, or -1. If there are ``values``, the first name is that
  /// of the telling property.
  var names: Int32 = -1
  /// The object plan that has the known texts of the telling property as names, or -1.
  var texts: Int32 = -1
  /// The same for its known integers, as they are written.
  var integers: Int32 = -1
  /// The first of the lists by value: one for each text, one for each integer, one for any other
  /// value, and one for an object without the property.
  var valueLists: Int32 = -1

  /// One branch of a list.
  struct Branch: BitwiseCopyable, Sendable {
    var node: Int32
    /// Its place in the `anyOf` or `oneOf`.
    var position: Int32
    /// The names that it requires, as bits.
    var needs: UInt64
  }

  /// The branches that a value may match: those that need no other names than those present.
  struct Candidates {
    var list: ChildList
    var present = UInt64.max
    /// Whether the value of the telling property is known.
    var isTold = false
  }

  /// Lists with more entries in all are not made.
  fileprivate static let mostEntries = 1 << 16
  /// No more names than this are looked for.
  fileprivate static let mostNames = 32
}

extension SchemaEvaluator {
  /// The branches that a value may match.
  @inline(__always)
  mutating func candidates(of list: ChildList, _ index: Int) -> BranchDispatch.Candidates {
    let dispatch = view.dispatches + Int(view.children[Int(list.start) &- 1])
    let tag = cursor.rawTag(index)
    let ofType = view.branchLists[Int(dispatch.pointee.types) &+ Int(tag)]
    guard tag == TapeTag.object.rawValue, dispatch.pointee.names >= 0, ofType.count > 1 else {
      return BranchDispatch.Candidates(list: ofType)
    }
    return candidates(by: dispatch, ofType, index)
  }

  @inline(never)
  private mutating func candidates(
    by dispatch: UnsafePointer<BranchDispatch>, _ ofType: ChildList, _ index: Int
  ) -> BranchDispatch.Candidates {
    let names = view.objects + Int(dispatch.pointee.names)
    var found = BranchDispatch.Candidates(list: ofType, present: 0)
    var telling: Int?
    var hint = 0
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let slot = find(key, in: names, hint)
      if slot >= 0 {
        found.present |= 1 &<< UInt64(truncatingIfNeeded: slot)
        if slot == 0, telling == nil { telling = key &+ 1 }
        hint = slot &+ 1
      }
      key = cursor.next(key &+ 1)
    }
    guard dispatch.pointee.valueLists >= 0 else { return found }
    let texts = view.objects + Int(dispatch.pointee.texts)
    let integers = view.objects + Int(dispatch.pointee.integers)
    let textCount = Int(texts.pointee.slotCount)
    var number = textCount &+ Int(integers.pointee.slotCount)
    if let telling {
      var slot = -1
      switch cursor.rawTag(telling) {
      case TapeTag.string.rawValue: slot = find(telling, in: texts, 0)
      case TapeTag.integer.rawValue where isPlainInteger(telling):
        slot = find(telling, in: integers, 0)
        if slot >= 0 { slot &+= textCount }
      case TapeTag.integer.rawValue, TapeTag.number.rawValue:
        // It may equal a known integer in another spelling.
        return found
      default: break
      }
      if slot >= 0 {
        number = slot
        found.isTold = true
      }
    } else {
      number &+= 1
    }
    found.list = view.branchLists[Int(dispatch.pointee.valueLists) &+ number]
    return found
  }

  /// Whether equal integers are written alike: a short one that is not `-0`.
  private mutating func isPlainInteger(_ index: Int) -> Bool {
    let text = cursor.start(index)
    return !cursor.isMarked(index)
      && !(text[0] == UInt8(ascii: "-") && text[1] == UInt8(ascii: "0"))
  }

  /// The position of the only branch that has the object's value of the telling property.
  mutating func toldBranch(of list: ChildList, _ index: Int) -> Int? {
    let candidates = candidates(of: list, index)
    guard candidates.isTold else { return nil }
    let branches = (0..<Int(candidates.list.count)).map {
      view.branches[Int(candidates.list.start) + $0]
    }
    let fitting = branches.filter { $0.needs & ~candidates.present == 0 }
    return fitting.count == 1 ? Int(fitting[0].position) : nil
  }
}

extension PlanBuilder {
  /// The nodes of an `anyOf` or `oneOf`, with a place before them for the number of their dispatch.
  mutating func branchList(_ nodes: [Int32]) -> ChildList {
    children.append(-1)
    return childList(nodes)
  }

  /// Finds out for each list of branches what tells them apart, once all nodes are compiled.
  mutating func dispatchBranches() {
    var reader = FactReader(self)
    for assertion in assertions {
      switch assertion.operation {
      case .anyOf(let list), .oneOf(let list):
        guard children[Int(list.start) - 1] < 0 else { continue }
        let nodes = reader.nodes(of: list)
        let dispatch = dispatch(nodes, nodes.map { reader.facts(of: $0) })
        children[Int(list.start) - 1] = dispatches.place(dispatch)
      default: break
      }
    }
  }

  private mutating func dispatch(_ nodes: [Int32], _ facts: [BranchFacts]) -> BranchDispatch {
    let objects = nodes.indices.filter { facts[$0].allows(TapeTag.object.rawValue) }
    let telling = objects.count > 1 ? Self.tellingProperty(of: objects.map { facts[$0] }) : nil
    // What all of them require tells none apart.
    var counts: [[UInt8]: Int] = [:]
    for position in objects {
      for name in facts[position].required { counts[name, default: 0] += 1 }
    }
    let asked = counts.filter { $0.value < objects.count && $0.key != telling }
      .sorted {
        $0.value == $1.value ? $0.key.lexicographicallyPrecedes($1.key) : $0.value > $1.value
      }
      .prefix(BranchDispatch.mostNames).map(\.key)
    let names = (telling.map { [$0] } ?? []) + asked
    let needs = facts.map { fact in
      names.indices.reduce(into: UInt64(0)) { mask, bit in
        if fact.required.contains(names[bit]) { mask |= 1 << UInt64(bit) }
      }
    }
    func branches(_ positions: [Int], needs: [UInt64]? = nil) -> [BranchDispatch.Branch] {
      positions.map {
        BranchDispatch.Branch(node: nodes[$0], position: Int32($0), needs: needs?[$0] ?? 0)
      }
    }
    let byType = (UInt8(0)..<8).map { tag in
      branches(
        nodes.indices.filter { facts[$0].allows(tag) },
        needs: tag == TapeTag.object.rawValue ? needs : nil)
    }
    var dispatch = BranchDispatch(types: place(byType))
    guard !names.isEmpty else { return dispatch }
    dispatch.names = place(names)
    guard let telling else { return dispatch }
    let byValue = Self.positions(objects, facts, by: telling)
    guard byValue.lists.lazy.map(\.count).reduce(0, +) <= BranchDispatch.mostEntries else {
      // Without lists by value the names are still known.
      return dispatch
    }
    dispatch.texts = place(byValue.texts)
    dispatch.integers = place(byValue.integers)
    dispatch.valueLists = place(byValue.lists.map { branches($0, needs: needs) })
    return dispatch
  }

  private mutating func place(_ names: [[UInt8]]) -> Int32 {
    objects.place(object(names.map { (bytes: $0, node: ObjectPlan.any, required: -1) }))
  }

  private mutating func place(_ lists: [[BranchDispatch.Branch]]) -> Int32 {
    let first = Int32(branchLists.count)
    for list in lists {
      branchLists.append(ChildList(start: Int32(branches.count), count: Int32(list.count)))
      branches += list
    }
    return first
  }

  /// The known texts and integers of a property, and the branches that each allows, then those that
  /// any other value allows, and those of an object without the property.
  private static func positions(
    _ objects: [Int], _ facts: [BranchFacts], by name: [UInt8]
  ) -> (texts: [[UInt8]], integers: [[UInt8]], lists: [[Int]]) {
    let known = objects.reduce(into: Set<BranchFacts.Constant>()) {
      $0.formUnion(facts[$1].members[name]?.listed ?? [])
    }.sorted { $0.precedes($1) }
    let numbers = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1, $0) })
    var lists = [[Int]](repeating: [], count: known.count + 2)
    var entries = 0
    for position in objects where entries <= BranchDispatch.mostEntries {
      let constants = facts[position].members[name]
      var places = Array(known.indices)
      if let constants, constants.areAllowed {
        places = constants.listed.compactMap { numbers[$0] }
      } else if let constants {
        places.removeAll { constants.listed.contains(known[$0]) }
      }
      if constants?.allowsOthers ?? true { places.append(known.count) }
      if !facts[position].required.contains(name) { places.append(known.count + 1) }
      entries += places.count
      for place in places { lists[place].append(position) }
    }
    return (
      known.filter(\.isText).map(\.bytes), known.filter { !$0.isText }.map(\.bytes), lists
    )
  }

  /// The property for which most branches have constants, if they differ in them.
  private static func tellingProperty(of facts: [BranchFacts]) -> [UInt8]? {
    var counts: [[UInt8]: Int] = [:]
    for branch in facts { for name in branch.members.keys { counts[name, default: 0] += 1 } }
    let names = counts.filter { name, count in
      count > 1 && Set(facts.compactMap { $0.members[name] }).count > 1
    }
    return names.max { left, right in
      left.value == right.value
        ? right.key.lexicographicallyPrecedes(left.key) : left.value < right.value
    }?.key
  }
}

/// What a node demands of a value before anything else.
private struct BranchFacts {
  /// A text by its bytes, as texts are compared, or an integer as it is written.
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

    /// Texts come first.
    func precedes(_ other: Constant) -> Bool {
      isText == other.isText ? bytes.lexicographicallyPrecedes(other.bytes) : isText
    }
  }

  /// The values that may be valid: these alone, or all but these.
  struct Constants: Hashable {
    var listed: Set<Constant>
    var areAllowed: Bool
    /// Whether any value that is not listed may be valid.
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
  /// Of the value itself; nil where any may be valid.
  var constants: Constants?
  /// Of the values of an object's members.
  var members: [[UInt8]: Constants] = [:]
  var required: Set<[UInt8]> = []

  /// Whether a value with this tag may be valid.
  func allows(_ tag: UInt8) -> Bool {
    // A number may be whole.
    let whole = tag == TapeTag.number.rawValue ? TypeSet.integer.rawValue : 0
    return types & (TypeSet.bits(ofTag: tag) | whole) != 0
  }

  mutating func formIntersection(_ other: BranchFacts) {
    types &= other.types
    if let constants = other.constants { restrict(to: constants) }
    for (name, constants) in other.members { restrict(name, to: constants) }
    required.formUnion(other.required)
  }

  mutating func restrict(to other: Constants) {
    if constants?.formIntersection(other) == nil { constants = other }
  }

  mutating func restrict(_ name: [UInt8], to other: Constants) {
    if members[name]?.formIntersection(other) == nil { members[name] = other }
  }

  /// What holds where one of several holds; nil for none.
  static func union(of all: [BranchFacts]) -> BranchFacts? {
    guard var union = all.first else { return nil }
    union.types = all.reduce(0) { $0 | $1.types }
    for other in all.dropFirst() {
      if let constants = other.constants {
        union.constants?.formUnion(constants)
      } else {
        union.constants = nil
      }
    }
    let objects = all.filter { $0.allows(TapeTag.object.rawValue) }
    union.members = objects.first?.members ?? [:]
    union.required = objects.first?.required ?? []
    for other in objects.dropFirst() {
      union.required.formIntersection(other.required)
      union.members = union.members.reduce(into: [:]) { members, member in
        guard var constants = other.members[member.key] else { return }
        constants.formUnion(member.value)
        members[member.key] = constants
      }
    }
    return union
  }
}

/// Reads facts from the nodes of a plan, each node once.
private struct FactReader {
  private let plan: PlanBuilder
  private var known: [Int32: BranchFacts] = [:]
  private var knownConstants: [Int32: BranchFacts.Constants?] = [:]
  /// Levels of schemas in place that are followed.
  private static let mostLevels = 8

  init(_ plan: PlanBuilder) { self.plan = plan }

  func nodes(of list: ChildList) -> [Int32] {
    (0..<Int(list.count)).map { plan.children[Int(list.start) + $0] }
  }

  mutating func facts(of node: Int32, level: Int = 0) -> BranchFacts {
    if let known = known[node] { return known }
    guard node >= 0, level < Self.mostLevels else { return BranchFacts() }
    var facts = BranchFacts()
    let plan = self.plan.nodes[Int(node)]
    facts.types = plan.types
    // Every integer is a number.
    if plan.types & TypeSet.number.rawValue != 0 { facts.types |= TypeSet.integer.rawValue }
    read(constantsOf: plan, &facts)
    if plan.object >= 0 { read(membersOf: self.plan.objects[Int(plan.object)], &facts) }
    read(inPlace: plan, level, &facts)
    if plan.acceptsNull { facts.types |= plan.types & TypeSet.null.rawValue }
    known[node] = facts
    return facts
  }

  private func operations(_ node: PlanNode, _ from: UInt16, _ to: UInt16) -> [Operation] {
    let start = Int(node.assertions)
    return plan.assertions[start + Int(from)..<start + Int(to)].map(\.operation)
  }

  private func read(constantsOf node: PlanNode, _ facts: inout BranchFacts) {
    for operation in operations(node, 0, node.anyEnd) {
      switch operation {
      case .const(let list), .enumeration(let list):
        let values = plan.tables.enumerations[Int(list)]
        facts.types &= values.reduce(0) { $0 | TypeSet(of: $1).rawValue }
        let listed = values.map { BranchFacts.Constant($0) }
        facts.restrict(
          to: .init(
            listed: Set(listed.compactMap { $0 }), areAllowed: true,
            allowsOthers: node.acceptsNull || listed.contains(nil)))
      default: break
      }
    }
  }

  private mutating func read(membersOf object: ObjectPlan, _ facts: inout BranchFacts) {
    for slot in plan.slots[Int(object.slots)..<Int(object.slots) + Int(object.slotCount)] {
      let start = Int(slot.name)
      let name = Array(plan.names[start..<start + Int(slot.length)])
      // A key in another spelling may stand for a required member.
      if slot.required >= 0, object.policy < 0 { facts.required.insert(name) }
      if slot.node >= 0, let constants = constants(of: slot.node) {
        facts.restrict(name, to: constants)
      }
    }
  }

  /// What a member's node says of the value alone, not of its members.
  private mutating func constants(of node: Int32) -> BranchFacts.Constants? {
    if let known = knownConstants[node] { return known }
    var facts = BranchFacts()
    read(constantsOf: node, level: 0, &facts)
    knownConstants[node] = facts.constants
    return facts.constants
  }

  private func read(constantsOf node: Int32, level: Int, _ facts: inout BranchFacts) {
    let plan = self.plan.nodes[Int(node)]
    read(constantsOf: plan, &facts)
    // References and `allOf` lead on; a node with several branches has no constants of its own.
    for operation in operations(plan, plan.objectEnd, plan.inPlaceEnd) {
      switch operation {
      case .reference(let target) where level < Self.mostLevels:
        read(constantsOf: target, level: level + 1, &facts)
      case .not(let refused):
        if let constants = refusedConstants(refused) { facts.restrict(to: constants) }
      default: break
      }
    }
    if plan.acceptsNull { facts.constants?.allowsOthers = true }
  }

  /// What `not` says with a schema that is constants alone.
  private func refusedConstants(_ node: Int32) -> BranchFacts.Constants? {
    let node = plan.nodes[Int(node)]
    guard node.types == TypeSet.all.rawValue, node.anyEnd == 1, node.lastEnd == 1,
      case .enumeration(let list) = plan.assertions[Int(node.assertions)].operation
    else { return nil }
    let listed = plan.tables.enumerations[Int(list)].compactMap { BranchFacts.Constant($0) }
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
  /// The type of a value.
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
