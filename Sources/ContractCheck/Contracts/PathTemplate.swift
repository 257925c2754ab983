internal import JSONSchema

/// A path of an OpenAPI document with its parameters: `/users/{username}/locations`.
///
/// A segment may mix literals and parameters (`{name}.json`, `{from}-{to}`). Each parameter stands
/// for one character or more of one segment; where several readings exist, the earlier parameter
/// takes as little as it can.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// The template as the contract writes it.
  public let description: String
  /// The names in braces, in order.
  public let parameterNames: [String]
  /// Percent-decoded, like the paths they are compared with; parameters are gaps.
  private let segments: [GapPattern]

  /// Reads a template. The trailing slash and empty segments do not count.
  public init(_ text: String) throws(PathTemplateError) {
    guard text.utf8.first == UInt8(ascii: "/") else { throw .noLeadingSlash }
    var names: [String] = []
    var segments: [GapPattern] = []
    for raw in text.utf8.split(separator: UInt8(ascii: "/")) {
      segments.append(try Self.segment(raw, &names))
    }
    self.segments = segments
    parameterNames = names
    description = text
  }

  private static func segment(
    _ raw: Substring.UTF8View, _ names: inout [String]
  ) throws(PathTemplateError) -> GapPattern {
    var literals: [[UInt8]] = []
    var rest = raw
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "{")) ?? rest.endIndex
      let literal = rest[..<end]
      guard !literal.contains(UInt8(ascii: "}")) else { throw .unmatchedBrace }
      guard !literal.contains(UInt8(ascii: "?")), !literal.contains(UInt8(ascii: "#")) else {
        throw .queryOrFragment
      }
      literals.append(PercentEncoding.decode(literal))
      guard end < rest.endIndex else { return GapPattern(literals: literals) }
      guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { throw .unmatchedBrace }
      let text = rest[rest.index(after: end)..<close]
      guard !text.contains(UInt8(ascii: "{")) else { throw .unmatchedBrace }
      guard !text.isEmpty else { throw .emptyName }
      let name = String(decoding: text, as: UTF8.self)
      if literals.count > 1, literal.isEmpty {
        throw .adjacentParameters(names[names.count - 1], name)
      }
      guard !names.contains(name) else { throw .repeatedName(name) }
      names.append(name)
      rest = rest[rest.index(after: close)...]
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
      guard let gaps = segment.gaps(in: bytes) else { return nil }
      for gap in gaps {
        parameters.append(
          PathParameter(
            name: parameterNames[parameters.count], value: String(decoding: gap, as: UTF8.self)))
      }
    }
    return parameters
  }

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
    Specificity(ranks: segments.map { $0.hasGaps ? $0.literalCount : .max })
  }

  /// The segments without what parameters stand for: the same for all templates that tie.
  var outline: [String] {
    segments.map {
      $0.hasGaps ? "{\($0.literalCount)}" : "/" + String(decoding: $0.literals[0], as: UTF8.self)
    }
  }

  /// Whether some path may match both templates while neither is the more specific: such a pair is
  /// a mistake of the contract.
  ///
  /// Segments with several literal parts are compared by their first and last part alone, so a rare
  /// pair that could never meet is called ambiguous too.
  public func isAmbiguous(with other: PathTemplate) -> Bool {
    segments.count == other.segments.count && specificity == other.specificity
      && zip(segments, other.segments).allSatisfy { $0.mayMeet($1) }
  }
}
