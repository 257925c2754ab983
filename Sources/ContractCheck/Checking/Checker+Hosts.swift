@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONTape

/// What to do with an exchange if the contract's servers do not have its host.
package enum HostUse: Sendable {
  /// Check these exchanges like all others.
  case all
  /// Count these exchanges as unmatched.
  case documented
  /// If other exchanges of the inputs have a documented host, count these exchanges as unmatched.
  /// If not, check them.
  case found(@Sendable () -> Bool)
  /// Check these exchanges until an exchange of the same stream has a documented host.
  case stream(StreamServers)

  /// The values of the option.
  package enum Choice: String, CaseIterable, Sendable {
    case all, documented
  }
}

/// Keeps for each stream the place of its first exchange with a documented host.
///
/// Threads read later parts of a stream at the same time. So a result of false for a place is
/// certain only when everything before the place is read. A result of true is always certain.
package final class StreamServers: @unchecked Sendable {
  private let lock = Lock()
  /// The places by the name of the stream, in bytes.
  private var first: [String: Int] = [:]

  package init() {}

  func note(_ place: Int, in stream: String) {
    lock.hold { first[stream] = min(place, first[stream] ?? .max) }
  }

  func hasServer(before place: Int, in stream: String) -> Bool {
    lock.hold { first[stream].map { $0 < place } ?? false }
  }

  /// Whether a documented host was seen anywhere in the stream.
  package func hasServer(in stream: String) -> Bool { lock.hold { first[stream] != nil } }
}

/// The host of an exchange that is not among the contract's servers.
package struct ForeignHost: Hashable, Sendable {
  let name: String
  /// Whether the exchange was checked nevertheless.
  let isJudged: Bool
}

/// How a host relates to the servers of the contracts.
enum HostStanding {
  /// The operation's contract documents the host.
  case documented
  /// The contract that has the operation or the path documents other hosts.
  case foreign(String)
  /// The contract documents no hosts, or the host does not matter.
  case any
}

extension Checker {
  /// Whether the outcome of an exchange may depend on its host.
  package var hostsMatter: Bool {
    if case .all = hosts { return false }
    // The caller chose the host of its own requests.
    return sent == nil
  }

  /// Whether some contract excludes hosts.
  package var excludesHosts: Bool {
    contracts.contains { $0.excludes(HostName("host.invalid")) }
  }

  /// Returns whether a contract may describe the exchanges of a URL. If any contract documents the
  /// host, a contract that excludes the host may not describe them.
  func mayServe(_ url: URLParts) -> (Contract) -> Bool {
    guard hostsMatter, let host = HostName(url), host.isPublic,
      contracts.contains(where: { $0.names(host) })
    else { return { _ in true } }
    return { !$0.excludes(host) }
  }

  func standing(of url: URLParts, _ match: RouteMatch?, method: String) -> HostStanding {
    guard hostsMatter, url.isOfServer, let host = HostName(url) else { return .any }
    if let match {
      // An operation may have servers of its own.
      if match.contract.excludes(host) || match.servers.exclude(host) { return .foreign(host.text) }
      return match.contract.names(host) ? .documented : .any
    }
    // The host matters only for exchanges that would be reported as unknown routes.
    guard !["OPTIONS", "HEAD"].contains(method.uppercased()) else { return .any }
    let near = contracts.filter(mayServe(url)).first { contract in
      !contract.operations(at: url, path(of: url, below: contract)).isEmpty
    }
    return near?.excludes(host) ?? false ? .foreign(host.text) : .any
  }

  /// Whether an exchange has an operation and a documented host.
  package func isOfServer(_ exchange: Exchange) -> Bool {
    guard let text = exchange.url else { return false }
    let url = URLParts(text)
    let method = exchange.method ?? "GET"
    guard let host = HostName(url), contracts.contains(where: { $0.names(host) }) else {
      return false
    }
    if case .documented = standing(of: url, match(method: method, url: url), method: method) {
      return true
    }
    return false
  }
}

extension ContractValidator {
  /// Notes how the host of an exchange relates to the contracts.
  ///
  /// - Returns: Whether the exchange belongs to no contract because of its host.
  func isElsewhere(_ exchange: Exchange, _ place: RouteMemory.Place) -> Bool {
    switch place.standing {
    case .any: return false
    case .documented:
      if case .stream(let servers) = checker.hosts, streamWithServer != nearest.file {
        servers.note(exchange.range.offset, in: nearest.file)
        streamWithServer = nearest.file
      }
      return false
    case .foreign(let name):
      let isElsewhere =
        switch checker.hosts {
        case .all: false
        case .documented: true
        case .found(let hasServer): hasServer()
        case .stream(let servers):
          servers.hasServer(before: exchange.range.offset, in: nearest.file)
        }
      count.foreign = ForeignHost(name: name, isJudged: !isElsewhere)
      return isElsewhere
    }
  }

  func waits(_ exchange: Exchange, of name: String) -> Bool {
    guard case .stream(let servers) = checker.hosts, streamWithServer != name, !exchange.isBare,
      let address = exchange.address
    else { return false }
    let place = address.withBytes { routes.place(of: exchange.methodText, URLBytes($0)) }
    guard case .foreign = place.standing else { return false }
    return !servers.hasServer(before: exchange.range.offset, in: name)
  }
}
