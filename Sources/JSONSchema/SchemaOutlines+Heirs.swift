@_spi(Engine) import JSONTape

/// Finds the heirs of schemas. An heir is a schema that extends another schema by `allOf`, and that
/// a discriminator names.
extension SchemaOutlines {
  /// The heirs of all named schemas.
  struct Heirs {
    struct Heir {
      let name: String
      let site: SchemaSite
    }

    /// The heirs by the schema with a discriminator. They extend this schema directly or through
    /// other schemas.
    private(set) var heirs: [SchemaSite: [Heir]] = [:]
    /// The named schemas that extend each schema directly.
    private var children: [SchemaSite: [Heir]] = [:]

    var isEmpty: Bool { children.isEmpty }

    /// Finds the heirs. Only OpenAPI documents have heirs.
    init(_ outlines: SchemaOutlines) {
      var named: [Heir] = []
      for number in outlines.registry.documents.indices {
        let root = outlines.registry.documents[number].document.root
        guard let schemas = root["components"]?["schemas"] ?? root["definitions"] else { continue }
        for property in schemas.properties where property.value["allOf"] != nil {
          guard let site = try? outlines.site(of: property.value, in: number) else { continue }
          named.append(Heir(name: property.name, site: site))
        }
      }
      for heir in named {
        for element in outlines.node(at: heir.site)["allOf"]?.elements.map({ $0 }) ?? [] {
          guard let reference = element["$ref"],
            let target = try? outlines.resolve(reference, "$ref", from: heir.site)
          else { continue }
          children[target, default: []].append(heir)
        }
      }
      for parent in children.keys where Self.isParent(outlines.node(at: parent)) {
        heirs[parent] = all(of: parent)
      }
    }

    /// The named schemas that extend a schema, directly or through other schemas. Some schemas are
    /// excluded.
    func all(of parent: SchemaSite, besides others: Set<SchemaSite> = []) -> [Heir] {
      var found: [Heir] = []
      var open = children[parent] ?? []
      var seen = others.union([parent])
      while let heir = open.popLast() {
        guard seen.insert(heir.site).inserted else { continue }
        found.append(heir)
        open += children[heir.site] ?? []
      }
      return found.sorted { $0.site.index < $1.site.index }
    }

    /// A discriminator beside branches selects one of the branches.
    private static func isParent(_ schema: JSONNode) -> Bool {
      schema["discriminator"] != nil && schema["oneOf"] == nil && schema["anyOf"] == nil
    }
  }

  /// The parent of some schemas, if a value may name an heir of this parent. Nil if there is no
  /// such parent, or if the schemas are heirs themselves.
  func parent(of sites: [SchemaSite]) -> SchemaSite? {
    let heirs = heirs.heirs
    guard !heirs.isEmpty else { return nil }
    if sites.count == 1, !Self.leadsOn(node(at: sites[0])) {
      return heirs[sites[0]] == nil ? nil : sites[0]
    }
    let visited = outline(of: sites).visited.map(\.site)
    return visited.first { site in
      heirs[site].map { list in !list.contains { visited.contains($0.site) } } ?? false
    }
  }

  /// The nearest schema with a discriminator that all branches except null extend. Nil if there is
  /// none.
  func sharedParent(of branches: [SchemaSite]) -> SchemaSite? {
    if heirs.heirs.isEmpty { return nil }
    let ends = Set(branches.map { end(of: $0) }).filter { !isNull($0) }
    let shared = heirs.heirs.filter { _, heirs in
      !ends.isEmpty && ends.isSubset(of: heirs.map(\.site))
    }
    return shared.min {
      ($0.value.count, $0.key.document, $0.key.index)
        < ($1.value.count, $1.key.document, $1.key.index)
    }?.key
  }

  /// The schemas that extend a branch of the outline. Only schemas that a discriminator can name
  /// are included.
  public func heirs(ofBranchesOf outline: SchemaOutline) -> [SchemaSite] {
    if outline.choices.isEmpty || heirs.isEmpty { return [] }
    return withBranches(outline).flatMap(\.choices).flatMap { choice in
      guard choice.keyword != "if",
        choice.holder["discriminator"] != nil || sharedParent(of: choice.branches) != nil
      else { return [SchemaSite]() }
      let ends = choice.branches.map { end(of: $0) }
      return ends.flatMap { heirs.all(of: $0, besides: Set(ends)) }.map(\.site)
    }
  }

  /// A schema that a value can name in its discriminator, and the name. The name is nil for a
  /// branch without a name.
  public typealias Named = (name: String?, site: SchemaSite)

  /// The property that names the branch of a choice. `schemas` are the branches and the schemas
  /// that extend the branches, with their names. Nil if there is no discriminator.
  public func named(in choice: SchemaOutline.Choice) -> (property: String, schemas: [Named])? {
    guard choice.keyword != "if", let first = choice.branches.first else { return nil }
    let shared = choice.holder["discriminator"] == nil ? sharedParent(of: choice.branches) : nil
    guard
      let discriminator = choice.holder["discriminator"]
        ?? shared.flatMap({ node(at: $0)["discriminator"] }),
      let property = discriminator.string ?? discriminator["propertyName"]?.string
    else { return nil }
    let ends = choice.branches.map { end(of: $0) }
    var named: [Named] = []
    var heirs: [Named] = []
    for (site, end) in zip(choice.branches, ends) {
      let segment = node(at: site)["$ref"]?.string?.split(separator: "/").last.map(String.init)
      let branch = segment.map { Heirs.Heir(name: PercentEncoding.decode($0), site: end) }
      let name = branch.flatMap {
        names(of: $0, discriminator, property, at: shared ?? first, beside: nil).first
      }
      named.append((name, site))
      for heir in self.heirs.all(of: end, besides: Set(ends)) {
        let names = names(of: heir, discriminator, property, at: shared ?? first, beside: end)
        heirs.append((names.first, heir.site))
      }
    }
    return (property, named + heirs)
  }

  /// The discriminator property for schemas that extend one of the value's schemas. `schemas` are
  /// all schemas that extend the value's schemas, with their names. Nil if there are no such
  /// schemas.
  public func named(extending sites: [SchemaSite]) -> (property: String, schemas: [Named])? {
    guard let parent = parent(of: sites), let heirs = heirs.heirs[parent],
      let discriminator = node(at: parent)["discriminator"],
      let property = discriminator.string ?? discriminator["propertyName"]?.string
    else { return nil }
    return (
      property,
      heirs.map { heir in
        (names(of: heir, discriminator, property, at: parent, beside: parent).first, heir.site)
      }
    )
  }

  /// The names of a schema that extends a branch. They are the names in the mapping and the
  /// schema's own constant. If there are none, it is the schema's name.
  func names(
    of heir: Heirs.Heir, _ discriminator: JSONNode, _ property: String, at holder: SchemaSite,
    beside branch: SchemaSite?
  ) -> [String] {
    var names: [String] = []
    for entry in discriminator["mapping"]?.properties.map({ $0 }) ?? []
    where entry.value.string == heir.name
      || (try? resolve(entry.value, "mapping", from: holder)) == heir.site
    {
      names.append(entry.name)
    }
    if let own = node(at: heir.site)["x-ms-discriminator-value"]?.string {
      names.append(own)
    }
    var known: [SchemaSite: [String]?] = [:]
    if let own = constants(of: property, in: heir.site, &known), own.count == 1,
      branch.map({ constants(of: property, in: $0, &known) }) != own
    {
      names += own
    }
    return names + [heir.name]
  }
}
