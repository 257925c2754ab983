@_spi(Engine) import JSONTape

extension SchemaEvaluator {
  /// Checks an unlisted key; nil if the schema for other members decides. May be slow, as it runs
  /// for unlisted keys only.
  @inline(never)
  mutating func judgeUnlisted<Sink: FailureSink>(
    _ object: UnsafePointer<ObjectPlan>, _ key: Int, _ sink: inout Sink
  ) -> Bool? {
    let policy = plan.tables.keyPolicies[Int(object.pointee.policy)]
    let assertion = policy.assertion
    let name = withText(at: key) { Array($0) }
    if let entry = policy.entries[KeyPolicy.fold(name)], !isAllowed(name, entry),
      !entry.onlyNumeric || isNumeric(key &+ 1)
    {
      let owner = entry.owner(of: name)
      var holds = owner.map { sink.fail(assertion, key, .entry(entry.meaning), $0) } ?? true
      if case .alias(let documented) = entry.meaning {
        let slot = slot(named: Array(documented.utf8), in: object)
        if slot >= 0 {
          let node = view.slots[Int(object.pointee.slots) &+ slot].node
          if Sink.collects || holds, node >= 0 {
            holds = evaluate(node, key &+ 1, -1, &sink) && holds
          }
          aliased = slot
        }
      }
      return holds
    }
    var fault: (KeyFault, Owner)? = policy.undocumented.map { (.undocumented, $0) }
    if let keyCase = policy.keyCase, !keyCase.style.accepts(name) {
      fault = (.keyCase, keyCase.owner)
    }
    if let (fault, owner) = fault {
      _ = sink.fail(assertion, key, fault, owner)
      if Sink.collects { _ = search(object.pointee.policy, key &+ 1, assertion, &sink) }
      return false
    }
    if object.pointee.additional == ObjectPlan.any,
      !search(object.pointee.policy, key &+ 1, assertion, &sink)
    {
      return false
    }
    // The member is still unevaluated, so other keywords may check it.
    return nil
  }

  /// Looks for forbidden keys everywhere below a value without a schema, without recursion.
  @inline(never)
  mutating func search<Sink: FailureSink>(
    _ policyIndex: Int32, _ index: Int, _ assertion: Int32, _ sink: inout Sink
  ) -> Bool {
    let policy = plan.tables.keyPolicies[Int(policyIndex)]
    guard !policy.searched.isEmpty else { return true }
    let end = cursor.next(index)
    var holds = true
    var openObjects: [(end: Int, isObject: Bool)] = []
    var at = index
    while at < end {
      while let last = openObjects.last, at >= last.end { openObjects.removeLast() }
      if openObjects.last?.isObject ?? false {
        let name = withText(at: at) { Array($0) }
        if let entry = policy.searched[KeyPolicy.fold(name)],
          !isAllowed(name, entry), !entry.onlyNumeric || isNumeric(at &+ 1),
          let owner = entry.owner
        {
          holds = false
          _ = sink.fail(assertion, at, .entry(entry.meaning), owner)
          if !Sink.collects { return false }
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
    return holds
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
