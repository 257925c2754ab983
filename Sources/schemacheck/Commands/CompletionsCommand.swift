import ContractCheck

extension CommandSpec {
  static let completions = CommandSpec(
    name: "completions",
    summary: "Print what a shell needs to complete command lines.",
    examples: [
      Example(
        command: "schemacheck completions bash > /etc/bash_completion.d/schemacheck",
        meaning: "for every bash session; `source <(...)` for this one"),
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
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    let name = arguments.operands.first?.text ?? ""
    guard let shell = Shell(rawValue: name) else {
      let known = Shell.allCases.map(\.rawValue)
      throw UsageError(
        "there are no completions for `\(name)`", near: NearestName.of(name, among: known),
        known: known)
    }
    console.print(shell.completions)
    return .clean
  }
}
