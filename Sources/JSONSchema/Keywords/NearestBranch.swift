@_spi(Engine) import JSONTape

/// The failures of a value against one branch of an `anyOf` or `oneOf`.
struct BranchTrial {
  let branch: RawBranch
  let holds: Bool
  let failures: [RawFailure]
  /// The properties that the branch has evaluated, as a tracker records them. May be empty.
  var marks: [UInt64] = []
  /// Whether the value has another type than the branch needs.
  var isOfOtherType = false
  /// The types that the branch needs. Empty if the branch uses constants.
  var types: TypeSet = []
  var evidence = Evidence.none

  /// How strongly the value suggests that the branch is meant, the strongest first.
  enum Evidence: Int {
    /// A property has the only constant that this branch allows. At least one other branch refuses
    /// this constant.
    case constant
    /// A property has one of several constants of this branch. Another branch refuses this constant.
    case choice
    case none
    /// A property has a constant that the branch does not allow.
    case otherConstant
    /// The branch lists properties, but the value has none of them.
    case nothingInCommon
  }
}

/// The report for a value that fails all branches.
enum NearestBranch {
  case branch(Int)
  /// The branches differ only in constants or types at the same places. These failures combine the
  /// failures of all branches.
  case merged([RawFailure])
  /// The value itself has the wrong type for each branch.
  case types(TypeSet)
  /// These branches are equally near.
  case several([Int])
}

extension SchemaEvaluator {
  /// - Parameters:
  ///   - tracker: The tracker for evaluated properties. -1 if these are not marked.
  ///   - only: The positions of the branches to try. Nil means all branches.
  @inline(never)
  mutating func trials(
    of list: ChildList, _ index: Int, _ tracker: Int, only positions: [Int]? = nil
  ) -> [BranchTrial] {
    let nodes = (0..<Int(list.count)).map { view.children[Int(list.start) &+ $0] }
    let count = branchCount(nodes, index)
    return (positions ?? Array(nodes.indices)).map { position in
      let granted = grants.list.count
      var collector = Collector()
      let words = tracker < 0 ? 0 : trackerWords(index)
      let inner = tracker < 0 ? -1 : reserve(words)
      let holds = evaluate(nodes[position], index, inner, &collector)
      if !holds { grants.cut(to: granted) }
      let branch = RawBranch(position: position, node: nodes[position], count: count)
      var trial = trial(of: branch, holds, collector.failures, index)
      if inner >= 0 {
        trial.marks = Array(bits[inner..<inner + words])
        release(inner)
      }
      return trial
    }
  }

  private func trial(
    of branch: RawBranch, _ holds: Bool, _ failures: [RawFailure], _ index: Int
  ) -> BranchTrial {
    var trial = BranchTrial(branch: branch, holds: holds, failures: failures)
    for failure in failures
    where failure.instance == index && failure.key < 0 && failure.displacement == nil {
      if isType(failure.assertion) {
        trial.isOfOtherType = true
        trial.types.formUnion(types(of: failure))
      } else if isOfOtherKind(failure, index) || isNever(failure.assertion) {
        trial.isOfOtherType = true
      }
    }
    return trial
  }

  /// Chooses the failures to report. Branches for another type are ignored. A matching constant
  /// decides. If there is none, the branch with the fewest failures is chosen, then the branch with
  /// the deepest failures.
  @inline(never)
  mutating func nearest(of trials: [BranchTrial], _ index: Int, owner: Owner) -> NearestBranch {
    var trials = trials
    if trials.allSatisfy(\.isOfOtherType) { return nearest(amongOtherTypes: trials) }
    let fitting = trials.indices.filter { !trials[$0].isOfOtherType }
    if fitting.count == 1 { return .branch(fitting[0]) }
    let keys = propertyKeys(of: index)
    weigh(&trials, fitting, keys)
    let best = fitting.map { trials[$0].evidence.rawValue }.min() ?? 0
    if let several = absences(fitting, trials, index, isBare: keys.isEmpty, owner) {
      return .several(several)
    }
    var group = fitting.filter { trials[$0].evidence.rawValue == best }
    if best == BranchTrial.Evidence.otherConstant.rawValue,
      let merged = sharedChoice(
        of: group.map { trials[$0].failures }, at: { $0 == index || keys.contains($0 &- 1) })
    {
      return .merged([merged])
    }
    let least = group.map { trials[$0].failures.count }.min() ?? 0
    group = group.filter { trials[$0].failures.count == least }
    if group.count > 1 {
      let depths = group.map { shallowest(trials[$0].failures, within: index) }
      let deepest = depths.max() ?? 0
      group = zip(group, depths).filter { $1 == deepest }.map(\.0)
    }
    guard group.count > 1 else { return .branch(group.first ?? 0) }
    return nearest(amongEqual: group, trials, owner)
  }

  /// All branches, if each branch fails only because of missing properties and the object has no
  /// property of any branch. In this case a branch with fewer required properties is not nearer.
  private func absences(
    _ fitting: [Int], _ trials: [BranchTrial], _ index: Int, isBare: Bool, _ owner: Owner
  ) -> [Int]? {
    let onlyAbsences = fitting.allSatisfy { position in
      let trial = trials[position]
      return (isBare || trial.evidence == .nothingInCommon)
        && trial.failures.count <= Self.mostInSummary
        && trial.failures.allSatisfy { failure in
          failure.instance == index && isAbsence(failure.assertion)
            && failure.displacement == nil
            && view.assertions[Int(failure.assertion)].owner == owner
        }
    }
    guard onlyAbsences, let first = fitting.first else { return nil }
    let isOne = fitting.allSatisfy { isSame(trials[$0].failures, trials[first].failures) }
    return isOne ? nil : fitting
  }

  private func nearest(amongOtherTypes trials: [BranchTrial]) -> NearestBranch {
    let possible = trials.indices.filter { position in
      !trials[position].failures.contains { isNever($0.assertion) }
    }
    let group = possible.map { trials[$0] }
    if !group.isEmpty, group.allSatisfy({ !$0.types.isEmpty }) {
      return .types(group.reduce(into: []) { $0.formUnion($1.types) })
    }
    if let merged = sharedChoice(of: group.map(\.failures)) { return .merged([merged]) }
    return possible.count < 2 ? .branch(possible.first ?? 0) : .several(possible)
  }

  /// The maximum number of failures of a branch that is listed as an alternative.
  private static let mostInSummary = 3

  private func nearest(
    amongEqual group: [Int], _ trials: [BranchTrial], _ owner: Owner
  ) -> NearestBranch {
    let failures = group.map { trials[$0].failures }
    let first = failures[0]
    if failures.dropFirst().allSatisfy({ isSame($0, first) }) { return .branch(group[0]) }
    if let merged = merged(failures) { return .merged(merged) }
    let isPlain = failures.allSatisfy { failures in
      failures.count <= Self.mostInSummary
        && failures.allSatisfy { ($0.owner ?? view.assertions[Int($0.assertion)].owner) == owner }
    }
    return isPlain ? .several(group) : .branch(group[0])
  }

  /// The combined failures of branches that fail at the same values, and only by types or
  /// constants. Nil if there are other differences.
  private func merged(_ branches: [[RawFailure]]) -> [RawFailure]? {
    var merged = branches[0]
    for failures in branches where failures.count != merged.count { return nil }
    for position in merged.indices {
      let place = merged[position].instance
      let here = branches.map { $0[position] }
      guard here.allSatisfy({ $0.instance == place && $0.key < 0 && $0.displacement == nil })
      else { return nil }
      if here.allSatisfy({ isType($0.assertion) }) {
        merged[position].types = here.reduce(into: []) { $0.formUnion(types(of: $1)) }
      } else if here.allSatisfy({ isChoice($0.assertion) }) {
        merged[position].choices = here.flatMap { $0.choices.isEmpty ? [$0.assertion] : $0.choices }
      } else {
        return nil
      }
    }
    return merged
  }

  // MARK: Evidence

  /// Finds out for each branch whether the properties of an object suggest it.
  private mutating func weigh(
    _ trials: inout [BranchTrial], _ fitting: [Int], _ keys: Set<Int>
  ) {
    var tags: Set<Int> = []
    for position in fitting {
      for failure in trials[position].failures
      where keys.contains(failure.instance &- 1) && isChoice(failure.assertion) {
        tags.insert(failure.instance)
      }
    }
    for position in fitting {
      let trial = trials[position]
      let refused = trial.failures.filter { isChoice($0.assertion) }.map(\.instance)
      var evidence = BranchTrial.Evidence.none
      // A branch that fails at one of several constants may still be the intended one.
      if trial.failures.contains(where: { isConstant($0.assertion) }) {
        evidence = .otherConstant
      }
      for tag in tags.subtracting(refused) {
        guard let count = constantCount(of: trial.branch.node, forProperty: tag &- 1) else {
          continue
        }
        evidence = count == 1 ? .constant : evidence == .none ? .choice : evidence
        if evidence == .constant { break }
      }
      if evidence == .none || evidence == .otherConstant, !keys.isEmpty {
        var lists = false
        var shares = false
        look(into: trial.branch.node) { evaluator, object in
          lists = lists || object.pointee.slotCount > 0
          shares =
            shares || object.pointee.patternCount > 0 || object.pointee.additional >= 0
            || keys.contains { evaluator.find($0, in: object, 0) >= 0 }
        }
        if lists, !shares { evidence = .nothingInCommon }
      }
      trials[position].evidence = evidence
    }
    // A failure at several constants counts only if another branch accepts the value.
    guard trials.contains(where: { $0.evidence == .choice || $0.evidence == .constant }) else {
      return
    }
    for position in fitting where trials[position].evidence == .none {
      if trials[position].failures.contains(where: { isChoice($0.assertion) }) {
        trials[position].evidence = .otherConstant
      }
    }
  }

  /// The maximum number of properties that are checked. It is enough because tags usually come
  /// early.
  private static let mostKeys = 256

  private func propertyKeys(of index: Int) -> Set<Int> {
    guard cursor.rawTag(index) == 7 else { return [] }
    var keys: Set<Int> = []
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end, keys.count < Self.mostKeys {
      keys.insert(key)
      key = cursor.next(key &+ 1)
    }
    return keys
  }

  /// The number of constants that a branch allows for the property with a key. Nil if the branch
  /// has no constants for it.
  private mutating func constantCount(of node: Int32, forProperty key: Int) -> Int? {
    var least: Int?
    look(into: node) { evaluator, object in
      let slot = evaluator.find(key, in: object, 0)
      guard slot >= 0 else { return }
      let property = evaluator.view.slots[Int(object.pointee.slots) &+ slot].node
      guard property >= 0 else { return }
      let plan = evaluator.view.nodes[Int(property)]
      for at in Int(plan.assertions)..<Int(plan.assertions) &+ Int(plan.anyEnd) {
        guard let count = evaluator.choiceCount(Int32(at)) else { continue }
        least = min(least ?? count, count)
      }
    }
    return least
  }

  /// Visits each object plan that a schema applies to the value itself, through references and
  /// `allOf`. The depth limit is higher than in real schemas.
  mutating func look(
    into node: Int32, depth: Int = 0,
    _ visit: (inout SchemaEvaluator, UnsafePointer<ObjectPlan>) -> Void
  ) {
    guard node >= 0, depth < 6 else { return }
    let plan = view.nodes[Int(node)]
    if plan.object >= 0 { visit(&self, view.objects + Int(plan.object)) }
    let start = Int(plan.assertions)
    for at in start &+ Int(plan.objectEnd)..<start &+ Int(plan.inPlaceEnd) {
      switch view.assertions[at].operation {
      case .reference(let target): look(into: target, depth: depth + 1, visit)
      case .allOf(let list):
        for position in 0..<Int(list.count) {
          look(into: view.children[Int(list.start) &+ position], depth: depth + 1, visit)
        }
      case .heir(let list): look(into: view.children[Int(list.start)], depth: depth + 1, visit)
      default: break
      }
    }
  }

  // MARK: Failures

  /// One failure for all branches that fail by constants at the same value, with all their
  /// constants.
  private func sharedChoice(
    of branches: [[RawFailure]], at isPlace: (Int) -> Bool = { _ in true }
  ) -> RawFailure? {
    guard branches.count > 1 else { return nil }
    let choices = branches.map { failures in
      var choices: [Int: RawFailure] = [:]
      for failure in failures
      where failure.key < 0 && isPlace(failure.instance) && isChoice(failure.assertion) {
        if choices[failure.instance] == nil { choices[failure.instance] = failure }
      }
      return choices
    }
    let places = choices[0].keys.filter { place in
      choices.allSatisfy { $0[place] != nil }
    }
    guard let place = places.min(), var merged = choices[0][place] else { return nil }
    let shared = choices.compactMap { $0[place] }
    merged.choices = shared.flatMap { $0.choices.isEmpty ? [$0.assertion] : $0.choices }
    return merged
  }

  private func shallowest(_ failures: [RawFailure], within index: Int) -> Int {
    failures.prefix(8).map { cursor.pointer(to: $0.instance, from: index).tokens.count }.min() ?? 0
  }

  /// Whether two branches fail because of the same missing properties, or the types of the same
  /// values.
  private func isSame(_ one: [RawFailure], _ other: [RawFailure]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).allSatisfy { a, b in
      guard a.instance == b.instance, a.key == b.key, a.displacement == nil, b.displacement == nil
      else { return false }
      switch (operation(a.assertion), operation(b.assertion)) {
      case (.required(let left), .required(let right)): return left == right
      case (.type, .type): return types(of: a) == types(of: b)
      default: return false
      }
    }
  }

  private func types(of failure: RawFailure) -> TypeSet {
    if let types = failure.types { return types }
    if case .type(let types, _) = operation(failure.assertion) { return types }
    return []
  }

  private func operation(_ assertion: Int32) -> Operation {
    view.assertions[Int(assertion)].operation
  }

  func isType(_ assertion: Int32) -> Bool {
    if case .type = operation(assertion) { true } else { false }
  }

  private func isAbsence(_ assertion: Int32) -> Bool {
    if case .required = operation(assertion) { true } else { false }
  }

  private func isNever(_ assertion: Int32) -> Bool {
    if case .never = operation(assertion) { true } else { false }
  }

  private func isChoice(_ assertion: Int32) -> Bool { choiceCount(assertion) != nil }

  private func isConstant(_ assertion: Int32) -> Bool { choiceCount(assertion) == 1 }

  /// The number of constants that a `const` or `enum` allows. Nil for other assertions.
  private func choiceCount(_ assertion: Int32) -> Int? {
    switch operation(assertion) {
    case .const: 1
    case .enumeration(let list): plan.tables.enumerations[Int(list)].count
    default: nil
    }
  }

  /// Whether a value fails because all constants have another type.
  private func isOfOtherKind(_ failure: RawFailure, _ index: Int) -> Bool {
    let assertions = failure.choices.isEmpty ? [failure.assertion] : failure.choices
    let kind = cursor.kind(index)
    return assertions.allSatisfy { assertion in
      switch operation(assertion) {
      case .const(let constant): plan.tables.enumerations[Int(constant)][0].kind != kind
      case .enumeration(let list):
        plan.tables.enumerations[Int(list)].allSatisfy { $0.kind != kind }
      default: false
      }
    }
  }

  func allowsOnlyNull(_ node: Int32) -> Bool {
    let plan = view.nodes[Int(node)]
    if plan.types == TypeSet.null.rawValue { return true }
    let start = Int(plan.assertions)
    return (start..<start &+ Int(plan.anyEnd)).contains { at in
      guard case .const(let constant) = view.assertions[at].operation else { return false }
      return self.plan.tables.enumerations[Int(constant)][0].isNull
    }
  }
}
