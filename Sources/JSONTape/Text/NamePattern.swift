/// A pattern in which `*` matches any text, and every other character matches only itself.
@_spi(Engine) public struct Wildcard: Hashable, Sendable {
  private let parts: [[UInt8]]

  /// The pattern as it is written.
  public var text: String {
    String(decoding: Array(parts.joined(separator: [UInt8(ascii: "*")])), as: UTF8.self)
  }

  /// Pairs of neighbouring bytes that every matching text contains.
  fileprivate var pairs: [UInt16] { parts.flatMap(Self.pairs) }

  fileprivate static func pairs(of text: [UInt8]) -> [UInt16] {
    zip(text, text.dropFirst()).map { UInt16($0) << 8 | UInt16($1) }
  }

  /// Creates a pattern. Every text is valid.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    parts = bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map {
      Array($0)
    }
  }

  /// Whether the pattern matches the whole text.
  ///
  /// - Complexity: At most the length of the pattern times the length of the text.
  public func matches(_ text: String) -> Bool { matches(Array(text.utf8)) }

  func matches(_ text: [UInt8]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return text == parts.first
    }
    guard text.count >= first.count + last.count, text.starts(with: first),
      text[(text.count - last.count)...].elementsEqual(last)
    else { return false }
    var rest = text[first.count..<text.count - last.count]
    // The first place of each part leaves the most text for the later parts.
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let start = rest.indices.first(where: { rest[$0...].starts(with: part) }) else {
        return false
      }
      rest = rest[(start + part.count)...]
    }
    return true
  }
}

/// A pattern for property names in rules. The case style does not matter: `list_price` matches
/// `listPrice`. `*` matches any text: `*_at` and `*At` match `created_at` and `createdAt`, but not
/// `format`.
@_spi(Engine) public struct NamePattern: Hashable, Sendable {
  /// The folded name. Nil if the pattern has a `*`.
  fileprivate let folded: [UInt8]?
  fileprivate let words: Wildcard
  /// The only name that does not match, byte for byte.
  private let exception: [UInt8]?

  /// Creates a pattern. Every text is valid.
  ///
  /// - Parameter exception: A name that does not match, although it fits the pattern.
  public init(_ text: String, except exception: String? = nil) {
    folded = text.contains("*") ? nil : Self.fold(text)
    words = Wildcard(Self.words(of: text.utf8))
    self.exception = exception.map { Array($0.utf8) }
  }

  /// A property name in small letters, without `_` and `-`. So `listPrice` and `list_price` become
  /// equal. A `_` or `-` at the start stays, because `_id` and `id` are different properties in
  /// many databases.
  @inlinable public static func fold(_ key: String) -> [UInt8] { fold(key.utf8) }

  /// The bytes of a property name in small letters, without `_` and `-`.
  @inlinable public static func fold(_ key: some Collection<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(key.count)
    var leading = true
    for byte in key {
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        if leading { folded.append(byte) }
        continue
      }
      leading = false
      folded.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    }
    return folded
  }

  /// Whether a name matches.
  public func matches(_ name: some Collection<UInt8>) -> Bool { matches(Name(name)) }

  func matches(_ name: Name) -> Bool {
    (folded.map { name.folded == $0 } ?? words.matches(name.words)) && exception != name.bytes
  }

  /// A name in the forms that patterns compare.
  struct Name {
    let bytes: [UInt8]
    let folded: [UInt8]
    let words: [UInt8]

    init(_ name: some Collection<UInt8>) {
      bytes = Array(name)
      folded = NamePattern.fold(name)
      words = NamePattern.words(of: name)
    }
  }

  /// The words of a name in lower case, with `_` between them. `*` counts as a small letter.
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

/// A list of patterns that are compared with a name in one search. The time depends mainly on the
/// length of the name, and less on the number of patterns.
@_spi(Engine) public struct NamePatterns: Sendable {
  private let patterns: [NamePattern]
  private var byName: [[UInt8]: [Int]] = [:]
  /// The patterns with a `*`, by two neighbouring letters that every matching name contains.
  private var byPair: [UInt16: [Int]] = [:]
  /// The patterns without two such letters.
  private var others: [Int] = []

  /// Creates a list of patterns in any order.
  public init(_ patterns: [NamePattern]) {
    self.patterns = patterns
    for (index, pattern) in patterns.enumerated() {
      if let name = pattern.folded {
        byName[name, default: []].append(index)
      } else if let pair = pattern.words.pairs.min(by: { count($0) < count($1) }) {
        byPair[pair, default: []].append(index)
      } else {
        others.append(index)
      }
    }
  }

  private func count(_ pair: UInt16) -> Int { byPair[pair]?.count ?? 0 }

  /// The positions of the patterns that match a name, in order.
  public func positions(_ name: some Collection<UInt8>) -> [Int] {
    let forms = NamePattern.Name(name)
    var found: [Int] = []
    visit(forms) { found.append($0) }
    return found.count > 1 ? found.sorted() : found
  }

  /// Whether any of the patterns matches a name.
  public func contains(_ name: some Collection<UInt8>) -> Bool {
    var isFound = false
    visit(NamePattern.Name(name)) { _ in isFound = true }
    return isFound
  }

  private func visit(_ name: NamePattern.Name, _ body: (Int) -> Void) {
    func judge(_ positions: [Int]?) {
      for position in positions ?? [] where patterns[position].matches(name) { body(position) }
    }
    judge(byName[name.folded])
    judge(others)
    guard !byPair.isEmpty else { return }
    var seen: Set<UInt16> = []
    for pair in Wildcard.pairs(of: name.words) where seen.insert(pair).inserted {
      judge(byPair[pair])
    }
  }
}
