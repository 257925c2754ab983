@_spi(Engine) import JSONTape

/// Applies rules to property names. Such a rule never changes whether the schema accepts the
/// object.
extension SchemaEvaluator {
  /// Checks a key that no schema of the object names. This may be slow, because there are few such
  /// keys.
  @inline(never)
  mutating func judgeUnlisted<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, _ key: Int, of index: Int, _ sink: inout Sink
  ) {
    let policy = plan.tables.keyPolicies[Int(object.pointee.policy)]
    let name = withText(at: key) { Array($0) }
    if let entry = policy.entries[NamePattern.fold(name)], !isAllowed(name, entry),
      !entry.onlyNumeric || isNumeric(key &+ 1),
      entry.owner(of: name) != nil || entry.isConverted(name)
    {
      let owner = entry.owner(of: name)
      let isOfLetters = entry.isOfLetters(name)
      if isOfLetters, case .alias(let documented) = entry.meaning,
        isRepeated(key, of: index, as: documented, object)
      {
        return
      }
      if let owner { owe(policy.assertion, key, .entry(entry.meaning), owner, &sink) }
      if case .alias(let documented) = entry.meaning, owner == nil || Sink.collects {
        let refusal = isOfLetters ? entry.letters?.refusal : nil
        judge(
          key, of: index, as: documented, object,
          refusal: entry.isConverted(name) ? entry.conversion?.refusal : refusal,
          isReadToo: isOfLetters, &sink)
      }
      return
    }
    if let keyCase = policy.keyCase, !keyCase.style.accepts(name) {
      owe(policy.assertion, key, .keyCase, keyCase.owner, &sink)
    } else if let owner = policy.undocumented {
      owe(policy.assertion, key, .undocumented, owner, &sink)
    } else if object.pointee.additional != ObjectPlan.any {
      return
    }
    search(object.pointee.policy, key &+ 1, policy.assertion, &sink)
  }

  /// Checks the value of a key like that of the documented property, unless that property is also
  /// present.
  ///
  /// - Parameter refusal: The owner of values that the app's decoder refuses, if the decoder reads
  ///   this key as the property. If several keys map to the property, the first key is used, unless
  ///   the decoder reads all of them.
  private mutating func judge<Sink: FailureSink>(
    _ key: Int, of index: Int, as documented: String, _ object: UnsafePointer<ObjectPlan>,
    refusal: Owner?, isReadToo: Bool, _ sink: inout Sink
  ) {
    let name = Array(documented.utf8)
    let slot = slot(named: name, in: object)
    guard slot >= 0 else { return }
    let end = refusal != nil ? key : cursor.next(index)
    guard isReadToo || !holds(name, index, before: end) else { return }
    let node = view.slots[Int(object.pointee.slots) &+ slot].node
    guard node >= 0 else { return }
    let granted = grants.list.count
    defer { grants.cut(to: granted) }
    guard Sink.collects else {
      var verdict = Verdict()
      if !evaluate(node, key &+ 1, -1, &verdict) { owes = true }
      return
    }
    var collector = Collector()
    _ = evaluate(node, key &+ 1, -1, &collector)
    var failures = collector.failures + collector.asked
    for index in failures.indices where failures[index].ground != .guess {
      // Nothing is known about other failures. The decoder may accept such values.
      if isReadToo, failures[index].ground == .rule { continue }
      // A decoder that reads both keys replaces null by the other value.
      let isKept = isReadToo && cursor.rawTag(Int(failures[index].instance)) == 0
      if let refusal, failures[index].ground == .schema, !isKept, isOfStructure(failures[index]) {
        (failures[index].ground, failures[index].owner) = (.rule, refusal)
      } else {
        failures[index].ground = .guess
      }
    }
    sink.add(asked: failures)
  }

  /// Whether a decoder refuses the value because of such a failure: a wrong type, or a missing
  /// property.
  private func isOfStructure(_ failure: RawFailure) -> Bool {
    switch view.assertions[Int(failure.assertion)].operation {
    case .type, .required: failure.displacement == nil
    default: false
    }
  }

  /// Whether an object has the same value under the documented name. Null counts as a value only if
  /// the property may be null.
  private mutating func isRepeated(
    _ key: Int, of object: Int, as documented: String, _ plan: UnsafePointer<ObjectPlan>
  ) -> Bool {
    let name = Array(documented.utf8)
    var other = cursor.firstChild(object)
    let end = cursor.next(object)
    while other < end {
      guard countsNode(object) else { return false }
      if withText(at: other, { $0.elementsEqual(name) }) {
        if cursor.rawTag(key &+ 1) == TapeTag.null.rawValue, !mayBeNull(name, plan) { return true }
        return cursor.equal(key &+ 1, cursor, other &+ 1)
      }
      other = cursor.next(other &+ 1)
    }
    return cursor.rawTag(key &+ 1) == TapeTag.null.rawValue
  }

  private mutating func mayBeNull(_ name: [UInt8], _ object: UnsafePointer<ObjectPlan>) -> Bool {
    let slot = slot(named: name, in: object)
    guard slot >= 0 else { return true }
    let node = view.slots[Int(object.pointee.slots) &+ slot].node
    guard node >= 0 else { return true }
    let plan = view.nodes[Int(node)]
    return plan.acceptsNull || plan.types & TypeSet.bits(ofTag: TapeTag.null.rawValue) != 0
  }

  /// Whether an object has a property with this name before a place.
  mutating func holds(_ name: [UInt8], _ object: Int, before end: Int) -> Bool {
    var key = cursor.firstChild(object)
    while key < end {
      if withText(at: key, { $0.elementsEqual(name) }) { return true }
      key = cursor.next(key &+ 1)
    }
    return false
  }

  /// Whether a missing property is present under a key that the app's decoder maps to it.
  @inline(never)
  mutating func isThereInOtherCase(
    _ slot: Int, _ object: UnsafePointer<ObjectPlan>, _ index: Int
  ) -> Bool {
    guard object.pointee.policy >= 0,
      plan.tables.keyPolicies[Int(object.pointee.policy)].converts
    else { return false }
    if let otherCases, otherCases.object == object, otherCases.index == index {
      return otherCases.slots.contains(slot)
    }
    // Each key is read once, even if many properties are missing.
    var slots: Set<Int> = []
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      if find(key, in: object, 0) < 0, let meant = slotInOtherCase(key, object) {
        slots.insert(meant)
      }
      key = cursor.next(key &+ 1)
    }
    otherCases = OtherCases(object: object, index: index, slots: slots)
    return slots.contains(slot)
  }

  /// The slot that the app's decoder maps an unlisted key to, if the slot's schema accepts the
  /// value.
  mutating func slotInOtherCase(_ key: Int, _ object: UnsafePointer<ObjectPlan>) -> Int? {
    guard object.pointee.policy >= 0 else { return nil }
    let policy = plan.tables.keyPolicies[Int(object.pointee.policy)]
    guard policy.converts else { return nil }
    let name = withText(at: key) { Array($0) }
    guard let entry = policy.entries[NamePattern.fold(name)], entry.isConverted(name),
      case .alias(let documented) = entry.meaning
    else { return nil }
    let slot = slot(named: Array(documented.utf8), in: object)
    guard slot >= 0 else { return nil }
    let node = view.slots[Int(object.pointee.slots) &+ slot].node
    if node == ObjectPlan.any || node == ObjectPlan.walked { return slot }
    // The demands of other schemas on the property are not known here.
    guard node >= 0 else { return nil }
    let (asked, granted) = (asks, grants.list.count)
    asks = false
    defer { asks = asked }
    var verdict = Verdict()
    if evaluate(node, key &+ 1, -1, &verdict) { return slot }
    grants.cut(to: granted)
    return nil
  }

  /// Notes that a key violates a rule.
  @inline(never)
  private mutating func owe<Sink: FailureSink>(
    _ assertion: Int32, _ key: Int, _ fault: KeyFault, _ owner: Owner, _ sink: inout Sink
  ) {
    guard asks else { return }
    owes = true
    guard Sink.collects else { return }
    sink.add(asked: [
      RawFailure(
        assertion: assertion, instance: key + 1, key: key, fault: fault, owner: owner,
        ground: .rule)
    ])
  }

  /// Searches for forbidden keys everywhere below a value without a schema, without recursion.
  @inline(never)
  mutating func search<Sink: FailureSink>(
    _ policyIndex: Int32, _ index: Int, _ assertion: Int32, _ sink: inout Sink
  ) {
    let policy = plan.tables.keyPolicies[Int(policyIndex)]
    guard !policy.searched.isEmpty, cursor.isContainer(index) else { return }
    let end = cursor.next(index)
    var openObjects: [(end: Int, isObject: Bool)] = []
    var at = index
    while at < end {
      while let last = openObjects.last, at >= last.end { openObjects.removeLast() }
      if openObjects.last?.isObject ?? false {
        let name = withText(at: at) { Array($0) }
        if let entry = policy.searched[NamePattern.fold(name)],
          !isAllowed(name, entry), !entry.onlyNumeric || isNumeric(at &+ 1),
          let owner = entry.owner
        {
          owe(assertion, at, .entry(entry.meaning), owner, &sink)
          if !Sink.collects { return }
        }
        at &+= 1
      }
      let tag = cursor.rawTag(at)
      if tag >= 6 {
        openObjects.append((cursor.next(at), tag == 7))
        at = cursor.firstChild(at)
      } else {
        at &+= 1
      }
    }
  }

  /// Whether a key has exactly the documented spelling.
  private mutating func isAllowed(_ name: [UInt8], _ entry: KeyPolicy.Entry) -> Bool {
    guard case .alias(let documented) = entry.meaning else { return false }
    return name.elementsEqual(documented.utf8)
  }

  /// Whether a value is a number, null or a numeric string.
  private mutating func isNumeric(_ index: Int) -> Bool {
    switch cursor.rawTag(index) {
    case 0, 3, 4: true
    case 5: withText(at: index) { JSONNumber($0) != nil }
    default: false
    }
  }
}

enum KeyFault: Sendable {
  case entry(KeyPolicy.Entry.Meaning)
  case keyCase
  case undocumented
}
