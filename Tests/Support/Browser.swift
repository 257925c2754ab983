internal import Foundation

/// A headless Chromium, where there is one: a reader of our pages.
public struct Browser: Sendable {
  private let program: URL

  /// The first of the usual names that is on the path.
  public static func find() -> Browser? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in ["chromium", "chromium-browser", "google-chrome"] {
      for folder in folders {
        let program = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
        if FileManager.default.isExecutableFile(atPath: program.path) {
          return Browser(program: program)
        }
      }
    }
    return nil
  }

  /// The page at a path as it is after its scripts have run.
  ///
  /// - Parameter profile: a folder that the browser may write to
  /// - Throws: when no process can be started
  public func page(of path: String, profile: String) throws -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)/profile",
      "--dump-dom", URL(fileURLWithPath: path).absoluteString,
    ]
    let stdout = Pipe()
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
