/// The release of schemacheck.
public enum Release {
  /// The version in `--version` and the JSON report.
  public static let version = "0.1.0"
}
