@_spi(Engine) import ContractCheck

/// Mends inputs one after the other and reports what is left of each.
struct FixRun {
  private let mending: Mending
  private let tree: FixTree
  private let arguments: Arguments
  private let inputs: [Input]
  private let console: Console
  /// What is checked of standard input once it is mended.
  private let standardInput = Feed()
  private var check: InputRun
  private var tally = FixTally()

  /// Bytes that were read already.
  private final class Feed {
    var read: (UnsafeMutableRawBufferPointer) -> Int = { _ in 0 }
  }

  init(
    _ mending: Mending, _ project: Project, _ contracts: LoadedContracts
  ) throws(UsageError) {
    self.mending = mending
    arguments = mending.arguments
    tree = FixTree(arguments.operands)
    console = mending.console
    let feed = standardInput
    let checking = Console(
      read: { feed.read($0) }, write: console.write, writeError: console.writeError,
      environment: console.environment)
    // Standard output is for one thing.
    let isTaken =
      arguments.has(.diff) || arguments.has(.dryRun) || arguments.operands.contains("-")
    let expansion = InputExpansion(arguments.operands)
    let changed = try ChangedInputs(
      expansion.inputs, project, contractFiles: contracts.files)
    inputs = changed.inputs
    try ReportTarget.refuseOverwriting(
      expansion.inputs, project.files(with: contracts), arguments)
    let hiding = try Hiding(project, contracts.contracts)
    check =
      isTaken
      ? InputRun(arguments, checking, reporting: NoReport()) : try InputRun(arguments, checking)
    check.hiding = hiding
    for trouble in expansion.troubles { check.trouble(trouble.message) }
    if let remark = changed.remark { check.remark(remark) }
    if changed.isPart { check.hiding?.isWhole = false }
    if changed.isNothing { check.allowEmpty() }
  }

  private var writes: Bool { !arguments.has(.diff) && !arguments.has(.dryRun) }

  consuming func run() -> ExitCode {
    let format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    for input in inputs {
      check.showProgress(in: input)
      // Waiting for whoever writes to it would be in vain.
      if case .file(let path) = input, path.exists, !path.isRegularFile {
        check.trouble("\(input.name): not a regular file; pipe it to `fix -`")
        continue
      }
      do throws(InputTrouble) {
        switch input {
        case .file(let path): try mend(path, input)
        case .standardInput: try mendStandardInput(input)
        case .url: break
        }
      } catch {
        check.trouble(error.message)
      }
      check.look(at: input) { $1.judge($0, with: mending.checkers[$0], format: format) }
    }
    let code = check.finish()
    if !arguments.has(.quiet) { console.inform(tally.line(isDone: writes)) }
    return code
  }

  private mutating func mend(_ path: InputPath, _ input: Input) throws(InputTrouble) {
    let name = input.name
    // What cannot be opened is said when it is checked.
    guard let file = try? OriginalFile(path) else { return }
    let result = try mending.edits(of: .file(file), input)
    guard !result.edits.isEmpty else { return note(result, of: name) }
    do throws(InputTrouble) {
      try apply(result, to: file, named: name)
    } catch {
      tally.addRefused(result)
      throw error
    }
    note(result, of: name)
  }

  private mutating func apply(
    _ result: Mending.Result, to file: OriginalFile, named name: String
  ) throws(InputTrouble) {
    let target = try tree.target(of: file.path)
    guard file.state.isWritable else {
      throw InputTrouble("\(name): is read-only; not fixed")
    }
    if arguments.has(.diff) {
      printDiff(named: tree.shownPath(of: target), file.all, result, of: name)
    } else if writes {
      try file.replace(at: target, by: result.edits)
    }
  }

  private mutating func mendStandardInput(_ input: Input) throws(InputTrouble) {
    let name = input.name
    let text = FixSource.bytes(try InputReader(console).rest())
    standardInput.read = text.reader(of: TextEdits())
    let result: Mending.Result
    do throws(InputTrouble) {
      result = try mending.edits(of: text, input)
    } catch {
      // Whoever reads the output gets the text in any case.
      if writes { write(text, TextEdits()) }
      throw error
    }
    if arguments.has(.diff) {
      if case .bytes(let bytes) = text {
        printDiff(named: Array("stdin".utf8), bytes, result, of: name)
      }
    } else if writes {
      write(text, result.edits)
      standardInput.read = text.reader(of: result.edits)
    }
    note(result, of: name)
  }

  private func write(_ text: FixSource, _ edits: TextEdits) {
    let read = text.reader(of: edits)
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: InputReader.pieceSize) { buffer, count in
        count = max(0, read(UnsafeMutableRawBufferPointer(buffer)))
      }
      if piece.isEmpty { return }
      console.write(piece)
    }
  }

  private mutating func printDiff(
    named path: [UInt8], _ text: [UInt8], _ result: Mending.Result, of name: String
  ) {
    let diff = UnifiedDiff(name: path, text: text, edits: result.edits)
    console.write(diff.bytes)
    if diff.maskedLines > 0 {
      let lines = "\(diff.maskedLines) line\(diff.maskedLines == 1 ? "" : "s")"
      check.say([
        "\(name): secrets are masked in \(lines) of the diff: it can be read but not applied"
      ])
    }
  }

  /// Counts what was mended, and says what was not, where that is a surprise.
  private mutating func note(_ result: Mending.Result, of name: String) {
    tally.add(result)
    if result.count > 0 {
      let rules = result.rules.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      check.remark("\(name): \(writes ? "" : "would be ")fixed: \(rules.joined(separator: ", "))")
    }
    for (reason, count) in result.left.sorted(by: { $0.key < $1.key }) {
      guard let why = reason.remark else { continue }
      check.remark("\(name): \(count) not fixed: \(why)")
    }
  }
}

/// Prints nothing.
private struct NoReport: Report {
  func add(_ finding: Finding) {}
  func finish(_ summary: Summary) {}
}
