@_spi(Engine) import JSONTape

/// The property whose value tells which branches of an `anyOf` or `oneOf` an object may match, such as
/// a `kind` with a `const` in each branch. Other branches are invalid for certain and not evaluated,
/// wherever in the object the property is.
struct BranchDispatch: BitwiseCopyable, Sendable {
  /// The object plan that has the property's name alone.
  var property: Int32
  /// The object plan that has the known values as names.
  var values: Int32
  /// The first of the lists of branches: one for each value, one for any other value, and one for an
  /// object without the property.
  var lists: Int32

  /// Lists with more entries in all are not made.
  fileprivate static let mostEntries = 1 << 16
}

extension SchemaEvaluator {
  /// The branches that a value may match.
  @inline(never)
  mutating func candidates(of list: ChildList, _ index: Int) -> ChildList {
    guard let (dispatch, value) = dispatch(of: list, index) else { return list }
    let lists = view.branchLists + Int(dispatch.pointee.lists)
    let values = view.objects + Int(dispatch.pointee.values)
    let count = Int(values.pointee.slotCount)
    guard let value else { return lists[count &+ 1] }
    guard cursor.rawTag(value) == TapeTag.string.rawValue else { return lists[count] }
    let slot = find(value, in: values, 0)
    return lists[slot < 0 ? count : slot]
  }

  /// The position of the only branch that has the object's value of the telling property.
  mutating func toldBranch(of list: ChildList, _ index: Int) -> Int? {
    guard let (dispatch, value) = dispatch(of: list, index), let value,
      cursor.rawTag(value) == TapeTag.string.rawValue
    else { return nil }
    let slot = find(value, in: view.objects + Int(dispatch.pointee.values), 0)
    guard slot >= 0 else { return nil }
    let told = view.branchLists[Int(dispatch.pointee.lists) &+ slot]
    guard told.count == 1 else { return nil }
    let node = view.children[Int(told.start)]
    return (0..<Int(list.count)).first { view.children[Int(list.start) &+ $0] == node }
  }

  private mutating func dispatch(
    of list: ChildList, _ index: Int
  ) -> (UnsafePointer<BranchDispatch>, value: Int?)? {
    let number = view.children[Int(list.start) &- 1]
    guard number >= 0, cursor.rawTag(index) == TapeTag.object.rawValue else { return nil }
    let dispatch = view.dispatches + Int(number)
    return (dispatch, firstMember(of: view.objects + Int(dispatch.pointee.property), in: index))
  }
}

extension PlanBuilder {
  /// The nodes of an `anyOf` or `oneOf`, with a place before them for the number of their dispatch.
  mutating func branchList(_ nodes: [Int32]) -> ChildList {
    children.append(-1)
    return childList(nodes)
  }

  /// Finds a telling property for each list of branches, once all nodes are compiled.
  mutating func dispatchBranches() {
    var known: [Int32: BranchFacts] = [:]
    for assertion in assertions {
      switch assertion.operation {
      case .anyOf(let list), .oneOf(let list): dispatch(list, &known)
      default: break
      }
    }
  }

  private mutating func dispatch(_ list: ChildList, _ known: inout [Int32: BranchFacts]) {
    let header = Int(list.start) - 1
    guard list.count > 1, children[header] < 0 else { return }
    let nodes = (0..<Int(list.count)).map { children[Int(list.start) + $0] }
    let facts = nodes.map { node in known.value(for: node) { self.facts(of: node) } }
    guard let name = Self.tellingProperty(of: facts) else { return }
    let possible = facts.indices.filter { facts[$0].allowsObjects }
    var numbers: [[UInt8]: Int] = [:]
    for values in possible.lazy.compactMap({ facts[$0].constants[name]?.strings }) {
      for value in values where numbers[value] == nil { numbers[value] = numbers.count }
    }
    // One list for each value, one for any other value, and one for none.
    var lists = [[Int32]](repeating: [], count: numbers.count + 2)
    var entries = 0
    for position in possible {
      let constants = facts[position].constants[name]
      var places = constants?.strings.compactMap { numbers[$0] } ?? Array(0..<numbers.count)
      if constants?.allowsOthers ?? true { places.append(numbers.count) }
      if !facts[position].required.contains(name) { places.append(numbers.count + 1) }
      entries += places.count
      guard entries <= BranchDispatch.mostEntries else { return }
      for place in places { lists[place].append(nodes[position]) }
    }
    let values = numbers.sorted { $0.value < $1.value }.map(\.key)
    let dispatch = BranchDispatch(
      property: objects.place(object([(bytes: name, node: ObjectPlan.any, required: -1)])),
      values: objects.place(
        object(values.map { (bytes: $0, node: ObjectPlan.any, required: -1) })),
      lists: Int32(branchLists.count))
    branchLists += lists.map { childList($0) }
    children[header] = dispatches.place(dispatch)
  }

  /// The property for which most branches have constants, if they differ in them.
  private static func tellingProperty(of facts: [BranchFacts]) -> [UInt8]? {
    var counts: [[UInt8]: Int] = [:]
    for branch in facts where branch.allowsObjects {
      for name in branch.constants.keys { counts[name, default: 0] += 1 }
    }
    let names = counts.filter { name, count in
      count > 1 && Set(facts.compactMap { $0.constants[name]?.strings }).count > 1
    }
    return names.max { left, right in
      left.value == right.value
        ? right.key.lexicographicallyPrecedes(left.key) : left.value < right.value
    }?.key
  }

  /// What a branch says of objects, through references and `allOf`.
  private func facts(of node: Int32) -> BranchFacts {
    var facts = BranchFacts()
    look(into: node, depth: 0, &facts)
    return facts
  }

  private func look(into node: Int32, depth: Int, _ facts: inout BranchFacts) {
    guard node >= 0, depth < 6 else { return }
    let plan = nodes[Int(node)]
    if plan.types & TypeSet.object.rawValue == 0 { facts.allowsObjects = false }
    if plan.object >= 0 { look(at: objects[Int(plan.object)], &facts) }
    let start = Int(plan.assertions)
    for assertion in assertions[start + Int(plan.objectEnd)..<start + Int(plan.inPlaceEnd)] {
      switch assertion.operation {
      case .reference(let target): look(into: target, depth: depth + 1, &facts)
      case .allOf(let list):
        for position in 0..<Int(list.count) {
          look(into: children[Int(list.start) + position], depth: depth + 1, &facts)
        }
      default: break
      }
    }
  }

  private func look(at object: ObjectPlan, _ facts: inout BranchFacts) {
    for slot in slots[Int(object.slots)..<Int(object.slots) + Int(object.slotCount)] {
      // A key in another spelling may stand for a required member.
      let isRequired = slot.required >= 0 && object.policy < 0
      guard let constants = constants(of: slot.node) else {
        if isRequired { facts.required.insert(name(of: slot)) }
        continue
      }
      let name = name(of: slot)
      if isRequired { facts.required.insert(name) }
      if facts.constants[name] == nil { facts.constants[name] = constants }
    }
  }

  private func name(of slot: PropertySlot) -> [UInt8] {
    Array(names[Int(slot.name)..<Int(slot.name) + Int(slot.length)])
  }

  private func constants(of node: Int32) -> BranchFacts.Constants? {
    guard node >= 0 else { return nil }
    let plan = nodes[Int(node)]
    let start = Int(plan.assertions)
    for assertion in assertions[start..<start + Int(plan.anyEnd)] {
      switch assertion.operation {
      case .const(let list), .enumeration(let list):
        let values = tables.enumerations[Int(list)]
        let strings = Set(values.compactMap { $0.string.map { Array($0.utf8) } })
        return BranchFacts.Constants(
          strings: strings, allowsOthers: plan.acceptsNull || values.contains { $0.string == nil })
      default: continue
      }
    }
    return nil
  }
}

/// What a branch demands of an object before anything else. Texts are compared by their bytes, as
/// values are.
private struct BranchFacts {
  struct Constants {
    var strings: Set<[UInt8]>
    /// Whether values that are no strings may be valid too.
    var allowsOthers: Bool
  }

  var allowsObjects = true
  var constants: [[UInt8]: Constants] = [:]
  var required: Set<[UInt8]> = []
}
