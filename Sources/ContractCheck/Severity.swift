/// The severity of a finding. `--fail-on` uses the order of severities.
public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Useful information.
  case note
  /// Probably a mistake, or a mistake that breaks no known client.
  case warning
  /// A mistake that breaks a client.
  case error

  /// Orders severities: note, warning, error.
  public static func < (left: Severity, right: Severity) -> Bool {
    left != right && (left == .note || right == .error)
  }
}
