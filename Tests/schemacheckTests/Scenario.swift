import TestSupport

@testable import ContractRuns
@testable import schemacheck
@_spi(Engine) import JSONTape

/// A run of the tool without a process.
struct Scenario: Equatable {
  var code: ExitCode
  var output = ""
  var errors = ""

  static func run(
    _ arguments: String..., input: String = "", variables: [String: String] = [:],
    isTerminal: Bool = false
  ) -> Scenario {
    run(arguments, input: input, variables: variables, isTerminal: isTerminal)
  }

  static func run(
    _ arguments: [String], input: String = "", variables: [String: String] = [:],
    isTerminal: Bool = false
  ) -> Scenario {
    run(arguments, bytes: Array(input.utf8), variables: variables, isTerminal: isTerminal)
  }

  /// The same with bytes on standard input. Waits between the tries of a request are not waited.
  static func run(
    _ arguments: [String], bytes: [UInt8], variables: [String: String] = [:],
    isTerminal: Bool = false, zlib: Zlib = .system
  ) -> Scenario {
    var rest = bytes[...]
    var output: [UInt8] = []
    var errors: [UInt8] = []
    let code = schemacheck.run(
      arguments: arguments.map { Argument($0) },
      standardInput: { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      },
      standardOutput: { output += $0 },
      standardError: { errors += $0 },
      environment: Environment(
        lookUp: { variables[$0] }, outputIsTerminal: isTerminal, errorIsTerminal: isTerminal),
      wait: { _ in }, zlib: zlib)
    return Scenario(
      code: code, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// Everything that was printed.
  var everything: String { output + errors }

  /// What sets `text` apart from a golden of the folder beside this file.
  static func difference(of text: String, from golden: String) -> String? {
    Golden.difference(of: text, from: golden)
  }

  /// A console for the parts of a run; what is written goes to `log`.
  static func console(
    _ log: Log, variables: [String: String] = [:], isTerminal: Bool = false
  ) -> Console {
    Console(
      read: { _ in 0 }, write: { log.output += String(decoding: $0, as: UTF8.self) },
      writeError: { log.errors += String(decoding: $0, as: UTF8.self) },
      environment: Environment(
        lookUp: { variables[$0] }, outputIsTerminal: isTerminal, errorIsTerminal: isTerminal))
  }

  /// What a console was told.
  final class Log {
    var output = ""
    var errors = ""
  }
}
