@_spi(Engine) import JSONTape

/// Handles the heirs of a schema: schemas that extend it by `allOf` and that its discriminator
/// names. A value is checked against the heir that it names, or else against the schema alone.
/// Source: OpenAPI 3.1.0, section 4.8.25.
extension SchemaCompiler {
  /// The heirs of all named schemas.
  struct Heirs {
    struct Heir {
      let name: String
      let site: SchemaSite
    }

    /// The heirs by the schema that they extend, directly or through others.
    private(set) var heirs: [SchemaSite: [Heir]] = [:]

    /// Finds the heirs; only OpenAPI documents have them.
    init(_ outlines: SchemaOutlines) {
      var named: [Heir] = []
      for number in outlines.registry.documents.indices {
        let root = outlines.registry.documents[number].document.root
        guard let schemas = root["components"]?["schemas"] ?? root["definitions"],
          schemas.members.contains(where: { $0.value["discriminator"] != nil })
        else { continue }
        for member in schemas.members where member.value["allOf"] != nil {
          guard let site = try? outlines.site(of: member.value, in: number) else { continue }
          named.append(Heir(name: member.name, site: site))
        }
      }
      var parents: [SchemaSite: [Heir]] = [:]
      for heir in named {
        for element in outlines.node(at: heir.site)["allOf"]?.elements.map({ $0 }) ?? [] {
          guard let reference = element["$ref"],
            let target = try? outlines.resolve(reference, "$ref", from: heir.site)
          else { continue }
          parents[target, default: []].append(heir)
        }
      }
      for parent in parents.keys where Self.isParent(outlines.node(at: parent)) {
        var found: [Heir] = []
        var open = parents[parent] ?? []
        var seen: Set<SchemaSite> = [parent]
        while let heir = open.popLast() {
          guard seen.insert(heir.site).inserted else { continue }
          found.append(heir)
          open += parents[heir.site] ?? []
        }
        heirs[parent] = found.sorted { $0.site.index < $1.site.index }
      }
    }

    /// A discriminator beside branches selects one of the branches.
    private static func isParent(_ schema: JSONNode) -> Bool {
      schema["discriminator"] != nil && schema["oneOf"] == nil && schema["anyOf"] == nil
    }
  }

  /// The parent whose heir a value of some schemas may name; nil for none, and for schemas that are
  /// themselves heirs.
  private func parent(of sites: [SchemaSite]) -> SchemaSite? {
    let heirs = heirs.heirs
    guard !heirs.isEmpty else { return nil }
    if sites.count == 1, !SchemaOutlines.leadsOn(outlines.node(at: sites[0])) {
      return heirs[sites[0]] == nil ? nil : sites[0]
    }
    let visited = outlines.outline(of: sites).visited.map(\.site)
    return visited.first { site in
      heirs[site].map { list in !list.contains { visited.contains($0.site) } } ?? false
    }
  }

  /// The nearest schema with a discriminator that all branches but null extend, and the names of the
  /// other schemas that extend it; nil for none.
  func sharedParent(of branches: [SchemaSite]) -> (site: SchemaSite, others: [String])? {
    if heirs.heirs.isEmpty { return nil }
    let ends = Set(branches.map { outlines.end(of: $0) }).filter { !outlines.isNull($0) }
    let shared = heirs.heirs.filter { _, heirs in
      !ends.isEmpty && ends.isSubset(of: heirs.map(\.site))
    }
    let nearest = shared.min {
      ($0.value.count, $0.key.document, $0.key.index)
        < ($1.value.count, $1.key.document, $1.key.index)
    }
    return nearest.map { parent, heirs in
      (parent, heirs.filter { !ends.contains($0.site) }.map(\.name))
    }
  }

  /// Adds a choice between the heirs of the draft's schemas, by their names.
  ///
  /// - Parameter node: Compiles schemas of the same value without another choice.
  /// - Returns: False if there are no heirs.
  func chooseHeir(
    _ draft: inout SchemaDraft,
    _ node: ([SchemaSite]) throws(SchemaError) -> Int32
  ) throws(SchemaError) -> Bool {
    guard let parent = parent(of: draft.sites), let heirs = heirs.heirs[parent],
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
    for entry in discriminator["mapping"]?.members.map({ $0 }) ?? [] {
      guard let text = entry.value.string else { continue }
      let target = try? outlines.resolve(entry.value, "mapping", from: parent)
      let position = heirs.firstIndex { $0.site == target || $0.name == text }
      let isOwn = target == parent
      guard isOwn || position != nil else { continue }
      // The mapping has priority.
      names.insert((entry.name, isOwn ? 0 : (position ?? -1) + 1), at: 0)
    }
    if let own = outlines.registry.documents[parent.document].document
      .pointer(to: parent.index).tokens.last
    {
      names.append((own, 0))
    }
    let list = builder.branchList(nodes)
    builder.tables.discriminators[list.start] = DiscriminatorPlan(
      property: Array(property.utf8), names: names.map { (Array($0.name.utf8), $0.position) },
      schemaNames: [], isSettled: true, absent: -1, unknown: 0)
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
      case .branch(let named): position = named
      case .unknown:
        grants.add(
          Grant(leniency: .unknownName, assertion: Int32(truncatingIfNeeded: assertion)))
      case .open, .absent: break
      }
    }
    return evaluate(view.children[Int(list.start) &+ position], index, tracker, &sink)
  }
}
