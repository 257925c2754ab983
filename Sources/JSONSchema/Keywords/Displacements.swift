@_spi(Engine) import JSONTape

/// Handles objects and arrays at a wrong level. They may be one level too deep, as in `{"data":
/// {…}}`. Or they may be too high, if the object around them is missing. One failure replaces all
/// failures that are caused by the wrong level.
///
/// This is checked only for invalid values, and strong evidence is needed. The value must match the
/// schema of the other place, or share most property names with this schema.
extension SchemaEvaluator {
  /// The maximum number of properties. Envelopes have few properties, and lists of places to try
  /// are short.
  private static let mostProperties = 24
  /// The maximum number of failures. A value with more failures is not only at the wrong place, and
  /// each level would copy the failures.
  private static let mostFailures = 4096

  static func trials(_ cursor: TapeCursor, _ index: Int) -> Int {
    4096 + 4 * (cursor.next(index) &- index)
  }

  /// Replaces the failures of a value by one failure, if the value is clearly at the wrong place.
  /// The failures that the value has in the right place become guesses.
  @inline(never)
  mutating func settle<Sink: FailureSink>(
    _ node: Int32, _ index: Int, from start: (Int, asked: Int), _ sink: inout Sink
  ) {
    let count = sink.count - start.0 + sink.askedCount - start.asked
    guard !Sink.traces, plan.tables.tellsDisplacement, trials > 0, abort == nil,
      start.0 >= 0, count > 0, count <= Self.mostFailures, cursor.count(index) > 0
    else { return }
    sink.replace(from: start) { displaced(node, index, $0) }
  }

  private mutating func displaced(
    _ node: Int32, _ index: Int, _ failures: [RawFailure]
  ) -> [RawFailure]? {
    var place = FailedPlace(node: node, index: index, failures: failures)
    var isKnown = false
    for failure in failures
    where failure.ground != .guess && failure.instance == index && failure.key < 0 {
      if failure.displacement != nil { isKnown = true }
      switch view.assertions[Int(failure.assertion)].operation {
      case .required(let name): place.absent.insert(plan.tables.strings[Int(name)])
      case .type: place.isOfOtherType = true
      default: break
      }
    }
    guard !isKnown, !failures.contains(where: { $0.displacement?.container == index }) else {
      return nil
    }
    return below(place) ?? above(place)
  }

  /// A value that fails, with its failures.
  private struct FailedPlace {
    let node: Int32
    let index: Int
    let failures: [RawFailure]
    /// The required properties that are missing in the value.
    var absent: Set<String> = []
    var isOfOtherType = false
  }

  // MARK: Too deep

  private mutating func below(_ place: FailedPlace) -> [RawFailure]? {
    let index = place.index
    guard cursor.rawTag(index) == TapeTag.object.rawValue,
      cursor.count(index) <= Self.mostProperties
    else { return nil }
    let listed = listing(of: place.node)
    if listed.isMap { return nil }
    var keys: [Int] = []
    var inner: [Int] = []
    var key = cursor.firstChild(index)
    while key < cursor.next(index) {
      keys.append(key)
      if cursor.rawTag(key &+ 1) >= 6, cursor.count(key &+ 1) > 0 || place.isOfOtherType,
        listed.name(of: text(at: key)) == nil
      {
        inner.append(key)
      }
      key = cursor.next(key &+ 1)
    }
    // Most values contain no such property.
    if inner.isEmpty { return nil }
    let outer = listed.names(among: keys.map { text(at: $0) })
    var found: (key: Int, failures: [RawFailure])?
    for key in inner {
      guard let left = fits(key, place, listed, outer, isAlone: inner.count == 1) else { continue }
      // If there are two such properties, they are parts of something else.
      if found != nil { return nil }
      found = (key, left)
    }
    guard let (key, left) = found else { return nil }
    let end = cursor.next(key &+ 1)
    let (kept, replaced) = parted(place.failures) { failure in
      failure.instance == index && failure.key < 0
        || key..<end ~= failure.instance
        || keys.contains(failure.key) && isAboutUnlisted(failure)
    }
    return report(.tooDeep, text(at: key), key: key, place, replaced)
      .map { [$0] + kept + guesses(left, beside: $0) }
  }

  /// The failures of a property's value in its right place, one level up. Nil if the value does not
  /// clearly belong there.
  private mutating func fits(
    _ key: Int, _ place: FailedPlace, _ listed: ObjectListing, _ outer: Set<String>,
    isAlone: Bool
  ) -> [RawFailure]? {
    let value = key &+ 1
    guard let all = attempt(place.node, value) else { return nil }
    let isObject = cursor.rawTag(value) == TapeTag.object.rawValue
    let keys = isObject ? propertyTexts(of: value) : []
    let inner = listed.names(among: keys)
    // Properties that the outer object has, or that are here under another name, are not missing.
    let left = all.filter { failure in
      guard failure.instance == value, let name = missingProperty(failure) else { return true }
      return !outer.contains(name) && !inner.contains(name)
    }
    let own = left.filter { $0.instance == value && $0.key < 0 }
    guard isObject else {
      // Inside a body, an object may group the elements by names.
      let isPlain = Self.envelopes.contains(NamePattern.fold(text(at: key)))
      guard place.isOfOtherType, own.isEmpty, isPlain || place.index == root else { return nil }
      return cursor.count(value) == 0 ? (isAlone ? left : nil) : elementsFit(value, left)
    }
    let unlisted = keys.count - inner.count
    let lacking = Set(own.compactMap(missingProperty))
    guard own.allSatisfy({ missingProperty($0) != nil }), inner.count > 0 else { return nil }
    let isPlain = Self.envelopes.contains(NamePattern.fold(text(at: key)))
    if !outer.isEmpty {
      // The rest of the object is present, one level down.
      guard !place.absent.isEmpty, place.absent.isSubset(of: inner), lacking.isEmpty,
        inner.count > 1 || isPlain, inner.isDisjoint(with: outer), unlisted <= inner.count
      else { return nil }
      return left
    }
    guard lacking.count * 2 <= max(place.absent.count, left.isEmpty ? 0 : inner.count - 1),
      left.isEmpty || unlisted <= inner.count || listed.isOpen
    else { return nil }
    if inner.count > 1 {
      let shared = place.absent.intersection(inner)
      let isMost =
        inner.count * 2 >= listed.properties.count
        || shared.count > 1 && shared.count * 2 >= place.absent.count
      // A separate object may also have an `id` and a `name`.
      let isCertain = isPlain || lacking.isEmpty || inner.count > 2
      return left.isEmpty || isMost && isCertain ? left : nil
    }
    // One common name proves little, unless there is no other name.
    let isWhole =
      listed.properties.count == 1 || left.isEmpty && inner.count * 2 >= listed.properties.count
    return isWhole && (isPlain || cursor.count(place.index) == 1) && own.isEmpty ? left : nil
  }

  /// Names that are used for a property around the intended object.
  private static let envelopes: Set<[UInt8]> = Set(
    [
      "data", "result", "results", "response", "payload", "body", "content", "item", "items",
      "object", "value", "values", "record", "records", "error", "errors", "attributes", "output",
    ].map { NamePattern.fold($0) })

  // MARK: Too high

  private mutating func above(_ place: FailedPlace) -> [RawFailure]? {
    let index = place.index
    let tag = cursor.rawTag(index)
    guard place.isOfOtherType || !place.absent.isEmpty,
      tag == TapeTag.array.rawValue || cursor.count(index) <= Self.mostProperties * 4
    else { return nil }
    let listed = listing(of: place.node)
    let slots = listed.properties.filter {
      $0.node >= 0 && (place.isOfOtherType || place.absent.contains($0.name))
    }
    guard slots.count <= Self.mostProperties, slots.contains(where: { mayHold($0.node, tag) })
    else {
      return nil
    }
    // If the elements fit the schema, the array is a list of such values.
    if tag == TapeTag.array.rawValue, cursor.count(index) > 0,
      attempt(place.node, cursor.firstChild(index))?.isEmpty ?? false
    {
      return nil
    }
    let keys = tag == TapeTag.object.rawValue ? propertyTexts(of: index) : []
    let here = listed.names(among: keys)
    let ownProperties = propertyRanges(of: index, in: listed)
    // An object with documented properties of its own is at its right place.
    if ownProperties.contains(where: { cursor.rawTag($0.lowerBound &+ 1) >= 6 }) { return nil }
    let isOwn = { (failure: RawFailure) in
      ownProperties.contains { $0.contains(failure.instance) || $0.contains(failure.key) }
    }
    var found: (name: String, failures: [RawFailure])?
    for slot in slots where mayHold(slot.node, tag) && !here.contains(slot.name) {
      // Properties that the outer object lists are at their right place.
      let meant = listing(of: slot.node).names(among: keys)
      guard
        let left = attempt(slot.node, index)?.filter({ failure in
          if isOwn(failure), isAboutUnlisted(failure) { return false }
          return failure.instance != index
            || !(missingProperty(failure).map(meant.contains) ?? false)
        })
      else { continue }
      let own = left.filter { $0.instance == index && $0.key < 0 }
      guard own.allSatisfy({ missingProperty($0) != nil }) else { continue }
      if tag == TapeTag.array.rawValue {
        guard own.isEmpty, elementsFit(index, left) != nil else { continue }
      } else {
        let inner = listing(of: slot.node)
        let shared = inner.names(among: keys)
        guard shared.count > 1, here.count * 3 <= shared.count,
          shared.count * 2 >= inner.properties.count || left.isEmpty,
          own.count * 2 <= shared.count, keys.count <= shared.count * 2 || inner.isOpen
        else { continue }
      }
      if found != nil { return nil }
      found = (slot.name, left)
    }
    guard let (name, left) = found else { return nil }
    let (kept, replaced) = parted(place.failures) { !isOwn($0) }
    return report(.tooHigh, name, key: -1, place, replaced)
      .map { [$0] + kept + guesses(left, beside: $0) }
  }

  /// The failures in the right place, as guesses. They are reported at a value that the schema
  /// refuses in any case.
  private func guesses(_ left: [RawFailure], beside failure: RawFailure) -> [RawFailure] {
    failure.ground == .schema ? left : []
  }

  /// The ranges of the object's properties that a schema lists. Empty for an array.
  private mutating func propertyRanges(of index: Int, in listed: ObjectListing) -> [Range<Int>] {
    guard cursor.rawTag(index) == TapeTag.object.rawValue else { return [] }
    var ranges: [Range<Int>] = []
    var key = cursor.firstChild(index)
    while key < cursor.next(index) {
      let end = cursor.next(key &+ 1)
      if listed.name(of: text(at: key)) != nil { ranges.append(key..<end) }
      key = end
    }
    return ranges
  }

  /// Whether a schema describes the properties or elements of such a value.
  private mutating func mayHold(_ node: Int32, _ tag: UInt8) -> Bool {
    let plan = view.nodes[Int(node)]
    guard plan.types & TypeSet.bits(ofTag: tag) != 0 else { return false }
    if tag == TapeTag.array.rawValue {
      return plan.array >= 0 && !view.arrays[Int(plan.array)].isOnlyAsked
    }
    return !listing(of: node).properties.isEmpty
  }

  // MARK: Evidence

  /// The failures of an array in its right place, if its first elements belong there.
  private mutating func elementsFit(_ array: Int, _ failures: [RawFailure]) -> [RawFailure]? {
    if failures.isEmpty { return failures }
    var element = cursor.firstChild(array)
    for _ in 0..<min(3, cursor.count(array)) {
      let lacking = failures.count {
        $0.instance == element && $0.key < 0 && missingProperty($0) != nil
      }
      let isOther = failures.contains {
        $0.instance == element && $0.key < 0 && missingProperty($0) == nil
      }
      let isObject = cursor.rawTag(element) == TapeTag.object.rawValue
      guard !isOther, lacking == 0 || isObject && lacking * 2 <= cursor.count(element) else {
        return nil
      }
      element = cursor.next(element)
    }
    return failures
  }

  /// The failures of a value against a schema of another place. Nil if this takes too much work.
  private mutating func attempt(_ node: Int32, _ index: Int) -> [RawFailure]? {
    let size = cursor.next(index) &- index
    guard trials > size else { return nil }
    let left = trials &- size &- 1
    let (spent, limit) = (work, budget)
    trials = 0
    budget = work + 10_000 + 64 * size
    let granted = grants.list.count
    defer {
      (trials, work, budget) = (left, spent, limit)
      grants.cut(to: granted)
    }
    var collector = Collector()
    _ = evaluate(node, index, -1, &collector)
    guard abort == nil else {
      abort = nil
      return nil
    }
    let ofKeys = collector.asked.filter { $0.fault != nil }
    return (collector.failures + ofKeys).map { failure in
      var guess = failure
      guess.ground = .guess
      return guess
    }
  }

  // MARK: Failures

  private func missingProperty(_ failure: RawFailure) -> String? {
    guard case .required(let name) = view.assertions[Int(failure.assertion)].operation,
      failure.displacement == nil
    else { return nil }
    return plan.tables.strings[Int(name)]
  }

  /// Whether a failure of a key only reports that the key is not listed.
  private func isAboutUnlisted(_ failure: RawFailure) -> Bool {
    switch failure.fault {
    case .undocumented?, .keyCase?: return true
    case .entry?: return false
    case nil: break
    }
    switch view.assertions[Int(failure.assertion)].operation {
    case .additionalProperties, .unevaluatedProperties: return true
    default: return false
    }
  }

  private func parted(
    _ failures: [RawFailure], _ isReplaced: (RawFailure) -> Bool
  ) -> (kept: [RawFailure], replaced: [RawFailure]) {
    // The failures of rules stay, except for unlisted names.
    func isKept(_ failure: RawFailure) -> Bool {
      failure.ground != .schema && !isAboutUnlisted(failure) || !isReplaced(failure)
    }
    return (failures.filter(isKept), failures.filter { !isKept($0) })
  }

  /// The failure is about the value that the schema describes. It marks the key of the property
  /// around the value. It is nil if it would replace no other failure.
  private func report(
    _ level: SchemaFailure.Displacement.Level, _ property: String, key: Int,
    _ place: FailedPlace, _ replaced: [RawFailure]
  ) -> RawFailure? {
    let refusals = replaced.filter { $0.ground == .schema }
    let said = refusals.isEmpty ? replaced.filter { $0.ground == .rule } : refusals
    let own = said.first { $0.instance == place.index && $0.key < 0 } ?? said.first
    guard let own else { return nil }
    var failure = RawFailure(assertion: own.assertion, instance: place.index, key: key)
    failure.ground = refusals.isEmpty ? .rule : .schema
    var owners: [Owner] = []
    for other in replaced where other.ground != .guess {
      let owner = other.owner ?? view.assertions[Int(other.assertion)].owner
      if !owners.contains(owner) { owners.append(owner) }
    }
    failure.owner = own.owner ?? view.assertions[Int(own.assertion)].owner
    failure.displacement = RawDisplacement(
      container: place.index, level: level, property: property, owners: owners)
    return failure
  }

  private mutating func text(at key: Int) -> String {
    withText(at: key) { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func propertyTexts(of object: Int) -> [String] {
    var texts: [String] = []
    var key = cursor.firstChild(object)
    while key < cursor.next(object) {
      texts.append(text(at: key))
      key = cursor.next(key &+ 1)
    }
    return texts
  }
}
