import Testing

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
    #expect(complaint("--format=jsno") == "`--format` does not know `jsno`; did you mean `json`?")
    #expect(
      complaint("--color", "pink") == "`--color` does not know `pink`; known: auto, always, never")
    #expect(complaint("--quiet=yes") == "`--quiet` takes no value")
    #expect(complaint("--status", "99") == "`--status` takes a number from 100 to 599, not `99`")
    #expect(complaint("--param", "x") == "`--param` takes NAME=VALUE")
    #expect(
      complaint("--rule", "key-case") == "`--rule` takes RULE=SEVERITY, such as `key-case=off`")
    #expect(
      complaint("--rule", "key-case=wraning")
        == "`--rule` does not know `wraning`; did you mean `warning`?")
    #expect(
      complaint("--server", "x", of: .lint)
        == "`lint` has no `--server`; `schemacheck check` has")
  }

  @Test(arguments: ["--bearer", "--token", "--bearer-token"])
  func tokensAreNotArguments(option: String) {
    for arguments in [[option, "hunter2"], ["\(option)=hunter2"], ["check", option, "hunter2"]] {
      var scenario = Scenario.run(arguments[0])
      if arguments.count == 2 { scenario = Scenario.run(arguments[0], arguments[1]) }
      if arguments.count == 3 { scenario = Scenario.run(arguments[0], arguments[1], arguments[2]) }
      #expect(scenario.code == .trouble)
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
      }
      #expect(!command.examples.isEmpty)
    }
    #expect(Set(CommandSpec.all.map(\.name)).count == CommandSpec.all.count)
  }
}
