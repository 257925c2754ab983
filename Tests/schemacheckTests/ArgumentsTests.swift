import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct ArgumentsTests {
  private func parse(
    _ arguments: String..., of command: CommandSpec = .check
  ) throws -> Arguments {
    try Arguments(arguments.map { Argument($0) }, of: command)
  }

  private func complaint(_ arguments: String..., of command: CommandSpec = .check) -> String? {
    do {
      _ = try Arguments(arguments.map { Argument($0) }, of: command)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func valuesInEveryForm() throws {
    for form in [["--format", "json"], ["--format=json"], ["-f", "json"], ["-fjson"]] {
      let arguments = try Arguments((form + ["a.har"]).map { Argument($0) }, of: .check)
      #expect(arguments.text(.format) == "json")
      #expect(arguments.operands == ["a.har"])
    }
    let repeated = try parse("-c", "a", "x", "--contract=b", "--fail-on", "note", "--fail-on=error")
    #expect(repeated.all(.contract) == ["a", "b"])
    #expect(repeated.text(.failOn) == "error")
    #expect(try parse("--operation=GET /a?b=c").text(.operation) == "GET /a?b=c")
  }

  @Test func switchesAndOperands() throws {
    let arguments = try parse("-q", "-", "a b.har", "--", "--format", "-q")
    #expect(arguments.has(.quiet) && !arguments.has(.exitZero) && !arguments.has(.format))
    #expect(arguments.operands == ["-", "a b.har", "--format", "-q"])
  }

  @Test func typedValues() throws {
    let arguments = try parse(
      "--timeout", "7", "--max-body", "64M", "--param", "a=b=c", "--param", "d=", "--rule",
      "key-case=off")
    #expect(arguments.integer(.timeout) == 7)
    #expect(arguments.byteCount(.maximumBody) == 67_108_864)
    #expect(arguments.pairs(.parameter).map(\.name) == ["a", "d"])
    #expect(arguments.pairs(.parameter).map(\.value) == ["b=c", ""])
    #expect(arguments.pairs(.rule).map(\.value) == ["off"])
  }

  @Test(arguments: [
    ("512K", 524_288), ("1g", 1_073_741_824), ("10", 10), ("0", nil), ("-1", nil), ("M", nil),
    ("1.5M", nil), ("9223372036854775807G", nil), ("", nil),
  ])
  func byteCounts(text: String, expected: Int?) {
    #expect(ByteCount.parse(text) == expected)
  }

  @Test func namesOfFilesAreBytes() throws {
    let name = Argument(bytes: [0x61, 0xFF, 0x2E, 0x68])
    let arguments = try Arguments([name], of: .check)
    #expect(arguments.operands.first?.bytes == [0x61, 0xFF, 0x2E, 0x68])
  }

  @Test func complaints() {
    #expect(complaint("--formt", "x") == "unknown option `--formt`; did you mean `--format`?")
    #expect(complaint("--zzz") == "unknown option `--zzz`")
    #expect(complaint("-z") == "unknown option `-z`")
    #expect(complaint("--format") == "`--format` needs a value (FORMAT[=FILE])")
    #expect(
      complaint("--format=jsno") == "`jsno` is not a value of `--format`; did you mean `json`?")
    #expect(
      complaint("--color", "pink")
        == "`pink` is not a value of `--color`; use one of: auto, always, never")
    #expect(complaint("--quiet=yes") == "`--quiet` takes no value")
    #expect(complaint("--status", "99") == "`--status` takes a number from 100 to 599, not `99`")
    #expect(complaint("--param", "x") == "`--param` takes NAME=VALUE")
    #expect(
      complaint("--rule", "key-case") == "`--rule` takes RULE=SEVERITY, such as `key-case=off`")
    #expect(
      complaint("--rule", "key-case=wraning")
        == "`wraning` is not a value of `--rule`; did you mean `warning`?")
    #expect(
      complaint("--rule", "json-syntax=off")
        == "the rule `json-syntax` cannot be off; use `error`, `warning` or `note`")
    #expect(
      complaint("--server", "x", of: .lint)
        == "`lint` has no option `--server`; `schemacheck check` has it")
  }

  @Test(
    arguments: [
      (["--all"], "`--all` needs `--server SERVER|URL`"),
      (
        ["--server", "local"],
        "`--server` needs `--all`; to send one request, give its whole URL as INPUT"
      ),
      (["--param", "a=b"], "`--param` needs `--all`"),
      (["--all", "--server", "local", "a"], "`--all` takes no INPUT; remove `a`"),
      (
        ["--all", "--server", "local", "https://h/?token=hunter2"],
        "`--all` takes no INPUT; remove `https://h/?token=‹7 characters›`"
      ),
      (
        ["--all", "--server", "local", "--status", "200"],
        "`--all` and `--status` cannot be used together"
      ),
      (
        ["--operation", "a", "--schema", "b"],
        "`--operation` and `--schema` cannot be used together"
      ),
      (["--config", "a", "--no-config"], "`--config` and `--no-config` cannot be used together"),
      (["--allow-growth"], "`--allow-growth` needs `--update-baseline`"),
      (["--update-baseline"], "`--update-baseline` needs `--baseline FILE`"),
      (["--strict-baseline", "--baseline", "a"], nil),
      (
        ["--update-baseline", "--baseline", "a", "--max-findings", "1"],
        "`--update-baseline` and `--max-findings` cannot be used together"
      ),
      (
        ["--bearer-env", "a", "--bearer-file", "b"],
        "`--bearer-file` and `--bearer-env` cannot be used together"
      ),
    ] as [([String], String?)])
  func relationsBetweenOptions(arguments: [String], expected: String?) throws {
    let parsed = try Arguments(arguments.map { Argument($0) }, of: .check)
    do {
      try parsed.verifyRelations(among: CommandSpec.check.options)
      #expect(expected == nil)
    } catch {
      #expect(error.message == expected)
    }
  }

  @Test(arguments: ["--bearer", "--token", "--bearer-token"])
  func tokensAreNotArguments(option: String) {
    for arguments in [[option, "hunter2"], ["\(option)=hunter2"], ["check", option, "hunter2"]] {
      var scenario = Scenario.run(arguments[0])
      if arguments.count == 2 { scenario = Scenario.run(arguments[0], arguments[1]) }
      if arguments.count == 3 { scenario = Scenario.run(arguments[0], arguments[1], arguments[2]) }
      #expect(scenario.code == .error)
      #expect(scenario.errors.contains("--bearer-env"))
      #expect(!scenario.errors.contains("hunter2"))
    }
  }

  @Test func everyOptionIsInOrder() {
    for command in CommandSpec.all {
      #expect(Set(command.options.map(\.name)).count == command.options.count)
      let shorts = command.options.compactMap(\.short)
      #expect(Set(shorts).count == shorts.count)
      for option in command.options {
        #expect(!option.help.isEmpty && !option.help.hasSuffix("."))
        #expect(OptionSpec.refused[option.name] == nil)
        // A relation to an option that the command lacks would never be checked. Only `schema` names
        // two options.
        let names = Set(CommandSpec.all.flatMap(\.options).map(\.name))
        #expect(names.isSuperset(of: option.excludes + [option.requires].compactMap { $0 }))
      }
      #expect(!command.examples.isEmpty)
    }
    #expect(Set(CommandSpec.all.map(\.name)).count == CommandSpec.all.count)
    for name in CommandSpec.all.map(\.name) { #expect(CommandSpec.named(name)?.name == name) }
  }
}
