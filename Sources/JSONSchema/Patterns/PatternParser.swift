/// Reads the grammar of ECMA-262, section 22.2.1, with the `u` flag. In addition, a backslash is
/// allowed before any ASCII punctuation or space, because schemas often contain `\-`, `\_`, `\@`
/// and `\"`. Syntax that only the annex for browsers allows is refused. Examples are escapes of
/// letters without a meaning, octal escapes, single braces and brackets, and ranges from or to a
/// class such as `\w`.
struct PatternParser {
  /// The maximum depth of groups. With it, no pattern exhausts the stack.
  static let maximumDepth = 50

  let source: [UInt32]
  var at = 0
  private var sets: [ScalarSet] = []
  private var indexes: [ScalarSet: Int] = [:]
  private var wordSet: Int?
  var groupCount = 0
  var groupNames: [String: Int] = [:]
  /// References may come before their groups, so they are checked at the end.
  var numberReferences: [(number: Int, at: Int)] = []
  var nameReferences: [(name: String, at: Int)] = []

  static func parse(_ source: String) throws(PatternError) -> PatternSyntax {
    var parser = PatternParser(source: source.unicodeScalars.map(\.value))
    return try parser.parse()
  }

  private init(source: [UInt32]) { self.source = source }

  private mutating func parse() throws(PatternError) -> PatternSyntax {
    let root = try choice(depth: 0)
    if at < source.count { throw fail("`)` without its `(`", at: at) }
    for reference in numberReferences where reference.number > groupCount {
      throw fail("there is no group \(reference.number) to refer to", at: reference.at)
    }
    var namedGroups: [Int] = []
    for reference in nameReferences {
      guard let group = groupNames[reference.name] else {
        throw fail("there is no group `\(reference.name)` to refer to", at: reference.at)
      }
      namedGroups.append(group)
    }
    return PatternSyntax(
      root: root, sets: sets, wordSet: wordSet, groupCount: groupCount,
      namedGroups: namedGroups,
      hasReferences: !numberReferences.isEmpty || !nameReferences.isEmpty)
  }

  /// Creates an error at a character of the source. The error's offset is in bytes.
  func fail(_ message: String, at index: Int) -> PatternError {
    let offset = source.prefix(index).reduce(0) { total, value in
      total + (value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4)
    }
    return PatternError(message, at: offset)
  }

  var next: UInt32? { at < source.count ? source[at] : nil }

  func peek(_ character: Unicode.Scalar, ahead: Int = 0) -> Bool {
    at + ahead < source.count && source[at + ahead] == character.value
  }

  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard peek(character) else { return false }
    at += 1
    return true
  }

  /// - Parameter text: ASCII text.
  mutating func acceptAll(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard source.count - at >= length else { return false }
    for offset in 0..<length where source[at + offset] != UInt32(text.utf8Start[offset]) {
      return false
    }
    at += length
    return true
  }

  mutating func node(for set: ScalarSet) -> PatternNode { .set(index(of: set)) }

  private mutating func index(of set: ScalarSet) -> Int {
    if let index = indexes[set] { return index }
    sets.append(set)
    indexes[set] = sets.count - 1
    return sets.count - 1
  }

  // MARK: Structure

  private mutating func choice(depth: Int) throws(PatternError) -> PatternNode {
    guard depth <= PatternParser.maximumDepth else {
      throw fail("groups nest deeper than \(PatternParser.maximumDepth)", at: at)
    }
    var nodes = [try sequence(depth: depth)]
    while accept("|") { nodes.append(try sequence(depth: depth)) }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence(depth: Int) throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let character = next, character != 0x7C, character != 0x29 {
      let start = at
      let node = try term(depth: depth)
      nodes.append(try quantified(node, at: start))
    }
    return nodes.isEmpty ? .empty : nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func term(depth: Int) throws(PatternError) -> PatternNode {
    let start = at
    let character = source[at]
    at += 1
    switch Unicode.Scalar(character) {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "(": return try group(at: start, depth: depth)
    case ".": return node(for: CharacterClass.dot)
    case "[": return node(for: try characterClass(at: start))
    case "\\": return try escape(at: start)
    case "*", "+", "?": throw fail("there is nothing before this to repeat", at: start)
    case "]" where (0..<max(0, start - 1)).contains { source[$0] == 0x5B && source[$0 + 1] == 0x3A }:
      throw fail(
        "a pattern of JSON Schema has no classes such as `[:alpha:]`; list the characters, such as "
          + "`[A-Za-z]`", at: start)
    case "{", "}", "]":
      let text = String(Unicode.Scalar(UInt8(truncatingIfNeeded: character)))
      throw fail("for the character `\(text)`, write `\\\(text)`", at: start)
    default: return node(for: ScalarSet(character))
    }
  }

  private mutating func group(at start: Int, depth: Int) throws(PatternError) -> PatternNode {
    var look: PatternNode.Look?
    var number: Int?
    if acceptAll("?=") {
      look = .init(isAhead: true, isNegated: false)
    } else if acceptAll("?!") {
      look = .init(isAhead: true, isNegated: true)
    } else if acceptAll("?<=") {
      look = .init(isAhead: false, isNegated: false)
    } else if acceptAll("?<!") {
      look = .init(isAhead: false, isNegated: true)
    }
    if look != nil || acceptAll("?:") {
      // The group is not capturing.
    } else if acceptAll("?<") {
      let nameStart = at
      let name = try groupName(at: nameStart)
      groupCount += 1
      number = groupCount
      guard groupNames.updateValue(groupCount, forKey: name) == nil else {
        throw fail("two groups are named `\(name)`", at: nameStart)
      }
    } else if peek("?") {
      throw fail(
        "ECMA-262 has no group `(?\(peek("P", ahead: 1) ? "P" : "")…`; flags, comments and "
          + "`(?P<name>…)` belong to other engines", at: start)
    } else {
      groupCount += 1
      number = groupCount
    }
    let body = try choice(depth: depth + 1)
    guard accept(")") else { throw fail("`(` without its `)`", at: start) }
    if let look { return .look(body, look) }
    if let number { return .capture(number, body) }
    switch body {
    // This node differs from a plain assertion, which must not be repeated.
    case .assertion, .look: return .sequence([body])
    default: return body
    }
  }

  /// The node with the quantifier after it, if there is one.
  private mutating func quantified(
    _ node: PatternNode, at start: Int
  ) throws(PatternError) -> PatternNode {
    let mark = at
    var minimum = 0
    var maximum: Int?
    if accept("+") {
      minimum = 1
    } else if accept("?") {
      maximum = 1
    } else if accept("{") {
      guard let low = count() else { throw fail("for the character `{`, write `\\{`", at: mark) }
      let high: Int? = accept(",") ? count() : low
      guard accept("}") else { throw fail("`{` is not closed as a repeat count", at: mark) }
      if let high, high < low {
        throw fail(
          "in a repeat count such as `{2,5}`, the second number "
            + "cannot be smaller than the first", at: mark)
      }
      (minimum, maximum) = (low, high)
    } else if !accept("*") {
      return node
    }
    switch node {
    case .assertion, .look: throw fail("an assertion cannot be repeated", at: mark)
    default: break
    }
    return .loop(node, .init(minimum: minimum, maximum: maximum, isLazy: accept("?")))
  }

  /// Reads a decimal number. A very large number becomes the limit. No text reaches this limit.
  mutating func count() -> Int? {
    let start = at
    var value = 0
    while let character = next, 0x30...0x39 ~= character {
      value = min(value * 10 + Int(character - 0x30), 1 << 40)
      at += 1
    }
    return at > start ? value : nil
  }

  mutating func boundary(_ assertion: PatternNode.Assertion) -> PatternNode {
    if wordSet == nil { wordSet = index(of: CharacterClass.word) }
    return .assertion(assertion)
  }
}
