@_spi(Engine) import JSONTape

/// Walks an instance and a plan together.
///
/// Generic over the sink: ``Verdict`` stops at the first failure and runs for every value,
/// ``Collector`` runs only on an instance that is known to fail. Nothing on the path of a valid
/// value allocates, save patterns and escaped text.
///
/// Recursion is bounded by ``depthLimit`` evaluations in one another, whatever the instance and the
/// schema are.
struct SchemaEvaluator {
  /// Evaluations nested in one another, each a frame of the call stack.
  static let depthLimit = 1600

  let plan: Plan
  let view: PlanView
  let cursor: TapeCursor
  /// Decoded text of the string at hand.
  var decoded: [UInt8] = []
  /// Bit sets of seen and of evaluated members, used as a stack.
  var bits: [UInt64] = []
  private var usedBits = 0
  private var depth = 0
  /// Resources entered and not yet left, for dynamic references.
  private var scope: [Int32] = []

  init(plan: Plan, cursor: TapeCursor) {
    self.plan = plan
    view = plan.view
    self.cursor = cursor
  }

  /// Judges the value at a tape index against a node. A tracker of -1 notes no evaluated members.
  mutating func evaluate<Sink: FailureSink>(
    _ nodeIndex: Int32, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    let node = view.nodes[Int(nodeIndex)]
    let tag = cursor.rawTag(index)
    if node.types & TypeSet.bits(ofTag: tag) == 0, !isWhole(node, tag, index) {
      return sink.fail(node.typeAssertion, index)
    }
    if node.lastEnd == 0, node.object < 0, node.array < 0 { return true }
    guard depth < Self.depthLimit else { return sink.fail(0, index) }
    depth &+= 1
    defer { depth &-= 1 }
    if node.tracks || outerTracker >= 0 || !plan.dynamicReferences.isEmpty {
      return evaluateTracked(node, tag, index, outerTracker, &sink)
    }
    return evaluateParts(node, tag, index, -1, &sink)
  }

  /// A number with a fraction or an exponent may still be an integer.
  private func isWhole(_ node: PlanNode, _ tag: UInt8, _ index: Int) -> Bool {
    tag == 4 && node.types & TypeSet.integer.rawValue != 0 && (number(at: index)?.isInteger ?? false)
  }

  /// Evaluates with notes on members, or within a dynamic scope.
  private mutating func evaluateTracked<Sink: FailureSink>(
    _ node: PlanNode, _ tag: UInt8, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    let entersResource = !plan.dynamicReferences.isEmpty && scope.last != node.resource
    if entersResource { scope.append(node.resource) }
    defer { if entersResource { scope.removeLast() } }
    guard node.tracks, tag >= 6 else {
      return evaluateParts(node, tag, index, tag >= 6 ? outerTracker : -1, &sink)
    }
    let words = wordCount(index)
    let tracker = reserve(words)
    defer { release(tracker) }
    let holds = evaluateParts(node, tag, index, tracker, &sink)
    if holds, outerTracker >= 0 {
      for word in 0..<words { bits[outerTracker &+ word] |= bits[tracker &+ word] }
    }
    return holds
  }

  @inline(__always)
  private mutating func evaluateParts<Sink: FailureSink>(
    _ node: PlanNode, _ tag: UInt8, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    let start = Int(node.assertions)
    var holds = true
    var at = start
    while at < start &+ Int(node.anyEnd) {
      if !self.holds(view.assertions[at].operation, anyAt: index) {
        return sink.fail(Int32(truncatingIfNeeded: at), index)
      }
      at &+= 1
    }
    switch tag {
    case 3, 4:
      at = start &+ Int(node.anyEnd)
      while at < start &+ Int(node.numberEnd) {
        if !self.holds(view.assertions[at].operation, numberAt: index) {
          holds = sink.fail(Int32(truncatingIfNeeded: at), index)
          if !Sink.collects { return false }
        }
        at &+= 1
      }
    case 5:
      at = start &+ Int(node.numberEnd)
      while at < start &+ Int(node.stringEnd) {
        if !self.holds(view.assertions[at].operation, stringAt: index) {
          holds = sink.fail(Int32(truncatingIfNeeded: at), index)
          if !Sink.collects { return false }
        }
        at &+= 1
      }
    case 6:
      if node.array >= 0 {
        holds = elementsHold(view.arrays[Int(node.array)], at: index, tracker, &sink)
        if !holds && !Sink.collects { return false }
      }
      at = start &+ Int(node.stringEnd)
      while at < start &+ Int(node.arrayEnd) {
        if !self.holds(at, view.assertions[at].operation, arrayAt: index, tracker, &sink) {
          holds = false
          if !Sink.collects { return false }
        }
        at &+= 1
      }
    case 7:
      if node.object >= 0 {
        holds = membersHold(view.objects[Int(node.object)], at: index, tracker, &sink)
        if !holds && !Sink.collects { return false }
      }
      at = start &+ Int(node.arrayEnd)
      while at < start &+ Int(node.objectEnd) {
        if !self.holds(at, view.assertions[at].operation, objectAt: index, tracker, &sink) {
          holds = false
          if !Sink.collects { return false }
        }
        at &+= 1
      }
    default: break
    }
    at = start &+ Int(node.objectEnd)
    while at < start &+ Int(node.inPlaceEnd) {
      if !self.holds(at, view.assertions[at].operation, inPlaceAt: index, tracker, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
      at &+= 1
    }
    while at < start &+ Int(node.lastEnd) {
      if !self.holds(at, view.assertions[at].operation, unevaluatedAt: index, tracker, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
      at &+= 1
    }
    return holds
  }

  /// The target of a dynamic reference: the outermost resource in scope that has its anchor.
  func dynamicTarget(_ reference: Int32) -> Int32 {
    let reference = plan.dynamicReferences[Int(reference)]
    for resource in scope {
      if let node = plan.dynamicAnchors[Int(resource)][reference.anchor] { return node }
    }
    return reference.initial
  }

  // MARK: Bit sets

  /// Words of a bit set over the members or elements of a container; 0 for other values.
  func wordCount(_ index: Int) -> Int {
    cursor.rawTag(index) >= 6 ? (cursor.count(index) &+ 63) / 64 : 0
  }

  /// Takes cleared words off the stack of bit sets.
  mutating func reserve(_ words: Int) -> Int {
    let base = usedBits
    usedBits &+= words
    while bits.count < usedBits { bits.append(0) }
    for word in base..<usedBits { bits[word] = 0 }
    return base
  }

  mutating func release(_ base: Int) { usedBits = base }

  mutating func mark(_ ordinal: Int, _ base: Int) {
    bits[base &+ ordinal / 64] |= 1 &<< UInt64(truncatingIfNeeded: ordinal % 64)
  }

  func isMarked(_ ordinal: Int, _ base: Int) -> Bool {
    bits[base &+ ordinal / 64] & (1 &<< UInt64(truncatingIfNeeded: ordinal % 64)) != 0
  }
}
