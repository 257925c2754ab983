@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) package import JSONTape

extension CoveragePlan {
  /// The coverage of the contract.
  ///
  /// - Parameter only: The only operations that count; empty for all.
  func coverage(
    _ tally: CoverageCounter.Tally, _ places: ContractPlaces, _ only: [OperationPattern]
  ) -> ContractCoverage {
    let counted = contract.operations.filter { operation in
      only.isEmpty || only.contains { $0.fits(operation) }
    }
    let reached = only.isEmpty ? nil : Set(counted.flatMap { cells(ofOperation: $0.position) })
    var found: [CoverageCell] = []
    /// The counters of schemas come after those of operations.
    let order = schemas.cells.indices.sorted {
      let (left, right) = (schemas.cells[$0], schemas.cells[$1])
      return (left.document, left.node.tapeIndex, $0) < (right.document, right.node.tapeIndex, $1)
    }
    let first = schemas.cells.count
    let all = (Array(first..<count) + order).filter { reached?.contains($0) ?? true }
    var positions = [Int](repeating: 0, count: count)
    for (position, cell) in all.enumerated() { positions[cell] = position }
    let nodes = all.map { $0 < first ? schemas.cells[$0].node : cells[$0 - first].node }
    let pointers = Self.pointers(to: nodes)
    var secrets: [ObjectIdentifier: SecretsOfSchemas] = [:]
    for (position, number) in all.enumerated() {
      let node = nodes[position]
      let place = places.place(of: node, in: contract)
      let pointer = pointers[position]
      var cell: CoverageCell
      if number < first {
        let own = schemas.cells[number]
        cell = CoverageCell(
          kind: CoverageCell.Kind(own.kind), name: Self.name(of: own, at: pointer, &secrets),
          pointer: "\(pointer)", place: place, isGoal: goals.contains(number))
      } else {
        let own = cells[number - first]
        cell = CoverageCell(
          kind: own.kind, operation: counted.firstIndex { $0.position == own.operation },
          name: own.name, pointer: "\(pointer)",
          place: place, isGoal: own.isGoal)
      }
      for (source, counts) in zip(CoverageSource.allCases, tally.counts) where !counts.isEmpty {
        cell.counts[source] = counts[number]
      }
      found.append(cell)
    }
    for (operation, own) in counted.enumerated() {
      for (word, bits) in tally.operations[own.position].marks.enumerated() where bits != 0 {
        for bit in 0..<64 where bits & 1 << UInt64(bit) != 0 {
          found[positions[word * 64 + bit]].operations.insert(operation)
        }
      }
    }
    let listed = counted.map { operation in
      var listed = OperationCoverage(
        name: operation.name, place: places.place(of: operation.node.propertyName, in: contract),
        goals: goals(ofOperation: operation.position).map { positions[$0] }.sorted())
      listed.exchanges = tally.operations[operation.position].exchanges
      listed.broken = tally.operations[operation.position].broken
      return listed
    }
    return ContractCoverage(
      name: contract.name, title: contract.title, version: contract.version, operations: listed,
      cells: found)
  }

  /// The pointers to some values of documents.
  private static func pointers(to nodes: [JSONNode]) -> [JSONPointer] {
    var byDocument: [ObjectIdentifier: [Int]] = [:]
    for (position, node) in nodes.enumerated() {
      byDocument[node.document.identity, default: []].append(position)
    }
    var pointers = [JSONPointer](repeating: JSONPointer(), count: nodes.count)
    for positions in byDocument.values {
      let sorted = positions.sorted { nodes[$0].tapeIndex < nodes[$1].tapeIndex }
      nodes[sorted[0]].document.withCursor { cursor in
        let found = cursor.pointers(to: sorted.map { nodes[$0].tapeIndex })
        for (position, pointer) in zip(sorted, found) { pointers[position] = pointer }
      }
    }
    return pointers
  }

  private static func name(
    of cell: CountingPlan.Cell, at pointer: JSONPointer,
    _ secrets: inout [ObjectIdentifier: SecretsOfSchemas]
  ) -> String {
    switch cell.kind {
    case .value, .null, .absent, .empty, .filled: SchemaName.of(pointer, in: cell.node.document)
    case .branch: SchemaName.ofBranch(cell.node, at: pointer)
    case .enumValue:
      "`\(value(of: cell.node, isSecret: secrets.secrets(of: cell.node.document).isSecret(cell.node)))` of "
        + SchemaName.of(
          JSONPointer(tokens: pointer.tokens.dropLast(pointer.tokens.last == "const" ? 1 : 2)),
          in: cell.node.document)
    }
  }
}

extension CoveragePlan {
  /// A value of an `enum`, without secrets.
  fileprivate static func value(of node: JSONNode, isSecret: Bool) -> String {
    let value = node.string ?? node.text
    return SafeText.line(
      isSecret ? Redaction.mask(of: value) : Redaction.shown(value, ofProperty: nil))
  }
}

extension CoverageCell.Kind {
  fileprivate init(_ kind: CountingPlan.Kind) {
    switch kind {
    case .value: self = .value
    case .null: self = .null
    case .absent: self = .absent
    case .enumValue: self = .enumValue
    case .branch: self = .branch
    case .empty: self = .empty
    case .filled: self = .filled
    }
  }
}

/// Names the places of a contract for readers: `User.address`, `GET /users → 200 [].id`.
package enum SchemaName {
  package static func of(_ pointer: JSONPointer, in document: JSONDocument? = nil) -> String {
    var tokens = pointer.tokens[...]
    var name = ""
    if tokens.first == "components", tokens.count > 2 {
      name = tokens[2]
      tokens = tokens.dropFirst(3)
    } else if tokens.first == "definitions", tokens.count > 1 {
      name = tokens[1]
      tokens = tokens.dropFirst(2)
    } else if tokens.first == "paths", tokens.count > 2 {
      name = "\(tokens[2].uppercased()) \(tokens[1])"
      tokens = tokens.dropFirst(3)
    }
    while let token = tokens.popFirst() {
      switch token {
      case "responses":
        if let status = tokens.popFirst() { name += " → \(status)" }
      case "requestBody": name += " (request)"
      case "content": _ = tokens.popFirst()
      case "parameters", "headers":
        guard let which = tokens.popFirst() else { break }
        let used = pointer.tokens.dropLast(tokens.count)
        let own = document?.node(at: JSONPointer(tokens: Array(used)))?["name"]?.string
        name += " \(token.dropLast()) \(own ?? which)"
      case "properties", "patternProperties":
        if let property = tokens.popFirst() { name += (name.isEmpty ? "" : ".") + property }
      case "items", "additionalProperties": name += token == "items" ? "[]" : "[key]"
      case "prefixItems": name += "[\(tokens.popFirst() ?? "")]"
      case "allOf", "anyOf", "oneOf": _ = tokens.popFirst()
      case "then", "else": name += " (\(token))"
      case "schema": break
      case "required": _ = tokens.popFirst()
      default: name += (name.isEmpty ? "" : " ") + token
      }
    }
    return SafeText.line(name.isEmpty ? "/" : name)
  }

  /// The name of a branch: the name of its schema, its title, or its number.
  static func ofBranch(_ node: JSONNode, at pointer: JSONPointer) -> String {
    let tokens = pointer.tokens
    let isListed = tokens.count > 1 && ["oneOf", "anyOf"].contains(tokens[tokens.count - 2])
    let holder = of(JSONPointer(tokens: tokens.dropLast(isListed ? 2 : 1)), in: node.document)
    let reference = node["$ref"]?.string?.split(separator: "/").last.map(String.init)
    let last = tokens.last ?? ""
    let number = Int(last).map { "branch \($0 + 1)" } ?? "`\(last)`"
    let name = (reference ?? node["title"]?.string).map { "`\(SafeText.line($0))`" } ?? number
    return "\(name) of \(holder)"
  }
}
