@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractReports
import ContractCheck
@_spi(Engine) package import JSONTape

/// The streams and the environment of a run. Tests use other streams and another environment.
package struct Console {
  /// Reads standard input and returns the number of bytes. 0 at the end, negative on failure.
  package var read: (ByteRoom) -> Int
  package var write: ([UInt8]) -> Void
  package var writeError: ([UInt8]) -> Void
  /// Writes the buffered output.
  package var flush: () -> Void = {}
  /// Whether a read of standard input would return at once.
  package var isReadable: () -> Bool = { true }
  /// Whether the reader of the output has closed it.
  package var isClosed: () -> Bool = { false }
  /// The number of bytes on standard input, if it is known.
  package var inputSize: Int?
  package var environment: Environment
  /// Decompresses captures and bodies.
  package var zlib = Zlib.system
  /// Writes a whole file and replaces an existing one.
  package var replaceFile: ([UInt8], InputPath) throws(RunError) -> Void = {
    _, path throws(RunError) in
    throw RunError("\(path.text): this run writes no files")
  }
  /// Reads a URL.
  package typealias Fetch = (String) throws(RunError) -> [UInt8]
  /// Reads a contract from its URL. Nil if URLs must not be read.
  package var fetch: Fetch?
  /// Waits before the next request.
  package var wait: @Sendable (Duration) -> Void = { _ in }
  /// The findings of the previous run. Nil without `--watch`.
  package var watch: WatchedFindings?
  /// Receives messages other than findings, instead of standard error.
  package var takeComplaint: ((String) -> Void)?

  /// A console without any output.
  package static func silent(_ zlib: Zlib) -> Console {
    Console(
      read: { _ in 0 }, write: { _ in }, writeError: { _ in },
      environment: Environment(lookUp: { _ in nil }), zlib: zlib)
  }

  package init(
    read: @escaping (ByteRoom) -> Int, write: @escaping ([UInt8]) -> Void,
    writeError: @escaping ([UInt8]) -> Void, inputSize: Int? = nil, environment: Environment,
    zlib: Zlib = .system
  ) {
    self.read = read
    self.write = write
    self.writeError = writeError
    self.inputSize = inputSize
    self.environment = environment
    self.zlib = zlib
  }

  /// Whether reading should end, with a report of the results so far.
  var isCut: Bool { Interruption.isRequested || isClosed() }

  package func print(_ text: String) { write(Array(text.utf8)) }

  /// Prints one line to standard error. Line breaks and control characters are escaped. Text that
  /// looks like a secret is masked.
  package func complain(_ text: String) {
    let line = SafeText.line(Redaction.text(text))
    guard let takeComplaint else { return writeError(Array("schemacheck: \(line)\n".utf8)) }
    takeComplaint(line)
  }

  package func inform(_ text: String) {
    writeError(Array("\(SafeText.line(Redaction.text(text)))\n".utf8))
  }
}

/// The result of a run.
package enum ExitCode: Int32, Hashable, Sendable {
  /// There is no finding at or above `--fail-on`.
  case clean = 0
  case findings = 1
  case error = 2
}

/// The environment variables and terminals.
package struct Environment: Sendable {
  let lookUp: @Sendable (String) -> String?
  package var outputIsTerminal = false
  package var errorIsTerminal = false
  /// The width of the terminal according to the system. Nil without a terminal.
  var windowColumns: Int?

  package init(
    lookUp: @escaping @Sendable (String) -> String?, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false, windowColumns: Int? = nil
  ) {
    self.lookUp = lookUp
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.windowColumns = windowColumns
  }

  /// The width of the terminal. `COLUMNS` has priority.
  var terminalColumns: Int? {
    toldColumns ?? windowColumns
  }

  private var toldColumns: Int? {
    self["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The width of text reports. It is `COLUMNS` or, if that is missing, the width of standard
  /// output.
  package var reportColumns: Int {
    let columns = toldColumns ?? (outputIsTerminal ? windowColumns : nil)
    return min(max(columns ?? ReportContext.usualColumns, 40), 120)
  }

  /// The width of standard output. Nil if it is no terminal, or if the width is not known.
  package var outputColumns: Int? { outputIsTerminal ? terminalColumns : nil }

  /// The value of a variable. An empty variable counts as missing.
  package subscript(name: String) -> String? { lookUp(name).flatMap { $0.isEmpty ? nil : $0 } }
}
