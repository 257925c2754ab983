@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// A command as data for the parser, the help, the manual and the completions.
struct CommandSpec: Sendable {
  struct OptionGroup: Sendable {
    let title: String
    let options: [OptionSpec]
  }

  struct Operands: Sendable {
    /// The operands as in the help: `INPUT...`.
    let name: String
    let count: ClosedRange<Int>

    static let none = Operands(name: "", count: 0...0)
    static let inputs = Operands(name: "[INPUT...]", count: 0...Int.max)
  }

  let name: String
  let summary: String
  /// Command lines with their purpose.
  var examples: KeyValuePairs<String, String> { makeExamples() }
  let operands: Operands
  let run: @Sendable (Arguments, Console) throws(RunError) -> ExitCode
  private let makeExamples: @Sendable () -> KeyValuePairs<String, String>
  private let makeGroups: @Sendable () -> [OptionGroup]
  private let makeNotes: @Sendable () -> [String]

  /// Creates a command. The examples, options and notes are created on first use. This is because a
  /// run needs the options of only one command.
  init(
    name: String, summary: String,
    examples: @escaping @Sendable @autoclosure () -> KeyValuePairs<String, String>,
    operands: Operands,
    groups: @escaping @Sendable @autoclosure () -> [OptionGroup],
    notes: @escaping @Sendable @autoclosure () -> [String] = [],
    run: @escaping @Sendable (Arguments, Console) throws(RunError) -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.run = run
    makeExamples = examples
    makeGroups = groups
    makeNotes = notes
  }

  var groups: [OptionGroup] { makeGroups() }
  /// Paragraphs that the help prints after the options.
  var notes: [String] { makeNotes() }
  var options: [OptionSpec] { groups.flatMap(\.options) + [.version, .help] }

  /// All commands in the order of the help.
  static let all = table.map { $0.value() }

  /// The command with a name. The other commands are not created.
  static func named(_ name: String) -> CommandSpec? { table.first { $0.key == name }?.value() }

  /// The commands in the order of the help.
  private static let table: KeyValuePairs<String, @Sendable () -> CommandSpec> = [
    "check": { .check },
    "fix": { .fix },
    "lint": { .lint },
    "convert": { .convert },
    "infer": { .infer },
    "amend": { .amend },
    "variants": { .variants },
    "init": { .initialize },
    "baseline": { .baseline },
    "coverage": { .coverage },
    "rules": { .rules },
    "explain": { .explain },
    "test-rules": { .testRules },
    "contracts": { .contracts },
    "diff": { .diff },
    "compare": { .compare },
    "validate": { .validate },
    "merge-summaries": { .mergeSummaries },
    "completions": { .completions },
    "manual": { .manual },
  ]
}

extension CommandSpec {
  /// The note on INPUT for commands that read a configuration and send no requests.
  static let inputNote = inputNote(isOptional: true)

  static func inputNote(
    andAlso more: String? = nil, isOptional: Bool,
    extensions: [String] = CaptureName.captures
  ) -> String {
    let ending = isOptional ? " Without INPUT, the inputs of the configuration are used." : ""
    let kinds = extensions.map { "*.\($0)" }.joined(separator: ", ")
    let names = CaptureName.archives.map { "*.\($0)" }.joined(separator: ", ")
    let hasArchives = extensions == CaptureName.captures
    let archives = hasArchives ? " Archives (\(names)) are read like folders." : ""
    let last = more.map { "`-` for standard input, or \($0)" } ?? "or `-` for standard input"
    return """
      INPUT is a file, a folder, a quoted glob ("**/*.har"), \(last). \
      In folders, \(kinds) are read, with or without .gz at the end.\(archives) Hidden \
      folders, node_modules and similar folders are skipped. If you name a file, it is read \
      with any extension.\(ending)
      """
  }
}

extension CommandSpec.OptionGroup {
  static let contracts = CommandSpec.OptionGroup(
    title: "What to check against",
    options: [
      .contract, .operation, .status, .request, .requests, .refusedRequests, .webhook,
      .componentSchema,
      .onlyOperation, .basePath, .hosts, .inputFormat, .rule,
    ])

  static let project = CommandSpec.OptionGroup(
    title: "Project",
    options: [
      .configuration, .noConfiguration, .changedSince, .baseline, .updateBaseline, .allowGrowth,
      .strictBaseline, .failOnGrowth,
    ])

  static let reporting = reporting(andAlso: [])

  static func reporting(
    jobs: OptionSpec = .threads, format: OptionSpec = .format, andAlso options: [OptionSpec]
  ) -> CommandSpec.OptionGroup {
    CommandSpec.OptionGroup(
      title: "Report",
      options: [
        format, .reportFile, .maximumFindings, .failOn, .exitZero, .allowEmpty, .colour, jobs,
        .statistics,
        .quiet,
      ] + options)
  }
}
