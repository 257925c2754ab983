@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Marks a plan with leniencies. A leniency is a place where a failed assertion does not refuse a
/// value.
extension RulePlan {
  /// The facts about an object from the schemas around a keyword's branches. Nil if no leniency
  /// needs these facts.
  func outer(
    of draft: SchemaDraft, _ keyword: String, _ outer: SchemaListing?, _ settings: RuleSettings,
    _ compiler: SchemaCompiler
  ) -> SchemaListing? {
    guard settings.isLenient else { return nil }
    let outlines = compiler.outlines
    let all = outlines.listing(of: outlines.outline(of: draft.sites))
    guard outer != nil || all.isClosed || !all.readOnly.isEmpty || !all.writeOnly.isEmpty else {
      return nil
    }
    var around = outer ?? SchemaListing()
    switch keyword {
    case "allOf": around.formUnion(all)
    case "$ref": break
    default: (around.names, around.patterns) = ([], [])
    }
    around.readOnly.formUnion(all.readOnly)
    around.writeOnly.formUnion(all.writeOnly)
    return around
  }

  /// Combines a draft with the schemas around it. A property of the other direction is refused with
  /// a warning and is never required. A property that a schema beside `allOf` lists is allowed.
  func merge(
    _ draft: inout SchemaDraft, _ outer: SchemaListing?, _ force: Force,
    _ compiler: SchemaCompiler
  ) {
    let outlines = compiler.outlines
    let isResponse = force.settings.isResponse
    let direction: SchemaFailure.Direction = isResponse ? .writeOnly : .readOnly
    var absent: Set<String> = []
    for index in draft.properties.indices {
      guard outlines.marks(draft.properties[index].schemas, direction.rawValue) else { continue }
      absent.insert(draft.properties[index].name)
      // OpenAPI says that such properties "should not" be sent.
      if let owner = force.rest {
        draft.properties[index].roles.append(role(warning(owner), refusedAs: direction))
      }
    }
    guard force.settings.isLenient else { return }
    var around = outer ?? SchemaListing()
    if compiler.hasBranches(draft) {
      let all = outlines.listing(of: outlines.outline(of: draft.sites))
      absent.formUnion(isResponse ? all.writeOnly : all.readOnly)
      if compiler.isClosed(draft), draft.nodes.contains(where: { $0["allOf"] != nil }) {
        around.formUnion(all)
      }
    }
    absent.formUnion(isResponse ? around.writeOnly : around.readOnly)
    let clients = force.settings.clients
    if isResponse, clients.any(.missingWriteOnly, { $0 == .refuses }) { absent = [] }
    for index in draft.requirements.indices
    where absent.contains(draft.requirements[index].name) {
      draft.requirements[index].leniency = isResponse ? .writeOnly : .readOnly
    }
    let isRead = isResponse && clients.any(.keyBesideAllOf) { $0 == .refuses }
    if compiler.isClosed(draft), !isRead { compiler.grant(&draft, around) }
  }
}
