public import JSONTape

/// The texts that contracts themselves publish. Such texts are no secrets. They are the values of
/// `enum` and `const`, and the literal parts of patterns.
@_spi(Engine) public struct ContractLiterals: Sendable {
  /// Strings without quotes, and numbers as they are written.
  private(set) var values: Set<String> = []
  /// The beginnings that patterns require.
  private var starts: Set<[UInt8]> = []
  /// Literal parts of patterns with at least two letters.
  private var parts: Set<[UInt8]> = []
  /// Characters that patterns do not allow.
  private var refused: Set<UInt8> = []

  /// Creates an empty set.
  init() {}

  /// Collects the texts. The time is linear in the size of the contracts.
  ///
  /// - Parameter documents: The documents of contracts, as JSON.
  public init(of documents: some Sequence<JSONNode>) {
    for root in documents { read(root) }
  }

  private mutating func read(_ root: JSONNode) {
    var open = [root]
    while let node = open.popLast() {
      switch node.kind {
      case .array: open += Array(node.elements)
      case .object:
        for property in node.properties {
          switch (property.name, property.value.kind) {
          case ("pattern", .string): readPattern(Array((property.value.string ?? "").utf8))
          case ("const", _): note(property.value)
          case ("enum", .array): for value in property.value.elements { note(value) }
          default: open.append(property.value)
          }
        }
      case .string, .number, .null, .boolean: break
      }
    }
  }

  /// Whether a regular expression reveals a secret. Words and short parts, such as `Bearer ` and
  /// `ghp_`, reveal no secret.
  static func isTelling(_ pattern: String) -> Bool {
    var literals = ContractLiterals()
    literals.readPattern(Array(pattern.utf8))
    let published = ["bearer", "basic"]
    return literals.starts.union(literals.parts).contains { part in
      let word = ASCIIByte.lowercased(String(decoding: part, as: UTF8.self))
      return part.count >= shortestSecret && !published.contains(word.filter { $0 != " " })
    }
  }

  private static let shortestSecret = 6

  private mutating func note(_ value: JSONNode) {
    if value.kind == .string || value.kind == .number { values.insert(value.string ?? value.text) }
  }

  /// Notes the literal runs of a pattern.
  private mutating func readPattern(_ pattern: [UInt8]) {
    var run: [UInt8] = []
    var isStart = false
    func end() {
      if isStart, !run.isEmpty { starts.insert(run) }
      if run.count > 1 { parts.insert(run) }
      run = []
      isStart = false
    }
    var at = 0
    while at < pattern.count {
      let byte = pattern[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\\"):
        guard at < pattern.count else { break }
        // `\d` is a class; `\.` is a point.
        if ASCIIByte.isLetter(pattern[at]) || ASCIIByte.isDigit(pattern[at]) {
          end()
        } else {
          run.append(pattern[at])
        }
        at += 1
      case UInt8(ascii: "["):
        end()
        let isNegated = at < pattern.count && pattern[at] == UInt8(ascii: "^")
        while at < pattern.count, pattern[at] != UInt8(ascii: "]") {
          if isNegated { refused.insert(pattern[at]) }
          at += pattern[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at += 1
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "{"):
        // The character before may be missing.
        if !run.isEmpty { run.removeLast() }
        end()
        if byte == UInt8(ascii: "{") {
          while at < pattern.count, pattern[at] != UInt8(ascii: "}") { at += 1 }
          at += 1
        }
      case UInt8(ascii: "("):
        end()
        // Skips `(?:`, `(?=` and `(?<name>`.
        if at < pattern.count, pattern[at] == UInt8(ascii: "?") { at += 2 }
        isStart = true
      case UInt8(ascii: "^"), UInt8(ascii: "|"):
        end()
        isStart = true
      case UInt8(ascii: ")"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "+"): end()
      default: run.append(byte)
      }
    }
    end()
  }

  /// The ranges of a text that equal parts of patterns.
  ///
  /// - Parameter withRefused: Whether characters that they do not allow also count.
  func ranges(in text: [UInt8], withRefused: Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (at, byte) in text.enumerated() where withRefused && refused.contains(byte) {
      found.append(at..<at + 1)
    }
    for start in starts where text.starts(with: start) { found.append(0..<start.count) }
    for part in parts where part.count <= text.count {
      for at in 0...text.count - part.count where text[at] == part[0] {
        if text[at...].starts(with: part) { found.append(at..<at + part.count) }
      }
    }
    return Redaction.merged(found, within: text.count)
  }
}
