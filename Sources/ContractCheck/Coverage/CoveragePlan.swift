@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The counters of one contract: first those of its schemas, then those of its operations. The plan
/// is created only for runs with coverage.
package final class CoveragePlan: Sendable {
  /// A counter of an operation.
  struct Cell: Sendable {
    let kind: CoverageCell.Kind
    let operation: Int
    let name: String
    let node: JSONNode
    var isGoal: Bool { kind == .status }
  }

  struct OperationCells: Sendable {
    /// Counters by the position of the response.
    var statuses: [Int32] = []
    /// Counters by the positions of the response and the media type.
    var responseTypes: [[Int32]] = []
    var requestTypes: [Int32] = []
    /// Counters by the position of the parameter. The next counter counts requests without the
    /// parameter.
    var parameters: [Int32] = []
    /// Counters by the positions of the response and the header. The next counter counts responses
    /// without the header.
    var headers: [[Int32]] = []
    /// The places of the operation's schemas.
    var places: [Int32] = []
  }

  let contract: Contract
  let schemas: CountingPlan
  let operations: [OperationCells]
  /// The counters of schemas that are part of the percentage.
  let goals: Set<Int>
  /// The counters after those of the schemas.
  let cells: [Cell]
  /// The places of bodies and parameters, by their node in the contract's plan.
  private let places: [Int32: Int32]

  var count: Int { schemas.cells.count + cells.count }

  /// - Throws: ``ContractError`` if a schema refers to itself for the same value without end.
  init(_ contract: Contract) throws(ContractError) {
    self.contract = contract
    let builder = CountingPlanBuilder(contract.registry)
    var documents: [ObjectIdentifier: Int] = [:]
    for (number, document) in contract.registry.contents.enumerated() {
      documents[document.document.identity] = number
    }
    var places: [Int32: Int32] = [:]
    func place(_ schema: JSONNode?, _ root: Int32?, isResponse: Bool) -> Int32 {
      guard let schema, let root else { return -1 }
      let number = documents[schema.document.identity] ?? 0
      let place = builder.place(of: schema, in: number, isResponse: isResponse)
      places[root] = place
      return place
    }
    var reached: [[Int32]] = []
    for operation in contract.operations {
      var own: [Int32] = []
      for parameter in operation.parameters {
        own.append(place(parameter.schema, parameter.root, isResponse: false))
      }
      for entry in operation.request?.entries ?? [] {
        own.append(place(entry.schema, entry.root, isResponse: false))
      }
      for response in operation.responses {
        for entry in response.content.entries {
          own.append(place(entry.schema, entry.root, isResponse: true))
        }
        for header in response.headers {
          own.append(place(header.schema, header.root, isResponse: true))
        }
        for part in response.others.values {
          for entry in part.content.entries {
            _ = place(entry.schema, entry.root, isResponse: true)
          }
          for header in part.headers { _ = place(header.schema, header.root, isResponse: true) }
        }
      }
      reached.append(own)
    }
    // Bodies may be checked against schemas that are given by name.
    var named: [Int32] = []
    for name in contract.schemaNames {
      guard let component = contract.components[name] else { continue }
      named.append(place(component.schema, component.request, isResponse: false))
      named.append(place(component.schema, component.response, isResponse: true))
    }
    self.places = places
    do {
      schemas = try builder.plan()
    } catch {
      throw ContractError(error, contract: contract.name)
    }
    // Traffic cannot reach schemas that no operation uses.
    goals = Set(schemas.goals(from: contract.operations.isEmpty ? named : reached.flatMap { $0 }))
    let first = schemas.cells.count
    var cells: [Cell] = []
    operations = zip(contract.operations, reached).map { operation, places in
      func cell(_ kind: CoverageCell.Kind, _ name: String, _ node: JSONNode) -> Int32 {
        cells.append(Cell(kind: kind, operation: operation.position, name: name, node: node))
        return Int32(first + cells.count - 1)
      }
      func parameter(_ parameter: Operation.Parameter, _ kind: String) -> Int32 {
        let name = "\(kind) `\(parameter.name)`"
        let present = cell(.present, name, parameter.node)
        _ = cell(.missing, name, parameter.node)
        return present
      }
      var own = OperationCells()
      own.places = places
      for response in operation.responses {
        own.statuses.append(cell(.status, response.status, response.node.propertyName))
      }
      for entry in operation.request?.entries ?? [] {
        own.requestTypes.append(cell(.mediaType, entry.mediaType.key, entry.node.propertyName))
      }
      for response in operation.responses {
        own.responseTypes.append(
          response.content.entries.map {
            cell(.mediaType, $0.mediaType.key, $0.node.propertyName)
          })
        own.headers.append(response.headers.map { parameter($0, "header") })
      }
      own.parameters = operation.parameters.map {
        parameter($0, "\($0.location.rawValue) parameter")
      }
      return own
    }
    self.cells = cells
  }

  /// The place of values that are checked against a node of the contract's plan. -1 means that
  /// there is no place.
  func place(ofRoot root: Int32?) -> Int32 { root.flatMap { places[$0] } ?? -1 }

  /// All counters of an operation, and the counters of the percentage that its exchanges can reach.
  func cells(ofOperation position: Int) -> [Int] {
    let first = schemas.cells.count
    return goals(ofOperation: position)
      + cells.indices.filter { cells[$0].operation == position }.map { first + $0 }
  }

  /// The counters of the percentage that exchanges of an operation can reach.
  func goals(ofOperation position: Int) -> [Int] {
    let own = operations[position]
    return schemas.goals(from: own.places)
      + own.statuses.map { Int($0) }
  }
}

extension JSONNode {
  /// The name of the property with this value. The name is directly before the value on the tape.
  var propertyName: JSONNode { document.node(at: tapeIndex - 1) }
}
