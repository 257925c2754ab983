@_spi(Engine) import JSONTape

/// `$ref` and `$dynamicRef` (JSON Schema Core 2020-12, section 8.2.3), and its older form
/// `$recursiveRef` (Core 2019-09, section 8.2.4.2).
extension Keyword {
  static let references: [Keyword] = [reference, dynamicReference("$dynamicRef")]

  static let recursiveReferences: [Keyword] = [
    reference, dynamicReference("$recursiveRef"),
    Keyword("$recursiveAnchor", in: .core) { _, value, compiler throws(SchemaError) in
      guard value.bool != nil else {
        throw compiler.error("`$recursiveAnchor` must be true or false", value)
      }
    },
  ]

  static let reference = Keyword("$ref", in: .core) {
    draft, value, compiler throws(SchemaError) in
    let target = try compiler.outlines.resolve(value, "$ref", from: draft.site)
    let context = compiler.branchContext("$ref", of: draft)
    let node = try compiler.compile(
      [target], in: context, isInPlace: true, roles: draft.rolesInPlace)
    draft.assert(.reference(node), "$ref")
  }

  private static func dynamicReference(_ name: String) -> Keyword {
    Keyword(name, in: .core) { draft, value, compiler throws(SchemaError) in
      if name == "$recursiveRef", value.string != "#" {
        throw compiler.error("`$recursiveRef` must be `#`", value)
      }
      let target = try compiler.outlines.resolve(value, name, from: draft.site)
      let context = compiler.branchContext(name, of: draft)
      let node = try compiler.compile(
        [target], in: context, isInPlace: true, roles: draft.rolesInPlace)
      guard let anchor = compiler.dynamicAnchor(of: value, at: target) else {
        draft.assert(.reference(node), name)
        return
      }
      let plan = DynamicReferencePlan(anchor: anchor, initial: node)
      draft.assert(
        .dynamicReference(compiler.builder.tables.dynamicReferences.place(plan)), name)
    }
  }
}

extension SchemaCompiler {
  /// The anchor that makes a `$dynamicRef` dynamic. It is the anchor of the target with the same
  /// name, if another resource also has this anchor.
  func dynamicAnchor(of reference: JSONNode, at target: SchemaSite) -> String? {
    guard let fragment = reference.string.flatMap({ URIReference($0).fragment }),
      registry.resources[target.resource].dynamicAnchors[fragment] == target.index,
      keepsReferences
        || registry.resources.count(where: { $0.dynamicAnchors[fragment] != nil }) > 1
    else { return nil }
    return fragment
  }
}
