import ContractCheck
import ContractReports
import Foundation
import JSONTape
import TestSupport

@testable import ContractCaptures
@testable import ContractRuns
@testable import schemacheck

/// The pages of the guide that are made from tables, by their paths in the catalogue.
enum GuidePages {
  static let made = "<!-- Made from the code; see GuidePagesTests. Do not edit. -->\n"

  static func all() throws -> [(path: String, text: String)] {
    try Rule.catalogue.map { ("Rules/\($0.id).md", page(of: $0)) } + [
      ("Rules/ContractChanges.md", changes), ("Rules.md", rules), ("Commands.md", commands),
      ("Formats.md", formats),
      ("Settings.md", fields("config", of: "Settings of a project", about: settings)),
      ("ReportFields.md", fields("report", of: "Fields of JSON reports", about: reports)),
    ]
  }

  // MARK: Rules

  private static var rules: String {
    """
    # Rules

    \(made)
    What `check` and `lint` look for. A project or a contract may add
    [rules of its own](YourOwnRules.md). The kinds of change that `diff` finds have
    [a page of their own](Rules/ContractChanges.md).


    """
      + table(
        ["rule", "severity", "finds"],
        Rule.catalogue.map { ["[\($0.id)](Rules/\($0.id).md)", $0.severity.rawValue, $0.summary] })
  }

  private static func page(of rule: Rule) -> String {
    var text = "# \(rule.id)\n\n\(made)\nFinds \(rule.summary).\n\n"
    var rows = [["severity", ExplainCommand.severity(of: rule)], ["source", rule.source]]
    if rule.link != Rule.schemaLink { rows.append(["standard", "[\(rule.link)](\(rule.link))"]) }
    if let versions = rule.versions { rows.append(["by version", versions]) }
    text += table(["", ""], rows + [["since", rule.since]])
    text += section("Why", sentence(rule.rationale))
    if let wrong = rule.examples.first(where: { !$0.expected.isEmpty }) {
      text += section("Wrong", "\(wrong.place)\(wrong.fault):\n\n" + block(wrong.body))
    }
    if let right = rule.examples.first(where: \.expected.isEmpty) {
      text += section("Right", "\(right.place):\n\n" + block(right.body))
    }
    if let exchanges = rule.exchanges {
      text += section("Wrong", block(exchanges.wrong, "text"))
      text += section("Right", block(exchanges.right, "text"))
    }
    text += section(
      "Fix", rule.fix.map(sentence) ?? "There is no fix: only the author knows the right value.\n")
    if rule.fix != nil {
      text +=
        rule.unsafeFix.map { "\nUnsafe, so that it needs `--unsafe-fixes`: \($0).\n" }
        ?? "\nThe fix is safe: it does not change the meaning.\n"
    }
    if !rule.problems.isEmpty {
      text += section("Known problems", rule.problems.reduce("") { $0 + "- " + sentence($1) })
    }
    for option in rule.options {
      let values = "The value is \(option.values.words). The default is \(option.standard).\n"
      let notes = option.notes.reduce(option.notes.isEmpty ? "" : "\n") { $0 + "- `\($1)`\n" }
      text += section("Option `\(option.name)`", sentence(option.summary) + values + notes)
    }
    let level = rule.levels.last ?? ""
    var limit = ""
    if case .owns = rule.form, rule.levels.contains("off") {
      limit =
        "\nA value that the contract's schema refuses stays an error, whatever the severity of the rule is.\n"
    }
    return text
      + section(
        "Set the severity",
        """
        For one run, use `--rule \(rule.id)=\(level)`. For a project, write `"rules": {"\(rule.id)": "\(level)"}`
        into the [configuration](../ProjectConfiguration.md) or into `x-schemacheck` of the
        [contract](../AddingAnAPI.md). The severities are
        \(rule.levels.joined(separator: ", ")). See also [Rules](../Rules.md).
        \(limit)
        """)
  }

  private static var changes: String {
    """
    # Changes of contracts

    \(made)
    The rules of [`schemacheck diff OLD NEW`](../ComparingContracts.md). A change with severity error
    breaks released apps, a warning may break them, a note does not. `--rule ID=SEVERITY` sets the
    severity.


    """
      + table(
        ["rule", "severity", "finds", "why"],
        ChangeRule.catalogue.map { ["`\($0.id)`", $0.severity.rawValue, $0.summary, $0.rationale] })
  }

  // MARK: The command line

  private static var commands: String {
    var text = """
      # Commands and options

      \(made)
      Every command with its options. `schemacheck COMMAND --help` prints the same.

      """
    for command in CommandSpec.all {
      let operands = command.operands.name.isEmpty ? "" : " \(command.operands.name)"
      text += section(
        command.name, "\(command.summary)\n\n`schemacheck \(command.name)\(operands)`\n")
      for group in command.groups where !group.options.isEmpty {
        text += "\n"
        text += table(
          [group.title.lowercased(), "meaning"],
          group.options.map { option in
            let short = option.short.map { "`-\($0)`, " } ?? ""
            return ["\(short)`\(option.usage)`", option.fullHelp]
          })
      }
      for note in command.notes { text += "\n\(note)\n" }
    }
    text += section(
      "Exit status",
      table(["status", "meaning"], ExitCode.meanings.map { ["\($0.rawValue)", $1] }))
    text += section("Environment", table(["variable", "meaning"], Manual.variables.map(row)))
    return text + section("Files", table(["file", "meaning"], Manual.files.map(row)))
  }

  private static var formats: String {
    """
    # Formats

    \(made)
    ## Reports

    The names for `--format`. [Reports](Reports.md) says which is for what.


    """
      + table(["format", "what it is"], ReportFormat.all.map { ["`\($0.name)`", $0.summary] })
        + """

        ## Captures

        The names for `--input-format`. The format is detected from the content. [Capture
        formats](CaptureFormats.md) says what is read from each.


        """
      + table(
        ["format", "a file of it is"], CaptureFormat.all.map { ["`\($0.rawValue)`", $0.noun] })
  }

  // MARK: Files that a JSON Schema describes

  private static let settings = """
    The properties of `.schemacheck.json`, from `schemas/config.schema.json`. [Configuration of a
    project](ProjectConfiguration.md) shows how to use them.
    """

  private static let reports = """
    What `--format json`, `ndjson` and `verdicts` write, from `schemas/report.schema.json`.
    [Reports](Reports.md) shows an example.
    """

  /// A table of each object that a schema describes.
  private static func fields(
    _ schema: String, of title: String, about summary: String
  ) throws -> String {
    let file = PackageFolder.url.appendingPathComponent("schemas/\(schema).schema.json")
    let root = try JSONDocument(Array(Data(contentsOf: file))).root
    var text =
      "# \(title)\n\n\(made)\n\(summary)\n\n"
      + table(["property", "value", "meaning"], rows(of: root, in: root))
    for definition in root["$defs"].map({ Array($0.properties) }) ?? [] {
      let rows = rows(of: definition.value, in: root)
      guard !rows.isEmpty else { continue }
      text += section("`\(definition.name)`", table(["property", "value", "meaning"], rows))
    }
    return text
  }

  private static func rows(of schema: JSONNode, in root: JSONNode) -> [[String]] {
    (schema["properties"].map { Array($0.properties) } ?? []).map { property in
      let target = resolved(property.value, in: root)
      let meaning = property.value["description"] ?? target["description"]
      return ["`\(property.name)`", words(for: property.value), meaning?.string ?? ""]
    }
  }

  private static func resolved(_ schema: JSONNode, in root: JSONNode) -> JSONNode {
    let path = (schema["$ref"]?.string ?? "").split(separator: "/").dropFirst()
    return path.isEmpty ? schema : path.reduce(root) { $0[String($1)] ?? $0 }
  }

  /// What a property may be: `text`, `array of bodies`, `error, warning or note`.
  private static func words(for schema: JSONNode) -> String {
    if let name = schema["$ref"]?.string?.split(separator: "/").last { return String(name) }
    if let values = schema["enum"] {
      return values.elements.map { "`\($0.string ?? $0.text)`" }.joined(separator: ", ")
    }
    if let value = schema["const"] { return "`\(value.string ?? value.text)`" }
    for word in ["anyOf", "oneOf"] {
      if let branches = schema[word] {
        return branches.elements.map(words).joined(separator: " or ")
      }
    }
    if let items = schema["items"], schema["type"]?.string == "array" {
      return "array of \(words(for: items))"
    }
    if let types = schema["type"], types.kind == .array {
      return types.elements.compactMap(\.string).joined(separator: " or ")
    }
    return schema["type"]?.string ?? "any"
  }

  // MARK: Markdown

  private static func section(_ title: String, _ text: String) -> String {
    "\n## \(title)\n\n" + text
  }

  private static func block(_ text: String, _ language: String = "json") -> String {
    "```\(language)\n\(PrettyJSON.text(text))\n```\n"
  }

  private static func row(_ cells: (String, String)) -> [String] { ["`\(cells.0)`", cells.1] }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.reduce("") { text, cells in
      text + "| "
        + cells.map { $0.replacingOccurrences(of: "|", with: "\\|") }.joined(separator: " | ")
        + " |\n"
    }
  }

  /// Words of a rule as a sentence.
  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + ".\n"
  }
}
