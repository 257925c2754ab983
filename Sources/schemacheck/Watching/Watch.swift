@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractReports
@_spi(Engine) import ContractCheck
import ContractRuns

/// Runs a command for `--watch`. The command runs again when a file that it reads changes. If the
/// command sends requests, it also runs every `--interval` seconds. Ctrl-C ends the repetition.
struct Watch {
  private let command: CommandSpec
  private let arguments: Arguments
  private let console: Console
  private let findings = WatchedFindings()
  private let lastExit = LastExit()

  private final class LastExit {
    var value: ExitCode?
  }

  init(_ command: CommandSpec, _ arguments: Arguments, _ console: Console) {
    self.command = command
    self.arguments = arguments
    self.console = console
  }

  /// - Throws: if the first run cannot begin.
  /// - Returns: The exit status of the last run.
  func run() throws(RunError) -> ExitCode {
    var operands = try operands()
    Interruption.listen()
    var files = WatchedFiles(operands, and: [])
    var exit = try command.run(arguments, watched(console))
    lastExit.value = exit
    findings.endRun()
    var others = findings.files.union(bodyFiles(of: operands))
    files.add(others)
    let interval = sendsRequests ? arguments.integer(.interval) ?? 10 : nil
    let every = interval.map { " and sending requests every \($0) s" } ?? ""
    console.inform("watching \(Plural.count(files.count, "file"))\(every); Ctrl-C ends this")
    var pause = Self.shortestPause
    var last = ContinuousClock.now
    while !Interruption.isRequested {
      // Ends early at a signal.
      _ = poll(nil, 0, Int32(pause))
      let start = ContinuousClock.now
      let changes = files.update(operands, others)
      let isDue = interval.map { start - last >= .seconds($0) } ?? false
      if isDue, changes.isEmpty, !Interruption.isRequested {
        exit = runAgain(after: nil)
        last = ContinuousClock.now
        continue
      }
      guard !changes.isEmpty, !Interruption.isRequested else {
        // If there are very many files, they are checked less often.
        pause = min(
          5_000, max(Self.shortestPause, (ContinuousClock.now - start) / .milliseconds(1) * 10))
        continue
      }
      pause = Self.shortestPause
      exit = runAgain(after: changes)
      last = ContinuousClock.now
      // A changed configuration may name other inputs.
      if let changed = try? self.operands() { operands = changed }
      others = findings.files.union(bodyFiles(of: operands))
      files.add(others)
    }
    return exit
  }

  /// The files that the inputs name as bodies, including those that do not exist.
  private func bodyFiles(of operands: [Operand]) -> Set<InputPath> {
    var files: Set<InputPath> = []
    for case .file(let path) in InputExpansion(operands).inputs {
      let reader = BodyFileReader(path)
      let mayName =
        path.bytes.hasEnding(".har") || reader.folders(.files).contains { $0.kind == .folder }
      if mayName { files.formUnion(reader.places(console.zlib)) }
    }
    return files
  }

  /// Runs again. The output of the run is shown after the line about the changes.
  ///
  /// - Parameter changes: The changes. Nil if requests are only sent again. Then nothing is shown
  ///   for responses with the same mistakes.
  private func runAgain(after changes: WatchedFiles.Changes?) -> ExitCode {
    var pieces: [(isError: Bool, bytes: [UInt8])] = []
    var environment = console.environment
    // The progress line would only be shown at the end.
    environment.errorIsTerminal = false
    var inner = console
    inner.read = { _ in 0 }
    inner.write = { pieces.append((false, $0)) }
    inner.writeError = { pieces.append((true, $0)) }
    inner.environment = environment
    var exit = ExitCode.error
    var line = changes?.description ?? "requests sent again"
    var isSame = false
    do {
      // A change of the configuration may have added something that `--watch` refuses.
      _ = try operands()
      exit = try command.run(arguments, watched(inner))
      line += ": \(findings.line)"
      isSame = changes == nil && !findings.hasChanged && exit == lastExit.value
      findings.endRun()
    } catch {
      inner.complain(error.message)
    }
    lastExit.value = exit
    if isSame { return exit }
    console.inform(line)
    for piece in pieces {
      if piece.isError { console.writeError(piece.bytes) } else { console.write(piece.bytes) }
    }
    // Standard output is shown before any text on standard error.
    console.writeError([])
    return exit
  }

  private func watched(_ console: Console) -> Console {
    var watched = console
    watched.watch = findings
    findings.beginRun()
    return watched
  }

  /// The inputs, including those of the configuration.
  ///
  /// - Throws: for inputs that cannot change, and for reports that are not for the screen.
  private func operands() throws(RunError) -> [Operand] {
    let project =
      command.options.contains(.configuration)
      ? try Project(arguments, of: command, console)
      : Project(withoutConfiguration: RunOptions(arguments))
    for operand in project.options.inputs where !operand.isURL {
      guard case .path(let path) = operand else {
        throw RunError("`--watch` is for files, folders and URLs; remove `\(operand.shown)`")
      }
      if path.kind == .file, !path.isRegularFile {
        throw RunError("`--watch` is for files, folders and URLs; `\(path.text)` is neither")
      }
    }
    let targets = try ReportTarget.verified(project.options.reports ?? [])
    guard targets.allSatisfy({ $0.file == nil && $0.format.isForTerminals }) else {
      let known = ReportFormat.all.filter(\.isForTerminals).map { "`--format \($0.name)`" }
      throw RunError(
        "`--watch` shows findings on the screen and writes no reports; use "
          + known.joined(separator: " or "))
    }
    return project.options.inputs
  }

  private var sendsRequests: Bool {
    guard command.options.contains(.server),
      let options = try? Project(arguments, of: command, console).options
    else { return false }
    return options.isSweep || options.inputs.contains(where: \.isURL)
  }

  /// The shortest pause in milliseconds.
  private static let shortestPause = 200.0
}

extension ReportFormat {
  /// Whether the output of several runs can be read in sequence.
  fileprivate var isForTerminals: Bool { ["text", "concise"].contains(name) }
}
