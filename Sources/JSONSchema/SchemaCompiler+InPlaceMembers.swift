@_spi(Engine) public import JSONTape

/// What the schemas that apply to one object say together of its members, whichever of them says it.
@_spi(Engine) public struct InPlaceMembers: Hashable, Sendable {
  /// Listed members.
  public var names: Set<String> = []
  /// The patterns of further ones.
  public var patterns: Set<String> = []
  /// Members whose schema says that only the server sets them.
  public var readOnly: Set<String> = []
  /// Members whose schema says that only the client sends them.
  public var writeOnly: Set<String> = []
  /// Whether one of the schemas forbids all other members.
  public var isClosed = false

  /// Nothing is listed.
  public init() {}

  /// Takes over what other schemas say.
  public mutating func formUnion(_ other: InPlaceMembers) {
    names.formUnion(other.names)
    patterns.formUnion(other.patterns)
    readOnly.formUnion(other.readOnly)
    writeOnly.formUnion(other.writeOnly)
    isClosed = isClosed || other.isClosed
  }
}

/// Looking at the schemas that apply to the same object as a draft.
extension SchemaCompiler {
  private static let branches = ["allOf", "anyOf", "oneOf"]
  private static let conditions = ["if", "then", "else"]

  /// The members that a draft and the schemas it applies to the same value speak of.
  ///
  /// - Parameter keyword: One whose branches are left out, as alternatives of one another.
  @_spi(Engine) public func members(
    of draft: SchemaDraft, without keyword: String? = nil
  ) -> InPlaceMembers {
    var members = InPlaceMembers()
    var seen: Set<[Int]> = []
    collect(draft.node, draft.site, without: keyword, depth: 0, &seen, &members)
    return members
  }

  /// Whether a draft applies other schemas to the same value.
  @_spi(Engine) public func hasBranches(_ draft: SchemaDraft) -> Bool {
    draft.node["$ref"] != nil
      || (Self.branches + Self.conditions).contains { draft.node[$0] != nil }
  }

  /// Whether a draft forbids all members that it does not list.
  @_spi(Engine) public func isClosed(_ draft: SchemaDraft) -> Bool {
    draft.additional.flatMap { boolean(at: $0) } == false
  }

  /// Lets further members pass where a draft forbids all but those it lists.
  @_spi(Engine) public func open(
    _ draft: inout SchemaDraft, to members: InPlaceMembers
  ) throws(SchemaError) {
    for name in members.names.sorted() { draft.list(name) }
    for source in members.patterns.sorted() {
      // Compiled where it stands, with an error for a bad one.
      if let pattern = try? addPattern(source) { draft.patternMembers.append((pattern, nil)) }
    }
  }

  /// Whether a subschema of a draft, a schema it refers to or one of its `allOf` sets a flag.
  @_spi(Engine) public func marks(
    _ schema: JSONNode, _ flag: String, in draft: SchemaDraft
  ) -> Bool {
    marks(schema, flag, draft.site, depth: 0)
  }

  private func marks(
    _ schema: JSONNode, _ flag: String, _ site: SchemaSite, depth: Int
  ) -> Bool {
    guard depth < 16, schema.kind == .object else { return false }
    if schema[flag]?.bool == true { return true }
    if let reference = schema["$ref"], let target = try? resolve(reference, "$ref", from: site) {
      let node = registry.documents[target.document].document.node(at: target.index)
      if marks(node, flag, target, depth: depth + 1) { return true }
    }
    return schema["allOf"]?.elements.contains { marks($0, flag, site, depth: depth + 1) } ?? false
  }

  private func collect(
    _ schema: JSONNode, _ site: SchemaSite, without excluded: String?, depth: Int,
    _ seen: inout Set<[Int]>, _ members: inout InPlaceMembers
  ) {
    guard depth < 32, schema.kind == .object,
      seen.insert([site.document, schema.tapeIndex]).inserted
    else { return }
    if let properties = schema["properties"], properties.kind == .object {
      for member in properties.members {
        members.names.insert(member.name)
        if marks(member.value, "readOnly", site, depth: 0) { members.readOnly.insert(member.name) }
        if marks(member.value, "writeOnly", site, depth: 0) {
          members.writeOnly.insert(member.name)
        }
      }
    }
    if let patterns = schema["patternProperties"], patterns.kind == .object {
      for member in patterns.members { members.patterns.insert(member.name) }
    }
    if schema["additionalProperties"]?.bool == false { members.isClosed = true }
    if let reference = schema["$ref"], let target = try? resolve(reference, "$ref", from: site) {
      let node = registry.documents[target.document].document.node(at: target.index)
      collect(node, target, without: nil, depth: depth + 1, &seen, &members)
    }
    for keyword in Self.branches where keyword != excluded {
      guard let branches = schema[keyword], branches.kind == .array else { continue }
      for branch in branches.elements {
        collect(branch, site, without: nil, depth: depth + 1, &seen, &members)
      }
    }
    for keyword in Self.conditions {
      guard let branch = schema[keyword] else { continue }
      collect(branch, site, without: nil, depth: depth + 1, &seen, &members)
    }
  }
}
