/// JSON Schema's own output formats. Source: JSON Schema Core 2020-12, section 12.4.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Only the verdict.
  case flag
  /// A flat list of what failed, or of the annotations.
  case basic
  /// The same as a tree, condensed.
  case detailed
}
