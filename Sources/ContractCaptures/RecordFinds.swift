@_spi(Engine) internal import JSONTape

/// What the lines of a run have at the places of a ``RecordMapping``. All copies of the mapping share
/// this object.
final class RecordFinds: Hashable, @unchecked Sendable {
  private let lock = Lock()
  /// The required parts that some line has. Nil if no line was searched.
  private var found: Set<RecordMapping.Part>?
  /// Whether some line has all required parts.
  private var fits = false

  func note(_ parts: Set<RecordMapping.Part>) {
    lock.hold { found = (found ?? []).union(parts) }
  }

  /// Notes that a line has all required parts.
  func noteFit() { lock.hold { fits = true } }

  /// The parts that some line has. Nil if a line has all required parts, or if no line was searched.
  var foundWithoutFit: Set<RecordMapping.Part>? { lock.hold { fits ? nil : found } }

  /// What was found does not belong to the mapping.
  static func == (left: RecordFinds, right: RecordFinds) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension RecordMapping {
  /// A line that says what no line of the run has, if no line fits one of the mappings. Nil if a
  /// line fits.
  package static func remark(_ mappings: [RecordMapping]) -> String? {
    let words: [Part: String] = [.url: "URL", .status: "status", .responseBody: "body"]
    var missing: [[String]] = []
    for mapping in mappings {
      guard let found = mapping.finds.foundWithoutFit else { return nil }
      let parts = [Part.url, .status, .responseBody].filter {
        mapping.required.contains($0) && !found.contains($0)
      }
      missing.append(parts.map { "a \(words[$0] ?? "") \(mapping.place(of: $0))" })
    }
    guard let nearest = missing.min(by: { $0.count < $1.count }) else { return nil }
    let reason =
      nearest.isEmpty
      ? "no line has all required parts" : "no line has \(nearest.joined(separator: " or "))"
    return "`records` in the configuration fits no line: \(reason)"
  }
}
