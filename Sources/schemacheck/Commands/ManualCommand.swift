@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns

extension CommandSpec {
  static let manual = CommandSpec(
    name: "manual",
    summary: "Print the manual page.",
    examples: [
      "schemacheck manual > /usr/local/share/man/man1/schemacheck.1":
        "install it; then `man schemacheck` shows it"
    ],
    operands: .none,
    groups: [],
    run: { _, console in
      console.print(Manual.text)
      return .clean
    })
}

/// The manual page, in the `man` macros of roff.
enum Manual {
  static var text: String {
    var page = """
      .TH SCHEMACHECK 1 "" "schemacheck \(Release.version)" "User Commands"
      .SH NAME
      schemacheck \\- check the JSON that an API sends against its contract
      .SH SYNOPSIS
      .B schemacheck
      .I COMMAND
      [options] [\\fIINPUT\\fR...]
      .br
      .B schemacheck
      .IR INPUT ...
      .SH DESCRIPTION
      Checks captured responses, fixtures and live URLs against contracts: OpenAPI documents with the
      rules that mobile apps depend on. Reports what is broken, where, why, and how to fix it.
      .SH COMMANDS

      """
    for command in CommandSpec.all { page += section(command) }
    page += ".SH RULES\n"
    for rule in Rule.catalogue {
      page += ".TP\n.B \(escaped(rule.id))\n\(line(rule.summary)) (\(rule.severity.rawValue))\n"
    }
    page += ".SH EXIT STATUS\n" + list(ExitCode.meanings.map { ("\($0.rawValue)", $1) })
    page += ".SH ENVIRONMENT\n" + list(variables)
    page += ".SH FILES\n" + list(files)
    return page
  }

  /// The environment variables that the tool reads.
  static let variables: [(String, String)] = [
    (
      "SCHEMACHECK_CONFIG",
      "the configuration that is read instead of the nearest .schemacheck.json"
    ),
    ("NO_COLOR", "turns colour off"),
    ("CLICOLOR_FORCE", "turns colour on, unless it is 0"),
    ("COLUMNS", "the width of the output, instead of the width of the terminal"),
    ("TERM", "`dumb` turns off colour and progress lines"),
    ("http_proxy, https_proxy, all_proxy, no_proxy", "the proxy of live requests"),
    (
      "GITHUB_WORKSPACE, CI_PROJECT_DIR",
      "the folder where paths in reports for GitHub and GitLab begin"
    ),
    ("GITHUB_STEP_SUMMARY", "the file for the summary of the job (format github)"),
  ]

  /// The files of a project.
  static let files: [(String, String)] = [
    (".schemacheck.json", "the configuration, in the working folder or a folder above it"),
    (".schemacheck-baseline.json", "the baseline that `init` and `baseline` write"),
    (".schemacheck-coverage.json", "the coverage that `coverage --update-ratchet` writes"),
  ]

  private static func list(_ rows: [(String, String)]) -> String {
    rows.reduce("") { $0 + ".TP\n.B \(line($1.0))\n\(line($1.1))\n" }
  }

  private static func section(_ command: CommandSpec) -> String {
    var text = ".SS \(escaped(command.name)) \(escaped(command.operands.name))\n"
    text += "\(line(command.summary))\n"
    for group in command.groups {
      text += ".PP\n.I \(line(group.title))\n"
      for option in group.options {
        let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
        let value = option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
        text += ".TP\n\(short)\\fB\\-\\-\(escaped(option.name))\\fR\(value)\n"
        text += "\(line(option.fullHelp))\n"
      }
    }
    for note in command.notes {
      text += ".PP\n" + note.split(separator: "\n").map { line(String($0)) + "\n" }.joined()
    }
    for example in command.examples {
      text += ".PP\n\(line(example.value)):\n.PP\n.nf\n.RS\n\(line(example.key))\n.RE\n.fi\n"
    }
    return text
  }

  /// Escapes a line so that roff does not read it as a request.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func escaped(_ text: String) -> String {
    text.reduce("") {
      switch $1 {
      case "\\": $0 + "\\e"
      case "-": $0 + "\\-"
      case "`": $0 + "\\`"
      default: $0 + "\($1)"
      }
    }
  }
}
