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
    let format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    let output = try output(of: checker, file, arguments)
    return try InputRun.over(
      arguments, console,
      files: { format == .ndjson ? nil : files(by: checker, output, format: format, $0) }
    ) { input, run in
      let name = input.name
      let make = validator(checker, run)
      var lines = LinePipeline(jobs: run.jobs, name: name, validator: make)
      if let output {
        lines.output = { judgement(of: $0.bytes, name, index: $0.index, checker, output) }
      }
      run.read(input, format: format, lines: lines) { bytes, _, run in
        if let output {
          run.add(judgement(of: bytes, name, index: nil, checker, output), of: input)
        } else {
          run.check(whole: bytes, of: input, .json, by: make())
        }
        run.showProgress(in: input)
      }
    }
  }

  private static func validator(
    _ checker: SchemaChecker, _ run: InputRun
  ) -> @Sendable () -> TrafficValidator {
    let (showsLines, needsResults) = (run.showsLines, run.needsExchanges)
    return { TrafficValidator(checker, showsLines: showsLines, needsResults: needsResults) }
  }

  /// Validates the files of one value among several inputs, several at a time.
  private static func files(
    by checker: SchemaChecker, _ output: SchemaOutput?, format: CaptureFormat?, _ run: InputRun
  ) -> FilePipeline {
    let make = validator(checker, run)
    var files = FilePipeline(jobs: run.jobs, validator: { _ in make() }, format: format)
    if let output {
      files.output = { judgement(of: $1, $0.name, index: nil, checker, output) }
    }
    return files
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

  /// The output of a value, whose findings are only counted.
  private static func judgement(
    of bytes: [UInt8], _ name: String, index: Int?, _ checker: SchemaChecker,
    _ output: SchemaOutput
  ) -> LineJudgement {
    let document = output.document(for: bytes)
    let findings = document.isValid ? [] : checker.check(bytes, name: name, showsLines: false)
    let reference = index.map { ExchangeReference(index: $0, unit: .line) }
    let value = CheckedExchange(file: name, reference: reference, outcome: .checked)
    return LineJudgement(
      result: .checked(Checker.Result(outcome: .checked, findings: findings, exchange: value)),
      output: document.json + [UInt8(ascii: "\n")])
  }
}
