@_spi(Engine) public import JSONTape

/// Finds the counters of a plan that count a value. Use one ``PlaceCounter`` for each thread.
///
/// The values should be valid. Parts that the schemas do not describe are skipped.
@_spi(Engine) public struct PlaceCounter {
  private let plan: CountingPlan
  private var walk: CountingWalk?

  /// Creates a counter for the places of a plan.
  public init(_ plan: CountingPlan) { self.plan = plan }

  /// Appends the counters that count a value or its inner values. Each inner value appends a
  /// counter at most once.
  ///
  /// - Parameters:
  ///   - index: The tape index of the value.
  ///   - place: A place of the plan. If the number is negative, nothing is counted.
  /// - Returns: False if the count would take too long, or if the value is nested too deeply. Then
  ///   nothing is appended.
  /// - Complexity: O(*n*) in the size of the value. Branches take longer if the value must be
  ///   checked against their schemas.
  public mutating func count(
    _ cursor: TapeCursor, _ index: Int, at place: Int32, into cells: inout [Int32]
  ) -> Bool {
    guard place >= 0 else { return true }
    if walk == nil { walk = CountingWalk(plan, cursor) }
    return walk?.count(cursor, index, at: place, into: &cells) ?? true
  }
}

/// Walks an instance together with the places.
private struct CountingWalk {
  private var evaluator: SchemaEvaluator
  /// The counters, with the indexes of the values that reach them.
  private var found: [Found] = []
  private let view: CountingView
  private let objects: UnsafePointer<ObjectPlan>
  private let planSlots: UnsafePointer<PropertySlot>
  /// The number of branches that are being visited. Inside a branch, a value may be visited again.
  private var openBranches = 0
  private var hasBranches = false
  /// The places and indexes that were visited inside branches.
  private var visited: Set<Visit> = []
  private var depth = 0
  /// The number of steps for choosing branches.
  private var work = 0
  private var budget = 0
  private var isGivenUp = false

  private struct Found {
    let cell: Int32
    let index: Int32
  }

  private struct Visit: Hashable {
    let place: Int32
    let index: Int32
  }

  /// The maximum depth of nesting. A branch counts as two levels. With this limit, the 512 KiB
  /// stack of secondary threads on Apple systems is enough.
  private static let depthLimit = 600

  init(_ plan: CountingPlan, _ cursor: TapeCursor) {
    evaluator = SchemaEvaluator(plan: plan.plan, cursor: cursor)
    view = plan.view
    objects = plan.plan.view.objects
    planSlots = plan.plan.view.slots
  }

  mutating func count(
    _ cursor: TapeCursor, _ index: Int, at place: Int32, into cells: inout [Int32]
  ) -> Bool {
    evaluator.restart(cursor, at: index)
    found.removeAll(keepingCapacity: true)
    hasBranches = false
    isGivenUp = false
    work = 0
    budget = 4 * evaluator.budget
    visit(place, index)
    if !visited.isEmpty { visited.removeAll(keepingCapacity: true) }
    guard !isGivenUp else { return false }
    if hasBranches {
      // Several branches may reach the same counter for a value.
      found.sort { ($0.index, $0.cell) < ($1.index, $1.cell) }
      for (position, next) in found.enumerated()
      where position == 0 || found[position - 1].cell != next.cell
        || found[position - 1].index != next.index
      {
        cells.append(next.cell)
      }
    } else {
      for next in found { cells.append(next.cell) }
    }
    return true
  }

  @inline(__always)
  private mutating func note(_ cell: Int32, _ index: Int) {
    found.append(Found(cell: cell, index: Int32(truncatingIfNeeded: index)))
  }

  @inline(never)
  private mutating func visit(_ number: Int32, _ index: Int) {
    if openBranches > 0 {
      let visit = Visit(place: number, index: Int32(truncatingIfNeeded: index))
      guard visited.insert(visit).inserted else { return }
    }
    depth &+= 1
    defer { depth &-= 1 }
    guard depth &+ openBranches < Self.depthLimit, !isGivenUp else {
      isGivenUp = true
      return
    }
    let place = view.places + Int(number)
    let cursor = evaluator.cursor
    switch cursor.rawTag(index) {
    case TapeTag.object.rawValue:
      if place.pointee.object >= 0 { visitProperties(of: index, place) }
    case TapeTag.array.rawValue: visitElements(of: index, place)
    case TapeTag.string.rawValue:
      if place.pointee.strings >= 0 {
        let object = objects + Int(place.pointee.strings)
        let slot = evaluator.find(index, in: object, 0)
        if slot >= 0 { note(view.slots[Int(object.pointee.slots) &+ slot].cell, index) }
      }
    default: break
    }
    if place.pointee.values.count > 0 { visitValue(index, place) }
    for choice in place.pointee.choices.range { visitBranches(choice, index) }
  }

  private mutating func visitProperties(of index: Int, _ place: UnsafePointer<CountedPlace>) {
    let cursor = evaluator.cursor
    let object = objects + Int(place.pointee.object)
    let first = Int(object.pointee.slots)
    // The first 64 optional properties; others are searched only when these are all found.
    var seen: UInt64 = 0
    var hint = 0
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let value = key &+ 1
      let slot = evaluator.find(key, in: object, hint)
      if slot >= 0 {
        hint = slot &+ 1
        if slot < 64 { seen |= 1 &<< UInt64(truncatingIfNeeded: slot) }
        let isNull = cursor.rawTag(value) == TapeTag.null.rawValue
        note(view.slots[first &+ slot].cell &+ (isNull ? 1 : 0), value)
        let node = planSlots[first &+ slot].node
        if node >= 0, !isNull, cursor.isContainer(value) || !view.places[Int(node)].ignoresScalars {
          visit(node, value)
        }
      } else if object.pointee.additional >= 0 || object.pointee.patternCount > 0 {
        visitUnlisted(key, object)
      }
      key = cursor.next(value)
    }
    guard place.pointee.words > 0 else { return }
    var absent = evaluator.view.slotSets[Int(place.pointee.optional)] & ~seen
    while absent != 0 {
      note(view.slots[first &+ absent.trailingZeroBitCount].cell &+ 2, index)
      absent &= absent &- 1
    }
    if place.pointee.words > 1 { visitFurtherAbsent(index, place) }
  }

  /// Counts missing properties of an object, after its first 64 properties.
  @inline(never)
  private mutating func visitFurtherAbsent(_ index: Int, _ place: UnsafePointer<CountedPlace>) {
    let cursor = evaluator.cursor
    let object = objects + Int(place.pointee.object)
    var absent = (0..<Int(place.pointee.words)).map {
      evaluator.view.slotSets[Int(place.pointee.optional) + $0]
    }
    var key = cursor.firstChild(index)
    while key < cursor.next(index) {
      let slot = evaluator.find(key, in: object, 0)
      if slot >= 64 { absent[slot / 64] &= ~(1 << UInt64(slot % 64)) }
      key = cursor.next(key &+ 1)
    }
    for slot in 64..<max(64, Int(object.pointee.slotCount))
    where absent[slot / 64] & 1 << UInt64(slot % 64) != 0 {
      note(view.slots[Int(object.pointee.slots) + slot].cell + 2, index)
    }
  }

  @inline(never)
  private mutating func visitUnlisted(_ key: Int, _ object: UnsafePointer<ObjectPlan>) {
    var isCovered = false
    for at in 0..<Int(object.pointee.patternCount) {
      let pattern = Int(object.pointee.patterns) + at
      guard evaluator.isPatternProperty(pattern, key) else { continue }
      isCovered = true
      let node = evaluator.view.patternSlots[pattern].node
      if node >= 0 { visit(node, key &+ 1) }
    }
    if !isCovered, object.pointee.additional >= 0 { visit(object.pointee.additional, key &+ 1) }
  }

  private mutating func visitElements(of index: Int, _ place: UnsafePointer<CountedPlace>) {
    guard place.pointee.array >= 0 else { return }
    let cursor = evaluator.cursor
    note(place.pointee.array &+ (cursor.count(index) == 0 ? 0 : 1), index)
    var element = cursor.firstChild(index)
    let end = cursor.next(index)
    for at in place.pointee.prefix.range where element < end {
      if view.children[at] >= 0 { visit(view.children[at], element) }
      element = cursor.next(element)
    }
    let items = place.pointee.items
    guard items >= 0 else { return }
    let ignoresScalars = view.places[Int(items)].ignoresScalars
    while element < end {
      if !ignoresScalars || cursor.isContainer(element) { visit(items, element) }
      element = cursor.next(element)
    }
  }

  @inline(never)
  private mutating func visitValue(_ index: Int, _ place: UnsafePointer<CountedPlace>) {
    let hash = evaluator.cursor.hash(index)
    for at in place.pointee.values.range where view.values[at].hash == hash {
      note(view.values[at].cell, index)
    }
  }

  @inline(never)
  private mutating func visitBranches(_ number: Int, _ index: Int) {
    let choice = view.choices[number]
    let tag = evaluator.cursor.rawTag(index)
    if tag == TapeTag.null.rawValue { return }
    if choice.kind == .condition {
      let branch = choice.branches.range.lowerBound + (accepts(choice.condition, index) ? 0 : 1)
      return take(view.branches[branch], index)
    }
    for at in choice.branches.range {
      let branch = view.branches[at]
      guard branch.types & TypeSet.bits(ofTag: tag) != 0 || isWhole(branch.types, index),
        choice.differsByType || accepts(branch.node, index)
      else { continue }
      take(branch, index)
      if choice.kind == .one { return }
    }
  }

  /// Whether the value is a number such as `1.0` and the branch allows integers.
  private func isWhole(_ types: UInt8, _ index: Int) -> Bool {
    types & TypeSet.integer.rawValue != 0 && evaluator.cursor.kind(index) == .number
  }

  private mutating func accepts(_ node: Int32, _ index: Int) -> Bool {
    guard node >= 0, !isGivenUp else { return false }
    evaluator.restart(evaluator.cursor, at: index)
    var verdict = Verdict()
    let isAccepted = evaluator.evaluate(node, index, -1, &verdict)
    work += evaluator.work
    isGivenUp = evaluator.abort != nil || work > budget
    return isAccepted && !isGivenUp
  }

  private mutating func take(_ branch: CountedBranch, _ index: Int) {
    guard !isGivenUp else { return }
    hasBranches = true
    openBranches &+= 1
    defer { openBranches &-= 1 }
    if branch.cell >= 0 { note(branch.cell, index) }
    if branch.place >= 0 { visit(branch.place, index) }
  }
}
