/// A file that is written as it comes and is there as a whole or not at all.
///
/// What is no regular file, a pipe for one, is written to directly.
final class ReportFile {
  private enum Place {
    case beside(FileReplacement)
    case direct(OutputDescriptor)
  }

  private let target: InputPath
  private let place: Place
  private var pending: [UInt8] = []
  private var failure: InputTrouble?

  /// Begins the file, or the one that a symbolic link leads to.
  init(_ path: InputPath) throws(InputTrouble) {
    target = path.resolved
    guard !target.bytes.contains(0) else { throw InputTrouble("no file has such a name") }
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

  /// Takes bytes; whether they could be written is known at the end.
  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= 65_536 { flush() }
  }

  /// Puts the file in its place, or says why that cannot be.
  func commit() throws(InputTrouble) {
    flush()
    if let failure { throw failure }
    if case .beside(let replacement) = place { try replacement.commit() }
  }

  /// Writes a file as a whole.
  static func write(_ bytes: [UInt8], to path: InputPath) throws(InputTrouble) {
    let file = try ReportFile(path)
    file.write(bytes)
    try file.commit()
  }

  /// Adds to a file that others add to as well.
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

  /// Writes bytes; answers why it could not.
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
