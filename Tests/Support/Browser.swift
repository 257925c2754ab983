internal import Foundation

/// A headless Chromium, where there is one: a reader of our pages.
public struct Browser: Sendable {
  private let program: String

  /// The first of the usual names that is on the path.
  public static func find() -> Browser? {
    ["chromium", "chromium-browser", "google-chrome"].first(where: Program.isThere)
      .map { Browser(program: $0) }
  }

  /// The page at a path as it is after its scripts have run.
  ///
  /// - Parameter profile: a folder that the browser may write to
  /// - Throws: when no process can be started
  public func page(of path: String, profile: String) throws -> String {
    try Program.run([
      program, "--headless", "--no-sandbox", "--disable-gpu",
      "--user-data-dir=\(profile)/profile", "--dump-dom",
      URL(fileURLWithPath: path).absoluteString,
    ]).output
  }
}
