import ContractCheck

/// What shells are told of the command line, drawn from the table of commands.
struct CompletionSpec {
  /// What may stand at a place.
  enum Candidates: Hashable {
    /// Anything, of which nothing is known.
    case anything
    case files
    case words([String], orFiles: Bool)
    /// `RULE=SEVERITY`, of these rules.
    case ruleSettings([String])
    /// One of these, or with `=FILE` behind it.
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

  /// What is meant by the name that the help gives a value or an operand.
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

  /// The text that the shell reads.
  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }
}
