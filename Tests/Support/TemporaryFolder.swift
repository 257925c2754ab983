public import Foundation

/// A folder for one test, which is removed when the test releases this object.
public final class TemporaryFolder: Sendable {
  /// The URL of the folder.
  public let url: URL

  /// The path of the folder.
  public var path: String { url.path }

  /// Creates an empty folder.
  public init() throws {
    let made = FileManager.default.temporaryDirectory
      .appendingPathComponent("schemacheck-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    // The path is without links, as programs in the folder see it: on macOS `/var` is a link.
    let real = realpath(made.path, nil)
    defer { free(real) }
    url = real.map { URL(fileURLWithPath: String(cString: $0), isDirectory: true) } ?? made
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file with its folders, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Creates a symbolic link `name` with the target `target`, as it is written.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
  }
}
