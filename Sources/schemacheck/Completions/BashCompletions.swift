/// Completions for bash 3.2 and later; no other package is needed.
enum BashCompletions {
  static var text: String {
    let commands = CompletionSpec.commands
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
              COMPREPLY=($(compgen -W '\(CompletionSpec.severities.joined(separator: " "))' -- "$cur"))
              return ;;
            --format|-f) _schemacheck_files; return ;;
          esac
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          case $word in
            \(commands.map(\.spec.name).joined(separator: "|"))) command=$word; break ;;
          esac
        done
        if [[ -z $command ]]; then
          if [[ $cur != -* && $prev != -* ]]; then
            COMPREPLY=($(compgen -W '\(commands.map(\.spec.name).joined(separator: " ")) help' -- "$cur"))
            _schemacheck_files
            return
          fi
          command=\(commands[0].spec.name)
        fi
        case $command in
      \(commands.map(clause).joined(separator: "\n"))
        esac
      }
      _schemacheck_files() {
        local IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY+=($(compgen -f -- "$cur"))
      }
      complete -F _schemacheck schemacheck

      """
  }

  private static func clause(_ command: CompletionSpec.Command) -> String {
    var text = "    \(command.spec.name))\n      case $prev in\n"
    for option in command.options where option.spec.value != nil {
      text += "        \(option.spellings.joined(separator: "|")))\n"
      text += "          \(reply(option.candidates))\n          return ;;\n"
    }
    text += "      esac\n      if [[ $cur == -* ]]; then\n"
    let words = command.options.flatMap(\.spellings).joined(separator: " ")
    text += "        COMPREPLY=($(compgen -W '\(words)' -- \"$cur\"))\n        return\n      fi\n"
    return text + "      \(reply(command.operands)) ;;"
  }

  private static func reply(_ candidates: CompletionSpec.Candidates) -> String {
    switch candidates {
    case .anything: ":"
    case .files: "_schemacheck_files"
    case .words(let words, let orFiles):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
        + (orFiles ? "; _schemacheck_files" : "")
    case .reports(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\"))"
    case .ruleSettings(let rules):
      "compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -S = -W "
        + "'\(rules.joined(separator: " "))' -- \"$cur\"))"
    }
  }
}
