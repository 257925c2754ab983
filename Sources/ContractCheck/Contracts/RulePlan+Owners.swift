@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// How rules come to own assertions of a schema, and add their own.
extension RulePlan {
  /// Combines a draft with the schemas around it: members of the other direction are refused and
  /// not required, and a member that is listed anywhere is not additional.
  func merge(
    _ draft: inout SchemaDraft, _ outer: SchemaListing?, isResponse: Bool, owner: Owner?,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let outlines = compiler.outlines
    let hasBranches = compiler.hasBranches(draft)
    var around = outer ?? SchemaListing()
    if hasBranches { around.formUnion(outlines.listing(of: outlines.outline(of: draft.sites))) }
    let direction: SchemaFailure.Direction = isResponse ? .writeOnly : .readOnly
    var refused = isResponse ? around.writeOnly : around.readOnly
    for index in draft.members.indices {
      guard outlines.marks(draft.members[index].schemas, direction.rawValue) else { continue }
      refused.insert(draft.members[index].name)
      // OpenAPI says "should not" of such members.
      if let owner { draft.members[index].refusal = (direction, warning(owner)) }
    }
    if !refused.isEmpty { draft.requirements.removeAll { refused.contains($0.name) } }
    if compiler.isClosed(draft), hasBranches || outer != nil {
      try compiler.open(&draft, to: around)
    }
  }

  func setDefaultOwner(_ draft: inout SchemaDraft, _ owner: Owner?) {
    guard let owner, owner != .schema else { return }
    draft.typeOwner = owner
    for index in draft.claims.indices { draft.claims[index].owner = owner }
    for index in draft.requirements.indices { draft.requirements[index].owner = owner }
  }

  func apply(
    _ role: Role, to draft: inout SchemaDraft, _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    guard role.demand == nil else { return }
    let format = draft.node["format"]?.string ?? ""
    guard role.types.isEmpty || !role.types.isDisjoint(with: draft.types),
      role.formats.isEmpty || role.formats.contains(format)
    else { return }
    if role.yields, compiler.outlines.restricts(draft.sites) { return }
    for index in draft.claims.indices where role.keywords.contains(draft.claims[index].keyword) {
      draft.claims[index].owner = role.owner
    }
    if role.keywords.contains("type") { draft.typeOwner = role.owner }
    if let type = role.decoded { draft.assertDecodable(type, owner: role.owner) }
    if role.ownsStrings { draft.stringOwner = role.owner }
    if let fragment = role.fragment {
      try compiler.conjoin(fragment.document(), to: &draft, owner: role.owner)
    }
  }

  func attach(
    _ attachment: Attachment, to draft: inout SchemaDraft, _ settings: RuleSettings,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let owner = attachment.owner
    switch attachment.ownership {
    case .rest, .demands: break
    case .presence(let selector):
      guard !attachment.yields else { return }
      let required = Set(draft.requirements.map(\.name))
      let meant = Set(
        draft.members.filter { member in
          required.contains(member.name) && attachment.isMeant?(member.name) ?? true
            && selector.isNullable.map { $0 == compiler.outlines.allowsNull(member.schemas) }
              ?? true
        }.map(\.name))
      reassign(&draft, owner) { meant.contains($0) }
    case .decoded:
      guard let owner else { return }
      attachDecoding(to: &draft, owner, settings, compiler)
    case .dates:
      try attachDates(attachment.rule, to: &draft, owner, settings)
    case .pagination(let members):
      guard !attachment.yields else { return }
      attachPagination(members, to: &draft, owner, compiler)
    case .values:
      guard let values = attachment.values else { return }
      for index in draft.members.indices where values.isMeant(draft.members[index].name) {
        draft.members[index].roles.append(values.role)
      }
    case .objects(let listing, let fragment):
      let listed = Set(draft.members.map(\.name))
      guard let owner, listing.allSatisfy(listed.contains),
        !attachment.yields || !restricts(listing, of: draft, compiler)
      else { return }
      try compiler.conjoin(fragment.document(), to: &draft, owner: owner)
    case .coordinatePair:
      try attachPair(to: &draft, attachment, settings, compiler)
    }
  }

  private func restricts(
    _ names: [String], of draft: SchemaDraft, _ compiler: SchemaCompiler
  ) -> Bool {
    draft.members.contains {
      names.contains($0.name) && compiler.outlines.restricts($0.schemas)
    }
  }

  /// Gives the presence of members to a rule, or drops it where the rule is off.
  private func reassign(
    _ draft: inout SchemaDraft, _ owner: Owner?, where isMeant: (String) -> Bool
  ) {
    if let owner {
      for index in draft.requirements.indices where isMeant(draft.requirements[index].name) {
        draft.requirements[index].owner = owner
      }
    } else {
      draft.requirements.removeAll { isMeant($0.name) }
    }
  }

  private func attachDates(
    _ rule: String, to draft: inout SchemaDraft, _ owner: Owner?, _ settings: RuleSettings
  ) throws(SchemaError) {
    let format = draft.nodes.lazy.compactMap { $0["format"]?.string }.first
    let isOwn = draft.node["x-schemacheck"]?["rules"]?[rule]?["profile"] != nil
    guard isOwn || format == "date-time" || format == "date" else { return }
    guard let owner else {
      draft.claims.removeAll { $0.keyword == "format" }
      return
    }
    let profile = format == "date" && !isOwn ? .date : settings.dateProfile
    draft.assertDate(profile, owner: owner)
  }

  private func attachPagination(
    _ members: [String], to draft: inout SchemaDraft, _ owner: Owner?, _ compiler: SchemaCompiler
  ) {
    func own(_ names: Set<String>) {
      reassign(&draft, owner) { names.contains($0) }
      guard let owner else { return }
      for index in draft.members.indices where names.contains(draft.members[index].name) {
        draft.members[index].roles.append(role(owner, ["type"], true))
      }
    }
    for member in draft.members where compiler.listsProperties(member) {
      let outline = compiler.outlines.outline(of: member.schemas)
      if Pagination(of: outline.properties) != nil { own([member.name]) }
    }
    let listed = draft.members.filter { !$0.schemas.isEmpty }.map(\.name)
    guard let pagination = Pagination(among: listed) else { return }
    own(Set(members.compactMap { pagination.name(of: $0) }))
  }

  private func attachPair(
    to draft: inout SchemaDraft, _ attachment: Attachment, _ settings: RuleSettings,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let names = settings.coordinates
    let pair = [names.latitude, names.longitude]
    guard let owner = attachment.owner,
      pair.allSatisfy({ name in draft.members.contains { $0.name == name } })
    else { return }
    if pair.allSatisfy({ name in draft.requirements.contains { $0.name == name } }) {
      if !attachment.yields { reassign(&draft, owner) { pair.contains($0) } }
      return
    }
    if attachment.yields, restricts(pair, of: draft, compiler) { return }
    let fragment = Schema.any.adding(
      "dependentRequired",
      json: #"{"\#(pair[0])":["\#(pair[1])"],"\#(pair[1])":["\#(pair[0])"]}"#)
    try compiler.conjoin(fragment.document(), to: &draft, owner: owner)
  }

  func isMeant(
    by selector: Ownership.Selector, _ settings: RuleSettings
  ) -> (String) -> Bool {
    guard selector.isOf(response: settings.isResponse) else {
      return { _ in false }
    }
    var exact: Set<String> = []
    var folded: [[UInt8]] = []
    var patterns: [NamePattern] = []
    for name in selector.names {
      switch name {
      case .coordinate(let coordinate): exact.insert(settings.coordinates[coordinate])
      case .named(let text) where text.contains("*"):
        patterns.append(NamePattern(text))
      case .named(let text): folded.append(KeyPolicy.fold(text))
      }
    }
    let shortest = patterns.isEmpty ? folded.map(\.count).min() ?? .max : 0
    return { name in
      if exact.contains(name) { return true }
      guard name.utf8.count >= shortest else { return false }
      let key = KeyPolicy.fold(name)
      return folded.contains(key) || patterns.contains { $0.matches(name.utf8) }
    }
  }
}
