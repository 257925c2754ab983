@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes the violations of a body from its failures, when they are needed. Each failure belongs to
/// exactly one violation. A violation has the highest severity of its failures.
///
/// The meaning of a failure may depend on other failures of the same object. So a first pass reads
/// all failures. This pass keeps one or two numbers for each failure. The reader is a class,
/// because a copy of all its parts would take longer than reading one failure.
package final class ViolationReader {
  let reading: FailureReading
  private(set) var list: FailureList
  /// The value that each failure reports.
  private(set) var instances: [Int] = []
  /// Positions of failures, grouped by value, in the order of the values.
  private var order: [Int32]
  /// For the position of a failure: the position of another failure whose violation includes the
  /// first failure.
  private(set) var standsIn: [Int32: Int32] = [:]
  /// The missing properties that keys stand for, by the positions of the failures of these keys.
  private var absences: [Int32: SchemaFailure] = [:]
  /// The highest severity of the other failures in a violation.
  private var gravest: [Int32: Severity] = [:]
  private var standsForAll: Set<Int32> = []
  /// Failures that their rule leaves to the rule `schema`.
  private var unowned: Set<Int32> = []
  /// Keys that stand for missing properties, by the positions of those failures.
  private var lookalikes: [Int32: Lookalike] = [:]
  /// The keys of values that a rule about keys refuses, by the positions of those failures.
  private(set) var markedKeys: [Int32: Int] = [:]
  /// If an object repeats a name, two of its properties have the same place.
  private let hasRepeatedKeys: Bool
  private var seen: Set<[String]> = []
  private(set) var walk: TapePath
  /// The node of the contract's plan that the document was checked against. Nil if there is only a
  /// schema.
  let root: Int32?
  /// The failures with certain fixes by own rules.
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
    // The value of a renamed property is checked as well, and may contain renamed properties.
    var settled = 0
    while settled < self.list.count {
      let first = settled
      settled = self.list.count
      sort()
      for run in runs { settleAbsences(run, from: first) }
    }
    if hasRepeatedKeys, reading.settings.isOn(.duplicateKey) { dropRepeated() }
    if !reading.settings.own.isEmpty, reading.document.cursor.describesAPI(0) { dropOwnRules() }
    for run in runs { joinRepetitions(run) }
    for position in standsIn.keys {
      let rest = reading.severity(of: self.list.failure(at: Int(position)))
      let end = representative(of: position)
      gravest[end] = max(gravest[end] ?? rest, rest)
    }
    if reading.answers.contains(where: \.rule.marksKeys) { markKeys() }
  }

  /// If a key occurs twice, nobody knows which value a client reads. So only the repeated key is
  /// reported.
  private func dropRepeated() {
    let values = Set(
      reading.document.duplicateKeys().flatMap { [$0.first + 1, $0.repeated + 1] })
    for position in 0..<Int32(clamping: list.count) where values.contains(instances[Int(position)])
    {
      if list.failure(at: Int(position)).isOfDecoding { standsIn[position] = position }
    }
  }

  /// The values in an API's own contract are no values of the API. If a server sends its contract
  /// as a response, own rules do not apply to this body.
  private func dropOwnRules() {
    for position in 0..<Int32(clamping: list.count)
    where reading.rule(of: list.failure(at: Int(position))).origin != nil {
      standsIn[position] = position
    }
  }

  /// Lets one failure's violation stand for another failure.
  private func join(_ position: Int32, to other: Int32) {
    let (from, to) = (representative(of: position), representative(of: other))
    if from != to { standsIn[from] = to }
  }

  /// The failure whose violation includes a failure.
  private func representative(of position: Int32) -> Int32 {
    var position = position
    while let other = standsIn[position], other != position { position = other }
    return position
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

  /// The ranges of values that must not be shown.
  var hiddenRanges: [ByteRange] {
    guard reading.answers.contains(where: \.rule.hidesValues) else { return [] }
    var list = list
    return positions.compactMap { position in
      let failure = list.failure(at: Int(position))
      guard reading.rule(of: failure).hidesValues else { return nil }
      return reading.document.node(at: failure.instance).range
    }
  }

  /// Whether the check of the body was given up. If so, there is only this failure.
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

  /// - Parameter first: The first failure that is not settled yet.
  private func settleAbsences(_ run: Range<Int>, from first: Int) {
    var absent: [(position: Int32, failure: SchemaFailure)] = []
    for position in order[run] where position >= first && list.isAbsence(at: Int(position)) {
      let failure = list.failure(at: Int(position))
      // A property that only a project's own rule requires is not a documented property.
      if reading.rule(of: failure).origin == nil { absent.append((position, failure)) }
    }
    guard !absent.isEmpty else { return }
    // If one half of a coordinate pair is missing, the violation belongs to the pair's rule. If
    // both are missing, each is an ordinary missing property.
    let halves = absent.filter { reading.rule(of: $0.failure).absence == .half }
    if halves.count == 2 { unowned.formUnion(halves.map(\.position)) }
    // If a flat pagination is missing completely, one finding represents all its figures.
    let figures = absent.filter { reading.isFigure($0.failure) }
    if figures.count > 2, reading.lacksEveryFigure(figures[0].failure) {
      standsForAll.insert(figures[0].position)
      for figure in figures.dropFirst() { join(figure.position, to: figures[0].position) }
    }
    absent.removeAll { standsForAll.contains($0.position) }
    joinToKeys(&absent)
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
      // With a contract, a property under another name is one mistake, not two. Its value is
      // checked like the value of the documented property.
      if let refusal { join(refusal, to: position) }
      // If only a spelling error changed the name, the value already fits.
      if isSpelling, let inner = failures(position, key) { self.list.append(guesses: inner) }
    }
  }

  /// If a rule says that a key stands for a missing property, the failures of both are one mistake.
  private func joinToKeys(_ absent: inout [(position: Int32, failure: SchemaFailure)]) {
    guard hasAliases, let object = absent.first.map({ $0.failure.instance }) else { return }
    var aliases: [String: Int32] = [:]
    for property in reading.document.node(at: object).properties.prefix(Self.mostNamed) {
      let key = property.key.tapeIndex
      for position in order[run(of: key + 1)] where list.key(at: Int(position)) == key {
        guard case .alias(let documented) = list.failure(at: Int(position)).kind else { continue }
        aliases[documented] = aliases[documented] ?? position
      }
    }
    absent.removeAll { position, failure in
      guard let alias = failure.missingProperty.flatMap({ aliases[$0] }) else { return false }
      join(position, to: alias)
      absences[alias] = failure
      return true
    }
  }

  /// Real objects have few properties. The limit is for hostile objects.
  private static let mostNamed = 256

  /// Whether a key stands for a documented property.
  private lazy var hasAliases = (0..<list.count).contains { position in
    guard list.key(at: position) != nil else { return false }
    if case .alias = list.failure(at: position).kind { return true }
    return false
  }

  private func refusal(ofKey key: Int) -> Int32? {
    order[run(of: key + 1)].last { position in
      list.key(at: Int(position)) == key && list.failure(at: Int(position)).rankOfKey ?? 0 > 1
    }
  }

  /// The group of `order` for a value. The time is logarithmic in the number of failures.
  private func run(of instance: Int) -> Range<Int> {
    let start = order.indices.partitionPoint { instances[Int(order[$0])] >= instance }
    let rest = start..<order.count
    return start..<rest.partitionPoint { instances[Int(order[$0])] > instance }
  }

  /// Makes one violation of several failures of one value that have the same cause.
  private func joinRepetitions(_ run: Range<Int>) {
    guard run.count > 1 else { return }
    joinKeys(run)
    joinRefused(run)
    if !reading.settings.own.isEmpty { joinOwnRules(run) }
    var identities: [[String]: Int32] = [:]
    var gravest: (position: Int32, severity: Severity)?
    var undecodable: [(position: Int32, severity: Severity)] = []
    for position in byWords(order[run]) where standsIn[position] == nil {
      let failure = failure(at: position)
      let identity = reading.identity(of: failure)
      if let known = identities[identity] { join(position, to: known) }
      identities[identity] = identities[identity] ?? position
      guard failure.key == nil else { continue }
      let severity = reading.severity(of: failure)
      if failure.isOfDecoding {
        undecodable.append((position, severity))
      } else if gravest.map({ severity > $0.severity }) ?? true {
        gravest = (position, severity)
      }
    }
    // If the schema refuses a value, this is one mistake. A guess about its decoding adds no
    // information.
    guard let gravest else { return }
    let certain = order[run].first { position in
      let failure = list.failure(at: Int(position))
      return failure.ground != .guess && failure.key == nil && failure.missingProperty == nil
        && reading.rule(of: failure).origin == nil
    }
    if let certain {
      for position in order[run] where position != certain && standsIn[position] == nil {
        let failure = list.failure(at: Int(position))
        if failure.ground == .guess, failure.key == nil, failure.missingProperty == nil {
          join(position, to: certain)
        }
      }
    }
    for (position, severity) in undecodable where severity <= gravest.severity {
      join(position, to: gravest.position)
    }
  }

  /// The failures of a value, the most precise message first: a profile is more precise than a
  /// format.
  private func byWords(_ positions: ArraySlice<Int32>) -> [Int32] {
    let isDate = { (position: Int32) in
      if case .date = self.list.failure(at: Int(position)).kind { true } else { false }
    }
    return positions.filter(isDate) + positions.filter { !isDate($0) }
  }

  /// If a value must not be present, no other failure of the schema is reported for it.
  private func joinRefused(_ run: Range<Int>) {
    let refusal = order[run].first { position in
      if case .refused = list.failure(at: Int(position)).kind { true } else { false }
    }
    guard let refusal else { return }
    for position in order[run] where list.key(at: Int(position)) == nil {
      if list.failure(at: Int(position)).ground == .schema { join(position, to: refusal) }
    }
  }

  /// Makes one violation of all failures of a key.
  private func joinKeys(_ run: Range<Int>) {
    let ranked = order[run].compactMap { position in
      list.key(at: Int(position)).flatMap { _ in
        list.failure(at: Int(position)).rankOfKey.map { (rank: $0, position: position) }
      }
    }
    guard let best = ranked.min(by: { $0 < $1 }) else { return }
    for (_, position) in ranked where position != best.position && standsIn[position] == nil {
      join(position, to: best.position)
    }
  }

  /// If a value has another failure, an own rule's failure of this value is not reported.
  private func joinOwnRules(_ run: Range<Int>) {
    var own: [(position: Int32, failure: SchemaFailure)] = []
    var valueIsWrong: Int32?
    var absent: [String: Int32] = [:]
    var key: Int32?
    for position in order[run] where standsIn[position] == nil {
      let failure = failure(at: position)
      if case .undocumented = failure.kind { key = position }
      if reading.rule(of: failure).origin != nil {
        own.append((position, failure))
      } else if let property = failure.missingProperty {
        absent[property] = absent[property] ?? position
      } else if failure.key == nil, failure.ground != .guess {
        valueIsWrong = valueIsWrong ?? position
      }
    }
    for (position, failure) in own {
      if let other = failure.missingProperty.map({ absent[$0] }) ?? valueIsWrong {
        join(position, to: other)
      } else if let key, reading.rule(of: failure).marksKeys || failure.kind.isNever {
        // The rule forbids a name that the contract does not list. This is one mistake.
        let unlisted = reading.severity(of: self.failure(at: key))
        let isOwn = unlisted <= reading.severity(of: failure)
        join(isOwn ? key : position, to: isOwn ? position : key)
      }
    }
  }

  func failure(at position: Int32) -> SchemaFailure {
    var failure = list.failure(at: Int(position))
    if unowned.contains(position) { failure.owner = .schema }
    return failure
  }

  /// The positions of the failures to report, in the order of evaluation.
  var positions: some Sequence<Int32> {
    (0..<Int32(clamping: list.count)).lazy.filter { [standsIn] in standsIn[$0] == nil }
  }

  /// Gives the reader its own memory for places, so that another thread can use it.
  func detach() {
    if let contract = reading.contract { reading.contract = (contract.contract, ContractPlaces()) }
  }

  func concerns(_ instance: Int) -> Bool {
    order[run(of: instance)].contains { standsIn[$0] == nil }
  }

  /// The bytes that a failure marks.
  func range(at position: Int32) -> ByteRange {
    let key =
      lookalike(at: position)?.index ?? list.key(at: Int(position)) ?? markedKeys[position]
    return reading.document.node(at: key ?? instances[Int(position)]).range
  }

  /// The key that stands for a missing property, if the mistake is at that key.
  private func lookalike(at position: Int32) -> Lookalike? {
    guard reading.authority == .contract, let key = lookalikes[position], key.isExplained else {
      return nil
    }
    return key
  }

  /// The violation of a failure; nil if another violation includes it.
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
      markedKey: markedKeys[position], absence: absences[position],
      paths: walk.paths(to: failure.alternatives.flatMap(\.failures).instances))
    if let gravest = gravest[position] { violation.severity = max(violation.severity, gravest) }
    if violation.rule.origin != nil, violation.fix != nil, !certainFixes.contains(position) {
      violation.fix = nil
      violation.obstacle = .wrongText
    }
    return violation
  }
}
