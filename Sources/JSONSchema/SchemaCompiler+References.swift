@_spi(Engine) import JSONTape

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
    let uri = URIReference(text).resolved(against: registry.resources[site.resource].base)
    guard let number = registry.resource(withURI: uri.withoutFragment) else {
      throw error(
        "`\(keyword)` leads to `\(text)`, which is not among the given documents; nothing is "
          + "fetched", reference)
    }
    let resource = registry.resources[number]
    let source = registry.documents[resource.document].document
    let root = source.node(at: resource.root)
    guard let fragment = uri.fragment.map(URIReference.decodingPercents), !fragment.isEmpty else {
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
      if target.kind == .array { next = Int(token).flatMap { target[$0] } } else { next = target[token] }
      guard let next else {
        throw error("`\(keyword)` leads to `\(text)`, and there is nothing there", reference)
      }
      if target.kind == .object, next.kind == .object, next["$id"] != nil {
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

  /// Follows `$ref` from a schema to the first one that says something itself.
  ///
  /// For looking at a schema without compiling it; nil where a reference leads nowhere.
  func resolvingReferences(_ node: JSONNode, of draft: SchemaDraft) -> JSONNode? {
    var node = node
    var site = draft.site
    for _ in 0..<64 {
      guard node.kind == .object, let reference = node["$ref"] else { return node }
      guard let next = try? resolve(reference, "$ref", from: site) else { return nil }
      site = next
      node = registry.documents[site.document].document.node(at: site.index)
    }
    return nil
  }
}
