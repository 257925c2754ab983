@_spi(Engine) package import ContractCaptures
@_spi(Engine) internal import JSONTape

/// What becomes of exchanges whose host the servers of the contracts exclude.
package enum HostUse: Sendable {
  /// They are judged like others.
  case all
  /// They are unmatched.
  case documented
  /// They are unmatched if other exchanges of the inputs have a documented host; else they are judged.
  case found(@Sendable () -> Bool)
  /// They are judged until an exchange of the same stream has a documented host.
  case stream(StreamServers)

  /// What a user may ask for.
  package enum Choice: String, CaseIterable, Sendable {
    case all, documented
  }
}

/// Where in each stream the first exchange with a documented host is.
///
/// Threads read later parts of a stream at the same time, so a place is asked about only when all
/// before it is read, or when the answer is yes.
package final class StreamServers: @unchecked Sendable {
  private let lock = Lock()
  /// By the name of the stream, in bytes.
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

/// The host of an exchange, where the servers of the contract exclude it.
package struct ForeignHost: Hashable, Sendable {
  let name: String
  /// Whether the exchange was judged all the same.
  let isJudged: Bool
}

/// How the host of an address stands to the servers of the contracts.
enum HostStanding {
  /// The operation's contract names it.
  case documented
  /// The contract of the operation or of the path excludes it.
  case foreign(String)
  /// Neither, or nobody asks.
  case any
}

extension Checker {
  /// Whether what becomes of an exchange may depend on its host.
  package var hostsMatter: Bool {
    if case .all = hosts { return false }
    // The caller named the host of its own requests.
    return sent == nil
  }

  /// Whether some host is excluded by a contract.
  package var excludesHosts: Bool {
    contracts.contains { $0.excludes(HostName("host.invalid")) }
  }

  /// Tells whether a contract may have the exchanges of a URL: a host that some contract names belongs
  /// to no contract that excludes it.
  func mayServe(_ url: URLParts) -> (Contract) -> Bool {
    guard hostsMatter, let host = HostName(url), host.isPublic,
      contracts.contains(where: { $0.names(host) })
    else { return { _ in true } }
    return { !$0.excludes(host) }
  }

  func standing(of url: URLParts, _ match: RouteMatch?, method: String) -> HostStanding {
    guard hostsMatter, url.isOfServer, let host = HostName(url) else { return .any }
    if let match {
      if match.contract.excludes(host) { return .foreign(host.text) }
      return match.contract.names(host) ? .documented : .any
    }
    // Only what would be reported as an unknown route depends on the host.
    guard !["OPTIONS", "HEAD"].contains(method.uppercased()) else { return .any }
    let near = contracts.filter(mayServe(url)).first { contract in
      !contract.operations(at: url, path(of: url, below: contract)).isEmpty
    }
    return near?.excludes(host) ?? false ? .foreign(host.text) : .any
  }

  /// Whether an exchange belongs to an operation, and its host is documented.
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
  /// Notes what the host of an exchange is.
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
