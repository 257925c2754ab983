@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Decides which rule owns which part of a contract's schemas: the transform of a plan. It is
/// called once per schema object and settings, never while bodies are checked.
final class RulePlan: PlanTransform {
  struct Answer {
    let rule: Rule
    let severity: Severity
  }

  /// What a rule says about a member's value. Equal roles share a number, so that recursive schemas
  /// end.
  private struct Role: Hashable {
    let owner: Owner
    let keywords: Set<String>
    let ownsStrings: Bool
    let types: TypeSet
    let formats: Set<String>
    let fragment: Schema?
  }

  /// What schemas are compiled under: the rules in force, and what the outer schemas say about the
  /// same object.
  private struct Scope: Hashable {
    var settings: RuleSettings
    var outer: SchemaListing?
  }

  /// The rules under the settings of a context, computed once for all of its schemas.
  private struct Force {
    let settings: RuleSettings
    /// The owner of assertions that no other rule owns; nil where that rule is off.
    let rest: Owner?
    let attachments: [Attachment]
    let tables: [(table: KeyTable, owner: Owner)]
    /// What no object may hold, even without a schema.
    let searched: [[UInt8]: KeyPolicy.Entry]
  }

  private struct Attachment {
    let rule: String
    let ownership: Ownership
    let owner: Owner?
    /// The role of chosen values, and which members hold them.
    let values: (role: PlanRole, isMeant: (String) -> Bool)?
  }

  private let contract: String
  /// Names a place in errors; nil for a schema alone.
  private let files: ContractFiles?
  private let warnings: SchemaWarnings?
  private let rules: [Rule]
  /// The rule of every assertion that no other rule owns.
  private let rest: Rule
  private let ownerships: [(rule: Rule, ownership: Ownership)]
  private var forces: [Int: Force] = [:]
  private(set) var answers: [Answer]
  private var scopes: [Scope] = []
  private var contexts: [Scope: Int] = [:]
  private var roles: [Role] = []

  init(
    contract: String, files: ContractFiles? = nil, warnings: SchemaWarnings? = nil,
    rules: [Rule] = Rule.catalogue
  ) {
    self.contract = contract
    self.files = files
    self.warnings = warnings
    // Owner 0 is the rule that every assertion starts with.
    self.rules = rules
    ownerships = rules.flatMap { rule in
      guard case .owns(let ownerships) = rule.form else { return [(Rule, Ownership)]() }
      return ownerships.map { (rule, $0) }
    }
    rest =
      ownerships.first { if case .rest = $0.ownership { true } else { false } }?.rule ?? rules[0]
    answers = [Answer(rule: rest, severity: rest.severity)]
  }

  func context(_ settings: RuleSettings) -> PlanContext {
    context(Scope(settings: settings, outer: nil))
  }

  private func context(_ scope: Scope) -> PlanContext {
    if let known = contexts[scope] { return PlanContext(rawValue: known) }
    scopes.append(scope)
    contexts[scope] = scopes.count - 1
    return PlanContext(rawValue: scopes.count - 1)
  }

  func context(
    of schema: JSONNode, within context: PlanContext
  ) throws(SchemaError) -> PlanContext {
    guard let node = schema["x-schemacheck"] else { return context }
    var scope = scopes[context.rawValue]
    do throws(ContractError) {
      scope.settings = try scope.settings.applying(node, contract: contract)
      return self.context(scope)
    } catch {
      throw SchemaError(
        message: error.message, document: files?.path(of: node) ?? "",
        name: files?.name(of: node) ?? "", pointer: error.pointer,
        offset: node.document.node(at: error.pointer)?.range.offset ?? node.range.offset,
        position: error.position)
    }
  }

  func contextOfParts(_ context: PlanContext) -> PlanContext {
    guard scopes[context.rawValue].outer != nil else { return context }
    return self.context(scopes[context.rawValue].settings)
  }

  func context(
    ofBranches keyword: String, of draft: SchemaDraft, compiler: SchemaCompiler
  ) -> PlanContext {
    var scope = scopes[draft.context.rawValue]
    let outline = compiler.outline(of: draft)
    let all = compiler.outlines.listing(of: outline)
    let isPlain = !all.isClosed && all.readOnly.isEmpty && all.writeOnly.isEmpty
    guard !isPlain || scope.outer != nil else { return draft.context }
    // Exclusive branches do not list members for each other.
    let isChoice = keyword == "anyOf" || keyword == "oneOf"
    var outer = scope.outer ?? SchemaListing()
    outer.formUnion(
      isChoice ? compiler.outlines.listing(of: outline, without: keyword) : all)
    scope.outer = outer
    return context(scope)
  }

  /// The number of a rule under settings, or nil where it is off.
  private func owner(_ rule: Rule, _ settings: RuleSettings) -> Owner? {
    guard let severity = settings[rule].severity else { return nil }
    let known = answers.firstIndex { ($0.rule.id, $0.severity) == (rule.id, severity) }
    let number = known ?? answers.count
    if known == nil { answers.append(Answer(rule: rule, severity: severity)) }
    return Owner(rawValue: UInt16(number))
  }

  func transform(
    _ draft: inout SchemaDraft, context: PlanContext, roles: [PlanRole], compiler: SchemaCompiler
  ) throws(SchemaError) {
    let force = force(in: context)
    warnings?.note(draft, compiler)
    try merge(
      &draft, scopes[context.rawValue].outer, isResponse: force.settings.isResponse,
      owner: force.rest, compiler)
    setDefaultOwner(&draft, force.rest)
    for role in roles { try apply(self.roles[role.rawValue], to: &draft, compiler) }
    for attachment in force.attachments {
      try attach(attachment, to: &draft, force.settings, compiler)
    }
    attachKeys(to: &draft, force, compiler)
  }

  /// The roles that a member with the parameter's name would have.
  func roles(ofMember name: String, in context: PlanContext) -> [PlanRole] {
    force(in: context).attachments.compactMap(\.values).filter { $0.isMeant(name) }.map(\.role)
  }

  private func force(in context: PlanContext) -> Force {
    if let known = forces[context.rawValue] { return known }
    let settings = scopes[context.rawValue].settings
    let attachments = ownerships.map { rule, ownership in
      let owner = owner(rule, settings)
      var values: (PlanRole, (String) -> Bool)?
      if case .values(let selector, let keywords, let ownsStrings, let fragment) = ownership,
        let owner
      {
        let role = role(owner, keywords, ownsStrings, selector, fragment)
        values = (role, isMeant(by: selector, settings))
      }
      return Attachment(rule: rule.id, ownership: ownership, owner: owner, values: values)
    }
    var tables: [(KeyTable, Owner)] = []
    for rule in rules {
      guard case .keys(let table) = rule.form, let owner = owner(rule, settings) else { continue }
      tables.append((table, owner))
    }
    let force = Force(
      settings: settings, rest: owner(rest, settings), attachments: attachments, tables: tables,
      searched: Self.searched(tables, settings))
    forces[context.rawValue] = force
    return force
  }

  // MARK: Owners

  private func setDefaultOwner(_ draft: inout SchemaDraft, _ owner: Owner?) {
    guard let owner, owner != .schema else { return }
    draft.typeOwner = owner
    for index in draft.claims.indices { draft.claims[index].owner = owner }
    for index in draft.requirements.indices { draft.requirements[index].owner = owner }
  }

  private func apply(
    _ role: Role, to draft: inout SchemaDraft, _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let format = draft.node["format"]?.string ?? ""
    guard role.types.isEmpty || !role.types.isDisjoint(with: draft.types),
      role.formats.isEmpty || role.formats.contains(format)
    else { return }
    for index in draft.claims.indices where role.keywords.contains(draft.claims[index].keyword) {
      draft.claims[index].owner = role.owner
    }
    if role.keywords.contains("type") { draft.typeOwner = role.owner }
    if role.ownsStrings { draft.stringOwner = role.owner }
    if let fragment = role.fragment {
      try compiler.conjoin(fragment.document(), to: &draft, owner: role.owner)
    }
  }

  private func role(
    _ owner: Owner, _ keywords: Set<String>, _ ownsStrings: Bool,
    _ selector: Ownership.Selector? = nil, _ fragment: Schema? = nil
  ) -> PlanRole {
    let role = Role(
      owner: owner, keywords: keywords, ownsStrings: ownsStrings, types: selector?.types ?? [],
      formats: selector?.formats ?? [], fragment: fragment)
    if let known = roles.firstIndex(of: role) { return PlanRole(rawValue: known) }
    roles.append(role)
    return PlanRole(rawValue: roles.count - 1)
  }

  private func attach(
    _ attachment: Attachment, to draft: inout SchemaDraft, _ settings: RuleSettings,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let owner = attachment.owner
    switch attachment.ownership {
    case .rest: break
    case .nullableMembers:
      let required = Set(draft.requirements.map(\.name))
      let nullable = Set(
        draft.members.filter { member in
          required.contains(member.name)
            && compiler.allowsNull(member)
        }.map(\.name))
      reassign(&draft, owner) { nullable.contains($0) }
    case .dates:
      try attachDates(attachment.rule, to: &draft, owner, settings)
    case .pagination(let members):
      attachPagination(members, to: &draft, owner, compiler)
    case .values:
      guard let values = attachment.values else { return }
      for index in draft.members.indices where values.isMeant(draft.members[index].name) {
        draft.members[index].roles.append(values.role)
      }
    case .objects(let listing, let fragment):
      let listed = Set(draft.members.map(\.name))
      guard let owner, listing.allSatisfy(listed.contains) else { return }
      try compiler.conjoin(fragment.document(), to: &draft, owner: owner)
    case .coordinatePair:
      try attachPair(to: &draft, owner, settings, compiler)
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
      if Pagination(of: compiler.outline(of: member).properties) != nil { own([member.name]) }
    }
    let listed = draft.members.filter { !$0.schemas.isEmpty }.map(\.name)
    guard let pagination = Pagination(among: listed) else { return }
    own(Set(members.compactMap { pagination.name(of: $0) }))
  }

  private func attachPair(
    to draft: inout SchemaDraft, _ owner: Owner?, _ settings: RuleSettings,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let names = settings.coordinates
    let pair = [names.latitude, names.longitude]
    guard let owner, pair.allSatisfy({ name in draft.members.contains { $0.name == name } })
    else { return }
    if pair.allSatisfy({ name in draft.requirements.contains { $0.name == name } }) {
      reassign(&draft, owner) { pair.contains($0) }
      return
    }
    let fragment = Schema.any.adding(
      "dependentRequired",
      json: #"{"\#(pair[0])":["\#(pair[1])"],"\#(pair[1])":["\#(pair[0])"]}"#)
    try compiler.conjoin(fragment.document(), to: &draft, owner: owner)
  }

  private func isMeant(
    by selector: Ownership.Selector, _ settings: RuleSettings
  ) -> (String) -> Bool {
    guard selector.part.map({ ($0 == .response) == settings.isResponse }) ?? true else {
      return { _ in false }
    }
    var exact: Set<String> = []
    var folded: [[UInt8]] = []
    var patterns: [GlobPattern] = []
    for name in selector.names {
      switch name {
      case .coordinate(let coordinate): exact.insert(settings.coordinates[coordinate])
      case .named(let text) where text.contains("*"):
        patterns.append(GlobPattern(String(decoding: KeyPolicy.fold(text), as: UTF8.self)))
      case .named(let text): folded.append(KeyPolicy.fold(text))
      }
    }
    let shortest = patterns.isEmpty ? folded.map(\.count).min() ?? .max : 0
    return { name in
      if exact.contains(name) { return true }
      guard name.utf8.count >= shortest else { return false }
      let key = KeyPolicy.fold(name)
      return folded.contains(key) || patterns.contains { $0.matches(key) }
    }
  }

  // MARK: Keys

  func search(in context: PlanContext) -> KeyPolicy? {
    let entries = force(in: context).searched
    return entries.isEmpty ? nil : KeyPolicy(entries: entries, searched: entries)
  }

  private static func searched(
    _ tables: [(table: KeyTable, owner: Owner)], _ settings: RuleSettings
  ) -> [[UInt8]: KeyPolicy.Entry] {
    var entries: [[UInt8]: KeyPolicy.Entry] = [:]
    for (table, owner) in tables {
      switch table {
      case .coordinates:
        for spelling in spellings {
          entries[spelling.folded] = KeyPolicy.Entry(
            meaning: .alias(of: settings.coordinates[spelling.coordinate]), owner: owner,
            onlyNumeric: true)
        }
      case .secrets(let names) where settings.isResponse:
        for name in names {
          entries[KeyPolicy.fold(name)] = KeyPolicy.Entry(meaning: .forbidden, owner: owner)
        }
      case .secrets, .keyCase, .unlisted: break
      }
    }
    return entries
  }

  private static let spellings = Coordinate.allCases.flatMap { coordinate in
    coordinate.spellings.map { name in
      (folded: KeyPolicy.fold(name), coordinate: coordinate, isWord: Coordinate.isWord(name))
    }
  }

  private func attachKeys(
    to draft: inout SchemaDraft, _ force: Force, _ compiler: SchemaCompiler
  ) {
    let searched = force.searched
    if !draft.isInPlace, !draft.describesElements, draft.types.contains(.array),
      !searched.isEmpty
    {
      draft.elementSearch = KeyPolicy(entries: searched, searched: searched)
    }
    guard draft.types.contains(.object) else { return }
    // A discriminator means that other schemas extend this one: their members are documented too.
    var isOpen = draft.settlesUnlisted || draft.node["discriminator"] != nil
    for requirement in draft.requirements { draft.list(requirement.name) }
    if !draft.isInPlace {
      if compiler.hasBranches(draft) {
        let outline = compiler.outline(of: draft)
        isOpen = isOpen || compiler.outlines.settlesUnlisted(outline)
        for property in compiler.outlines.properties(of: outline)
        where !property.schemas.isEmpty {
          draft.list(property.name)
        }
      } else {
        isOpen = isOpen || draft.node["unevaluatedProperties"] != nil
      }
    }
    let listed = draft.members.map(\.name)
    let forbidden = draft.isInPlace ? [:] : searched
    var policy = KeyPolicy(entries: forbidden, searched: forbidden, listed: listed)
    let isClosed = !draft.isInPlace && !listed.isEmpty && !isOpen
    // If two rules know a key, the earlier rule owns it, so its entry is written last.
    for (table, owner) in force.tables.reversed() {
      switch table {
      case .coordinates: aliasCoordinates(listed, force.settings.coordinates, owner, &policy)
      case .keyCase:
        guard let style = force.settings.keyCase else { continue }
        for name in listed {
          // Other spellings of a listed member mean that member, even a secret's: it is documented.
          policy.entries[KeyPolicy.fold(name)] = KeyPolicy.Entry(
            meaning: .alias(of: name), owner: owner)
        }
        if isClosed { policy.keyCase = (style, owner) }
      case .unlisted: if isClosed { policy.undocumented = owner }
      case .secrets: break
      }
    }
    let isIdle =
      policy.entries.isEmpty && policy.keyCase == nil && policy.undocumented == nil
      && policy.searched.isEmpty
    if !isIdle { draft.keyPolicy = policy }
  }

  /// Adds the other names of a listed coordinate.
  private func aliasCoordinates(
    _ listed: [String], _ names: CoordinateNames, _ owner: Owner, _ policy: inout KeyPolicy
  ) {
    for spelling in Self.spellings where listed.contains(names[spelling.coordinate]) {
      policy.entries[spelling.folded] = KeyPolicy.Entry(
        meaning: .alias(of: names[spelling.coordinate]), owner: owner, onlyNumeric: spelling.isWord)
    }
  }
}

extension RulePlan {
  /// Combines a draft with the schemas around it: members of the other direction are refused and
  /// not required, and a member that is listed anywhere is not additional.
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
