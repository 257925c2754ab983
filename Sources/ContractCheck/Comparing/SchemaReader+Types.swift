internal import JSONSchema
internal import JSONTape

/// What the schemas of a value say together, each set read once.
extension SchemaReader {
  func view(of set: SchemaSet) -> SchemaView {
    if let known = views[set.key] { return known }
    let view = SchemaView(set, types(of: set, depth: 0), self)
    views[set.key] = view
    return view
  }

  /// Branches in branches further down say nothing of the type.
  private static let deepest = 16

  private func types(of set: SchemaSet, depth: Int) -> TypeSet {
    if let known = types[set.key] { return known }
    // A schema that is a branch of itself adds nothing to what its other branches say.
    types[set.key] = []
    let found = readTypes(of: set, depth: depth)
    types[set.key] = found
    return found
  }

  /// The types that values may have; an integer is a number.
  private func readTypes(of set: SchemaSet, depth: Int) -> TypeSet {
    var types = TypeSet.all
    var isSaid = false
    func hold(_ other: TypeSet) {
      types.formIntersection(other)
      isSaid = true
    }
    for part in set.parts {
      if let own = Self.types(saidBy: part.node) {
        hold(part.acceptsNull ? own.union(.null) : own)
      }
      for keyword in ["oneOf", "anyOf"] {
        guard depth < Self.deepest, let branches = part.node[keyword], branches.kind == .array,
          onlyBranch(of: branches) == nil, branches.count <= 256
        else { continue }
        var sum: TypeSet = part.acceptsNull ? .null : []
        for branch in branches.elements {
          sum.formUnion(
            isNull(branch) ? .null : self.types(of: self.set(of: [branch]), depth: depth + 1))
          if sum == .all { break }
        }
        hold(sum)
      }
    }
    guard !isSaid else { return types }
    // Without a type, keywords of one tell what is meant.
    let names: [(String, TypeSet)] = [
      ("properties", .object), ("additionalProperties", .object), ("patternProperties", .object),
      ("required", .object), ("items", .array), ("prefixItems", .array),
    ]
    var meant: TypeSet = []
    for part in set.parts {
      for (name, type) in names where part.node[name] != nil { meant.insert(type) }
    }
    guard !meant.isEmpty else { return .all }
    let accepts = set.parts.contains(where: \.acceptsNull) || !set.nullPlaces.isEmpty
    return accepts ? meant.union(.null) : meant
  }

  /// The types that one schema object says; nil where it says none.
  private static func types(saidBy node: JSONNode) -> TypeSet? {
    if let isAny = node.bool { return isAny ? nil : [] }
    var types: TypeSet?
    if let type = node["type"] {
      let names = type.kind == .array ? Array(type.elements) : [type]
      var named: TypeSet = []
      for name in names {
        if name.string == "file" { return nil }
        named.formUnion(name.isNull ? .null : name.string.flatMap { TypeSet(name: $0) } ?? [])
      }
      types = named.contains(.number) ? named.union(.integer) : named
    }
    let values = node["const"].map { [$0] } ?? node["enum"].map { Array($0.elements) }
    guard let values else { return types }
    let hasNull = values.contains(where: \.isNull)
    if let types { return hasNull ? types : types.subtracting(.null) }
    var held: TypeSet = []
    for value in values {
      switch value.kind {
      case .null: held.insert(.null)
      case .boolean: held.insert(.boolean)
      case .number:
        held.formUnion(value.number?.isInteger == true ? .integer : [.number, .integer])
      case .string: held.insert(.string)
      case .array: held.insert(.array)
      case .object: held.insert(.object)
      }
    }
    return held
  }
}
