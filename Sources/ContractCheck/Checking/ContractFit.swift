@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// How well a capture fits a contract. This fit is used to guess the contract of a capture.
package struct ContractFit: Hashable, Sendable {
  /// The number of exchanges with a method and a path of the contract.
  package private(set) var routed = 0
  /// The number of bare bodies that fit a schema. A schema fits if it accepts the body and lists
  /// most of its properties. It also fits if it shares most properties with the body.
  package private(set) var alike = 0
  /// The number of exchanges and bodies for which several contracts fit equally well, or no
  /// contract fits.
  package private(set) var skipped = 0
  /// The number of all exchanges and bodies.
  package private(set) var exchanges = 0
  /// The number of findings in exchanges and bodies that fit.
  package private(set) var findings = 0
  /// The number of parts that cannot be read.
  package private(set) var problems = 0
  /// The number of exchanges that certainly belong to this API. For such an exchange, only this
  /// contract documents the host. Or the contract has the path, and the body clearly conforms.
  package private(set) var certain = 0
  /// The number of bare bodies that clearly conform. Such a body has no error and has several
  /// properties that the schema lists.
  package private(set) var conforming = 0
  /// The number of bare bodies with errors that share most of their properties with a schema.
  package private(set) var broken = 0
  /// Whether a run with this contract checks an exchange or a body of the capture.
  package private(set) var isChecked = false
  /// Whether the capture is one body without an exchange.
  package private(set) var isBareBody = false
  /// The assumption about the capture, if it is one body without an exchange.
  package private(set) var assumed: Checker.Assumption?

  /// If a body shares this part of its properties with a schema, the body counts as an instance of
  /// the schema.
  static let leastLikeness = 0.5

  /// Compares a capture with a contract.
  ///
  /// - Complexity: O(*n*) in the size of the capture.
  package init(
    _ bytes: [UInt8], name: String, contract: Contract, decompressor: Decompressor? = nil
  ) {
    guard var checker = try? Checker(contracts: [contract]) else { return }
    checker.explainsMatches = true
    let isNamed = SpelledOperations(checker).exactScope(NameHint(name), status: nil) != nil
    checker.check(bytes, name: name, decompressor: decompressor) { exchange, result in
      count(exchange, result, contract, isNamed: isNamed)
    } problem: { problem in
      // The files that a capture names are not read here.
      if case .bodyFile = problem.kind { return }
      if !problem.isRemark { problems += 1 }
    }
  }

  /// The number of exchanges and bodies that fit.
  package var matched: Int { routed + alike }

  /// Whether at least half of the exchanges and bodies that count fit the contract.
  package var isMeant: Bool { matched > 0 && matched * 2 >= exchanges - skipped }

  private mutating func count(
    _ exchange: Exchange, _ result: Checker.Result, _ contract: Contract, isNamed: Bool
  ) {
    exchanges += 1
    isChecked = isChecked || result.outcome == .checked
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
      guard Double(shared) >= Self.leastLikeness * Double(all) else {
        // The file has the name of an operation with a documented status.
        if isNamed, isBareBody { alike += 1 }
        return
      }
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

  /// Whether a body has no errors and has enough properties that the contract lists at their
  /// places. If any schema accepts the body, this is false.
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
  /// Whether the schema lists so many of the names that it is clearly the right schema.
  var areClear: Bool {
    listed.count >= Self.leastListed
      && Double(listed.count) >= Self.leastShare * Double(listed.count + others.count)
  }

  private static let leastListed = 4
  private static let leastShare = 0.75
}

extension Contract {
  /// The operations that document this status and accept this body. The body must have no error and
  /// at least one property that the schema lists. If no operation accepts the body, the result has
  /// the operations with a clearly similar schema for this status.
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

  /// Whether the exchange names a host that the contract documents. A host of this machine does not
  /// count, because it may serve any API.
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
