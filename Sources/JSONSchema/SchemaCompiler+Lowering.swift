import JSONTape

extension SchemaCompiler {
  func lower(_ draft: inout SchemaDraft, into index: Int32) throws(SchemaError) {
    let location = location(of: draft.site)
    let selection = try lowerDemands(of: &draft)
    var properties: [(name: String, node: Int32, required: Int32)] = []
    for property in draft.properties {
      var node = ObjectPlan.any
      if !property.schemas.isEmpty {
        node = try compile(
          property.schemas, in: draft.context, isInPlace: false, roles: property.roles)
      } else if draft.looksInside {
        node = ObjectPlan.walked
      }
      properties.append((property.name, node, -1))
    }
    for requirement in draft.requirements {
      let name = builder.string(requirement.name)
      let required = assertion(
        .required(name), "required", requirement.owner,
        requirement.site.map(self.location) ?? location,
        excuse: requirement.leniency.map { .always($0) } ?? .none)
      if let position = draft.positions[ExactText(requirement.name)] {
        properties[position].required = required
      } else {
        let isGranted = draft.granted.contains(requirement.name)
        properties.append(
          (requirement.name, isGranted ? ObjectPlan.granted : ObjectPlan.unlisted, required))
      }
    }
    let named = Set(properties.map(\.name))
    let isEmpty = properties.isEmpty
    for name in draft.documented where !named.contains(name) {
      properties.append(
        (name, draft.granted.contains(name) ? ObjectPlan.granted : ObjectPlan.unlisted, -1))
    }
    let decoding = draft.decoding.map {
      assertion($0.operation, $0.keyword, $0.owner, location, isRule: true)
    }
    var object: Int32 = -1
    if !isEmpty || draft.additional != nil || !draft.patternProperties.isEmpty
      || draft.keyPolicy != nil || draft.walksHere && draft.types.contains(.object)
    {
      object = try lowerObject(draft, properties, selection, location)
      builder.objects[Int(object)].decoding = decoding ?? -1
    }
    var array: Int32 = -1
    if draft.describesElements || draft.walksHere && draft.types.contains(.array) {
      array = try lowerArray(draft, location)
    }
    if let search = draft.elementSearch {
      draft.claims.append(
        .init(
          operation: .search(keyPolicy(search, location)), keyword: "items", owner: .schema,
          isRule: true))
    }
    try writeNode(draft, index, object, array, location)
    builder.nodes[Int(index)].decoding = decoding ?? -1
    if case .judged(let number, _)? = draft.decoding?.operation {
      builder.tables.judgements[Int(number)].object = object
    }
  }

  /// Adds rules' demands on the value. Returns the demands on properties that the draft does not
  /// list, or -1 if there are none.
  private func lowerDemands(of draft: inout SchemaDraft) throws(SchemaError) -> Int32 {
    draft.claims += draft.demands
    // For a schema that applies to the same value, only some demands are added. They are demands on
    // properties that the schema describes but does not list.
    guard draft.walks || draft.looksInside && draft.settlesUnlisted else { return -1 }
    let rest = draft.walks ? try walk(partContext(draft)) : -1
    let selection = builder.tables.selections.place(
      PropertySelection(named: draft.selected, rest: rest))
    if draft.walks, !draft.walksHere {
      // This comes before `unevaluated…` marks the properties as evaluated.
      let claim = SchemaDraft.Claim(
        operation: .walk(selection), keyword: "$ref", owner: .schema, isRule: true)
      draft.claims.insert(claim, at: 0)
    }
    return selection
  }

  private func partContext(_ draft: SchemaDraft) -> PlanContext {
    transform?.contextOfParts(draft.context) ?? draft.context
  }

  func lowerObject(
    _ draft: SchemaDraft, _ properties: [(name: String, node: Int32, required: Int32)],
    _ selection: Int32 = -1, _ location: Int32
  ) throws(SchemaError) -> Int32 {
    var plan = builder.object(properties)
    var patterns: [PatternSlot] = []
    for (pattern, site) in draft.patternProperties {
      let node = try compile([site], in: draft.context, isInPlace: false)
      patterns.append(PatternSlot(pattern: pattern, node: node))
    }
    for pattern in draft.grantedPatterns {
      patterns.append(PatternSlot(pattern: pattern, node: ObjectPlan.granted))
    }
    plan.patterns = Int32(builder.patternSlots.count)
    plan.patternCount = Int32(patterns.count)
    builder.patternSlots += patterns
    if !patterns.isEmpty {
      plan.maybeMatched = builder.slots(properties.map(\.name), matching: patterns)
    }
    if let site = draft.additional {
      if boolean(at: site) == false {
        plan.additional = ObjectPlan.forbidden
        plan.additionalAssertion = assertion(
          .additionalProperties(Int32(builder.objects.count)), "additionalProperties",
          fragmentOwner ?? draft.restOwner, location)
      } else if draft.looksInside, boolean(at: site) == true {
        plan.additional = try open(partContext(draft), isWalked: false)
        plan.additionalAssertion = ObjectPlan.walked
      } else {
        plan.additional = try compile([site], in: draft.context, isInPlace: false)
      }
    }
    if let policy = draft.keyPolicy { plan.policy = keyPolicy(policy, location) }
    plan.selection = selection
    return builder.objects.place(plan)
  }

  func lowerArray(_ draft: SchemaDraft, _ location: Int32) throws(SchemaError) -> Int32 {
    var prefix: [Int32] = []
    for site in draft.prefix {
      prefix.append(try compile([site], in: draft.context, isInPlace: false))
    }
    var plan = ArrayPlan(
      prefix: builder.childList(prefix), rest: ObjectPlan.any, restAssertion: -1)
    if draft.walksHere, draft.rest.isEmpty {
      plan.rest = try walk(partContext(draft))
      plan.restAssertion = ArrayPlan.walked
    } else if let site = draft.rest.first {
      if draft.rest.count == 1, boolean(at: site) == false {
        plan.rest = ObjectPlan.forbidden
        plan.restAssertion = assertion(
          .additionalItems, draft.restKeyword, fragmentOwner ?? draft.restOwner, location)
      } else {
        plan.rest = try compile(draft.rest, in: draft.context, isInPlace: false)
      }
    }
    return builder.arrays.place(plan)
  }

  /// Sorts the assertions into runs by the kind of value that they check, and writes the node.
  func writeNode(
    _ draft: SchemaDraft, _ index: Int32, _ object: Int32, _ array: Int32, _ location: Int32
  ) throws(SchemaError) {
    var runs = [[SchemaDraft.Claim]](repeating: [], count: 7)
    for claim in joiningDependencies(draft.claims, location) {
      runs[claim.operation.run].append(claim)
    }
    var ends: [UInt16] = []
    let start = Int32(builder.assertions.count)
    for run in runs {
      for claim in run {
        _ = assertion(
          claim.operation, claim.keyword, claim.owner, claim.site.map(self.location) ?? location,
          isRule: claim.isRule, settlesNext: claim.settlesNext, excuse: claim.excuse)
      }
      guard let end = UInt16(exactly: builder.assertions.count - Int(start)) else {
        throw error("the schema has more than \(UInt16.max) conditions for one value", draft.node)
      }
      ends.append(end)
    }
    builder.nodes[Int(index)] = PlanNode(
      types: draft.types.rawValue, tracks: runs[6].contains(where: \.operation.tracks),
      delegates: runs[5].contains(where: \.operation.delegates), acceptsNull: draft.acceptsNull,
      excusesNull: draft.acceptsNull ? nil : draft.nullLeniency,
      asksOnlyType: ends[6] == 0 && object < 0 && array < 0,
      resource: Int32(draft.site.resource), assertions: start, anyEnd: ends[0],
      numberEnd: ends[1], stringEnd: ends[2], arrayEnd: ends[3], objectEnd: ends[4],
      inPlaceEnd: ends[5], lastEnd: ends[6],
      typeAssertion: assertion(
        .type(draft.types, stringOwner: draft.stringOwner ?? draft.typeOwner), "type",
        draft.typeOwner, location),
      object: object, array: array,
      glance: Glance(
        numbers: runs[1].map(\.operation), strings: runs[2].map(\.operation),
        any: (runs[0] + runs[5] + runs[6]).map(\.operation), bounds: builder.tables.numbers,
        enumerations: builder.enumerationPlans, judgements: builder.tables.judgements))
  }
}

extension SchemaDraft {
  /// Whether no schema describes the properties and elements that the draft does not describe.
  fileprivate var walksHere: Bool { walks && !isDescribedElsewhere }
  /// Whether this draft decides which properties and elements have no schema.
  fileprivate var walks: Bool { looksInside && !isInPlace }
}

extension SchemaCompiler {
  /// Whether the draft says explicitly that any unlisted properties are allowed.
  public func allowsOthers(_ draft: SchemaDraft) -> Bool {
    draft.additional.map { boolean(at: $0) == true } ?? false
  }

  func compileDynamicAnchors() throws(SchemaError) {
    guard !builder.tables.dynamicReferences.isEmpty else { return }
    var compiled = 0
    while compiled < builder.tables.dynamicReferences.count {
      let wanted = Set(builder.tables.dynamicReferences.map(\.anchor))
      compiled = builder.tables.dynamicReferences.count
      var tables: [[String: Int32]] = []
      for (number, resource) in registry.resources.enumerated() {
        var table: [String: Int32] = [:]
        for (anchor, index) in resource.dynamicAnchors where wanted.contains(anchor) {
          let site = SchemaSite(document: resource.document, index: index, resource: number)
          table[anchor] = try compile([site], in: PlanContext(rawValue: 0), isInPlace: true)
        }
        tables.append(table)
      }
      try compilePending()
      builder.tables.dynamicAnchors = tables
    }
  }

  /// Throws if a schema refers to itself for the same value without end. The time is linear.
  func refuseInPlaceCycles() throws(SchemaError) {
    var state: [Int32: Bool] = [:]
    for start in inPlaceEdges.keys.sorted() where state[start] == nil {
      var stack: [(node: Int32, edge: Int)] = [(start, 0)]
      state[start] = false
      while let (node, edge) = stack.last {
        guard let edges = inPlaceEdges[node], edge < edges.count else {
          state[node] = true
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].edge += 1
        let (target, schema, document) = edges[edge]
        switch state[target] {
        case true?: break
        case false?:
          throw registry.error(
            "the schema refers to itself without end for the same value", schema, document)
        case nil:
          state[target] = false
          stack.append((target, 0))
        }
      }
    }
  }
}
