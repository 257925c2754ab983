@_spi(Engine) import JSONTape

/// `dependentRequired`, `dependentSchemas` (JSON Schema Validation 2020-12, section 6.5.4; Core,
/// section 10.2.2.4). Also `dependencies`, which combines both.
extension Keyword {
  static let dependencies: [Keyword] = [
    dependency("dependentRequired", .none, in: .validation),
    dependency("dependentSchemas", .map, in: .applicator),
    // Later drafts still accept this keyword (Core 2020-12, appendix C).
    historicDependencies,
  ]

  /// This is the only form up to draft 7. Source: JSON Schema Validation draft 7, section 6.5.7.
  static let historicDependencies = dependency("dependencies", .map, in: .applicator)

  private static func dependency(
    _ name: String, _ subschemas: Subschemas, in vocabulary: Vocabulary
  ) -> Keyword {
    Keyword(name, subschemas, in: vocabulary) { draft, value, compiler throws(SchemaError) in
      for property in try compiler.properties(of: value, name) {
        var plan = DependencyPlan(property: Array(property.name.utf8), needed: [], node: -1)
        let isList =
          name == "dependentRequired" || name == "dependencies" && property.value.kind == .array
        if isList {
          plan.needed = try compiler.names(property.value, name).map { Array($0.utf8) }
        } else {
          plan.node = try compiler.compile(property.value, name, in: draft, isInPlace: true)
        }
        let index = compiler.builder.tables.dependencies.place(plan)
        draft.assert(isList ? .dependentRequired(index) : .dependentSchema(index), name)
      }
    }
  }
}

/// `unevaluatedItems`, `unevaluatedProperties`. Source: JSON Schema Core 2020-12, section 11.
extension Keyword {
  /// In 2019-09, these keywords belong to the applicators. Later versions have a vocabulary for
  /// them.
  static func unevaluated(_ vocabulary: Vocabulary) -> [Keyword] {
    [
      applicator("unevaluatedItems", in: vocabulary) { .unevaluatedItems($0) },
      applicator("unevaluatedProperties", in: vocabulary) { .unevaluatedProperties($0) },
    ]
  }
}

extension SchemaCompiler {
  /// The claims. Neighbouring dependencies of the same keyword are combined.
  func joiningDependencies(
    _ claims: [SchemaDraft.Claim], _ location: Int32
  ) -> [SchemaDraft.Claim] {
    var joined: [SchemaDraft.Claim] = []
    var open: [(claim: SchemaDraft.Claim, plan: DependencyPlan)] = []
    var properties: Set<[UInt8]> = []
    for claim in claims {
      let plan = dependency(of: claim.operation)
      if let first = open.first,
        first.claim.keyword != claim.keyword || first.claim.isRule != claim.isRule
          || plan.map({ properties.contains($0.property) }) ?? true
      {
        joined.append(join(open, location))
        open = []
        properties = []
      }
      if let plan {
        open.append((claim, plan))
        properties.insert(plan.property)
      } else {
        joined.append(claim)
      }
    }
    if !open.isEmpty { joined.append(join(open, location)) }
    return joined
  }

  private func dependency(of operation: Operation) -> DependencyPlan? {
    switch operation {
    case .dependentRequired(let index), .dependentSchema(let index):
      builder.tables.dependencies[Int(index)]
    default: nil
    }
  }

  private func join(
    _ parts: [(claim: SchemaDraft.Claim, plan: DependencyPlan)], _ location: Int32
  ) -> SchemaDraft.Claim {
    var names = parts.map(\.plan.property)
    var slots: [[UInt8]: Int32] = [:]
    for (slot, name) in names.enumerated() { slots[name] = Int32(slot) }
    let start = builder.dependencies.count
    for (claim, plan) in parts {
      let first = builder.neededSlots.count
      for name in plan.needed {
        builder.neededSlots.append(slots.value(for: name) { names.place(name) })
      }
      let assertion = assertion(
        claim.operation, claim.keyword, claim.owner, claim.site.map(self.location) ?? location,
        isRule: claim.isRule)
      builder.dependencies.append(
        Dependency(
          assertion: assertion, node: plan.node,
          needed: ChildList(start: Int32(first), count: Int32(plan.needed.count))))
    }
    let object = builder.object(names.map { (bytes: $0, node: ObjectPlan.any, required: -1) })
    let group = DependencyGroup(
      object: builder.objects.place(object), words: object.words,
      list: ChildList(start: Int32(start), count: Int32(parts.count)))
    var claim = parts[0].claim
    claim.operation = .dependencies(builder.dependencyGroups.place(group))
    return claim
  }
}

extension SchemaEvaluator {
  /// Walks over the properties once, then checks only the dependencies of properties that are
  /// present.
  @inline(never)
  mutating func dependenciesHold<Sink: FailureSink>(
    _ group: Int32, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    let group = view.dependencyGroups + Int(group)
    let count = Int(group.pointee.list.count)
    let present = reserve(Int(group.pointee.words))
    defer { release(present) }
    guard markProperties(of: index, view.objects + Int(group.pointee.object), count, present) else {
      return true
    }
    var holds = true
    for word in 0..<(count &+ 63) / 64 {
      var open = bits[present &+ word]
      while open != 0 {
        let slot = word &* 64 &+ open.trailingZeroBitCount
        open &= open &- 1
        guard slot < count else { break }
        let dependency = view.dependencies + (Int(group.pointee.list.start) &+ slot)
        if !dependencyHolds(dependency, index, present, tracker, &sink) {
          holds = false
          if !Sink.collects { return false }
        }
      }
    }
    return holds
  }

  /// Marks the slots of an object's properties. Returns whether one of the first slots is marked.
  @inline(never)
  private mutating func markProperties(
    of index: Int, _ object: UnsafePointer<ObjectPlan>, _ first: Int, _ base: Int
  ) -> Bool {
    var isFound = false
    var hint = 0
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let slot = find(key, in: object, hint)
      if slot >= 0 {
        mark(slot, base)
        hint = slot &+ 1
        if slot < first { isFound = true }
      }
      key = cursor.next(key &+ 1)
    }
    return isFound
  }

  @inline(never)
  private mutating func dependencyHolds<Sink: FailureSink>(
    _ dependency: UnsafePointer<Dependency>, _ index: Int, _ present: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    if dependency.pointee.node >= 0 {
      return evaluate(dependency.pointee.node, index, tracker, &sink)
    }
    var holds = true
    for position in 0..<Int(dependency.pointee.needed.count) {
      let slot = view.neededSlots[Int(dependency.pointee.needed.start) &+ position]
      if !isMarked(Int(slot), present) {
        if view.assertions[Int(dependency.pointee.assertion)].isRule {
          owe(dependency.pointee.assertion, index, detail: position, &sink)
          continue
        }
        holds = sink.fail(dependency.pointee.assertion, index, detail: position)
        if !Sink.collects { return false }
      }
    }
    return holds
  }
}

extension SchemaEvaluator {
  /// Checks the parts that no other keyword has evaluated, and marks them as evaluated. Also checks
  /// rules' demands.
  @inline(never)
  mutating func holds<Sink: FailureSink>(
    _ assertion: Int, _ operation: Operation, lastAt index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    let node: Int32
    let isObject: Bool
    switch (operation, cursor.rawTag(index)) {
    case (.demand(let demand), _):
      judge(demand: demand, index, &sink)
      return true
    case (.walk(let selection), let tag):
      if tag >= 6 { walk(selection, index, tracker, &sink) }
      return true
    case (.chosen(let list), 7):
      if let place = misnamed(list, index) {
        owe(Int32(truncatingIfNeeded: assertion), place, &sink)
      }
      return true
    case (.judged(let judgement, _), let tag):
      if tag >= 6 { askInside(judgement, assertion, index, &sink) }
      return true
    case (.unevaluatedItems(let items), 6): (node, isObject) = (items, false)
    case (.unevaluatedProperties(let properties), 7): (node, isObject) = (properties, true)
    default: return true
    }
    var holds = true
    var ordinal = 0
    var at = cursor.firstChild(index)
    let end = cursor.next(index)
    while at < end {
      let value = isObject ? at &+ 1 : at
      if !isEvaluated(ordinal, tracker) {
        if view.nodes[Int(node)].types == 0 {
          holds = false
          _ = sink.fail(Int32(assertion), value, key: isObject ? at : -1, detail: ordinal)
        } else if probe(node, value, leniently: true, &sink) {
          note(ordinal, tracker, describes: false)
        } else {
          holds = false
          if Sink.collects, !Sink.traces {
            let asked = asks
            asks = false
            _ = evaluate(node, value, -1, &sink)
            asks = asked
          }
        }
        if !holds && !Sink.collects { return false }
      }
      ordinal &+= 1
      at = cursor.next(value)
    }
    return holds
  }
}
