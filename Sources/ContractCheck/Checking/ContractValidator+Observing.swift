@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A parameter or a response header, as observers receive it.
struct ObservedParameter {
  let position: Int
  let root: Int32?
  /// The valid values; nil if the parameter is missing.
  let values: [JSONDocument]?
}

/// Gives observers the facts that the check itself does not need.
extension ContractValidator {
  func commit(_ exchange: Exchange, _ count: ExchangeCount, isBroken: Bool) {
    for observer in observers {
      observer.commit(exchange, count, isBroken: isBroken, isLive: checker.sent != nil)
    }
  }

  func holdCounts() { for observer in observers { observer.hold() } }

  func settleCounts(isKept: Bool) {
    for observer in observers { observer.settle(isKept: isKept) }
  }

  func note(_ value: JSONDocument, _ root: Int32?, of contract: Int) {
    value.withCursor { observers.note(.value($0, 0, root: root, contract: contract)) }
  }

  /// Notes the parameters of the request. Called only if an observer counts parameters.
  func noteParameters(
    of exchange: Exchange, _ match: RouteMatch, _ url: URLBytes, at place: RouteMemory.Place
  ) {
    guard !match.operation.parameters.isEmpty else { return }
    let path = place.pathValues ?? pathValues(match)
    place.pathValues = path
    for parameter in path { note(parameter, .request, match.number) }
    let headers = exchange.request.headers
    var fields: [RawField]?
    for (position, parameter) in match.operation.parameters.enumerated() {
      var found = Operation.Parameter.Found.absent
      switch parameter.location {
      case .path: continue
      case .query:
        switch PlainField(of: parameter, in: url.query) {
        case .absent: break
        case .text(let text):
          observers.note(.parameter(.request, at: position, isPresent: true))
          // The values are known to be valid.
          if accepts(text, parameter, match.number) {
            observers.note(
              .value(parameterTape.cursor, 0, root: parameter.root, contract: match.number))
          }
          continue
        case .unsure: found = read(parameter, of: match.operation, in: url.query, &fields)
        }
      case .header, .cookie:
        guard headers.areCaptured else { continue }
        found = read(parameter, in: headers).found
      }
      note(observed(found, parameter, at: position, match.number), .request, match.number)
    }
  }

  /// Notes the headers of a response. Called only if an observer counts headers.
  func noteHeaders(_ listed: [Operation.Parameter], of message: Message, _ route: Route) {
    guard message.headers.areCaptured else { return }
    for (position, header) in listed.enumerated() {
      let found = read(header, in: message.headers).found
      note(observed(found, header, at: position, route.contract), .response, route.contract)
    }
  }

  private func pathValues(_ match: RouteMatch) -> [ObservedParameter] {
    match.operation.parameters.enumerated().compactMap { position, parameter in
      guard parameter.location == .path,
        let value = match.parameters.first(where: { $0.name == parameter.name })
      else { return nil }
      let found = parameter.read(segment: RawText(Array(value.value.utf8)[...], .none))
      return observed(found, parameter, at: position, match.number)
    }
  }

  private func observed(
    _ found: Operation.Parameter.Found, _ parameter: Operation.Parameter, at position: Int,
    _ contract: Int
  ) -> ObservedParameter {
    let values: [JSONDocument]? =
      switch found {
      case .absent: nil
      case .malformed: []
      case .values(let values): values.compactMap { validDocument(among: $0, parameter, contract) }
      }
    return ObservedParameter(position: position, root: parameter.root, values: values)
  }

  private func note(_ parameter: ObservedParameter, _ part: Exchange.Part, _ contract: Int) {
    let isPresent = parameter.values != nil
    observers.note(.parameter(part, at: parameter.position, isPresent: isPresent))
    for value in parameter.values ?? [] { note(value, parameter.root, of: contract) }
  }
}
