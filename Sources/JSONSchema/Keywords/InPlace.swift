@_spi(Engine) import JSONTape

/// `allOf`, `anyOf`, `oneOf`, `not`, `if`. Source: JSON Schema Core 2020-12, section 10.2.
extension Keyword {
  static let inPlace: [Keyword] = [
    branches("allOf") { .allOf($0) },
    branches("anyOf") { .anyOf($0) },
    branches("oneOf") { .oneOf($0) },
    applicator("not", isInPlace: true) { .not($0) },
  ]

  /// The keywords `if`, `then` and `else`, from draft 7 on.
  static let conditions: [Keyword] = [
    Keyword("if", .schema, in: .applicator) { draft, value, compiler throws(SchemaError) in
      var plan = ConditionalPlan(
        condition: try compiler.compile(value, "if", in: draft, isInPlace: true), then: -1,
        otherwise: -1)
      if let then = draft.node["then"] {
        plan.then = try compiler.compile(then, "then", in: draft, isInPlace: true)
      }
      if let otherwise = draft.node["else"] {
        plan.otherwise = try compiler.compile(otherwise, "else", in: draft, isInPlace: true)
      }
      draft.assert(.conditional(compiler.builder.conditionals.place(plan)), "if")
    },
    Keyword("then", .schema, in: .applicator, compile: nil),
    Keyword("else", .schema, in: .applicator, compile: nil),
  ]

  private static func branches(
    _ name: String, _ operation: @escaping @Sendable (ChildList) -> Operation
  ) -> Keyword {
    Keyword(name, .array, in: .applicator) { draft, value, compiler throws(SchemaError) in
      var nodes: [Int32] = []
      let context = compiler.branchContext(name, of: draft)
      let sites = try compiler.list(value, name, in: draft)
      for site in sites {
        nodes.append(
          try compiler.compile([site], in: context, isInPlace: true, roles: draft.rolesInPlace))
      }
      let list = compiler.builder.branchList(nodes)
      if name != "allOf" { try compiler.discriminate(list, value, sites, of: draft, in: context) }
      draft.assert(operation(list), name)
    }
  }
}

extension SchemaEvaluator {
  @inline(never)
  mutating func holds<Sink: FailureSink>(
    _ assertion: Int, _ operation: Operation, inPlaceAt index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    switch operation {
    case .reference(let node):
      sink.follow(Int32(truncatingIfNeeded: assertion))
      return evaluate(node, index, tracker, &sink)
    case .dynamicReference(let reference):
      sink.follow(Int32(truncatingIfNeeded: assertion))
      return evaluate(dynamicTarget(reference), index, tracker, &sink)
    case .allOf(let list): return allHold(list, index, tracker, &sink)
    case .anyOf(let list):
      if Sink.traces { return traceBranches(assertion, list, index, tracker, &sink) }
      if judgesByName(list), let named = namedBranchHolds(list, index, tracker, &sink) {
        // Other branches may list more properties.
        if named.holds, tracker >= 0 { _ = countValid(list, index, tracker, upTo: Int.max) }
        return named.holds
      }
      if Sink.collects, asks { return collect(assertion, operation, list, index, tracker, &sink) }
      if Sink.collects, let holds = knownBranchHolds(list, index, tracker, &sink) { return holds }
      if countValid(list, index, tracker, upTo: tracker < 0 ? 1 : Int.max) > 0 { return true }
      return Sink.collects ? explain(assertion, list, index, tracker, &sink) : false
    case .oneOf(let list):
      if Sink.traces { return traceBranches(assertion, list, index, tracker, &sink) }
      if judgesByName(list), let named = namedBranchHolds(list, index, tracker, &sink) {
        guard named.holds else { return false }
        return excusesOthers(assertion, list, than: named.position, index)
          || Sink.collects && reportMatches(assertion, list, index, &sink)
      }
      if Sink.collects, asks { return collect(assertion, operation, list, index, tracker, &sink) }
      if Sink.collects, let holds = knownBranchHolds(list, index, tracker, &sink) { return holds }
      let count = countValid(list, index, tracker, upTo: 2)
      if count == 1 || count > 1 && namesBranch(assertion, list, index) { return true }
      if !Sink.collects { return false }
      if count == 0 { return explain(assertion, list, index, tracker, &sink) }
      return reportMatches(assertion, list, index, &sink)
    case .not(let node):
      return !probe(node, index, -1, tracks: tracker >= 0, &sink)
        || sink.fail(Int32(assertion), index)
    case .heir(let list): return heirHolds(assertion, list, index, tracker, &sink)
    case .conditional(let conditional):
      return conditionHolds(conditional, index, tracker, &sink)
    default: return true
    }
  }

  @inline(never)
  private mutating func allHold<Sink: FailureSink>(
    _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    var holds = true
    for position in 0..<Int(list.count) {
      let node = view.children[Int(list.start) &+ position]
      if !evaluate(node, index, tracker, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
    }
    return holds
  }

  /// If one property's value selects a branch: whether this branch accepts the value, and the
  /// branch's failures. Nil if no branch is selected, or if evaluated properties must still be
  /// marked. With this, each level of a tree is evaluated only once.
  @inline(never)
  private mutating func knownBranchHolds<Sink: FailureSink>(
    _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool? {
    guard plan.tables.discriminators[list.start] == nil,
      let position = branchByValue(of: list, index),
      let trial = trials(of: list, index, tracker, only: [position]).first
    else { return nil }
    if trial.holds { return tracker < 0 ? true : nil }
    nearestBranch = trial.branch.node
    sink.add(trial.failures, of: trial.branch)
    mark([trial], index, tracker)
    return false
  }

  /// Marks the properties that failed branches describe as evaluated. Without this, one mistake in
  /// a branch would cause a second mistake for each property beside it.
  private mutating func mark(_ trials: [BranchTrial], _ index: Int, _ tracker: Int) {
    guard tracker >= 0 else { return }
    for trial in trials {
      for (word, marks) in trial.marks.enumerated() { bits[tracker &+ word] |= marks }
    }
  }

  /// The number of branches that accept the value, up to a limit. Leniencies are used only if no
  /// branch accepts the value without them. So a leniency never decides between branches that are
  /// valid without it.
  @inline(never)
  private mutating func countValid(
    _ list: ChildList, _ index: Int, _ tracker: Int, upTo limit: Int
  ) -> Int {
    guard isLenient else { return countBranches(list, index, tracker, upTo: limit) }
    let count = without(rules: false) { $0.countBranches(list, index, tracker, upTo: limit) }
    return count > 0 ? count : countBranches(list, index, tracker, upTo: limit)
  }

  /// Each accepting branch adds to the evaluated properties, and may contain demands.
  private mutating func countBranches(
    _ list: ChildList, _ index: Int, _ tracker: Int, upTo limit: Int
  ) -> Int {
    var count = 0
    let candidates = candidates(of: list, index)
    for position in 0..<Int(candidates.list.count) {
      let branch = view.branches[Int(candidates.list.start) &+ position]
      if branch.needs & ~candidates.present != 0 { continue }
      if count >= limit, limit > 1 || !branch.asks || !asks || owes { continue }
      let (owed, granted) = (owes, grants.list.count)
      var verdict = Verdict()
      let holds =
        tracker < 0
        ? evaluate(branch.node, index, -1, &verdict)
        : isValid(branch.node, index, tracker, &verdict)
      if holds {
        count &+= 1
      } else {
        // The demands and the leniencies of a branch count only if the branch accepts the value.
        owes = owed
        grants.cut(to: granted)
      }
    }
    return count
  }

  /// First decides without rules. Then collects the rules' demands in the accepting branches or, if
  /// there are none, in the nearest branch.
  @inline(never)
  private mutating func collect<Sink: FailureSink>(
    _ assertion: Int, _ operation: Operation, _ list: ChildList, _ index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    asks = false
    nearestBranch = -1
    let holds = self.holds(assertion, operation, inPlaceAt: index, tracker, &sink)
    let nearest = nearestBranch
    var meant = without(rules: true) { $0.matches(of: list, index) }
    if meant.isEmpty, holds { meant = matches(of: list, index) }
    var nodes = meant.map { view.children[Int(list.start) &+ $0] }
    if nodes.isEmpty, nearest >= 0 { nodes = [nearest] }
    let granted = grants.list.count
    defer { if !holds { grants.cut(to: granted) } }
    asks = true
    let words = tracker < 0 ? 0 : trackerWords(index)
    for node in nodes {
      let inner = tracker < 0 ? -1 : reserve(words)
      var collector = Collector()
      _ = evaluate(node, index, inner, &collector)
      sink.add(asked: collector.asked)
      guard inner >= 0 else { continue }
      // The properties that the nearest branch describes are checked there, but do not count as
      // evaluated.
      for word in 0..<words { bits[tracker &+ word] |= bits[inner &+ word] & 0xAAAA_AAAA_AAAA_AAAA }
      release(inner)
    }
    return holds
  }

  @inline(never)
  private mutating func conditionHolds<Sink: FailureSink>(
    _ conditional: Int32, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    let plan = view.conditionals[Int(conditional)]
    let branch = probe(plan.condition, index, tracker, &sink) ? plan.then : plan.otherwise
    return branch < 0 || evaluate(branch, index, tracker, &sink)
  }

  /// Reports which branches of a `oneOf` accept the value if there are several. If the value should
  /// name one of these branches and does not, this is reported instead.
  @inline(never)
  private mutating func reportMatches<Sink: FailureSink>(
    _ assertion: Int, _ list: ChildList, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    if let discriminator = plan.tables.discriminators[list.start], discriminator.judges {
      switch choose(discriminator, index) {
      case .unknown(let value): return sink.fail(discriminator.unknown, value)
      case .absent where discriminator.absent >= 0:
        return sink.fail(discriminator.absent, index, detail: -1)
      default: break
      }
    }
    var matches = without(rules: true) { $0.matches(of: list, index) }
    if matches.isEmpty { matches = self.matches(of: list, index) }
    return sink.fail(
      RawFailure(assertion: Int32(assertion), instance: index, matches: matches))
  }

  /// The positions of the accepting branches.
  private mutating func matches(of list: ChildList, _ index: Int) -> [Int] {
    (0..<Int(list.count)).filter { position in
      let granted = grants.list.count
      var verdict = Verdict()
      if isValid(view.children[Int(list.start) &+ position], index, -1, &verdict) { return true }
      grants.cut(to: granted)
      return false
    }
  }

  /// Whether a branch accepts the value. Only if it does, its evaluated properties are kept.
  ///
  /// - Parameters:
  ///   - tracks: Whether properties are recorded even if they are not kept. `not` needs this for an
  ///     inner `unevaluated…`.
  ///   - describes: Whether the branch describes the properties. `if` does not describe them.
  @inline(never)
  mutating func isValid<Sink: FailureSink>(
    _ node: Int32, _ index: Int, _ tracker: Int, tracks: Bool = false, describes: Bool = true,
    _ sink: inout Sink
  ) -> Bool {
    if tracker < 0, !tracks { return evaluate(node, index, -1, &sink) }
    let words = trackerWords(index)
    let inner = reserve(words)
    defer { release(inner) }
    guard evaluate(node, index, inner, &sink) else { return false }
    if tracker >= 0 {
      let kept: UInt64 = describes ? .max : 0x5555_5555_5555_5555
      for word in 0..<words { bits[tracker &+ word] |= bits[inner &+ word] & kept }
    }
    return true
  }

  /// The number of branches for a message. A branch for null counts only if the value is null.
  func branchCount(_ nodes: [Int32], _ index: Int) -> Int {
    let isNull = cursor.rawTag(index) == 0
    return nodes.count(where: { isNull || !allowsOnlyNull($0) })
  }

  /// The most branches that a failure lists.
  private static let mostAlternatives = 32

  /// Reports the nearest branch, or the branch that the discriminator selects.
  @inline(never)
  private mutating func explain<Sink: FailureSink>(
    _ assertion: Int, _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    nearestBranch = -1
    let discriminator = plan.tables.discriminators[list.start]
    let choice = discriminator.map { choose($0, index) } ?? .open
    if let discriminator, case .absent = choice, discriminator.absent >= 0 {
      return sink.fail(discriminator.absent, index, detail: -1)
    }
    let trials = trials(of: list, index, tracker)
    nearestBranch = -1
    defer {
      mark(trials.filter { nearestBranch < 0 || $0.branch.node == nearestBranch }, index, tracker)
    }
    if case .branch(let position, _) = choice, !trials[position].failures.isEmpty {
      var branch = trials[position].branch
      nearestBranch = branch.node
      branch.discriminator = list.start
      sink.add(trials[position].failures, of: branch)
      return false
    }
    let nearest = nearest(of: trials, index, owner: view.assertions[assertion].owner)
    if let discriminator, case .unknown(let value) = choice {
      // The constants in the branches already show the same.
      guard case .merged(let failures) = nearest, failures.first?.instance == value else {
        return sink.fail(discriminator.unknown, value)
      }
    }
    switch nearest {
    case .branch(let position):
      nearestBranch = trials[position].branch.node
      sink.add(trials[position].failures, of: trials[position].branch)
      return false
    case .merged(let failures):
      for failure in failures { sink.record(failure) }
      return false
    case .types(let types):
      // A failed type is reported at its place in the schema. If there is none, it is reported at
      // the keyword.
      let failures = trials.flatMap(\.failures)
      let reported = failures.first { $0.instance == index && isType($0.assertion) }
      return sink.fail(
        RawFailure(
          assertion: reported?.assertion ?? Int32(assertion), instance: index, types: types))
    case .several(let positions):
      var failure = RawFailure(assertion: Int32(assertion), instance: index)
      failure.alternatives = positions.prefix(Self.mostAlternatives).map { position in
        var failures = trials[position].failures
        // Alternatives inside alternatives are dropped, because they would be nested as deeply as
        // the value.
        for index in failures.indices { failures[index].alternatives = [] }
        return (trials[position].branch, failures)
      }
      return sink.fail(failure)
    }
  }
}
