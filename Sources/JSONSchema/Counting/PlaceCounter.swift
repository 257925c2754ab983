@_spi(Engine) public import JSONTape

/// Finds the counters of a plan that values reach, for one thread.
///
/// It expects valid values: what the schemas do not describe is passed over.
@_spi(Engine) public struct PlaceCounter {
  private let plan: CountingPlan
  private var walk: CountingWalk?

  /// A counter for the places of a plan.
  public init(_ plan: CountingPlan) { self.plan = plan }

  /// Appends the counters that a value reaches, once for each time it does.
  ///
  /// - Parameters:
  ///   - index: The tape index of the value.
  ///   - place: A place of the plan; below 0 nothing is counted.
  /// - Complexity: O(*n*) in the size of the value, apart from branches that only their schemas tell
  /// apart.
  public mutating func count(
    _ cursor: TapeCursor, _ index: Int, at place: Int32, into cells: inout [Int32]
  ) {
    guard place >= 0 else { return }
    if walk == nil { walk = CountingWalk(plan, cursor) }
    walk?.evaluator.restart(cursor, at: index)
    swap(&walk!.cells, &cells)
    walk?.visit(place, index)
    swap(&walk!.cells, &cells)
  }
}

/// Walks an instance and the places together.
private struct CountingWalk {
  var evaluator: SchemaEvaluator
  var cells: [Int32] = []
  private let view: CountingView
  private let objects: UnsafePointer<ObjectPlan>
  private let planSlots: UnsafePointer<PropertySlot>

  init(_ plan: CountingPlan, _ cursor: TapeCursor) {
    evaluator = SchemaEvaluator(plan: plan.plan, cursor: cursor)
    view = plan.view
    objects = plan.plan.view.objects
    planSlots = plan.plan.view.slots
  }

  @inline(never)
  mutating func visit(_ number: Int32, _ index: Int) {
    let place = view.places + Int(number)
    let cursor = evaluator.cursor
    switch cursor.rawTag(index) {
    case TapeTag.object.rawValue:
      if place.pointee.object >= 0 { visitMembers(of: index, place) }
    case TapeTag.array.rawValue: visitElements(of: index, place)
    case TapeTag.string.rawValue:
      if place.pointee.strings >= 0 {
        let object = objects + Int(place.pointee.strings)
        let slot = evaluator.find(index, in: object, 0)
        if slot >= 0 { cells.append(view.slots[Int(object.pointee.slots) &+ slot].cell) }
      }
    default: break
    }
    if place.pointee.values.count > 0 { visitValue(index, place) }
    for choice in place.pointee.choices.range { visitBranches(choice, index) }
  }

  private mutating func visitMembers(of index: Int, _ place: UnsafePointer<CountedPlace>) {
    let cursor = evaluator.cursor
    let object = objects + Int(place.pointee.object)
    let first = Int(object.pointee.slots)
    // Of the optional properties, the first 64; others are looked for when all are seen.
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
        cells.append(view.slots[first &+ slot].cell &+ (isNull ? 1 : 0))
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
      cells.append(view.slots[first &+ absent.trailingZeroBitCount].cell &+ 2)
      absent &= absent &- 1
    }
    if place.pointee.words > 1 { visitFurtherAbsent(index, place) }
  }

  /// Properties after the first 64 of an object.
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
      cells.append(view.slots[Int(object.pointee.slots) + slot].cell + 2)
    }
  }

  @inline(never)
  private mutating func visitUnlisted(_ key: Int, _ object: UnsafePointer<ObjectPlan>) {
    var isCovered = false
    for at in 0..<Int(object.pointee.patternCount) {
      let pattern = Int(object.pointee.patterns) + at
      guard evaluator.isPatternMember(pattern, key) else { continue }
      isCovered = true
      let node = evaluator.view.patternSlots[pattern].node
      if node >= 0 { visit(node, key &+ 1) }
    }
    if !isCovered, object.pointee.additional >= 0 { visit(object.pointee.additional, key &+ 1) }
  }

  private mutating func visitElements(of index: Int, _ place: UnsafePointer<CountedPlace>) {
    guard place.pointee.array >= 0 else { return }
    let cursor = evaluator.cursor
    cells.append(place.pointee.array &+ (cursor.count(index) == 0 ? 0 : 1))
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
      cells.append(view.values[at].cell)
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
    guard node >= 0 else { return false }
    var verdict = Verdict()
    return evaluator.evaluate(node, index, -1, &verdict)
  }

  private mutating func take(_ branch: CountedBranch, _ index: Int) {
    if branch.cell >= 0 { cells.append(branch.cell) }
    if branch.place >= 0 { visit(branch.place, index) }
  }
}
