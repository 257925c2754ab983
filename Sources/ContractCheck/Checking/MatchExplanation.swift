@_spi(Engine) internal import ContractCaptures

/// Explains why an exchange was checked against an operation, and which parts were not checked.
///
/// An explanation contains no secrets: URLs and parameters are masked as in findings.
public struct MatchExplanation: Hashable, Sendable {
  enum Route: Hashable, Sendable {
    /// By the method and the path, or because the caller named the operation.
    case matched
    /// By the body, because a schema accepts it. The schema lists `listed` of the body's
    /// properties.
    case accepted(listed: Int, of: Int)
    /// By the body, because it is similar to a schema. The body and the schema share `shared`
    /// properties.
    case nearest(shared: Int, of: Int)
    /// No operation or schema fits.
    case unmatched
  }

  struct MessagePart: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
      case checked
      /// The body was only parsed as JSON, because the contract gives no schema.
      case parsed
      /// This number of items of a sequence was checked.
      case items(Int)
      /// The contract documents no body, and there is none.
      case empty
      case skipped(SkipReason)
      case undocumentedRequest
      case refusedRequest
      case undocumentedStatus(documented: [String])
      case undocumentedBody
      /// The body is one JSON text, but the contract documents only a sequence.
      case oneText
    }

    let part: Exchange.Part
    /// The status, as captured or assumed.
    var status: Int?
    var isStatusAssumed = false
    /// The response's key in the contract: `200`, `2XX`, `default`.
    var statusKey: String?
    /// The media type as captured, without parameters.
    var mediaType: String?
    /// The media type of the contract's entry that was used.
    var entry: String?
    var isDocumented = true
    var outcome: Outcome?
  }

  var file: String
  var exchange: ExchangeReference
  /// What a stub sends in place of a response: `fault CONNECTION_RESET_BY_PEER`.
  var fault: String?
  /// The contract's name; nil if no contract matched.
  var contract: String?
  /// The operation: `GET /users/{id}`.
  var operation: String?
  var operationID: String?
  var route: Route?
  /// Why the operation matched; if none matched, the reason for each contract.
  var reasons: [String] = []
  var parts: [MessagePart] = []
  /// Parameters that were not checked because they have no schema, such as `query page`.
  var unchecked: [String] = []

  /// The message that is being explained.
  var part: MessagePart? {
    get { parts.last }
    set {
      guard let newValue, let last = parts.indices.last else { return }
      parts[last] = newValue
    }
  }

  /// A few lines about the exchange, its operation, the reason of the match and the checked parts.
  /// They are safe to print.
  package var lines: [String] {
    var lines = [headline]
    if let operation {
      let id = operationID.map { " (\($0))" } ?? ""
      lines.append("operation: \(operation)\(id) of \(contract ?? "the contract")")
    } else if let contract, route != nil {
      lines.append("contract: \(contract)")
    }
    lines += reasons.map { "\(route == .unmatched ? "unmatched" : "because"): \($0)" }
    lines += parts.map { "\($0.part.rawValue): \($0.words)" }
    if !unchecked.isEmpty { lines.append("not checked: \(unchecked.joined(separator: ", "))") }
    return lines.enumerated().map { number, line in
      (number > 0 ? "  " : "") + SafeText.line(line)
    }
  }

  private var headline: String {
    var place = file
    switch exchange.unit {
    case .entry?: place += ", entry \(exchange.index)"
    case .line?: place += ":\(exchange.index + 1)"
    case nil: break
    }
    // If the scheme is not known, the URL begins with two slashes.
    let url = exchange.url.map { $0.hasPrefix("//") ? String($0.dropFirst(2)) : $0 }
    let request = [exchange.method, url].compactMap { $0 }.joined(separator: " ")
    let result = fault.map { " → \($0)" } ?? exchange.result
    return request.isEmpty ? "\(place)\(result)" : "\(place): \(request)\(result)"
  }
}

extension MatchExplanation.MessagePart {
  fileprivate var words: String {
    var facts: [String] = []
    if let statusKey {
      let status = status.map(String.init) ?? statusKey
      facts.append(
        isStatusAssumed
          ? "status \(statusKey) (assumed)"
          : status == statusKey
            ? "status \(status)"
            : "status \(status) (documented as "
              + "`\(statusKey)`)")
    }
    switch (mediaType, entry) {
    case (let type?, let entry?) where !isDocumented:
      facts.append("`\(type)` (not documented; read as `\(entry)`)")
    case (let type?, let entry?):
      facts.append(type == entry ? "`\(type)`" : "`\(type)` (documented as `\(entry)`)")
    case (nil, let entry?): facts.append("`\(entry)` (assumed: the capture has no media type)")
    case (_, nil): break
    }
    let outcome = outcome?.words ?? "not checked"
    return facts.isEmpty ? outcome : "\(facts.joined(separator: ", ")): \(outcome)"
  }
}

extension MatchExplanation.MessagePart.Outcome {
  fileprivate var words: String {
    switch self {
    case .checked: "checked"
    case .items(let number): "\(Plural.count(number, "item")) checked"
    case .empty: "there is no body; the status and the headers were checked"
    case .parsed: "only parsed: the contract gives no schema for it"
    case .skipped(.noBody): "not checked: the capture has no body"
    case .skipped(.notModified):
      "not checked: with status 304, the client uses a body from an earlier response"
    case .skipped(.noRequest): "not checked: the capture has no request for it"
    case .skipped(.textOnly): "not checked: the line is text, and has no body"
    case .skipped(.noResponse): "not checked: the capture has no response"
    case .skipped(.websocket): "not checked: status 101 opens a websocket, which is not an exchange"
    case .skipped(.nonJSON): "not checked: the media type is not JSON"
    case .skipped(.omitted): "not checked: the recorder did not write the body"
    case .skipped(.undecodable): "not checked: the body cannot be decoded"
    case .skipped(.truncated): "not checked: the recorder kept only its beginning"
    case .skipped(.templated): "not checked: the body contains `{{…}}` and is not JSON without it"
    case .skipped(.stub): "not read: a stub"
    case .skipped(.leftOut): "not checked: `--only-operation` excludes it"
    case .undocumentedRequest: "not checked: the operation documents no request body"
    case .refusedRequest: "not checked: the server refused the request, as the contract documents"
    case .undocumentedStatus(let documented):
      "not checked: the status is not documented; the documented statuses are "
        + documented.joined(separator: ", ")
    case .oneText: "not checked: the contract documents a sequence, but this is one JSON text"
    case .undocumentedBody: "not checked: the contract describes no body for the status"
    }
  }
}

extension CheckRun {
  mutating func explain(_ exchange: Exchange) {
    explanation = MatchExplanation(
      file: source.name, exchange: ExchangeReference(exchange, method: exchange.method),
      fault: exchange.addressDetails?.fault)
  }

  mutating func explain(
    _ route: MatchExplanation.Route, _ reasons: [String], _ operation: Operation? = nil
  ) {
    explanation?.route = route
    explanation?.reasons = reasons
    explanation?.contract = contract?.name
    explanation?.operation = operation?.name
    explanation?.operationID = operation?.id
  }

  mutating func explain(_ match: RouteMatch, _ url: URLParts) {
    guard explanation != nil else { return }
    let base = [match.prefix.path?.path, match.base].compactMap { $0?.description }
      .filter { $0 != "/" }.joined()
    let behind = base.isEmpty ? "" : " after the base path `\(base)`"
    let values = match.parameters.map { parameter in
      let value = URLRedaction.redactSegment(
        Redaction.shown(parameter.value, ofProperty: parameter.name))
      return "\(parameter.name) = `\(FailureContext.cut(value))`"
    }.joined(separator: ", ")
    var reasons = [
      "the method and the path fit `\(match.operation.path)`" + (match.lacksBase ? "" : behind)
        + (values.isEmpty ? "" : " with \(values)")
    ]
    if match.servers.isEmpty {
      reasons.append("the contract documents no servers, so any host is accepted")
    } else if url.host == nil {
      reasons.append("the capture has no host")
    } else if match.isServer {
      let server = match.servers.first { server in
        server.patterns.contains {
          $0.serves(url) && $0.remainder(of: match.base)?.segments.isEmpty ?? false
        }
      }
      let shown = server?.url ?? match.servers.first { $0.serves(url) }?.url ?? ""
      reasons.append("`\(shown)` is a documented server")
    } else {
      reasons.append(
        "only the method and the path were compared: the contract documents no server "
          + "with this host")
    }
    if match.lacksBase {
      reasons.append("the path fits only without the base path of the documented servers")
    }
    explain(.matched, reasons, match.operation)
    explanation?.exchange.url = reference?.url
  }

  mutating func explain(_ part: Exchange.Part, _ message: Message) {
    explanation?.parts.append(
      .init(part: part, mediaType: message.mediaType.flatMap { MediaType($0)?.essence }))
  }

  mutating func explain(_ outcome: MatchExplanation.MessagePart.Outcome) {
    explanation?.part?.outcome = outcome
  }
}

extension Contract {
  /// A hint for an exchange without an operation: the nearest operation.
  func miss(_ method: String, _ url: URLParts, _ path: RequestPath) -> String {
    let methods = Self.methods(of: operations(at: url, path))
    if !methods.isEmpty {
      return "\(name) has this path only with another method: \(methods.joined(separator: ", "))"
    }
    if let base = basePaths(method: method, url).first,
      let rest = base.remainder(of: RequestPath(url.path)),
      let match = match(method: method, url: url, path: rest)
    {
      let prefix = URLRedaction.redact(base.description)
      return "\(name) has `\(match.operation.name)`, which would fit with `--base-path \(prefix)`"
    }
    let nearest = nearestPath(to: url, path).map { "; the nearest is `\($0)`" } ?? ""
    return "\(name) has no such path\(nearest)"
  }
}
