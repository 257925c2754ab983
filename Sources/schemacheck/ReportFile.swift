/// A report file that appears completely or not at all.

///
/// Something that is not a regular file, such as a pipe, is written directly.
final class ReportFile {
  private enum Place {
    case beside(FileReplacement)
    case direct(OutputDescriptor)
  }

  private let target: InputPath
  private let place: Place
  private var pending: [UInt8] = []
  private var failure: InputTrouble?

  /// Begins the file, or the target of a symbolic link.
  init(_ path: InputPath) throws(InputTrouble) {
    target = path.resolved
    guard !target.bytes.contains(0) else {
      throw InputTrouble("a file name cannot contain a zero byte")
    }
    let state = FileState(target)
    if let state, !state.isRegularFile {
      let descriptor = target.bytes.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
      place = .direct(OutputDescriptor(descriptor))
    } else {
      place = .beside(try FileReplacement(of: target, over: state))
    }
  }

  deinit {
    if case .direct(let output) = place { close(output.descriptor) }
  }

  /// Appends bytes. `commit()` reports errors.
  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= 65_536 { flush() }
  }

  /// Moves the file to its place.
  func commit() throws(InputTrouble) {
    flush()
    if let failure { throw failure }
    if case .beside(let replacement) = place { try replacement.commit() }
  }

  /// Writes a complete file.
  static func write(_ bytes: [UInt8], to path: InputPath) throws(InputTrouble) {
    let file = try ReportFile(path)
    file.write(bytes)
    try file.commit()
  }

  /// Appends to a file that other processes append to.
  static func append(_ bytes: [UInt8], to path: InputPath) throws(InputTrouble) {
    let descriptor = path.bytes.withCString {
      open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
    defer { close(descriptor) }
    if let code = bytes.withUnsafeBytes(OutputDescriptor(descriptor).write) {
      throw InputTrouble(path: path, code: code)
    }
  }

  private func flush() {
    if failure == nil { failure = pending.withUnsafeBytes(write) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes bytes; returns the error, if any.
  private func write(_ bytes: UnsafeRawBufferPointer) -> InputTrouble? {
    switch place {
    case .direct(let output):
      return output.write(bytes).map { InputTrouble(path: target, code: $0) }
    case .beside(let replacement):
      do {
        try replacement.write(bytes)
        return nil
      } catch {
        return error
      }
    }
  }
}
