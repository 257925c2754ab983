/// Which schemacheck this is.
public enum Release {
  /// The version, as `--version` and the JSON report give it.
  public static let version = "0.1.0"
}
