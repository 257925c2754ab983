@_spi(Engine) import JSONTape

/// `properties`, `patternProperties`, `additionalProperties`, `propertyNames` (JSON Schema Core
/// 2020-12, section 10.3.2) and the bounds of JSON Schema Validation 2020-12, section 6.5.
extension Keyword {
  static let objects: [Keyword] = [
    Keyword("properties", .map, in: .applicator) { draft, value, compiler throws(SchemaError) in
      for property in try compiler.properties(of: value, "properties") {
        if property.name == "$ref", property.value.kind == .string {
          for (name, site) in try compiler.outlines.properties(at: property.value, in: draft.site) {
            let position = draft.property(name)
            draft.properties[position].schemas = [site]
          }
          continue
        }
        let schema = try compiler.subschema(property.value, "properties", in: draft)
        let position = draft.property(property.name)
        draft.properties[position].schemas = [schema]
      }
    },
    Keyword("patternProperties", .map, in: .applicator) {
      draft, value, compiler throws(SchemaError) in
      for property in try compiler.properties(of: value, "patternProperties") {
        guard let pattern = try compiler.pattern(property.key, "patternProperties") else {
          // The names that the pattern means are not known. So no name is an additional property.
          if let every = try? compiler.builder.pattern("") {
            draft.patternProperties.append((every, try compiler.openSite()))
          }
          continue
        }
        let site = try compiler.subschema(property.value, "patternProperties", in: draft)
        draft.patternProperties.append((pattern, site))
      }
    },
    Keyword("additionalProperties", .schema, in: .applicator) {
      draft, value, compiler throws(SchemaError) in
      draft.additional = try compiler.subschema(value, "additionalProperties", in: draft)
    },
    applicator("propertyNames") { .propertyNames($0) },
  ]

  static let objectBounds: [Keyword] = [
    Keyword("required") { draft, value, compiler throws(SchemaError) in
      var seen: Set<ExactText> = []
      for name in try compiler.names(value, "required")
      where seen.insert(ExactText(name)).inserted {
        draft.requirements.append(.init(name: name, owner: .schema))
      }
    },
    limit("minProperties", of: .object, .atLeast) { .minProperties($0) },
    limit("maxProperties", of: .object, .atMost) { .maxProperties($0) },
  ]
}

extension SchemaEvaluator {
  @inline(never)
  mutating func propertiesHold<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, at index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    if object.pointee.words > 1 { return manyPropertiesHold(object, at: index, tracker, &sink) }
    var seen: UInt64 = 0
    var repeated: UInt64 = 0
    let isPlain = isPlain(object, tracker)
    let isHeld = isHeld(object, index, tracker, Sink.self)
    var holds = true
    var hint = 0
    var ordinal = 0
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let slot = find(key, in: object, hint)
      if slot >= 0 {
        let bit = 1 &<< UInt64(truncatingIfNeeded: slot)
        repeated |= seen & bit
        seen |= bit
        hint = slot &+ 1
      }
      if !isHeld, !propertyHolds(object, isPlain, key, of: index, slot, ordinal, tracker, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
      ordinal &+= 1
      key = cursor.next(key &+ 1)
    }
    if repeated != 0 { keysAreUnsure = true }
    if object.pointee.words == 1 {
      let absent = view.slotSets[Int(object.pointee.required)] & ~seen
      if absent != 0, !absentHold(absent, word: 0, object, index, &sink) { return false }
    }
    return holds
  }

  /// Checks the properties of an object with more than 64 listed properties. The bits of found
  /// properties are in ``bits``.
  @inline(never)
  private mutating func manyPropertiesHold<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, at index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    let words = Int(object.pointee.words)
    let seenBits = reserve(words)
    defer { release(seenBits) }
    let isPlain = isPlain(object, tracker)
    let isHeld = isHeld(object, index, tracker, Sink.self)
    var holds = true
    var hint = 0
    var ordinal = 0
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let slot = find(key, in: object, hint)
      if slot >= 0 {
        if isMarked(slot, seenBits) { keysAreUnsure = true }
        mark(slot, seenBits)
        hint = slot &+ 1
      }
      if !isHeld, !propertyHolds(object, isPlain, key, of: index, slot, ordinal, tracker, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
      ordinal &+= 1
      key = cursor.next(key &+ 1)
    }
    for word in 0..<words {
      let absent = view.slotSets[Int(object.pointee.required) &+ word] & ~bits[seenBits &+ word]
      if absent != 0, !absentHold(absent, word: word, object, index, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
    }
    return holds
  }

  /// Checks a property. Most properties have one schema, and this case is inlined here.
  ///
  /// - Parameter isPlain: Whether listed properties have only their own schema, and no property is
  ///   recorded.
  @inline(__always)
  private mutating func propertyHolds<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, _ isPlain: Bool, _ key: Int, of index: Int, _ slot: Int,
    _ ordinal: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    var node = isPlain && slot >= 0 ? listedNode(object, slot) : ObjectPlan.unlisted
    if node < 0 { node = onlyNode(object, key, slot, ordinal, tracker) }
    if node >= 0 { return evaluateChild(node, key &+ 1, -1, &sink) }
    return node == ObjectPlan.any
      || otherHolds(object, key, of: index, slot, ordinal, tracker, &sink)
  }

  /// Whether a verdict has found that all properties are valid and rules have no demands. If so,
  /// only missing properties must be reported.
  @inline(__always)
  private func isHeld<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, _ index: Int, _ tracker: Int, _ sink: Sink.Type
  ) -> Bool {
    guard Sink.collects, !Sink.traces, tracker < 0, let heldProperties else { return false }
    return heldProperties.object == object && heldProperties.index == index &- root
  }

  @inline(__always)
  private func isPlain(_ object: UnsafePointer<ObjectPlan>, _ tracker: Int) -> Bool {
    tracker < 0 && object.pointee.patternCount == 0
  }

  /// The only schema of a property, or ``ObjectPlan/any``. It is ``ObjectPlan/unlisted`` if there
  /// is more to check.
  @inline(never)
  private mutating func onlyNode(
    _ object: UnsafePointer<ObjectPlan>, _ key: Int, _ slot: Int, _ ordinal: Int, _ tracker: Int
  ) -> Int32 {
    let listed = listedNode(object, slot)
    let isListed = listed != ObjectPlan.unlisted && listed != ObjectPlan.granted
    guard object.pointee.patternCount == 0 || isListed && !mayMatchPattern(object, slot),
      isListed
        || object.pointee.selection < 0
          && (slot >= 0 || object.pointee.policy < 0 && object.pointee.decoding < 0)
    else { return ObjectPlan.unlisted }
    if slot < 0 { keysAreUnsure = true }
    let node = isListed ? listed : object.pointee.additional
    guard node >= ObjectPlan.any else { return ObjectPlan.unlisted }
    if node == ObjectPlan.any, cursor.isContainer(key &+ 1) { keysAreUnsure = true }
    if tracker >= 0, isListed || node >= 0 { note(ordinal, tracker) }
    return node
  }

  /// The schema of a slot; ``ObjectPlan/unlisted`` for no slot.
  @inline(__always)
  private func listedNode(_ object: UnsafePointer<ObjectPlan>, _ slot: Int) -> Int32 {
    slot < 0 ? ObjectPlan.unlisted : view.slots[Int(object.pointee.slots) &+ slot].node
  }

  /// Whether a pattern may match the name of a slot, if there are patterns.
  @inline(__always)
  private func mayMatchPattern(_ object: UnsafePointer<ObjectPlan>, _ slot: Int) -> Bool {
    let word = Int(object.pointee.maybeMatched) &+ slot / 64
    return view.slotSets[word] & (1 &<< UInt64(truncatingIfNeeded: slot % 64)) != 0
  }

  /// Whether the required properties with set bits may be missing. Reports the properties that may
  /// not be missing.
  @inline(never)
  private mutating func absentHold<Sink: FailureSink>(
    _ absent: UInt64, word: Int, _ object: UnsafePointer<ObjectPlan>, _ index: Int,
    _ sink: inout Sink
  ) -> Bool {
    var absent = absent
    var holds = true
    while absent != 0 {
      let slot = word &* 64 &+ absent.trailingZeroBitCount
      absent &= absent &- 1
      let required = view.slots[Int(object.pointee.slots) &+ slot].required
      if isLenient {
        if case .always(let leniency) = view.assertions[Int(required)].excuse {
          grants.add(Grant(leniency: leniency, assertion: required))
          continue
        }
        if isThereInOtherCase(slot, object, index) {
          grantKeyCase(slot, object)
          continue
        }
      }
      holds = sink.fail(required, index, detail: object - view.objects)
      if !Sink.collects { break }
    }
    // If rules have no demands on the properties either, only missing properties must be reported.
    if !holds, !Sink.collects, asks == view.asks, !owes {
      heldProperties = HeldProperties(object: object, index: index &- root)
    }
    return holds
  }

  /// Checks a property completely. Its listed schema and the matching patterns are used. If there
  /// are none, the schema of other properties is used.
  @inline(never)
  private mutating func otherHolds<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, _ key: Int, of index: Int, _ slot: Int, _ ordinal: Int,
    _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    var holds = true
    var isCovered = false
    var isListed = false
    var isGranted = false
    if slot >= 0 {
      let node = view.slots[Int(object.pointee.slots) &+ slot].node
      isCovered = node != ObjectPlan.unlisted && node != ObjectPlan.granted
      isGranted = node == ObjectPlan.granted
      isListed = node >= ObjectPlan.any
      if node < 0 {
        if cursor.isContainer(key &+ 1) { keysAreUnsure = true }
      } else if !evaluate(node, key &+ 1, -1, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
    } else {
      keysAreUnsure = true
      if object.pointee.decoding >= 0, asks, cursor.halfSurrogate(key) != nil,
        case .judged(let number, _) = view.assertions[Int(object.pointee.decoding)].operation,
        !isJudgedGood(number, key)
      {
        owe(object.pointee.decoding, key &+ 1, key: key, &sink)
      }
    }
    var isDescribed = isListed
    for position in 0..<Int(object.pointee.patternCount) {
      let pattern = Int(object.pointee.patterns) &+ position
      guard isPatternProperty(pattern, key) else { continue }
      let node = view.patternSlots[pattern].node
      if node == ObjectPlan.granted {
        isGranted = true
        continue
      }
      isCovered = true
      isDescribed = true
      if !evaluate(node, key &+ 1, -1, &sink) {
        holds = false
        if !Sink.collects { return false }
      }
    }
    if object.pointee.selection >= 0, !isListed {
      let isDescribed = isDescribed || !isCovered && describesOthers(object)
      // Another schema of the value may describe the property. With a tracker, this is checked
      // last.
      if isDescribed || tracker < 0 {
        select(object.pointee.selection, key, isDescribed: isDescribed, &sink)
      }
    }
    if !isCovered, slot < 0, !isGranted, object.pointee.policy >= 0, asks, Sink.collects || !owes {
      judgeUnlisted(object, key, of: index, &sink)
    }
    if !isCovered, object.pointee.additional >= 0 {
      isCovered = true
      isDescribed = describesOthers(object)
      if !evaluate(object.pointee.additional, key &+ 1, -1, &sink) { holds = false }
    } else if !isCovered, object.pointee.additional == ObjectPlan.forbidden {
      holds =
        isAllowed(object, key, of: index, slot, isGranted: isGranted)
        || sink.fail(object.pointee.additionalAssertion, key &+ 1, key: key)
    }
    if tracker >= 0, isCovered { note(ordinal, tracker, describes: isDescribed) }
    return holds
  }

  /// Whether a leniency allows a property that the schema forbids.
  private mutating func isAllowed(
    _ object: UnsafePointer<ObjectPlan>, _ key: Int, of index: Int, _ slot: Int, isGranted: Bool
  ) -> Bool {
    guard isLenient else { return false }
    let assertion = object.pointee.additionalAssertion
    if isGranted {
      grants.add(Grant(leniency: .closedBesideAllOf, assertion: assertion, slot: Int32(slot)))
      return true
    }
    guard slot < 0, let meant = slotInOtherCase(key, object) else { return false }
    // If several keys are for one property, only one of them is used.
    let listed = view.slots[Int(object.pointee.slots) &+ meant]
    let name = Array(
      ByteView(start: view.names + Int(listed.name), count: Int(listed.length)))
    guard !holds(name, index, before: cursor.next(index)) else { return false }
    grantKeyCase(meant, object)
    return true
  }

  /// A property is counted once, whether it is missing or its key is forbidden.
  private mutating func grantKeyCase(_ slot: Int, _ object: UnsafePointer<ObjectPlan>) {
    let policy = plan.tables.keyPolicies[Int(object.pointee.policy)]
    grants.add(Grant(leniency: .keyCase, assertion: policy.assertion, slot: Int32(slot)))
  }

  /// Whether the schema of unlisted properties has any assertions.
  private func describesOthers(_ object: UnsafePointer<ObjectPlan>) -> Bool {
    object.pointee.additional >= 0 && object.pointee.additionalAssertion != ObjectPlan.walked
  }

  @inline(never)
  mutating func isPatternProperty(_ pattern: Int, _ key: Int) -> Bool {
    matches(view.patternSlots[pattern].pattern, key, of: key &+ 1)
  }

  @inline(never)
  mutating func holds<Sink: FailureSink>(
    _ assertion: Int, _ operation: Operation, objectAt index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    switch operation {
    case .minProperties(let limit):
      return cursor.count(index) >= Int(limit) || sink.fail(Int32(assertion), index)
    case .maxProperties(let limit):
      return cursor.count(index) <= Int(limit) || sink.fail(Int32(assertion), index)
    case .propertyNames(let node):
      let (asked, lenient) = (asks, isLenient)
      (asks, isLenient) = (false, false)
      defer { (asks, isLenient) = (asked, lenient) }
      var holds = true
      var key = cursor.firstChild(index)
      let end = cursor.next(index)
      while key < end {
        if !evaluate(node, key, -1, &sink) {
          holds = false
          if !Sink.collects { return false }
        }
        key = cursor.next(key &+ 1)
      }
      return holds
    case .relation(let relation):
      let relation = plan.tables.relations[Int(relation)]
      let reading = RelationReading(cursor: cursor, object: index, facts: facts)
      return reading.holds(relation.condition) ?? !relation.isGate
        || sink.fail(
          Int32(assertion), relation.place.map(reading.nearest) ?? index, detail: index)
    case .dependencies(let group): return dependenciesHold(group, index, tracker, &sink)
    case .search(let policy):
      if asks { search(policy, index, Int32(assertion), &sink) }
      return true
    default: return true
    }
  }
}
