import ContractCheck
import ContractRuns

/// A function that `compinit` finds as `_schemacheck`.
enum ZshCompletions {
  static var text: String {
    let commands = CommandSpec.all
    return """
      #compdef schemacheck
      # zsh completion for schemacheck: schemacheck completions zsh > "${fpath[1]}/_schemacheck"
      _schemacheck() {
        local context state line command=''
        local -a words_of_commands
        words_of_commands=(
      \(commands.map { "    \(quoted("\(escaped($0.name)):\($0.summary)"))" }.joined(separator: "\n"))
          'help:Print the help of a command.'
        )
        local word
        for word in ${words[2,CURRENT-1]}; do
          case $word in
            \(commands.map(\.name).joined(separator: "|"))) command=$word; break ;;
          esac
        done
        if [[ -z $command ]]; then
          if [[ ${words[CURRENT]} != -* && ${words[CURRENT-1]} != -* ]]; then
            _describe -t commands command words_of_commands
            _files
            return
          fi
          command=\(commands[0].name)
        else
          # The command's own name is no operand of it.
          local at=${words[(i)$command]}
          words[$at]=()
          (( CURRENT -= 1 ))
        fi
        case $command in
      \(commands.map(clause).joined(separator: "\n"))
        esac
      }
      # The operations of the contracts on the line; of the configured ones where it names none.
      _schemacheck_operations() {
        local -a contracts operations
        local i contract
        for ((i = 2; i < CURRENT; i++)); do
          case ${words[i]} in
            -c|--contract) contracts+=("${(Q)words[i+1]}") ;;
            --contract=*) contracts+=("${(Q)words[i]#--contract=}") ;;
          esac
        done
        for contract in "${contracts[@]:-}"; do
          operations+=(${(f)"$(${(Q)words[1]} contracts --operations $contract 2>/dev/null)"})
        done
        compadd -a operations
      }
      # The rules of the configuration.
      _schemacheck_own_rules() {
        ${(Q)words[1]} rules --own 2>/dev/null
      }
      if [[ $funcstack[1] == _schemacheck ]]; then
        _schemacheck "$@"
      else
        compdef _schemacheck schemacheck
      fi

      """
  }

  private static func clause(_ command: CommandSpec) -> String {
    var arguments: [String] = []
    for option in command.options {
      for spelling in option.spellings {
        let repeats = option.isRepeatable ? "*" : ""
        let takes = option.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
        var text = "\(repeats)\(spelling)\(takes)[\(escaped(option.help))]"
        if let name = option.valueName {
          text += ":\(escaped(name)):\(action(command.candidates(for: option)))"
        }
        arguments.append(quoted(text))
      }
    }
    let operands = command.operandCandidates
    if operands != .anything {
      arguments.append(quoted("*:\(escaped(command.operands.name)):\(action(operands))"))
    }
    let list = arguments.map { "        \($0)" }.joined(separator: " \\\n")
    return "    \(command.name))\n      _arguments -s -S \\\n\(list) ;;"
  }

  private static func action(_ candidates: Candidates) -> String {
    switch candidates {
    case .anything: " "
    case .files: "_files"
    case .operations: "_schemacheck_operations"
    case .words(let words, orFiles: false): "(\(words.joined(separator: " ")))"
    case .words(let words, orFiles: true):
      "{ compadd -- \(words.joined(separator: " ")); _files }"
    case .reports(let words):
      "{ if compset -P '*='; then _files; else compadd -- \(words.joined(separator: " ")); fi }"
    case .rules(let rules):
      "{ compadd -- \(rules.joined(separator: " ")) $(_schemacheck_own_rules) }"
    case .ruleSettings(let rules, let withOwn):
      "{ if compset -P '(\(Rule.alwaysOn.joined(separator: "|")))='; then "
        + "compadd -- \(Rule.levels.dropLast().joined(separator: " ")); "
        + "elif compset -P '*='; then compadd -- \(Rule.levels.joined(separator: " ")); "
        + "else compadd -S = -- \(rules.joined(separator: " "))"
        + (withOwn ? " $(_schemacheck_own_rules)" : "") + "; fi }"
    }
  }

  /// Escapes text for `_arguments`.
  private static func escaped(_ text: String) -> String {
    text.reduce("") { $0 + ("[]:\\".contains($1) ? "\\\($1)" : "\($1)") }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
