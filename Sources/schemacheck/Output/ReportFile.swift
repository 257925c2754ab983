import ContractRuns

/// A report file that is written completely or not at all. A pipe, or any other file that is not
/// regular, is written directly.
final class ReportFile {
  private let target: InputPath
  private let descriptor: Int32
  private let output: OutputBuffer
  /// The replacement. Nil if the file is written directly.
  private let replacement: FileReplacement?

  /// Opens a file. A symbolic link is followed to its target. Only the owner can read a private
  /// file.
  init(_ path: InputPath, isPrivate: Bool = false) throws(RunError) {
    target = path.resolved
    guard !target.bytes.contains(0) else {
      throw RunError("a file name cannot contain a zero byte")
    }
    let state = FileState(target)
    if let state, !state.isRegularFile {
      replacement = nil
      descriptor = target.bytes.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw RunError(path: path, code: errno) }
    } else {
      let replacement = try FileReplacement(of: target, over: state, isPrivate: isPrivate)
      self.replacement = replacement
      descriptor = replacement.descriptor
    }
    output = OutputBuffer(descriptor)
  }

  deinit {
    if replacement == nil { close(descriptor) }
  }

  /// Writes bytes. `commit()` reports errors.
  func write(_ bytes: [UInt8]) { output.write(bytes) }

  func commit() throws(RunError) {
    output.flush()
    if let code = output.failure { throw RunError(path: target, code: code) }
    try replacement?.commit()
  }

  static func write(_ bytes: [UInt8], to path: InputPath) throws(RunError) {
    let file = try ReportFile(path)
    file.write(bytes)
    try file.commit()
  }
}
