import ContractCheck

/// The help, written from the table of commands: examples first.
enum HelpText {
  /// What `schemacheck` alone prints.
  static var short: String {
    var text = "usage: schemacheck check [options] INPUT...\n\n"
    text += section("Commands", rows: commandRows)
    return text + "\n`schemacheck --help` shows examples.\n"
  }

  /// What `schemacheck --help` prints.
  static var full: String {
    var text = "Checks what a JSON API answers against its contract.\n\n"
    text += examples(CommandSpec.all.flatMap { $0.examples.prefix($0.name == "check" ? 4 : 1) })
    text += "\nUsage: schemacheck COMMAND [options] [INPUT...]\n"
    text += "       schemacheck INPUT...  (check)\n\n"
    text += section("Commands", rows: commandRows)
    text += "\n" + section("Options", rows: [OptionSpec.version, .help].map(row))
    text += "\n`schemacheck COMMAND --help` shows a command's options.\n"
    return text + exitCodes
  }

  /// What `schemacheck COMMAND --help` prints.
  static func of(_ command: CommandSpec) -> String {
    var text = "\(command.summary)\n\n" + examples(command.examples)
    let operands = command.operands.name.isEmpty ? "" : " \(command.operands.name)"
    let options = command.groups.isEmpty ? "" : " [options]"
    text += "\nUsage: schemacheck \(command.name)\(options)\(operands)\n"
    for group in command.groups {
      text += "\n" + section(group.title, rows: group.options.map(row))
    }
    for note in command.notes { text += "\n\(note)\n" }
    return text
  }

  private static let exitCodes = """

    Exit status: 0 nothing at or above --fail-on, 1 findings, 2 the work could not be done.

    """

  private static var commandRows: [(String, String)] {
    CommandSpec.all.map { ($0.name, $0.summary) }
  }

  private static func examples(_ examples: [CommandSpec.Example]) -> String {
    examples.reduce("Examples:\n") { $0 + "  \($1.command)\n      \($1.meaning)\n" }
  }

  private static func row(of option: OptionSpec) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.valueName.map { " \($0)" } ?? ""
    var help = option.help
    if case .choice(_, let choices) = option.value {
      help += ": \(choices.joined(separator: ", "))"
    }
    if option.isRepeatable { help += "; may be repeated" }
    return ("\(short)--\(option.name)\(value)", help)
  }

  private static func section(_ title: String, rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 4)
    return rows.reduce("\(title):\n") { text, row in
      let gap = String(repeating: " ", count: width - row.0.count + 2)
      let lines = wrapped(row.1, columns: widest - width - 4)
      return text + "  \(row.0)\(gap)\(lines.joined(separator: "\n" + margin))\n"
    }
  }

  private static let widest = 96

  private static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
