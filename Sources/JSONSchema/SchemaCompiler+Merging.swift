@_spi(Engine) import JSONTape

/// Compiles all schemas of one value into a single node. The schemas come from `$ref`, from `allOf`
/// and from branches beside null. So schemas with the same meaning give the same findings. If
/// merging a schema would change a verdict, the schema is not merged.
extension SchemaCompiler {
  /// The maximum number of schemas that are merged for one value. If there are more, each schema is
  /// a node of its own.
  private static let mostSites = 16

  /// One draft for all schemas of a draft's value. Nil if the schemas must stay separate nodes.
  /// They must if one schema has its own settings, or has a keyword that depends only on the
  /// keywords beside it.
  func merged(_ empty: SchemaDraft) throws(SchemaError) -> SchemaDraft? {
    guard empty.sites.count > 1 || SchemaOutlines.leadsOn(empty.node),
      empty.sites.count <= Self.mostSites, !registry.hasDynamicAnchors
    else { return nil }
    let outline = outlines.outline(of: empty.sites)
    guard outline.isWhole, outline.visited.count + empty.sites.count > 2,
      mergesLeft >= outline.visited.count
    else { return nil }
    mergesLeft -= outline.visited.count
    guard let (taken, followed) = mergeable(outline), taken.count > 1 || empty.sites.count > 1
    else { return nil }
    var merge = DraftMerge(empty)
    let besideNull = besideNull(outline)
    for index in taken {
      let part = outline.visited[index]
      if part.node.bool != nil { continue }
      var draft = SchemaDraft(
        node: part.node, site: part.site, context: empty.context, isInPlace: empty.isInPlace)
      draft.rolesInPlace = empty.rolesInPlace
      try readKeywords(into: &draft, without: followed[index, default: []])
      guard
        merge.add(
          draft, isBesideNull: besideNull[index], acceptsNull: part.acceptsNull, { isSame($0, $1) })
      else { return nil }
    }
    guard var draft = merge.finished({ boolean(at: $0) }) else { return nil }
    // If there is only one schema inside wrappers, it replaces the root as the draft's node.
    if let only = outline.parts.first, outline.parts.count == 1,
      taken.contains(where: { outline.visited[$0].site == only.site })
    {
      draft.node = only.node
    }
    return draft
  }

  /// The parts that become one node. For each part, also the keywords whose schemas are among these
  /// parts.
  private func mergeable(
    _ outline: SchemaOutline
  ) -> (taken: [Int], followed: [Int: Set<String>])? {
    var followed: [Int: Set<String>] = [:]
    var kept: [Int: Set<String>] = [:]
    for part in outline.visited {
      guard let origin = part.origin else { continue }
      followed[origin.part, default: []].insert(origin.keyword)
      if mustStay(part) || isStrict(origin.keyword, of: outline.visited[origin.part], with: part) {
        kept[origin.part, default: []].insert(origin.keyword)
      }
    }
    for (number, keywords) in kept { followed[number]?.subtract(keywords) }
    var isTaken = [Bool](repeating: false, count: outline.visited.count)
    for (number, part) in outline.visited.enumerated() {
      guard let origin = part.origin else {
        // If there are several roots, none can be excluded from the merge.
        if outline.visited.contains(where: { $0.origin == nil && $0.site != part.site }),
          mustStay(part)
        {
          return nil
        }
        isTaken[number] = true
        continue
      }
      isTaken[number] =
        isTaken[origin.part] && followed[origin.part]?.contains(origin.keyword) == true
    }
    let taken = isTaken.indices.filter { isTaken[$0] }
    return (taken, followed)
  }

  private func mustStay(_ part: SchemaOutline.Part) -> Bool {
    part.node.bool == false
      || ["x-schemacheck", "unevaluatedProperties", "unevaluatedItems"].contains {
        part.node[$0] != nil
      }
  }

  /// Whether each part applies only to values other than null, because a branch beside the part is
  /// null.
  private func besideNull(_ outline: SchemaOutline) -> [Bool] {
    var found: [Bool] = []
    for part in outline.visited {
      guard let origin = part.origin else {
        found.append(false)
        continue
      }
      let list = outline.visited[origin.part].node[origin.keyword]
      let isBranch = origin.keyword == "anyOf" || origin.keyword == "oneOf"
      let hasNull = isBranch && list?.elements.contains(where: SchemaOutlines.saysNull) ?? false
      found.append(found[origin.part] || hasNull)
    }
    return found
  }

  /// Whether a keyword requires more than acceptance by its only branch or by its null branches.
  private func isStrict(
    _ keyword: String, of holder: SchemaOutline.Part, with part: SchemaOutline.Part
  ) -> Bool {
    guard keyword == "anyOf" || keyword == "oneOf", let list = holder.node[keyword] else {
      return false
    }
    if holder.node["discriminator"] != nil { return true }
    let nulls = list.elements.filter { outlines.saysNullAtEnd($0, from: holder.site) }
    guard nulls.allSatisfy(Self.isNullAlone) else { return true }
    if nulls.isEmpty || keyword == "anyOf" { return false }
    // `oneOf` fails if null matches two branches.
    return nulls.count > 1 || !refusesNull(part)
  }

  /// Whether a schema accepts only null.
  private static func isNullAlone(_ schema: JSONNode) -> Bool {
    let names = Set(schema.properties.map(\.name))
    guard names.intersection(["type", "const", "enum"]).count == 1 else { return false }
    return names.isSubset(of: ["type", "const", "enum", "title", "description", "$comment"])
  }

  /// Whether a schema's type excludes null.
  private func refusesNull(_ part: SchemaOutline.Part) -> Bool {
    guard let type = part.node["type"], part.node["nullable"]?.bool != true else { return false }
    let names = type.kind == .array ? Array(type.elements) : [type]
    return names.allSatisfy { $0.string.map { $0 != "null" } ?? false }
  }
}

private struct DraftMerge {
  private var draft: SchemaDraft
  private var isEmpty = true
  /// Each `additionalProperties`, with the properties beside it.
  private var additional: [(site: SchemaSite, properties: Set<ExactText>, patterns: Int)] = []
  private var words: [WordOnNull] = []
  private var nullLeniency: Leniency?

  /// How one of the schemas treats null.
  private struct WordOnNull {
    /// Whether the schema applies only to values other than null.
    let isBeside: Bool
    /// Whether the schema accepts null, with a leniency if necessary.
    let accepts: Bool
    let types: TypeSet
    /// Whether null can violate an assertion.
    let asserts: Bool

    /// Whether the schema certainly accepts null.
    var allows: Bool { isBeside || types.contains(.null) && !asserts }
  }

  init(_ empty: SchemaDraft) {
    draft = empty
    draft.nodes = []
  }

  /// Adds another schema. Returns false if both schemas cannot be one node.
  mutating func add(
    _ other: SchemaDraft, isBesideNull: Bool, acceptsNull: Bool,
    _ isSame: (Operation, Operation) -> Bool
  ) -> Bool {
    draft.nodes.append(other.node)
    let types = isBesideNull ? other.types.union(.null) : other.types
    draft.types = draft.types.intersectionOfValues(types)
    let asserts = other.claims.contains { $0.operation.concernsNull }
    words.append(
      WordOnNull(
        isBeside: isBesideNull, accepts: acceptsNull && other.mayExcuseNull, types: types,
        asserts: asserts))
    if !isBesideNull, acceptsNull {
      nullLeniency =
        other.claims.lazy.compactMap(\.operation.nullLeniency).first ?? nullLeniency
        ?? .nullableBesideAllOf
    }
    let site = isEmpty && other.site == draft.site ? nil : other.site
    isEmpty = false
    for var claim in other.claims {
      let isKnown = draft.claims.contains {
        $0.keyword == claim.keyword && isSame($0.operation, claim.operation)
      }
      if isKnown { continue }
      claim.site = site
      draft.claims.append(claim)
    }
    let required = Set(draft.requirements.map { ExactText($0.name) })
    for var requirement in other.requirements
    where !required.contains(ExactText(requirement.name)) {
      requirement.site = site
      draft.requirements.append(requirement)
    }
    for property in other.properties {
      let position = draft.property(property.name)
      for schema in property.schemas where !draft.properties[position].schemas.contains(schema) {
        draft.properties[position].schemas.append(schema)
      }
    }
    draft.patternProperties += other.patternProperties
    if let site = other.additional {
      additional.append(
        (site, Set(other.properties.map { ExactText($0.name) }), other.patternProperties.count))
    }
    return addElements(other)
  }

  private mutating func addElements(_ other: SchemaDraft) -> Bool {
    guard other.describesElements else { return true }
    guard draft.describesElements else {
      (draft.prefix, draft.rest, draft.restKeyword) = (other.prefix, other.rest, other.restKeyword)
      return true
    }
    guard draft.prefix.isEmpty, other.prefix.isEmpty, draft.restKeyword == other.restKeyword else {
      return false
    }
    for schema in other.rest where !draft.rest.contains(schema) { draft.rest.append(schema) }
    return true
  }

  /// The draft. Nil if merging changed the meaning of one of the schemas.
  func finished(_ boolean: (SchemaSite) -> Bool?) -> SchemaDraft? {
    var draft = draft
    let isBeside = words.contains(where: \.isBeside)
    draft.acceptsNull = isBeside && words.allSatisfy(\.allows)
    if isBeside, !draft.acceptsNull, draft.types.contains(.null),
      words.contains(where: { $0.isBeside && $0.asserts })
    {
      return nil
    }
    if words.allSatisfy({ $0.accepts || $0.allows }) { draft.mergedNullLeniency = nullLeniency }
    let limits = additional.filter { boolean($0.site) != true }
    draft.additional = limits.first?.site ?? additional.first?.site
    // A schema of other properties applies to all properties that its own schema does not list.
    for limit in limits {
      guard limits.count == 1 || boolean(limit.site) == false,
        limit.patterns == draft.patternProperties.count,
        draft.properties.allSatisfy({ limit.properties.contains(ExactText($0.name)) })
      else { return nil }
    }
    return draft
  }
}

/// Facts about drafts for transforms.
extension SchemaCompiler {
  /// Whether a draft applies other nodes to the same value.
  @_spi(Engine) public func hasBranches(_ draft: SchemaDraft) -> Bool {
    draft.claims.contains { claim in
      switch claim.operation {
      case .allOf, .anyOf, .oneOf, .conditional, .reference, .dynamicReference: true
      default: false
      }
    }
  }

  /// Whether other keywords, or schemas for the same value, may describe properties or elements
  /// that a draft does not describe.
  func isDescribedElsewhere(_ draft: SchemaDraft) -> Bool {
    hasBranches(draft)
      || draft.claims.contains { claim in
        switch claim.operation {
        case .dependentSchema, .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
      }
  }

  /// Whether a draft forbids unlisted properties.
  @_spi(Engine) public func isClosed(_ draft: SchemaDraft) -> Bool {
    draft.additional.flatMap { boolean(at: $0) } == false
  }

  /// Allows properties in a draft that forbids unlisted properties. This is a leniency for the
  /// properties in `listing`.
  @_spi(Engine) public func grant(_ draft: inout SchemaDraft, _ listing: SchemaListing) {
    for name in listing.names.sorted() {
      draft.document(name)
      draft.granted.insert(name)
    }
    for source in listing.patterns.sorted() {
      // An invalid pattern is reported when it is compiled.
      if let pattern = try? builder.pattern(source) { draft.grantedPatterns.append(pattern) }
    }
  }

  /// Whether the schemas of a property may list inner properties.
  @_spi(Engine) public func listsProperties(_ property: SchemaDraft.Property) -> Bool {
    guard property.schemas.count == 1 else { return !property.schemas.isEmpty }
    let schema = outlines.node(at: property.schemas[0])
    return schema["properties"] != nil || SchemaOutlines.leadsOn(schema)
  }
}
