import ContractCheck

extension CommandSpec {
  static let validate = CommandSpec(
    name: "validate",
    summary: "Validate JSON against a JSON Schema (2020-12), nothing else.",
    examples: [
      Example(
        command: "schemacheck validate --schema user.schema.json users/*.json",
        meaning: "each file against one schema"),
      Example(
        command: "schemacheck validate --schema user.schema.json users.ndjson -f concise",
        meaning: "each line against one schema"),
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "What to validate against", options: [.schemaFile, .instanceFormat]),
      .reporting,
    ],
    notes: [
      inputNote,
      """
      An input is one JSON value, or one a line. `format` is asserted; no `$ref` is fetched.
      """,
    ],
    run: ValidateCommand.run)
}

enum ValidateCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    guard let file = arguments.argument(.schemaFile) else {
      throw UsageError("`validate` needs `--schema FILE`; see `schemacheck validate --help`")
    }
    let checker = try checker(file)
    let format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    return InputRun.over(arguments, console) { input, run in
      run.read(input, format: format) { line, run in
        add(checker.check(line, name: input.name), of: input, &run)
      } whole: { bytes, _, run in
        add(checker.check(bytes, name: input.name), of: input, &run)
      }
    }
  }

  private static func checker(_ file: Argument) throws(UsageError) -> SchemaChecker {
    let bytes: [UInt8]
    do {
      bytes = try InputFile(InputPath(file.bytes)).readAll()
    } catch {
      throw UsageError(error.message)
    }
    do {
      return try SchemaChecker(bytes, name: file.text)
    } catch {
      throw UsageError(error.description)
    }
  }

  private static func add(_ findings: [Finding], of input: Input, _ run: inout InputRun) {
    run.summary.exchanges += 1
    run.summary.checked += 1
    run.add(findings)
    run.showProgress(in: input)
  }
}
