@_spi(Engine) public import JSONTape

/// The place of a schema: its document in the registry, its tape index and its resource.
@_spi(Engine) public struct SchemaSite: Hashable, Sendable {
  /// The number of the document in the registry.
  public internal(set) var document: Int
  /// The index of the schema on the document's tape.
  public internal(set) var index: Int
  var resource: Int

  func of(_ node: JSONNode) -> SchemaSite {
    SchemaSite(document: document, index: node.tapeIndex, resource: resource)
  }
}

/// The outlines of the schemas of some documents, and the targets of their references. Each result
/// is computed on first use and then kept. The compiler and the transforms use the same results.
@_spi(Engine) public final class SchemaOutlines {
  /// The documents with the schemas, and the documents to which references may lead.
  public internal(set) var registry: SchemaRegistry
  /// Reference targets by resource and text.
  private var targets: [Int: [String: SchemaSite]] = [:]
  /// The ends of chains of plain references.
  private var ends: [SchemaSite: SchemaSite] = [:]
  private var known: [[SchemaSite]: SchemaOutline] = [:]
  /// Property indexes of large objects, to resolve references fast.
  private var propertyIndexes: [SchemaSite: [String: Int]] = [:]
  private var steps = 0
  /// The heirs of schemas. Only contracts have them.
  private(set) lazy var heirs = Heirs(self)

  /// The maximum number of schemas that are followed for one value.
  private static let mostParts = 512
  /// After this total number of steps, outlines follow only ``fewParts``. So the time for long
  /// shared chains stays linear.
  private static let mostSteps = 500_000
  private static let fewParts = 16
  /// Branches below this depth are ignored when types are computed.
  private static let deepestBranch = 16

  /// Creates outlines for the schemas of a registry's documents.
  public init(_ registry: SchemaRegistry) { self.registry = registry }

  // MARK: Places

  /// The schema at a site.
  public func node(at site: SchemaSite) -> JSONNode {
    registry.documents[site.document].document.node(at: site.index)
  }

  /// The site of a schema in a registered document.
  public func site(of node: JSONNode, in document: Int) throws(SchemaError) -> SchemaSite {
    let root = try registry.resource(
      of: registry.documents[document].document.root, in: document, from: 0)
    let resource = try registry.resource(of: node, in: document, from: root)
    return SchemaSite(document: document, index: node.tapeIndex, resource: resource)
  }

  func dialect(of site: SchemaSite) -> Dialect { registry.resources[site.resource].dialect }

  /// The site of a schema inside another schema. Nil if the node is no schema.
  func subschema(_ node: JSONNode, in site: SchemaSite) -> SchemaSite? {
    guard node.kind == .object || node.kind == .boolean,
      let resource = try? registry.resource(of: node, in: site.document, from: site.resource)
    else { return nil }
    return SchemaSite(document: site.document, index: node.tapeIndex, resource: resource)
  }

  /// The end of a chain of schemas that are only references. Each link is followed once.
  func end(of start: SchemaSite) -> SchemaSite {
    if let known = ends[start] { return known }
    guard plainReference(at: start) != nil else { return start }
    var site = start
    var links: [SchemaSite] = []
    var seen: Set<SchemaSite> = []
    while let reference = plainReference(at: site), seen.insert(site).inserted,
      let target = try? resolve(reference, "$ref", from: site)
    {
      links.append(site)
      site = ends[target] ?? target
    }
    for link in links { ends[link] = site }
    return site
  }

  private func plainReference(at site: SchemaSite) -> JSONNode? {
    let node = node(at: site)
    guard node.kind == .object, let reference = node["$ref"] else { return nil }
    let isPlain = node.properties.allSatisfy {
      ["$ref", "description", "summary", "title"].contains($0.name)
        || $0.name.hasPrefix("x-") && $0.name != "x-schemacheck"
    }
    return isPlain ? reference : nil
  }

  // MARK: References

  /// - Throws: ``SchemaError`` if the target does not exist.
  func resolve(
    _ reference: JSONNode, _ keyword: String, from site: SchemaSite
  ) throws(SchemaError) -> SchemaSite {
    guard let text = reference.string else {
      throw registry.error("`\(keyword)` must be a string", reference, site.document)
    }
    if let known = targets[site.resource]?[text] { return known }
    let target = try find(text, reference, keyword, from: site)
    targets[site.resource, default: [:]][text] = target
    return target
  }

  /// The properties at the target of a reference that is written in place of the properties.
  /// Bundlers write references anywhere.
  func properties(
    at reference: JSONNode, in site: SchemaSite
  ) throws(SchemaError) -> [(name: String, site: SchemaSite)] {
    let target = try resolve(reference, "$ref", from: site)
    return node(at: target).properties.compactMap { property in
      subschema(property.value, in: target).map { (property.name, $0) }
    }
  }

  private func find(
    _ text: String, _ reference: JSONNode, _ keyword: String, from site: SchemaSite
  ) throws(SchemaError) -> SchemaSite {
    let uri = URIReference(text).resolved(against: registry.resources[site.resource].base)
    guard let number = try registry.resource(withURI: uri.withoutFragment) else {
      let whole = uri.withoutFragment.description
      let meant = text.hasPrefix(whole) ? "" : " (`\(whole)`)"
      throw registry.error(
        "`\(keyword)` leads to `\(text)`\(meant), which is not among the given documents; nothing "
          + "is fetched", reference, site.document)
    }
    let resource = registry.resources[number]
    let source = registry.documents[resource.document].document
    let root = source.node(at: resource.root)
    guard let fragment = uri.fragment.map({ PercentEncoding.decode($0) }), !fragment.isEmpty else {
      return SchemaSite(document: resource.document, index: resource.root, resource: number)
    }
    if let anchored = resource.anchors[fragment] {
      return SchemaSite(document: resource.document, index: anchored, resource: number)
    }
    guard fragment.hasPrefix("/"), let pointer = JSONPointer(fragment) else {
      throw registry.error(
        "`\(keyword)` leads to `\(text)`, and there is no such anchor", reference, site.document)
    }
    var target = root
    var enclosing = number
    for (depth, token) in pointer.tokens.enumerated() {
      let next: JSONNode?
      if target.kind == .array {
        next = Int(token).flatMap { "\($0)" == token ? target[$0] : nil }
      } else {
        next = property(token, of: target, in: resource.document)
      }
      guard let next else {
        var error = registry.error(
          "`\(keyword)` leads to `\(text)`, which does not exist", reference, site.document)
        error.unknown = .init(token, in: target, isLast: depth + 1 == pointer.tokens.count)
        throw error
      }
      if target.kind == .object, next.kind == .object,
        property(registry.resources[enclosing].dialect.identifier, of: next, in: resource.document)
          != nil
      {
        enclosing = try registry.resource(of: next, in: resource.document, from: enclosing)
      }
      target = next
    }
    let owner = try registry.resource(of: target, in: resource.document, from: enclosing)
    return SchemaSite(document: resource.document, index: target.tapeIndex, resource: owner)
  }

  /// The property with a name. For objects with many properties, the time is O(1).
  private func property(_ name: String, of object: JSONNode, in document: Int) -> JSONNode? {
    guard object.kind == .object, object.count > 64 else { return object[name] }
    let site = SchemaSite(document: document, index: object.tapeIndex, resource: 0)
    let indexes = propertyIndexes.value(for: site) {
      Dictionary(object.properties.map { ($0.name, $0.value.tapeIndex) }) { first, _ in first }
    }
    guard let index = indexes[name] else { return nil }
    // The table treats names as equal if Unicode does, but a reference means exactly these bytes.
    let key = object.document.node(at: index - 1).string ?? ""
    return key.utf8.elementsEqual(name.utf8) ? object.document.node(at: index) : object[name]
  }

  // MARK: Outlines

  /// The outline of schemas that all apply to one value. If there are no schemas, the outline is
  /// empty.
  ///
  /// - Complexity: O(*n*) in the number of schemas that apply to the value. A second call is fast,
  ///   because the outline is kept.
  public func outline(of sites: [SchemaSite]) -> SchemaOutline {
    if let known = known[sites] { return known }
    let outline = SchemaOutline(
      sites.compactMap { subschema(node(at: $0), in: $0) }, self,
      atMost: steps < Self.mostSteps ? Self.mostParts : Self.fewParts)
    steps += outline.visited.count
    known[sites] = outline
    return outline
  }

  /// The outline of one schema of a registered document.
  public func outline(of schema: JSONNode, in document: Int) -> SchemaOutline {
    outline(of: (try? site(of: schema, in: document)).map { [$0] } ?? [])
  }

  /// The properties that a schema and its branches list. Each property is in the list once, with
  /// all schemas of the property.
  public func properties(of outline: SchemaOutline) -> [SchemaOutline.Property] {
    if outline.choices.isEmpty { return outline.properties }
    var properties: [SchemaOutline.Property] = []
    var positions: [String: Int] = [:]
    for inner in withBranches(outline) {
      for property in inner.properties {
        if let known = positions[property.name] {
          properties[known].schemas += property.schemas
        } else {
          positions[property.name] = properties.count
          properties.append(property)
        }
      }
    }
    return properties
  }

  /// The names that a schema and its branches list.
  public func listing(of outline: SchemaOutline) -> SchemaListing {
    var listing = SchemaListing()
    for inner in withBranches(outline) {
      for property in inner.properties where !property.schemas.isEmpty {
        listing.names.insert(property.name)
        if marks(property.schemas, "readOnly") { listing.readOnly.insert(property.name) }
        if marks(property.schemas, "writeOnly") { listing.writeOnly.insert(property.name) }
      }
      listing.patterns.formUnion(inner.patterns.keys)
      listing.isClosed = listing.isClosed || inner.isClosed
    }
    return listing
  }

  /// Whether a flag such as `readOnly` is true in one of the schemas of a value.
  public func marks(_ schemas: [SchemaSite], _ flag: String) -> Bool {
    if schemas.count == 1, !Self.leadsOn(node(at: schemas[0])) {
      return node(at: schemas[0])[flag]?.bool == true
    }
    return outline(of: schemas).marks(flag)
  }

  /// Whether schemas restrict a value by more than its type, for example by an `enum`, a pattern or
  /// a length.
  public func restricts(_ schemas: [SchemaSite]) -> Bool {
    withBranches(outline(of: schemas)).contains { outline in
      outline.parts.contains { part in Self.restrictions.contains { part.node[$0] != nil } }
    }
  }

  private static let restrictions =
    ["enum", "const"]
    + Restriction.all.filter { !$0.types.isDisjoint(with: [.string, .number]) }.map(\.keyword)

  /// An outline and the outlines of its branches. The outermost outline is first.
  public func withBranches(_ outline: SchemaOutline) -> [SchemaOutline] {
    var found = [outline]
    if outline.choices.isEmpty { return found }
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(outline)]
    var next = 0
    while next < found.count, next < Self.mostParts {
      for choice in found[next].choices {
        for branch in choice.branches {
          let inner = self.outline(of: [branch])
          if seen.insert(ObjectIdentifier(inner)).inserted { found.append(inner) }
        }
      }
      next += 1
    }
    return found
  }

  static func leadsOn(_ schema: JSONNode) -> Bool {
    guard schema.kind == .object else { return false }
    return ["$ref", "allOf", "anyOf", "oneOf"].contains { schema[$0] != nil }
  }

  // MARK: Types

  func isNull(_ site: SchemaSite) -> Bool { Self.saysNull(node(at: end(of: site))) }

  /// The same for a branch beside a schema's site.
  func saysNullAtEnd(_ branch: JSONNode, from site: SchemaSite) -> Bool {
    Self.saysNull(branch) || subschema(branch, in: site).map(isNull) ?? false
  }

  static func saysNull(_ schema: JSONNode) -> Bool {
    if let type = schema["type"] {
      if type.kind == .array {
        return type.count > 0 && type.elements.allSatisfy { $0.isNull || $0.string == "null" }
      }
      return type.string == "null"
    }
    if let const = schema["const"] { return const.isNull }
    guard let values = schema["enum"] else { return false }
    return values.count > 0 && values.elements.allSatisfy(\.isNull)
  }

  /// The allowed types, including null. If `number` is allowed, `integer` is also allowed.
  public func types(of outline: SchemaOutline) -> TypeSet { types(of: outline, depth: 0) }

  /// Whether the schemas of a value allow null explicitly.
  public func allowsNull(_ schemas: [SchemaSite]) -> Bool {
    if schemas.count == 1 {
      // Fast path: most schemas have only a type and need no outline.
      let node = node(at: schemas[0])
      if node["type"] != nil, (node["nullable"] ?? node["x-nullable"]) == nil, !Self.leadsOn(node),
        let types = Self.types(saidBy: node)
      {
        return types.contains(.null) && types != .all
      }
    }
    let outline = outline(of: schemas)
    let types = types(of: outline)
    return types.contains(.null) && (types != .all || !outline.nullPlaces.isEmpty)
  }

  private func types(of outline: SchemaOutline, depth: Int) -> TypeSet {
    if let known = outline.types { return known }
    // This is set first to end the recursion. A branch that contains itself adds nothing to the
    // other branches.
    outline.types = []
    let found = readTypes(of: outline, depth: depth)
    outline.types = found
    return found
  }

  private func readTypes(of outline: SchemaOutline, depth: Int) -> TypeSet {
    var types = TypeSet.all
    var isSaid = false
    func hold(_ other: TypeSet) {
      types.formIntersection(other)
      isSaid = true
    }
    for part in outline.parts {
      if let own = Self.types(saidBy: part.node) {
        hold(part.acceptsNull ? own.union(.null) : own)
      }
    }
    for choice in outline.choices
    where choice.keyword != "if" && depth < Self.deepestBranch && choice.branches.count <= 256 {
      var sum: TypeSet = choice.hasNull || choice.acceptsNull ? .null : []
      for branch in choice.branches {
        sum.formUnion(self.types(of: self.outline(of: [branch]), depth: depth + 1))
        if sum == .all { break }
      }
      hold(sum)
    }
    guard !isSaid else { return types }
    // No type is given. So the type follows from keywords that are for one type.
    var meant: TypeSet = []
    if !outline.properties.isEmpty || outline.settlesUnlisted { meant.insert(.object) }
    if outline.describesElements { meant.insert(.array) }
    guard !meant.isEmpty else { return .all }
    return outline.nullPlaces.isEmpty ? meant : meant.union(.null)
  }

  /// The types in one schema object. Nil if the object names no types.
  private static func types(saidBy node: JSONNode) -> TypeSet? {
    if let isAny = node.bool { return isAny ? nil : [] }
    var types: TypeSet?
    if let type = node["type"] {
      let names = type.kind == .array ? Array(type.elements) : [type]
      var named: TypeSet = []
      for name in names {
        if name.string == "file" { return nil }
        named.formUnion(name.isNull ? .null : name.string.flatMap { TypeSet(name: $0) } ?? [])
      }
      types = named.contains(.number) ? named.union(.integer) : named
    }
    let values = node["const"].map { [$0] } ?? node["enum"].map { Array($0.elements) }
    guard let values else { return types }
    let hasNull = values.contains(where: \.isNull)
    if let types { return hasNull ? types : types.subtracting(.null) }
    var held: TypeSet = []
    for value in values {
      switch value.kind {
      case .null: held.insert(.null)
      case .boolean: held.insert(.boolean)
      case .number:
        held.formUnion(value.number?.isInteger == true ? .integer : [.number, .integer])
      case .string: held.insert(.string)
      case .array: held.insert(.array)
      case .object: held.insert(.object)
      }
    }
    return held
  }
}
