@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// What several schemas say together of one object.
extension RulePlan {
  /// Judges a draft with the schemas around it: members that go in the other direction alone are
  /// refused and not required, and one that is listed anywhere is not additional.
  func merge(
    _ draft: inout SchemaDraft, _ outer: SchemaListing?, isResponse: Bool, owner: Owner?,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let hasBranches = compiler.hasBranches(draft)
    var around = outer ?? SchemaListing()
    if hasBranches { around.formUnion(compiler.outlines.listing(of: compiler.outline(of: draft))) }
    let direction: SchemaFailure.Direction = isResponse ? .writeOnly : .readOnly
    var refused = isResponse ? around.writeOnly : around.readOnly
    for index in draft.members.indices {
      guard compiler.marks(draft.members[index], direction.rawValue) else { continue }
      refused.insert(draft.members[index].name)
      if let owner { draft.members[index].refusal = (direction, owner) }
    }
    if !refused.isEmpty { draft.requirements.removeAll { refused.contains($0.name) } }
    if compiler.isClosed(draft), hasBranches || outer != nil {
      try compiler.open(&draft, to: around)
    }
  }
}
