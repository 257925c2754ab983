/// A report file that appears completely or not at all.
///
/// Something that is not a regular file, such as a pipe, is written directly.
final class ReportFile {
  private let target: InputPath
  private let descriptor: Int32
  private let output: OutputBuffer
  /// The new content beside the file; nil for what is written directly.
  private let replacement: FileReplacement?

  /// Begins the file, or the target of a symbolic link.
  init(_ path: InputPath) throws(ToolError) {
    target = path.resolved
    guard !target.bytes.contains(0) else {
      throw ToolError("a file name cannot contain a zero byte")
    }
    let state = FileState(target)
    if let state, !state.isRegularFile {
      replacement = nil
      descriptor = target.bytes.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw ToolError(path: path, code: errno) }
    } else {
      let replacement = try FileReplacement(of: target, over: state)
      self.replacement = replacement
      descriptor = replacement.descriptor
    }
    output = OutputBuffer(descriptor)
  }

  deinit {
    if replacement == nil { close(descriptor) }
  }

  /// Appends bytes. `commit()` reports errors.
  func write(_ bytes: [UInt8]) { output.write(bytes) }

  /// Moves the file to its place.
  func commit() throws(ToolError) {
    output.flush()
    if let code = output.failure { throw ToolError(path: target, code: code) }
    try replacement?.commit()
  }

  static func write(_ bytes: [UInt8], to path: InputPath) throws(ToolError) {
    let file = try ReportFile(path)
    file.write(bytes)
    try file.commit()
  }
}
