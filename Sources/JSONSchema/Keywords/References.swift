import JSONTape

/// `$ref` and `$dynamicRef`. Source: JSON Schema Core 2020-12, section 8.2.3.
extension Keyword {
  static let references: [Keyword] = [
    Keyword("$ref") { draft, value, compiler throws(SchemaError) in
      let target = try compiler.resolve(value, "$ref", from: draft.site)
      let node = try compiler.compile(target, in: draft.context, isInPlace: true)
      draft.assert(.reference(node), "$ref")
    },
    Keyword("$dynamicRef") { draft, value, compiler throws(SchemaError) in
      let target = try compiler.resolve(value, "$dynamicRef", from: draft.site)
      let node = try compiler.compile(target, in: draft.context, isInPlace: true)
      guard let anchor = compiler.dynamicAnchor(of: value, at: target) else {
        draft.assert(.reference(node), "$dynamicRef")
        return
      }
      let plan = DynamicReferencePlan(anchor: anchor, initial: node)
      draft.assert(.dynamicReference(compiler.dynamicReference(plan)), "$dynamicRef")
    },
  ]
}
