@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A schema that may describe a body without its exchange.
final class AssumedSchema {
  let target: BodyTarget
  let listed: ListedProperties
  let names: Set<[UInt8]>
  let operation: Operation?
  /// The operation's name in counts.
  let counted: OperationCount.Name?
  /// The assumption that selects this schema by name. Nil if no name selects the schema.
  let assumption: Checker.Assumption?
  let name: String
  /// If these words are in a file's name, the file may contain this schema.
  let words: Set<String>

  init(
    _ target: BodyTarget, _ listed: ListedProperties, _ name: String,
    _ assumption: Checker.Assumption?, of operation: Operation?, in contract: String
  ) {
    self.target = target
    self.name = name
    self.assumption = assumption
    self.operation = operation
    counted = operation.map { OperationCount.Name(contract: contract, operation: $0.name) }
    self.listed = listed
    names = Set(listed.names.map { NamePattern.fold($0) })
    words = Set(operation?.ownWords ?? NameHint.words(of: assumption?.schema ?? ""))
  }

  /// Whether the operation's name alone selects this schema, without a status.
  var isOfSuccess: Bool { assumption.map { $0.status == nil } ?? false }

  /// Where to look for schemas.
  enum Scope: Hashable {
    /// The responses with this status. If the status is nil, all responses and all component
    /// schemas.
    case all(status: Int?)
    /// The responses that the contract documents for this status. The response `default` is not
    /// included.
    case documented(status: Int)
    /// The schemas of one operation. If there is a status, only the schemas for this status.
    case operation(contract: Int, position: Int, status: Int?)

    fileprivate var status: Int? {
      switch self {
      case .all(let status), .operation(_, _, let status): status
      case .documented(let status): status
      }
    }

    fileprivate func includes(_ operation: Operation, _ contract: Int) -> Bool {
      guard case .operation(let number, let position, _) = self else { return true }
      return number == contract && position == operation.position
    }

    fileprivate func includes(_ response: Operation.Response) -> Bool {
      guard case .documented = self else { return true }
      return response.status != "default"
    }
  }

  /// All schemas in the order of the contracts: operations before components.
  static func all(of checker: Checker, in scope: Scope) -> [AssumedSchema] {
    var schemas: [AssumedSchema] = []
    for (number, contract) in checker.contracts.enumerated() {
      for operation in contract.operations where scope.includes(operation, number) {
        schemas +=
          checker.assumption.isRequest
          ? requests(of: operation, contract, number)
          : responses(of: operation, contract, number, scope)
      }
      guard scope == .all(status: nil) else { continue }
      schemas += components(of: contract, number, isRequest: checker.assumption.isRequest)
    }
    return schemas
  }

  private static func requests(
    of operation: Operation, _ contract: Contract, _ number: Int
  ) -> [AssumedSchema] {
    guard let content = operation.request else { return [] }
    let assumption = Checker.Assumption(operation: operation.name, isRequest: true)
    return content.entries.compactMap { entry in
      guard let root = entry.root else { return nil }
      return AssumedSchema(
        BodyTarget(contract: number, root: root, settings: content.settings, pagination: nil),
        entry.listed, "the request of `\(operation.name)`\(content.words(of: entry))", assumption,
        of: operation, in: contract.name)
    }
  }

  private static func responses(
    of operation: Operation, _ contract: Contract, _ number: Int, _ scope: Scope
  ) -> [AssumedSchema] {
    let documented =
      scope.status.map { operation.response(for: $0).map { [$0] } ?? [] } ?? operation.responses
    var schemas: [AssumedSchema] = []
    for response in documented where scope.includes(response) {
      let isSuccess = response.status == operation.success?.status
      let assumption = Checker.Assumption(
        operation: operation.name,
        status: isSuccess ? nil : scope.status ?? response.leastStatus)
      for entry in response.content.entries
      where entry.mediaType.isJSON || entry.mediaType.isOpen {
        guard let root = entry.root else { continue }
        let target = BodyTarget(
          contract: number, root: root, settings: response.content.settings,
          pagination: response.status.hasPrefix("2") ? entry.pagination : nil)
        schemas.append(
          AssumedSchema(
            target, entry.listed,
            "`\(operation.name)` \(response.status)\(response.content.words(of: entry))",
            response.status == "default" ? nil : assumption, of: operation, in: contract.name))
      }
    }
    return schemas
  }

  private static func components(
    of contract: Contract, _ number: Int, isRequest: Bool
  ) -> [AssumedSchema] {
    contract.schemaNames.compactMap { name in
      guard let component = contract.components[name] else { return nil }
      return AssumedSchema(
        BodyTarget(
          contract: number, root: isRequest ? component.request : component.response,
          settings: component.settings, pagination: nil),
        component.listed, "the schema `\(name)`",
        Checker.Assumption(isRequest: isRequest, schema: name), of: nil, in: contract.name)
    }
  }
}

extension Operation {
  /// The words of the operation's path and operationId, without the method.
  @_spi(Engine) public var ownWords: [String] {
    NameHint.words(of: path.description) + NameHint.words(of: id ?? "")
  }

  /// The first part of a file's name, if the file contains a body of the operation. This part is
  /// made from the operationId. If there is no operationId, it is made from the method and the
  /// path.
  @_spi(Engine) public var fileName: String {
    let words = (id ?? name).split { !$0.isASCII || !$0.isLetter && !$0.isNumber && $0 != "_" }
    return String(words.joined(separator: "-").prefix(200))
  }

  /// The file names that mean this operation. One consists of the method and the path. Another one
  /// is the operationId, if it shares a word with the path. Otherwise it may be only a verb.
  fileprivate var spellings: [[String]] {
    hasOwnID ? [NameHint.words(of: id ?? ""), spelledPath] : [spelledPath]
  }

  /// The words of the method and the path.
  fileprivate var spelledPath: [String] {
    [ASCIIByte.lowercased(method)] + NameHint.words(of: path.description)
  }

  /// Whether the operationId shares a word with the path.
  fileprivate var hasOwnID: Bool {
    let path = NameHint.words(of: path.description)
    return NameHint.words(of: id ?? "").contains { path.contains($0) }
  }
}

/// Finds operations by the names of files.
struct SpelledOperations {
  private struct Place: Hashable {
    let contract: Int
    let position: Int
  }

  /// Several operations of one contract may have the same spelling.
  private var places: [[String]: Set<Place>] = [:]
  /// The operations by their ``Operation/fileName``. The operations of the first contract have
  /// priority.
  private var exact: [String: Set<Place>] = [:]
  /// The operations by the operationId as it is written. An operationId that is only a verb is not
  /// included.
  private var owners: [String: Set<Place>] = [:]
  /// The operations by the words of their method and path.
  private var paths: [[String]: Set<Place>] = [:]
  private let checker: Checker

  init(_ checker: Checker) {
    self.checker = checker
    for (number, contract) in checker.contracts.enumerated() {
      for operation in contract.operations {
        let place = Place(contract: number, position: operation.position)
        Self.add(place, to: &exact[operation.fileName, default: []])
        if let id = operation.id, operation.hasOwnID || NameHint.words(of: id).count > 1 {
          Self.add(place, to: &owners[id, default: []])
        }
        Self.add(place, to: &paths[operation.spelledPath, default: []])
        for spelling in operation.spellings {
          Self.add(place, to: &places[spelling, default: []])
        }
      }
    }
  }

  private static func add(_ place: Place, to places: inout Set<Place>) {
    // The first contract has priority.
    if places.allSatisfy({ $0.contract == place.contract }) { places.insert(place) }
  }

  /// The schemas of a file's name that has the name of an operation and a documented status. This
  /// name counts more than words, because words may mean several operations.
  func exactScope(_ hint: NameHint, status: Int?) -> AssumedSchema.Scope? {
    guard let place = exactPlace(hint), let exact = hint.exact else { return nil }
    let operation = checker.contracts[place.contract].operations[place.position]
    let status = status ?? exact.status
    guard operation.response(for: status) != nil else { return nil }
    return .operation(contract: place.contract, position: place.position, status: status)
  }

  /// The operation and the status of such a name, even if the status is not documented.
  func exactOperation(_ hint: NameHint) -> (operation: Operation, status: Int)? {
    guard let place = exactPlace(hint), let exact = hint.exact else { return nil }
    return (checker.contracts[place.contract].operations[place.position], exact.status)
  }

  private func exactPlace(_ hint: NameHint) -> Place? {
    guard !checker.assumption.isRequest, let exact = hint.exact,
      let found = self.exact[exact.name], found.count == 1
    else { return nil }
    return found.first
  }

  /// Where to look for the schemas of the operation that a file name means. Nil if the name means
  /// no operation or several operations, or if the operation does not document the status.
  func scope(_ hint: NameHint, status: Int?) -> AssumedSchema.Scope? {
    guard !hint.spelling.isEmpty else { return nil }
    let spelled = hint.spellings(isRequest: checker.assumption.isRequest)
      .reduce(into: Set<Place>()) { $0.formUnion(places[$1] ?? []) }
    // `getUser` may also mean `GET /users`. The operationId as it is written has priority.
    guard spelled.count > 1 else { return scope(of: spelled, status: status) }
    return scope(of: spelled.intersection(owner(of: hint) ?? []), status: status)
  }

  /// The operations whose operationId is at the beginning of a file's name. The longest operationId
  /// counts.
  private func owner(of hint: NameHint) -> Set<Place>? {
    let ids = owners.keys.filter {
      guard hint.name.hasPrefix($0) else { return false }
      let next = hint.name.dropFirst($0.count).first
      return next.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    return ids.max { $0.count < $1.count }.flatMap { owners[$0] }
  }

  /// Where to look for the schemas of a body without properties. The file's name begins with the
  /// name of an operation, and may continue with other words, such as `listUsers-empty`.
  func scope(beginning hint: NameHint, status: Int?) -> AssumedSchema.Scope? {
    guard checker.assumption.isRequest || !hint.spelling.contains("request") else { return nil }
    if let owner = owner(of: hint) { return scope(of: owner, status: status) }
    // The method is in capitals. The longest path counts.
    guard let method = hint.spelling.first, hint.name.hasPrefix(method.uppercased()) else {
      return nil
    }
    for length in hint.spelling.indices.dropFirst().reversed() {
      let start = hint.spelling[...length]
      guard let places = paths[Array(start)] else { continue }
      // The next words may mean a longer path.
      let rest = hint.spelling[(length + 1)...]
      let longer = paths.keys.filter { $0.count > start.count && $0.starts(with: start) }
      let isNumber = rest.first?.utf8.allSatisfy(ASCIIByte.isDigit) ?? false
      let mayBeLonger = longer.contains { $0.dropFirst(start.count).contains(where: rest.contains) }
      return mayBeLonger || isNumber && !longer.isEmpty ? nil : scope(of: places, status: status)
    }
    return nil
  }

  private func scope(of places: Set<Place>, status: Int?) -> AssumedSchema.Scope? {
    guard places.count == 1, let place = places.first else { return nil }
    if let status {
      let operation = checker.contracts[place.contract].operations[place.position]
      guard let response = operation.response(for: status), response.status != "default" else {
        return nil
      }
    }
    return .operation(contract: place.contract, position: place.position, status: status)
  }
}

extension Operation.Content {
  /// The media type of an entry, if another entry has the same media type with other parameters.
  fileprivate func words(of entry: Entry) -> String {
    let type = entry.mediaType
    let isAlone = entries.filter { $0.mediaType.essence == type.essence }.count < 2
    return isAlone ? "" : " as `\(type.shownKey)`"
  }
}
