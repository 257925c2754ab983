@_spi(Engine) internal import ContractCaptures
package import JSONTape

/// Writes and reads coverage files. Their schema is `schemas/coverage.schema.json`.
extension Coverage {
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.text(Release.version, "schemacheck")
      $0.list("coverage") { writer in
        for contract in contracts {
          writer.write(contract)
          writer.endLine()
        }
      }
      $0.write(share, "summary")
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The coverage in a file. Nil if the file is of another kind.
  package init?(_ report: JSONNode) {
    guard let list = report["coverage"], list.kind == .array else { return nil }
    self.init()
    for node in list.elements {
      guard let contract = ContractCoverage(node) else { return nil }
      contracts.append(contract)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ contract: ContractCoverage) {
    object {
      $0.text(contract.name, "contract")
      $0.text(contract.title, "title")
      $0.text(contract.version, "version")
      $0.write(contract.share, "share")
      $0.list("operations") { writer in
        for (position, operation) in contract.operations.enumerated() {
          writer.object {
            $0.text(operation.name, "operation")
            $0.write(operation.place)
            $0.write(operation.exchanges, "exchanges")
            $0.write(operation.broken, "withErrors")
            $0.write(contract.share(ofOperation: position), "share")
            $0.list("goals") { writer in
              for goal in operation.goals { writer.integer(goal) }
            }
          }
          writer.endLine()
        }
      }
      $0.list("cells") { writer in
        for cell in contract.cells {
          writer.write(cell)
          writer.endLine()
        }
      }
    }
  }

  private mutating func write(_ cell: CoverageCell) {
    object {
      $0.text(cell.kind.rawValue, "kind")
      if let operation = cell.operation { $0.integer(operation, "operation") }
      $0.text(cell.name, "name")
      $0.text(cell.pointer, "pointer")
      $0.write(cell.place)
      $0.key("goal")
      $0.boolean(cell.isGoal)
      $0.write(cell.counts, "counts")
      $0.list("operations") { writer in
        for operation in cell.operations.sorted() { writer.integer(operation) }
      }
    }
  }

  private mutating func write(_ place: ContractPlace?) {
    guard let place else { return }
    text(place.file, "file")
    integer(place.position.line, "line")
    integer(place.position.column, "column")
  }

  private mutating func write(_ counts: CoverageCounts, _ name: String) {
    object(name) {
      for source in CoverageSource.allCases { $0.integer(counts[source], source.rawValue) }
    }
  }

  fileprivate mutating func write(_ share: CoverageShare, _ name: String) {
    object(name) {
      $0.integer(share.seen, "seen")
      $0.integer(share.all, "of")
      $0.key("percent")
      $0.raw(share.percentText.utf8)
    }
  }
}

extension CoverageShare {
  /// The percentage as a text: `74.2` or `100`.
  package var percentText: String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension ContractCoverage {
  fileprivate init?(_ node: JSONNode) {
    guard let name = node["contract"]?.string, let title = node["title"]?.string,
      let version = node["version"]?.string, let operations = node["operations"],
      let cells = node["cells"], operations.kind == .array, cells.kind == .array
    else { return nil }
    self.init(name: name, title: title, version: version, operations: [], cells: [])
    for node in cells.elements {
      guard let cell = CoverageCell(node, operations: operations.count) else { return nil }
      // The three counters of a property follow each other.
      let before = self.cells.last?.kind
      guard cell.kind != .null || before == .value, cell.kind != .absent || before == .null
      else { return nil }
      self.cells.append(cell)
    }
    for node in operations.elements {
      guard let operation = OperationCoverage(node, cells: self.cells.count) else { return nil }
      self.operations.append(operation)
    }
  }
}

extension OperationCoverage {
  fileprivate init?(_ node: JSONNode, cells: Int) {
    guard let name = node["operation"]?.string, let exchanges = CoverageCounts(node["exchanges"]),
      let broken = CoverageCounts(node["withErrors"]),
      let goals = [Int](positions: node["goals"], below: cells)
    else { return nil }
    self.init(
      name: name, place: ContractPlace(node), exchanges: exchanges, broken: broken, goals: goals)
  }
}

extension CoverageCell {
  fileprivate init?(_ node: JSONNode, operations count: Int) {
    guard let kind = node["kind"]?.string.flatMap(Kind.init), let name = node["name"]?.string,
      let pointer = node["pointer"]?.string, let isGoal = node["goal"]?.bool,
      let counts = CoverageCounts(node["counts"]),
      let operations = [Int](positions: node["operations"], below: count)
    else { return nil }
    var operation: Int?
    if let own = node["operation"] {
      guard let position = own.int, 0..<count ~= position else { return nil }
      operation = position
    }
    self.init(
      kind: kind, operation: operation, name: name, pointer: pointer, place: ContractPlace(node),
      isGoal: isGoal, counts: counts, operations: Set(operations))
  }
}

extension CoverageCounts {
  fileprivate init?(_ node: JSONNode?) {
    self.init()
    for source in CoverageSource.allCases {
      // Files of earlier versions have no stubs.
      if source == .stubs, node?[source.rawValue] == nil { continue }
      guard let count = node?[source.rawValue]?.int, count >= 0 else { return nil }
      self[source] = count
    }
  }
}

extension [Int] {
  fileprivate init?(positions node: JSONNode?, below limit: Int) {
    guard let node, node.kind == .array else { return nil }
    self = []
    for element in node.elements {
      guard let position = element.int, 0..<limit ~= position else { return nil }
      append(position)
    }
  }
}

extension ContractPlace {
  fileprivate init?(_ node: JSONNode) {
    guard let file = node["file"]?.string, let line = node["line"]?.int, line > 0,
      let column = node["column"]?.int, column > 0
    else { return nil }
    self.init(file: file, position: TextPosition(line: line, column: column))
  }
}
