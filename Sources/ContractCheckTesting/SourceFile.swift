internal import ContractRuns

/// The source file of a test. The test's fixtures are beside this file. Messages name the fixtures
/// relative to the file's folder.
struct SourceFile {
  /// The folder with a slash at its end.
  let folder: [UInt8]

  init(_ path: String) { folder = InputPath(path).folder.bytes }

  /// - Parameter path: An absolute path, or a path relative to the folder.
  func path(_ path: String) -> InputPath { InputPath(Array(path.utf8), in: folder) }

  /// Finds a configuration. The result is relative to the configuration's folder. A name without a
  /// slash is searched in the folder and in the folders above. Nil if it is in none of them.
  func find(_ path: String) -> InputPath? {
    var above = folder
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let inside = Array(path.utf8[...slash])
      above = inside.first == UInt8(ascii: "/") ? inside : folder + inside
    }
    let name = Array(path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...])
    while true {
      let file = InputPath(name, in: above)
      if path.contains("/") || file.exists { return file }
      guard above.count > 1 else { return nil }
      above = InputPath(above.dropLast()).folder.bytes
    }
  }
}
