@_spi(Engine) public import JSONTape

/// Turns schemas into the flat nodes of a ``Plan``.
///
/// One compiler makes one plan. Each schema becomes one node for each context and each set of
/// roles. So the compilation ends even if schemas are recursive.
@_spi(Engine) public final class SchemaCompiler {
  private struct Key: Hashable {
    let site: SchemaSite
    /// Further schemas of the same value.
    var others: [SchemaSite] = []
    let context: PlanContext
    var roles: [PlanRole] = []
    var isInPlace = false
    /// The owner of the fragment with the schema. Nil if the schema is in no fragment.
    var owner: Owner?
    /// Whether the heir that the value names is already chosen.
    var hasHeir = false
  }

  /// The outlines of the schemas, and the targets of references.
  @_spi(Engine) public let outlines: SchemaOutlines
  /// Whether `format` is an assertion.
  public let assertsFormats: Bool
  let transform: (any PlanTransform)?
  /// Whether plain references and `true` have their own nodes. A trace needs this, because it names
  /// every schema.
  let keepsReferences: Bool
  /// Whether schemas of one value are merged into one node.
  let merges: Bool
  var builder = PlanBuilder()
  private var known: [Key: Int32] = [:]
  /// The nodes of values without a schema, by context and by rules' demands on them.
  var openNodes: [[Int]: Int32] = [:]
  var knownOpenSite: SchemaSite?
  /// The ends of chains of plain references, with their contexts.
  private var chains: [Key: Key] = [:]
  var inPlaceEdges: [Int32: [(target: Int32, node: JSONNode, document: Int)]] = [:]
  /// Nodes with a number but without content, and the owner of their fragment.
  private var pending: [(index: Int32, key: Key, fragmentOwner: Owner?)] = []
  /// The number of schemas that may still be merged. The limit keeps the time linear if thousands
  /// of schemas contain each other.
  var mergesLeft = 200_000
  private var nodeInHand: Int32?
  private var hasHeirInHand = false
  /// The owner of the assertions of the fragment that is being compiled. Nil if no fragment is
  /// being compiled.
  var fragmentOwner: Owner?
  /// The document for error messages.
  var documentInHand = 0

  /// Creates a compiler with an empty plan.
  ///
  /// - Parameters:
  ///   - registry: The documents with the schemas and the targets of references.
  ///   - assertsFormats: Whether `format` is an assertion.
  ///   - transform: Called for each schema object before the object becomes a node.
  ///   - keepsReferences: Whether a plain reference stays a node of the plan.
  ///   - merges: Whether the schemas of one value are merged into one node. Schemas are merged only
  ///     if this changes no verdict.
  public init(
    registry: SchemaRegistry, assertsFormats: Bool = true, transform: (any PlanTransform)? = nil,
    keepsReferences: Bool = false, merges: Bool = true
  ) {
    outlines = SchemaOutlines(registry)
    self.assertsFormats = assertsFormats
    self.transform = transform
    self.keepsReferences = keepsReferences
    self.merges = merges && !keepsReferences
    builder.tables.tellsDisplacement = transform != nil
    // Location 0 means no document.
    builder.tables.locations.append(SchemaSite(document: 0, index: 0, resource: 0))
    // Assertion 0 is for the types of schemas that are in no document.
    _ = assertion(.type(.all, stringOwner: .schema), "type", .schema, 0)
  }

  var registry: SchemaRegistry { outlines.registry }

  // MARK: Entry points

  /// Compiles a schema of a registered document, and all schemas that can be reached from it.
  ///
  /// - Returns: The node's number in the plan.
  /// - Complexity: O(*n*) in the size of these schemas. The function is not recursive.
  public func compile(
    _ schema: JSONNode, of document: Int, context: PlanContext, roles: [PlanRole] = []
  ) throws(SchemaError) -> Int32 {
    let index = try compile(
      [try outlines.site(of: schema, in: document)], in: context, isInPlace: false, roles: roles)
    try compilePending()
    return index
  }

  /// The keyword for relations. Only the schemas of rules use this keyword.
  public static let relationKeyword = "schemacheck:relation"
  /// The keyword for the place of the wrong value. This keyword is used beside ``relationKeyword``.
  public static let placeKeyword = "schemacheck:at"
  /// The keyword for a relation that selects the values of a rule.
  public static let gateKeyword = "schemacheck:when"
  /// The keyword for schemas of elements at some positions. Only the schemas of rules use this
  /// keyword.
  public static let elementsKeyword = "schemacheck:elements"
  /// The URI of rules' schemas.
  static let fragmentURI = "schemacheck:rule"

  func plan(root: Int32) throws(SchemaError) -> Plan {
    try compileDynamicAnchors()
    try refuseInPlaceCycles()
    builder.noteWhatAsks()
    builder.dispatchBranches()
    return Plan(
      builder, documents: registry.documents, resources: registry.resources, root: root)
  }

  // MARK: Nodes

  /// The number of the node for values that must satisfy some schemas. Its content is compiled
  /// later, without recursion.
  func compile(
    _ schemas: [SchemaSite], in context: PlanContext, isInPlace: Bool, roles: [PlanRole] = []
  ) throws(SchemaError) -> Int32 {
    let telling = schemas.count == 1 ? schemas : schemas.filter { boolean(at: $0) != true }
    let start = telling.first ?? schemas[0]
    let index = try node(
      at: start, and: Array(telling.dropFirst()), in: context, isInPlace: isInPlace, roles: roles,
      hasHeir: isInPlace && hasHeirInHand)
    if isInPlace, let from = nodeInHand {
      inPlaceEdges[from, default: []].append((index, outlines.node(at: start), start.document))
    }
    return index
  }

  private func node(
    at start: SchemaSite, and others: [SchemaSite], in outer: PlanContext, isInPlace: Bool,
    roles: [PlanRole], hasHeir: Bool
  ) throws(SchemaError) -> Int32 {
    let outerDocument = documentInHand
    defer { documentInHand = outerDocument }
    var site = start
    var context = outer
    if !isInPlace, fragmentOwner == nil, let transform { context = transform.contextOfParts(outer) }
    var node = outlines.node(at: site)
    documentInHand = site.document
    // A plain reference is replaced by its target. The end of a chain is stored for each link, so
    // that long chains are followed only once.
    var visited: [Key] = []
    var seen: Set<Key> = []
    while others.isEmpty, node.kind == .object, let reference = node["$ref"], !keepsReferences,
      isPlainReference(node, site)
    {
      let link = Key(site: site, context: context)
      guard seen.insert(link).inserted else {
        throw error("`$ref` leads back to itself", reference)
      }
      visited.append(link)
      if let end = chains[link] {
        (site, context) = (end.site, end.context)
      } else {
        context = try childContext(of: node, within: context)
        site = try outlines.resolve(reference, "$ref", from: site)
      }
      documentInHand = site.document
      node = outlines.node(at: site)
    }
    for link in visited { chains[link] = Key(site: site, context: context) }
    if others.isEmpty, let value = node.bool {
      let isOpen = value && fragmentOwner == nil && !keepsReferences
      if isOpen { return try open(context, roles) }
      let refusal = assertion(.never, "false", fragmentOwner ?? .schema, location(of: site))
      return booleanNode(value, site, refusal: refusal)
    }
    guard node.kind == .object || !others.isEmpty else {
      throw error("a schema must be an object, true or false, not \(node.kind.name)", node)
    }
    if others.isEmpty { context = try childContext(of: node, within: context) }
    let key = Key(
      site: site, others: others, context: context, roles: roles, isInPlace: isInPlace,
      owner: fragmentOwner, hasHeir: hasHeir)
    if let index = known[key] { return index }
    let index = reserveNode()
    known[key] = index
    pending.append((index, key, fragmentOwner))
    return index
  }

  func branchContext(_ keyword: String, of draft: SchemaDraft) -> PlanContext {
    guard let transform, fragmentOwner == nil else { return draft.context }
    return transform.context(ofBranches: keyword, of: draft, compiler: self)
  }

  func compilePending() throws(SchemaError) {
    defer {
      pending = []
      fragmentOwner = nil
      nodeInHand = nil
      hasHeirInHand = false
    }
    while let (index, key, owner) = pending.popLast() {
      nodeInHand = index
      fragmentOwner = owner
      hasHeirInHand = key.hasHeir
      documentInHand = key.site.document
      let sites = [key.site] + key.others
      var draft = SchemaDraft(
        node: outlines.node(at: key.site), site: key.site, context: key.context,
        isInPlace: key.isInPlace)
      draft.sites = sites
      if owner == nil, transform != nil, !key.hasHeir,
        try chooseHeir(
          &draft,
          { (sites) throws(SchemaError) in
            try node(
              at: sites[0], and: Array(sites.dropFirst()), in: key.context,
              isInPlace: key.isInPlace, roles: key.roles, hasHeir: true)
          })
      {
        try lower(&draft, into: index)
        continue
      }
      if owner == nil, let transform { draft.rolesInPlace = transform.rolesInPlace(key.roles) }
      if owner == nil, merges, let merged = try merged(draft) {
        draft = merged
      } else if key.others.isEmpty {
        try readKeywords(into: &draft)
      } else {
        draft.nodes = []
        let context = branchContext("allOf", of: draft)
        for site in sites {
          let node = try compile([site], in: context, isInPlace: true, roles: key.roles)
          draft.assert(.reference(node), "allOf")
        }
      }
      if let owner {
        draft.typeOwner = owner
        draft.giveClaims(to: owner)
        for position in draft.requirements.indices { draft.requirements[position].owner = owner }
      } else {
        draft.isDescribedElsewhere = isDescribedElsewhere(draft)
        try transform?.transform(
          &draft, context: key.context, roles: key.roles, compiler: self)
      }
      try lower(&draft, into: index)
    }
  }

  private func childContext(
    of node: JSONNode, within context: PlanContext
  ) throws(SchemaError) -> PlanContext {
    guard let transform, fragmentOwner == nil else { return context }
    return try transform.context(of: node, within: context)
  }

  private func isPlainReference(_ node: JSONNode, _ site: SchemaSite) -> Bool {
    guard !registry.hasDynamicAnchors else { return false }
    let dialect = dialect(of: site)
    if dialect.referencesStandAlone {
      return !dialect.besideReferences.contains { node[$0]?.bool == true }
    }
    for property in node.properties where property.name != "$ref" {
      if property.name == "x-schemacheck" { continue }
      guard let keyword = dialect[property.name] else { continue }
      // `!= nil` is not used because comparing a function that throws its own type needs macOS 15.
      if case .some = keyword.compile { return false }
      if property.name == "$id" { return false }
    }
    return true
  }

  /// Compiles the keywords of a draft's schema, except those whose schemas are merged into it.
  func readKeywords(
    into draft: inout SchemaDraft, without merged: Set<String> = []
  ) throws(SchemaError) {
    let dialect = dialect(of: draft.site)
    documentInHand = draft.site.document
    if dialect.referencesStandAlone, let reference = draft.node["$ref"],
      let compile = dialect["$ref"]?.compile
    {
      if !merged.contains("$ref") { try compile(&draft, reference, self) }
      for name in dialect.besideReferences {
        if let value = draft.node[name] { try dialect[name]?.compile?(&draft, value, self) }
      }
      return
    }
    for keyword in [Self.relationKeyword, Self.gateKeyword] where fragmentOwner != nil {
      guard let text = draft.node[keyword]?.string else { continue }
      do throws(RelationError) {
        let relation = try Relation(
          text, at: draft.node[Self.placeKeyword]?.string, isGate: keyword == Self.gateKeyword)
        draft.assert(.relation(builder.tables.relations.place(relation)), keyword)
      } catch {
        throw self.error("`relation`: \(error.message)", draft.node)
      }
    }
    if fragmentOwner != nil, let elements = draft.node[Self.elementsKeyword] {
      var list: [(position: Int, node: Int32)] = []
      for property in elements.properties {
        let node = try compile(property.value, Self.elementsKeyword, in: draft, isInPlace: false)
        if let position = Int(property.name) { list.append((position, node)) }
      }
      draft.assert(
        .elements(builder.tables.elements.place(list.sorted { $0.position < $1.position })),
        Self.elementsKeyword)
    }
    for keyword in dialect.keywords(of: draft.node) where !merged.contains(keyword.name) {
      guard let value = draft.node[keyword.name] else { continue }
      do throws(SchemaError) {
        try keyword.compile?(&draft, value, self)
      } catch {
        // Tools that write Swagger 2.0 have their own names here.
        let isOdd = dialect == .swagger20 && ["items", "type"].contains(keyword.name)
        guard isOdd, transform?.leavesOut(value, because: error.message) ?? false else {
          throw error
        }
      }
    }
  }

  func reserveNode() -> Int32 {
    builder.nodes.place(PlanNode())
  }

  func booleanNode(_ value: Bool, _ site: SchemaSite, refusal: Int32 = 0) -> Int32 {
    builder.nodes.place(
      PlanNode(
        types: value ? TypeSet.all.rawValue : 0, resource: Int32(site.resource),
        typeAssertion: refusal))
  }

  /// The node for rules' demands on a value without a schema, and on everything inside the value.
  /// -1 if there are none.
  func walk(_ context: PlanContext, _ roles: [PlanRole] = []) throws(SchemaError) -> Int32 {
    guard let transform else { return -1 }
    let roles = transform.rolesWithoutSchema(roles)
    guard !roles.isEmpty || transform.walks(in: context) else { return -1 }
    let key = Key(site: try openSite(), context: context, roles: roles)
    if let index = known[key] { return index }
    let index = reserveNode()
    known[key] = index
    pending.append((index, key, nil))
    return index
  }
}
