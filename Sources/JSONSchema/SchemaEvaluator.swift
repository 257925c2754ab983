@_spi(Engine) import JSONTape

/// Evaluates an instance with a plan.
///
/// The evaluator is generic over the sink. ``Verdict`` stops at the first failure and is used for
/// every value. ``Collector`` is used only for invalid instances, and ``Tracer`` only for JSON
/// Schema's own output. With ``Verdict``, a valid value needs no allocation. Only patterns and
/// escaped text need allocations.
///
/// ``depthLimit`` limits the recursion. With this limit, the 512 KiB stack of secondary threads on
/// Apple systems is enough. Methods are `mutating` even if they change nothing. A method that is
/// not `mutating` would need a copy of the whole evaluator in the stack frame of each level.
struct SchemaEvaluator {
  /// The deepest nesting. Each level needs at most about 470 bytes of stack. A level of the
  /// instance counts as one level. A schema that is applied to the same value counts as two.
  static let depthLimit = 900

  /// The reason why the evaluation stopped early. Other results are then not reliable.
  struct Abort {
    let instance: Int
    let limit: Limit

    /// The limit that was exceeded.
    enum Limit {
      case depth, work
      /// The steps of the pattern with this index.
      case pattern(Int32)
    }
  }

  /// The elements of an array before the element that a verdict has refused. These elements are
  /// valid. Tape indexes are relative to the validated value.
  struct HeldElements {
    let array: UnsafePointer<ArrayPlan>
    let index: Int
    /// The refused element.
    let next: Int
    let position: Int
  }

  /// An object that a verdict has refused because of missing properties. Its other properties are
  /// valid.
  struct HeldProperties {
    let object: UnsafePointer<ObjectPlan>
    /// The tape index relative to the validated value.
    let index: Int
  }

  let plan: Plan
  let view: PlanView
  private(set) var cursor: TapeCursor
  /// Decoded text of the current string.
  var decoded: [UInt8] = []
  /// Bit sets of found properties and of evaluated properties, used as a stack.
  var bits: [UInt64] = []
  /// Once this is set, every check returns false.
  var abort: Abort?
  /// The number of nodes that were applied to values so far. Failing branches of recursive schemas
  /// double the work at each level. So the work must be limited.
  var work = 0
  var budget: Int
  /// The part of the instance that may still be tried in another place. 0 while something is being
  /// tried.
  var trials = 0
  /// The tape index of the value that is validated.
  private(set) var root = 0
  /// The listed properties of schemas by node, computed on first use.
  var listings: [Int32: ObjectListing] = [:]
  /// The automata of patterns, looked up on first use.
  var automata: [PatternAutomaton.Known] = []
  /// The texts that were checked for `format: regex`.
  var regexes = RegexMemory()
  let usesScope: Bool
  private var usedBits = 0
  private var depth = 0
  /// The resources that are entered but not left, for dynamic references.
  private var scope: [Int32] = []
  /// Whether an object may have duplicate keys. It is true if one was found, or if some keys were
  /// not compared. Keys in values without a schema and unlisted keys are not compared.
  var keysAreUnsure = false
  /// The results of the last verdict. They are kept so that collecting failures does not evaluate
  /// these elements again.
  var held: HeldElements?
  var heldProperties: HeldProperties?
  /// Whether rules' demands are currently checked.
  var asks = false
  /// Whether a rule's demand is not met although every schema on the path accepted the value.
  var owes = false
  /// Whether leniencies are currently used. They are not used for schemas that only decide, as in
  /// `not`.
  var isLenient = false
  /// The parts that were valid only because of a leniency.
  var grants = Grants()
  /// The last object whose keys were searched for missing properties.
  var otherCases: OtherCases?
  /// The facts about the message with the value. Rules may use them.
  var facts = MessageFacts()
  /// The branch whose failures were reported for the last failed `anyOf` or `oneOf`, or -1.
  var nearestBranch: Int32 = -1

  init(plan: Plan, cursor: TapeCursor, nodesPerWord: Int = 256) {
    self.plan = plan
    view = plan.view
    self.cursor = cursor
    usesScope = !plan.tables.dynamicReferences.isEmpty
    isLenient = view.isLenient
    budget = 1_000_000 + nodesPerWord * cursor.next(0)
    trials = Self.trials(cursor, 0)
  }

  /// Prepares for another value. Memory is reused.
  ///
  /// - Parameter isSame: Whether this is the last value or a copy of it. If so, the facts about the
  ///   value are kept.
  mutating func restart(_ cursor: TapeCursor, at index: Int, isSame: Bool = false) {
    self.cursor = cursor
    otherCases = nil
    abort = nil
    work = 0
    budget = 1_000_000 + 256 * (cursor.next(index) &- index)
    trials = Self.trials(cursor, index)
    root = index
    usedBits = 0
    depth = 0
    if usesScope { scope.removeAll(keepingCapacity: true) }
    asks = view.asks
    owes = false
    isLenient = view.isLenient
    if isSame { return }
    grants.cut(to: 0)
    keysAreUnsure = false
    held = nil
    heldProperties = nil
  }

  /// Whether this is the last validated value. In another dynamic scope, the facts about it are not
  /// valid.
  func hasJudged(_ cursor: TapeCursor, at index: Int) -> Bool {
    self.cursor.words == cursor.words && root == index && abort == nil && !usesScope
  }

  /// Validates the value at a tape index against a node. A tracker of -1 records no evaluated
  /// properties.
  ///
  /// It is never inlined, so that each level of nesting needs only a small stack frame.
  @inline(never)
  mutating func evaluate<Sink: FailureSink>(
    _ nodeIndex: Int32, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    evaluateChild(nodeIndex, index, outerTracker, &sink)
  }

  /// Like ``evaluate``, but the check of plain scalars is inlined into the caller's loop.
  @inline(__always)
  mutating func evaluateChild<Sink: FailureSink>(
    _ nodeIndex: Int32, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    if Sink.traces { return evaluateTraced(nodeIndex, index, outerTracker, &sink) }
    return judge(nodeIndex, index, outerTracker, &sink)
  }

  /// Stops at a wrong type, except when tracing.
  @inline(__always)
  mutating func judge<Sink: FailureSink>(
    _ nodeIndex: Int32, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    let node = (Sink.traces ? view.nodes : view.directNodes) + Int(nodeIndex)
    if !Sink.traces, UInt32(node.pointee.free) &>> cursor.tagAndMark(index) & 1 != 0 { return true }
    let tag = cursor.rawTag(index)
    let isOfType = node.pointee.types & TypeSet.bits(ofTag: tag) != 0
    if !isOfType, !isWhole(node, tag, index) {
      if tag == 0, node.pointee.excusesNull != nil, nullHolds(node, index, &sink) { return true }
      let verdict = sink.fail(node.pointee.typeAssertion, index)
      if Sink.traces { _ = evaluateWhole(node, tag, index, outerTracker, &sink) }
      if Sink.collects, asks, node.pointee.anyEnd > 0 { oweRefusal(node, index, &sink) }
      if Sink.collects, tag >= 6 {
        settle(nodeIndex, index, from: (sink.count &- 1, sink.askedCount), &sink)
      }
      return verdict
    }
    if cursor.isMarked(index) || !isOfType { askJudge(node, index, &sink) }
    if node.pointee.asksOnlyType {
      if tag >= 6 { keysAreUnsure = true }
      return true
    }
    if !Sink.traces, tag < 6, isValidAtAGlance(node, tag, index) { return true }
    return evaluateWhole(node, tag, index, outerTracker, &sink)
  }

  /// Fast path: whether a scalar is within the node's ``Glance``.
  @inline(__always)
  private mutating func isValidAtAGlance(
    _ node: UnsafePointer<PlanNode>, _ tag: UInt8, _ index: Int
  ) -> Bool {
    if tag == TapeTag.string.rawValue {
      if node.pointee.glance.strings >= 0 {
        return isListed(index, in: node.pointee.glance.strings)
      }
      let length = cursor.length(index)
      let shortest = Int(node.pointee.glance.shortest)
      if shortest == UInt32.max { return isUsual(index, node.pointee.glance.usual) }
      guard length >= shortest, length <= node.pointee.glance.longest, !cursor.isEscaped(index)
      else { return false }
      // A character has one to four bytes, so most strings need not be counted.
      return length >= shortest &* 4 || cursor.scalarCount(index) >= shortest
    }
    return tag >= TapeTag.integer.rawValue
      ? isWellWithin(node, index) : node.pointee.glance.allowsLiterals
  }

  @inline(never)
  private mutating func isListed(_ index: Int, in strings: Int32) -> Bool {
    find(index, in: view.objects + Int(strings), 0) >= 0
  }

  @inline(never)
  private mutating func isWellWithin(_ node: UnsafePointer<PlanNode>, _ index: Int) -> Bool {
    switch node.pointee.glance.numbers {
    case .unsettled: return false
    case .all: return true
    case .between: break
    }
    let (above, below) = (node.pointee.glance.above, node.pointee.glance.below)
    let whole = cursor.isMarked(index) ? nil : ShortNumber.whole(of: cursor.start(index))
    if let whole { return whole > above && whole < below }
    return shortNumber(at: index)?.isBetween(above, below) ?? false
  }

  @inline(never)
  private mutating func evaluateWhole<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ tag: UInt8, _ index: Int, _ outerTracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    guard abort == nil else { return false }
    if tag == 0, node.pointee.acceptsNull { return askedOfNull(node, index, &sink) }
    if tag == 0, node.pointee.excusesNull != nil, nullHolds(node, index, &sink) { return true }
    if !Sink.traces { work &+= 1 }
    guard depth < Self.depthLimit, work < budget else {
      abort = Abort(instance: index, limit: depth >= Self.depthLimit ? .depth : .work)
      return false
    }
    depth &+= 1
    defer { depth &-= 1 }
    let start = Sink.collects ? (sink.count, sink.askedCount) : (0, 0)
    let holds =
      node.pointee.tracks || outerTracker >= 0 || usesScope
      ? evaluateTracked(node, tag, index, outerTracker, &sink)
      : partsHold(node, tag, index, -1, &sink)
    if Sink.collects, tag >= 6, !holds || sink.askedCount > start.1 {
      settle(Int32(truncatingIfNeeded: node - view.directNodes), index, from: start, &sink)
    }
    return holds
  }

  /// Whether a node accepts null, with a leniency if necessary. It reports nothing.
  @inline(never)
  private mutating func nullHolds<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    guard let leniency = node.pointee.excusesNull else { return false }
    var verdict = Verdict()
    let isOfType = node.pointee.types & TypeSet.null.rawValue != 0
    let holds = isOfType && without(rules: true) { $0.partsHold(node, 0, index, -1, &verdict) }
    if !holds {
      guard isLenient else { return false }
      grants.add(Grant(leniency: leniency, assertion: node.pointee.typeAssertion))
    }
    return askedOfNull(node, index, &sink)
  }

  /// Checks rules' demands on null, if the schema accepts null. Always returns true.
  private mutating func askedOfNull<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    if node.pointee.lastEnd == node.pointee.inPlaceEnd { return true }
    return run(node, from: node.pointee.inPlaceEnd, to: node.pointee.lastEnd, index, -1, &sink)
  }

  /// Counts one node that is applied to a value. Returns false when the limit is reached.
  mutating func countsNode(_ index: Int) -> Bool {
    guard abort == nil else { return false }
    work &+= 1
    if work >= budget { abort = Abort(instance: index, limit: .work) }
    return work < budget
  }

  /// Whether a number with a fraction or exponent is an integer, and integers are allowed.
  @inline(never)
  private mutating func isWhole(_ node: UnsafePointer<PlanNode>, _ tag: UInt8, _ index: Int) -> Bool
  {
    tag == 4 && node.pointee.types & TypeSet.integer.rawValue != 0 && cursor.isInteger(index)
  }

  /// Evaluates with recorded properties, or within a dynamic scope.
  @inline(never)
  private mutating func evaluateTracked<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ tag: UInt8, _ index: Int, _ outerTracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    let entersResource = usesScope && scope.last != node.pointee.resource
    if entersResource { scope.append(node.pointee.resource) }
    defer { if entersResource { scope.removeLast() } }
    guard node.pointee.tracks, tag >= 6 else {
      return partsHold(node, tag, index, tag >= 6 ? outerTracker : -1, &sink)
    }
    let words = trackerWords(index)
    let tracker = reserve(words)
    defer { release(tracker) }
    let holds = partsHold(node, tag, index, tracker, &sink)
    if holds, outerTracker >= 0 {
      for word in 0..<words { bits[outerTracker &+ word] |= bits[tracker &+ word] }
    }
    return holds
  }

  /// Checks the assertions that apply to the value's type.
  @inline(__always)
  private mutating func partsHold<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ tag: UInt8, _ index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    if node.pointee.anyEnd > 0, !anyHold(node, index, &sink) {
      if Sink.traces { _ = typedPartsHold(node, tag, index, tracker, &sink) }
      return false
    }
    return typedPartsHold(node, tag, index, tracker, &sink)
  }

  @inline(__always)
  private mutating func typedPartsHold<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ tag: UInt8, _ index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    var holds = true
    switch tag {
    case 3, 4:
      if node.pointee.numberEnd > node.pointee.anyEnd { holds = numbersHold(node, index, &sink) }
    case 5:
      if node.pointee.stringEnd > node.pointee.numberEnd {
        holds = stringsHold(node, index, &sink)
      }
    case 6:
      if node.pointee.array >= 0 {
        holds = elementsHold(
          view.arrays + Int(node.pointee.array), at: index, tracker, &sink)
      } else if !node.pointee.delegates {
        keysAreUnsure = true
      }
      if node.pointee.arrayEnd > node.pointee.stringEnd, holds || Sink.collects {
        holds =
          run(node, from: node.pointee.stringEnd, to: node.pointee.arrayEnd, index, tracker, &sink)
          && holds
      }
    case 7:
      if node.pointee.object >= 0 {
        holds = propertiesHold(view.objects + Int(node.pointee.object), at: index, tracker, &sink)
      } else if !node.pointee.delegates {
        keysAreUnsure = true
      }
      if node.pointee.objectEnd > node.pointee.arrayEnd, holds || Sink.collects {
        holds =
          run(node, from: node.pointee.arrayEnd, to: node.pointee.objectEnd, index, tracker, &sink)
          && holds
      }
    default: break
    }
    if node.pointee.lastEnd > node.pointee.objectEnd, holds || Sink.collects {
      holds =
        run(node, from: node.pointee.objectEnd, to: node.pointee.lastEnd, index, tracker, &sink)
        && holds
    }
    return holds
  }

  /// Stops at the first failure, except when tracing.
  @inline(never)
  private mutating func anyHold<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    allHold(node, from: 0, to: node.pointee.anyEnd, index, goesOn: Sink.traces, &sink) {
      $0.holds($1, anyAt: index)
    }
  }

  @inline(never)
  private mutating func numbersHold<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    let short = shortNumber(at: index)
    let (first, end) = (node.pointee.anyEnd, node.pointee.numberEnd)
    return allHold(node, from: first, to: end, index, goesOn: Sink.collects, &sink) {
      $0.holds($1, numberAt: index, short)
    }
  }

  @inline(never)
  private mutating func stringsHold<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    let (first, end) = (node.pointee.numberEnd, node.pointee.stringEnd)
    return allHold(node, from: first, to: end, index, goesOn: Sink.collects, &sink) {
      $0.holds($1, stringAt: index)
    }
  }

  /// Checks assertions that need only their operation and the value.
  @inline(__always)
  private mutating func allHold<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, from first: UInt16, to end: UInt16, _ index: Int,
    goesOn: Bool, _ sink: inout Sink, _ holds: (inout SchemaEvaluator, Operation) -> Bool
  ) -> Bool {
    var at = Int(node.pointee.assertions) &+ Int(first)
    let end = Int(node.pointee.assertions) &+ Int(end)
    var verdict = true
    while at < end {
      let assertion = view.assertions + at
      if holds(&self, assertion.pointee.operation) {
        at &+= assertion.pointee.settlesNext ? 2 : 1
        continue
      }
      if refuses(at, index, &sink) {
        verdict = sink.fail(Int32(truncatingIfNeeded: at), index)
        if !goesOn { return false }
      }
      at &+= 1
    }
    return verdict
  }

  /// Checks assertions on arrays and objects, schemas that apply to the same value, and unevaluated
  /// parts.
  @inline(never)
  private mutating func run<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, from first: UInt16, to end: UInt16, _ index: Int,
    _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    let start = Int(node.pointee.assertions)
    var verdict = true
    var at = start &+ Int(first)
    depth &+= 1
    defer { depth &-= 1 }
    while at < start &+ Int(end) {
      let operation = view.assertions[at].operation
      let distance = at &- start
      let holds: Bool
      if distance < Int(node.pointee.arrayEnd) {
        holds = self.holds(at, operation, arrayAt: index, tracker, &sink)
      } else if distance < Int(node.pointee.objectEnd) {
        holds = self.holds(at, operation, objectAt: index, tracker, &sink)
      } else if distance < Int(node.pointee.inPlaceEnd) {
        holds = self.holds(at, operation, inPlaceAt: index, tracker, &sink)
      } else {
        holds = self.holds(at, operation, lastAt: index, tracker, &sink)
      }
      if !holds {
        verdict = false
        if !Sink.collects { return false }
      }
      at &+= 1
    }
    return verdict
  }

  /// The target of a dynamic reference: in the outermost resource of the scope with its anchor.
  mutating func dynamicTarget(_ reference: Int32) -> Int32 {
    let reference = view.dynamicReferences[Int(reference)]
    for resource in scope {
      let row = Int(resource) &* view.dynamicAnchorCount
      let node = view.dynamicAnchors[row &+ Int(reference.column)]
      if node >= 0 { return node }
    }
    return reference.initial
  }

  // MARK: Bit sets

  /// The number of words in a tracker for the properties or elements of a container. 0 for other
  /// values. Each property or element has two bits. One says whether it is evaluated, the other
  /// whether a schema describes it.
  mutating func trackerWords(_ index: Int) -> Int {
    cursor.rawTag(index) >= 6 ? (cursor.count(index) &+ 31) / 32 : 0
  }

  /// - Parameter describes: Whether a schema describes the property or element.
  mutating func note(_ ordinal: Int, _ tracker: Int, describes: Bool = true) {
    let bits: UInt64 = describes ? 3 : 1
    self.bits[tracker &+ ordinal / 32] |= bits &<< UInt64(truncatingIfNeeded: ordinal % 32 &* 2)
  }

  mutating func isEvaluated(_ ordinal: Int, _ tracker: Int) -> Bool {
    bits[tracker &+ ordinal / 32] & (1 &<< UInt64(truncatingIfNeeded: ordinal % 32 &* 2)) != 0
  }

  mutating func isDescribed(_ ordinal: Int, _ tracker: Int) -> Bool {
    bits[tracker &+ ordinal / 32] & (2 &<< UInt64(truncatingIfNeeded: ordinal % 32 &* 2)) != 0
  }

  /// Reserves words of 0 on the stack of bit sets.
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

  mutating func isMarked(_ ordinal: Int, _ base: Int) -> Bool {
    bits[base &+ ordinal / 64] & (1 &<< UInt64(truncatingIfNeeded: ordinal % 64)) != 0
  }
}
