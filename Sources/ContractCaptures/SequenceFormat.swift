/// The format of a body that is a sequence of items.
package enum SequenceFormat: Hashable, Sendable {
  /// One JSON text per line: NDJSON, JSON Lines.
  case lines
  /// JSON texts after record separators (RFC 7464).
  case records
  /// Server-sent events (HTML Living Standard, section 9.2).
  case events

  /// The subtypes of `application` or `text`.
  private static let subtypes: [String: SequenceFormat] = [
    "ndjson": .lines, "x-ndjson": .lines, "nd-json": .lines,
    "jsonl": .lines, "x-jsonl": .lines, "jsonlines": .lines, "x-jsonlines": .lines,
    "json-lines": .lines, "x-json-lines": .lines,
    "ldjson": .lines, "x-ldjson": .lines, "x-json-stream": .lines,
    "json-seq": .records,
    "event-stream": .events,
  ]

  /// The suffixes of subtypes, as in `geo+json-seq`.
  private static let suffixes: [(text: String, format: SequenceFormat)] = [
    ("+json-seq", .records), ("+ndjson", .lines), ("+jsonl", .lines),
  ]

  /// The format of a media type. Nil if the type is no sequence.
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
