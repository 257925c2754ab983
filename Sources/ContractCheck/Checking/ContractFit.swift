@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// How well a capture fits a contract; used to guess which contract is meant.
package struct ContractFit: Hashable, Sendable {
  /// Exchanges whose method and path the contract has.
  package private(set) var routed = 0
  /// Bare bodies most of whose members one of its schemas lists and accepts, or shares with them.
  package private(set) var alike = 0
  /// Exchanges and bodies that say nothing either way.
  package private(set) var skipped = 0
  /// The number of all exchanges and bodies.
  package private(set) var exchanges = 0
  /// Findings in what fits.
  package private(set) var findings = 0
  /// The number of parts that cannot be read.
  package private(set) var problems = 0
  /// Exchanges that are certainly of this API: with a host that only the contract documents, or
  /// with a path of the contract and a body that clearly conforms.
  package private(set) var certain = 0
  /// Bare bodies that clearly conform: without an error, and with several members that the schema
  /// lists.
  package private(set) var conforming = 0
  /// Bare bodies that share most of their members with one of its schemas, and have errors.
  package private(set) var broken = 0
  /// Whether the capture is one body without an exchange.
  package private(set) var isBareBody = false
  /// What the capture is assumed to be, where it is one body without an exchange.
  package private(set) var assumed: Checker.Assumption?

  /// The share of common members from which a body counts as an instance of a schema.
  static let leastLikeness = 0.5

  /// Compares a capture with a contract.
  ///
  /// - Complexity: O(*n*) in the size of the capture.
  package init(
    _ bytes: [UInt8], name: String, contract: Contract, decompressor: Decompressor? = nil
  ) {
    guard var checker = try? Checker(contracts: [contract]) else { return }
    checker.explainsMatches = true
    checker.check(bytes, name: name, decompressor: decompressor) { exchange, result in
      count(exchange, result, contract)
    } problem: { problem in
      // Files that a capture names are not looked for.
      if case .bodyFile = problem.kind { return }
      if !problem.isRemark { problems += 1 }
    }
  }

  /// The number of exchanges and bodies that fit.
  package var matched: Int { routed + alike }

  /// Whether at least half of what says something fits the contract.
  package var isMeant: Bool { matched > 0 && matched * 2 >= exchanges - skipped }

  private mutating func count(
    _ exchange: Exchange, _ result: Checker.Result, _ contract: Contract
  ) {
    exchanges += 1
    isBareBody = exchanges == 1 && exchange.isBare
    assumed = exchanges == 1 ? result.assumed : nil
    let isRight = !result.findings.contains { $0.severity == .error }
    switch (result.outcome, result.explanation?.route) {
    case (_, .matched?):
      routed += 1
      findings += result.findings.count
      if contract.isOnlyServer(of: exchange)
        || isRight && clearlyConforms(exchange, result, contract)
      {
        certain += 1
      }
    case (.checked, .nearest(let shared, let all)?), (.checked, .accepted(let shared, let all)?):
      guard Double(shared) >= Self.leastLikeness * Double(all) else { return }
      alike += 1
      findings += result.findings.count
      if !isRight {
        broken += 1
      } else if clearlyConforms(exchange, result, contract) {
        conforming += 1
      }
    case (.skipped, _): skipped += 1
    case (.checked, _), (.unmatched, _), (.unreadable, _): break
    }
  }

  /// Whether a body without errors has enough members that the contract lists where they stand. A
  /// body that any schema accepts has none.
  private func clearlyConforms(
    _ exchange: Exchange, _ result: Checker.Result, _ contract: Contract
  ) -> Bool {
    var assumption = result.assumed
    if assumption == nil, let reference = result.exchange?.reference {
      assumption = Checker.Assumption(operation: reference.operation, status: exchange.status)
    }
    guard let assumption, let body = exchange.response.body,
      let names = contract.listedNames(in: body.bytes, as: assumption)
    else { return false }
    return names.areClear
  }
}

extension ListedNames {
  /// Whether a schema lists so many names, and so large a share of them, that it is clearly meant.
  var areClear: Bool {
    listed.count >= Self.leastListed
      && Double(listed.count) >= Self.leastShare * Double(listed.count + others.count)
  }

  private static let leastListed = 4
  private static let leastShare = 0.75
}

extension Contract {
  /// The operations that document this status and a body that conforms to it without an error; it
  /// has at least one member that the schema lists. If there are none, those whose body for this
  /// status is clearly like it.
  @_spi(Engine) public func operations(
    answering status: Int, with bytes: [UInt8]
  ) -> [Operation] {
    let documenting = operations.filter { operation in
      operation.response(for: status).map { $0.status != "default" } ?? false
    }
    let right = documenting.filter { operation in
      let assumption = Checker.Assumption(operation: operation.name, status: status)
      guard let names = listedNames(in: bytes, as: assumption), !names.listed.isEmpty,
        let found = try? check(bytes, operation: operation.name, status: status)
      else { return false }
      return !found.contains { $0.severity == .error }
    }
    if !right.isEmpty { return right }
    guard let document = try? JSONDocument(bytes) else { return [] }
    return document.withCursor { cursor in
      documenting.filter { operation in
        guard let checker = try? Checker(contracts: [self]) else { return false }
        var near = NearestSchemas(checker)
        let scope = AssumedSchema.Scope.operation(
          contract: 0, position: operation.position, status: status)
        return near.schemas(like: cursor, 0, in: scope).nearest.contains(where: \.isClear)
      }
    }
  }

  fileprivate func listedNames(
    in bytes: [UInt8], as assumption: Checker.Assumption
  ) -> ListedNames? {
    var root = assumption.schema.flatMap { components[$0]?.response }
    if let operation = assumption.operation.flatMap({ self.operation(named: $0) }) {
      let response = assumption.status.map { operation.response(for: $0) } ?? operation.success
      root = response.flatMap {
        $0.content.entries.isEmpty ? nil : $0.content.entries[$0.content.likeliestPosition].root
      }
    }
    guard let root, let document = try? JSONDocument(bytes) else { return nil }
    return schema.listedNames(in: document, root: root)
  }

  /// Whether the exchange names a host that the contract documents. Anyone's API may be served by
  /// this machine.
  fileprivate func isOnlyServer(of exchange: Exchange) -> Bool {
    guard documentsServers, let url = exchange.url.map({ URLParts($0) }), let host = url.host else {
      return false
    }
    let isOwnMachine =
      host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "::1"
      || host == "0.0.0.0"
    return !isOwnMachine && serves(url)
  }
}
