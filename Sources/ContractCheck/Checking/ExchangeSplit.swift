@_spi(Engine) internal import ContractCaptures

/// The criterion by which `--by` splits counts: a header, the client, the host or the day.
public struct ExchangeSplit: Hashable, Sendable, CustomStringConvertible {
  private enum Key: Hashable, Sendable {
    case header(String)
    case client
    case host
    case day
  }

  private let key: Key

  /// Why counts cannot be split this way.
  package enum Refusal: Error, Hashable, Sendable {
    /// The criterion is unknown.
    case unknown
    /// The value of the header is a secret.
    case secret
  }

  private init(_ key: Key) { self.key = key }

  /// Splits by the app and its version, as requests name them.
  package static let client = ExchangeSplit(.client)

  /// Reads `header:NAME`, `client`, `host` or `day`.
  package init(_ text: String) throws(Refusal) {
    switch text {
    case "client": key = .client
    case "host": key = .host
    case "day": key = .day
    default:
      guard text.hasPrefix("header:") else { throw .unknown }
      let name = String(text.dropFirst("header:".count))
      let isName = name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, isName else { throw .unknown }
      guard !Redaction.isSecret(name) else { throw .secret }
      key = .header(name)
    }
  }

  /// The criterion as a user writes it for `--by`.
  public var description: String {
    switch key {
    case .header(let name): "header:\(name)"
    case .client: "client"
    case .host: "host"
    case .day: "day"
    }
  }

  /// The value of exchanges without a value.
  package static let none = "none"
  /// The value that stands for all values except the most frequent values.
  package static let other = "other"
  /// The most separate values in a report.
  package static let most = 64
  /// The most values that a text report names.
  package static let mostShown = 4
  /// The maximum number of separate values in a run. Further values count as ``other``.
  static let mostInRun = 4096
  /// The longest value, in characters.
  private static let longest = 64

  /// A request's header has priority over one of the response.
  func value(of exchange: Exchange) -> String {
    switch key {
    case .header(let name):
      return (Self.text(exchange.request, name) ?? Self.text(exchange.response, name))
        .map { Self.shown($0, of: name) } ?? Self.none
    case .client:
      let version = Self.text(exchange.request, "X-App-Version")
      let name = version ?? Self.text(exchange.request, "User-Agent").flatMap(Self.product)
      return name.map { Self.shown($0, of: nil) } ?? Self.none
    case .host:
      let host = exchange.url.flatMap { URLParts(URLRedaction.redact($0)).host }
      return host.map { Self.shown($0, of: nil) } ?? Self.none
    case .day: return exchange.time.map { "\($0.day)" } ?? Self.none
    }
  }

  private static func text(_ message: Message, _ name: String) -> String? {
    message.headers[name].first.map { String(decoding: $0.bytes.prefix(4096), as: UTF8.self) }
  }

  /// The product in a `User-Agent`: `Shop/5.3.0` in `Shop/5.3.0 (iPhone; iOS 26.1)`. All browsers
  /// begin with Mozilla, and many browsers end with Safari. For a browser, the product is the last
  /// product before Safari.
  private static func product(of agent: String) -> String? {
    var depth = 0
    let products = agent.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }.split(separator: " ")
    guard products.first?.hasPrefix("Mozilla/") == true else {
      return products.first.map(String.init)
    }
    let product =
      products.last { product in
        product.contains("/") && !["Safari/", "Mobile/"].contains(where: product.hasPrefix)
      } ?? ""
    return product.hasPrefix("Version/") ? "Safari/\(product.dropFirst(8))" : String(product)
  }

  private static func shown(_ value: String, of name: String?) -> String {
    let text = SafeText.line(Redaction.text(Redaction.shown(value, ofProperty: name)))
    if text.isEmpty { return none }
    return text.count > longest ? text.prefix(longest) + "…" : text
  }
}

/// A group's counts for one value of ``ExchangeSplit``.
package struct SplitCount: Hashable, Sendable {
  /// The number of findings.
  package var count = 0
  /// The number of exchanges with such a finding.
  package var exchanges = 0
  /// The number of exchanges that were checked.
  package var evaluated = 0

  package init(count: Int = 0, exchanges: Int = 0, evaluated: Int = 0) {
    self.count = count
    self.exchanges = exchanges
    self.evaluated = evaluated
  }

  package static func + (left: SplitCount, right: SplitCount) -> SplitCount {
    SplitCount(
      count: Summary.sum(left.count, right.count),
      exchanges: Summary.sum(left.exchanges, right.exchanges),
      evaluated: Summary.sum(left.evaluated, right.evaluated))
  }
}

extension Dictionary where Key == String {
  /// Adds to the counts of a value. If there are too many values, adds to the counts of ``other``.
  package mutating func add(
    _ more: Value, for value: String, _ sum: (Value, Value) -> Value
  ) {
    let key =
      self[value] != nil || count < ExchangeSplit.mostInRun ? value : ExchangeSplit.other
    self[key] = self[key].map { sum($0, more) } ?? more
  }

  /// The same counts, with all other values combined into one value.
  package func keeping(_ values: Set<String>, _ sum: (Value, Value) -> Value) -> [String: Value] {
    var kept: [String: Value] = [:]
    for (value, count) in self {
      kept.add(count, for: values.contains(value) ? value : ExchangeSplit.other, sum)
    }
    return kept
  }
}
