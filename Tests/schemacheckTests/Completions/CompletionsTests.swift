import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Completions come from the table of commands; here real shells read them.
@Suite struct CompletionsTests {
  private static func completions(_ shell: Shell) throws -> (TemporaryFolder, String) {
    let run = Scenario.run("completions", shell.rawValue)
    #expect(run.code == .clean && run.errors.isEmpty)
    let folder = try TemporaryFolder()
    try folder.write("", to: "traffic.har")
    try folder.write(
      #"{"customRules": {"money-string": {"relation": "a > b"}}}"#, to: ".schemacheck.json")
    let name = shell == .zsh ? "_schemacheck" : "completions.\(shell.rawValue)"
    return (folder, try folder.write(run.output, to: name))
  }

  @Test(arguments: Shell.allCases) func everythingIsThere(_ shell: Shell) {
    let text = shell.completions
    for command in CommandSpec.all {
      #expect(text.contains(command.name))
      for option in command.options {
        #expect(text.contains(shell == .fish ? "-l \(option.name) " : "--\(option.name)"))
      }
    }
    #expect(text.contains("coordinate-names") && text.contains("fotolokashen"))
  }

  @Test func unknownShellsAreSaid() {
    let run = Scenario.run("completions", "bsh")
    #expect(run.code == .error)
    #expect(
      run.errors
        == "schemacheck: there are no completions for `bsh`; did you mean `bash`?\n")
  }

  /// A line with its last word unfinished, and what it may become.
  private static let lines: [([String], [String])] = [
    (["val"], ["validate"]),
    (["check", "--fail"], ["--fail-on", "--fail-on-growth"]),
    (["check", "--format", "conc"], ["concise"]),
    (["check", "-c", "fo"], ["fork-in-the-road", "fotolokashen"]),
    (["--color", "al"], ["always"]),
    (["explain", "coordinate-n"], ["coordinate-names"]),
    (["completions", ""], ["bash", "fish", "zsh"]),
    (["check", "traffic.h"], ["traffic.har"]),
    (["validate", "--schema", "traffic.h"], ["traffic.har"]),
  ]

  /// With the built tool, which lists operations.
  private static let path =
    (ProjectFolder.tool as NSString).deletingLastPathComponent + ":"
    + (ProcessInfo.processInfo.environment["PATH"] ?? "")

  @Test(.enabled(if: Program.isThere("bash"), "bash is needed")) func bash() throws {
    let (folder, path) = try Self.completions(.bash)
    let cases =
      Self.lines + [
        (["check", "--format", "=", "conc"], ["concise"]),
        (["check", "--rule", "key-"], ["key-case="]),
        (["check", "--rule", "key-case", "=", "wa"], ["warning"]),
        (["check", "--rule", "key-case", "=", "o"], ["off"]),
        (["check", "--rule", "json-syntax", "=", "o"], []),
        (["check", "-f", "sarif", "=", "traffic"], ["traffic.har"]),
        (["check", "-c", "social-posts", "--operation", "likeP"], ["likePost"]),
        (["explain", "money"], ["money-string"]),
        (["check", "--rule", "money"], ["money-string="]),
        (["diff", "--rule", "money"], []),
      ]
    for (words, expected) in cases {
      let line = (["schemacheck"] + words).map { "'\($0)'" }.joined(separator: " ")
      let run = try Program.run(
        [
          "bash", "--norc", "-c",
          """
          source \(path); COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _schemacheck
          printf '%s\\n' "${COMPREPLY[@]}"
          """,
        ], in: folder.url, variables: ["PATH": Self.path])
      #expect(run.output.split(separator: "\n").map(String.init).sorted() == expected, "\(words)")
      #expect(run.errors.isEmpty)
    }
  }

  @Test(.enabled(if: Program.isThere("fish"), "fish is needed")) func fish() throws {
    let (folder, path) = try Self.completions(.fish)
    let cases =
      Self.lines + [
        (["check", "--rule", "key-case=w"], ["key-case=warning"]),
        (["check", "--rule", "schema=o"], []),
        (["check", "--rule", "key-case=o"], ["key-case=off"]),
      ]
    for (words, expected) in cases {
      let line = (["schemacheck"] + words).joined(separator: " ")
      let run = try Program.run(
        ["fish", "--no-config", "-c", "source \(path); complete -C '\(line)'"], in: folder.url,
        variables: ["HOME": folder.path])
      let found = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      #expect(found.map(String.init).sorted() == expected, "\(words)")
      #expect(run.errors.isEmpty)
    }
  }

  @Test(.enabled(if: Program.isThere("zsh"), "zsh is needed")) func zsh() throws {
    let (folder, _) = try Self.completions(.zsh)
    // A shell in a shell: completion needs a terminal.
    let script = """
      zmodload zsh/zpty; zpty z "zsh -f -i"
      say() { zpty -w z "$1"; sleep 0.3 }
      say "PS1='' PROMPT_EOL_MARK='' TERM=dumb; fpath=('$1' \\$fpath); cd '$1'"
      say "unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -u -D"
      say "completed() { zle -I; print -r -- \\"<\\$BUFFER>\\"; BUFFER= }; zle -N completed; bindkey '^T' completed"
      sleep 1; while zpty -rt z out; do :; done
      for line in ${@[2,-1]}; do
        zpty -w -n z "$line"$'\\t'; sleep 0.5; zpty -w -n z $'\\x14'; sleep 0.3
      done
      while zpty -rt z out; do print -rn -- "$out"; done
      """
    let lines = [
      "schemacheck val", "schemacheck check --fail", "schemacheck check --format conc",
      "schemacheck check --format=conc", "schemacheck check -c foto",
      "schemacheck check --rule key-case=wa", "schemacheck explain coordinate-n",
      "schemacheck check traffic.h",
    ]
    let run = try Program.run(["zsh", "-f", "-c", script, "zsh", folder.path] + lines)
    let completed = [
      "validate ", "check --fail-on=", "check --format concise ", "check --format=concise ",
      "check -c fotolokashen ", "check --rule key-case=warning ", "explain coordinate-names ",
      "check traffic.har ",
    ]
    for line in completed { #expect(run.output.contains("<schemacheck \(line)>"), "\(line)") }
  }

  @Test func theManualHasEverything() throws {
    let run = Scenario.run("manual")
    for command in CommandSpec.all {
      for option in command.groups.flatMap(\.options) {
        let name = option.name.split(separator: "-").joined(separator: "\\-")
        #expect(run.output.contains("\\-\\-\(name)\\fR"))
      }
    }
    for line in run.output.split(separator: "\n") where line.hasPrefix(".") {
      let macros = [
        ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I", ".IR", ".br", ".nf", ".fi", ".RS", ".RE",
      ]
      #expect(macros.contains { line == $0 || line.hasPrefix("\($0) ") }, "\(line)")
    }
  }

  @Test(.enabled(if: Program.isThere("groff"), "groff is needed")) func theManualIsRoff() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Scenario.run("manual").output, to: "schemacheck.1")
    let run = try Program.run(["groff", "-man", "-Tutf8", "-ww", path])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("SCHEMACHECK"))
  }
}
