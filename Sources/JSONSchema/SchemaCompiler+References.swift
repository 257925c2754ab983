@_spi(Engine) public import JSONTape

/// A reference as it stands in a resource.
struct Reference: Hashable {
  let resource: Int
  let text: String
}

/// Where references lead.
extension SchemaCompiler {
  func site(of node: JSONNode, in document: Int) throws(SchemaError) -> SchemaSite {
    let root = try registry.resource(
      of: registry.documents[document].document.root, in: document, from: 0)
    let resource = try registry.resource(of: node, in: document, from: root)
    return SchemaSite(document: document, index: node.tapeIndex, resource: resource)
  }

  /// The schema that a reference leads to.
  func resolve(
    _ reference: JSONNode, _ keyword: String, from site: SchemaSite
  ) throws(SchemaError) -> SchemaSite {
    guard let text = reference.string else {
      throw error("`\(keyword)` must be a string", reference)
    }
    let key = Reference(resource: site.resource, text: text)
    if let known = targets[key] { return known }
    let target = try find(text, reference, keyword, from: site)
    targets[key] = target
    return target
  }

  private func find(
    _ text: String, _ reference: JSONNode, _ keyword: String, from site: SchemaSite
  ) throws(SchemaError) -> SchemaSite {
    let uri = URIReference(text).resolved(against: registry.resources[site.resource].base)
    guard let number = try registry.resource(withURI: uri.withoutFragment) else {
      let whole = uri.withoutFragment.description
      let meant = text.hasPrefix(whole) ? "" : " (`\(whole)`)"
      throw error(
        "`\(keyword)` leads to `\(text)`\(meant), which is not among the given documents; nothing "
          + "is fetched", reference)
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
      throw error("`\(keyword)` leads to `\(text)`, and there is no such anchor", reference)
    }
    var target = root
    var enclosing = number
    for token in pointer.tokens {
      let next: JSONNode?
      if target.kind == .array {
        next = Int(token).flatMap { "\($0)" == token ? target[$0] : nil }
      } else {
        next = target[token]
      }
      guard let next else {
        throw error("`\(keyword)` leads to `\(text)`, and there is nothing there", reference)
      }
      if target.kind == .object, next.kind == .object,
        next[registry.resources[enclosing].dialect.identifier] != nil
      {
        enclosing = try registry.resource(of: next, in: resource.document, from: enclosing)
      }
      target = next
    }
    let owner = try registry.resource(of: target, in: resource.document, from: enclosing)
    return SchemaSite(document: resource.document, index: target.tapeIndex, resource: owner)
  }

  /// The anchor that makes a `$dynamicRef` dynamic: the one its target carries under the same name.
  func dynamicAnchor(of reference: JSONNode, at target: SchemaSite) -> String? {
    guard let fragment = reference.string.flatMap({ URIReference($0).fragment }),
      registry.resources[target.resource].dynamicAnchors[fragment] == target.index
    else { return nil }
    return fragment
  }
}

/// Looking at schemas without compiling them, for transforms.
extension SchemaCompiler {
  /// Whether null is among the values that a schema allows, as far as its types, enums and branches
  /// tell.
  @_spi(Engine) public func allowsNull(_ schema: JSONNode, of draft: SchemaDraft) -> Bool {
    var seen: Set<[Int]> = []
    return allowsNull(schema, draft.site, depth: 0, &seen)
  }

  private func allowsNull(
    _ schema: JSONNode, _ site: SchemaSite, depth: Int, _ seen: inout Set<[Int]>
  ) -> Bool {
    if isNullable(schema, site) { return true }
    guard depth < 32, let (node, site) = follow(schema, site), node.kind == .object,
      seen.insert([site.document, node.tapeIndex]).inserted
    else { return false }
    if isNullable(node, site) { return true }
    if let type = node["type"] {
      if let name = type.string { return name == "null" }
      guard type.kind == .array, type.elements.contains(where: { $0.string == "null" || $0.isNull })
      else {
        return false
      }
      return true
    }
    if let list = node["enum"], list.kind == .array {
      return list.elements.contains(where: \.isNull)
    }
    for keyword in ["anyOf", "oneOf"] {
      guard let branches = node[keyword], branches.kind == .array else { continue }
      return branches.elements.contains { allowsNull($0, site, depth: depth + 1, &seen) }
    }
    return false
  }

  private func isNullable(_ schema: JSONNode, _ site: SchemaSite) -> Bool {
    schema["nullable"]?.bool == true && dialect(of: site)["nullable"] != nil
  }

  /// The schema that a subschema of a draft refers to in the end; nil where that leads nowhere.
  @_spi(Engine) public func target(of schema: JSONNode, in draft: SchemaDraft) -> JSONNode? {
    follow(schema, draft.site)?.node
  }

  private func follow(
    _ schema: JSONNode, _ site: SchemaSite
  ) -> (node: JSONNode, site: SchemaSite)? {
    var node = schema
    var site = site
    for _ in 0..<64 {
      guard node.kind == .object, let reference = node["$ref"] else { return (node, site) }
      guard let next = try? resolve(reference, "$ref", from: site) else { return nil }
      site = next
      node = registry.documents[site.document].document.node(at: site.index)
    }
    return nil
  }

  /// The members listed by the schemas that apply to the same value as a draft, and whether one of
  /// them says itself what becomes of other members.
  @_spi(Engine) public func inPlaceMembers(
    of draft: SchemaDraft
  ) -> (names: [String], settleUnlisted: Bool) {
    var names: [String] = []
    var settles = false
    var seen: Set<[Int]> = []
    collect(draft.node, draft.site, depth: 0, &seen, &names, &settles)
    var listed: Set<String> = []
    return (names.filter { listed.insert($0).inserted }, settles)
  }

  private func collect(
    _ schema: JSONNode, _ site: SchemaSite, depth: Int, _ seen: inout Set<[Int]>,
    _ names: inout [String], _ settles: inout Bool
  ) {
    guard depth < 32, schema.kind == .object,
      seen.insert([site.document, schema.tapeIndex]).inserted
    else { return }
    if depth > 0, let properties = schema["properties"], properties.kind == .object {
      names += properties.members.map(\.name)
    }
    for keyword in ["additionalProperties", "unevaluatedProperties", "patternProperties"]
    where schema[keyword] != nil {
      settles = true
    }
    if let reference = schema["$ref"], let target = try? resolve(reference, "$ref", from: site) {
      let node = registry.documents[target.document].document.node(at: target.index)
      collect(node, target, depth: depth + 1, &seen, &names, &settles)
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      guard let branches = schema[keyword], branches.kind == .array else { continue }
      for branch in branches.elements {
        collect(branch, site, depth: depth + 1, &seen, &names, &settles)
      }
    }
    for keyword in ["if", "then", "else"] {
      if let branch = schema[keyword] {
        collect(branch, site, depth: depth + 1, &seen, &names, &settles)
      }
    }
  }
}
