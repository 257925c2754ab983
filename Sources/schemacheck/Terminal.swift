/// The arguments, the environment and the standard input of the process.

enum Terminal {
  /// The arguments as bytes: `CommandLine.arguments` changes names that are not UTF-8.
  static func arguments() -> [Argument] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { Argument(bytes: bytes(of: $0)) }
    }
  }

  static func environment() -> Environment {
    return Environment(
      lookUp: { name in getenv(name).map { String(cString: $0) } },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }

  static func readInput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}

/// A standard stream that buffers small writes and remembers the first error.
final class StandardStream {
  private let descriptor: Int32
  private let isBuffered: Bool
  private var pending: [UInt8] = []
  /// The message of the first error.
  private(set) var failure: String?

  init(descriptor: Int32) {
    self.descriptor = descriptor
    isBuffered = descriptor == STDOUT_FILENO && isatty(descriptor) != 1
  }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if !isBuffered || pending.count >= 65_536 { flush() }
  }

  func flush() {
    if failure == nil, let code = pending.withUnsafeBytes(OutputDescriptor(descriptor).write) {
      failure = String(cString: strerror(code))
    }
    pending.removeAll(keepingCapacity: true)
  }
}
