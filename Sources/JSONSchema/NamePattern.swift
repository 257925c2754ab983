/// A text in which `*` stands for any text, and every other character for itself.
@_spi(Engine) public struct Wildcard: Hashable, Sendable {
  private let parts: [[UInt8]]

  /// Every text is a pattern.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    parts = bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map {
      Array($0)
    }
  }

  /// Whether the pattern fits the whole text.
  ///
  /// - Complexity: The product of both lengths, at most.
  public func matches(_ text: String) -> Bool { matches(Array(text.utf8)) }

  func matches(_ text: [UInt8]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return text == parts.first
    }
    guard text.count >= first.count + last.count, text.starts(with: first),
      text[(text.count - last.count)...].elementsEqual(last)
    else { return false }
    var rest = text[first.count..<text.count - last.count]
    // The first place of each part leaves the most text for those after it.
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else {
        return false
      }
      rest = rest[(start + part.count)...]
    }
    return true
  }
}

/// A name of members as rules write it, in any case style: `list_price` fits `listPrice`. `*`
/// stands for any text; `*_at` and `*At` fit `created_at` and `createdAt`, and not `format`.
@_spi(Engine) public struct NamePattern: Hashable, Sendable {
  private let folded: [UInt8]?
  private let words: Wildcard

  /// Every text is a pattern.
  public init(_ text: String) {
    folded = text.contains("*") ? nil : KeyPolicy.fold(text)
    words = Wildcard(Self.words(of: text.utf8))
  }

  /// Whether a name fits.
  public func matches(_ name: some Collection<UInt8>) -> Bool { matches(Name(name)) }

  func matches(_ name: Name) -> Bool {
    folded.map { name.folded == $0 } ?? words.matches(name.words)
  }

  /// A name in the forms that patterns compare.
  struct Name {
    let folded: [UInt8]
    let words: [UInt8]

    init(_ name: some Collection<UInt8>) {
      folded = KeyPolicy.fold(name)
      words = NamePattern.words(of: name)
    }
  }

  /// The words of a name in lower case, with `_` between them; `*` counts as a small letter.
  private static func words(of name: some Collection<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    words.reserveCapacity(name.count + 4)
    let bytes = Array(name)
    for (index, byte) in bytes.enumerated() {
      guard 0x41...0x5A ~= byte else {
        words.append(byte == UInt8(ascii: "-") ? UInt8(ascii: "_") : byte)
        continue
      }
      let isAfterCapital = index > 0 && 0x41...0x5A ~= bytes[index - 1]
      let isBeforeSmall = index + 1 < bytes.count && 0x61...0x7A ~= bytes[index + 1]
      if let last = words.last, last != UInt8(ascii: "_"), !isAfterCapital || isBeforeSmall {
        words.append(UInt8(ascii: "_"))
      }
      words.append(byte | 0x20)
    }
    return words
  }
}
