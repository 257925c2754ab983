@_spi(Engine) internal import JSONSchema
internal import JSONTape

extension SchemaComparison {
  mutating func compareBounds(_ step: SchemaStep) {
    let sent = step.isResponse ? step.new : step.old
    let read = step.isResponse ? step.old : step.new
    var types = sent.namesTypes ? step.sent : .all
    types.formIntersection(read.namesTypes ? step.read : .all)
    if step.isText, !types.isEmpty, step.newTypes.contains(.string) { types.insert(.string) }
    for restriction in Restriction.all
    where !restriction.types.isDisjoint(with: types)
      && !(step.new.namesTypes && restriction.types.isDisjoint(with: step.newTypes))
    {
      let isWhole = types.contains(.integer) && !types.contains(.number)
      switch restriction.sense {
      case .atLeast, .atMost: compareLimits(restriction, isWhole: isWhole, step)
      case .multiple, .none: compareSets(restriction, isWhole: isWhole, step)
      }
    }
  }

  /// Compares the ends of two ranges. `minimum` and `exclusiveMinimum` are one end.
  private mutating func compareLimits(
    _ restriction: Restriction, isWhole: Bool, _ step: SchemaStep
  ) {
    if restriction.keyword.hasPrefix("exclusive") { return }
    let isWhole = isWhole || restriction.counts
    var old = Limit(restriction, step.old, isWhole: isWhole)
    var new = Limit(restriction, step.new, isWhole: isWhole)
    // Each text of a number has a character.
    let least = step.isText && !step.oldTypes.contains(.string) ? 1 : 0
    if restriction.counts, restriction.sense == .atLeast {
      if let limit = old, limit.value <= JSONNumber(0) { old = nil }
      if let limit = new, limit.value <= JSONNumber(least) { new = nil }
    }
    let isTighter = new?.isTighter(than: old) ?? false
    guard isTighter || old?.isTighter(than: new) ?? false else { return }
    let hasEnd = [old, new].contains { $0?.keyword == "items" }
    let keyword = hasEnd ? "items" : new?.keyword ?? old?.keyword ?? restriction.keyword
    func shown(_ limit: Limit?) -> String? {
      limit.map { hasEnd || $0.keyword == keyword ? $0.shown : "`\($0.keyword)` \($0.shown)" }
    }
    note(
      .bound(keyword, isTighter: isTighter, from: shown(old), to: shown(new)), in: step,
      old: old?.node ?? step.old.place, new: new?.node)
  }

  /// Compares keywords that must all be met, such as the patterns of the parts of an `allOf`.
  private mutating func compareSets(
    _ restriction: Restriction, isWhole: Bool, _ step: SchemaStep
  ) {
    func read(_ outline: SchemaOutline) -> [JSONNode] {
      outline.values(of: restriction.keyword).filter { value in
        guard isWhole, restriction.sense == .multiple, let number = value.number else {
          return value.bool != false
        }
        return !JSONNumber(1).isMultiple(of: number)
      }
    }
    func others(_ values: [JSONNode], than known: [JSONNode]) -> [JSONNode] {
      values.filter { value in
        guard restriction.sense == .multiple, let number = value.number else {
          return !known.contains(value)
        }
        return !known.contains { $0.number?.isMultiple(of: number) ?? false }
      }
    }
    let (old, new) = (read(step.old), read(step.new))
    let (gone, added) = (others(old, than: new), others(new, than: old))
    guard !gone.isEmpty || !added.isEmpty else { return }
    // A multiple of 4 is also a multiple of 2, so both may have changed.
    let from = gone.first ?? old.first
    let to = added.first ?? (restriction.sense == .multiple ? new.first : nil)
    note(
      .bound(
        restriction.keyword, isTighter: !added.isEmpty, from: from?.shownValue,
        to: to?.shownValue),
      in: step, old: from ?? step.old.place, new: to)
  }
}

/// One end of the range of a number or of a count.
private struct Limit {
  var value: JSONNumber
  var isExclusive = false
  let keyword: String
  let shown: String
  let node: JSONNode
  private let isLeast: Bool

  /// The tightest end in all parts of a schema. Nil if there is none.
  ///
  /// - Parameter isWhole: Whether only integers count. Then more than 0 is the same as at least 1.
  init?(_ restriction: Restriction, _ outline: SchemaOutline, isWhole: Bool) {
    let keyword = restriction.keyword
    let exclusive = "exclusiveM" + keyword.dropFirst()
    let isLeast = restriction.sense == .atLeast
    var found: Limit?
    func meet(_ node: JSONNode?, _ keyword: String, isExclusive: Bool, count: Int? = nil) {
      guard let node, let value = count.map(JSONNumber.init) ?? node.number else { return }
      var limit = Limit(value, isExclusive, keyword, node, isLeast)
      if isWhole { limit.makeWhole() }
      if limit.isTighter(than: found) { found = limit }
    }
    for part in outline.parts {
      // Before 3.1, `exclusiveMinimum` is true or false.
      let flag = part.node[exclusive]
      let isFlagged = flag?.bool == true
      meet(part.node[keyword], isFlagged ? exclusive : keyword, isExclusive: isFlagged)
      meet(flag, exclusive, isExclusive: true)
    }
    if keyword == "maxItems", let end = outline.end {
      meet(end.node, "items", isExclusive: false, count: end.count)
    }
    guard let found else { return nil }
    self = found
  }

  private init(
    _ value: JSONNumber, _ isExclusive: Bool, _ keyword: String, _ node: JSONNode, _ isLeast: Bool
  ) {
    (self.value, self.isExclusive, self.keyword) = (value, isExclusive, keyword)
    (self.node, self.isLeast) = (node, isLeast)
    shown = value.text
  }

  func isTighter(than other: Limit?) -> Bool {
    guard let other else { return true }
    if value == other.value { return isExclusive && !other.isExclusive }
    return isLeast ? value > other.value : value < other.value
  }

  /// Turns the end into the first integer inside. Very large numbers stay as they are.
  private mutating func makeWhole() {
    let step = isLeast ? 1 : -1
    let rounded = Double(value.text)?.rounded(isLeast ? .up : .down)
    guard var near = rounded.flatMap({ Int(exactly: $0) }), near.magnitude < 1 << 53 else { return }
    // The text may have more digits than a `Double`.
    func isOutside(_ number: Int) -> Bool {
      let number = JSONNumber(number)
      return isLeast ? number < value : number > value
    }
    if isOutside(near) { near += step }
    if !isOutside(near - step) { near -= step }
    if isExclusive, JSONNumber(near) == value { near += step }
    (value, isExclusive) = (JSONNumber(near), false)
  }
}
