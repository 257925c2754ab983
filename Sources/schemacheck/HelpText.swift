@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns

/// The help texts. Each help text begins with examples.
struct HelpText {
  let columns: Int

  /// Creates help with the terminal's width, but not wider than is easy to read. Without a
  /// terminal, it has 80 columns.
  init(_ environment: Environment) {
    columns = environment.outputColumns.map { min(max($0, 40), 100) } ?? 80
  }

  /// The text of `schemacheck` without arguments.
  var short: String {
    var text = "Usage: schemacheck check [options] [INPUT...]\n\n"
    text += section("Commands", rows: commandRows)
    return text + "\nRun `schemacheck --help` for examples.\n"
  }

  /// The text of `schemacheck --help`.
  var full: String {
    var text = "Check the JSON that an API sends against its contract.\n\n"
    text += "Usage: schemacheck [check] [options] [INPUT...]\n"
    text += "       schemacheck COMMAND [options]\n\n"
    text += examples(CommandSpec.check.examples.prefix(2)) + "\n"
    text += section("Commands", rows: commandRows)
    text += "\n" + section("Options", rows: [OptionSpec.version, .help].map(row)) + "\n"
    text += section("Exit status", rows: ExitCode.meanings.map { ("\($0.rawValue)", $1) })
    return text + "\n"
      + paragraph("`schemacheck help COMMAND` has examples and the options of a command.")
  }

  func of(_ command: CommandSpec) -> String {
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

  private var commandRows: [(String, String)] {
    CommandSpec.all.map { ($0.name, $0.summary) }
  }

  private func examples(_ examples: some Collection<(key: String, value: String)>) -> String {
    examples.reduce("Examples:\n") { text, example in
      let command = Self.lines(of: example.key, columns: columns - 4).joined(separator: " \\\n    ")
      let purpose = Self.lines(of: example.value, columns: columns - 6)
      return text + "  \(command)\n      \(purpose.joined(separator: "\n      "))\n"
    }
  }

  private func row(of option: OptionSpec) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    return (short + option.usage, option.fullHelp)
  }

  private func paragraph(_ text: String) -> String {
    Self.lines(of: text, columns: columns).joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, rows: [(String, String)]) -> String {
    let longest = rows.map(\.0.count).max() ?? 0
    // On a narrow terminal, explanations begin on the line after long names.
    let width = min(longest, max(24, columns / 2))
    let margin = String(repeating: " ", count: width + 4)
    return rows.reduce("\(title):\n") { text, row in
      let lines = Self.lines(of: row.1, columns: columns - width - 4)
      let isLong = row.0.count > width
      let gap = isLong ? "\n" + margin : String(repeating: " ", count: width - row.0.count + 2)
      return text + "  \(row.0)\(gap)\(lines.joined(separator: "\n" + margin))\n"
    }
  }

  fileprivate static func lines(of text: String, columns: Int) -> [String] {
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
  /// A table. Cells may contain text from inputs, so each one is escaped.
  ///
  /// - Parameter width: The width to fit, if the last cells of rows can be wrapped.
  static func text(_ rows: [[String]], indent: Int = 0, width: Int? = nil) -> String {
    var rows = rows.map { $0.map(SafeText.line) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.lazy.filter { column < $0.count }.map { $0[column].count }.max() ?? 0
    }
    let margin = indent + widths.dropLast().reduce(0) { $0 + $1 + 2 }
    if let width, width >= margin + 20 {
      rows = rows.flatMap { row -> [[String]] in
        guard row.count == columns, let last = row.last, last.count > width - margin else {
          return [row]
        }
        let lines = HelpText.lines(of: last, columns: width - margin)
        let empty = [String](repeating: "", count: columns - 1)
        return lines.indices.map { ($0 == 0 ? Array(row.dropLast()) : empty) + [lines[$0]] }
      }
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
