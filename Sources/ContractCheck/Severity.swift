/// How much a finding weighs. The order is the one `--fail-on` compares by.
public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Worth knowing.
  case note
  /// Likely a mistake, or one that no client is known to break on.
  case warning
  /// A client breaks on it.
  case error

  /// A note weighs less than a warning, a warning less than an error.
  public static func < (left: Severity, right: Severity) -> Bool {
    left != right && (left == .note || right == .error)
  }
}
