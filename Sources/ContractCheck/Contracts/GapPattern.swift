/// Literal bytes with gaps between them. Each gap matches one or more bytes.
struct GapPattern: Hashable, Sendable {
  /// The literals before, between and after the gaps. If there is no gap, there is one literal.
  let literals: [[UInt8]]

  var hasGaps: Bool { literals.count > 1 }
  var literalCount: Int { literals.reduce(0) { $0 + $1.count } }

  func matches(_ text: [UInt8]) -> Bool { gaps(in: text) != nil }

  /// The text in the gaps, in order; nil if the pattern does not match.
  ///
  /// Each inner literal is matched at its first occurrence, and the last one at the end. This finds
  /// every match without backtracking.
  func gaps(in text: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard hasGaps, let first = literals.first, let last = literals.last else {
      return text == literals[0] ? [] : nil
    }
    guard text.count > first.count + last.count, text.starts(with: first),
      text.suffix(last.count).elementsEqual(last)
    else { return nil }
    var gaps: [ArraySlice<UInt8>] = []
    var rest = text[first.count..<(text.count - last.count)]
    for literal in literals.dropFirst().dropLast() {
      let found = rest.indices.dropFirst().first { rest[$0...].starts(with: literal) }
      guard let found else { return nil }
      gaps.append(rest[..<found])
      rest = rest[(found + literal.count)...]
    }
    return rest.isEmpty ? nil : gaps + [rest]
  }

  /// Whether one text may match both patterns. Inner literals are not compared.
  func mayMeet(_ other: GapPattern) -> Bool {
    guard hasGaps, other.hasGaps else { return literals == other.literals }
    let (first, second) = (literals[0], other.literals[0])
    let last = literals[literals.count - 1].reversed()
    let otherLast = other.literals[other.literals.count - 1].reversed()
    return (first.starts(with: second) || second.starts(with: first))
      && (last.starts(with: otherLast) || otherLast.starts(with: last))
  }
}

extension String {
  /// Replaces each `{name}` that has a value, even inside other braces.
  ///
  /// - Parameter unquoted: A name around which back quotes are removed.
  package func filled(withoutQuotes unquoted: String? = nil, _ value: (Substring) -> String?)
    -> String
  {
    var text = ""
    var rest = self[...]
    // Works on bytes because messages are filled for each finding.
    while let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")) {
      var after = rest.utf8.index(after: close)
      if let open = rest[..<close].utf8.lastIndex(of: UInt8(ascii: "{")) {
        let name = rest[rest.utf8.index(after: open)..<close]
        var literal = rest[..<open]
        if let unquoted, name == unquoted, literal.utf8.last == UInt8(ascii: "`"),
          rest[after...].utf8.first == UInt8(ascii: "`")
        {
          literal = literal[..<literal.utf8.index(before: literal.endIndex)]
          after = rest.utf8.index(after: after)
        }
        text += literal
        text += value(name) ?? "{\(name)}"
      } else {
        text += rest[..<after]
      }
      rest = rest[after...]
    }
    return text + rest
  }
}
