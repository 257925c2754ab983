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

  /// Takes the next item of the log and returns those that are complete, or wait no longer. `join`
  /// gets a request, if it is known, and its response or a line with a body.
  ///
  /// - Parameter size: The bytes of the item's line.
  package mutating func pass(
    _ item: Item, _ half: Exchange.Half?, size: Int,
    join: (_ request: Item?, _ other: Item) -> Item
  ) -> [Item] {
    guard let half else { return [item] }
    let request = new.removeValue(forKey: half.id) ?? old.removeValue(forKey: half.id)
    let isRequest = half.line == .request
    if half.line == .response || !isRequest && request == nil {
      return [join(request?.item, item)]
    }
    var left = isRequest ? request.map { [$0.item] } ?? [] : []
    if new.count >= most / 2 || !new.isEmpty && self.size + size > mostBytes / 2 {
      left += Self.sorted(old)
      (old, new, self.size) = (new, [:], 0)
    }
    self.size += size
    if let request, !isRequest {
      new[half.id] = (request.number, join(request.item, item))
    } else {
      new[half.id] = (count, item)
      count += 1
    }
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
