import Foundation

/// `schemacheck-fuzz`: mutates a corpus and gives it to every reader. Deterministic: the
/// same seed and corpus give the same inputs.
@main
enum Main {
  static func main() {
    guard let options = FuzzOptions(Array(CommandLine.arguments.dropFirst())) else {
      FileHandle.standardError.write(Data(FuzzOptions.usage.utf8))
      exit(2)
    }
    // Its own thread, for its own size of stack.
    let thread = Thread {
      CrashNote.install(
        secondsPerInput: options.secondsPerInput, failures: options.failures)
      var run = FuzzRun(options)
      run.run { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
      print(run.summary.joined(separator: "\n"))
      if run.tallies.isEmpty, run.replayed == 0 { exit(2) }
      exit(run.complaints.isEmpty ? 0 : 1)
    }
    thread.stackSize = options.stackSize
    thread.start()
    while true { sleep(1000) }
  }
}
