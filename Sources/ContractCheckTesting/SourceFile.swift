internal import ContractRuns

/// The source file of a test, beside which its fixtures are.
struct SourceFile {
  /// With a slash at its end.
  let folder: InputPath

  init(_ path: String) { folder = InputPath(path).folder }

  /// - Parameter path: Absolute, or relative to the folder.
  func path(_ path: String) -> InputPath {
    path.hasPrefix("/") ? InputPath(path) : folder.appending(Array(path.utf8))
  }

  /// A name without a slash is looked for in the folder and in those above; nil if it is in none.
  func find(_ path: String) -> InputPath? {
    guard !path.contains("/") else { return self.path(path) }
    var above = folder
    while true {
      let file = above.appending(Array(path.utf8))
      if file.exists { return file }
      guard above.bytes.count > 1 else { return nil }
      above = InputPath(Array(above.bytes.dropLast())).folder
    }
  }
}
