@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The violations that the failures of a body mean, each made when its turn comes.
///
/// What one failure means may hang on others of the same object, so all are looked through first;
/// what is kept of each until then is a number or two.
struct ViolationReader {
  let reading: FailureReading
  private var list: FailureList
  /// The positions of failures, those about one value together, in the order of the values.
  private var order: [Int32]
  private var dropped: Set<Int32> = []
  private var standsForAll: Set<Int32> = []
  /// Failures whose rule leaves them to the schema.
  private var unowned: Set<Int32> = []
  /// The keys that stand for absent members, by the positions of the failures about those.
  private var lookalikes: [Int32: Lookalike] = [:]
  /// Where a name is repeated in an object, two of its members are one place.
  private let hasRepeatedKeys: Bool
  private var seen: Set<[String]> = []
  private var walk: TapePath

  /// - Parameter hasRepeatedKeys: Whether an object of the document has a name twice.
  /// - Complexity: n log n in the failures.
  init(_ reading: FailureReading, _ list: FailureList, hasRepeatedKeys: Bool) {
    self.reading = reading
    self.list = list
    self.hasRepeatedKeys = hasRepeatedKeys
    walk = TapePath(reading.document.cursor)
    order = Array(0..<Int32(clamping: list.count))
    order.sort { left, right in
      let (first, second) = (list.instance(at: Int(left)), list.instance(at: Int(right)))
      return first == second ? left < right : first < second
    }
    forEachValue { $0.settleAbsences($1) }
    forEachValue { $0.dropRepetitions($1) }
  }

  /// Goes over the stretches of `order` that are about one value each.
  private mutating func forEachValue(_ body: (inout ViolationReader, Range<Int>) -> Void) {
    var start = 0
    while start < order.count {
      let run = run(from: start)
      body(&self, run)
      start = run.upperBound
    }
  }

  /// The stretch of `order` that begins at a place and is about one value.
  private func run(from start: Int) -> Range<Int> {
    var end = start
    while end < order.count,
      list.instance(at: Int(order[end])) == list.instance(at: Int(order[start]))
    {
      end += 1
    }
    return start..<end
  }

  // MARK: What failures mean to one another

  private mutating func settleAbsences(_ run: Range<Int>) {
    var absent: [(position: Int32, failure: SchemaFailure)] = []
    for position in order[run] where list.isAbsence(at: Int(position)) {
      absent.append((position, list.failure(at: Int(position))))
    }
    guard !absent.isEmpty else { return }
    // A half of a coordinate pair is the pair's rule; when both are absent, each is just missing.
    let halves = absent.filter { reading.rule(of: $0.failure).absence == .half }
    if halves.count == 2 { unowned.formUnion(halves.map(\.position)) }
    // Of a flat pagination that is absent altogether one finding stands for every figure.
    let figures = absent.filter { reading.isFigure($0.failure) }
    if figures.count > 2, reading.lacksEveryFigure(figures[0].failure) {
      standsForAll.insert(figures[0].position)
      dropped.formUnion(figures.dropFirst().map(\.position))
    }
    absent.removeAll { standsForAll.contains($0.position) }
    for (position, key) in Lookalike.pairs(of: absent, in: reading.document) {
      let refusal = refusal(ofKey: key.tapeIndex)
      lookalikes[position] = Lookalike(
        name: key.string ?? "", index: key.tapeIndex, isExplained: refusal != nil)
      // Under a contract, a member under another name is one mistake.
      if let refusal, reading.authority == .contract { dropped.insert(refusal) }
    }
  }

  private mutating func refusal(ofKey key: Int) -> Int32? {
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

  /// The stretch of `order` that is about a value; logarithmic in the failures.
  private func run(of instance: Int) -> Range<Int> {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore = list.instance(at: Int(order[middle])) < instance
      if isBefore { low = middle + 1 } else { high = middle }
    }
    let isThere = low < order.count && list.instance(at: Int(order[low])) == instance
    return isThere ? run(from: low) : low..<low
  }

  /// Drops all but the first of several failures at one value that are one mistake.
  private mutating func dropRepetitions(_ run: Range<Int>) {
    guard run.count > 1 else { return }
    var identities: Set<[String]> = []
    for position in order[run] where !dropped.contains(position) {
      let identity = reading.identity(of: failure(at: position))
      if !identities.insert(identity).inserted { dropped.insert(position) }
    }
  }

  private mutating func failure(at position: Int32) -> SchemaFailure {
    var failure = list.failure(at: Int(position))
    if unowned.contains(position) { failure.owner = .schema }
    return failure
  }

  // MARK: Violations

  /// The failures to report, by the order of evaluation.
  var positions: some Sequence<Int32> {
    (0..<Int32(clamping: list.count)).lazy.filter { [dropped] in !dropped.contains($0) }
  }

  func concerns(_ instance: Int) -> Bool {
    order[run(of: instance)].contains { !dropped.contains($0) }
  }

  /// The bytes that a failure marks; known before its words are.
  func range(at position: Int32) -> ByteRange {
    let key = lookalike(at: position)?.index ?? list.key(at: Int(position))
    return reading.document.node(at: key ?? list.instance(at: Int(position))).range
  }

  /// The key at which an absent member stands, where that is where the mistake is.
  private func lookalike(at position: Int32) -> Lookalike? {
    guard reading.authority == .contract, let key = lookalikes[position], key.isExplained else {
      return nil
    }
    return key
  }

  /// The violation of a failure; nil where another one has said the same.
  mutating func violation(at position: Int32) -> Violation? {
    let failure = failure(at: position)
    let lookalike = lookalikes[position]
    let path = walk.path(to: failure.instance)
    if hasRepeatedKeys {
      let identity = reading.identity(of: failure) + [path.pointer.description]
      guard seen.insert(identity).inserted else { return nil }
    }
    return reading.violation(
      failure, at: path, standsForAll: standsForAll.contains(position), lookalike: lookalike,
      paths: innerPaths(of: failure))
  }

  /// The ways to the values that the branches of a failure are about.
  private func innerPaths(of failure: SchemaFailure) -> [Int: TapePath.Place] {
    let inner = Self.instances(of: failure.alternatives.flatMap(\.failures))
    return inner.isEmpty ? [:] : walk.paths(to: inner)
  }

  /// The values that failures are about, also those within branches.
  private static func instances(of failures: [SchemaFailure]) -> [Int] {
    failures.flatMap { failure in
      [failure.instance] + instances(of: failure.alternatives.flatMap(\.failures))
    }
  }
}

/// What schema failures mean for an API: which rule answers, where, in which words.
struct FailureReading {
  let document: JSONDocument
  /// By the owner of a failure, the rule that answers for it.
  let answers: [RulePlan.Answer]
  let settings: RuleSettings
  let authority: Authority
  /// Whether the values are secret, whatever their names say.
  var hidesValues = false
  let nearest = NearestNames()
}

extension FailureReading {
  init(document: JSONDocument, contract: Contract, settings: RuleSettings) {
    self.init(
      document: document, answers: contract.answers, settings: settings, authority: .contract)
  }

  /// The violations that failures mean, in the order of the text.
  func violations(_ failures: [SchemaFailure]) -> [Violation] {
    guard !failures.isEmpty else { return [] }
    var reader = ViolationReader(
      self, FailureList(failures), hasRepeatedKeys: !document.duplicateKeys().isEmpty)
    let positions = reader.positions.sorted {
      (reader.range(at: $0).offset, $0) < (reader.range(at: $1).offset, $1)
    }
    return positions.compactMap { reader.violation(at: $0) }
  }

  /// What sets two mistakes at one place apart: the rule and the member, and, under a schema alone,
  /// the keyword.
  func identity(of failure: SchemaFailure) -> [String] {
    [
      rule(of: failure).id, failure.absentMember ?? "",
      authority == .schema ? failure.keyword : "",
    ]
  }

  func isFigure(_ failure: SchemaFailure) -> Bool {
    guard case .required(let member) = failure.kind else { return false }
    return rule(of: failure).absence == .figures && Pagination.figure(member) != nil
  }

  /// Whether an object holds its items, and no pagination figure at all.
  func lacksEveryFigure(_ failure: SchemaFailure) -> Bool {
    let object = document.node(at: failure.instance)
    return object.count > 0 && !object.members.contains { Pagination.figure($0.name) != nil }
  }

  func rule(of failure: SchemaFailure) -> Rule {
    answers[Int(failure.owner.rawValue)].rule
  }

  /// The violation that one failure is. A name is given where the value is no member of an object, as a
  /// parameter's is not.
  func violation(
    _ failure: SchemaFailure, at path: TapePath.Place, named name: String? = nil,
    standsForAll: Bool = false, lookalike: Lookalike? = nil, paths: [Int: TapePath.Place] = [:]
  ) -> Violation {
    let answer = answers[Int(failure.owner.rawValue)]
    let rule = answer.rule
    let node = document.node(at: failure.instance)
    var context = context(failure, path, name, paths)
    context.standsForAll = standsForAll
    context.lookalike = lookalike?.name
    var violation = Violation(
      rule: rule, severity: answer.severity, kind: .assertion(context), instance: path.pointer,
      schema: failure.schema, range: (failure.key.map { document.node(at: $0) } ?? node).range)
    // A rule about keys says more than the keyword that it stands for.
    if failure.key == nil || rule.saysKeywords { violation.keyword = failure.keyword }
    if let member = failure.absentMember {
      violation.member = standsForAll ? nil : member
      violation.lookalike = lookalike?.name
      if let lookalike, authority == .contract, lookalike.isExplained {
        // The mistake stands at the key that is here.
        violation.range = document.node(at: lookalike.index).range
      } else {
        violation.mark = ByteRange(offset: node.range.offset, length: 1)
      }
    }
    if name == nil {
      let rename = context.rename(lookalike)
      violation.isConflict = rename?.isConflict ?? false
      // A member under another name is not to be added.
      violation.fix = rename?.fix
      if rename == nil {
        violation.fix = context.fix
        // Which branch was meant is a guess, though a good one.
        if failure.branches.contains(where: { $0.count > 1 }) { violation.fix?.isSafe = false }
      }
    }
    return violation
  }

  func text(of failure: SchemaFailure, at path: TapePath.Place) -> FindingText {
    context(failure, path, nil, [:]).text
  }

  private func context(
    _ failure: SchemaFailure, _ path: TapePath.Place, _ name: String?,
    _ paths: [Int: TapePath.Place]
  ) -> FailureContext {
    var context = FailureContext(
      failure: failure, rule: rule(of: failure), node: document.node(at: failure.instance),
      name: name ?? path.pointer.tokens.last, parent: path.parent.map { document.node(at: $0) },
      standsForAll: false, settings: settings, authority: authority)
    context.hidesValue = hidesValues
    context.nearest = nearest
    context.isKey = path.isKey
    context.alternatives = failure.alternatives.map { alternative in
      let failures = alternative.failures.map { inner in
        let isSameValue = inner.instance == failure.instance
        return self.context(
          inner, isSameValue ? path : paths[inner.instance] ?? path, isSameValue ? name : nil,
          paths)
      }
      return (alternative.branch, failures)
    }
    return context
  }
}
