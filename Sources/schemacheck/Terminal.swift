/// The arguments and the environment of the process.
enum Terminal {
  /// The arguments as bytes: `CommandLine.arguments` changes names that are not UTF-8.
  static func arguments() -> [Argument] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { Argument(bytes: [UInt8](cString: $0)) }
    }
  }

  static func environment() -> Environment {
    Environment(
      lookUp: { name in getenv(name).map { String(cString: $0) } },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorIsTerminal: isatty(STDERR_FILENO) == 1)
  }
}

/// Collects small writes to an open file, and remembers the first error.
final class OutputBuffer {
  private let descriptor: Int32
  private let size: Int
  private var pending: [UInt8] = []
  /// The `errno` of the first error.
  private(set) var failure: Int32?

  init(_ descriptor: Int32, size: Int = 65_536) {
    self.descriptor = descriptor
    self.size = size
  }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= size { flush() }
  }

  func flush() {
    if failure == nil { failure = pending.withUnsafeBytes { writeAll($0, to: descriptor) } }
    pending.removeAll(keepingCapacity: true)
  }
}
