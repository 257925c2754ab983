import CFiles
import ContractCheck
import ContractRuns
@_spi(Engine) internal import JSONTape

extension ExitCode {
  /// The meanings of exit codes, for the help and the manual.
  static let meanings: [(ExitCode, String)] = [
    (.clean, "no finding at or above --fail-on"),
    (.findings, "findings"),
    (
      .error,
      "nothing was checked, or an error: wrong usage, an input that cannot be read, a broken "
        + "contract, or a network error"
    ),
  ]
}

/// Runs the whole tool. It reads and writes only through the parameters. See ``Console``.
func run(
  arguments: [Argument],
  standardInput: @escaping (ByteRoom) -> Int = { _ in 0 },
  standardOutput: @escaping ([UInt8]) -> Void,
  standardError: @escaping ([UInt8]) -> Void,
  environment: Environment,
  wait: @escaping @Sendable (Duration) -> Void = LiveClient.sleepThread,
  zlib: Zlib = .system,
  streams: (inout Console) -> Void = { _ in }
) -> ExitCode {
  var console = Console(
    read: standardInput, write: standardOutput, writeError: standardError,
    environment: environment, zlib: zlib)
  console.wait = wait
  console.replaceFile = ReportFile.write
  streams(&console)
  do {
    return try Invocation(arguments).run(console)
  } catch {
    console.complain(error.message)
    return .error
  }
}

@main
enum Main {
  /// The arguments as bytes, because `CommandLine.arguments` changes names that are not UTF-8. On
  /// Linux, `CommandLine` reads `/proc`. A small root file system does not have it, so
  /// `CommandLine` is used last.
  private static var arguments: [Argument] {
    let values = cfiles_arguments() ?? CommandLine.unsafeArgv
    return sequence(first: 0) { $0 + 1 }.lazy.map { values[$0] }.prefix { $0 != nil }.dropFirst()
      .compactMap { $0.map { Argument(bytes: [UInt8](cString: $0)) } }
  }

  static func main() {
    // A write reports an error if the reader has closed the output.
    signal(SIGPIPE, SIG_IGN)
    let output = OutputBuffer(STDOUT_FILENO, size: isatty(STDOUT_FILENO) == 1 ? 0 : 65_536)
    let error = OutputBuffer(STDERR_FILENO, size: 0)
    let code = run(
      arguments: arguments,
      standardInput: { buffer in
        let isRead = Interruption.wait(
          for: STDIN_FILENO, whileTaken: output.isUsed ? STDOUT_FILENO : nil)
        return isRead ? readOnce(STDIN_FILENO, into: buffer) : 0
      },
      standardOutput: output.write,
      // This keeps the order if both streams go to one pipe.
      standardError: { bytes in
        output.flush()
        error.write(bytes)
      },
      environment: Environment(
        lookUp: { name in getenv(name).map { String(cString: $0) } },
        outputIsTerminal: isatty(STDOUT_FILENO) == 1,
        errorIsTerminal: isatty(STDERR_FILENO) == 1,
        windowColumns: windowColumns(STDOUT_FILENO) ?? windowColumns(STDERR_FILENO)),
      streams: { console in
        console.flush = output.flush
        console.isReadable = { isReadable(STDIN_FILENO) }
        console.isClosed = { output.isClosed }
      })
    output.flush()
    if let failure = output.failure {
      if failure == EPIPE { exit((code == .findings ? code : .error).rawValue) }
      error.write(Array("schemacheck: standard output: \(systemMessage(failure))\n".utf8))
      exit(ExitCode.error.rawValue)
    }
    exit(code.rawValue)
  }
}

/// The width of a terminal. Nil for other files, or if the width is not known.
func windowColumns(_ descriptor: Int32) -> Int? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}
