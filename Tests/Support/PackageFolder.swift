public import Foundation

/// Where the tests find what is not in them.
public enum PackageFolder {
  /// The package's top level.
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder called `name` of the public test suites: in `SCHEMACHECK_SUITES`, else in
  /// `shared/suites` beside the package; nil when it is not there. Tests that need it are skipped
  /// then, with a reason.
  public static func suite(_ name: String) -> URL? {
    let named = ProcessInfo.processInfo.environment["SCHEMACHECK_SUITES"]
      .map { URL(fileURLWithPath: $0) }
    let beside = url.deletingLastPathComponent().appendingPathComponent("shared/suites")
    let folder = (named ?? beside).appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
