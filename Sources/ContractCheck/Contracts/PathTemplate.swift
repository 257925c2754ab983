@_spi(Engine) internal import JSONTape
internal import JSONSchema

/// A path of an OpenAPI document with its parameters: `/users/{username}/locations`.
///
/// A segment may mix literals and parameters (`{name}.json`, `{from}-{to}`). Each parameter matches
/// one or more characters of one segment. The earlier parameter matches as few characters as
/// possible.
package struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// The template as the contract writes it.
  package let description: String
  /// The names in braces, in order.
  package let parameterNames: [String]
  /// The percent-decoded segments. The paths that are compared are decoded in the same way.
  /// Parameters are gaps.
  private let segments: [GapPattern]
  /// The index of the parameter that may have several segments. Nil if there is no such parameter.
  private var wide: Int?
  var isWide: Bool { wide != nil }

  /// Parses a template. A trailing slash and empty segments are ignored.
  package init(_ text: String) throws(PathTemplateError) {
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

  /// The same template, but the first of these parameters may have several segments.
  func spanning(_ names: [String]) -> PathTemplate {
    var template = self
    template.wide = description.utf8.split(separator: UInt8(ascii: "/")).firstIndex { segment in
      names.contains { segment.elementsEqual("{\($0)}".utf8) }
    }
    return template
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

/// Why a text is not a path template.
package enum PathTemplateError: Error, Hashable, Sendable {
  /// The path does not start with `/`.
  case noLeadingSlash
  /// A `{` or `}` has no partner.
  case unmatchedBrace
  /// A parameter without a name: `{}`.
  case emptyName
  /// Two parameters have this name.
  case repeatedName(String)
  /// Two parameters without text between them: `{a}{b}`.
  case adjacentParameters(String, String)
  /// The text contains a `?` or a `#`.
  case queryOrFragment

  /// Whether this error occurs in published documents. Such paths cannot match requests.
  var isOdd: Bool {
    switch self {
    case .queryOrFragment, .adjacentParameters, .repeatedName: true
    case .noLeadingSlash, .unmatchedBrace, .emptyName: false
    }
  }

  /// The reason as a sentence fragment.
  package var message: String {
    switch self {
    case .noLeadingSlash: "a path must start with `/`"
    case .unmatchedBrace: "a path parameter has only one of its two braces"
    case .emptyName: "a path parameter has no name between its braces"
    case .repeatedName(let name): "the path has the parameter `\(name)` twice"
    case .adjacentParameters(let first, let second):
      "nothing separates the path parameters `\(first)` and `\(second)`"
    case .queryOrFragment: "a path must not have a query or a fragment"
    }
  }
}

/// The value of one parameter in a path.
package struct PathParameter: Hashable, Sendable {
  /// The name in braces.
  package let name: String
  /// The percent-decoded value; never empty.
  package let value: String
  /// The number of segments after the value. Segments are counted from the end because a base path
  /// may come first.
  let segmentsAfter: Int
}

extension PathTemplate {
  /// The parameters' values if the template matches `path`; nil if it does not match.
  package func match(_ path: RequestPath) -> [PathParameter]? {
    let extra = path.segments.count - segments.count
    guard extra == 0 || extra > 0 && isWide else { return nil }
    var parameters: [PathParameter] = []
    for (position, segment) in segments.enumerated() {
      let first = position + (position > wide ?? .max ? extra : 0)
      let text =
        position == wide
        ? Array(path.segments[first...(first + extra)].joined(separator: [UInt8(ascii: "/")]))
        : path.segments[first]
      guard let gaps = segment.gaps(in: text) else { return nil }
      for gap in gaps {
        parameters.append(
          PathParameter(
            name: parameterNames[parameters.count], value: String(decoding: gap, as: UTF8.self),
            segmentsAfter: segments.count - 1 - position))
      }
    }
    return parameters
  }

  /// The parameters' values if the template matches the last segments of a path; nil if it does not
  /// match.
  func match(endOf path: RequestPath) -> [PathParameter]? {
    path.segments.count < segments.count
      ? nil : match(path.dropping(path.segments.count - segments.count))
  }

  /// How specific a template is. Segments are compared one by one from the left. A literal segment
  /// is greater than a mixed segment, and more literal text is greater than less. A segment that is
  /// only a parameter is the smallest. If two templates match a path, the greater template is used.
  package struct Specificity: Comparable, Hashable, Sendable {
    let ranks: [Int]

    /// The order of precedence. Templates of different lengths never match the same path.
    package static func < (left: Self, right: Self) -> Bool {
      left.ranks.lexicographicallyPrecedes(right.ranks)
    }
  }

  /// How specific the template is; see ``Specificity``.
  package var specificity: Specificity {
    Specificity(ranks: segments.map { $0.hasGaps ? $0.literalCount : .max })
  }

  /// The text of each segment; nil for a segment with parameters.
  var literalSegments: [[UInt8]?] { segments.map { $0.hasGaps ? nil : $0.literals[0] } }

  /// The segments without their parameters. Two templates that are equally specific have equal
  /// outlines.
  var outline: [String] {
    segments.map {
      $0.hasGaps ? "{\($0.literalCount)}" : "/" + String(decoding: $0.literals[0], as: UTF8.self)
    }
  }

  /// Whether a path may match both templates, but no template is more specific. This is an error in
  /// the contract.
  ///
  /// Segments with several literal parts are compared only by their first and last part. So a few
  /// pairs of templates count as ambiguous although no path matches both.
  package func isAmbiguous(with other: PathTemplate) -> Bool {
    segments.count == other.segments.count && specificity == other.specificity
      && zip(segments, other.segments).allSatisfy { $0.mayMeet($1) }
  }
}

extension PathTemplate {
  /// The segments as they are written.
  var rawSegments: [String] { description.split(separator: "/").map(String.init) }

  static func isParameter(_ segment: String) -> Bool { segment.contains("{") }

  /// The segment without the parameter's name, because the name may differ between paths.
  static func withoutName(_ segment: String) -> String { isParameter(segment) ? "{}" : segment }

  /// The parameters in the common first segments of both paths, by their names in the other path.
  func shared(with other: PathTemplate) -> [String: String] {
    var shared: [String: String] = [:]
    var position = 0
    for (own, theirs) in zip(rawSegments, other.rawSegments) {
      guard Self.withoutName(own) == Self.withoutName(theirs) else { break }
      guard Self.isParameter(own) else { continue }
      // In a mixed segment, equal names alone do not prove that the values are equal.
      guard own.hasPrefix("{"), own.hasSuffix("}"), parameterNames.indices.contains(position),
        other.parameterNames.indices.contains(position)
      else { break }
      shared[parameterNames[position]] = other.parameterNames[position]
      position += 1
    }
    return shared
  }
}
