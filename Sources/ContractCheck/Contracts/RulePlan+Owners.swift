@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Assigns assertions of a schema to rules, and adds the rules' own assertions. A transform only
/// adds assertions. It never removes or changes the assertions of the schema.
extension RulePlan {
  func setDefaultOwner(_ draft: inout SchemaDraft, _ owner: Owner?) {
    guard let owner, owner != .schema else { return }
    (draft.restOwner, draft.typeOwner) = (owner, owner)
    draft.giveClaims(to: owner)
    for index in draft.requirements.indices { draft.requirements[index].owner = owner }
  }

  /// - Parameter rest: The owner of the schema's own assertions.
  func apply(
    _ role: Role, to draft: inout SchemaDraft, _ rest: Owner?, _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    guard role.demand == nil, role.place == nil else { return }
    if let direction = role.refusal { return draft.refuse(direction, owner: role.owner) }
    let format = draft.node["format"]?.string ?? ""
    guard role.types.isEmpty || !role.types.isDisjoint(with: draft.types),
      role.formats.isEmpty || role.formats.contains(format)
    else { return }
    if role.yields, compiler.outlines.restricts(draft.sites) { return }
    let words = words(role.owner, over: rest)
    draft.giveClaims(to: words) { role.keywords.contains($0) }
    if role.keywords.contains("type") { draft.typeOwner = words }
    if role.ownsStrings { draft.stringOwner = words }
    if let fragment = role.fragment {
      try compiler.conjoin(fragment.document(), to: &draft, owner: role.owner, words: words)
    }
  }

  func attach(
    _ attachment: Attachment, to draft: inout SchemaDraft, _ force: Force,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    guard let owner = attachment.owner else { return }
    let words = words(owner, over: force.rest)
    switch attachment.ownership {
    case .rest, .demands, .decoded: break
    case .presence(let selector):
      guard !attachment.yields else { return }
      let required = Set(draft.requirements.map(\.name))
      let meant = Set(
        draft.properties.filter { property in
          required.contains(property.name) && attachment.isMeant?(property.name) ?? true
            && selector.isNullable.map { $0 == compiler.outlines.allowsNull(property.schemas) }
              ?? true
        }.map(\.name))
      giveRequirements(of: &draft, to: words) { meant.contains($0) }
    case .dates: attachDates(attachment.rule, to: &draft, owner, words, force.settings)
    case .pagination(let properties):
      guard !attachment.yields else { return }
      attachPagination(properties, to: &draft, owner, words, compiler)
    case .values:
      guard let values = attachment.values else { return }
      for index in draft.properties.indices where values.isMeant(draft.properties[index].name) {
        draft.properties[index].roles.append(values.role)
      }
    case .objects(let listing, let fragment):
      let listed = Set(draft.properties.map(\.name))
      guard listing.allSatisfy(listed.contains),
        !attachment.yields || !restricts(listing, of: draft, compiler)
      else { return }
      try compiler.conjoin(fragment.document(), to: &draft, owner: owner, words: words)
    case .coordinatePair:
      try attachPair(to: &draft, attachment, owner, words, force.settings, compiler)
    }
  }

  private func restricts(
    _ names: [String], of draft: SchemaDraft, _ compiler: SchemaCompiler
  ) -> Bool {
    draft.properties.contains {
      names.contains($0.name) && compiler.outlines.restricts($0.schemas)
    }
  }

  /// Lets a rule report missing properties.
  private func giveRequirements(
    of draft: inout SchemaDraft, to words: Owner, where isMeant: (String) -> Bool
  ) {
    for index in draft.requirements.indices where isMeant(draft.requirements[index].name) {
      draft.requirements[index].owner = words
    }
  }

  private func attachDates(
    _ rule: String, to draft: inout SchemaDraft, _ owner: Owner, _ words: Owner,
    _ settings: RuleSettings
  ) {
    let format = draft.nodes.lazy.compactMap { $0["format"]?.string }.first
    let isOwn = draft.node["x-schemacheck"]?["rules"]?[rule]?["profile"] != nil
    guard isOwn || format == "date-time" || format == "date" else { return }
    draft.giveClaims(to: words) { $0 == "format" }
    let profile = format == "date" && !isOwn ? .date : settings.dateProfile
    draft.assertDate(profile, owner: owner, isLenient: settings.isLenient)
  }

  private func attachPagination(
    _ properties: [String], to draft: inout SchemaDraft, _ owner: Owner, _ words: Owner,
    _ compiler: SchemaCompiler
  ) {
    func own(_ names: Set<String>) {
      giveRequirements(of: &draft, to: words) { names.contains($0) }
      for index in draft.properties.indices where names.contains(draft.properties[index].name) {
        draft.properties[index].roles.append(role(owner, ["type"], true))
      }
    }
    for property in draft.properties where compiler.listsProperties(property) {
      let outline = compiler.outlines.outline(of: property.schemas)
      if Pagination(of: outline.properties) != nil { own([property.name]) }
    }
    let listed = draft.properties.filter { !$0.schemas.isEmpty }.map(\.name)
    guard let pagination = Pagination(among: listed) else { return }
    own(Set(properties.compactMap { pagination.name(of: $0) }))
  }

  private func attachPair(
    to draft: inout SchemaDraft, _ attachment: Attachment, _ owner: Owner, _ words: Owner,
    _ settings: RuleSettings, _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let names = settings.coordinates
    let pair = [names.latitude, names.longitude]
    guard pair.allSatisfy({ name in draft.properties.contains { $0.name == name } }) else { return }
    if pair.allSatisfy({ name in draft.requirements.contains { $0.name == name } }) {
      if !attachment.yields { giveRequirements(of: &draft, to: words) { pair.contains($0) } }
      return
    }
    if attachment.yields, restricts(pair, of: draft, compiler) { return }
    let fragment = Schema.any.adding(
      "dependentRequired",
      json: #"{"\#(pair[0])":["\#(pair[1])"],"\#(pair[1])":["\#(pair[0])"]}"#)
    try compiler.conjoin(fragment.document(), to: &draft, owner: owner, words: words)
  }

  package func isMeant(
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
      case .named(let text): folded.append(NamePattern.fold(text))
      }
    }
    let shortest = patterns.isEmpty ? folded.map(\.count).min() ?? .max : 0
    return { name in
      if exact.contains(name) { return true }
      guard name.utf8.count >= shortest else { return false }
      let key = NamePattern.fold(name)
      return folded.contains(key) || patterns.contains { $0.matches(name.utf8) }
    }
  }
}
