internal import JSONTape

extension Finding {
  /// What the mistake is, whatever capture shows it, as 32 hexadecimal digits: the same on every run
  /// and platform, and for every place and exchange where the same thing is wrong in the same way.
  ///
  /// It is made of the rule, the contract, the operation, the message and its class of status, the
  /// pointer with array indexes and ids as `*`, the absent member, the keyword, and of what kind the
  /// wrong value is. It holds neither file, line nor order, no value, and no wording.
  public var fingerprint: String {
    var hash = ContentHash()
    hash.add("1")
    hash.add(rule)
    hash.add(contractName)
    hash.add(exchange?.operation ?? requestPattern)
    hash.add(exchange?.part.rawValue)
    hash.add((exchange?.status).map { "\($0 / 100)XX" })
    for token in instance.pattern.tokens { hash.add(token) }
    hash.add(nil)
    hash.add(member)
    hash.add(lookalike)
    hash.add(keyword)
    // Without an operation the schema says what body it is.
    hash.add(exchange?.operation == nil ? schema : nil)
    hash.add(shape)
    return hash.hexadecimal
  }

  /// The contract without the folders of its file, which are others from one checkout, and from one
  /// working folder, to the next.
  private var contractName: String? {
    contract.map { name in name.split(separator: "/").last.map(String.init) ?? name }
  }

  /// `GET /users/*`, for what no contract knows.
  private var requestPattern: String? { request.map { Self.requestPattern($0) } }

  static func requestPattern(_ request: String) -> String {
    request.split(separator: "/", omittingEmptySubsequences: false)
      .map { JSONPointer.isIdentifier(String($0)) ? "*" : String($0) }
      .joined(separator: "/")
  }
}

/// FNV-1a of 128 bits over texts, each set apart from the next.
///
/// Not Swift's `Hasher`, which differs from run to run. Nobody gains by a collision here, so nothing
/// stronger is needed. Source: Fowler, Noll and Vo, "The FNV Non-Cryptographic Hash Algorithm".
struct ContentHash {
  private var high: UInt64 = 0x6c62_272e_07bb_0142
  private var low: UInt64 = 0x62b8_2175_6295_c58d

  mutating func add(bytes: some Sequence<UInt8>) {
    for byte in bytes {
      low ^= UInt64(byte)
      // The prime is 2^88 + 0x13B.
      let product = low.multipliedFullWidth(by: 0x13B)
      high = high &* 0x13B &+ product.high &+ low &<< 24
      low = product.low
    }
  }

  /// Takes in a text, or that there is none. A byte that no text has in UTF-8 ends either.
  mutating func add(_ text: String?) {
    if let text {
      add(bytes: text.utf8)
      add(bytes: CollectionOfOne(0xFF))
    } else {
      add(bytes: CollectionOfOne(0xFE))
    }
  }

  var hexadecimal: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
