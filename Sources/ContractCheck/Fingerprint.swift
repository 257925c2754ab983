@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension Finding {
  /// Identifies the mistake by 32 hexadecimal digits. The digits are the same on every run and
  /// platform. The same mistake has the same digits in every capture, place and exchange.
  ///
  /// The digits depend on the rule, the contract, the operation, the part of the exchange and the
  /// class of its status. They also depend on the missing property, the keyword, the kind of wrong
  /// value and the pointer. In the pointer, array indexes and ids count as `*`. The digits do not
  /// depend on file, line, order, value or wording. There is one exception: if a bare body cannot
  /// be read or matches no schema, the digits also depend on the file's name.
  public var fingerprint: String {
    var hash = ContentHash()
    let start = [
      "1", rule, contractName, exchange?.operation ?? request.map(Self.requestPattern),
      exchange?.part.rawValue, (exchange?.status).map { "\($0 / 100)XX" },
    ]
    // Without an operation, the schema identifies the body.
    let body = exchange?.operation == nil ? schema : nil
    let end = [nil, property, lookalike, keyword, body, shape]
    for text in start + instance.pattern.tokens + end { hash.add(text) }
    if let file = unreadFile { hash.add(file) }
    return hash.hexadecimal
  }

  /// The name of a file whose only body could not be read or matched. It is needed because another
  /// file has another mistake.
  private var unreadFile: String? {
    guard exchange?.url == nil, exchange?.unit == nil,
      [Rule.jsonSyntax.id, Rule.unmatchedBody.id].contains(rule)
    else { return nil }
    return file.split(separator: "/").last.map(String.init)
  }

  /// The contract's name without folders, which differ between checkouts.
  private var contractName: String? {
    contract.map { name in name.split(separator: "/").last.map(String.init) ?? name }
  }

  /// A pattern such as `GET /users/*`, for a request without a known operation.
  static func requestPattern(_ request: String) -> String {
    request.split(separator: "/", omittingEmptySubsequences: false)
      .map { JSONPointer.isIdentifier(String($0)) ? "*" : String($0) }
      .joined(separator: "/")
  }
}

/// A 128-bit FNV-1a hash of texts with separators.
///
/// Swift's `Hasher` gives other values in each run. An attacker gains nothing from a collision, so
/// no cryptographic hash is needed. Source: Fowler, Noll and Vo, "The FNV Non-Cryptographic Hash
/// Algorithm".
package struct ContentHash {
  private var high: UInt64 = 0x6c62_272e_07bb_0142
  private var low: UInt64 = 0x62b8_2175_6295_c58d

  package init() {}

  mutating func add(bytes: some Sequence<UInt8>) {
    for byte in bytes {
      low ^= UInt64(byte)
      // The prime is 2^88 + 0x13B.
      let product = low.multipliedFullWidth(by: 0x13B)
      high = high &* 0x13B &+ product.high &+ low &<< 24
      low = product.low
    }
  }

  /// Adds a text, or nil. Each text ends with a byte that never occurs in UTF-8.
  package mutating func add(_ text: String?) {
    if let text {
      add(bytes: text.utf8)
      add(bytes: CollectionOfOne(0xFF))
    } else {
      add(bytes: CollectionOfOne(0xFE))
    }
  }

  package var hexadecimal: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
