/// One kind of change between two contracts, and what it means for apps that are out already.
///
/// ``ChangeRule/catalogue`` lists them all.
public struct ChangeRule: Identifiable, Hashable, Sendable {
  /// The name under which findings carry it: `response-member-nullable`.
  public let id: String
  /// One line: what has changed.
  public let summary: String
  /// What a shipped app makes of it.
  public let rationale: String
  /// An error breaks shipped apps, a warning may, a note is worth knowing.
  public let severity: Severity

  init(_ id: String, _ severity: Severity, _ summary: String, _ rationale: String) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.severity = severity
  }

  /// The kind of change with an id, or nil.
  public static func named(_ id: String) -> ChangeRule? { catalogue.first { $0.id == id } }
}
