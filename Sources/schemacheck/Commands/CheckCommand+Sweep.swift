import ContractCheck

extension CheckCommand {
  /// Sends every request of a sweep, one after the other.
  static func check(_ sweep: ServerSweep, with live: LiveCheck, _ run: InputRun) -> ExitCode {
    var run = run
    for line in sweep.skipped {
      run.summary.exchanges += 1
      run.summary.skip("no-parameter")
      run.remark(line)
    }
    for request in sweep.requests {
      guard run.goesOn() else { break }
      run.look(at: .url(request.url)) { _, run in
        live.check(request.url, with: request.checker, &run)
      }
    }
    return run.finish()
  }
}
