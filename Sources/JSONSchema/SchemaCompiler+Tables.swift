@_spi(Engine) import JSONTape

extension SchemaCompiler {
  func error(_ message: String, _ node: JSONNode) -> SchemaError {
    registry.error(message, node, documentInHand)
  }

  func count(_ value: JSONNode, _ keyword: String) throws(SchemaError) -> Int32 {
    guard let number = value.number, number.isInteger, number >= JSONNumber(0) else {
      throw error("`\(keyword)` must be a whole number of at least 0", value)
    }
    // No document can reach a larger bound.
    return Int32(clamping: number.int ?? Int(Int32.max))
  }

  /// The count in a sibling keyword. Nil if the keyword is missing, or if the dialect does not have
  /// it.
  func count(
    ifKnown keyword: String, in draft: SchemaDraft
  ) throws(SchemaError) -> Int32? {
    guard dialect(of: draft.site)[keyword] != nil, let value = draft.node[keyword] else {
      return nil
    }
    return try count(value, keyword)
  }

  /// Whether formats are asserted, by configuration or by the dialect.
  func assertsFormats(in draft: SchemaDraft) -> Bool {
    assertsFormats || dialect(of: draft.site).assertsFormats
  }

  /// The dialect of a draft's schema.
  @_spi(Engine) public func dialect(of draft: SchemaDraft) -> Dialect { dialect(of: draft.site) }

  func dialect(of site: SchemaSite) -> Dialect { outlines.dialect(of: site) }

  func names(_ value: JSONNode, _ keyword: String) throws(SchemaError) -> [String] {
    var names: [String] = []
    guard value.kind == .array else {
      throw error("`\(keyword)` must be an array of names", value)
    }
    for element in value.elements {
      guard let name = element.string else {
        throw error("`\(keyword)` must have names, not \(element.kind.name)", element)
      }
      names.append(name)
    }
    return names
  }

  func properties(
    of value: JSONNode, _ keyword: String
  ) throws(SchemaError) -> JSONNode.Properties {
    guard value.kind == .object else { throw error("`\(keyword)` must be an object", value) }
    return value.properties
  }

  /// The pattern. Nil for a text that is no regular expression of ECMA-262. Such a text is ignored.
  func pattern(_ value: JSONNode, _ keyword: String) throws(SchemaError) -> Int32? {
    guard let source = value.string else {
      throw error("`\(keyword)` must be a regular expression in a string", value)
    }
    do {
      return try builder.pattern(source)
    } catch {
      let message = "`\(keyword)` is not a regular expression: \(error.message)"
      if fragmentOwner == nil, transform?.leavesOut(value, because: message) ?? false { return nil }
      throw self.error(message, value)
    }
  }

  func subschema(
    _ value: JSONNode, _ keyword: String, in draft: SchemaDraft
  ) throws(SchemaError) -> SchemaSite {
    guard value.kind == .object || value.kind == .boolean else {
      throw error("`\(keyword)` must be a schema, not \(value.kind.name)", value)
    }
    let document = draft.site.document
    let resource = try outlines.registry.resource(
      of: value, in: document, from: draft.site.resource)
    return SchemaSite(document: document, index: value.tapeIndex, resource: resource)
  }

  func compile(
    _ value: JSONNode, _ keyword: String, in draft: SchemaDraft, isInPlace: Bool
  ) throws(SchemaError) -> Int32 {
    let site = try subschema(value, keyword, in: draft)
    let context = isInPlace ? branchContext(keyword, of: draft) : draft.context
    return try compile(
      [site], in: context, isInPlace: isInPlace,
      roles: isInPlace ? draft.rolesInPlace : [])
  }

  func list(
    _ value: JSONNode, _ keyword: String, in draft: SchemaDraft
  ) throws(SchemaError) -> [SchemaSite] {
    guard value.kind == .array, value.count > 0 else {
      throw error("`\(keyword)` must be an array of at least one schema", value)
    }
    var sites: [SchemaSite] = []
    for element in value.elements { sites.append(try subschema(element, keyword, in: draft)) }
    return sites
  }

  func boolean(at site: SchemaSite) -> Bool? {
    outlines.node(at: site).bool
  }

  func isSame(_ one: Operation, _ other: Operation) -> Bool {
    switch (one, other) {
    case (.minimum(let a), .minimum(let b)), (.maximum(let a), .maximum(let b)),
      (.exclusiveMinimum(let a), .exclusiveMinimum(let b)),
      (.exclusiveMaximum(let a), .exclusiveMaximum(let b)),
      (.multipleOf(let a), .multipleOf(let b)):
      // Equal numbers may be written in several ways.
      builder.tables.numbers[Int(a)] == builder.tables.numbers[Int(b)]
    case (.minLength(let a), .minLength(let b)), (.maxLength(let a), .maxLength(let b)),
      (.pattern(let a), .pattern(let b)), (.minItems(let a), .minItems(let b)),
      (.maxItems(let a), .maxItems(let b)):
      a == b
    case (.format(let a), .format(let b)): a == b
    case (.enumeration(let a), .enumeration(let b)):
      Set(builder.tables.enumerations[Int(a)]) == Set(builder.tables.enumerations[Int(b)])
    default: false
    }
  }

  // MARK: Side tables

  func assertion(
    _ operation: Operation, _ keyword: String, _ owner: Owner, _ location: Int32,
    isRule: Bool = false, settlesNext: Bool = false, excuse: Excuse = .none
  ) -> Int32 {
    let keyword = builder.string(keyword)
    return builder.assertions.place(
      Assertion(
        operation: operation, owner: owner, isRule: isRule, settlesNext: settlesNext,
        excuse: excuse, keyword: keyword, location: location))
  }

  func location(of site: SchemaSite) -> Int32 {
    builder.tables.locations.place(site)
  }

  func keyPolicy(_ policy: KeyPolicy, _ location: Int32) -> Int32 {
    var policy = policy
    let index = Int32(builder.tables.keyPolicies.count)
    policy.assertion = assertion(.keyPolicy(index), "properties", .schema, location, isRule: true)
    return builder.tables.keyPolicies.place(policy)
  }
}
