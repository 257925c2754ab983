internal import Foundation

/// A headless Chromium, if one is installed, to read the tool's pages.
public struct Browser: Sendable {
  private let program: String

  /// The first of the usual names in the path.
  public static func find() -> Browser? {
    ["chromium", "chromium-browser", "google-chrome"].first(where: Program.isThere)
      .map { Browser(program: $0) }
  }

  /// The page at a path after its scripts have run.
  ///
  /// - Parameter profile: a folder that the browser may write to
  /// - Throws: if no process can be started
  public func page(of path: String, profile: String) throws -> String {
    try Program.run([
      program, "--headless", "--no-sandbox", "--disable-gpu",
      "--user-data-dir=\(profile)/profile", "--dump-dom",
      URL(fileURLWithPath: path).absoluteString,
    ]).output
  }
}
