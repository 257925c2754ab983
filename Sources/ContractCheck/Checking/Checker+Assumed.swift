@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Bodies that come without their exchange.
extension Checker {
  func checkAssumed(_ exchange: Exchange, _ run: inout CheckRun) -> Result {
    if let name = assumption.schema { return checkSchema(name, exchange, &run) }
    if let name = assumption.operation {
      guard
        let (contract, operation) = contracts.lazy.compactMap({ contract in
          contract.operation(named: name).map { (contract, $0) }
        }).first
      else { return run.result(.unmatched) }
      run.contract = contract
      run.explain(.named, operation)
      return checkOperation(contract, operation, exchange, &run)
    }
    return checkNearest(exchange, &run)
  }

  private func reference(_ exchange: Exchange, _ operation: Operation?) -> ExchangeReference {
    ExchangeReference(
      index: exchange.index, method: exchange.method ?? operation?.method,
      url: exchange.url.map(URLRedaction.redact), status: exchange.status,
      operation: operation?.name, part: assumption.isRequest ? .request : .response,
      unit: exchange.unit, id: exchange.id)
  }

  private func checkOperation(
    _ contract: Contract, _ operation: Operation, _ exchange: Exchange, _ run: inout CheckRun
  ) -> Result {
    run.contract = contract
    run.reference = reference(exchange, operation)
    let message =
      exchange.isBare
      ? exchange.response : assumption.isRequest ? exchange.request : exchange.response
    if assumption.isRequest {
      run.explain(.request, message)
      guard let content = operation.request, !content.entries.isEmpty else {
        run.explain(.notChecked(.undocumentedRequest))
        return run.result(.skipped("no-schema"))
      }
      return run.result(
        checkMessage(message, content, operation, status: nil, query: nil, exchange, &run))
    }
    let status = assumption.status ?? exchange.status
    run.reference?.status = status ?? operation.success.flatMap { Int($0.status) }
    return run.result(
      checkResponse(
        operation, message, status: status, exchange.url.map { URLParts($0) }, exchange, &run))
  }

  private func checkSchema(
    _ name: String, _ exchange: Exchange, _ run: inout CheckRun
  ) -> Result {
    guard let contract = contracts.first(where: { $0.components[name] != nil }),
      let component = contract.components[name]
    else { return run.result(.unmatched) }
    run.contract = contract
    run.reference = reference(exchange, nil)
    run.explain(.namedSchema(name))
    let message =
      exchange.isBare || !assumption.isRequest ? exchange.response : exchange.request
    run.explain(assumption.isRequest ? .request : .response, message)
    guard let body = message.body else {
      return run.result(run.skip(message.absence ?? .noBody))
    }
    run.explain(.checked)
    run.check(
      body, root: assumption.isRequest ? component.request : component.response,
      settings: component.settings, pagination: nil, query: nil)
    return run.result(.checked)
  }

  // MARK: The nearest match

  struct Candidate {
    let contract: Contract
    /// The contract's place among the checker's.
    let number: Int
    let root: Int32
    let listed: ListedMembers
    let settings: RuleSettings
    let pagination: PaginationPlace?
    let operation: Operation?
    /// What says the same of a body by name; nil where no name does.
    let assumption: Assumption?
    let name: String
    /// Members that the body and the schema have in common, and those that either has.
    var shared = 0
    var all = 0
  }

  /// A candidate with the names of its members, folded.
  struct FoldedCandidate {
    let candidate: Candidate
    let names: Set<[UInt8]>

    /// How much a body with these members is like it, with the share of members on both sides that
    /// the other side has too; nil where that is too little.
    func likeness(to keys: Set<[UInt8]>) -> (score: Double, shared: Int, all: Int)? {
      let shared = keys.intersection(names).count
      guard shared > 0 else { return nil }
      let all = keys.count + names.count - shared
      let score = Double(shared) / Double(all)
      return score >= Checker.leastLikeness ? (score, shared, all) : nil
    }
  }

  /// Judges a body that tells no operation by the schema it comes nearest to: the one that lists
  /// most of its members, and of these the one with the fewest failures.
  func checkNearest(_ exchange: Exchange, _ run: inout CheckRun) -> Result {
    run.explain(assumption.isRequest ? .request : .response, exchange.response)
    guard let body = exchange.response.body else {
      return run.result(run.skip(exchange.response.absence ?? .noBody))
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(body.bytes)
    } catch {
      run.contract = contracts.first
      run.reference = reference(exchange, nil)
      run.checkSyntax(body, contracts.first?.settings ?? .standard)
      run.explain(.parsed)
      return run.result(.checked)
    }
    guard let best = nearest(to: document, status: exchange.status) else {
      run.explain(.noLikeness)
      run.explanation?.parts = []
      run.notes.append(
        "\(run.source.name): the body resembles no schema of the contract; name its operation "
          + "with --operation or its schema with --schema")
      return run.result(.unmatched)
    }
    run.contract = best.contract
    run.assumed = best.assumption
    run.reference = reference(exchange, best.operation)
    run.notes.append(Self.assumed(best.name, of: run.source.name))
    run.explain(.nearest(best.name, shared: best.shared, of: best.all), best.operation)
    run.explain(.checked)
    run.check(
      body, root: best.root, settings: best.settings, pagination: best.pagination,
      query: nil)
    return run.result(.checked)
  }

  /// What is said of a body for which a schema is assumed.
  static func assumed(_ name: String, of input: String) -> String {
    "\(input): assumed \(name), the nearest match"
  }

  /// The share of common members below which a body resembles no schema.
  private static let leastLikeness = 0.3

  private func nearest(to document: JSONDocument, status: Int?) -> Candidate? {
    let root = document.root
    let isArray = root.kind == .array
    guard let object = isArray ? root.elements.first(where: { $0.kind == .object }) : root,
      object.kind == .object
    else { return nil }
    let keys = Set(object.members.map { KeyPolicy.fold($0.name) })
    var best: (candidate: Candidate, score: Double, failures: Int)?
    for folded in foldedCandidates(status) where folded.candidate.listed.isArray == isArray {
      guard let (score, shared, all) = folded.likeness(to: keys) else { continue }
      let candidate = folded.candidate
      if let current = best, score < current.score { continue }
      let failures = candidate.contract.schema.failures(in: document, root: candidate.root).count
      if let current = best, score == current.score, failures >= current.failures { continue }
      best = (candidate, score, failures)
      best?.candidate.shared = shared
      best?.candidate.all = all
    }
    return best?.candidate
  }

  /// The candidates with the names of their members.
  func foldedCandidates(_ status: Int?) -> [FoldedCandidate] {
    candidates(status).map {
      FoldedCandidate(candidate: $0, names: Set($0.listed.names.map { KeyPolicy.fold($0) }))
    }
  }

  /// The schemas that a body may be an instance of: those of responses with its status, or of all
  /// responses and components where the status is not known.
  private func candidates(_ status: Int?) -> [Candidate] {
    var candidates: [Candidate] = []
    for (number, contract) in contracts.enumerated() {
      for operation in contract.operations {
        if assumption.isRequest {
          for entry in operation.request?.entries ?? [] {
            guard let root = entry.root, let settings = operation.request?.settings else {
              continue
            }
            candidates.append(
              Candidate(
                contract: contract, number: number, root: root, listed: entry.listed,
                settings: settings,
                pagination: nil, operation: operation,
                assumption: Assumption(operation: operation.name, isRequest: true),
                name: "the request of `\(operation.name)`"))
          }
          continue
        }
        let responses =
          status.map { operation.response(for: $0).map { [$0] } ?? [] } ?? operation.responses
        for response in responses {
          for entry in response.content.entries
          where entry.mediaType.isJSON || entry.mediaType.isOpen {
            guard let root = entry.root else { continue }
            candidates.append(
              Candidate(
                contract: contract, number: number, root: root, listed: entry.listed,
                settings: response.content.settings,
                pagination: response.status.hasPrefix("2") ? entry.pagination : nil,
                operation: operation,
                assumption: response.status == "default"
                  ? nil
                  : Assumption(
                    operation: operation.name,
                    status: response.status == operation.success?.status
                      ? nil : response.leastStatus),
                name: "`\(operation.name)` \(response.status)"))
          }
        }
      }
      for name in status == nil ? contract.schemaNames : [] {
        guard let component = contract.components[name] else { continue }
        candidates.append(
          Candidate(
            contract: contract, number: number,
            root: assumption.isRequest ? component.request : component.response,
            listed: component.listed, settings: component.settings, pagination: nil,
            operation: nil,
            assumption: Assumption(isRequest: assumption.isRequest, schema: name),
            name: "the schema `\(name)`"))
      }
    }
    return candidates
  }
}
