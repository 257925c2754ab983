/// Notes for an explanation, where one is asked for.
extension CheckRun {
  /// Starts the explanation of an exchange.
  mutating func explain(_ exchange: Exchange) {
    explanation = MatchExplanation(
      file: source.name,
      exchange: ExchangeReference(
        index: exchange.index, method: exchange.method,
        url: exchange.url.map(URLRedaction.redact), status: exchange.status,
        unit: exchange.unit))
  }

  mutating func explain(_ route: MatchExplanation.Route, _ operation: Operation? = nil) {
    guard explanation != nil else { return }
    explanation?.route = route
    explanation?.contract = contract?.name
    explanation?.operation = operation?.name
    explanation?.operationID = operation?.id
  }

  mutating func explain(_ match: RouteMatch, _ url: URLParts) {
    guard explanation != nil else { return }
    let server = match.servers.first { server in
      server.patterns.contains {
        $0.serves(url) && $0.remainder(of: match.base)?.segments.isEmpty ?? false
      }
    }
    let origin: MatchExplanation.Origin =
      if match.servers.isEmpty {
        .any
      } else if url.host == nil {
        .untold
      } else if match.isServer {
        .server(server?.url ?? match.servers.first { $0.serves(url) }?.url ?? "")
      } else {
        .other
      }
    let base: MatchExplanation.Base =
      match.lacksBase ? .lacking : match.base.segments.isEmpty ? .none : .removed("\(match.base)")
    explain(
      .matched(
        template: "\(match.operation.path)", origin: origin, base: base,
        parameters: match.parameters.map { parameter in
          let value = URLRedaction.redactSegment(
            Redaction.shown(parameter.value, ofMember: parameter.name))
          return "\(parameter.name) = `\(FailureContext.cut(value))`"
        }),
      match.operation)
    explanation?.exchange.url = reference?.url
  }

  /// Goes over to a message.
  mutating func explain(_ part: Exchange.Part, _ message: Message) {
    guard explanation != nil else { return }
    explanation?.parts.append(
      .init(part: part, mediaType: message.mediaType.flatMap { MediaType($0)?.essence }))
  }

  /// Notes something of the message at hand.
  mutating func explain(_ note: (inout MatchExplanation.MessagePart) -> Void) {
    guard let last = explanation?.parts.indices.last else { return }
    explanation?.parts[last].withNote(note)
  }

  mutating func explain(_ outcome: MatchExplanation.MessagePart.Outcome) {
    explain { $0.outcome = outcome }
  }
}

extension MatchExplanation.MessagePart {
  fileprivate mutating func withNote(_ note: (inout Self) -> Void) { note(&self) }
}

extension Contract {
  /// What comes nearest to an exchange that none of the operations fits.
  func miss(_ method: String, _ url: URLParts) -> MatchExplanation.Miss {
    var methods: [String] = []
    for (operation, _) in operations(at: url) where !methods.contains(operation.method) {
      methods.append(operation.method)
    }
    if !methods.isEmpty { return .init(contract: name, reason: .method(methods)) }
    let segments = url.path.split(separator: "/")
    for count in 1..<min(max(segments.count, 1), Self.mostLeadingSegments + 1) {
      var shorter = url
      shorter.path = segments.dropFirst(count).reduce("") { "\($0)/\($1)" }
      guard let match = match(method: method, url: shorter),
        match.operation.path.specificity.ranks.contains(where: { $0 > 0 })
      else { continue }
      let prefix = segments.prefix(count).reduce("") { "\($0)/\($1)" }
      return .init(
        contract: name,
        reason: .prefix(URLRedaction.redact(prefix), operation: match.operation.name))
    }
    return .init(
      contract: name, reason: nearestPath(to: url).map { .path($0) } ?? .nothing)
  }

  /// Gateways put a segment or two before an API.
  private static let mostLeadingSegments = 3
}
