import ContractCheck

extension CommandSpec {
  static let completions = CommandSpec(
    name: "completions",
    summary: "Print the completion script for bash, zsh or fish.",
    examples: [
      Example(
        command: "schemacheck completions bash > /etc/bash_completion.d/schemacheck",
        meaning: "for every bash session (`source <(...)` for this one)"),
      Example(
        command: "schemacheck completions zsh > \"${fpath[1]}/_schemacheck\"",
        meaning: "for every zsh session"),
      Example(
        command: "schemacheck completions fish > ~/.config/fish/completions/schemacheck.fish",
        meaning: "for every fish session"),
    ],
    operands: Operands(name: "SHELL", count: 1...1),
    groups: [],
    run: CompletionsCommand.run)
}

enum CompletionsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(ToolError) -> ExitCode {
    let name = arguments.operands.first?.text ?? ""
    guard let shell = Shell(rawValue: name) else {
      let known = Shell.allCases.map(\.rawValue)
      throw ToolError(
        "there are no completions for `\(name)`", near: NearestName.of(name, among: known),
        known: known)
    }
    console.print(shell.completions)
    return .clean
  }
}

/// The completions for shells, made from the table of commands.
struct CompletionSpec {
  /// The candidates for an argument.
  enum Candidates: Hashable {
    /// Unknown.
    case anything
    case files
    case words([String], orFiles: Bool)
    /// `RULE=SEVERITY` with one of these rules.
    case ruleSettings([String])
    /// One of these formats, or `FORMAT=FILE`.
    case reports([String])
  }

  struct Option {
    let spec: OptionSpec
    let candidates: Candidates

    /// `--name`, and `-n` where there is one.
    var spellings: [String] { ["--\(spec.name)"] + (spec.short.map { ["-\($0)"] } ?? []) }
  }

  struct Command {
    let spec: CommandSpec
    let options: [Option]
    let operands: Candidates
  }

  static let commands = CommandSpec.all.map { command in
    Command(
      spec: command,
      options: command.options.map {
        Option(spec: $0, candidates: candidates(for: $0, of: command))
      },
      operands: candidates(named: command.operands.name))
  }

  private static let rules = Rule.catalogue.map(\.id)
  private static let changeRules = ChangeRule.catalogue.map(\.id)
  static let severities = RuleLevel.allNames

  private static func candidates(for option: OptionSpec, of command: CommandSpec) -> Candidates {
    switch option.value {
    case .choice(_, let choices): .words(choices, orFiles: false)
    case .text(let name): candidates(named: name)
    case .ruleSetting:
      .ruleSettings(command.name == CommandSpec.diff.name ? changeRules : rules)
    case .report: .reports(ReportFormat.all.map(\.name))
    case .integer, .byteCount, .assignment, nil: .anything
    }
  }

  /// The candidates for a value or an operand, by its name in the help.
  private static func candidates(named name: String) -> Candidates {
    switch name.filter({ !"[].".contains($0) }) {
    case "FILE", "FOLDER", "INPUT", "REPORT": .files
    case "NAME|FILE", "OLD NEW": .words(Contract.bundledNames, orFiles: true)
    case "RULE": .words(rules + changeRules, orFiles: false)
    case "SHELL": .words(Shell.allCases.map(\.rawValue), orFiles: false)
    default: .anything
    }
  }
}

/// A shell that completions are written for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The completion script.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }
}
