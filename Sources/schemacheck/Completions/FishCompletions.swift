import ContractCheck
import ContractRuns

enum FishCompletions {
  static var text: String {
    let commands = CommandSpec.all
    let names = commands.map(\.name).joined(separator: " ")
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
      "  set -l command (__schemacheck_command); or set command \(commands[0].name)",
      "  test $command = $argv[1]",
      "end",
      "function __schemacheck_rule_settings",
      "  for rule in $argv",
      "    for severity in \(Rule.levels.joined(separator: " "))",
      "      contains -- $rule=$severity \(Rule.alwaysOn.map { "\($0)=off" }.joined(separator: " "))",
      "      or echo $rule=$severity",
      "    end",
      "  end",
      "end",
      "function __schemacheck_operations",
      "  set -l words (commandline -opc)",
      "  set -l contracts",
      "  for at in (seq 2 (count $words))",
      "    switch $words[$at]",
      "      case -c --contract",
      "        set -a contracts $words[(math $at + 1)]",
      "      case '--contract=*'",
      "        set -a contracts (string replace -- --contract= '' $words[$at])",
      "    end",
      "  end",
      "  if test (count $contracts) -eq 0",
      "    $words[1] contracts --operations 2>/dev/null",
      "  end",
      "  for contract in $contracts",
      "    $words[1] contracts --operations $contract 2>/dev/null",
      "  end",
      "end",
      "function __schemacheck_own_rules",
      "  set -l words (commandline -opc)",
      "  type -q $words[1]; and $words[1] rules --own 2>/dev/null",
      "end",
      "complete -c schemacheck -e",
    ]
    for command in commands {
      lines.append(
        "complete -c schemacheck -n 'not __schemacheck_command >/dev/null' -a \(command.name) "
          + "-d \(quoted(command.summary))")
    }
    for command in commands {
      let condition = "-n \(quoted("__schemacheck_in \(command.name)"))"
      for option in command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value =
          option.value == nil ? "" : " " + arguments(command.candidates(for: option), isValue: true)
        lines.append(
          "complete -c schemacheck \(condition) -l \(option.name)\(short)\(value) "
            + "-d \(quoted(option.help))")
      }
      let operands = command.operandCandidates
      if operands != .anything, operands != .files {
        lines.append("complete -c schemacheck \(condition) \(arguments(operands, isValue: false))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(_ candidates: Candidates, isValue: Bool) -> String {
    switch candidates {
    case .anything: "-x"
    case .files: "-r -F"
    case .operations: "-x -a '(__schemacheck_operations)'"
    case .words(let words, let orFiles):
      (orFiles ? isValue ? "-r -F " : "" : isValue ? "-x " : "-f ")
        + "-a \(quoted(words.joined(separator: " ")))"
    case .reports(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    case .rules(let rules):
      (isValue ? "-x " : "-f ")
        + "-a \(quoted(rules.joined(separator: " ") + " (__schemacheck_own_rules)"))"
    case .ruleSettings(let rules, let withOwn):
      "-x -a '(__schemacheck_rule_settings \(rules.joined(separator: " "))"
        + (withOwn ? " (__schemacheck_own_rules)" : "") + ")'"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce("") { $0 + ("'\\".contains($1) ? "\\\($1)" : "\($1)") } + "'"
  }
}
