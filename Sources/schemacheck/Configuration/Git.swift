import ContractRuns

/// Runs git. The repository is never changed.
struct Git {
  /// The argument that needs git, as messages name it.
  let purpose: String

  /// - Parameter refusal: Returns the message for a failure. Its parameter is git's first line.
  func output(
    of arguments: [Argument], refusal: (_ words: String) -> String,
    isUsable: ([UInt8]) -> Bool = { _ in true }
  ) throws(RunError) -> [UInt8] {
    let result = try run(arguments)
    if result.status == 0, isUsable(result.output) { return result.output }
    let words = try run(arguments, takesErrors: true).output.prefix { $0 != UInt8(ascii: "\n") }
    throw RunError(refusal(String(decoding: words, as: UTF8.self)))
  }

  func run(
    _ arguments: [Argument], takesErrors: Bool = false
  ) throws(RunError) -> ChildProcess.Result {
    do throws(RunError) {
      return try ChildProcess.run(
        "git", ["--no-optional-locks", "-c", "core.fsmonitor=false"] + arguments,
        takesErrors: takesErrors)
    } catch {
      throw RunError("\(purpose) needs git: \(error.message)")
    }
  }
}
