@_spi(Engine) import JSONTape

/// Finds the branches of an `anyOf` or `oneOf` that a value may match. The value's type, its
/// property names and the value of one property decide. An example of such a property is a `kind`
/// with a `const` in each branch. The other branches certainly refuse the value, so they are not
/// evaluated.
struct BranchDispatch: BitwiseCopyable, Sendable {
  /// The first of eight lists of branches, one for each ``TapeTag``.
  var types: Int32
  /// The object plan of the names to search, or -1. If there are ``valueLists``, the first name is
  /// the deciding property.
  var names: Int32 = -1
  /// The object plan whose names are the known texts of the deciding property, or -1.
  var texts: Int32 = -1
  /// The object plan whose names are the known integers of the deciding property, as they are
  /// written, or -1.
  var integers: Int32 = -1
  /// The first of the lists by value. There is one list for each text, one for each integer, one
  /// for any other value, and one for an object without the property.
  var valueLists: Int32 = -1
  /// Whether a branch that the value names decides.
  var judgesByName = false

  /// One branch of a list.
  struct Branch: BitwiseCopyable, Sendable {
    var node: Int32
    /// The branch's position in the `anyOf` or `oneOf`.
    var position: Int32
    /// The names that the branch requires, as a bit set.
    var needs: UInt64
    /// Whether the branch lists the value of the deciding property.
    var listsValue = false
    /// Whether rules have demands in the branch.
    var asks = false
  }

  /// The branches that a value may match. They are the branches of the list whose required names
  /// are present.
  struct Candidates {
    var list: ChildList
    var present = UInt64.max
    /// Whether the value of the deciding property is known.
    var isValueKnown = false
  }

  /// The maximum number of entries in all lists together. Larger lists are not made.
  static let mostEntries = 1 << 16
  /// The most names that are searched.
  fileprivate static let mostNames = 32
}

extension SchemaEvaluator {
  @inline(__always)
  func judgesByName(_ list: ChildList) -> Bool {
    view.dispatches[Int(view.children[Int(list.start) &- 1])].judgesByName
  }

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
        // The number may equal a known integer in another spelling.
        return found
      default: break
      }
      if slot >= 0 {
        number = slot
        found.isValueKnown = true
      }
    } else {
      number &+= 1
    }
    found.list = view.branchLists[Int(dispatch.pointee.valueLists) &+ number]
    return found
  }

  /// Whether an integer has only one spelling: it is short and not `-0`.
  private mutating func isPlainInteger(_ index: Int) -> Bool {
    let text = cursor.start(index)
    return !cursor.isMarked(index)
      && !(text[0] == UInt8(ascii: "-") && text[1] == UInt8(ascii: "0"))
  }

  /// The position of the branch that lists the object's value of the deciding property. Nil if
  /// another branch may also match.
  mutating func branchByValue(of list: ChildList, _ index: Int) -> Int? {
    let candidates = candidates(of: list, index)
    guard candidates.isValueKnown else { return nil }
    let branches = (0..<Int(candidates.list.count)).map {
      view.branches[Int(candidates.list.start) + $0]
    }
    let possible = branches.filter { $0.listsValue || $0.needs & ~candidates.present == 0 }
    return possible.count == 1 && possible[0].listsValue ? Int(possible[0].position) : nil
  }
}

extension PlanBuilder {
  /// The nodes of an `anyOf` or `oneOf`. Before them is a place for the number of their dispatch.
  mutating func branchList(_ nodes: [Int32]) -> ChildList {
    children.append(-1)
    return childList(nodes)
  }

  /// For each list of branches, finds the differences that decide between the branches. Call this
  /// when all nodes are compiled.
  ///
  /// Call ``noteWhatAsks()`` first.
  mutating func dispatchBranches() {
    var reader = FactReader(self)
    for assertion in assertions {
      switch assertion.operation {
      case .anyOf(let list), .oneOf(let list):
        guard children[Int(list.start) - 1] < 0 else { continue }
        let nodes = reader.nodes(of: list)
        var dispatch = dispatch(nodes, nodes.map { reader.facts(of: $0) })
        dispatch.judgesByName = tables.discriminators[list.start]?.judges ?? false
        children[Int(list.start) - 1] = dispatches.place(dispatch)
      default: break
      }
    }
  }

  private mutating func dispatch(_ nodes: [Int32], _ facts: [BranchFacts]) -> BranchDispatch {
    let objects = nodes.indices.filter { facts[$0].allows(TapeTag.object.rawValue) }
    let telling = objects.count > 1 ? Self.tellingProperty(of: objects.map { facts[$0] }) : nil
    // A name that all branches require cannot decide between them.
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
        BranchDispatch.Branch(
          node: nodes[$0], position: Int32($0), needs: needs?[$0] ?? 0,
          asks: self.nodes[Int(nodes[$0])].asks)
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
    dispatch.texts = place(byValue.known.filter(\.isText).map(\.bytes))
    dispatch.integers = place(byValue.known.filter { !$0.isText }.map(\.bytes))
    dispatch.valueLists = place(
      byValue.lists.enumerated().map { number, positions in
        var list = branches(positions, needs: needs)
        if number < byValue.known.count {
          for index in list.indices {
            let constants = facts[Int(list[index].position)].properties[telling]
            list[index].listsValue = constants?.areAllowed ?? false
          }
        }
        return list
      })
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

  /// The known values of a property, with the branches that allow each value. Then the branches
  /// that allow any other value, and the branches that allow an object without the property.
  private static func positions(
    _ objects: [Int], _ facts: [BranchFacts], by name: [UInt8]
  ) -> (known: [BranchFacts.Constant], lists: [[Int]]) {
    let known = objects.reduce(into: Set<BranchFacts.Constant>()) {
      $0.formUnion(facts[$1].properties[name]?.listed ?? [])
    }.sorted { $0.precedes($1) }
    let numbers = Dictionary(uniqueKeysWithValues: known.enumerated().map { ($1, $0) })
    var lists = [[Int]](repeating: [], count: known.count + 2)
    for position in objects {
      let constants = facts[position].properties[name]
      var places = Array(known.indices)
      if let constants, constants.areAllowed {
        places = constants.listed.compactMap { numbers[$0] }
      } else if let constants {
        places.removeAll { constants.listed.contains(known[$0]) }
      }
      if constants?.allowsOthers ?? true { places.append(known.count) }
      if !facts[position].required.contains(name) { places.append(known.count + 1) }
      for place in places { lists[place].append(position) }
    }
    return (known, lists)
  }

  /// The property for which most branches have different constants, if the lists for its values
  /// have few entries.
  private static func tellingProperty(of facts: [BranchFacts]) -> [UInt8]? {
    var counts: [[UInt8]: (branches: Int, listed: Int)] = [:]
    for branch in facts {
      for (name, constants) in branch.properties {
        let known = counts[name] ?? (0, 0)
        counts[name] = (known.branches + 1, known.listed + constants.listed.count)
      }
    }
    let names = counts.filter { name, count in
      let others = facts.count - count.branches
      guard count.branches > 1,
        count.listed * (1 + others) <= BranchDispatch.mostEntries
      else { return false }
      let constants = facts.lazy.compactMap { $0.properties[name] }
      return constants.contains { $0 != constants.first }
    }
    return names.max { left, right in
      left.value.branches == right.value.branches
        ? right.key.lexicographicallyPrecedes(left.key)
        : left.value.branches < right.value.branches
    }?.key
  }
}
