public import Foundation

/// A folder of a test's own, removed when the test lets go of it.
public final class TemporaryFolder: Sendable {
  /// Where the folder is.
  public let url: URL

  /// The same as text.
  public var path: String { url.path }

  /// Makes an empty folder.
  public init() throws {
    let made = FileManager.default.temporaryDirectory
      .appendingPathComponent("schemacheck-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    // Without links, as programs name it that run in there: on macOS `/var` is one.
    let real = realpath(made.path, nil)
    defer { free(real) }
    url = real.map { URL(fileURLWithPath: String(cString: $0), isDirectory: true) } ?? made
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and the folders that lead to it, and answers its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Makes a symbolic link called `name` to `target`, as it is written.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
  }
}
