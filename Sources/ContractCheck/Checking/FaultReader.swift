@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The faults that the failures of a body mean, each made when its turn comes.
///
/// What one failure means may hang on others of the same object, so all are looked through first;
/// what is kept of each until then is a number or two.
struct FaultReader {
  let reading: FailureReading
  private var list: FailureList
  /// The positions of failures, those about one value together, in the order of the values.
  private var order: [Int32]
  private var dropped: Set<Int32> = []
  private var standsForAll: Set<Int32> = []
  /// Failures whose rule leaves them to the schema.
  private var unowned: Set<Int32> = []
  private var lookalikes: Lookalikes
  /// Where a name is repeated in an object, two of its members are one place.
  private let hasRepeatedKeys: Bool
  private var seen: Set<[String]> = []

  /// - Parameter hasRepeatedKeys: whether an object of the document has a name twice
  /// - Complexity: n log n in the failures.
  init(_ reading: FailureReading, _ list: FailureList, hasRepeatedKeys: Bool) {
    self.reading = reading
    self.list = list
    self.hasRepeatedKeys = hasRepeatedKeys
    lookalikes = Lookalikes(document: reading.document)
    order = Array(0..<Int32(clamping: list.count))
    order.sort { left, right in
      let (first, second) = (list.instance(at: Int(left)), list.instance(at: Int(right)))
      return first == second ? left < right : first < second
    }
    for run in runs { settleAbsences(run) }
    // Where a contract judges, a member under another name is one mistake.
    if reading.authority == .contract { dropped.formUnion(lookalikes.explained) }
    for run in runs where run.count > 1 { dropRepetitions(run) }
  }

  /// The stretches of `order` that are about one value each.
  private var runs: some Sequence<Range<Int>> {
    sequence(state: 0) { [order, list] start in
      guard start < order.count else { return nil }
      let instance = list.instance(at: Int(order[start]))
      var end = start + 1
      while end < order.count, list.instance(at: Int(order[end])) == instance { end += 1 }
      defer { start = end }
      return start..<end
    }
  }

  // MARK: What failures mean to one another

  private mutating func settleAbsences(_ run: Range<Int>) {
    var absent: [(position: Int32, failure: SchemaFailure)] = []
    for position in order[run] where list.isAbsence(at: Int(position)) {
      absent.append((position, list.failure(at: Int(position))))
    }
    guard !absent.isEmpty else { return }
    // A half of a coordinate pair is the pair's rule; when both are absent, each is just missing.
    let pair = absent.filter { reading.rule(of: $0.failure).id == Rule.coordinateRange.id }
    if pair.count == 2 { unowned.formUnion(pair.map(\.position)) }
    // Of a flat pagination that is absent altogether one finding stands for every figure.
    let figures = absent.filter { reading.isFigure($0.failure) }
    if figures.count > 2, reading.lacksEveryFigure(figures[0].failure) {
      standsForAll.insert(figures[0].position)
      dropped.formUnion(figures.dropFirst().map(\.position))
    }
    // Taken out while the others are asked about.
    var found = Lookalikes(document: reading.document)
    swap(&found, &lookalikes)
    found.pair(absent.filter { !standsForAll.contains($0.position) }) { refusal(ofKey: $0) }
    lookalikes = found
  }

  /// The failure that says of a key that it is not allowed or not documented.
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
    var end = low
    while end < order.count, list.instance(at: Int(order[end])) == instance { end += 1 }
    return low..<end
  }

  /// Drops all but the first of several failures at one value that are one mistake.
  private mutating func dropRepetitions(_ run: Range<Int>) {
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

  // MARK: Faults

  /// The failures to report, by the order of evaluation.
  var positions: some Sequence<Int32> {
    (0..<Int32(clamping: list.count)).lazy.filter { [dropped] in !dropped.contains($0) }
  }

  /// Whether a fault is about the value at a tape index.
  func concerns(_ instance: Int) -> Bool {
    order[run(of: instance)].contains { !dropped.contains($0) }
  }

  /// The bytes that a failure marks; known before its words are.
  func range(at position: Int32) -> ByteRange {
    let key = lookalike(at: position)?.index ?? list.key(at: Int(position))
    return reading.document.node(at: key ?? list.instance(at: Int(position))).range
  }

  /// The key at which an absent member stands, where that is where the mistake is.
  private func lookalike(at position: Int32) -> Lookalikes.Key? {
    guard reading.authority == .contract, let key = lookalikes[position], key.isExplained else {
      return nil
    }
    return key
  }

  /// The fault of a failure, or nil where another one has said the same.
  mutating func fault(at position: Int32, _ walk: inout TapeWalk) -> BodyFault? {
    let failure = failure(at: position)
    let lookalike = lookalikes[position]
    let path = walk.path(to: failure.instance)
    if hasRepeatedKeys {
      let identity = reading.identity(of: failure) + [path.pointer.description]
      guard seen.insert(identity).inserted else { return nil }
    }
    return reading.fault(
      failure, at: path, standsForAll: standsForAll.contains(position), lookalike: lookalike,
      paths: reading.innerPaths(of: failure, walk))
  }
}
