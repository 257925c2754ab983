@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
@_spi(Engine) internal import JSONTape

/// Fixes inputs and reports the remaining findings. Several threads plan and write the edits of a
/// batch of files. One thread reports in the order of the inputs.
struct FixRun {
  private let planner: FixPlanner
  private let arguments: Arguments
  private let tree: FixTree
  private let inputs: [Input]
  private let console: Console
  /// The fixed text of standard input, for checking.
  private let standardInput = Feed()
  private var check: InputRun
  private var tally = FixTally()
  /// Files that captures name as bodies. Each file is fixed once.
  private var bodyFiles: Set<FileState.Identity> = []

  /// A reader of bytes in memory.
  private final class Feed {
    var read: (ByteRoom) -> Int = { _ in 0 }
  }

  /// A file that was planned before its turn.
  private struct PlannedFile: Sendable {
    enum Fix: Sendable {
      /// The file has no findings.
      case none
      case failed(RunError)
      case planned(InputFile, FixPlanner.Plan)
      /// The file was written, or writing it failed with an error.
      case tried(FixPlanner.Plan, RunError?)
    }

    var fix: Fix
    /// The result of checking the file after the run.
    let result: FileResult
  }

  init(
    _ planner: FixPlanner, _ project: Project, _ arguments: Arguments,
    _ contracts: LoadedContracts, _ console: Console
  ) throws(RunError) {
    self.planner = planner
    self.console = console
    self.arguments = arguments
    tree = FixTree(project.options.inputs)
    let feed = standardInput
    var checking = console
    checking.read = { feed.read($0) }
    // If the fixed text or the diff is on standard output, the report is not.
    let isTaken =
      arguments.has(.diff) || arguments.has(.dryRun)
      || project.options.inputs.contains(.standardInput)
    let all: [Input]
    (check, inputs, all) = try InputRun.start(
      project, arguments, contracts, checking, report: isTaken ? SilentReport() : nil)
    planner.checkers.begin(all)
  }

  private var writes: Bool { !arguments.has(.diff) && !arguments.has(.dryRun) }

  consuming func run() -> ExitCode {
    let pipeline = check.pipeline(planner.checkers.validation)
    let source = FileSource(inputs, completion: completion) {
      [planner, writes, format = check.format] input, worker in
      Self.plan(input, planner, format, writes: writes, worker)
    }
    pipeline.run(source) { unit in
      fix(unit.input, unit.result, pipeline)
      return true
    }
    let code = check.finish()
    if !arguments.has(.quiet) { console.inform(tally.line(isDone: writes)) }
    return code
  }

  /// Plans the fixes of a file. Nil for inputs other than small files.
  private static func plan(
    _ input: Input, _ planner: FixPlanner, _ format: CaptureFormat?, writes: Bool, _ worker: Worker
  ) -> PlannedFile? {
    guard case .file(let path) = input,
      let found = worker.result(ofFile: input, format: format)
    else { return nil }
    if found.isClean { return PlannedFile(fix: .none, result: found) }
    guard let file = try? InputFile(toFix: path) else { return nil }
    do throws(RunError) {
      let text = FixSource.file(file)
      let (plan, fixed) = try planner.plan(of: text, input) { edits in
        edits.edits.isEmpty
          ? found
          : worker.result(
            of: input, format: format, reading: text.reader(of: edits))
      }
      let result = writes ? fixed : found
      return result.map { PlannedFile(fix: .planned(file, plan), result: $0) }
    } catch {
      // A file that has changed is planned again at its turn.
      return FileState(path) == file.state ? PlannedFile(fix: .failed(error), result: found) : nil
    }
  }

  /// Writes the files of a batch. Each file is written once, even if it has several names.
  private var completion: FileSource<PlannedFile>.Completion? {
    guard writes else { return nil }
    return FileSource.Completion(
      file: { planned in
        guard case .planned(let file, let plan) = planned.fix, !plan.edits.isEmpty else {
          return nil
        }
        return file.state.identity
      },
      run: { [tree] planned in
        guard case .planned(let file, let plan) = planned.fix,
          // A changed file is planned again when its turn comes.
          FileState(file.path) == file.state
        else { return }
        do throws(RunError) {
          try file.replace(at: try tree.writableTarget(of: file), by: plan.edits)
          planned.fix = .tried(plan, nil)
        } catch {
          planned.fix = .tried(plan, error)
        }
      })
  }

  private mutating func fix(_ input: Input, _ planned: PlannedFile?, _ pipeline: Pipeline) {
    check.showProgress(in: input)
    var planned = planned
    if case .file(let path) = input, case .planned(let file, _)? = planned?.fix,
      FileState(path) != file.state
    {
      // The file was fixed under another name, or something else changed it.
      planned = nil
    }
    // `fix` cannot write to a pipe, so it does not wait for the pipe's writer.
    if planned == nil, case .file(let path) = input, path.exists, !path.isRegularFile {
      check.addError("\(input.name): not a regular file; pipe it to `fix -`")
      return
    }
    var result = planned?.result
    var bodies: [BodyFile] = []
    do throws(RunError) {
      switch input {
      case .file(let path):
        switch planned?.fix {
        case .none?: break
        case .failed(let error)?: throw error
        case .planned(let file, let plan)?:
          bodies = plan.bodyFiles
          try fix(file, plan, input.name)
        case .tried(let plan, let error)?:
          bodies = plan.bodyFiles
          try note(plan, of: input.name, refused: error)
        case nil:
          // The check reports a file that cannot be opened.
          guard let file = try? InputFile(toFix: path) else { break }
          let plan = try planner.plan(of: .file(file), input, jobs: pipeline.jobs)
          bodies = plan.bodyFiles
          try fix(file, plan, input.name)
        }
      case .standardInput: try fixStandardInput(input, pipeline)
      case .entry, .url, .memory: break
      }
    } catch {
      check.addError(error.message)
      // The file is unchanged.
      switch planned?.fix {
      case .planned?, .tried?: result = nil
      case .none?, .failed?, nil: break
      }
    }
    for body in bodies { fix(body, of: input, pipeline) }
    // The files that a capture names may have changed, so it is checked again.
    if writes, !bodies.isEmpty { result = nil }
    let before = check.summary.findings(atLeast: .note)
    check.validate(input) { run in
      if let result { run.add(result, of: input) } else { run.read(input, through: pipeline) }
    }
    let found = check.summary.findings(atLeast: .note) - before
    if case .entry(let entry) = input, found > 0 {
      var plan = FixPlanner.Plan()
      plan.left[.archive] = found
      tally.add(plan)
      check.addNote(
        "\(Input.file(entry.archive.path).name): archives are not changed; unpack it to fix its "
          + "files")
    }
  }

  /// Fixes a file that a capture names as a body of its operation, only once.
  private mutating func fix(_ body: BodyFile, of capture: Input, _ pipeline: Pipeline) {
    do throws(RunError) {
      let file = try InputFile(toFix: body.path)
      guard bodyFiles.insert(file.state.identity).inserted else { return }
      var planner = planner
      planner.checkers = try planner.checkers.assuming(body.assumption)
      planner.capture = capture
      let plan = try planner.plan(of: .file(file), .file(body.path), jobs: pipeline.jobs)
      try fix(file, plan, body.name, isNamed: false)
    } catch {
      check.addError(error.message)
    }
  }

  /// - Parameter isNamed: False for a file that a capture names and that is in the capture's
  ///   folder.
  private mutating func fix(
    _ file: InputFile, _ plan: FixPlanner.Plan, _ name: String, isNamed: Bool = true
  ) throws(RunError) {
    var refusal: RunError?
    if !plan.edits.isEmpty {
      do throws(RunError) {
        let tree = isNamed ? tree : FixTree(around: file)
        if arguments.has(.diff) {
          let target = try tree.target(of: file.path)
          let text = try file.all()
          printDiff(named: tree.shownPath(of: target), text, plan, of: name)
        } else {
          let target = try tree.writableTarget(of: file)
          if writes { try file.replace(at: target, by: plan.edits) }
        }
      } catch {
        refusal = error
      }
    }
    try note(plan, of: name, refused: refusal)
  }

  private mutating func fixStandardInput(
    _ input: Input, _ pipeline: Pipeline
  ) throws(RunError) {
    let name = input.name
    let bytes = try InputReader(console).rest()
    let text = FixSource.bytes(bytes)
    standardInput.read = text.reader(of: TextEdits())
    let plan: FixPlanner.Plan
    do throws(RunError) {
      plan = try planner.plan(of: text, input, jobs: pipeline.jobs)
    } catch {
      // The reader of the output needs the text in any case.
      if writes { write(text, TextEdits()) }
      throw error
    }
    if arguments.has(.diff) {
      printDiff(named: Array("stdin".utf8), bytes, plan, of: name)
    } else if writes {
      write(text, plan.edits)
      standardInput.read = text.reader(of: plan.edits)
    }
    note(plan, of: name)
  }

  private func write(_ text: FixSource, _ edits: TextEdits) {
    let read = text.reader(of: edits)
    while true {
      let piece = [UInt8](filling: InputReader.pieceSize, read)
      if piece.isEmpty { return }
      console.write(piece)
    }
  }

  private mutating func printDiff(
    named path: [UInt8], _ text: [UInt8], _ plan: FixPlanner.Plan, of name: String
  ) {
    let shown = Redaction.fileName(String(decoding: path, as: UTF8.self))
    let isMasked = shown.contains("‹") && !path.elementsEqual(shown.utf8)
    let diff = UnifiedDiff(
      name: isMasked ? Array(shown.utf8) : path, text: text, edits: plan.edits)
    console.write(diff.bytes)
    if isMasked, !diff.bytes.isEmpty {
      check.say([
        "\(name): a secret is masked in the name of the file, so the diff cannot be "
          + "applied"
      ])
    }
    if diff.maskedLines > 0 {
      let lines = Plural.count(diff.maskedLines, "line")
      check.say([
        "\(name): secrets are masked in \(lines) of the diff, so the diff cannot be applied"
      ])
    }
  }

  private mutating func note(
    _ plan: FixPlanner.Plan, of name: String, refused error: RunError?
  ) throws(RunError) {
    if let error {
      tally.addRefused(plan)
      throw error
    }
    note(plan, of: name)
  }

  /// Counts the fixes, and reports remaining findings for which the user may expect a fix.
  private mutating func note(_ plan: FixPlanner.Plan, of name: String) {
    tally.add(plan)
    if plan.count > 0 {
      let rules = plan.rules.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      check.addNote("\(name): \(writes ? "" : "would be ")fixed: \(rules.joined(separator: ", "))")
    }
    for (reason, count) in plan.left.sorted(by: { $0.key < $1.key }) {
      guard let why = reason.texts.note else { continue }
      check.addNote("\(name): \(count) not fixed: \(why)")
    }
  }
}
