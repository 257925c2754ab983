@_spi(Engine) import JSONTape

/// `prefixItems`, `items`, `contains` (JSON Schema Core 2020-12, section 10.3.1), their older
/// forms, and the bounds of JSON Schema Validation 2020-12, section 6.4.
extension Keyword {
  static let arrays: [Keyword] = [
    Keyword("prefixItems", .array, in: .applicator) { draft, value, compiler throws(SchemaError) in
      draft.prefix = try compiler.list(value, "prefixItems", in: draft)
    },
    Keyword("items", .schema, in: .applicator) { draft, value, compiler throws(SchemaError) in
      draft.rest = [try compiler.subschema(value, "items", in: draft)]
    },
  ]

  /// `items` and `additionalItems` up to 2019-09. Source: JSON Schema Core 2019-09, section 9.3.1.
  static let positionalArrays: [Keyword] = [
    Keyword("items", .schemaOrArray, in: .applicator) {
      draft, value, compiler throws(SchemaError) in
      guard value.kind == .array else {
        draft.rest = [try compiler.subschema(value, "items", in: draft)]
        return
      }
      draft.prefix = try compiler.list(value, "items", in: draft)
      guard let rest = draft.node["additionalItems"] else { return }
      draft.rest = [try compiler.subschema(rest, "additionalItems", in: draft)]
      draft.restKeyword = "additionalItems"
    },
    // This keyword is ignored unless `items` is an array.
    Keyword("additionalItems", .schema, in: .applicator) {
      draft, value, compiler throws(SchemaError) in
      _ = try compiler.subschema(value, "additionalItems", in: draft)
    },
  ]

  static let arrayBounds: [Keyword] = [
    limit("minItems", of: .array, .atLeast) { .minItems($0) },
    limit("maxItems", of: .array, .atMost) { .maxItems($0) },
    Keyword("uniqueItems", restricts: Restriction("uniqueItems", .array)) {
      draft, value, compiler throws(SchemaError) in
      guard let isOn = value.bool else {
        throw compiler.error("`uniqueItems` must be true or false", value)
      }
      if isOn { draft.assert(.uniqueItems, "uniqueItems") }
    },
  ]

  /// `contains` and its bounds. Matching elements count as evaluated.
  static let contains = contains(evaluates: true)
  /// `contains` in 2019-09. Matching elements do not count as evaluated.
  static let containsUnevaluated = contains(evaluates: false)

  private static func contains(evaluates: Bool) -> [Keyword] {
    [
      Keyword("contains", .schema, in: .applicator) {
        draft, value, compiler throws(SchemaError) in
        let site = try compiler.subschema(value, "contains", in: draft)
        let minimum = try compiler.count(ifKnown: "minContains", in: draft) ?? 1
        let maximum = try compiler.count(ifKnown: "maxContains", in: draft) ?? -1
        let node = try compiler.compile(
          [site], in: compiler.branchContext("contains", of: draft), isInPlace: false)
        let plan = ContainsPlan(
          node: node, minimum: minimum, maximum: maximum, evaluates: evaluates)
        draft.assert(.contains(compiler.builder.containsPlans.place(plan)), "contains")
      },
      Keyword("minContains") { _, value, compiler throws(SchemaError) in
        _ = try compiler.count(value, "minContains")
      },
      Keyword("maxContains") { _, value, compiler throws(SchemaError) in
        _ = try compiler.count(value, "maxContains")
      },
    ]
  }
}

extension SchemaEvaluator {
  @inline(never)
  mutating func elementsHold<Sink: FailureSink>(
    _ array: UnsafePointer<ArrayPlan>, at index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    let end = cursor.next(index)
    var at = cursor.firstChild(index)
    var position = 0
    var holds = true
    if Sink.collects, !Sink.traces, tracker < 0, let held, held.array == array,
      held.index == index &- root
    {
      (at, position) = (root &+ held.next, held.position)
    }
    while at < end {
      let node: Int32
      if position < Int(array.pointee.prefix.count) {
        node = view.children[Int(array.pointee.prefix.start) &+ position]
      } else {
        node = array.pointee.rest
      }
      if node >= 0 {
        if !evaluateChild(node, at, -1, &sink) {
          holds = false
          if !Sink.collects, asks == view.asks, !owes {
            held = HeldElements(
              array: array, index: index &- root, next: at &- root, position: position)
          }
          if !Sink.collects { return false }
        }
        if tracker >= 0 { note(position, tracker) }
      } else if node == ObjectPlan.any {
        if cursor.isContainer(at) { keysAreUnsure = true }
      } else if node == ObjectPlan.forbidden {
        holds = false
        if !sink.fail(array.pointee.restAssertion, at, detail: position) { return false }
      }
      position &+= 1
      at = cursor.next(at)
    }
    return holds
  }

  @inline(never)
  mutating func holds<Sink: FailureSink>(
    _ assertion: Int, _ operation: Operation, arrayAt index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    switch operation {
    case .minItems(let limit):
      return cursor.count(index) >= Int(limit) || sink.fail(Int32(assertion), index)
    case .maxItems(let limit):
      return cursor.count(index) <= Int(limit) || sink.fail(Int32(assertion), index)
    case .uniqueItems:
      guard let (first, second) = repeatedElement(at: index) else { return true }
      return sink.fail(Int32(assertion), index, detail: first, second)
    case .contains(let contains):
      let plan = view.containsPlans[Int(contains)]
      var found = 0
      var position = 0
      var at = cursor.firstChild(index)
      let end = cursor.next(index)
      while at < end {
        if probe(plan.node, at, leniently: false, &sink) {
          found &+= 1
          if tracker >= 0, plan.evaluates { note(position, tracker, describes: false) }
        }
        position &+= 1
        at = cursor.next(at)
      }
      if found >= Int(plan.minimum), plan.maximum < 0 || found <= Int(plan.maximum) { return true }
      return sink.fail(Int32(assertion), index, detail: found)
    case .search(let policy):
      if asks { search(policy, index, Int32(assertion), &sink) }
      return true
    case .elements(let list): return elementsHold(list, at: index, &sink)
    default: return true
    }
  }

  @inline(never)
  private mutating func elementsHold<Sink: FailureSink>(
    _ list: Int32, at index: Int, _ sink: inout Sink
  ) -> Bool {
    var rest = plan.tables.elements[Int(list)][...]
    var position = 0
    var at = cursor.firstChild(index)
    let end = cursor.next(index)
    var holds = true
    while at < end, let next = rest.first {
      if position == next.position {
        rest.removeFirst()
        if !evaluate(next.node, at, -1, &sink) {
          holds = false
          if !Sink.collects { return false }
        }
      }
      position &+= 1
      at = cursor.next(at)
    }
    return holds
  }

  /// The first two equal elements. If there are many elements, their hashes are compared.
  private mutating func repeatedElement(at index: Int) -> (Int, Int)? {
    let count = cursor.count(index)
    if count <= 12 { return count < 2 ? nil : repeatedAmongFew(in: index) }
    var places: [Int] = []
    places.reserveCapacity(count)
    var at = cursor.firstChild(index)
    let end = cursor.next(index)
    while at < end {
      places.append(at)
      at = cursor.next(at)
    }
    var hashes = places.indices.map { (hash: cursor.hash(places[$0]), position: $0) }
    hashes.sort { $0 < $1 }
    var found: (first: Int, second: Int)?
    var start = 0
    while start < hashes.count {
      var end = start &+ 1
      while end < hashes.count, hashes[end].hash == hashes[start].hash { end &+= 1 }
      // Values with the same hash are almost always equal. If they are not, this costs a few
      // comparisons.
      for second in start &+ 1..<end {
        let position = hashes[second].position
        guard position < found?.second ?? Int.max else { break }
        let first = hashes[start..<second].first {
          cursor.equal(places[$0.position], cursor, places[position])
        }
        guard let first else { continue }
        found = (first.position, position)
        break
      }
      start = end
    }
    return found
  }

  /// Compares each element with all earlier elements.
  private mutating func repeatedAmongFew(in index: Int) -> (Int, Int)? {
    let end = cursor.next(index)
    var later = cursor.firstChild(index)
    var second = 0
    while later < end {
      var earlier = cursor.firstChild(index)
      for first in 0..<second {
        // Most strings differ in length.
        let differ =
          cursor.rawTag(earlier) == TapeTag.string.rawValue
          && cursor.rawTag(later) == TapeTag.string.rawValue
          && cursor.length(earlier) != cursor.length(later)
          && !cursor.isEscaped(earlier) && !cursor.isEscaped(later)
        if !differ, cursor.equal(earlier, cursor, later) { return (first, second) }
        earlier = cursor.next(earlier)
      }
      second &+= 1
      later = cursor.next(later)
    }
    return nil
  }
}
