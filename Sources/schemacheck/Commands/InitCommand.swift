@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let initialize = CommandSpec(
    name: "init",
    summary: "Create a configuration and a baseline that pass.",
    examples: [
      "schemacheck init":
        "find captures, fixtures and their contracts; write \(Configuration.fileName)",
      "schemacheck init -c api/openapi.yaml":
        "use this contract",
    ],
    operands: Operands(name: "[FOLDER]", count: 0...1),
    groups: [OptionGroup(title: "Configuration", options: [.guess, .force])],
    notes: [
      """
      The captures are the files in FOLDER. Without FOLDER, they are the files in the current \
      folder. The configuration is written to the current folder. If FOLDER is outside of it, \
      the configuration is written to FOLDER. OpenAPI files in the folder of the \
      configuration, and below, become contracts if captures fit them. A bundled contract is \
      used if the captures clearly belong to its API. If the name or the folder of a fixture \
      has an error status (login-404.json, errors/422/), the fixture is checked as a response \
      with this status. The findings of today are written to \(Baseline.fileName).
      """
    ],
    run: InitCommand.run)
}

enum InitCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let captures = InputPath(arguments.operands.first?.bytes ?? [])
    guard case .folder = captures.kind else { throw RunError("\(captures.text) is not a folder") }
    let folder = project(of: captures)
    let path = folder.appending(Array(Configuration.fileName.utf8))
    if path.isThere, !arguments.has(.force) { throw isThere(path) }
    let survey = try survey(
      folder, captures, named: arguments.all(.guess).map { ContractName($0.bytes) })
    var first = FirstConfiguration(survey: survey, path: path)
    // The messages of the first check are printed only once, by the check with a baseline.
    var said: [UInt8] = []
    var waiting = console
    waiting.writeError = { said += $0 }
    let code = try first.check(waiting)
    if code != .findings { console.writeError(said) }
    switch code {
    case .clean: break
    case .findings:
      first.takesBaseline = true
      if first.baseline.isThere, !arguments.has(.force) { throw isThere(first.baseline) }
      guard try first.check(console) == .clean else { return .error }
    case .error:
      let namesOption = said.firstRange(of: "`--".utf8) != nil
      console.complain(
        "nothing was written" + (namesOption ? "; the options above are options of `check`" : ""))
      return .error
    }
    try ReportFile.write(Array(first.json.utf8), to: path)
    for line in try first.news { console.print(SafeText.line(line) + "\n") }
    return .clean
  }

  /// The folder of the configuration. It is the current folder if that contains the captures.
  /// Otherwise it is the captures' folder.
  static func project(of captures: InputPath, in current: InputPath = InputPath([])) -> InputPath {
    guard let inner = captures.real, let outer = current.real, inner.name(in: outer) != nil else {
      return captures
    }
    return current
  }

  private static func isThere(_ path: InputPath) -> RunError {
    RunError("\(path.text) exists already; `--force` overwrites it")
  }

  private static func survey(
    _ folder: InputPath, _ captures: InputPath, named: [ContractName]
  ) throws(RunError) -> ProjectSurvey {
    let survey = try ProjectSurvey(folder, captures: captures, named: named)
    guard survey.captureCount > 0 else {
      let kinds = InputExpansion.extensions.map { "*.\($0)" }.joined(separator: ", ")
      throw RunError("there are no captures or fixtures in this folder (\(kinds))")
    }
    guard !survey.inputs.isEmpty else {
      let captures = Plural.noun(survey.captureCount, "the capture", "the captures")
      throw RunError(
        named.isEmpty
          ? "neither an OpenAPI file in this folder nor a bundled contract fits \(captures); give "
            + "a contract with `--contract`, or write a contract with `schemacheck infer`"
          : "the contract that you named does not fit \(captures) in this folder")
    }
    return survey
  }
}

/// A new configuration. It is tested before it is written.
private struct FirstConfiguration {
  let survey: ProjectSurvey
  let path: InputPath
  var takesBaseline = false

  var baseline: InputPath { path.folder.appending(Array(Baseline.fileName.utf8)) }

  var json: String {
    var writer = JSONWriter(isPretty: true)
    writer.beginObject()
    for (name, values) in [("contracts", survey.contracts.map(\.name)), ("inputs", survey.inputs)] {
      writer.key(name)
      writer.beginArray()
      for value in values { writer.string(value) }
      writer.endArray()
    }
    if survey.bodies.count <= Self.mostBodies, !survey.bodies.isEmpty { write(&writer) }
    if takesBaseline {
      writer.key("baseline")
      writer.string(Baseline.fileName)
    }
    writer.endObject()
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The maximum number of entries in `bodies`. A longer list is not written. Then every run
  /// guesses the operations.
  private static let mostBodies = 200

  /// Writes the configuration with the operation of each fixture. So a fixture still matches its
  /// operation if it becomes broken.
  private func write(_ writer: inout JSONWriter) {
    writer.key("bodies")
    writer.beginArray()
    for (file, assumption) in survey.bodies {
      writer.beginObject()
      writer.key("file")
      writer.string(file)
      for (name, value) in [("operation", assumption.operation), ("schema", assumption.schema)] {
        guard let value else { continue }
        writer.key(name)
        writer.string(value)
      }
      if let status = assumption.status {
        writer.key("status")
        writer.integer(status)
      }
      if assumption.isRequest {
        writer.key("request")
        writer.boolean(true)
      }
      writer.endObject()
    }
    writer.endArray()
  }

  /// Tests the configuration. Also writes the baseline, if there is one. The test prints only
  /// errors.
  func check(_ console: Console) throws(RunError) -> ExitCode {
    let file = try ConfigurationFile(path, Array(json.utf8))
    var options = RunOptions()
    options.isQuiet = true
    options.updatesBaseline = takesBaseline
    options.growsBaseline = takesBaseline
    let project = try Project(options, usesContracts: true, file: file)
    let contracts = try LoadedContracts(project, console)
    return try CheckCommand.check(
      project, nil, contracts, project.options.checker(contracts.contracts), console,
      report: SilentReport())
  }

  /// Lines about the written files, the parts that are not included, and the next steps.
  var news: [String] {
    get throws(RunError) {
      var lines = ["wrote \(path.text)"]
      lines.append("  contracts: \(survey.contracts.map(\.name).joined(separator: ", "))")
      lines.append("  inputs: \(Self.listed(survey.inputs))")
      if !survey.bodies.isEmpty {
        let fixtures = Plural.count(survey.bodyCount, "fixture")
        let entries = Plural.count(survey.bodies.count, "entry", "entries")
        lines.append(
          survey.bodies.count > Self.mostBodies
            ? "  bodies: every run checks \(fixtures) against the nearest schema; give their "
              + "operations in `bodies`"
            : "  bodies: wrote \(entries) for \(fixtures); the operations are assumed, so verify them"
        )
      }
      if !survey.guessed.isEmpty {
        lines.append(
          "  checked without an entry: \(Self.listed(survey.guessed)); give their operations in "
            + "`bodies`")
      }
      if !survey.misfits.isEmpty {
        lines.append(
          "  unmatched (counted but not checked): \(Self.listed(survey.misfits)); give their "
            + "operations in `bodies`")
      }
      if !survey.leftOut.isEmpty { lines.append("  not included: \(Self.listed(survey.leftOut))") }
      var rule: String?
      if takesBaseline {
        let known = try BaselineFile.read(baseline)
        let entries = known.entries
        rule = entries.first?.rule
        var counts: [String: Int] = [:]
        for entry in entries { counts[entry.rule, default: 0] += entry.count }
        let rules = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .map { "\($0.value) × \($0.key)" }
        lines.append("wrote \(baseline.text)")
        lines.append(
          "  \(known.size), hidden from now on: "
            + rules.joined(separator: ", "))
      }
      lines.append("next: run `schemacheck check` before each merge; it passes now")
      if let rule {
        lines.append(
          "next: fix the findings in \(Baseline.fileName); `schemacheck explain \(rule)` explains "
            + "a rule"
        )
        lines.append(
          "next: then run `schemacheck check --update-baseline`, and commit both files")
      } else {
        lines.append("next: commit \(path.text)")
      }
      return lines
    }
  }

  private static let mostListed = 10

  private static func listed(_ names: [String]) -> String {
    let more = names.count - mostListed
    return names.prefix(mostListed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
