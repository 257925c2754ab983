@_spi(Engine) public import JSONTape

/// Compiles the demands of rules on values, with and without a schema.
extension SchemaCompiler {
  /// Adds the assertions of a rule's schema to a draft. The added assertions belong to `owner`.
  /// These assertions never decide whether a value is valid.
  ///
  /// The rule's schema is the document `fragment`. If the assertions of the fragment are only about
  /// the value itself, they are combined with the assertions of the draft. If not, the fragment
  /// becomes a separate node.
  ///
  /// - Parameter words: The owner of the assertions that are in both schemas.
  public func conjoin(
    _ fragment: JSONDocument, to draft: inout SchemaDraft, owner: Owner, words: Owner
  ) throws(SchemaError) {
    let document = try outlines.registry.add(fragment, uri: Self.fragmentURI, in: .openAPI31)
    let site = try outlines.site(of: fragment.root, in: document)
    var other = SchemaDraft(
      node: fragment.root, site: site, context: draft.context, isInPlace: true)
    let outer = (fragmentOwner, documentInHand)
    defer { (fragmentOwner, documentInHand) = outer }
    fragmentOwner = owner
    documentInHand = document
    try readKeywords(into: &other)
    // The contract has priority: for a value of other types, the rule has no effect.
    if draft.types != .all, other.types != .all, draft.types.isDisjoint(with: other.types) {
      return
    }
    if other.isOfValueAlone {
      draft.conjoin(other, owner: owner, words: words) { isSame($0, $1) }
      return
    }
    for claim in other.claims {
      let known = draft.claims.firstIndex { isSame($0.operation, claim.operation) }
      if let known, !draft.claims[known].isRule { draft.claims[known].owner = words }
    }
    other.typeOwner = owner
    other.giveClaims(to: owner)
    for index in other.requirements.indices { other.requirements[index].owner = owner }
    let node = reserveNode()
    try lower(&other, into: node)
    draft.demand(node, owner: owner)
  }

  /// The node of a rule's schema. All assertions of the node have the same owner.
  public func node(of fragment: JSONDocument, owner: Owner) throws(SchemaError) -> Int32 {
    let number = outlines.registry.documents.count
    // A rule has the same meaning for all versions of OpenAPI.
    let document = try outlines.registry.add(
      fragment, uri: "\(Self.fragmentURI)/\(number)", in: .openAPI31)
    let outer = (fragmentOwner, documentInHand)
    defer { (fragmentOwner, documentInHand) = outer }
    fragmentOwner = owner
    documentInHand = document
    return try compile(
      [try outlines.site(of: fragment.root, in: document)], in: PlanContext(rawValue: 0),
      isInPlace: false)
  }

  /// The node of values without a schema. All such values are valid, but a search may forbid some
  /// property names.
  ///
  /// - Parameter isWalked: Whether rules have demands inside the values.
  func open(
    _ context: PlanContext, _ roles: [PlanRole] = [], isWalked: Bool = true
  ) throws(SchemaError) -> Int32 {
    let walk = isWalked ? try walk(context, roles) : -1
    let key = [context.rawValue, Int(walk)]
    if let index = openNodes[key] { return index }
    var node = PlanNode(types: TypeSet.all.rawValue)
    node.assertions = Int32(builder.assertions.count)
    if let policy = transform?.search(in: context) {
      let search = Operation.search(keyPolicy(policy, 0))
      node.assertions = assertion(search, "items", .schema, 0, isRule: true)
      _ = assertion(search, "properties", .schema, 0, isRule: true)
      node.arrayEnd = 1
      node.objectEnd = 2
      node.inPlaceEnd = 2
      node.lastEnd = 2
      node.asksOnlyType = false
    }
    if walk >= 0 {
      _ = assertion(.demand(walk), "$ref", .schema, 0, isRule: true)
      node.lastEnd += 1
      node.asksOnlyType = false
    }
    let index = builder.nodes.place(node)
    openNodes[key] = index
    return index
  }

  /// The schema of values that no schema describes.
  func openSite() throws(SchemaError) -> SchemaSite {
    if let site = knownOpenSite { return site }
    let document = try Schema.any.document()
    let number = try outlines.registry.add(document, uri: "\(Self.fragmentURI)/any")
    let site = try outlines.site(of: document.root, in: number)
    knownOpenSite = site
    return site
  }

  /// Whether a draft is for values that no schema describes.
  public func isOpen(_ draft: SchemaDraft) -> Bool { draft.site == knownOpenSite }
}
