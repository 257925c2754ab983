import ContractCheck

/// The help texts, 80 columns wide, with examples first.
enum HelpText {
  /// `schemacheck` without arguments.
  static var short: String {
    var text = "Usage: schemacheck check [options] [INPUT...]\n\n"
    text += section("Commands", rows: commandRows)
    return text + "\nRun `schemacheck --help` for examples.\n"
  }

  /// `schemacheck --help`.
  static var full: String {
    var text = "Check the JSON that an API sends against its contract.\n\n"
    text += examples(CommandSpec.all.flatMap { $0.examples.prefix($0.name == "check" ? 4 : 1) })
    text += "\nUsage: schemacheck COMMAND [options] [INPUT...]\n"
    text += "       schemacheck INPUT...  (the same as `schemacheck check INPUT...`)\n\n"
    text += section("Commands", rows: commandRows)
    text += "\n" + section("Options", rows: [OptionSpec.version, .help].map(row))
    text += "\nRun `schemacheck COMMAND --help` for the options of a command.\n\n"
    return text + section("Exit status", rows: ExitCode.meanings.map { ("\($0.rawValue)", $1) })
  }

  static func of(_ command: CommandSpec) -> String {
    var text = paragraph(command.summary) + "\n" + examples(command.examples)
    let operands = command.operands.name.isEmpty ? "" : " \(command.operands.name)"
    let options = command.groups.isEmpty ? "" : " [options]"
    text += "\nUsage: schemacheck \(command.name)\(options)\(operands)\n"
    for group in command.groups {
      text += "\n" + section(group.title, rows: group.options.map(row))
    }
    for note in command.notes { text += "\n" + paragraph(note) }
    return text
  }

  private static var commandRows: [(String, String)] {
    CommandSpec.all.map { ($0.name, $0.summary) }
  }

  private static func examples(_ examples: some Collection<(key: String, value: String)>) -> String
  {
    examples.reduce("Examples:\n") { $0 + "  \($1.key)\n      \($1.value)\n" }
  }

  private static func row(of option: OptionSpec) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    return (short + option.usage, option.fullHelp)
  }

  private static let columns = 80

  private static func paragraph(_ text: String) -> String {
    lines(of: text, columns: columns).joined(separator: "\n") + "\n"
  }

  private static func section(_ title: String, rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 4)
    return rows.reduce("\(title):\n") { text, row in
      let gap = String(repeating: " ", count: width - row.0.count + 2)
      let lines = lines(of: row.1, columns: columns - width - 4)
      return text + "  \(row.0)\(gap)\(lines.joined(separator: "\n" + margin))\n"
    }
  }

  private static func lines(of text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

enum TextTable {
  /// Cells may hold text from inputs, so each one is escaped.
  static func text(_ rows: [[String]], indent: Int = 0) -> String {
    let rows = rows.map { $0.map(SafeText.line) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.lazy.filter { column < $0.count }.map { $0[column].count }.max() ?? 0
    }
    return rows.reduce(into: "") { text, row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        line += cell
        guard column < row.count - 1 else { continue }
        line += String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
  }
}
