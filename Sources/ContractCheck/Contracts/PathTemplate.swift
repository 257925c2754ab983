internal import JSONSchema

/// A path of an OpenAPI document with its parameters: `/users/{username}/locations`.
///
/// A segment may mix literals and parameters (`{name}.json`, `{from}-{to}`). Each parameter stands
/// for one character or more of one segment; where several readings exist, the earlier parameter
/// takes as little as it can.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// The template as the contract writes it.
  public let description: String
  let segments: [Segment]

  enum Segment: Hashable, Sendable {
    /// Percent-decoded, like the paths it is compared with.
    case literal([UInt8])
    case parameter(String)
    /// Two parts or more; no two parameters side by side.
    case mixed([Part])
  }

  enum Part: Hashable, Sendable {
    case literal([UInt8])
    case parameter(String)
  }

  /// Reads a template. The trailing slash and empty segments do not count.
  public init(_ text: String) throws(PathTemplateError) {
    guard text.utf8.first == UInt8(ascii: "/") else { throw .noLeadingSlash }
    var names: Set<String> = []
    var segments: [Segment] = []
    for raw in text.utf8.split(separator: UInt8(ascii: "/")) {
      segments.append(try Self.segment(raw, &names))
    }
    self.segments = segments
    description = text
  }

  /// The names in braces, in order.
  public var parameterNames: [String] {
    segments.flatMap { segment -> [String] in
      switch segment {
      case .literal: []
      case .parameter(let name): [name]
      case .mixed(let parts):
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
      }
    }
  }

  private static func segment(
    _ raw: Substring.UTF8View, _ names: inout Set<String>
  ) throws(PathTemplateError) -> Segment {
    var parts: [Part] = []
    var rest = raw
    while let first = rest.first {
      guard first == UInt8(ascii: "{") else {
        let end = rest.firstIndex(of: UInt8(ascii: "{")) ?? rest.endIndex
        let literal = rest[..<end]
        guard !literal.contains(UInt8(ascii: "}")) else { throw .unmatchedBrace }
        guard !literal.contains(UInt8(ascii: "?")), !literal.contains(UInt8(ascii: "#")) else {
          throw .queryOrFragment
        }
        parts.append(.literal(PercentEncoding.decode(literal)))
        rest = rest[end...]
        continue
      }
      guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { throw .unmatchedBrace }
      let name = rest[rest.index(after: rest.startIndex)..<close]
      guard !name.contains(UInt8(ascii: "{")) else { throw .unmatchedBrace }
      guard !name.isEmpty else { throw .emptyName }
      if case .parameter(let previous) = parts.last {
        throw .adjacentParameters(previous, String(decoding: name, as: UTF8.self))
      }
      let text = String(decoding: name, as: UTF8.self)
      guard names.insert(text).inserted else { throw .repeatedName(text) }
      parts.append(.parameter(text))
      rest = rest[rest.index(after: close)...]
    }
    guard parts.count == 1 else { return .mixed(parts) }
    switch parts[0] {
    case .literal(let bytes): return .literal(bytes)
    case .parameter(let name): return .parameter(name)
    }
  }
}

/// Why a text is no path template.
public enum PathTemplateError: Error, Hashable, Sendable {
  /// The path does not start with `/`.
  case noLeadingSlash
  /// A `{` or `}` stands alone.
  case unmatchedBrace
  /// A parameter without a name: `{}`.
  case emptyName
  /// Two parameters of this name.
  case repeatedName(String)
  /// Nothing says where the first ends: `{a}{b}`.
  case adjacentParameters(String, String)
  /// The text holds a `?` or a `#`.
  case queryOrFragment

  /// The reason as a sentence fragment.
  public var message: String {
    switch self {
    case .noLeadingSlash: "a path starts with `/`"
    case .unmatchedBrace: "a brace of a path parameter has no partner"
    case .emptyName: "a path parameter has no name between its braces"
    case .repeatedName(let name): "the path names the parameter `\(name)` twice"
    case .adjacentParameters(let first, let second):
      "nothing separates the path parameters `\(first)` and `\(second)`"
    case .queryOrFragment: "a path holds no query and no fragment"
    }
  }
}

/// One value that a path gave to a parameter of a template.
public struct PathParameter: Hashable, Sendable {
  /// The name in braces.
  public let name: String
  /// Percent-decoded; never empty.
  public let value: String
}

extension PathTemplate {
  /// The parameters' values when `path` is one of this template's paths, else nil.
  public func match(_ path: RequestPath) -> [PathParameter]? {
    guard path.segments.count == segments.count else { return nil }
    var parameters: [PathParameter] = []
    for (segment, bytes) in zip(segments, path.segments) {
      switch segment {
      case .literal(let literal):
        guard bytes == literal else { return nil }
      case .parameter(let name):
        parameters.append(PathParameter(name: name, value: String(decoding: bytes, as: UTF8.self)))
      case .mixed(let parts):
        guard Self.match(parts, bytes[...], &parameters) else { return nil }
      }
    }
    return parameters
  }

  /// Each inner literal is taken where it first occurs and the last one at the end: with parameters
  /// that never touch, this finds a reading whenever there is one, without going back.
  private static func match(
    _ parts: [Part], _ bytes: ArraySlice<UInt8>, _ parameters: inout [PathParameter]
  ) -> Bool {
    var rest = bytes
    var open: String?
    for (index, part) in parts.enumerated() {
      guard case .literal(let literal) = part else {
        if case .parameter(let name) = part { open = name }
        continue
      }
      guard let name = open else {
        guard rest.starts(with: literal) else { return false }
        rest = rest.dropFirst(literal.count)
        continue
      }
      let isLast = index == parts.count - 1
      guard let start = isLast ? suffixStart(literal, rest) : firstStart(literal, rest) else {
        return false
      }
      parameters.append(
        PathParameter(name: name, value: String(decoding: rest[..<start], as: UTF8.self)))
      rest = rest[(start + literal.count)...]
      open = nil
    }
    guard let name = open else { return rest.isEmpty }
    guard !rest.isEmpty else { return false }
    parameters.append(PathParameter(name: name, value: String(decoding: rest, as: UTF8.self)))
    return true
  }

  /// Both leave the parameter before the literal at least one byte.
  private static func firstStart(_ literal: [UInt8], _ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > literal.count else { return nil }
    return (bytes.startIndex + 1...bytes.endIndex - literal.count).first {
      bytes[$0...].starts(with: literal)
    }
  }

  private static func suffixStart(_ literal: [UInt8], _ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > literal.count, bytes.suffix(literal.count).elementsEqual(literal) else {
      return nil
    }
    return bytes.endIndex - literal.count
  }
}

extension PathTemplate {
  /// How much of a template is fixed, segment by segment from the left: a literal beats a segment
  /// with literal parts, the more literal text the better, and that beats a bare parameter. The
  /// greater of two that match the same path is the one meant.
  public struct Specificity: Comparable, Hashable, Sendable {
    let ranks: [Int]

    /// The order of precedence; templates of different lengths never meet on a path.
    public static func < (left: Self, right: Self) -> Bool {
      left.ranks.lexicographicallyPrecedes(right.ranks)
    }
  }

  /// See ``Specificity``.
  public var specificity: Specificity {
    Specificity(
      ranks: segments.map { segment in
        switch segment {
        case .literal: Int.max
        case .parameter: 0
        case .mixed(let parts):
          parts.reduce(0) { sum, part in
            if case .literal(let bytes) = part { sum + bytes.count } else { sum }
          }
        }
      })
  }

  /// The segments without what parameters stand for: the same for all templates that tie.
  var outline: [String] {
    segments.map { segment in
      switch segment {
      case .literal(let bytes): "/" + String(decoding: bytes, as: UTF8.self)
      case .parameter: "{}"
      case .mixed: "{}*"
      }
    }
  }

  /// Whether some path may match both templates while neither is the more specific: such a pair is
  /// a mistake of the contract.
  ///
  /// Segments with several literal parts are compared by their first and last part alone, so a rare
  /// pair that could never meet is called ambiguous too.
  public func isAmbiguous(with other: PathTemplate) -> Bool {
    guard segments.count == other.segments.count, specificity == other.specificity else {
      return false
    }
    return zip(segments, other.segments).allSatisfy { left, right in
      switch (left, right) {
      case (.literal(let first), .literal(let second)): first == second
      case (.mixed(let first), .mixed(let second)): Self.mayMeet(first, second)
      // Equal ranks: both are bare parameters.
      default: true
      }
    }
  }

  private static func mayMeet(_ left: [Part], _ right: [Part]) -> Bool {
    if case .literal(let first) = left.first, case .literal(let second) = right.first,
      !first.starts(with: second), !second.starts(with: first)
    {
      return false
    }
    if case .literal(let first) = left.last, case .literal(let second) = right.last,
      !first.reversed().starts(with: second.reversed()),
      !second.reversed().starts(with: first.reversed())
    {
      return false
    }
    return true
  }
}
