@_spi(Engine) internal import JSONTape

/// The requests of a log whose responses are on later lines. Only the last requests are kept.
package struct OpenRequests<Item> {
  private typealias Requests = [String: (number: Int, item: Item)]

  private var new: Requests = [:]
  private var old: Requests = [:]
  private var count = 0
  /// The bytes of the lines in `new`.
  private var size = 0
  private let most: Int
  private let mostBytes: Int

  /// - Parameters:
  ///   - most: The maximum number of requests that are kept.
  ///   - mostBytes: The maximum number of bytes in their lines. A single line may be longer.
  package init(most: Int = 10_000, mostBytes: Int = 1 << 26) {
    (self.most, self.mostBytes) = (most, mostBytes)
  }

  /// Takes the next item of the log. Returns the items that are complete or no longer wait. `join`
  /// gets a response, and its request if the request is known.
  ///
  /// - Parameter size: The bytes of the item's line.
  package mutating func pass(
    _ item: Item, _ half: Exchange.Half?, size: Int,
    join: (_ request: Item?, _ response: Item) -> Item
  ) -> [Item] {
    guard let half else { return [item] }
    let request = new.removeValue(forKey: half.id) ?? old.removeValue(forKey: half.id)
    guard half.part == .request else { return [join(request?.item, item)] }
    var left = request.map { [$0.item] } ?? []
    if new.count >= most / 2 || !new.isEmpty && self.size + size > mostBytes / 2 {
      left += Self.sorted(old)
      (old, new, self.size) = (new, [:], 0)
    }
    self.size += size
    new[half.id] = (count, item)
    count += 1
    return left
  }

  /// The requests without responses.
  package mutating func end() -> [Item] {
    defer { self = OpenRequests(most: most, mostBytes: mostBytes) }
    return Self.sorted(old) + Self.sorted(new)
  }

  private static func sorted(_ requests: Requests) -> [Item] {
    requests.values.sorted { $0.number < $1.number }.map(\.item)
  }
}

extension OpenRequests<Exchange> {
  mutating func pass(_ item: CaptureItem, _ yield: (CaptureItem) -> Void) {
    guard case .exchange(let exchange) = item, exchange.half != nil else { return yield(item) }
    let size = exchange.range.length
    for exchange in pass(exchange, exchange.half, size: size, join: { $1.answering($0, in: nil) }) {
      yield(.exchange(exchange))
    }
  }
}

extension Exchange {
  /// One message of an exchange whose other message is on another line.
  package final class Half: Sendable {
    package let part: Part
    /// The text that both lines have.
    package let id: String

    init(_ part: Part, id: String) { (self.part, self.id) = (part, id) }
  }

  /// The exchange of this response, and of its request if the request is known.
  ///
  /// - Parameter source: The line of the request, for the places of its body. Nil if the whole file
  ///   is in memory.
  package func answering(_ request: Exchange?, in source: CaptureSource?) -> Exchange {
    var exchange = self
    guard let request else {
      exchange.response = .absent(.noRequest)
      return exchange
    }
    // Places of the line of the request count in that line.
    let first = ByteRange(offset: range.offset, length: 0)
    let start = source.map { _ in first }
    exchange.methodText = request.methodText.map { .read($0.string, $0.range) }
    exchange.address = request.address.map { .read($0.string, $0.range) }
    exchange.addressForm = request.addressForm
    exchange.sentAt = request.sentAt ?? sentAt
    exchange.passedOver = exchange.passedOver ?? request.passedOver
    exchange.repeatedKeys += request.repeatedKeys.map {
      RepeatedKey(member: $0.member, part: $0.part, range: start ?? $0.range)
    }
    exchange.request = request.request
    exchange.request.type = request.request.type.map { .read($0.string, start ?? $0.range) }
    exchange.request.emptyBody = request.request.emptyBody.map { start ?? $0 }
    exchange.request.headers = HeaderFields(
      request.request.headers.all.map {
        HeaderFields.Field(name: $0.name, text: $0.value, range: first)
      })
    exchange.requestLine = source.map(Body.OtherLine.init)
    if source != nil, var body = request.request.body {
      body.line = exchange.requestLine
      exchange.request.content = .body(body)
    }
    return exchange
  }
}
