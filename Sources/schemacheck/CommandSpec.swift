/// One command as data: parsing, help and, later, completions come from it.
struct CommandSpec: Sendable {
  struct Example: Sendable {
    let command: String
    let meaning: String
  }

  struct OptionGroup: Sendable {
    let title: String
    let options: [OptionSpec]
  }

  /// What the command takes beside options.
  struct Operands: Sendable {
    /// `INPUT...`, as the help writes it.
    let name: String
    let count: ClosedRange<Int>

    static let none = Operands(name: "", count: 0...0)
  }

  let name: String
  let summary: String
  let examples: [Example]
  let operands: Operands
  let groups: [OptionGroup]
  /// What the help adds after the options.
  var notes: [String] = []
  let run: @Sendable (Arguments, Console) throws(UsageError) -> ExitCode

  /// Every option of the command, those of every command included.
  var options: [OptionSpec] { groups.flatMap(\.options) + [.version, .help] }

  /// Every command, in the order of the help. The first is meant when none is named.
  static let all: [CommandSpec] = [
    .check, .fix, .lint, .initialize, .baseline, .rules, .explain, .contracts, .diff, .validate,
    .mergeSummaries, .completions, .manual,
  ]
}
