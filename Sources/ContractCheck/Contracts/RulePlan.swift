@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Decides which rule owns which part of a contract's schemas. The transform is called once for
/// each schema object and each group of settings. It is never called while a body is checked.
package final class RulePlan: PlanTransform {
  final class Answer: Sendable {
    let rule: Rule
    let severity: Severity

    init(rule: Rule, severity: Severity) {
      self.rule = rule
      self.severity = severity
    }
  }

  /// The demand of a rule on a property's value. Equal roles share a number. So the compilation of
  /// recursive schemas ends.
  struct Role: Hashable {
    let owner: Owner
    let keywords: Set<String>
    let ownsStrings: Bool
    let types: TypeSet
    let formats: Set<String>
    let fragment: Schema?
    /// The place of the value, for clients with their own settings for it.
    var place: Place?
    /// Whether the schema's own restrictions of the value have priority over the rule.
    var yields = false
    /// The only direction in which the property may be sent.
    var refusal: SchemaFailure.Direction?
    /// The demand of an own rule, given by its index in ``Force/demands``.
    var demand: Int?
  }

  /// The scope in which schemas are compiled. It has the active rules. It also has the outer
  /// schemas' facts about the same object, if leniencies need these facts.
  private struct Scope: Hashable {
    var settings: RuleSettings
    var outer: SchemaListing?
    /// The property of the value. The value may also be an element, a branch or a map's value
    /// inside the property.
    var place: Place?
  }

  /// A property of a schema that the contract names.
  struct Place: Hashable {
    let property: String
    let schemas: [String]
  }

  /// The active rules under the settings of a context, computed once for all its schemas.
  struct Force {
    let settings: RuleSettings
    /// The owner of assertions that belong to no other rule. Nil if this rule is off.
    let rest: Owner?
    let attachments: [Attachment]
    let tables: [(table: KeyTable, owner: Owner)]
    /// The owners of values in responses that clients refuse or change.
    let refusal: Owner?
    let change: Owner?
    /// The owner of keys that clients convert to another property than the documented one. Nil if
    /// clients convert no keys.
    var decoding: Owner? {
      settings.clients.converting.isEmpty ? nil : refusal
    }
    /// The keys that no object may contain, even without a schema.
    let searched: [[UInt8]: KeyPolicy.Entry]
    /// The demands of rules on values, in addition to their schemas.
    let demands: DemandList
  }

  private struct Answered: Hashable {
    let rule: String
    let severity: Severity
  }

  struct Attachment {
    let rule: String
    let ownership: Ownership
    let owner: Owner?
    /// Whether the contract's authors do not know the rule. If so, the rule owns no assertions of
    /// the contract, and it does not apply to values that the contract restricts.
    let yields: Bool
    /// The role of selected values, and which properties contain them.
    let values: (role: PlanRole, isMeant: (String) -> Bool)?
    /// Returns whether a property must be present. Nil means that all properties must be present.
    var isMeant: ((String) -> Bool)?
  }

  private let contract: String
  /// The files, to name a place in errors; nil for a schema alone.
  private let files: ContractFiles?
  private let warnings: SchemaWarnings?
  private let rules: [Rule]
  /// The rule of every assertion that has no other rule.
  private let rest: Rule
  let ownerships: [(rule: Rule, ownership: Ownership)]
  private var forces: [Int: Force] = [:]
  private(set) var answers: [Answer]
  private var answerNumbers: [Answered: Int] = [:]
  private var scopes: [Scope] = []
  private var contexts: [Scope: Int] = [:]
  private var roles: [Role] = []
  private var roleNumbers: [Role: Int] = [:]
  /// The roles of rules' demands. For each role: whether only a schema can select the values.
  private(set) var demandRoles: [PlanRole: Bool] = [:]
  /// The names of the contract's component schemas.
  var componentNames: [SchemaKey: String] = [:]
  /// The nodes of rules' demands, by schema and owner.
  var demandNodes: [DemandText: Int32] = [:]
  /// The properties of all schemas. They are collected only if clients have settings for property
  /// names.
  var decodedNames: Set<String> = []
  /// The judges of clients. All places that are read in the same way share one judge.
  var judges: [ClientJudge.Key: ClientJudge] = [:]

  package init(
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
    answerNumbers[Answered(rule: rest.id, severity: rest.severity)] = 0
  }

  /// Warns once about a place of a contract's schema.
  func warn(_ message: String, _ node: JSONNode) { warnings?.add(message, node) }

  func isLenient(in context: PlanContext) -> Bool { force(in: context).settings.isLenient }

  func leavesOut(_ value: JSONNode, because reason: String) -> Bool {
    guard let warnings else { return false }
    warnings.add("\(reason); it is not checked", value)
    return true
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
    var scope = scopes[context.rawValue]
    guard scope.outer != nil else { return context }
    scope.outer = nil
    return self.context(scope)
  }

  func context(
    ofBranches keyword: String, of draft: SchemaDraft, compiler: SchemaCompiler
  ) -> PlanContext {
    var scope = scopes[draft.context.rawValue]
    scope.outer = outer(of: draft, keyword, scope.outer, scope.settings, compiler)
    return context(scope)
  }

  /// The index of a rule under settings. Nil if the rule is off.
  func owner(_ rule: Rule, _ settings: RuleSettings) -> Owner? {
    settings[rule].severity.map { owner(rule, $0) }
  }

  /// The same rule for an assertion of the schema itself. A finding has the highest severity of its
  /// reasons.
  func words(_ owner: Owner, over rest: Owner?) -> Owner {
    let answer = answers[Int(owner.rawValue)]
    let reason = answers[Int((rest ?? .schema).rawValue)].severity
    return self.owner(answer.rule, max(answer.severity, reason))
  }

  /// The same rule with findings that are at most warnings.
  func warning(_ owner: Owner) -> Owner {
    let answer = answers[Int(owner.rawValue)]
    return self.owner(answer.rule, min(answer.severity, .warning))
  }

  private func owner(_ rule: Rule, _ severity: Severity) -> Owner {
    let answered = Answered(rule: rule.id, severity: severity)
    let number = answerNumbers[answered] ?? answers.count
    if number == answers.count {
      answers.append(Answer(rule: rule, severity: severity))
      answerNumbers[answered] = number
    }
    return Owner(rawValue: UInt16(number))
  }

  func transform(
    _ draft: inout SchemaDraft, context: PlanContext, roles: [PlanRole], compiler: SchemaCompiler
  ) throws(SchemaError) {
    let force = force(in: context)
    let asked = roles.compactMap { self.roles[$0.rawValue].demand }
    if compiler.isOpen(draft) {
      try attachDemands(to: &draft, force, asked, compiler)
      return
    }
    warnings?.note(draft, compiler)
    draft.isLenient = force.settings.isLenient
    draft.judgeNamedBranches(compiler)
    merge(&draft, scopes[context.rawValue].outer, force, compiler)
    setDefaultOwner(&draft, force.rest)
    for role in roles { try apply(self.roles[role.rawValue], to: &draft, force.rest, compiler) }
    if !force.demands.isEmpty { selectProperties(of: &draft, force, compiler) }
    let place = place(of: &draft, context, roles)
    try attachDecoding(to: &draft, place, force, compiler)
    for attachment in force.attachments { try attach(attachment, to: &draft, force, compiler) }
    attachKeys(to: &draft, force, compiler)
    if !force.demands.isEmpty {
      try attachDemands(to: &draft, force, asked, compiler)
    }
  }

  /// The roles that a property with the parameter's name would have.
  func roles(ofProperty name: String, in context: PlanContext) -> [PlanRole] {
    let force = force(in: context)
    return force.attachments.compactMap(\.values).filter { $0.isMeant(name) }.map(\.role)
      + force.demands.of(name).map { role(ofDemand: $0) }
  }

  func force(in context: PlanContext) -> Force {
    if let known = forces[context.rawValue] { return known }
    let settings = scopes[context.rawValue].settings
    let inForce = ownerships.filter {
      if case .demands = $0.ownership { return false }
      return !settings.excluded.contains($0.rule.id)
    }
    let attachments = inForce.map { rule, ownership in
      let owner = owner(rule, settings)
      let yields = settings.isForeign && rule.basis == .extensions
      var values: (PlanRole, (String) -> Bool)?
      if case .values(let selector, let keywords, let ownsStrings, let fragment) = ownership,
        let owner
      {
        let role = role(
          owner, yields ? [] : keywords, ownsStrings && !yields, selector, fragment, yields: yields)
        values = (role, isMeant(by: selector, settings))
      }
      var attachment = Attachment(
        rule: rule.id, ownership: ownership, owner: owner, yields: yields, values: values)
      if case .presence(let selector) = ownership, !selector.names.isEmpty {
        attachment.isMeant = isMeant(by: selector, settings)
      }
      return attachment
    }
    var tables: [(KeyTable, Owner)] = []
    for rule in rules {
      guard case .keys(let table) = rule.form, !settings.excluded.contains(rule.id),
        let owner = owner(rule, settings)
      else { continue }
      tables.append((table, owner))
    }
    let force = Force(
      settings: settings, rest: owner(rest, settings), attachments: attachments, tables: tables,
      refusal: settings.isResponse ? owner(.decodable, settings) : nil,
      change: settings.isResponse && !settings.clients.list.isEmpty
        ? owner(.silentChange, settings) : nil,
      searched: Self.searched(tables, settings),
      demands: DemandList(demands(settings)))
    forces[context.rawValue] = force
    return force
  }

  func role(
    _ owner: Owner, _ keywords: Set<String>, _ ownsStrings: Bool,
    _ selector: Ownership.Selector? = nil, _ fragment: Schema? = nil, yields: Bool = false
  ) -> PlanRole {
    role(
      Role(
        owner: owner, keywords: keywords, ownsStrings: ownsStrings, types: selector?.types ?? [],
        formats: selector?.formats ?? [], fragment: fragment, yields: yields))
  }

  /// The role of a value for which clients may have their own settings.
  func role(at place: Place) -> PlanRole {
    role(
      Role(
        owner: .schema, keywords: [], ownsStrings: false, types: [], formats: [], fragment: nil,
        place: place))
  }

  /// The place of a draft's value. The parts of the value have the same place, except for
  /// properties.
  private func place(
    of draft: inout SchemaDraft, _ context: PlanContext, _ roles: [PlanRole]
  ) -> Place? {
    let own = roles.lazy.compactMap { self.roles[$0.rawValue].place }.first
    var scope = scopes[context.rawValue]
    let place = own ?? scope.place
    if place != nil {
      scope.place = draft.properties.isEmpty ? place : nil
      draft.context = self.context(scope)
    }
    return place
  }

  /// The role of a property that may be sent only in the other direction.
  func role(_ owner: Owner, refusedAs direction: SchemaFailure.Direction) -> PlanRole {
    role(
      Role(
        owner: owner, keywords: [], ownsStrings: false, types: [], formats: [], fragment: nil,
        refusal: direction))
  }

  func role(ofDemand demanded: Demanded) -> PlanRole {
    let role = role(
      Role(
        owner: demanded.owner, keywords: [], ownsStrings: false, types: [], formats: [],
        fragment: nil, demand: demanded.number))
    demandRoles[role] = demanded.asksSchema
    return role
  }

  private func role(_ role: Role) -> PlanRole {
    if let known = roleNumbers[role] { return PlanRole(rawValue: known) }
    roleNumbers[role] = roles.count
    roles.append(role)
    return PlanRole(rawValue: roles.count - 1)
  }
}
