import ContractCheck

/// The streams and the environment of a run. Tests replace them.
struct Console {
  /// Reads standard input; 0 at the end, negative on failure.
  var read: (UnsafeMutableRawBufferPointer) -> Int
  var write: ([UInt8]) -> Void
  let writeError: ([UInt8]) -> Void
  /// The number of bytes on standard input, if that is known.
  var inputSize: Int?
  let environment: Environment
  /// Decompresses captures and bodies.
  var zlib = Zlib.system
  var wait: @Sendable (Duration) -> Void = LiveClient.sleepThread
  /// Nil without `--watch`.
  var watch: WatchedFindings?

  func print(_ text: String) { write(Array(text.utf8)) }

  /// Prints one line to standard error. Line breaks and control characters are escaped; text that
  /// looks like a secret is masked.
  func complain(_ text: String) {
    writeError(Array("schemacheck: \(SafeText.line(Redaction.text(text)))\n".utf8))
  }

  func inform(_ text: String) { writeError(Array("\(SafeText.line(Redaction.text(text)))\n".utf8)) }
}

struct Environment: Sendable {
  let lookUp: @Sendable (String) -> String?
  var outputIsTerminal = false
  var errorIsTerminal = false
  /// The width that the system tells of the terminal; nil without one.
  var windowColumns: Int?

  /// The width of the terminal: `COLUMNS` comes first.
  var terminalColumns: Int? {
    self["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? windowColumns
  }

  /// The width of standard output; nil where it is no terminal, or where the width is not known.
  var outputColumns: Int? { outputIsTerminal ? terminalColumns : nil }

  /// An empty variable counts as absent.
  subscript(name: String) -> String? { lookUp(name).flatMap { $0.isEmpty ? nil : $0 } }
}

/// Decided by `--color`, then by environment variables, then by the stream.
enum ColourMode: String, CaseIterable, Sendable {
  case auto, always, never

  /// `NO_COLOR` (no-color.org) has priority over `CLICOLOR_FORCE` (bixense.com/clicolors).
  func isOn(environment: Environment, isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment["NO_COLOR"] != nil { return false }
    if let force = environment["CLICOLOR_FORCE"], force != "0" { return true }
    if environment["TERM"] == "dumb" { return false }
    return isTerminal
  }
}
