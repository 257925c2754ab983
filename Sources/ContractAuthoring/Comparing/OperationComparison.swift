@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// Compares the operations of two documents. Each operation is compared with its partner. A
/// ``SchemaComparison`` compares their schemas.
struct OperationComparison {
  let old: ContractDocument
  let new: ContractDocument
  private(set) var schemas: SchemaComparison
  private(set) var changes: [ContractChange] = []
  /// The names of operations in messages. The operations of the new document are first, then the
  /// removed operations.
  private(set) var names: [String] = []
  private(set) var pairCount = 0

  var oldReader: SchemaReader { schemas.old }
  var newReader: SchemaReader { schemas.new }

  struct Entry {
    let method: String
    let template: String
    let pathKey: JSONNode
    /// The path items: first the item that the `$ref` names, then the path item itself.
    let items: [JSONNode]
    let documented: DocumentedOperation

    var methodKey: JSONNode { documented.key }
    var node: JSONNode { documented.node }

    var name: String { "\(method) \(template)" }
    var id: String? { node["operationId"]?.string }
    /// A text that is equal for templates that differ only in the names of parameters.
    var shape: String { "\(method) \(OperationComparison.shape(of: template))" }

    /// The key of a property of the operation. If it is missing, the key of the operation.
    func place(of name: String) -> JSONNode { node.key(of: name) ?? methodKey }
  }

  init(old: ContractDocument, new: ContractDocument, limit: Int) {
    self.old = old
    self.new = new
    schemas = SchemaComparison(
      old: SchemaReader(old), new: SchemaReader(new), limit: limit)
  }

  mutating func run() {
    compareServers()
    let was = Self.entries(of: old, oldReader)
    let now = Self.entries(of: new, newReader)
    names = now.map(\.name)
    var partners: [String: Int] = [:]
    for (index, entry) in now.enumerated() { partners[entry.shape] = index }
    var taken: Set<Int> = []
    var gone: [Entry] = []
    for entry in was {
      guard let index = partners[entry.shape] else {
        gone.append(entry)
        continue
      }
      taken.insert(index)
      pairCount += 1
      compare(entry, now[index], index)
    }
    var moved: [String: Int] = [:]
    for (index, entry) in now.enumerated() where !taken.contains(index) {
      if let id = entry.id { moved[id] = index }
    }
    for entry in gone {
      let target = entry.id.flatMap { moved[$0] }
      if let target { taken.insert(target) }
      let samePath = now.first { Self.shape(of: $0.template) == Self.shape(of: entry.template) }
      let place =
        target.map { now[$0].methodKey } ?? samePath?.pathKey ?? new.root.key(of: "paths")
        ?? new.root
      names.append(entry.name)
      note(
        .operationRemoved(entry.name, movedTo: target.map { now[$0].name }), old: entry.methodKey,
        new: place, operation: names.count - 1)
    }
    for (index, entry) in now.enumerated() where !taken.contains(index) {
      note(.operationAdded(entry.name), new: entry.methodKey, operation: index)
    }
    schemas.run()
    compareUnusedSchemas()
    schemas.run()
  }

  mutating func note(
    _ kind: ContractChange.Kind, _ step: Step, isResponse: Bool = false, old: JSONNode? = nil,
    new: JSONNode
  ) {
    note(kind, isResponse: isResponse, old: old, new: new, operation: step.index)
  }

  private mutating func note(
    _ kind: ContractChange.Kind, isResponse: Bool = true, old: JSONNode? = nil, new: JSONNode,
    operation: Int? = nil
  ) {
    changes.append(
      ContractChange(
        kind: kind, isResponse: isResponse, old: old, new: new,
        operations: operation.map { [$0] } ?? []))
  }

  mutating func add(
    _ old: JSONNode?, _ new: JSONNode?, _ context: SchemaComparison.Context, fallback: JSONNode,
    operation: Int?
  ) {
    if old == nil, new == nil { return }
    schemas.add(
      oldReader.sites(of: old), newReader.sites(of: new), context, fallback: fallback,
      operation: operation)
  }

  private mutating func compareServers() {
    let known = Set(new.contract.servers.map(\.url))
    let gone = old.contract.servers.map(\.url).filter { !known.contains($0) }
    guard !gone.isEmpty else { return }
    note(
      .serverRemoved(gone), old: old.serversKey, new: new.serversKey ?? new.root)
  }

  /// Compares component schemas that no operation uses, such as a push payload, because apps may
  /// decode them.
  private mutating func compareUnusedSchemas() {
    guard let was = old.layout.schemas else { return }
    let used = Self.reached(from: old.root["paths"], oldReader)
    let now = new.layout.schemas.map { Array($0.properties) } ?? []
    let others = Dictionary(now.map { ($0.name, $0.value) }) { _, last in last }
    let context = schemas.inside(.init(isResponse: true), [old.root], [new.root])
    for property in was.properties where !used.contains(oldReader.id(of: property.value)) {
      if let other = others[property.name] {
        add(property.value, other, context, fallback: other, operation: nil)
      } else {
        note(
          .schemaRemoved(property.name), old: property.key,
          new: new.root.key(of: new.layout.schemasHolder) ?? new.root)
      }
    }
  }

  /// All values that references from `start` reach directly or indirectly.
  private static func reached(from start: JSONNode?, _ reader: SchemaReader) -> Set<UInt64> {
    var reached: Set<UInt64> = []
    var pending = start.map { [$0] } ?? []
    while let node = pending.popLast() {
      for element in node.elements where element.count > 0 { pending.append(element) }
      for property in node.properties {
        if property.value.count > 0 { pending.append(property.value) }
        guard property.name == "$ref", property.value.kind == .string,
          let target = reader.target(of: property.value, isData: true),
          reached.insert(reader.id(of: target)).inserted
        else { continue }
        pending.append(target)
      }
    }
    return reached
  }

  private static func entries(of document: ContractDocument, _ reader: SchemaReader) -> [Entry] {
    var entries: [Entry] = []
    for path in document.root.properties(of: "paths") where !path.name.hasPrefix("x-") {
      let item = path.value
      let items = reader.chain(of: item)
      for documented in document.layout.operations(of: items, resolve: reader.resolve) {
        entries.append(
          Entry(
            method: documented.method, template: path.name, pathKey: path.key, items: items,
            documented: documented))
      }
    }
    return entries
  }

  /// A template with empty braces and without a trailing slash.
  fileprivate static func shape(of template: String) -> String {
    let shape = template.filled { _ in "{}" }
    return shape.count > 1 && shape.hasSuffix("/") ? String(shape.dropLast()) : shape
  }
}

extension ContractDocument {
  /// The key of the servers.
  fileprivate var serversKey: JSONNode? {
    layout.serverKeywords.lazy.compactMap { root.key(of: $0) }.first
  }
}

extension JSONNode {
  func key(of name: String) -> JSONNode? { properties.first { $0.name == name }?.key }

  func properties(of name: String) -> [JSONProperty] {
    self[name].map { Array($0.properties) } ?? []
  }
}
