@_spi(Engine) public import JSONTape

/// Turns schemas into the flat nodes of a ``Plan``.
///
/// One compiler makes one plan; every schema it is asked for becomes a node once for each context
/// and set of roles, so that recursive schemas end.
@_spi(Engine) public final class SchemaCompiler {
  private struct Key: Hashable {
    let site: SchemaSite
    let context: PlanContext
    let roles: [PlanRole]
    let isInPlace: Bool
  }

  private struct Link: Hashable {
    let site: SchemaSite
    let context: PlanContext
  }

  var registry: SchemaRegistry
  let dialect: Dialect
  /// Whether `format` is an assertion.
  public let assertsFormats: Bool
  private let transform: (any PlanTransform)?
  private var builder = PlanBuilder()
  private var known: [Key: Int32] = [:]
  private var openNodes: [PlanContext: Int32] = [:]
  /// Where chains of plain references end.
  private var chains: [Link: Link] = [:]
  /// Where references lead, by the resource they stand in and their text.
  var targets: [Reference: SchemaSite] = [:]
  private var inPlaceEdges: [Int32: [(target: Int32, node: JSONNode, document: Int)]] = [:]
  /// Nodes that have a number but no content yet, and the rule whose fragment they belong to.
  private var pending: [(index: Int32, key: Key, fragmentOwner: Owner?)] = []
  /// The node being compiled.
  private var nodeInHand: Int32?
  /// Whose assertions those of the fragment being compiled are; nil outside fragments.
  private var fragmentOwner: Owner?
  /// The document of the schema being compiled, which errors name.
  private(set) var documentInHand = 0

  /// A compiler with an empty plan.
  ///
  /// - Parameters:
  ///   - registry: The documents that hold the schemas and those that references may lead to.
  ///   - assertsFormats: Whether `format` is an assertion or says nothing.
  ///   - transform: Asked about every schema object before it becomes a node.
  public init(
    registry: SchemaRegistry, assertsFormats: Bool = true, transform: (any PlanTransform)? = nil
  ) {
    self.registry = registry
    self.assertsFormats = assertsFormats
    self.transform = transform
    dialect = .draft2020
    // Location 0 is that of what stands in no document.
    builder.locations.append(SchemaLocation(document: 0, index: 0))
  }

  // MARK: Entry points

  /// Compiles the schema at a pointer of a registered document, with everything it leads to.
  ///
  /// - Returns: The node's number in the plan.
  /// - Complexity: O(*n*) in the size of the schemas reached; takes no call stack for their nesting.
  public func compile(
    _ pointer: JSONPointer, of document: Int, context: PlanContext, roles: [PlanRole] = []
  ) throws(SchemaError) -> Int32 {
    let source = registry.documents[document].document
    guard let node = source.node(at: pointer) else {
      throw registry.error("there is nothing at `\(pointer)`", source.root, document)
    }
    let index = try compile(
      try site(of: node, in: document), in: context, isInPlace: false, roles: roles)
    try compilePending()
    return index
  }

  /// The assertions of a schema that a rule adds to a draft, answered for by an owner.
  ///
  /// The fragment is a document of its own. What it says of the value itself is merged; what it
  /// says through members or branches becomes a reference to a node of its own.
  public func conjoin(
    _ fragment: JSONDocument, to draft: inout SchemaDraft, owner: Owner
  ) throws(SchemaError) {
    let document = try registry.add(fragment, uri: "schemacheck:rule")
    let site = try site(of: fragment.root, in: document)
    var other = SchemaDraft(
      node: fragment.root, site: site, context: draft.context, isInPlace: true)
    let outer = (fragmentOwner, documentInHand)
    defer { (fragmentOwner, documentInHand) = outer }
    fragmentOwner = owner
    documentInHand = document
    try readKeywords(into: &other)
    draft.conjoin(other, owner: owner) { isSame($0, $1) }
    guard !other.members.isEmpty || !other.requirements.isEmpty else { return }
    let node = reserveNode()
    try lower(&other, into: node)
    draft.claims.append(.init(operation: .reference(node), keyword: "$ref", owner: owner))
  }

  /// The finished plan with a root node.
  func plan(root: Int32) throws(SchemaError) -> Plan {
    try compileDynamicAnchors()
    try refuseInPlaceCycles()
    return Plan(builder, documents: registry.documents, root: root)
  }

  // MARK: Nodes

  /// The number of a schema's node, which is compiled when its turn comes: nesting and references
  /// of any length take no call stack.
  func compile(
    _ start: SchemaSite, in outer: PlanContext, isInPlace: Bool, roles: [PlanRole] = []
  ) throws(SchemaError) -> Int32 {
    let index = try node(at: start, in: outer, isInPlace: isInPlace, roles: roles)
    if isInPlace, let from = nodeInHand {
      let node = registry.documents[start.document].document.node(at: start.index)
      inPlaceEdges[from, default: []].append((index, node, start.document))
    }
    return index
  }

  private func node(
    at start: SchemaSite, in outer: PlanContext, isInPlace: Bool, roles: [PlanRole]
  ) throws(SchemaError) -> Int32 {
    let outerDocument = documentInHand
    defer { documentInHand = outerDocument }
    var site = start
    var context = outer
    var node = registry.documents[site.document].document.node(at: site.index)
    documentInHand = site.document
    // A schema that is nothing but a reference is the schema it refers to. Where a chain of them
    // ends is remembered for each link, so that long chains are followed once.
    var visited: [Link] = []
    var seen: Set<Link> = []
    while node.kind == .object, let reference = node["$ref"], isPlainReference(node) {
      let link = Link(site: site, context: context)
      guard seen.insert(link).inserted else {
        throw error("`$ref` leads back to itself", reference)
      }
      visited.append(link)
      if let end = chains[link] {
        (site, context) = (end.site, end.context)
      } else {
        context = try childContext(of: node, within: context)
        site = try resolve(reference, "$ref", from: site)
      }
      documentInHand = site.document
      node = registry.documents[site.document].document.node(at: site.index)
    }
    for link in visited { chains[link] = Link(site: site, context: context) }
    if let value = node.bool {
      return value && fragmentOwner == nil ? open(context) : booleanNode(value, site)
    }
    guard node.kind == .object else {
      throw error("a schema is an object, true or false, not \(node.kind.name)", node)
    }
    context = try childContext(of: node, within: context)
    let key = Key(site: site, context: context, roles: roles, isInPlace: isInPlace)
    if fragmentOwner == nil, let index = known[key] { return index }
    let index = reserveNode()
    if fragmentOwner == nil { known[key] = index }
    pending.append((index, key, fragmentOwner))
    return index
  }

  /// Compiles every node that has a number but no content yet.
  private func compilePending() throws(SchemaError) {
    defer {
      pending = []
      fragmentOwner = nil
      nodeInHand = nil
    }
    while let (index, key, owner) = pending.popLast() {
      nodeInHand = index
      fragmentOwner = owner
      documentInHand = key.site.document
      let node = registry.documents[key.site.document].document.node(at: key.site.index)
      var draft = SchemaDraft(
        node: node, site: key.site, context: key.context, isInPlace: key.isInPlace)
      try readKeywords(into: &draft)
      if let owner {
        draft.typeOwner = owner
        for position in draft.claims.indices { draft.claims[position].owner = owner }
        for position in draft.requirements.indices { draft.requirements[position].owner = owner }
      } else {
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

  private func isPlainReference(_ node: JSONNode) -> Bool {
    guard !registry.hasDynamicAnchors else { return false }
    for member in node.members where member.name != "$ref" {
      if member.name == "x-schemacheck" { continue }
      guard let keyword = dialect[member.name] else { continue }
      if keyword.compile != nil || member.name == "$id" { return false }
    }
    return true
  }

  private func readKeywords(into draft: inout SchemaDraft) throws(SchemaError) {
    for keyword in dialect.keywords {
      guard let compile = keyword.compile, let value = draft.node[keyword.name] else { continue }
      try compile(&draft, value, self)
    }
  }

  private func reserveNode() -> Int32 {
    builder.nodes.append(
      PlanNode(
        types: 0, tracks: false, resource: 0, assertions: 0, anyEnd: 0, numberEnd: 0,
        stringEnd: 0, arrayEnd: 0, objectEnd: 0, inPlaceEnd: 0, lastEnd: 0, typeAssertion: 0,
        object: -1, array: -1))
    return Int32(builder.nodes.count - 1)
  }

  private func booleanNode(_ value: Bool, _ site: SchemaSite) -> Int32 {
    let index = reserveNode()
    builder.nodes[Int(index)].types = value ? TypeSet.all.rawValue : 0
    builder.nodes[Int(index)].resource = Int32(site.resource)
    builder.nodes[Int(index)].typeAssertion = assertion(
      .never, "false", fragmentOwner ?? .schema, location(of: site))
    return index
  }

  /// The node of values that no schema describes: anything goes, save what a search forbids.
  private func open(_ context: PlanContext) -> Int32 {
    if let index = openNodes[context] { return index }
    let index = reserveNode()
    openNodes[context] = index
    builder.nodes[Int(index)].types = TypeSet.all.rawValue
    guard let policy = transform?.search(in: context) else { return index }
    let location: Int32 = 0
    let search = Operation.search(keyPolicy(policy, location))
    var node = builder.nodes[Int(index)]
    node.assertions = assertion(search, "items", .schema, location)
    _ = assertion(search, "properties", .schema, location)
    node.arrayEnd = 1
    node.objectEnd = 2
    node.inPlaceEnd = 2
    node.lastEnd = 2
    builder.nodes[Int(index)] = node
    return index
  }

  // MARK: Lowering

  private func lower(_ draft: inout SchemaDraft, into index: Int32) throws(SchemaError) {
    let location = location(of: draft.site)
    var members: [(name: String, node: Int32, required: Int32)] = []
    for member in draft.members {
      var node = ObjectPlan.any
      if let site = member.site {
        node = try compile(site, in: draft.context, isInPlace: false, roles: member.roles)
      }
      members.append((member.name, node, -1))
    }
    for requirement in draft.requirements {
      let name = builder.string(requirement.name)
      let required = assertion(.required(name), "required", requirement.owner, location)
      if let position = members.firstIndex(where: { $0.name == requirement.name }) {
        members[position].required = required
      } else {
        members.append((requirement.name, ObjectPlan.unlisted, required))
      }
    }
    var object: Int32 = -1
    if !members.isEmpty || draft.additional != nil || !draft.patternMembers.isEmpty
      || draft.keyPolicy != nil
    {
      object = try lowerObject(draft, members, location)
    }
    var array: Int32 = -1
    if draft.describesElements { array = try lowerArray(draft, location) }
    if let search = draft.elementSearch {
      draft.claims.append(
        .init(operation: .search(keyPolicy(search, location)), keyword: "items", owner: .schema))
    }
    writeNode(draft, index, object, array, location)
  }

  private func lowerObject(
    _ draft: SchemaDraft, _ members: [(name: String, node: Int32, required: Int32)],
    _ location: Int32
  ) throws(SchemaError) -> Int32 {
    var plan = builder.object(members)
    var patterns: [PatternSlot] = []
    for (pattern, site) in draft.patternMembers {
      let node = try compile(site, in: draft.context, isInPlace: false)
      patterns.append(PatternSlot(pattern: pattern, node: node))
    }
    plan.patterns = Int32(builder.patternSlots.count)
    plan.patternCount = Int32(patterns.count)
    builder.patternSlots += patterns
    if let site = draft.additional {
      if boolean(at: site) == false {
        plan.additional = ObjectPlan.forbidden
        plan.additionalAssertion = assertion(
          .additionalProperties(Int32(builder.objects.count)), draft.additionalKeyword,
          fragmentOwner ?? .schema, location)
      } else {
        plan.additional = try compile(site, in: draft.context, isInPlace: false)
      }
    }
    if let policy = draft.keyPolicy { plan.policy = keyPolicy(policy, location) }
    builder.objects.append(plan)
    return Int32(builder.objects.count - 1)
  }

  private func lowerArray(_ draft: SchemaDraft, _ location: Int32) throws(SchemaError) -> Int32 {
    var prefix: [Int32] = []
    for site in draft.prefix {
      prefix.append(try compile(site, in: draft.context, isInPlace: false))
    }
    var plan = ArrayPlan(
      prefix: builder.childList(prefix), rest: ObjectPlan.any, restAssertion: -1)
    if let site = draft.rest {
      if boolean(at: site) == false {
        plan.rest = ObjectPlan.forbidden
        plan.restAssertion = assertion(
          .additionalItems, draft.restKeyword, fragmentOwner ?? .schema, location)
      } else {
        plan.rest = try compile(site, in: draft.context, isInPlace: false)
      }
    }
    builder.arrays.append(plan)
    return Int32(builder.arrays.count - 1)
  }

  // MARK: Side tables

  func assertion(
    _ operation: Operation, _ keyword: String, _ owner: Owner, _ location: Int32
  ) -> Int32 {
    builder.assertions.append(
      Assertion(
        operation: operation, owner: owner, keyword: builder.string(keyword), location: location))
    return Int32(builder.assertions.count - 1)
  }

  private func location(of site: SchemaSite) -> Int32 {
    builder.locations.append(SchemaLocation(document: site.document, index: site.index))
    return Int32(builder.locations.count - 1)
  }

  private func keyPolicy(_ policy: KeyPolicy, _ location: Int32) -> Int32 {
    var policy = policy
    policy.assertion = assertion(
      .keyPolicy(Int32(builder.keyPolicies.count)), "properties", .schema, location)
    builder.keyPolicies.append(policy)
    return Int32(builder.keyPolicies.count - 1)
  }

  func number(_ number: JSONNumber) -> Int32 { builder.number(number) }

  func addPattern(_ source: String) throws(PatternError) -> Int32 { try builder.pattern(source) }

  func childList(_ nodes: [Int32]) -> ChildList { builder.childList(nodes) }

  func constant(_ node: JSONNode) -> Int32 {
    builder.constants.append(node)
    return Int32(builder.constants.count - 1)
  }

  func enumeration(_ nodes: [JSONNode]) -> Int32 {
    builder.enumerations.append(nodes)
    return Int32(builder.enumerations.count - 1)
  }

  func isSameEnumeration(_ one: Int32, _ other: Int32) -> Bool {
    Set(builder.enumerations[Int(one)]) == Set(builder.enumerations[Int(other)])
  }

  func contains(_ plan: ContainsPlan) -> Int32 {
    builder.containsPlans.append(plan)
    return Int32(builder.containsPlans.count - 1)
  }

  func conditional(_ plan: ConditionalPlan) -> Int32 {
    builder.conditionals.append(plan)
    return Int32(builder.conditionals.count - 1)
  }

  func dependency(_ plan: DependencyPlan) -> Int32 {
    builder.dependencies.append(plan)
    return Int32(builder.dependencies.count - 1)
  }

  func dynamicReference(_ plan: DynamicReferencePlan) -> Int32 {
    builder.dynamicReferences.append(plan)
    return Int32(builder.dynamicReferences.count - 1)
  }

  // MARK: Finishing

  /// Compiles every schema that a dynamic reference may lead to, in every resource.
  private func compileDynamicAnchors() throws(SchemaError) {
    guard !builder.dynamicReferences.isEmpty else { return }
    var compiled = 0
    while compiled < builder.dynamicReferences.count {
      let wanted = Set(builder.dynamicReferences.map(\.anchor))
      compiled = builder.dynamicReferences.count
      var tables: [[String: Int32]] = []
      for (number, resource) in registry.resources.enumerated() {
        var table: [String: Int32] = [:]
        for (anchor, index) in resource.dynamicAnchors where wanted.contains(anchor) {
          let site = SchemaSite(document: resource.document, index: index, resource: number)
          table[anchor] = try compile(site, in: PlanContext(rawValue: 0), isInPlace: true)
        }
        tables.append(table)
      }
      try compilePending()
      builder.dynamicAnchors = tables
    }
  }

  /// Refuses schemas that apply themselves to the value they are applied to, for ever.
  ///
  /// - Complexity: O(*n*) in the number of nodes and in-place references.
  private func refuseInPlaceCycles() throws(SchemaError) {
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
            "the schema applies itself to the same value without end", schema, document)
        case nil:
          state[target] = false
          stack.append((target, 0))
        }
      }
    }
  }

  /// Sorts the assertions by the kind of value they judge and writes the node.
  private func writeNode(
    _ draft: SchemaDraft, _ index: Int32, _ object: Int32, _ array: Int32, _ location: Int32
  ) {
    var runs = [[SchemaDraft.Claim]](repeating: [], count: 7)
    for claim in draft.claims { runs[claim.operation.run].append(claim) }
    var ends: [UInt16] = []
    let start = Int32(builder.assertions.count)
    for run in runs {
      for claim in run { _ = assertion(claim.operation, claim.keyword, claim.owner, location) }
      ends.append(UInt16(builder.assertions.count - Int(start)))
    }
    builder.nodes[Int(index)] = PlanNode(
      types: draft.types.rawValue, tracks: !runs[6].isEmpty,
      resource: Int32(draft.site.resource), assertions: start, anyEnd: ends[0],
      numberEnd: ends[1], stringEnd: ends[2], arrayEnd: ends[3], objectEnd: ends[4],
      inPlaceEnd: ends[5], lastEnd: ends[6],
      typeAssertion: assertion(
        .type(draft.types, stringOwner: draft.stringOwner ?? draft.typeOwner), "type",
        draft.typeOwner, location),
      object: object, array: array)
  }
}

extension Operation {
  /// Which run of a node's assertions an operation belongs to.
  fileprivate var run: Int {
    switch self {
    case .const, .enumeration, .type, .never: 0
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: 1
    case .minLength, .maxLength, .pattern, .format, .date: 2
    case .minItems, .maxItems, .uniqueItems, .contains, .additionalItems, .search: 3
    case .minProperties, .maxProperties, .required, .dependentRequired, .dependentSchema,
      .propertyNames, .additionalProperties, .keyPolicy:
      4
    case .allOf, .anyOf, .oneOf, .not, .conditional, .reference, .dynamicReference: 5
    case .unevaluatedItems, .unevaluatedProperties: 6
    }
  }
}
