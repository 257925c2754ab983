@_spi(Engine) import JSONTape

/// The `discriminator` beside `anyOf` and `oneOf`, or the `discriminator` of the schema that all
/// branches extend. If a value names a branch, this branch decides, even if another branch accepts
/// the value. Source: OpenAPI 3.1.0, section 4.8.25.
struct DiscriminatorPlan: Sendable {
  /// The property with the name of the branch.
  let property: [UInt8]
  /// The position of the branch for each name. -1 for a name that belongs to no branch or to
  /// several branches.
  let names: [(name: [UInt8], position: Int)]
  /// The names of schemas in lower case, for branches that the mapping does not name. These names
  /// are tried last.
  let schemaNames: [(name: [UInt8], position: Int)]
  /// The names of the schemas to which the branches refer. An empty text for other branches, and no
  /// texts for heirs.
  var branches: [String] = []
  /// Whether a valid value certainly matches the branch that its discriminator names.
  let isSettled: Bool
  /// Whether the named branch decides. JSON Schema alone does not know discriminators.
  var judges = false
  /// Whether a value must name a branch. It must if clients need the name, or if a mapping names
  /// all branches.
  var needsName = false
  /// Whether clients also refuse a name in another case of letters.
  var isExact = false
  /// Whether only one branch may accept a value, because the list is a `oneOf`.
  var isOne = false
  /// Whether a `oneOf` accepts a value that several branches accept. The value must name one of
  /// these branches.
  var excuses = false
  /// Whether a value that names no heir is refused.
  var refusesUnknown = false
  /// The assertion that fails if the property is missing. -1 if the property is optional.
  let absent: Int32
  /// The assertion that fails if the value names no branch. -1 if some branch has no name.
  let unknown: Int32

  static func lowercased(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
}

extension SchemaCompiler {
  /// The name of a branch comes from the mapping. If it is missing there, the constants that the
  /// branch allows for the property are its names. If there are no constants, the schema's name is
  /// used. The schema's name is also an additional name for a branch with other names.
  func discriminate(
    _ list: ChildList, _ branches: JSONNode, _ sites: [SchemaSite], of draft: SchemaDraft,
    in context: PlanContext
  ) throws(SchemaError) {
    guard dialect(of: draft.site)["discriminator"] != nil, list.count > 0,
      let holder = draft.node["discriminator"] == nil
        ? outlines.sharedParent(of: sites) : draft.site,
      let discriminator = outlines.node(at: holder)["discriminator"],
      let property = discriminator.string ?? discriminator["propertyName"]?.string
    else { return }
    let branches = Array(branches.elements)
    let heirs = try chooseHeirs(
      list, sites, by: discriminator, property, at: holder, of: draft, in: context)
    var names: [(name: String, position: Int)] = []
    var shown: [String] = []
    var isNamed = sites.map { outlines.isNull($0) }
    for entry in discriminator["mapping"]?.properties.map({ $0 }) ?? [] {
      let position = position(of: entry.value, among: branches, draft.site, holder)
      let heir = heirs.first { $0.name == entry.name }
      names.append((entry.name, position < 0 ? heir?.position ?? -1 : position))
      if position >= 0 { isNamed[position] = true }
      if position >= 0 || heir != nil { shown.append(entry.name) }
    }
    for heir in heirs where !names.contains(where: { $0.name == heir.name }) {
      names.append((heir.name, heir.position))
      if heir.isFirst { shown.append(heir.name) }
    }
    let mapped = isNamed
    var constants: [SchemaSite: [String]?] = [:]
    for (position, site) in sites.enumerated() where !mapped[position] {
      for name in outlines.constants(of: property, in: site, &constants) ?? [] {
        isNamed[position] = true
        if let known = names.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
          // The mapping has priority. A constant of two branches selects neither.
          if names[known].position >= 0, !mapped[names[known].position] {
            names[known].position = names[known].position == position ? position : -1
          }
        } else {
          names.append((name, position))
          shown.append(name)
        }
      }
    }
    var schemaNames: [(name: [UInt8], position: Int)] = []
    for (position, branch) in branches.enumerated() {
      guard let name = branch["$ref"]?.string.map(Self.impliedName), !name.isEmpty else { continue }
      if !mapped[position] {
        schemaNames.append((DiscriminatorPlan.lowercased(name.utf8), position))
      }
      guard !names.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { continue }
      names.append((name, position))
      if !isNamed[position] { shown.append(name) }
      isNamed[position] = true
    }
    var settled: [SchemaSite: [String]?] = [:]
    let isSettled = sites.indices.allSatisfy { position in
      let constants = outlines.constants(of: property, in: sites[position], &settled)
      return outlines.isNull(sites[position])
        || constants.map { constants in
          constants.allSatisfy { constant in
            names.contains { $0.name == constant && $0.position == position }
          }
        } ?? false
    }
    let location = location(of: holder)
    let isOptional =
      holder != draft.site
      && !(outlines.node(at: holder)["required"]?.elements.contains { $0.string == property }
        ?? false)
    var unknown: Int32 = -1
    if isNamed.allSatisfy({ $0 }) { unknown = unknownName(shown, location) }
    builder.tables.discriminators[list.start] = DiscriminatorPlan(
      property: Array(property.utf8),
      names: names.map { (Array($0.name.utf8), $0.position) }, schemaNames: schemaNames,
      branches: branches.map { $0["$ref"]?.string.map(Self.impliedName) ?? "" },
      isSettled: isSettled, needsName: mapped.allSatisfy { $0 },
      absent: isOptional
        ? -1
        : assertion(.required(builder.string(property)), "required", .schema, location),
      unknown: unknown)
  }

  /// The branch that a mapping's value refers to, by a reference or a schema's name. -1 for no
  /// branch.
  private func position(
    of value: JSONNode, among branches: [JSONNode], _ site: SchemaSite, _ holder: SchemaSite
  ) -> Int {
    guard let text = value.string else { return -1 }
    let references = branches.map { $0["$ref"] }
    if let position = references.firstIndex(where: { $0?.string == text }) { return position }
    let isName = !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") }
    if isName,
      let position = references.firstIndex(where: { reference in
        reference?.string.map { Self.impliedName($0) == text } ?? false
      })
    {
      return position
    }
    guard let target = try? outlines.resolve(value, "mapping", from: holder) else { return -1 }
    return references.firstIndex { reference in
      reference.flatMap { try? outlines.resolve($0, "$ref", from: site) } == target
    } ?? -1
  }

  /// The name that follows from a reference: the name of the target schema.
  private static func impliedName(_ reference: String) -> String {
    let segment = reference.split(separator: "/").last.map(String.init) ?? ""
    let name = JSONPointer("/" + segment)?.tokens.first ?? segment
    return PercentEncoding.decode(name)
  }

  /// The assertion that a name is one of the known names. -1 for no assertion.
  func unknownName(_ names: [String], _ location: Int32) -> Int32 {
    let json = Schema.list(names.map(JSONWriter.quoted))
    guard let allowed = try? JSONDocument(json) else { return -1 }
    return assertion(
      .enumeration(builder.enumeration(Array(allowed.root.elements))), "discriminator", .schema,
      location)
  }
}

extension SchemaDraft {
  /// If the discriminator of a value names a branch, only this branch decides about the value. If
  /// leniencies are on, a `oneOf` then also accepts a value that several branches accept.
  public func judgeNamedBranches(_ compiler: SchemaCompiler) {
    for claim in claims {
      switch claim.operation {
      case .anyOf(let list), .oneOf(let list):
        guard compiler.builder.tables.discriminators[list.start]?.isSettled == false else {
          continue
        }
        compiler.builder.tables.discriminators[list.start]?.judges = true
        if case .oneOf = claim.operation {
          compiler.builder.tables.discriminators[list.start]?.isOne = true
          compiler.builder.tables.discriminators[list.start]?.excuses = isLenient
        }
      default: continue
      }
    }
  }

  /// Demands that the discriminator of a value names a branch, because clients decode this branch.
  ///
  /// - Parameter needsName: Whether the discriminator must name a branch even if there is no
  ///   mapping. Then capital and small letters must also match the name of the branch.
  public mutating func askChosenBranch(
    owner: Owner, needsName: Bool, _ compiler: SchemaCompiler
  ) {
    for claim in claims {
      switch claim.operation {
      case .anyOf(let list), .oneOf(let list):
        guard compiler.builder.tables.discriminators[list.start]?.isSettled == false else {
          continue
        }
        if needsName {
          compiler.builder.tables.discriminators[list.start]?.needsName = true
          compiler.builder.tables.discriminators[list.start]?.isExact = true
        }
        claims.append(
          Claim(operation: .chosen(list), keyword: "discriminator", owner: owner, isRule: true))
      default: continue
      }
    }
  }
}

extension SchemaEvaluator {
  /// The place of the mistake in a value that some branch accepts. The mistake is that the value
  /// names no branch, or that it does not match the named branch. Nil if there is no mistake.
  @inline(never)
  mutating func misnamed(_ list: ChildList, _ index: Int) -> Int? {
    guard let plan = plan.tables.discriminators[list.start] else { return nil }
    var place = index
    var isMeant = false
    switch choose(plan, index) {
    case .open, .branch(_, isSure: true): return nil
    case .absent where !plan.needsName || plan.absent < 0: return nil
    case .unknown where !plan.needsName: return nil
    case .branch(let position, isSure: false) where branchHolds(list, position, index):
      guard plan.isExact, let value = value(of: plan, index) else { return nil }
      place = value
      isMeant = isLenient && plan.excuses
    case .unknown(let value): place = value
    case .absent, .branch: break
    }
    // A value that the branches refuse has a failure already.
    let count = (0..<Int(list.count)).count { branchHolds(list, $0, index) }
    return count == 0 || count > 1 && plan.isOne && !isMeant ? nil : place
  }

  /// Whether the branch that a value names accepts the value, and the failures of this branch. Nil
  /// if the value names no branch.
  @inline(never)
  mutating func namedBranchHolds<Sink: FailureSink>(
    _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> (holds: Bool, position: Int)? {
    guard let plan = plan.tables.discriminators[list.start], plan.judges,
      case .branch(let position, isSure: true) = choose(plan, index)
    else { return nil }
    let node = view.children[Int(list.start) &+ position]
    guard Sink.collects else { return (evaluate(node, index, tracker, &sink), position) }
    let nodes = (0..<Int(list.count)).map { view.children[Int(list.start) &+ $0] }
    let granted = grants.list.count
    var collector = Collector()
    let holds = evaluate(node, index, tracker, &collector)
    if !holds { grants.cut(to: granted) }
    let heir = heir(of: node, index)
    let branch = RawBranch(
      position: position, node: heir.node, count: branchCount(nodes, index),
      discriminator: heir.list ?? list.start)
    sink.add(collector.failures, of: branch)
    sink.add(asked: collector.asked)
    return (holds, position)
  }

  /// Whether a `oneOf` accepts a value, if the branch that the value names accepts it. It does if
  /// no other branch accepts the value, or by a leniency.
  @inline(never)
  mutating func excusesOthers(
    _ assertion: Int, _ list: ChildList, than position: Int, _ index: Int
  ) -> Bool {
    let grant = Grant(leniency: .namedBranch, assertion: Int32(truncatingIfNeeded: assertion))
    let excuses = isLenient && plan.tables.discriminators[list.start]?.excuses ?? false
    // In this way each level of a tree is evaluated only once.
    if excuses, grants.contains(grant) { return true }
    let candidates = candidates(of: list, index)
    for number in 0..<Int(candidates.list.count) {
      let branch = view.branches[Int(candidates.list.start) &+ number]
      guard branch.position != position, branch.needs & ~candidates.present == 0,
        without(rules: true, { $0.branchHolds(list, Int(branch.position), index) })
      else { continue }
      if excuses { grants.add(grant) }
      return excuses
    }
    return true
  }

  /// If several branches of a `oneOf` accept a value: whether the value probably names one of them.
  @inline(never)
  mutating func namesBranch(_ assertion: Int, _ list: ChildList, _ index: Int) -> Bool {
    guard isLenient, let plan = plan.tables.discriminators[list.start], plan.excuses,
      case .branch(let position, _) = choose(plan, index), branchHolds(list, position, index)
    else { return false }
    grants.add(Grant(leniency: .namedBranch, assertion: Int32(truncatingIfNeeded: assertion)))
    return true
  }

  /// Whether a discriminator names another branch for a value than the schema with this name.
  mutating func namesOther(_ index: Int, than schema: String) -> Bool {
    plan.tables.discriminators.values.contains { plan in
      guard plan.branches.contains(schema), case .branch(let position, _) = choose(plan, index)
      else { return false }
      return plan.branches.indices.contains(position) && plan.branches[position] != schema
    }
  }

  private mutating func branchHolds(_ list: ChildList, _ position: Int, _ index: Int) -> Bool {
    let granted = grants.list.count
    let (asked, owed) = (asks, owes)
    asks = false
    defer { (asks, owes) = (asked, owed) }
    var verdict = Verdict()
    let holds = evaluate(view.children[Int(list.start) &+ position], index, -1, &verdict)
    grants.cut(to: granted)
    return holds
  }

  /// The result of a discriminator for a value.
  enum Choice {
    /// The branch at this position. `isSure` is false if the value differs from the schema's name
    /// in the case of letters.
    case branch(Int, isSure: Bool)
    /// The branch cannot be determined.
    case open
    /// The discriminating property is missing.
    case absent
    /// The value at this index names no branch.
    case unknown(Int)
  }

  /// The value of the discriminating property of an object. Nil if the property is missing.
  private mutating func value(of plan: DiscriminatorPlan, _ index: Int) -> Int? {
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    var value: Int?
    while key < end {
      if withText(at: key, { $0.elementsEqual(plan.property) }) { value = key &+ 1 }
      key = cursor.next(key &+ 1)
    }
    return value
  }

  @inline(never)
  mutating func choose(_ plan: DiscriminatorPlan, _ index: Int) -> Choice {
    guard cursor.rawTag(index) == 7 else { return .open }
    guard let value = value(of: plan, index) else { return .absent }
    guard cursor.rawTag(value) == 5 else { return .open }
    let known = withText(at: value) { text in
      plan.names.first { text.elementsEqual($0.name) }?.position
    }
    if let known { return known < 0 ? .open : .branch(known, isSure: true) }
    let lower = withText(at: value) { DiscriminatorPlan.lowercased($0) }
    let meant = plan.schemaNames.filter { $0.name == lower }
    if meant.count == 1 { return .branch(meant[0].position, isSure: false) }
    return plan.unknown < 0 || meant.count > 1 ? .open : .unknown(value)
  }
}

extension SchemaOutlines {
  /// The texts that a schema allows for a property of the value. References, `allOf` and branches
  /// are followed. Nil if other values are allowed, or if a branch has no such texts.
  func constants(
    of name: String, in site: SchemaSite, _ known: inout [SchemaSite: [String]?]
  ) -> [String]? {
    if let found = known[site] { return found }
    // A branch that contains itself adds nothing.
    known[site] = .some(nil)
    let outline = outline(of: [site])
    var found: [String]?
    if let property = outline[name], !property.schemas.isEmpty {
      found = self.outline(of: property.schemas).values?.allowed.compactMap(\.string)
    }
    for choice in outline.choices where found == nil && choice.keyword != "if" {
      let lists = choice.branches.map { constants(of: name, in: $0, &known) }
      if !lists.contains(where: { $0 == nil }) { found = lists.flatMap { $0 ?? [] } }
    }
    if found?.isEmpty ?? false { found = nil }
    known[site] = .some(found)
    return found
  }
}
