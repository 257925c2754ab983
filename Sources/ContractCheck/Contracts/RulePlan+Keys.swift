@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Applies rules about names to the properties that a schema does not list.
extension RulePlan {
  func search(in context: PlanContext) -> KeyPolicy? {
    let entries = force(in: context).searched
    return entries.isEmpty ? nil : KeyPolicy(entries: entries, searched: entries)
  }

  static func searched(
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
      case .forbidden(let selector) where selector.isOf(response: settings.isResponse):
        for name in selector.names {
          entries[NamePattern.fold(name.text(settings.coordinates))] = KeyPolicy.Entry(
            meaning: .forbidden, owner: owner)
        }
      case .forbidden, .keyCase, .unlisted: break
      }
    }
    return entries
  }

  private static let spellings = Coordinate.allCases.flatMap { coordinate in
    coordinate.spellings.map { name in
      (folded: NamePattern.fold(name), coordinate: coordinate, isWord: Coordinate.isWord(name))
    }
  }

  func attachKeys(
    to draft: inout SchemaDraft, _ force: Force, _ compiler: SchemaCompiler
  ) {
    let searched = force.searched
    if !draft.isInPlace, !draft.describesElements, draft.types.contains(.array),
      !searched.isEmpty
    {
      draft.elementSearch = KeyPolicy(entries: searched, searched: searched)
    }
    guard draft.types.contains(.object) else { return }
    // A discriminator without branches means that other schemas extend this one, so their
    // properties are documented too.
    let isExtended =
      draft.node["discriminator"] != nil && draft.node["oneOf"] == nil
      && draft.node["anyOf"] == nil
    var isOpen = draft.settlesUnlisted || isExtended
    for requirement in draft.requirements { draft.document(requirement.name) }
    if !draft.isInPlace {
      if compiler.hasBranches(draft) {
        let outlines = compiler.outlines
        let outline = outlines.outline(of: draft.sites)
        let heirs = outlines.heirs(ofBranchesOf: outline).map { outlines.outline(of: [$0]) }
        for outline in [outline] + heirs {
          isOpen = isOpen || outlines.withBranches(outline).contains(where: \.settlesUnlisted)
          for property in outlines.properties(of: outline) where !property.schemas.isEmpty {
            draft.document(property.name)
          }
        }
      } else {
        isOpen = isOpen || draft.node["unevaluatedProperties"] != nil
      }
    }
    let listed = draft.properties.map(\.name) + draft.documented
    let forbidden = draft.isInPlace ? [:] : searched
    var policy = KeyPolicy(entries: forbidden, searched: forbidden, listed: listed)
    let isClosed = !draft.isInPlace && !listed.isEmpty && !isOpen
    let refusal = force.decoding
    let clients = force.settings.clients
    if !clients.converting.isEmpty {
      // The leniency of one client must not hide what another client refuses.
      policy.converts = force.settings.isLenient && clients.allConvert
      alias(listed, nil, refusal, force.settings, &policy)
    }
    let unknown: ClientFact = compiler.hasBranches(draft) ? .unknownKeyInUnion : .unknownKey
    let isStrict = isClosed && force.refusal != nil && clients.any(unknown) { $0 == .refuses }
    let letters =
      clients.readOtherCase
      ? isStrict && clients.refuseOtherCase ? force.refusal : force.change : nil
    // If two rules know a key, the earlier rule owns the key. So the earlier rule's entry is
    // written last.
    for (table, owner) in force.tables.reversed() {
      switch table {
      case .coordinates: aliasCoordinates(listed, force.settings.coordinates, owner, &policy)
      case .keyCase:
        guard force.settings.keyCase != nil || refusal != nil || isStrict || letters != nil else {
          continue
        }
        // A key that the decoder converts to the documented property is decoded.
        let isDecoded = refusal != nil && (clients.allConvert || force.settings.keyCase == nil)
        let styled =
          force.settings.keyCase == nil && refusal == nil
          ? nil : isDecoded ? warning(owner) : owner
        alias(listed, isStrict ? force.refusal : styled, refusal, force.settings, &policy)
        if let letters {
          for name in listed {
            policy.entries[NamePattern.fold(name)]?.letters = (letters, force.refusal)
          }
        }
        // A key that stands for no documented key is an addition.
        if isClosed, let style = force.settings.keyCase {
          policy.keyCase = (style, warning(owner))
        }
      case .unlisted: if isClosed { policy.undocumented = owner }
      case .forbidden: break
      }
    }
    if isStrict { (policy.keyCase, policy.undocumented) = (nil, force.refusal) }
    let isIdle =
      policy.entries.isEmpty && policy.keyCase == nil && policy.undocumented == nil
      && policy.searched.isEmpty
    if !isIdle { draft.keyPolicy = policy }
  }

  /// Adds the other spellings of listed properties. A spelling stands for the documented property,
  /// even if the property is a secret.
  private func alias(
    _ listed: [String], _ owner: Owner?, _ refusal: Owner?, _ settings: RuleSettings,
    _ policy: inout KeyPolicy
  ) {
    let clients = settings.clients.converting
    for name in listed {
      policy.entries[NamePattern.fold(name)] = KeyPolicy.Entry(
        meaning: .alias(of: name), owner: owner,
        conversion: clients.isEmpty ? nil : (clients.map { $0.property(name) }, refusal))
    }
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
