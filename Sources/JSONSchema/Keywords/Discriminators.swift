@_spi(Engine) import JSONTape

/// `discriminator` beside `anyOf` and `oneOf`: tells which branch an invalid value was meant for.
/// It never changes whether a value is valid. Source: OpenAPI 3.1.0, section 4.8.25.
struct DiscriminatorPlan: Sendable {
  /// The member that names the branch.
  let property: [UInt8]
  /// The position of the branch for each name; -1 for a schema that is not a branch.
  let names: [(name: [UInt8], position: Int)]
  /// The assertion that fails if the member is absent.
  let absent: Int32
  /// The assertion that fails if the value names no branch; -1 if some branch has no name.
  let unknown: Int32
}

extension SchemaCompiler {
  func discriminate(
    _ list: ChildList, _ branches: JSONNode, of draft: SchemaDraft
  ) throws(SchemaError) {
    guard dialect(of: draft.site)["discriminator"] != nil, list.count > 0,
      let discriminator = draft.node["discriminator"],
      let property = discriminator.string ?? discriminator["propertyName"]?.string
    else { return }
    let branches = Array(branches.elements)
    let mapping = discriminator["mapping"].map { Array($0.members) } ?? []
    var names: [(name: String, position: Int)] = []
    var isNamed = [Bool](repeating: false, count: branches.count)
    for entry in mapping {
      let position = position(of: entry.value, among: branches, draft)
      names.append((entry.name, position))
      if position >= 0 { isNamed[position] = true }
    }
    var shown = names.filter { $0.position >= 0 }.map(\.name)
    for (position, branch) in branches.enumerated() {
      guard let name = branch["$ref"]?.string.map(Self.impliedName), !name.isEmpty,
        !names.contains(where: { $0.name == name })
      else { continue }
      names.append((name, position))
      if !isNamed[position] { shown.append(name) }
      isNamed[position] = true
    }
    let location = location(of: draft.site)
    var unknown: Int32 = -1
    if isNamed.allSatisfy({ $0 }), let allowed = Self.texts(shown) {
      unknown = assertion(
        .enumeration(builder.enumeration(allowed)), "discriminator", .schema, location)
    }
    builder.tables.discriminators[list.start] = DiscriminatorPlan(
      property: Array(property.utf8),
      names: names.map { (Array($0.name.utf8), $0.position) },
      absent: assertion(
        .required(builder.string(property)), "required", .schema, location),
      unknown: unknown)
  }

  /// The branch that a mapping's value refers to, by reference or schema name; -1 for none.
  private func position(
    of value: JSONNode, among branches: [JSONNode], _ draft: SchemaDraft
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
    guard let target = try? outlines.resolve(value, "mapping", from: draft.site) else { return -1 }
    return references.firstIndex { reference in
      reference.flatMap { try? outlines.resolve($0, "$ref", from: draft.site) } == target
    } ?? -1
  }

  /// The name that a reference implies: that of the target schema.
  private static func impliedName(_ reference: String) -> String {
    let segment = reference.split(separator: "/").last.map(String.init) ?? ""
    let name = JSONPointer("/" + segment)?.tokens.first ?? segment
    return PercentEncoding.decode(name)
  }

  private static func texts(_ names: [String]) -> [JSONNode]? {
    let json = Schema.list(names.map(JSONWriter.quoted))
    return (try? JSONDocument(json)).map { Array($0.root.elements) }
  }
}

extension SchemaEvaluator {
  /// The result of a discriminator for a value that fails all branches.
  enum Choice {
    case branch(Int)
    /// The branch cannot be determined.
    case open
    /// The discriminating member is absent.
    case absent
    /// The value at this index names no branch.
    case unknown(Int)
  }

  @inline(never)
  mutating func choose(_ plan: DiscriminatorPlan, _ index: Int) -> Choice {
    guard cursor.rawTag(index) == 7 else { return .open }
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    var value: Int?
    while key < end {
      if withText(at: key, { $0.elementsEqual(plan.property) }) { value = key &+ 1 }
      key = cursor.next(key &+ 1)
    }
    guard let value else { return .absent }
    guard cursor.rawTag(value) == 5 else { return .open }
    let text = withText(at: value) { Array($0) }
    guard let found = plan.names.first(where: { $0.name == text }) else {
      return plan.unknown < 0 ? .open : .unknown(value)
    }
    return found.position < 0 ? .open : .branch(found.position)
  }
}
