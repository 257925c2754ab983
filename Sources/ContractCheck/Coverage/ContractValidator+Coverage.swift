@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Counts the parameters and headers of exchanges. Only called where somebody asked for coverage.
extension ContractValidator {
  func holdCounts() {
    coverage?.hold()
    sampler?.hold()
  }

  func settleCounts(isKept: Bool) {
    coverage?.settle(isKept: isKept)
    sampler?.settle(isKept: isKept)
  }

  func countParameters(
    of exchange: Exchange, _ match: RouteMatch, _ url: URLBytes, at place: RouteMemory.Place
  ) {
    guard let coverage, !match.operation.parameters.isEmpty else { return }
    if let known = place.pathCells {
      coverage.enter(known)
    } else {
      place.pathCells = coverage.collect { countPath(match) }
    }
    let headers = exchange.request.headers
    var fields: [RawField]?
    for (position, parameter) in match.operation.parameters.enumerated() {
      switch parameter.location {
      case .path: break
      case .query:
        switch PlainField(of: parameter, in: url.query) {
        case .absent: coverage.enter(.request, at: position, isPresent: false)
        case .text(let text):
          coverage.enter(.request, at: position, isPresent: true)
          // The values were found valid before.
          if accepts(text, parameter, match.number) {
            coverage.count(parameterTape.cursor, 0, parameter.root, of: match.number)
          }
        case .unsure:
          let found = read(parameter, of: match.operation, in: url.query, &fields)
          count(found, parameter, .request, at: position, match.number)
        }
      case .header, .cookie:
        guard headers.areCaptured else { continue }
        let found = read(parameter, in: headers).found
        count(found, parameter, .request, at: position, match.number)
      }
    }
  }

  func countHeaders(_ listed: [Operation.Parameter], of message: Message, _ route: Route) {
    guard message.headers.areCaptured else { return }
    for (position, header) in listed.enumerated() {
      let found = read(header, in: message.headers).found
      count(found, header, .response, at: position, route.contract)
    }
  }

  private func countPath(_ match: RouteMatch) {
    for (position, parameter) in match.operation.parameters.enumerated() {
      guard parameter.location == .path,
        let value = match.parameters.first(where: { $0.name == parameter.name })
      else { continue }
      let found = parameter.read(segment: RawText(Array(value.value.utf8)[...], .none))
      count(found, parameter, .request, at: position, match.number)
    }
  }

  private func count(
    _ found: Operation.Parameter.Found, _ parameter: Operation.Parameter, _ part: Exchange.Part,
    at position: Int, _ contract: Int
  ) {
    if case .absent = found {
      coverage?.enter(part, at: position, isPresent: false)
      return
    }
    coverage?.enter(part, at: position, isPresent: true)
    guard case .values(let values) = found else { return }
    for readings in values {
      guard let document = validDocument(among: readings, parameter, contract) else { continue }
      document.withCursor { coverage?.count($0, 0, parameter.root, of: contract) }
    }
  }
}
