@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A rule's demand on values, with the settings of a context.
struct Demanded {
  /// The index of the demand in the contract.
  let number: Int
  let owner: Owner
  let selector: Ownership.Selector
  let demand: Ownership.Demand
  let names: [NamePattern]
  /// The properties that an object must have to be selected, by their names in this contract.
  let properties: [String]
  /// The properties that belong together, by their names in this contract.
  let together: [String]

  /// Whether only the contract's description can select the values.
  var asksSchema: Bool {
    !selector.formats.isEmpty || !selector.schemas.isEmpty || selector.isDeprecated
  }

  /// Whether the demand may apply to a value that no schema describes.
  var isForOpenValues: Bool {
    selector.pointers.isEmpty && selector.schemas.isEmpty && selector.isNullable != false
      && selector.isDocumented != true && !selector.isDeprecated
  }
}

/// The demands of rules under the settings of a context.
struct DemandList: RandomAccessCollection {
  private let all: [Demanded]
  private let names: NamePatterns
  /// The positions of the demands by property names.
  private let positions: [Int]
  /// Whether any of the demands may apply to a value that no schema describes.
  let lookInside: Bool

  init(_ all: [Demanded]) {
    self.all = all
    names = NamePatterns(all.flatMap(\.names))
    positions = all.indices.flatMap { index in all[index].names.map { _ in index } }
    lookInside = all.contains(where: \.isForOpenValues)
  }

  var startIndex: Int { all.startIndex }
  var endIndex: Int { all.endIndex }
  subscript(position: Int) -> Demanded { all[position] }

  /// The demands on properties with a name.
  func of(_ name: String) -> [Demanded] {
    if positions.isEmpty { return [] }
    var found: [Int] = []
    for position in names.positions(name.utf8) where found.last != positions[position] {
      found.append(positions[position])
    }
    return found.map { all[$0] }
  }
}

/// The text of an owner's demand, by its index and its condition on values.
struct DemandText: Hashable {
  let number: Int
  let condition: String
  let owner: Owner
  let together: [String]
}

/// The key of a schema in a document.
struct SchemaKey: Hashable {
  let document: ObjectIdentifier
  let index: Int

  init(_ node: JSONNode) {
    document = node.document.identity
    index = node.tapeIndex
  }
}

/// Adds the demands of rules to the plan. A demand is a reference to one more schema at the
/// selected values. If `in`, `operations` or another condition of a rule excludes a place, the rule
/// has no effect there.
extension RulePlan {
  func demands(_ settings: RuleSettings) -> [Demanded] {
    guard !settings.own.isEmpty || !settings.isResponse else { return [] }
    var demands: [Demanded] = []
    for (number, (rule, ownership)) in ownerships.enumerated() {
      guard case .demands(let selector, let demand) = ownership,
        !settings.excluded.contains(rule.id),
        !selector.isDeprecated || selector.isOf(response: settings.isResponse),
        let owner = owner(rule, settings)
      else { continue }
      let names = selector.names.map { name in
        NamePattern(name.text(settings.coordinates), except: selector.exception)
      }
      var together: [Ownership.PropertyName] = []
      if case .together(let names) = demand { together = names }
      demands.append(
        Demanded(
          number: number, owner: owner, selector: selector, demand: demand, names: names,
          properties: selector.properties.map { $0.text(settings.coordinates) },
          together: together.map { $0.text(settings.coordinates) }))
    }
    return demands
  }

  func walks(in context: PlanContext) -> Bool {
    force(in: context).demands.lookInside
  }

  func rolesInPlace(_ roles: [PlanRole]) -> [PlanRole] {
    roles.filter { demandRoles[$0] ?? false }
  }

  func rolesWithoutSchema(_ roles: [PlanRole]) -> [PlanRole] {
    roles.filter { demandRoles[$0] != nil }
  }

  /// The roles of a whole body.
  func roles(ofBodyIn context: PlanContext) -> [PlanRole] {
    force(in: context).demands.filter { !$0.selector.pointers.isEmpty }.map {
      role(ofDemand: $0)
    }
  }

  /// Gives roles to the properties of a schema that rules name. Also gives roles to properties that
  /// the schema marks beside a reference.
  func selectProperties(
    of draft: inout SchemaDraft, _ force: Force, _ compiler: SchemaCompiler
  ) {
    let marks = force.demands.filter(\.selector.isDeprecated)
    for index in draft.properties.indices {
      if !marks.isEmpty, draft.properties[index].schemas.contains(where: compiler.marksReference) {
        draft.properties[index].roles += marks.map { role(ofDemand: $0) }
      }
      let name = draft.properties[index].name
      for demanded in force.demands.of(name) {
        draft.properties[index].roles.append(role(ofDemand: demanded))
      }
    }
  }

  func attachDemands(
    to draft: inout SchemaDraft, _ force: Force, _ named: [Int], _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let isOpen = compiler.isOpen(draft)
    for demanded in force.demands {
      let isNamed = named.contains(demanded.number)
      let isOfAll =
        demanded.names.isEmpty && demanded.selector.pointers.isEmpty
        && !(isOpen && demanded.selector.isDocumented == true)
      // A schema in `allOf` or another branch describes the same value. So only its own keywords
      // are new.
      guard isNamed || isOfAll, !draft.isInPlace || demanded.asksSchema else { continue }
      // If the place selects the value, the schema does not need to select it.
      let isPlaced = !demanded.selector.pointers.isEmpty
      let isMarked = demanded.selector.isDeprecated && isNamed && !draft.isInPlace
      guard
        let gate = isPlaced || isMarked ? "" : gate(demanded, draft, isOpen: isOpen, compiler)
      else { continue }
      draft.demand(try node(of: demanded, gate, compiler), owner: demanded.owner)
    }
    guard force.demands.lookInside else { return }
    draft.looksInside = true
    guard !draft.isInPlace || draft.settlesUnlisted else { return }
    for demanded in force.demands where demanded.isForOpenValues && !demanded.names.isEmpty {
      let gate = openGate(demanded)
      let node = try node(of: demanded, gate, compiler)
      for name in demanded.names { draft.selected.append((name, node)) }
    }
  }

  private func saysFormat(_ draft: SchemaDraft, _ selector: Ownership.Selector) -> Bool {
    draft.nodes.contains { node in node["format"]?.string.map(selector.formats.contains) ?? false }
  }

  /// The condition on values that the schema does not decide, as JSON text. Empty if there is no
  /// condition. Nil if the selector excludes the schema.
  private func gate(
    _ demanded: Demanded, _ draft: SchemaDraft, isOpen: Bool, _ compiler: SchemaCompiler
  ) -> String? {
    let selector = demanded.selector
    if selector.isDeprecated {
      return draft.nodes.contains { $0["deprecated"]?.bool ?? false } ? "" : nil
    }
    guard !isOpen else {
      guard selector.schemas.isEmpty, selector.isNullable != false else { return nil }
      return openGate(demanded)
    }
    var types = draft.types
    if types == .all, compiler.hasBranches(draft) {
      types = compiler.outlines.types(of: compiler.outlines.outline(of: draft.sites))
    }
    if let isNullable = selector.isNullable,
      (types.contains(.null) || draft.acceptsNull || draft.nullLeniency != nil) != isNullable
    {
      return nil
    }
    guard selector.types.isEmpty || !selector.types.isDisjoint(with: types) else { return nil }
    guard selector.formats.isEmpty || saysFormat(draft, selector) else { return nil }
    if !selector.schemas.isEmpty {
      let names = draft.nodes.compactMap { componentNames[SchemaKey($0)] }
      guard names.contains(where: { name in selector.schemas.contains { $0.matches(name) } }) else {
        return nil
      }
    }
    let isSure =
      selector.types.isEmpty
      || types.isSubset(of: selector.types) && !draft.acceptsNull
        && draft.nullLeniency == nil
    return Self.condition(
      isSure ? [] : selector.types, formats: [], properties: demanded.properties)
  }

  /// The condition on a value that no schema describes.
  private func openGate(_ demanded: Demanded) -> String {
    Self.condition(
      demanded.selector.types, formats: demanded.selector.formats, properties: demanded.properties)
  }

  private static func condition(
    _ types: TypeSet, formats: Set<String>, properties: [String]
  ) -> String {
    var parts: [String] = []
    if !types.isEmpty {
      parts.append("\"type\":[\(types.names.map { "\"\($0)\"" }.joined(separator: ","))]")
    }
    if !formats.isEmpty {
      let all = formats.sorted().map {
        #"{"type":"string","format":\#(JSONWriter.quoted($0))}"#
      }
      parts.append("\"anyOf\":[\(all.joined(separator: ","))]")
    }
    if !properties.isEmpty {
      if types.isEmpty { parts.append(#""type":"object""#) }
      let names = properties.map { JSONWriter.quoted($0) }
      parts.append("\"required\":[\(names.joined(separator: ","))]")
    }
    return parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}"
  }

  private func node(
    of demanded: Demanded, _ gate: String, _ compiler: SchemaCompiler
  ) throws(SchemaError) -> Int32 {
    let pointers = demanded.selector.pointers
    let condition =
      pointers.isEmpty
      ? gate
      : Self.condition(demanded.selector.types, formats: [], properties: demanded.properties)
    let key = DemandText(
      number: demanded.number, condition: condition, owner: demanded.owner,
      together: demanded.together)
    if let known = demandNodes[key] { return known }
    var text: String
    switch demanded.demand {
    case .schema(let schema): text = schema
    case .absence: text = "false"
    case .relation(let relation, let place):
      text = Self.keyword(SchemaCompiler.relationKeyword, relation)
      if let place { text += "," + Self.keyword(SchemaCompiler.placeKeyword, place) }
      text = "{\(text)}"
    case .together: text = Self.together(demanded.together)
    }
    if !condition.isEmpty || !pointers.isEmpty {
      text = Self.resource(text, "\(demandNodes.count)")
    }
    if !condition.isEmpty { text = "{\"if\":\(condition),\"then\":\(text)}" }
    if !pointers.isEmpty {
      text = PlacedSchema(pointers, except: demanded.selector.exception).text(leaf: text)
    }
    if let gate = demanded.selector.gate {
      let keyword = Self.keyword(SchemaCompiler.gateKeyword, gate)
      text = Self.resource(text, "\(demandNodes.count)/places")
      text = "{\"if\":{\"type\":\"object\",\(keyword)},\"then\":\(text)}"
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(text)
    } catch {
      throw SchemaError(
        message: "a rule's schema is not JSON", document: "", pointer: JSONPointer(), offset: 0,
        position: TextPosition(line: 1, column: 1))
    }
    let node = try compiler.node(of: document, owner: demanded.owner)
    demandNodes[key] = node
    return node
  }

  private static func keyword(_ name: String, _ text: String) -> String {
    "\(JSONWriter.quoted(name)):\(JSONWriter.quoted(text))"
  }

  private static func together(_ properties: [String]) -> String {
    let names = properties.map { JSONWriter.quoted($0) }
    let parts = names.map { name in
      "\(name):[\(names.filter { $0 != name }.joined(separator: ","))]"
    }
    return "{\"dependentRequired\":{\(parts.joined(separator: ","))}}"
  }

  /// A schema as a part of another schema. References in it lead to its own parts, and its
  /// `$schema` counts.
  private static func resource(_ schema: String, _ name: String) -> String {
    let isResource = schema.contains("\"$ref\"") || schema.contains("\"$schema\"")
    guard isResource, schema.hasPrefix("{"),
      (try? JSONDocument(schema))?.root["$id"] == nil
    else { return schema }
    return "{\"$id\":\"schemacheck:own/\(name)\"," + schema.dropFirst()
  }
}

extension SchemaCompiler {
  /// Whether a schema is a reference with a `deprecated` beside it.
  fileprivate func marksReference(_ site: SchemaSite) -> Bool {
    let node = outlines.node(at: site)
    return node["$ref"] != nil && node["deprecated"]?.bool ?? false
  }
}
