@_spi(Engine) import ContractCheck
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
      Example(
        command: "schemacheck validate --schema user.schema.json user.json --output basic",
        meaning: "JSON Schema's own output, with annotations when the value is valid"),
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(
        title: "What to validate against",
        options: [.schemaFile, .resolve, .draft, .noFormatAssertion, .instanceFormat]),
      OptionGroup(
        title: OptionGroup.reporting.title, options: [.output] + OptionGroup.reporting.options),
    ],
    notes: [
      inputNote,
      """
      An input is one JSON value, or one a line. The schema is held against its metaschema first.
      `$ref` leads to places of the schema, to files of its folder, and where `--resolve` says.
      """,
      """
      `--output` prints, for each value in the order of the inputs, one line: the output that
      JSON Schema Core 2020-12, section 12, describes. A value is valid with annotations or is not
      with errors. What is not JSON is not valid. Counts and exit status are those of a report.
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
    let validation = SchemaValidation(
      checker: checker, output: try output(of: checker, file, arguments))
    var (run, inputs, _) = try InputRun.start(
      Project(withoutConfiguration: arguments),
      LoadedContracts(files: [InputPath(file.bytes)]), console)
    run.validate(inputs, with: validation)
    return run.finish()
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

  private static func output(
    of checker: SchemaChecker, _ file: Argument, _ arguments: Arguments
  ) throws(UsageError) -> SchemaOutput? {
    guard let format = arguments.text(.output).flatMap(OutputFormat.init) else { return nil }
    guard !arguments.has(.format) else {
      throw UsageError("`--output` prints no report: leave out `--format`, or `--output`")
    }
    do {
      return try checker.output(as: format, uri: InputPath(file.bytes).uri)
    } catch {
      throw UsageError(error.description)
    }
  }
}

/// Validation of values by one schema.
private struct SchemaValidation: Validation {
  let checker: SchemaChecker
  /// What is printed for each value; nil for findings.
  let output: SchemaOutput?

  func number(of input: Input) -> Int { 0 }

  var readsExchanges: Bool { false }

  func validator(_ number: Int, showsLines: Bool, needsResults: Bool) -> TrafficValidator {
    TrafficValidator(checker, showsLines: showsLines, needsResults: needsResults)
  }

  var printsValues: Bool { output != nil }

  /// The output of a value, whose findings are only counted.
  func output(of bytes: [UInt8], named name: String, index: Int?) -> ExchangeResult? {
    guard let output else { return nil }
    let document = output.document(for: bytes)
    let findings = document.isValid ? [] : checker.check(bytes, name: name, showsLines: false)
    let reference = index.map { ExchangeReference(index: $0, unit: .line) }
    var result = ExchangeResult(
      Checker.Result(
        outcome: .checked, findings: findings,
        exchange: CheckedExchange(file: name, reference: reference, outcome: .checked)))
    result.output = document.json + [UInt8(ascii: "\n")]
    return result
  }
}
