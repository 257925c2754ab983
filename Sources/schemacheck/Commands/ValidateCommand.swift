import ContractCheck
import JSONSchema

extension CommandSpec {
  static let validate = CommandSpec(
    name: "validate",
    summary: "Validate JSON against a JSON Schema, nothing else.",
    examples: [
      Example(
        command: "schemacheck validate --schema user.schema.json users/*.json",
        meaning: "each file against one schema"),
      Example(
        command: "schemacheck validate --schema user.schema.json users.ndjson -f concise",
        meaning: "each line against one schema"),
      Example(
        command:
          "schemacheck validate --schema api.json --resolve https://example.com/schemas/=schemas data/",
        meaning: "`$ref`s to that server lead to files"),
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(
        title: "What to validate against",
        options: [.schemaFile, .resolve, .draft, .noFormatAssertion, .instanceFormat]),
      .reporting,
    ],
    notes: [
      inputNote,
      """
      An input is one JSON value, or one a line. The schema is held against its metaschema first.
      `$ref` leads to places of the schema, to files of its folder, and where `--resolve` says.
      """,
    ],
    run: ValidateCommand.run)
}

enum ValidateCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    guard let file = arguments.argument(.schemaFile) else {
      throw UsageError("`validate` needs `--schema FILE`; see `schemacheck validate --help`")
    }
    let checker = try checker(file, arguments)
    let format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    return InputRun.over(arguments, console) { input, run in
      run.read(input, format: format) { line, run in
        add(checker.check(line, name: input.name), of: input, &run)
      } whole: { bytes, _, run in
        add(checker.check(bytes, name: input.name), of: input, &run)
      }
    }
  }

  private static func checker(
    _ file: Argument, _ arguments: Arguments
  ) throws(UsageError) -> SchemaChecker {
    let folders = try SchemaFolders(arguments.pairs(.resolve), schema: file)
    let draft = Dialect.all.first { $0.name == arguments.text(.draft) } ?? Dialect.all[0]
    let registry = SchemaRegistry(dialect: draft.dialect, resolver: folders.source)
    let bytes: [UInt8]
    do {
      bytes = try InputFile(InputPath(file.bytes)).readAll()
    } catch {
      throw UsageError(error.message)
    }
    do {
      return try SchemaChecker(
        bytes, name: file.text, registry: registry,
        assertsFormats: !arguments.has(.noFormatAssertion))
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
