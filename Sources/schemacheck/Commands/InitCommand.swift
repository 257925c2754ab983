@_spi(Engine) import ContractCheck
import JSONTape

extension CommandSpec {
  static let initialize = CommandSpec(
    name: "init",
    summary: "Write a first configuration for a folder, which passes.",
    examples: [
      Example(
        command: "schemacheck init",
        meaning: "finds captures, fixtures and their contracts; writes \(Configuration.fileName)"),
      Example(
        command: "schemacheck init -c api/openapi.yaml", meaning: "the same for one contract"),
    ],
    operands: Operands(name: "[FOLDER]", count: 0...1),
    groups: [OptionGroup(title: "Configuration", options: [.guess, .force])],
    notes: [
      """
      FOLDER is this one where none is named. Contracts are the bundled ones and the OpenAPI files of
      the folder that captures fit. What is wrong already goes into \(Baseline.fileName).
      """
    ],
    run: InitCommand.run)
}

enum InitCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    let folder = InputPath(arguments.operands.first?.bytes ?? [])
    guard case .folder = folder.kind else { throw UsageError("\(folder.text) is no folder") }
    let path = folder.appending(Array(Configuration.fileName.utf8))
    if path.isThere, !arguments.has(.force) { throw isThere(path) }
    let survey = try survey(folder, named: arguments.all(.guess))
    var first = FirstConfiguration(survey, at: path)
    switch try first.check(console) {
    case .clean: break
    case .findings:
      first.takesBaseline = true
      if first.baseline.isThere, !arguments.has(.force) { throw isThere(first.baseline) }
      guard try first.check(console) == .clean else { return .trouble }
    case .trouble: return .trouble
    }
    do {
      try ReportFile.write(Array(first.json.utf8), to: path)
    } catch {
      throw UsageError(error.message)
    }
    for line in try first.news { console.print(SafeText.line(line) + "\n") }
    return .clean
  }

  private static func isThere(_ path: InputPath) -> UsageError {
    UsageError("\(path.text) is there already; `--force` overwrites it")
  }

  private static func survey(
    _ folder: InputPath, named: [Argument]
  ) throws(UsageError) -> ProjectSurvey {
    let survey = try ProjectSurvey(folder, named: named)
    guard survey.captureCount > 0 else {
      let kinds = InputExpansion.extensions.map { "*.\($0)" }.joined(separator: ", ")
      throw UsageError("there are no captures and no fixtures here (\(kinds))")
    }
    guard !survey.inputs.isEmpty else {
      let what = survey.captureCount == 1 ? "the capture here" : "none of the captures here"
      throw UsageError(
        named.isEmpty
          ? "\(what) fits no contract that is bundled or in this folder; name one with "
            + "`--contract FILE`"
          : "\(what) fits no contract that is named")
    }
    return survey
  }
}

/// A configuration that is tried before it is written.
private struct FirstConfiguration {
  let survey: ProjectSurvey
  let path: InputPath
  /// Whether what is wrong already is known.
  var takesBaseline = false

  init(_ survey: ProjectSurvey, at path: InputPath) {
    self.survey = survey
    self.path = path
  }

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

  /// More than these are left to be guessed with each run: nobody reads a longer list.
  private static let mostBodies = 200

  /// Says what each fixture is, so that one that breaks is not taken for another, or for none.
  private func write(_ writer: inout JSONWriter) {
    writer.key("bodies")
    writer.beginArray()
    for (file, assumption) in survey.bodies {
      writer.beginObject()
      writer.key("file")
      writer.string(file)
      if let operation = assumption.operation {
        writer.key("operation")
        writer.string(operation)
      }
      if let schema = assumption.schema {
        writer.key("schema")
        writer.string(schema)
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

  /// Checks as the configuration would, without a word unless it cannot be done; writes the baseline
  /// where there is to be one.
  func check(_ console: Console) throws(UsageError) -> ExitCode {
    let file: ConfigurationFile
    do throws(ConfigurationError) {
      file = ConfigurationFile(
        path: path, configuration: try Configuration(Array(json.utf8), name: path.text))
    } catch {
      throw UsageError(error.description)
    }
    let anew: [Argument] = takesBaseline ? ["--update-baseline", "--allow-growth"] : []
    let arguments = try Arguments(["--quiet"] + anew, of: .check)
    let silent = Console(
      read: { _ in 0 }, write: { _ in }, writeError: console.writeError,
      environment: console.environment)
    return try CheckCommand.run(Project(arguments, of: .check, file: file), silent)
  }

  /// What was written, what was left out, and what to do next.
  var news: [String] {
    get throws(UsageError) {
      var lines = ["wrote \(path.text)"]
      lines.append("  contracts: \(survey.contracts.map(\.name).joined(separator: ", "))")
      lines.append("  inputs: \(Self.listed(survey.inputs))")
      if !survey.bodies.isEmpty {
        let count = survey.bodies.count
        lines.append(
          count > Self.mostBodies
            ? "  bodies: \(count) fixtures are guessed with each run; say in `bodies` what they are"
            : "  bodies: what \(Plural.count(count, "fixture is", "fixtures are")), as guessed: "
              + "look whether it is right")
      }
      if !survey.misfits.isEmpty {
        lines.append(
          "  fit no contract, and are only counted: \(Self.listed(survey.misfits)); say in `bodies` "
            + "what they are")
      }
      if !survey.leftOut.isEmpty { lines.append("  left out: \(Self.listed(survey.leftOut))") }
      var rule: String?
      if takesBaseline {
        let entries = try BaselineFile.read(baseline).entries
        rule = entries.first?.rule
        var counts: [String: Int] = [:]
        for entry in entries { counts[entry.rule, default: 0] += 1 }
        let rules = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
          .map { "\($0.value) × \($0.key)" }
        lines.append("wrote \(baseline.text)")
        lines.append(
          "  \(BaselineFile.counted(entries.count)), not reported again: "
            + rules.joined(separator: ", "))
      }
      lines.append("next: `schemacheck check` passes now; let the merge gate run it")
      if let rule {
        lines.append(
          "next: mend what \(Baseline.fileName) lists; `schemacheck explain \(rule)` says why")
        lines.append(
          "next: `schemacheck check --update-baseline` after that, and commit both files")
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
