@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONSchema

/// A path with a gap for each segment that looks like a value: `/users/{}/locations`.
struct PathOutline: Hashable, CustomStringConvertible {
  /// The percent-decoded segments. Nil for a gap.
  private(set) var segments: [String?]

  init(segments: [String?]) { self.segments = segments }

  /// - Parameter isOpen: Whether a plural or a first word that is not in the word list stays until
  ///   all paths are known. It stays because it may be no value.
  init(_ path: String, isOpen: Bool = true) {
    segments = []
    for segment in RequestPath(path).segments {
      let text = String(decoding: segment, as: UTF8.self)
      let isKept =
        ResourceWords.make(text) || isBeforeVersion && Self.isVersion(text)
        || isOpen && (isPrefix || Self.isPlural(ASCIIByte.lowercased(text)))
          && !segment.withUnsafeBufferPointer(DataLook.isSegment)
      segments.append(isKept ? text : nil)
    }
  }

  func appending(_ segment: String?) -> PathOutline { PathOutline(segments: segments + [segment]) }

  /// Whether the next segment names one of many things.
  var isAfterPlural: Bool {
    segments.last.flatMap(\.self).map { Self.isPlural(ASCIIByte.lowercased($0)) } ?? false
  }

  /// Whether no segment so far names a resource: `/api/v1`.
  var isPrefix: Bool {
    segments.allSatisfy { $0.map(TrafficTally.Operation.isPrefix) ?? false }
  }

  /// Whether a number or a date in the next segment is a version.
  private var isBeforeVersion: Bool {
    segments.isEmpty || ["api", "rest"].contains(segments.last ?? nil)
  }

  /// Whether a segment can be a version, such as `3` in `/rest/api/3` or the date in
  /// `/2010-04-01/calls`.
  static func isVersion(_ segment: String) -> Bool {
    var segment = segment
    return segment.withUTF8 { text in
      text.count == 1 && ASCIIByte.isDigit(text[0]) || Format.date.accepts(text)
    }
  }

  var description: String {
    segments.isEmpty ? "/" : segments.map { "/" + ($0 ?? "{}") }.joined()
  }

  /// Whether a word is an English plural, like the names of lists.
  static func isPlural(_ word: String) -> Bool {
    if irregular.contains(word) { return true }
    return word.utf8.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
      && !word.hasSuffix("us") && !word.hasSuffix("is") && !singular.contains(word)
  }

  private static let irregular: Set<String> = [
    "people", "media", "children", "data", "men", "women",
  ]

  private static let singular: Set<String> = [
    "address", "alias", "analysis", "bonus", "bus", "canvas", "focus", "news", "status", "sms",
    "dns",
    "tls", "https", "rss", "css", "js", "ios", "gps", "aws", "access", "process", "progress",
    "series",
  ]
}
