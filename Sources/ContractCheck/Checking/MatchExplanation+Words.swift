/// The words of an explanation.
extension MatchExplanation {
  /// A few lines: the exchange, its operation, why, and what was checked of each message. Safe to
  /// print.
  public var lines: [String] {
    var lines = [headline]
    if let operation {
      let id = operationID.map { " (\($0))" } ?? ""
      lines.append("operation: \(operation)\(id) of \(contract ?? "the contract")")
    } else if let contract, route != nil {
      lines.append("contract: \(contract)")
    }
    lines += reasons.map { "\(isUnmatched ? "unmatched" : "because"): \($0)" }
    lines += parts.map { "\($0.part.rawValue): \($0.words)" }
    if !unjudged.isEmpty { lines.append("not checked: \(unjudged.joined(separator: ", "))") }
    return lines.enumerated().map { number, line in
      (number > 0 ? "  " : "") + SafeText.line(line)
    }
  }

  private var isUnmatched: Bool {
    switch route {
    case .none(_)?, .noLikeness?: true
    default: false
    }
  }

  private var headline: String {
    var place = file
    switch exchange.unit {
    case .entry?: place += ", entry \(exchange.index)"
    case .line?: place += ":\(exchange.index + 1)"
    case nil: break
    }
    let request = [exchange.method, exchange.url].compactMap { $0 }.joined(separator: " ")
    let status = exchange.status.map { " → \($0)" } ?? ""
    return request.isEmpty ? "\(place)\(status)" : "\(place): \(request)\(status)"
  }

  private var reasons: [String] {
    switch route {
    case .matched(let template, let origin, let base, let parameters):
      let values = parameters.isEmpty ? "" : " with \(parameters.joined(separator: ", "))"
      let rest =
        switch base {
        case .removed(let base): " behind the base path `\(base)`"
        case .none, .lacking: ""
        }
      var reasons = ["the method and the path fit `\(template)`\(rest)\(values)"]
      switch origin {
      case .server(let url): reasons.append("`\(url)` is a documented server")
      case .any: reasons.append("the contract documents no servers, so any host may serve it")
      case .untold: reasons.append("the capture tells no host")
      case .other:
        reasons.append("the path alone decides: the host is none of the documented servers'")
      }
      if base == .lacking {
        reasons.append("the path fits without the base path of the documented servers")
      }
      return reasons
    case .named?: return ["it was named by the caller"]
    case .namedSchema(let name)?: return ["the schema `\(name)` was named by the caller"]
    case .nearest(let name, let shared, let all)?:
      return ["\(name) is the nearest: \(shared) of \(all) members are common (assumed)"]
    case .noLikeness?: return ["the body resembles no schema of the contract"]
    case .none(let misses)?: return misses.map(\.words)
    case nil: return []
    }
  }
}

extension MatchExplanation.Miss {
  fileprivate var words: String {
    switch reason {
    case .method(let methods):
      "\(contract) has the path, with another method: \(methods.joined(separator: ", "))"
    case .prefix(let prefix, let operation):
      "\(contract) has `\(operation)`, which would fit without the leading `\(prefix)`"
    case .path(let path): "\(contract) has no such path; the nearest is `\(path)`"
    case .nothing: "\(contract) has no such path"
    }
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
          : status == statusKey ? "status \(status)" : "status \(status) by `\(statusKey)`")
    }
    switch (mediaType, entry) {
    case (let type?, let entry?) where !isDocumented:
      facts.append("`\(type)`, which is not documented, taken for `\(entry)`")
    case (let type?, let entry?):
      facts.append(type == entry ? "`\(type)`" : "`\(type)` by `\(entry)`")
    case (nil, let entry?): facts.append("`\(entry)` (assumed: the capture tells no media type)")
    case (_, nil): break
    }
    let outcome =
      switch self.outcome {
      case .checked?: "checked"
      case .empty?: "no body is described, and none came"
      case .parsed?: "only parsed: the contract gives no schema for it"
      case .notChecked(let reason)?: "not checked: \(reason.words)"
      case nil: "not looked at"
      }
    return facts.isEmpty ? outcome : "\(facts.joined(separator: ", ")): \(outcome)"
  }
}

extension MatchExplanation.MessagePart.Reason {
  fileprivate var words: String {
    switch self {
    case .absent(.noBody): "the capture holds no body"
    case .absent(.notModified): "status 304, whose body is the client's own copy"
    case .absent(.noResponse): "the capture holds no response"
    case .absent(.nonJSON), .notJSON: "the media type is not JSON"
    case .absent(.undecodable): "the body cannot be decoded"
    case .undocumentedRequest: "the operation documents no request body"
    case .undocumentedStatus(let documented):
      "the status is not documented; the operation documents \(documented.joined(separator: ", "))"
    case .undocumentedBody: "the contract describes no body for the status"
    }
  }
}
