@_spi(Engine) import ContractCheck
import JSONSchema

extension CommandSpec {
  static let validate = CommandSpec(
    name: "validate",
    summary: "Validate JSON files against a JSON Schema.",
    examples: [
      Example(
        command: "schemacheck validate --schema user.schema.json users/*.json",
        meaning: "each file against one schema"),
      Example(
        command: "schemacheck validate --schema user.schema.json users.ndjson -f concise",
        meaning: "each line against one schema"),
      Example(
        command:
          "schemacheck validate --schema a.json --resolve https://a.example/=lib data/",
        meaning: "`$ref`s to that server are read from the folder `lib`"),
      Example(
        command: "schemacheck validate --schema user.schema.json user.json --output basic",
        meaning: "JSON Schema's own output format, with annotations"),
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
      inputNote(isOptional: false),
      """
      An input holds one JSON value, or one value per line. The schema itself is validated first. \
      `$ref` can point into the schema, to files in its folder, and to folders given by --resolve.
      """,
      """
      --output prints one line per value, in the order of the inputs, in the format of JSON Schema \
      Core 2020-12, section 12: annotations for a valid value, errors for an invalid one. Text that \
      is not JSON is invalid. Counts and exit status are the same as with a report.
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
      let showsLines = run.showsLines
      let isScreened = output == nil && !run.needsExchanges
      let lines = LinePipeline(jobs: run.jobs, screen: { isScreened ? checker.screen() : nil }) {
        line in
        let value = CheckedExchange(
          file: name, reference: ExchangeReference(index: line.index, unit: .line),
          outcome: .checked)
        return judgement(of: line.bytes, value, output) {
          checker.check(line, name: name, showsLines: showsLines, goesOn: $0)
        }
      }
      run.read(input, format: format, lines: lines) { bytes, _, run in
        run.add(
          judgement(of: bytes, CheckedExchange(file: name, outcome: .checked), output) {
            checker.check(bytes, name: name, showsLines: showsLines, goesOn: $0)
          }, of: input)
        run.showProgress(in: input)
      }
    }
  }

  /// Validates the files of one value among several inputs, several at a time.
  private static func files(
    by checker: SchemaChecker, _ output: SchemaOutput?, format: CaptureFormat?, _ run: InputRun
  ) -> FilePipeline {
    let showsLines = run.showsLines
    let isScreened = output == nil && !run.needsExchanges
    return FilePipeline(jobs: run.jobs, screen: { _ in isScreened ? checker.screen() : nil }) {
      input, bytes in
      let format = format ?? CaptureFormat.detect(bytes)
      guard format != .ndjson else { return nil }
      let name = input.name
      let value = CheckedExchange(file: name, outcome: .checked)
      let judgement = judgement(of: bytes, value, output) {
        checker.check(bytes, name: name, showsLines: showsLines, goesOn: $0)
      }
      return FileJudgement(byteCount: bytes.count, format: format, [judgement])
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

  private static func output(
    of checker: SchemaChecker, _ file: Argument, _ arguments: Arguments
  ) throws(UsageError) -> SchemaOutput? {
    guard let format = arguments.text(.output).flatMap(OutputFormat.init) else { return nil }
    do {
      return try checker.output(as: format, uri: InputPath(file.bytes).uri)
    } catch {
      throw UsageError(error.description)
    }
  }

  /// The findings of a value, or its output: then findings are only counted.
  private static func judgement(
    of bytes: [UInt8], _ value: CheckedExchange, _ output: SchemaOutput?,
    findings: @escaping @Sendable (_ goesOn: (([Finding]) -> Bool)?) -> [Finding]
  ) -> LineJudgement {
    var judgement = LineJudgement()
    let document = output?.document(for: bytes)
    judgement.output = document.map { $0.json + [UInt8(ascii: "\n")] }
    if output == nil, bytes.count > LineJudgement.longest {
      judgement.late = { goesOn in
        withoutActuallyEscaping(goesOn) {
          Checker.Result(outcome: .checked, findings: findings($0), exchange: value)
        }
      }
      return judgement
    }
    judgement.result = Checker.Result(
      outcome: .checked, findings: document?.isValid ?? false ? [] : findings(nil),
      exchange: value)
    return judgement
  }
}
