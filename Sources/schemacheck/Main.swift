import ContractCheck

/// The whole tool: everything it reads and writes goes through its parameters.
///
/// - Parameters:
///   - arguments: what follows the program's name
///   - standardInput: fills a buffer and answers how many bytes came: 0 at the end, less on failure
///   - wait: lets time pass between the tries of a request
func run(
  arguments: [Argument],
  standardInput: @escaping (UnsafeMutableRawBufferPointer) -> Int = { _ in 0 },
  standardOutput: @escaping ([UInt8]) -> Void,
  standardError: @escaping ([UInt8]) -> Void,
  environment: Environment,
  wait: @escaping @Sendable (Duration) -> Void = LiveClient.sleepThread
) -> ExitCode {
  let console = Console(
    read: standardInput, write: standardOutput, writeError: standardError,
    environment: environment, wait: wait)
  do {
    return try Invocation(arguments).run(console)
  } catch {
    console.complain(error.message)
    return .trouble
  }
}

@main
enum Main {
  static func main() {
    let output = StandardStream(descriptor: STDOUT_FILENO)
    let error = StandardStream(descriptor: STDERR_FILENO)
    let code = run(
      arguments: Terminal.arguments(),
      standardInput: Terminal.readInput,
      standardOutput: output.write,
      // In one pipe, what was found before a remark stands before it.
      standardError: { bytes in
        output.flush()
        error.write(bytes)
      },
      environment: Terminal.environment())
    output.flush()
    if let reason = output.failure {
      error.write(Array("schemacheck: standard output: \(reason)\n".utf8))
      exit(ExitCode.trouble.rawValue)
    }
    exit(code.rawValue)
  }
}
