@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Bodies that come without their exchange.
extension ContractValidator {
  /// Checks a body as one of an operation that the caller named.
  func checkOperation<Sink: ExchangeSink>(
    _ told: ToldTarget, _ exchange: Exchange, _ sink: inout Sink
  ) -> Checker.Outcome? {
    let isOfRequest = told.isRequest && !exchange.isBare
    let message = isOfRequest ? exchange.request : exchange.response
    let given = told.status ?? exchange.status
    let route = told.route(Self.status(given, message, success: told.success), message.type)
    sink.note { run in
      run.contract = checker.contracts[told.contract]
      run.explain(.named, told.operation)
      run.reference = reference(exchange, told.operation)
    }
    guard told.isRequest else {
      sink.note { run in
        run.reference?.status = given ?? told.operation.success.flatMap { Int($0.status) }
      }
      let query = exchange.address?.withBytes { Array(URLBytes($0).query) } ?? []
      return query.withUnsafeBufferPointer {
        checkResponse(exchange, message, route, isTold: given != nil, $0, &sink)
      }
    }
    sink.note { $0.explain(.request, message) }
    guard let choice = route.request else {
      sink.note { $0.explain(.notChecked(.undocumentedRequest)) }
      return .skipped("no-schema")
    }
    return checkMessage(exchange, .request, message, choice, RequestedPage(), &sink)
  }

  /// Checks a body as an instance of a component schema that the caller named.
  func checkSchema<Sink: ExchangeSink>(
    _ told: ToldTarget, _ exchange: Exchange, _ sink: inout Sink
  ) -> Checker.Outcome? {
    guard let schema = told.schema else { return .unmatched }
    let message = exchange.isBare || !told.isRequest ? exchange.response : exchange.request
    sink.note { run in
      run.contract = checker.contracts[told.contract]
      run.reference = reference(exchange, nil)
      run.explain(.namedSchema(told.name))
      run.explain(told.isRequest ? .request : .response, message)
    }
    if let absence = message.absence { return skip(absence, &sink) }
    sink.note { $0.explain(.checked) }
    let part: Exchange.Part = told.isRequest ? .request : .response
    return check(message, part, schema, RequestedPage(), &sink) ? .checked : nil
  }

  private func reference(_ exchange: Exchange, _ operation: Operation?) -> ExchangeReference {
    ExchangeReference(
      index: exchange.index, method: exchange.method ?? operation?.method,
      url: exchange.url.map(URLRedaction.redact), status: exchange.status,
      operation: operation?.name, part: checker.assumption.isRequest ? .request : .response,
      unit: exchange.unit, id: exchange.id)
  }

  /// Checks a body that tells no operation by the schema it comes nearest to: the one that lists
  /// most of its members, and of these the one with the fewest failures.
  func checkNearest<Sink: ExchangeSink>(
    _ exchange: Exchange, _ sink: inout Sink
  ) -> Checker.Outcome? {
    let message = exchange.response
    sink.note { $0.explain(checker.assumption.isRequest ? .request : .response, message) }
    if let absence = message.absence { return skip(absence, &sink) }
    guard case .value(let cursor, let index, let text)? = read(message, .response) else {
      let goesOn = sink.violated { run in
        run.contract = checker.contracts.first
        run.reference = reference(exchange, nil)
        if let body = message.body {
          run.checkSyntax(body, checker.contracts.first?.settings ?? .standard)
        }
        run.explain(.parsed)
      }
      return goesOn ? .checked : nil
    }
    let found = nearest.candidates(like: cursor, index, status: exchange.status)
    guard !found.isEmpty else {
      let goesOn = sink.violated { run in
        run.explain(.noLikeness)
        run.explanation?.parts = []
        run.notes.append(
          "\(run.source.name): the body resembles no schema of the contract; name its operation "
            + "with --operation or its schema with --schema")
      }
      return goesOn ? .unmatched : nil
    }
    let valid = found.first { near in
      guard let root = near.schema.target.root else { return false }
      return schemas[near.schema.target.contract].isValid(cursor, index, root: root)
    }
    guard let best = valid ?? fewestFailures(found, cursor, index, text, &sink) else { return nil }
    let schema = best.schema
    nearest.assumed = schema.name
    sink.note { run in
      run.contract = checker.contracts[schema.target.contract]
      run.assumed = schema.assumption
      run.reference = reference(exchange, schema.operation)
      run.notes.append(NearestSchemas.note(schema.name, of: run.source.name))
      run.explain(.nearest(schema.name, shared: best.shared, of: best.all), schema.operation)
      run.explain(.checked)
    }
    return check(message, .response, schema.target, RequestedPage(), &sink) ? .checked : nil
  }

  /// The schema that refuses least of a body that none accepts.
  private func fewestFailures<Sink: ExchangeSink>(
    _ found: [NearestSchemas.Near], _ cursor: TapeCursor, _ index: Int, _ text: Range<Int>,
    _ sink: inout Sink
  ) -> NearestSchemas.Near? {
    guard Sink.collects else { return nil }
    guard found.count > 1 else { return found.first }
    let document = JSONDocument(copying: cursor, at: index, text: text)
    var best: (near: NearestSchemas.Near, failures: Int)?
    for near in found {
      let target = near.schema.target
      let schema = checker.contracts[target.contract].schema
      let failures = schema.failureList(in: document, root: target.root).count
      if failures < best?.failures ?? Int.max { best = (near, failures) }
    }
    return best?.near
  }
}

/// What the caller says of every body: its operation, or its schema.
final class ToldTarget {
  /// The name that the caller gave.
  let name: String
  /// The contract's place among the checker's.
  let contract: Int
  let isRequest: Bool
  /// Of a response; nil where the caller tells none.
  let status: Int?
  /// Nil where the caller names an operation.
  let schema: BodyTarget?
  /// The lowest success that the operation documents.
  let success: Int?
  private let named: Operation?
  private var routes = RouteVariants()

  /// Nil where the caller says nothing.
  init?(_ checker: Checker) {
    let (contracts, assumption) = (checker.contracts, checker.assumption)
    isRequest = assumption.isRequest
    status = assumption.status
    if let name = assumption.schema {
      guard let number = contracts.firstIndex(where: { $0.components[name] != nil }),
        let component = contracts[number].components[name]
      else { return nil }
      self.name = name
      contract = number
      named = nil
      success = nil
      schema = BodyTarget(
        contract: number, root: assumption.isRequest ? component.request : component.response,
        settings: component.settings, pagination: nil)
      return
    }
    guard let name = assumption.operation,
      let number = contracts.firstIndex(where: { $0.operation(named: name) != nil }),
      let operation = contracts[number].operation(named: name)
    else { return nil }
    self.name = name
    contract = number
    named = operation
    success = operation.success?.leastStatus
    schema = nil
  }

  /// The operation that the caller names.
  var operation: Operation {
    guard let named else { preconditionFailure("a schema was named") }
    return named
  }

  /// What is known of messages with a status and a media type.
  func route(_ status: Int?, _ type: CapturedText?) -> Route {
    routes.route({ (operation, contract) }, status, request: type, response: type)
  }
}
