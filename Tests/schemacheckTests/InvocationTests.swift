import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct InvocationTests {
  @Test func nothingAtAllPrintsTheShortHelp() {
    let scenario = Scenario.run()
    #expect(scenario.code == .error)
    #expect(scenario.output.isEmpty)
    #expect(Golden.difference(of: scenario.errors, from: "help-short.txt") == nil)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func help(arguments: [String]) {
    let scenario = Scenario.run(arguments[0])
    #expect(scenario.code == .clean && scenario.errors.isEmpty)
    #expect(Golden.difference(of: scenario.output, from: "help.txt") == nil)
  }

  @Test(arguments: CommandSpec.all.map(\.name))
  func helpOfEveryCommand(name: String) {
    let scenario = Scenario.run(name, "--help")
    #expect(scenario.code == .clean)
    #expect(Golden.difference(of: scenario.output, from: "help-\(name).txt") == nil)
    #expect(Scenario.run("help", name).output == scenario.output)
    // Help is given whatever else the line holds.
    #expect(Scenario.run(name, "--unknown", "-h").output == scenario.output)
    #expect(scenario.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func everyExampleIsUnderstood() throws {
    for command in CommandSpec.all {
      for example in command.examples {
        let words = Self.words(of: example.key)
        #expect(words.first == "schemacheck")
        guard
          case .command(let found, let arguments) = try Invocation(
            words.dropFirst().map { Argument($0) })
        else {
          Issue.record("`\(example.key)` is no command")
          continue
        }
        #expect(found.name == command.name)
        try arguments.verifyRelations(among: found.options)
        if found.name == "check" { try CheckCommand.verify(RunOptions(arguments), arguments) }
      }
    }
  }

  /// The words of the last command of a pipe, without redirections and comments.
  private static func words(of command: String) -> [String] {
    let line =
      command.split(separator: " #")[0].prefix { $0 != ">" && $0 != "<" }
      .split(separator: "|").last ?? ""
    return line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
  }

  /// The README and the articles show only commands that the tool understands.
  @Test func everyDocumentedCommandIsUnderstood() throws {
    let articles = PackageFolder.url.appendingPathComponent(
      "Sources/ContractCheck/ContractCheck.docc")
    var files = try FileManager.default.contentsOfDirectory(
      at: articles, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "md" }
    files.append(PackageFolder.url.appendingPathComponent("README.md"))
    var count = 0
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for block in text.components(separatedBy: "```sh\n").dropFirst() {
        for line in block.components(separatedBy: "\n```")[0].split(separator: "\n") {
          let words = Self.words(of: String(line))
          guard words.first == "schemacheck", line.last != "\\" else { continue }
          count += 1
          do {
            guard
              case .command(let command, let arguments) = try Invocation(
                words.dropFirst().map { Argument($0) })
            else { continue }
            // A configuration may bring the server of `--all`, or a baseline.
            if arguments.has(.contract) { try arguments.verifyRelations(among: command.options) }
          } catch {
            Issue.record("\(file.lastPathComponent): \(line): \(error.message)")
          }
        }
      }
    }
    #expect(count > 30)
  }

  @Test func version() {
    #expect(Scenario.run("--version").output == "schemacheck 0.1.0\n")
    #expect(Scenario.run("check", "--version").output == "schemacheck 0.1.0\n")
  }

  @Test func checkIsMeantWhereNoCommandIsNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("{}", to: "check")
    for arguments in [["a.har"], ["-c", "x", "a.har"], ["--", "check"], ["https://h/x"], [file]] {
      guard
        case .command(let command, let parsed) = try Invocation(
          arguments.map { Argument($0) })
      else {
        Issue.record("\(arguments) is no command")
        continue
      }
      #expect(command.name == "check")
      #expect(parsed.operands.map(\.text) == [arguments[arguments.count - 1]])
    }
    guard case .command(let command, _) = try Invocation(["--format", "json", "lint", "a.har"])
    else {
      Issue.record("options may stand before the command")
      return
    }
    #expect(command.name == "lint")
  }

  @Test func strangersAreNamed() {
    #expect(
      Scenario.run("chekc", "a.har").errors
        == "schemacheck: there is no command or file `chekc`; did you mean `check`?\n")
    #expect(Scenario.run("help", "me").code == .error)
    #expect(Scenario.run("rules", "a").errors == "schemacheck: `rules` does not take `a`\n")
    #expect(Scenario.run("explain").errors.contains("needs RULE"))
    let attack = Scenario.run("check\u{1B}[2J", "--\u{1B}[2J=x")
    #expect(attack.code == .error && !attack.errors.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["check"], "INPUT"), (["check", "a.har"], "--contract"),
    (["check", "--all", "-c", "x"], "--server"),
    (["check", "--all", "--server", "local", "a.har"], "a.har"),
    (["check", "-", "-c", "x", "--bearer-file", "-"], "standard input"),
    (["check", "a", "-c", "x", "--bearer-file", "f", "--bearer-env", "E"], "--bearer-env"),
    (["check", "a", "-c", "x", "--operation", "GET /", "--schema", "A"], "--schema"),
  ])
  func optionsThatNeedOneAnother(arguments: [String], word: String) throws {
    let parsed = try Arguments(arguments.dropFirst().map { Argument($0) }, of: .check)
    do {
      try parsed.verifyRelations(among: CommandSpec.check.options)
      try CheckCommand.verify(RunOptions(parsed), parsed)
      Issue.record("\(arguments) should be refused")
    } catch {
      #expect(error.message.contains(word))
    }
  }
}
