/// Completions for fish.
enum FishCompletions {
  static var text: String {
    let commands = CompletionSpec.commands
    let names = commands.map(\.spec.name).joined(separator: " ")
    var lines = [
      "# fish completion for schemacheck: schemacheck completions fish | source",
      "function __schemacheck_command",
      "  for word in (commandline -opc)[2..-1]",
      "    if contains -- $word \(names)",
      "      echo $word",
      "      return",
      "    end",
      "  end",
      "  return 1",
      "end",
      "function __schemacheck_in",
      "  set -l command (__schemacheck_command); or set command \(commands[0].spec.name)",
      "  test $command = $argv[1]",
      "end",
      "function __schemacheck_rule_settings",
      "  for rule in $argv",
      "    for severity in \(CompletionSpec.severities.joined(separator: " "))",
      "      echo $rule=$severity",
      "    end",
      "  end",
      "end",
      "complete -c schemacheck -e",
    ]
    for command in commands {
      lines.append(
        "complete -c schemacheck -n 'not __schemacheck_command >/dev/null' -a \(command.spec.name) "
          + "-d \(quoted(command.spec.summary))")
    }
    for command in commands {
      let condition = "-n \(quoted("__schemacheck_in \(command.spec.name)"))"
      for option in command.options {
        let short = option.spec.short.map { " -s \($0)" } ?? ""
        let value =
          option.spec.value == nil ? "" : " " + arguments(option.candidates, isValue: true)
        lines.append(
          "complete -c schemacheck \(condition) -l \(option.spec.name)\(short)\(value) "
            + "-d \(quoted(option.spec.help))")
      }
      if command.operands != .anything, command.operands != .files {
        lines.append(
          "complete -c schemacheck \(condition) \(arguments(command.operands, isValue: false))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(
    _ candidates: CompletionSpec.Candidates, isValue: Bool
  ) -> String {
    switch candidates {
    case .anything: "-x"
    case .files: "-r -F"
    case .words(let words, let orFiles):
      (orFiles ? isValue ? "-r -F " : "" : isValue ? "-x " : "-f ")
        + "-a \(quoted(words.joined(separator: " ")))"
    case .reports(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    case .ruleSettings(let rules):
      "-x -a '(__schemacheck_rule_settings \(rules.joined(separator: " ")))'"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce("") { $0 + ("'\\".contains($1) ? "\\\($1)" : "\($1)") } + "'"
  }
}
