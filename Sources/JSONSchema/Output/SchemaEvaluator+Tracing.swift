/// What is judged otherwise where everything is noted.
extension SchemaEvaluator {
  /// Judges the value at a tape index against a node and notes both.
  ///
  /// A node that is nothing but a reference takes no level of depth, as it is none in a plan that
  /// resolves it beforehand: an instance is too deep for both or for neither.
  @inline(never)
  mutating func evaluateTraced<Sink: FailureSink>(
    _ nodeIndex: Int32, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    var nodeIndex = nodeIndex
    var entered = 0
    var holds = false
    while countsNode(index) {
      sink.enter(nodeIndex, index)
      entered &+= 1
      guard let (assertion, target) = plainReference(nodeIndex) else {
        holds = judge(nodeIndex, index, outerTracker, &sink)
        break
      }
      sink.follow(assertion)
      nodeIndex = target
    }
    while entered > 0 {
      sink.leave(holds)
      entered &-= 1
    }
    return holds
  }

  /// Where a node leads that asserts nothing else.
  private func plainReference(_ nodeIndex: Int32) -> (assertion: Int32, target: Int32)? {
    let node = view.nodes + Int(nodeIndex)
    guard !usesScope, node.pointee.types == TypeSet.all.rawValue, node.pointee.object < 0,
      node.pointee.array < 0, node.pointee.objectEnd == 0, node.pointee.lastEnd == 1,
      case .reference(let target) = view.assertions[Int(node.pointee.assertions)].operation
    else { return nil }
    return (node.pointee.assertions, target)
  }

  /// Whether a value holds against a node whose failures are none of its parent's.
  @inline(__always)
  mutating func probe<Sink: FailureSink>(
    _ node: Int32, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    if Sink.traces { return evaluate(node, index, -1, &sink) }
    var verdict = Verdict()
    return evaluate(node, index, -1, &verdict)
  }

  /// The same for a schema applied in place.
  @inline(__always)
  mutating func probe<Sink: FailureSink>(
    _ node: Int32, _ index: Int, _ tracker: Int, tracks: Bool = false, _ sink: inout Sink
  ) -> Bool {
    if Sink.traces { return isValid(node, index, tracker, tracks: tracks, &sink) }
    var verdict = Verdict()
    return isValid(node, index, tracker, tracks: tracks, &verdict)
  }

  /// Judges every branch of an `anyOf` or a `oneOf`, those after the first that holds too: each may
  /// have annotations.
  @inline(never)
  mutating func traceBranches<Sink: FailureSink>(
    _ assertion: Int, _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    var matches: [Int] = []
    for position in 0..<Int(list.count) {
      let node = view.children[Int(list.start) &+ position]
      if isValid(node, index, tracker, &sink) { matches.append(position) }
    }
    if case .anyOf = view.assertions[assertion].operation, !matches.isEmpty { return true }
    if matches.count == 1 { return true }
    return sink.fail(
      RawFailure(
        assertion: Int32(truncatingIfNeeded: assertion), instance: index, key: -1, detail: 0,
        second: 0, matches: matches))
  }
}
