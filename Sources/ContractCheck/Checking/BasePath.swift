@_spi(Engine) internal import JSONTape
@_spi(Engine) public import ContractCaptures
internal import JSONSchema

/// A prefix of request paths, such as `/wp-json/app/v1`. A path of the contract follows after the
/// prefix.
public struct BasePath: Hashable, Sendable, CustomStringConvertible {
  let path: RequestPath

  /// Reads a path. The path must begin with a slash, have a segment, and have no query or fragment.
  /// Otherwise the result is nil. A trailing slash and percent-encoding make no difference.
  package init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "/"), !text.contains("?"), !text.contains("#") else {
      return nil
    }
    self.init(RequestPath(text))
  }

  init?(_ path: RequestPath) {
    guard !path.segments.isEmpty else { return nil }
    self.path = path
  }

  /// The percent-encoded path. The path begins with a slash, but does not end with a slash.
  public var description: String {
    path.segments.reduce(into: "") { $0 += "/" + PercentEncoding.encode($1) }
  }

  /// The part of a path after this base path; nil if the path does not begin with it.
  func remainder(of other: RequestPath) -> RequestPath? {
    let count = path.segments.count
    return other.segments.starts(with: path.segments) ? other.dropping(count) : nil
  }
}

/// A base path that was found in the captures. Such a path is used only for contracts that document
/// no server.
@_spi(Engine) public struct FoundBasePath: Sendable {
  let path: BasePath
  /// A line that tells where the base path comes from.
  let note: String

  /// Creates a base path. `note` is a line that says where the base path was found.
  public init(_ path: BasePath, note: String) {
    self.path = path
    self.note = note
  }
}

/// Finds the common base path of all exchanges. The search uses only contracts that document no
/// server. It ends after a hundred exchanges that fit such a contract.
@_spi(Engine) public struct BasePathSearch {
  private let checker: Checker
  /// Every base path that explains all exchanges so far. Nil before the first exchange.
  private var common: Set<RequestPath>?
  /// The number of exchanges that fit a contract if a base path is removed from their URLs.
  public private(set) var count = 0
  private static let most = 100

  /// Creates a search. If every contract documents its servers, the result is nil.
  public init?(_ contracts: [Contract]) {
    guard contracts.contains(where: { !$0.documentsServers }),
      let checker = try? Checker(contracts: contracts)
    else { return nil }
    self.checker = checker
  }

  /// Whether the result is final. Further exchanges cannot change a final result.
  public var isSettled: Bool { count == Self.most || common?.isEmpty ?? false }

  /// The base path of all exchanges so far. If several base paths fit, the result is the shortest
  /// one.
  public var path: BasePath? {
    common?.min { $0.segments.count < $1.segments.count }.flatMap(BasePath.init)
  }

  /// Adds an exchange. An exchange without a URL is ignored.
  public mutating func add(_ exchange: Exchange) {
    if let url = exchange.url { add(method: exchange.method ?? "GET", url: url) }
  }

  /// Adds an exchange by its method and its URL.
  public mutating func add(method: String, url: String) {
    guard !isSettled else { return }
    let url = URLParts(url)
    if let match = checker.match(method: method, url: url) {
      // Without a documented server, only the path shows which contract an exchange belongs to.
      if !match.contract.documentsServers { common = [] }
      return
    }
    let paths = Set(
      checker.contracts.lazy.filter { !$0.documentsServers }
        .flatMap { $0.basePaths(method: method, url) }.map(\.path))
    guard !paths.isEmpty else { return }
    count += 1
    common = common?.intersection(paths) ?? paths
  }
}

extension Contract {
  /// The most segments of a base path.
  private static let mostLeadingSegments = 8

  /// The prefixes that must be removed so that a URL fits an operation, the shortest first. Templates
  /// with only parameters are ignored.
  func basePaths(method: String, _ url: URLParts) -> [BasePath] {
    // A request line is no path.
    if CaptureFormat.isRequestLine(url.path) { return [] }
    let path = RequestPath(url.path)
    return (0..<min(path.segments.count, Self.mostLeadingSegments)).compactMap { last in
      guard let match = match(method: method, url: url, path: path.dropping(last + 1)),
        match.operation.path.specificity.ranks.contains(where: { $0 > 0 })
      else { return nil }
      return BasePath(path.prefix(last + 1))
    }
  }
}
