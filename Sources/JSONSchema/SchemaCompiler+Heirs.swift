@_spi(Engine) import JSONTape

/// Handles the heirs of a schema. An heir is a schema that extends another schema by `allOf`, and
/// that the discriminator of the other schema can name. If a value names an heir, the value is
/// checked against this heir. If not, the value is checked against the schema alone. Source:
/// OpenAPI 3.1.0, section 4.8.25.
extension SchemaCompiler {
  /// A name for a schema that extends a branch.
  typealias HeirName = (name: String, position: Int, isFirst: Bool)

  /// If other schemas extend a branch, replaces the branch by a choice. The choice is between the
  /// branch and these schemas, by the discriminator of the branches.
  ///
  /// - Returns: The names of these schemas, with the positions of their branches.
  func chooseHeirs(
    _ list: ChildList, _ sites: [SchemaSite], by discriminator: JSONNode, _ property: String,
    at holder: SchemaSite, of draft: SchemaDraft, in context: PlanContext
  ) throws(SchemaError) -> [HeirName] {
    guard transform != nil, fragmentOwner == nil else { return [] }
    let ends = sites.map { outlines.end(of: $0) }
    var all: [HeirName] = []
    for (position, end) in ends.enumerated() where !outlines.isNull(end) {
      let heirs = outlines.heirs.all(of: end, besides: Set(ends)).filter {
        !leads(from: $0.site, to: draft.site)
      }
      guard !heirs.isEmpty else { continue }
      var nodes = [builder.children[Int(list.start) + position]]
      var names: [(name: String, position: Int)] = []
      for heir in heirs {
        let own = outlines.names(of: heir, discriminator, property, at: holder, beside: end)
        nodes.append(
          try compile([heir.site], in: context, isInPlace: true, roles: draft.rolesInPlace))
        for name in own where !names.contains(where: { $0.name == name }) {
          names.append((name, nodes.count - 1))
          all.append((name, position, name == own.first))
        }
      }
      // A branch with its own discriminator uses that discriminator.
      guard outlines.parent(of: [end]) == nil else { continue }
      let choice = builder.branchList(nodes)
      builder.tables.discriminators[choice.start] = DiscriminatorPlan(
        property: Array(property.utf8), names: names.map { (Array($0.name.utf8), $0.position) },
        schemaNames: [], isSettled: true, absent: -1, unknown: -1)
      var branch = SchemaDraft(
        node: outlines.node(at: end), site: end, context: context, isInPlace: true)
      branch.assert(.heir(choice), "discriminator")
      let node = reserveNode()
      try lower(&branch, into: node)
      builder.children[Int(list.start) + position] = node
    }
    return all
  }

  /// Whether a schema applies another schema to the same value.
  private func leads(from start: SchemaSite, to target: SchemaSite) -> Bool {
    var open = [start]
    var seen: Set<SchemaSite> = []
    while let site = open.popLast() {
      guard seen.insert(site).inserted else { continue }
      let outline = outlines.outline(of: [site])
      if outline.isCut || outline.visited.contains(where: { $0.site == target }) { return true }
      open += outline.choices.flatMap(\.branches)
    }
    return false
  }

  /// Adds a choice between the heirs of the draft's schemas, by their names.
  ///
  /// - Parameter node: Compiles schemas of the same value without another choice.
  /// - Returns: False if there are no heirs.
  func chooseHeir(
    _ draft: inout SchemaDraft,
    _ node: ([SchemaSite]) throws(SchemaError) -> Int32
  ) throws(SchemaError) -> Bool {
    guard let parent = outlines.parent(of: draft.sites),
      let heirs = outlines.heirs.heirs[parent],
      let discriminator = outlines.node(at: parent)["discriminator"],
      let property = discriminator.string ?? discriminator["propertyName"]?.string
    else { return false }
    var nodes = [try node(draft.sites)]
    var names: [(name: String, position: Int)] = []
    for heir in heirs {
      nodes.append(try node(draft.sites == [parent] ? [heir.site] : draft.sites + [heir.site]))
      names.append((heir.name, nodes.count - 1))
      // Azure's documents name heirs in this way.
      if let own = outlines.node(at: heir.site)["x-ms-discriminator-value"]?.string {
        names.append((own, nodes.count - 1))
      }
    }
    if let own = outlines.registry.documents[parent.document].document
      .pointer(to: parent.index).tokens.last
    {
      names.append((own, 0))
    }
    var mapped: [(name: String, position: Int)] = []
    for entry in discriminator["mapping"]?.properties.map({ $0 }) ?? [] {
      guard let text = entry.value.string else { continue }
      let target = try? outlines.resolve(entry.value, "mapping", from: parent)
      let position = heirs.firstIndex { $0.site == target || $0.name == text }
      let isOwn = target == parent
      guard isOwn || position != nil else { continue }
      mapped.append((entry.name, isOwn ? 0 : (position ?? -1) + 1))
    }
    // The mapping has priority.
    let shown = mapped + names.filter { name in !mapped.contains { $0.position == name.position } }
    names = mapped + names
    let list = builder.branchList(nodes)
    builder.tables.discriminators[list.start] = DiscriminatorPlan(
      property: Array(property.utf8), names: names.map { (Array($0.name.utf8), $0.position) },
      schemaNames: [], isSettled: true,
      refusesUnknown: !(transform?.isLenient(in: draft.context) ?? true), absent: -1,
      unknown: unknownName(shown.map(\.name), location(of: parent)))
    draft.assert(.heir(list), "discriminator")
    return true
  }
}

extension SchemaEvaluator {
  /// Whether a value matches the heir that it names.
  @inline(never)
  mutating func heirHolds<Sink: FailureSink>(
    _ assertion: Int, _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    var position = 0
    if let plan = plan.tables.discriminators[list.start] {
      switch choose(plan, index) {
      case .branch(let named, _): position = named
      case .unknown(let value):
        if plan.refusesUnknown {
          _ = evaluate(view.children[Int(list.start)], index, tracker, &sink)
          return sink.fail(plan.unknown, value)
        }
        grants.add(
          Grant(leniency: .unknownName, assertion: Int32(truncatingIfNeeded: assertion)))
      case .open, .absent: break
      }
    }
    return evaluate(view.children[Int(list.start) &+ position], index, tracker, &sink)
  }

  /// The node of the schema that a value names among those that extend a branch, with the list
  /// whose discriminator names it; else the branch's.
  mutating func heir(of node: Int32, _ index: Int) -> (node: Int32, list: Int32?) {
    let plan = view.nodes[Int(node)]
    let first = Int(plan.assertions) &+ Int(plan.objectEnd)
    guard plan.inPlaceEnd > plan.objectEnd, case .heir(let list) = view.assertions[first].operation
    else { return (node, nil) }
    guard let discriminator = self.plan.tables.discriminators[list.start],
      case .branch(let named, _) = choose(discriminator, index), named > 0
    else { return (view.children[Int(list.start)], nil) }
    return (view.children[Int(list.start) &+ named], list.start)
  }
}
