@_spi(Engine) import ContractCaptures
@_spi(Engine) internal import ContractCheck
@_spi(Engine) import JSONTape

/// Reads the exchanges of inputs in advance, in the order of the inputs. So the result is the same
/// for any number of threads. Inputs that can be read only once (standard input, pipes) are
/// skipped.
struct CaptureLook {
  private let format: CaptureFormat?
  private let reading: CaptureReading
  private let zlib: Zlib
  /// The number of bytes that may still be read from all inputs together.
  private var left: Int

  init(_ options: RunOptions, _ zlib: Zlib, upTo limit: Int = .max) {
    format = options.format
    reading = CaptureReading(records: options.records)
    self.zlib = zlib
    left = limit
  }

  /// - Parameter isWanted: Called repeatedly. If it returns false, the reading ends.
  mutating func read(_ input: Input, while isWanted: () -> Bool, _ take: (Exchange) -> Void) {
    guard isWanted(), left > 0, !Interruption.isRequested else { return }
    // A file that cannot be read is reported when its turn comes.
    try? readAll(of: input, while: isWanted, take)
  }

  private mutating func readAll(
    of input: Input, while isWanted: () -> Bool, _ take: (Exchange) -> Void
  ) throws(RunError) {
    let reader: InputReader
    switch input {
    case .file(let path) where path.isRegularFile: reader = InputReader(try InputFile(path), zlib)
    case .entry(let entry): reader = try InputReader(entry, zlib)
    case .memory(let name, let bytes): reader = InputReader(bytes, named: name, zlib)
    case .file, .standardInput, .url: return
    }
    defer { left -= reader.byteCount }
    // A bare body has no path.
    if format == .json { return }
    let head = try InputRun.Head(reader, upTo: left)
    try CaptureItem.each(
      in: head.bytes, named: input.name, as: format, reading,
      next: { held throws(RunError) in
        try reader.verify(length: held)
        let isDone = !isWanted() || reader.byteCount >= left || Interruption.isRequested
        return isDone ? [] : try reader.next()
      }
    ) { item in
      if case .exchange(let exchange) = item { take(exchange) }
    }
  }
}
