internal import JSONSchema
internal import JSONTape

/// One side of a comparison: the schemas of a document, each read once.
final class SchemaReader {
  let files: ContractFiles
  /// What could not be followed or was too much, a line each.
  private(set) var omissions: [String] = []

  private var targets: [Reference: JSONNode?] = [:]
  private var sets: [[UInt64]: SchemaSet] = [:]
  var views: [[UInt64]: SchemaView] = [:]
  var types: [[UInt64]: TypeSet] = [:]

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
  ///
  /// - Parameter isData: whether it may be no reference at all, as in an example
  func target(of reference: JSONNode, isData: Bool = false) -> JSONNode? {
    let key = Reference(file: files.number(of: reference), text: reference.string ?? "")
    let target = targets[key] ?? (try? files.target(of: reference))
    targets[key] = .some(target)
    if target == nil, !isData {
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
  func onlyBranch(of branches: JSONNode) -> (branch: JSONNode, null: JSONNode?)? {
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
}
