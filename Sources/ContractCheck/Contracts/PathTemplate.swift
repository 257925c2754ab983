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
