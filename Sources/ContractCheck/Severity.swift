/// The severity of a finding, in the order of `--fail-on`.
public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Worth knowing.
  case note
  /// Probably a mistake, or one that no client is known to break on.
  case warning
  /// A client breaks on it.
  case error

  /// A note is less than a warning, a warning less than an error.
  public static func < (left: Severity, right: Severity) -> Bool {
    left != right && (left == .note || right == .error)
  }
}
