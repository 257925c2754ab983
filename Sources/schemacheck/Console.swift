import ContractCheck

/// What a run sees of the world around it, so that a scenario is a test without a process.
struct Console {
  /// Fills the buffer from standard input and answers how many bytes came: 0 at its end, less when
  /// it cannot be read.
  let read: (UnsafeMutableRawBufferPointer) -> Int
  let write: ([UInt8]) -> Void
  let writeError: ([UInt8]) -> Void
  let environment: Environment
  /// Lets time pass.
  var wait: @Sendable (Duration) -> Void = LiveClient.sleepThread

  /// Prints text to standard output as it is.
  func print(_ text: String) { write(Array(text.utf8)) }

  /// Prints one line to standard error, whatever the text holds; what looks like a secret is masked.
  func complain(_ text: String) {
    writeError(Array("schemacheck: \(SafeText.line(Redaction.text(text)))\n".utf8))
  }

  /// Prints one line of counts or news to standard error.
  func inform(_ text: String) { writeError(Array("\(SafeText.line(Redaction.text(text)))\n".utf8)) }
}

/// The environment variables, and which of the streams are terminals.
struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool

  init(
    lookUp: @escaping @Sendable (String) -> String?, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false
  ) {
    self.lookUp = lookUp
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
  }

  /// The variable called `name`; an empty one counts as absent.
  subscript(name: String) -> String? { lookUp(name).flatMap { $0.isEmpty ? nil : $0 } }
}
