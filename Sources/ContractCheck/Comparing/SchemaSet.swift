internal import JSONSchema
internal import JSONTape

/// What stands for one value in a document: every schema object that must hold of it, `$ref` and
/// `allOf` followed, so that it is the same however the author divided it up.
struct SchemaSet {
  struct Part {
    let node: JSONNode
    /// Whether null is allowed whatever the part says: it stands under `nullable` or beside a branch
    /// that is null.
    let acceptsNull: Bool
  }

  let parts: [Part]
  /// The same for equal parts.
  let key: [UInt64]
  /// What says that null is allowed, outside the parts.
  let nullPlaces: [JSONNode]
  /// Where findings point that are about none of the parts' keywords.
  let place: JSONNode?

  static let nothing = SchemaSet(parts: [], key: [], nullPlaces: [], place: nil)
}

/// One side of a comparison: the schemas of a document, each read once.
final class SchemaReader {
  let files: ContractFiles
  /// What could not be followed or was too much, a line each.
  private(set) var omissions: [String] = []

  private var targets: [Reference: JSONNode?] = [:]
  private var sets: [[UInt64]: SchemaSet] = [:]
  private var views: [[UInt64]: SchemaView] = [:]
  private var types: [[UInt64]: TypeSet] = [:]

  private struct Reference: Hashable {
    let file: Int
    let text: String
  }

  /// More parts of one value than any author writes.
  private static let mostParts = 512

  init(_ files: ContractFiles) { self.files = files }

  /// What tells a value of the documents from all others.
  func id(of node: JSONNode) -> UInt64 {
    UInt64(files.number(of: node)) << 32 | UInt64(node.tapeIndex)
  }

  func node(_ id: UInt64) -> JSONNode {
    files.files[Int(id >> 32)].document.node(at: Int(id & 0xFFFF_FFFF))
  }

  /// What the reference of an object leads to, one step.
  func target(of reference: JSONNode) -> JSONNode? {
    let key = Reference(file: files.number(of: reference), text: reference.string ?? "")
    if let known = targets[key] { return known }
    let target = try? files.target(of: reference)
    targets[key] = .some(target)
    if target == nil {
      omit(
        "`$ref` to `\(SafeText.line(key.text))` is not followed; what it leads to is not compared")
    }
    return target
  }

  /// What an object is, reference by reference.
  func resolve(_ node: JSONNode) -> JSONNode {
    var node = node
    for _ in 0..<64 {
      guard let reference = node["$ref"], let next = target(of: reference) else { break }
      node = next
    }
    return node
  }

  func omit(_ line: String) {
    if omissions.count < 20, !omissions.contains(line) { omissions.append(line) }
  }

  // MARK: Sets

  /// Keywords that say nothing of values by themselves.
  private static let wrapping: Set<String> = [
    "$ref", "allOf", "nullable", "description", "title", "summary", "example", "examples",
    "deprecated", "externalDocs", "xml", "default", "$comment",
  ]

  /// The schemas that all hold of a value.
  func set(of roots: [JSONNode]) -> SchemaSet {
    guard !roots.isEmpty else { return .nothing }
    let rootKey = roots.map(id)
    if let known = sets[rootKey] { return known }
    var parts: [SchemaSet.Part] = []
    var key: [UInt64] = []
    var nullPlaces: [JSONNode] = []
    var seen: Set<UInt64> = []
    var last = roots[0]
    var pending = roots.reversed().map { (node: $0, accepts: false) }
    while let (node, outer) = pending.popLast() {
      let id = id(of: node)
      guard seen.insert(id).inserted else { continue }
      guard seen.count <= Self.mostParts else {
        omit("a schema of more than \(Self.mostParts) parts is compared by the first of them")
        break
      }
      let nullable = node["nullable"]
      let accepts = outer || nullable?.bool == true
      if let nullable, nullable.bool == true { nullPlaces.append(nullable) }
      var inner: [(node: JSONNode, accepts: Bool)] = []
      if let reference = node["$ref"], let target = target(of: reference) {
        inner.append((target, accepts))
      }
      if let all = node["allOf"] { inner += all.elements.map { ($0, accepts) } }
      var isWrapper = !inner.isEmpty
      for keyword in ["oneOf", "anyOf"] {
        guard let branches = node[keyword], let only = onlyBranch(of: branches) else { continue }
        if let null = only.null { nullPlaces.append(null) }
        inner.append((only.branch, accepts || only.null != nil))
        isWrapper = true
      }
      if isWrapper {
        isWrapper = node.members.allSatisfy { member in
          Self.wrapping.contains(member.name)
            || member.name.hasPrefix("x-")
              && member.name != "x-schemacheck"
            || (member.name == "oneOf" || member.name == "anyOf")
              && onlyBranch(of: member.value) != nil
        }
      }
      if !isWrapper {
        parts.append(SchemaSet.Part(node: node, acceptsNull: accepts))
        key.append(id << 1 | (accepts ? 1 : 0))
      }
      last = node
      pending += inner.reversed()
    }
    let set = SchemaSet(
      parts: parts, key: key, nullPlaces: nullPlaces, place: parts.first?.node ?? last)
    sets[rootKey] = set
    return set
  }

  /// The one branch of several that is not null; nil where there are more of them or none.
  private func onlyBranch(of branches: JSONNode) -> (branch: JSONNode, null: JSONNode?)? {
    guard branches.kind == .array, branches.count <= 8 else { return nil }
    var found: JSONNode?
    var null: JSONNode?
    for branch in branches.elements {
      if isNull(branch) {
        null = branch
      } else if found == nil {
        found = branch
      } else {
        return nil
      }
    }
    return found.map { ($0, null) }
  }

  /// Whether a schema allows null and nothing else.
  func isNull(_ schema: JSONNode) -> Bool {
    let schema = resolve(schema)
    if let type = schema["type"] {
      if type.kind == .array {
        return type.count > 0 && type.elements.allSatisfy { $0.isNull || $0.string == "null" }
      }
      return type.string == "null"
    }
    if let const = schema["const"] { return const.isNull }
    guard let values = schema["enum"] else { return false }
    return values.count > 0 && values.elements.allSatisfy(\.isNull)
  }

  // MARK: Views

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
