import ContractCheck
import ContractRuns

/// Completions for bash 3.2 and later, without other packages.
enum BashCompletions {
  static var text: String {
    let names = CommandSpec.all.map(\.name)
    return """
      # bash completion for schemacheck: source <(schemacheck completions bash)
      _schemacheck() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' word i
        COMPREPLY=()
        # Where bash breaks words at an equals sign, the option or the rule stands before it.
        if [[ $cur == = ]]; then
          cur=''
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD-2]}
          case ${COMP_WORDS[COMP_CWORD-3]:-} in
            --rule)
              word='\(Rule.levels.joined(separator: " "))'
              case $prev in \(Rule.alwaysOn.joined(separator: "|"))) word=${word% off} ;; esac
              COMPREPLY=($(compgen -W "$word" -- "$cur"))
              return ;;
            --format|-f) _schemacheck_files; return ;;
          esac
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          case $word in
            \(names.joined(separator: "|"))) command=$word; break ;;
          esac
        done
        if [[ -z $command ]]; then
          if [[ $cur != -* && $prev != -* ]]; then
            COMPREPLY=($(compgen -W '\(names.joined(separator: " ")) help' -- "$cur"))
            _schemacheck_files
            return
          fi
          command=\(names[0])
        fi
        case $command in
      \(CommandSpec.all.map(clause).joined(separator: "\n"))
        esac
      }
      _schemacheck_files() {
        local IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$cur"))
      }
      # The operations of the contracts on the line; of the configured ones where it names none.
      _schemacheck_operations() {
        local i contract contracts=() operation IFS=$'\\n'
        for ((i = 1; i < COMP_CWORD; i++)); do
          contract=${COMP_WORDS[i+1]}
          [[ $contract == = ]] && contract=${COMP_WORDS[i+2]}
          case ${COMP_WORDS[i]} in -c|--contract) contracts+=("$contract") ;; esac
        done
        for operation in $(for contract in "${contracts[@]:-}"; do
          "${COMP_WORDS[0]}" contracts --operations ${contract:+"$contract"} 2>/dev/null
        done); do
          [[ $operation == "$cur"* ]] && COMPREPLY+=("$(printf %q "$operation")")
        done
      }
      # The rules of the configuration.
      _schemacheck_own_rules() {
        "${COMP_WORDS[0]}" rules --own 2>/dev/null
      }
      complete -F _schemacheck schemacheck

      """
  }

  private static func clause(_ command: CommandSpec) -> String {
    var text = "    \(command.name))\n      case $prev in\n"
    for option in command.options where option.value != nil {
      text += "        \(option.spellings.joined(separator: "|")))\n"
      text += "          \(reply(command.candidates(for: option)))\n          return ;;\n"
    }
    text += "      esac\n      if [[ $cur == -* ]]; then\n"
    text += "        COMPREPLY=(\(matching(command.options.flatMap(\.spellings))))\n"
    text += "        return\n      fi\n"
    return text + "      \(reply(command.operandCandidates)) ;;"
  }

  private static func reply(_ candidates: Candidates) -> String {
    switch candidates {
    case .anything: ":"
    case .files: "_schemacheck_files"
    case .operations: "_schemacheck_operations"
    case .words(let words, let orFiles):
      "COMPREPLY=(\(matching(words)))" + (orFiles ? "; _schemacheck_files" : "")
    case .reports(let words): "COMPREPLY=(\(matching(words)))"
    case .rules(let rules): "COMPREPLY=(\(matching(rules, withOwn: true)))"
    case .ruleSettings(let rules, let withOwn):
      "compopt -o nospace 2>/dev/null; COMPREPLY=(\(matching(rules, "-S = ", withOwn: withOwn)))"
    }
  }

  /// A shell command that lists the words with the typed prefix.
  private static func matching(
    _ words: [String], _ options: String = "", withOwn: Bool = false
  ) -> String {
    let own = withOwn ? "\" $(_schemacheck_own_rules)\"" : ""
    return "$(compgen \(options)-W '\(words.joined(separator: " "))'\(own) -- \"$cur\")"
  }
}
