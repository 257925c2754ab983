@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A path with a gap for each segment that looks like a value, such as `/users/{}/locations`.
struct PathOutline: Hashable, CustomStringConvertible {
  /// The percent-decoded segments. Nil for a gap.
  private(set) var segments: [String?]

  init(segments: [String?]) { self.segments = segments }

  /// - Parameter isOpen: Whether a plural or a first word that is not in the word list stays until
  ///   all paths are known. It stays because it may be no value.
  init(_ path: String, isOpen: Bool = true) {
    segments = []
    let parts = RequestPath(path).segments
    for (index, segment) in parts.enumerated() {
      let text = String(decoding: segment, as: UTF8.self)
      let isLast = index == parts.count - 1
      let isWord =
        ResourceWords.make(text) && !isNameInCapitals(text, isLast: isLast)
        || isBeforeVersion && Self.isVersion(text)
        || isOpen
          && (isPrefix && TrafficTally.Operation.isPrefix(text)
            || (isPrefix || Self.isPlural(ASCIIByte.lowercased(text)))
              && !segment.withByteView(DataLook.isSegment))
      segments.append(isWord && !isNameOfThing(text, isLast: isLast) ? text : nil)
    }
  }

  /// Whether words of the list are a name here, because of the collection before them.
  private func isNameOfThing(_ text: String, isLast: Bool) -> Bool {
    let before = segments.suffix(2).map { $0.map(ASCIIByte.lowercased) }
    // The second name of a repository also follows: `/repos/acme/an-repo/hooks`.
    var collection = before.last ?? nil
    if collection == nil, let owner = before.first ?? nil, Self.owners.contains(owner) {
      collection = owner
    }
    if collection == "heads" { return true }
    guard let collection, ResourceWords.isCompound(text) else { return false }
    if isLast { return Self.versioned.contains(collection) }
    return Self.named.contains(collection)
      || Self.isPlural(collection) && !Self.areas.contains(collection)
        && !Self.isPlural(ASCIIByte.lowercased(text))
  }

  /// Collections whose things have two names: those of the owner and of the thing.
  private static let owners: Set<String> = ["repos", "repositories"]
  private static let versioned: Set<String> = ["branches", "tags"]
  /// Collections whose things have names in the path.
  private static let named = owners.union(versioned).union([
    "buckets", "environments", "namespaces", "organizations", "orgs", "packages", "projects",
    "secrets", "teams", "users", "variables",
  ])
  /// Plurals that stand before words of the API.
  private static let areas: Set<String> = [
    "actions", "analytics", "grants", "insights", "integrations", "metrics", "operations",
    "options", "permissions", "preferences", "reports", "settings", "statistics", "stats", "tools",
  ]

  /// Whether several words with capitals are a name here, such as `TeamAdmin` in
  /// `/users/TeamAdmin/posts`: the words before are in lower case. At the end of a path, such words
  /// may be an action, such as `ChangePassword`.
  private func isNameInCapitals(_ text: String, isLast: Bool) -> Bool {
    func isCapital(_ byte: UInt8?) -> Bool { byte.map { 0x41...0x5A ~= $0 } ?? false }
    guard isCapital(text.utf8.first), text.utf8.dropFirst().contains(where: isCapital),
      text.utf8.contains(where: { 0x61...0x7A ~= $0 }), isAfterPlural || !isLast
    else { return false }
    let words = segments.compactMap(\.self).filter { !TrafficTally.Operation.isPrefix($0) }
    return !words.isEmpty && !words.contains { $0.utf8.contains(where: isCapital) }
  }

  func appending(_ segment: String?) -> PathOutline { PathOutline(segments: segments + [segment]) }

  /// Whether another path is also a path of this template.
  func hides(_ other: PathOutline) -> Bool {
    self != other && segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { $0 == nil || $0 == $1 }
  }

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
    segment.withByteView { text in
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
