/// How the items of a body follow one another, where the body is a sequence of them.
package enum SequenceFormat: Hashable, Sendable {
  /// A JSON text a line: NDJSON, JSON Lines.
  case lines
  /// JSON texts behind record separators (RFC 7464).
  case records
  /// Server-sent events (HTML Living Standard, section 9.2).
  case events

  /// The subtypes, with `application` or `text` before them.
  private static let subtypes: [String: SequenceFormat] = [
    "ndjson": .lines, "x-ndjson": .lines, "nd-json": .lines,
    "jsonl": .lines, "x-jsonl": .lines, "jsonlines": .lines, "x-jsonlines": .lines,
    "json-lines": .lines, "x-json-lines": .lines,
    "ldjson": .lines, "x-ldjson": .lines, "x-json-stream": .lines,
    "json-seq": .records,
    "event-stream": .events,
  ]

  /// The endings of subtypes, such as `geo+json-seq`.
  private static let suffixes: [(text: String, format: SequenceFormat)] = [
    ("+json-seq", .records), ("+ndjson", .lines), ("+jsonl", .lines),
  ]

  /// Nil for a type that is no sequence.
  package init?(_ type: MediaType) {
    guard type.type == "application" || type.type == "text" else { return nil }
    if let known = Self.subtypes[type.subtype] {
      self = known
    } else if let found = Self.suffixes.first(where: { type.subtype.hasSuffix($0.text) }) {
      self = found.format
    } else {
      return nil
    }
  }
}
