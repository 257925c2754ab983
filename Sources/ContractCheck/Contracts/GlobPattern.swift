package import JSONTape

/// One part of a glob, between two slashes. It can contain `*`, `?`, `[a-z]`, `[!a]` and literal
/// characters. Only a literal dot matches the dot at the start of a name.
@_spi(Engine) public struct GlobPattern: Hashable, Sendable {
  private enum Element: Hashable, Sendable {
    case literal(Unicode.Scalar)
    case anyOne
    case anyRun
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  private var elements: [Element] = []

  /// Reads a pattern. Any text is a pattern, because all characters that are not a valid wildcard
  /// are literal.
  public init(_ text: some StringProtocol) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": if elements.last != .anyRun { elements.append(.anyRun) }
      case "?": elements.append(.anyOne)
      case "[": elements.append(Self.set(&rest) ?? .literal(scalar))
      case "\\": elements.append(.literal(rest.popFirst() ?? scalar))
      default: elements.append(.literal(scalar))
      }
    }
  }

  /// Whether a name matches. The time is proportional to the length of the pattern times the length
  /// of the name.
  public func matches(_ name: some Collection<UInt8>) -> Bool {
    let scalars = Array(String(decoding: name, as: UTF8.self).unicodeScalars)
    if scalars.first == ".", elements.first != .literal(".") { return false }
    return isMatch(scalars, elements, isAnyRun: { $0 == .anyRun }, fits: Self.matches)
  }

  private static func matches(_ scalar: Unicode.Scalar, _ element: Element) -> Bool {
    switch element {
    case .literal(let literal): scalar == literal
    case .anyOne, .anyRun: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }

  /// Reads a set after its opening bracket. If the set is not closed, the result is nil, and `rest`
  /// does not change.
  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Element? {
    var ahead = rest
    var isNegated = false
    if let mark = ahead.first, mark == "!" || mark == "^" {
      isNegated = true
      ahead.removeFirst()
    }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let scalar = ahead.popFirst() {
      if scalar == "]", !ranges.isEmpty {
        rest = ahead
        return .set(ranges, isNegated: isNegated)
      }
      let next = ahead.dropFirst().first
      if ahead.first == "-", let next, next != "]" {
        ahead.removeFirst(2)
        if scalar <= next { ranges.append(scalar...next) }
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return nil
  }
}

/// Whether elements match parts. Some parts match any number of elements, also no element.
///
/// - Parameters:
///   - isBeginningEnough: Whether more elements may follow the matching ones.
///   - fits: Whether a part matches an element.
/// - Complexity: The product of both lengths.
private func isMatch<Part, Element>(
  _ elements: [Element], _ parts: [Part], isAnyRun: (Part) -> Bool,
  isBeginningEnough: Bool = false, fits: (Element, Part) -> Bool
) -> Bool {
  let none = [Bool](repeating: false, count: parts.count + 1)
  func enter(_ first: Int, _ open: inout [Bool]) {
    open[first] = true
    for index in first..<parts.count {
      guard isAnyRun(parts[index]) else { return }
      open[index + 1] = true
    }
  }
  // Keeps all parts that the next element may match at the same time, so there is no backtracking.
  var open = none
  enter(0, &open)
  for element in elements where !(isBeginningEnough && open[parts.count]) {
    var next = none
    for (index, part) in parts.enumerated() where open[index] && fits(element, part) {
      enter(isAnyRun(part) ? index : index + 1, &next)
    }
    open = next
  }
  return open[parts.count]
}

extension GlobPattern {
  /// Whether a path is a glob. Call this only if no file has exactly this name.
  @_spi(Engine) public static func isGlob(_ path: some StringProtocol) -> Bool {
    path.unicodeScalars.contains { "*?[{".unicodeScalars.contains($0) }
  }

  /// The paths in which `{a,b}` is replaced by `a` and by `b`. Nested braces are replaced, too. The
  /// result has at most a few hundred paths.
  @_spi(Engine) public static func alternatives(of path: String) -> [String] {
    var open = [path]
    var done: [String] = []
    while let text = open.popLast(), done.count + open.count < 256 {
      guard let (before, choices, after) = firstBraces(in: text) else {
        done.append(text)
        continue
      }
      open += choices.reversed().map { before + $0 + after }
    }
    return done
  }

  /// The first closed braces with a comma: the text before them, the choices between the commas,
  /// and the text after them.
  private static func firstBraces(in text: String) -> (String, [String], String)? {
    let scalars = Array(text.unicodeScalars)
    func string(_ range: Range<Int>) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[range])
      return String(text)
    }
    // For each open brace, the starts of its choices.
    var open: [[Int]] = []
    var first: (starts: [Int], end: Int)?
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "{": open.append([index + 1])
      case ",": if !open.isEmpty { open[open.count - 1].append(index + 1) }
      case "}":
        guard let starts = open.popLast(), starts.count > 1 else { continue }
        if starts[0] < first?.starts[0] ?? Int.max { first = (starts, index) }
      default: break
      }
    }
    guard let (starts, end) = first else { return nil }
    let ends = starts.dropFirst().map { $0 - 1 } + [end]
    return (
      string(0..<starts[0] - 1), zip(starts, ends).map { string($0..<$1) },
      string(end + 1..<scalars.count)
    )
  }
}

/// A glob for paths that are relative to a folder, such as `Tests/**/*.json` or
/// `captures/{a,b}.har`.
///
/// `*`, `?` and `[a-z]` match inside one name. `**` matches any number of folders. `{a,b}` matches
/// `a` or `b`. If a folder matches, everything in the folder matches. Only a literal dot matches a
/// dot at the start of a name.
public struct PathGlob: Hashable, Sendable, CustomStringConvertible {
  /// The glob as it is written.
  public let description: String

  private enum Part: Hashable, Sendable {
    case anyFolders
    case name(GlobPattern)
  }

  private let alternatives: [[Part]]

  /// Parses a glob; nil if the text is empty or absolute.
  package init?(_ text: String) {
    guard !text.isEmpty, !text.hasPrefix("/") else { return nil }
    description = text
    alternatives = GlobPattern.alternatives(of: text).map { path in
      path.split(separator: "/").filter { $0 != "." }.map {
        $0 == "**" ? .anyFolders : .name(GlobPattern($0))
      }
    }
  }

  /// Whether the glob matches a path or one of its parent folders.
  ///
  /// - Parameter path: The path's bytes, relative to the glob's folder.
  /// - Complexity: The product of the path's length and the glob's length.
  package func matches(_ path: some Collection<UInt8>) -> Bool {
    let names = path.split(separator: UInt8(ascii: "/"))
    return alternatives.contains { parts in
      isMatch(names, parts, isAnyRun: { $0 == .anyFolders }, isBeginningEnough: true) {
        switch $1 {
        case .anyFolders: $0.first != UInt8(ascii: ".")
        case .name(let glob): glob.matches($0)
        }
      }
    }
  }
}

/// A pattern for JSON Pointers, such as `/items/*/lat`. It is a pointer (RFC 6901) with two special
/// tokens: `*` matches any one token, and `**` matches any number of tokens, including none.
public struct PointerGlob: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it is written.
  public let description: String
  let tokens: [String]

  /// Parses a pattern; nil if the text is not a pointer.
  package init?(_ text: String) {
    guard let pointer = JSONPointer(text) else { return nil }
    description = text
    tokens = pointer.tokens
  }

  /// The last part that is a property's name; nil if there is none.
  var lastName: String? { tokens.last { !$0.hasPrefix("*") && Int($0) == nil } }

  /// Whether the pattern matches the whole pointer.
  ///
  /// - Complexity: The product of the lengths of both.
  package func matches(_ pointer: JSONPointer) -> Bool {
    isMatch(pointer.tokens, tokens, isAnyRun: { $0 == "**" }) { token, wanted in
      wanted == "**" || wanted == "*" || wanted == token
    }
  }
}
