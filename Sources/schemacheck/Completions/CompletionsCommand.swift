import ContractCheck
import ContractRuns

extension CommandSpec {
  static let completions = CommandSpec(
    name: "completions",
    summary: "Print the completion script for bash, zsh or fish.",
    examples: [
      "schemacheck completions bash > /etc/bash_completion.d/schemacheck":
        "for every bash session (`source <(...)` for this one)",
      "schemacheck completions zsh > \"${fpath[1]}/_schemacheck\"":
        "for every zsh session",
      "schemacheck completions fish > ~/.config/fish/completions/schemacheck.fish":
        "for every fish session",
    ],
    operands: Operands(name: "SHELL", count: 1...1),
    groups: [],
    run: { arguments, console throws(RunError) in
      let name = arguments.operands.first?.text ?? ""
      guard let shell = Shell(rawValue: name) else {
        let known = Shell.allCases.map(\.rawValue)
        throw RunError(
          "there are no completions for `\(name)`", near: NearestName.of(name, among: known),
          known: known)
      }
      console.print(shell.completions)
      return .clean
    })
}

enum Candidates: Hashable {
  case anything
  case files
  case words([String], orFiles: Bool)
  /// `RULE=SEVERITY`. The tool lists the rules, including the rules of the configuration.
  case ruleSettings([String], withOwn: Bool)
  /// Rules, including those of the configuration.
  case rules([String])
  /// The operations of the contracts on the command line. The tool lists them.
  case operations
  /// Reports as `FORMAT` or `FORMAT=FILE`.
  case reports([String])

  /// The candidates for a value or an operand, given its name in the help.
  init(named name: String) {
    switch name.filter({ !"[].".contains($0) }) {
    case "FILE", "FOLDER", "INPUT", "REPORT": self = .files
    case "NAME|FILE", "OLD NEW": self = .words(Contract.bundledNames, orFiles: true)
    case "OPERATION": self = .operations
    case "RULE":
      self = .rules(Rule.catalogue.map(\.id) + ChangeRule.catalogue.map(\.id))
    case "SHELL": self = .words(Shell.allCases.map(\.rawValue), orFiles: false)
    default: self = .anything
    }
  }
}

extension CommandSpec {
  var operandCandidates: Candidates { Candidates(named: operands.name) }

  func candidates(for option: OptionSpec) -> Candidates {
    switch option.value {
    case .choice(_, let choices): .words(choices, orFiles: false)
    case .text(let name): Candidates(named: name)
    case .ruleSetting:
      name == CommandSpec.diff.name
        ? .ruleSettings(ChangeRule.catalogue.map(\.id), withOwn: false)
        : .ruleSettings(Rule.catalogue.map(\.id), withOwn: true)
    case .report(_, let names): .reports(names)
    case .integer, .byteCount, .assignment, .statuses, .basePath, .split, .pointer, .rate,
      .duration, nil:
      .anything
    }
  }
}

extension OptionSpec {
  var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}

enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var completions: String {
    switch self {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }
}
