/// The release of schemacheck.
package enum Release {
  /// The version in `--version` and the JSON report.
  package static let version = "0.1.0"
}
