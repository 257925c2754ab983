@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The violations that result from the failures of a body, each made when it is asked for.
///
/// The meaning of one failure may depend on others of the same object, so a first pass looks at all
/// of them. It keeps one or two numbers for each. It is a class, as copies of all its parts would
/// cost more than to read one failure.
final class ViolationReader {
  let reading: FailureReading
  private var list: FailureList
  /// Of each failure, the value that it reports.
  private var instances: [Int] = []
  /// Positions of failures, grouped by value, in the order of the values.
  private var order: [Int32]
  private var dropped: Set<Int32> = []
  private var standsForAll: Set<Int32> = []
  /// Failures that their rule leaves to the rule `schema`.
  private var unowned: Set<Int32> = []
  /// Keys that stand for absent members, by the positions of those failures.
  private var lookalikes: [Int32: Lookalike] = [:]
  /// The keys of values that a rule about keys refuses, by the positions of those failures.
  private var markedKeys: [Int32: Int] = [:]
  /// In an object that repeats a name, two members have one place.
  private let hasRepeatedKeys: Bool
  private var seen: Set<[String]> = []
  private var walk: TapePath
  /// What the document was checked against; nil for a schema alone.
  private let root: Int32?
  /// The failures whose fixes, by rules of one's own, are certain.
  private lazy var certainFixes: Set<Int32> = tryOwnFixes()

  /// - Parameters:
  ///   - root: The node of the contract's plan that the document was checked against.
  ///   - hasRepeatedKeys: Whether any object of the document repeats a name.
  /// - Complexity: O(*n* log *n*) in the number of failures.
  init(
    _ reading: FailureReading, _ list: FailureList, root: Int32? = nil, hasRepeatedKeys: Bool
  ) {
    self.reading = reading
    self.list = list
    self.root = root
    self.hasRepeatedKeys = hasRepeatedKeys
    walk = TapePath(reading.document.cursor)
    order = []
    // What a renamed member holds is checked as well, and may hold renamed members itself.
    var settled = 0
    while settled < self.list.count {
      let first = settled
      settled = self.list.count
      sort()
      for run in runs { settleAbsences(run, from: first) }
    }
    for run in runs { dropRepetitions(run) }
    if reading.answers.contains(where: \.rule.marksKeys) { markKeys() }
  }

  private func markKeys() {
    var failures: [(position: Int32, instance: Int)] = []
    for position in positions where list.key(at: Int(position)) == nil {
      let failure = list.failure(at: Int(position))
      if reading.rule(of: failure).marksKeys { failures.append((position, failure.instance)) }
    }
    let paths = walk.paths(to: failures.map(\.instance))
    for (position, instance) in failures {
      guard let parent = paths[instance]?.parent,
        reading.document.node(at: parent).kind == .object
      else { continue }
      markedKeys[position] = instance - 1
    }
  }

  /// The values that are never shown.
  var hiddenRanges: [ByteRange] {
    guard reading.answers.contains(where: \.rule.hidesValues) else { return [] }
    var list = list
    return positions.compactMap { position in
      let failure = list.failure(at: Int(position))
      guard reading.rule(of: failure).hidesValues else { return nil }
      return reading.document.node(at: failure.instance).range
    }
  }

  /// Whether the check of the body was given up; then there is no other failure.
  var isGivenUp: Bool {
    list.count == 1 && list.failure(at: 0).isGivenUp
  }

  private func sort() {
    for position in instances.count..<list.count { instances.append(list.instance(at: position)) }
    order = Array(0..<Int32(clamping: list.count))
    order.sort { [instances] left, right in
      let (first, second) = (instances[Int(left)], instances[Int(right)])
      return first == second ? left < right : first < second
    }
  }

  /// The groups of ``order``, one for each value.
  private var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    while let start = runs.last?.upperBound ?? order.indices.first, start < order.count {
      runs.append(run(of: instances[Int(order[start])]))
    }
    return runs
  }

  /// - Parameter first: The first of the failures that are not settled yet.
  private func settleAbsences(_ run: Range<Int>, from first: Int) {
    var absent: [(position: Int32, failure: SchemaFailure)] = []
    for position in order[run] where position >= first && list.isAbsence(at: Int(position)) {
      let failure = list.failure(at: Int(position))
      // What a project's own rule asks for is no documented member.
      if reading.rule(of: failure).origin == nil { absent.append((position, failure)) }
    }
    guard !absent.isEmpty else { return }
    // One missing half of a coordinate pair is a violation of the pair's rule. If both are missing,
    // each is just a missing member.
    let halves = absent.filter { reading.rule(of: $0.failure).absence == .half }
    if halves.count == 2 { unowned.formUnion(halves.map(\.position)) }
    // If a flat pagination is missing altogether, one finding stands for all its figures.
    let figures = absent.filter { reading.isFigure($0.failure) }
    if figures.count > 2, reading.lacksEveryFigure(figures[0].failure) {
      standsForAll.insert(figures[0].position)
      dropped.formUnion(figures.dropFirst().map(\.position))
    }
    absent.removeAll { standsForAll.contains($0.position) }
    func failures(_ position: Int32, _ key: JSONNode) -> FailureList? {
      list.failures(ofValueAt: key.tapeIndex + 1, asAbsentAt: Int(position))
    }
    let pairs = Lookalike.pairs(of: absent, in: reading.document) {
      failures($0, $1).map { $0.count == 0 } ?? true
    }
    for (position, key, isSpelling) in pairs {
      let refusal = refusal(ofKey: key.tapeIndex)
      let isExplained = refusal != nil || isSpelling
      lookalikes[position] = Lookalike(
        name: key.string ?? "", index: key.tapeIndex, isExplained: isExplained)
      guard reading.authority == .contract, isExplained else { continue }
      // Under a contract, a member under another name is one mistake, not two; what it holds is
      // judged as the documented member.
      if let refusal { dropped.insert(refusal) }
      // A value that only a spelling error keeps from its name fits there already.
      if isSpelling, let inner = failures(position, key) { self.list.append(inner) }
    }
  }

  private func refusal(ofKey key: Int) -> Int32? {
    var found: Int32?
    for position in order[run(of: key + 1)] where list.key(at: Int(position)) == key {
      switch list.failure(at: Int(position)).kind {
      case .additionalProperties, .unevaluatedProperties, .undocumented, .keyCase:
        found = position
      default: break
      }
    }
    return found
  }

  /// The group of `order` about a value. Logarithmic in the number of failures.
  private func run(of instance: Int) -> Range<Int> {
    let start = order.indices.partitionPoint { instances[Int(order[$0])] >= instance }
    let rest = start..<order.count
    return start..<rest.partitionPoint { instances[Int(order[$0])] > instance }
  }

  /// Keeps only the first of several failures of one value that are the same mistake.
  private func dropRepetitions(_ run: Range<Int>) {
    guard run.count > 1 else { return }
    if !reading.settings.own.isEmpty { silenceOwnRules(run) }
    var identities: Set<[String]> = []
    var gravest: Severity?
    var undecodable: [(position: Int32, severity: Severity)] = []
    for position in order[run] where !dropped.contains(position) {
      let failure = failure(at: position)
      if !identities.insert(reading.identity(of: failure)).inserted { dropped.insert(position) }
      guard failure.key == nil else { continue }
      let severity = reading.answer(of: failure).severity
      if failure.isOfDecoding {
        undecodable.append((position, severity))
      } else {
        gravest = max(gravest ?? severity, severity)
      }
    }
    // A value that the schema refuses is one mistake, decoded or not.
    guard let gravest else { return }
    for (position, severity) in undecodable where severity <= gravest { dropped.insert(position) }
  }

  /// Where something else has failed at a value, a rule of one's own says nothing about it.
  private func silenceOwnRules(_ run: Range<Int>) {
    var own: [(position: Int32, failure: SchemaFailure)] = []
    var isValueWrong = false
    var absent: Set<String> = []
    for position in order[run] where !dropped.contains(position) {
      let failure = failure(at: position)
      if reading.rule(of: failure).origin != nil {
        own.append((position, failure))
      } else if let member = failure.absentMember {
        absent.insert(member)
      } else if failure.key == nil {
        isValueWrong = true
      }
    }
    for (position, failure) in own {
      let isSaid = failure.absentMember.map(absent.contains) ?? isValueWrong
      if isSaid { dropped.insert(position) }
    }
  }

  private func failure(at position: Int32) -> SchemaFailure {
    var failure = list.failure(at: Int(position))
    if unowned.contains(position) { failure.owner = .schema }
    return failure
  }

  /// The positions of the failures to report, in the order of evaluation.
  var positions: some Sequence<Int32> {
    (0..<Int32(clamping: list.count)).lazy.filter { [dropped] in !dropped.contains($0) }
  }

  /// Looks up places in a memory of its own, for use by another thread.
  func detach() {
    if let contract = reading.contract { reading.contract = (contract.contract, ContractPlaces()) }
  }

  func concerns(_ instance: Int) -> Bool {
    order[run(of: instance)].contains { !dropped.contains($0) }
  }

  /// The bytes that a failure marks.
  func range(at position: Int32) -> ByteRange {
    let key =
      lookalike(at: position)?.index ?? list.key(at: Int(position)) ?? markedKeys[position]
    return reading.document.node(at: key ?? instances[Int(position)]).range
  }

  /// The key that stands for an absent member, where the mistake is at that key.
  private func lookalike(at position: Int32) -> Lookalike? {
    guard reading.authority == .contract, let key = lookalikes[position], key.isExplained else {
      return nil
    }
    return key
  }

  /// Nil where another violation has already said the same.
  func violation(at position: Int32) -> Violation? {
    let failure = failure(at: position)
    let lookalike = lookalikes[position]
    let path = walk.path(to: failure.instance)
    if hasRepeatedKeys {
      let identity = reading.identity(of: failure) + [path.pointer.description]
      guard seen.insert(identity).inserted else { return nil }
    }
    var violation = reading.violation(
      failure, at: path, standsForAll: standsForAll.contains(position), lookalike: lookalike,
      markedKey: markedKeys[position], paths: innerPaths(of: failure))
    if violation.rule.origin != nil, violation.fix != nil, !certainFixes.contains(position) {
      violation.fix = nil
      violation.obstacle = .wrongText
    }
    return violation
  }

  private func tryOwnFixes() -> Set<Int32> {
    guard let contract = reading.contract?.contract, let root else { return [] }
    let all = 0..<Int32(clamping: list.count)
    let paths = walk.paths(to: all.map { instances[Int($0)] })
    var fixes = OwnFixes(reading.document)
    for position in all {
      let failure = failure(at: position)
      let path = paths[failure.instance] ?? TapePath.Place()
      fixes.add(failure, at: path.pointer)
      let rule = reading.rule(of: failure)
      guard rule.origin != nil, rule.repair != nil, !dropped.contains(position) else { continue }
      let violation = reading.violation(failure, at: path, markedKey: markedKeys[position])
      guard let fix = violation.fix, !fix.edits.isEmpty else { continue }
      fixes.add(fix, of: failure, position, at: path.pointer, newName: rule.newName)
    }
    return fixes.certain(contract.schema, root)
  }

  /// Paths to the values inside the branches of a failure.
  private func innerPaths(of failure: SchemaFailure) -> [Int: TapePath.Place] {
    let inner = Self.instances(of: failure.alternatives.flatMap(\.failures))
    return inner.isEmpty ? [:] : walk.paths(to: inner)
  }

  /// Includes the values within branches.
  private static func instances(of failures: [SchemaFailure]) -> [Int] {
    failures.flatMap { failure in
      [failure.instance] + instances(of: failure.alternatives.flatMap(\.failures))
    }
  }
}

extension SchemaFailure {
  /// Whether the schema allows the value, and only clients cannot decode it.
  fileprivate var isOfDecoding: Bool {
    switch kind {
    case .undecodable, .halfSurrogate: true
    default: false
    }
  }
}
