@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONSchema

extension CommandSpec {
  static let validate = CommandSpec(
    name: "validate",
    summary: "Validate JSON files against a JSON Schema.",
    examples: [
      "schemacheck validate --schema user.schema.json users/*.json":
        "each file against one schema",
      "schemacheck validate --schema user.schema.json users.ndjson -f concise":
        "each line against one schema",
      "schemacheck validate --schema a.json --resolve https://a.example/=lib data/":
        "`$ref`s to that server are read from the folder `lib`",
      "schemacheck validate --schema user.schema.json user.json -f basic":
        "JSON Schema's own output format, with annotations",
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(
        title: "What to validate against",
        options: [.schemaFile, .resolve, .draft, .noFormatAssertion, .instanceFormat]),
      OptionGroup(
        title: OptionGroup.reporting.title,
        options: OptionGroup.reporting(format: .schemaFormat, andAlso: [.schemaWatch]).options),
    ],
    notes: [
      inputNote(isOptional: false, extensions: CaptureName.extensions),
      """
      An input has one JSON value, or one value per line. The schema itself is validated first. \
      `$ref` can point into the schema, to files in its folder, and to files in folders given by \
      --resolve.
      """,
      """
      The formats flag, basic and detailed print one line per value, in the order of the \
      inputs. The lines follow JSON Schema Core 2020-12, section 12: a valid value has \
      annotations, an invalid value has errors. Text that is not JSON is invalid. If a value \
      takes too many steps, an error is printed instead of its line. The counts and the exit \
      status are the same as with a report.
      """,
    ],
    run: ValidateCommand.run)
}

enum ValidateCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    guard let file = arguments.argument(.schemaFile) else {
      throw RunError("`validate` needs `--schema FILE`; see `schemacheck validate --help`")
    }
    let folders = try SchemaFolders(arguments.pairs(.resolve), schema: file)
    let checker = try checker(file, folders, arguments)
    var validation = Validation(readsExchanges: false, number: { _ in 0 }) {
      TrafficValidator(checker.exchangeValidator, showsLines: $1, needsResults: $2)
    }
    if let format = try outputFormat(arguments) {
      validation.output = try output(as: format, by: checker, file)
    }
    var (run, inputs, _) = try InputRun.start(
      Project(withoutConfiguration: RunOptions(arguments)), arguments,
      LoadedContracts(files: [InputPath(file.bytes)] + folders.files), console,
      extensions: CaptureName.extensions)
    run.summary.noun = "value"
    Interruption.listen()
    run.validate(inputs, with: validation)
    return run.finish()
  }

  private static func checker(
    _ file: Argument, _ folders: SchemaFolders, _ arguments: Arguments
  ) throws(RunError) -> SchemaChecker {
    let registry = SchemaRegistry(
      dialect: arguments.text(.draft).flatMap(Dialect.named), resolver: folders.source)
    let bytes = try InputFile(InputPath(file.bytes)).readAll()
    do {
      return try SchemaChecker(
        bytes, name: file.text, registry: registry,
        assertsFormats: !arguments.has(.noFormatAssertion))
    } catch {
      throw RunError(error.description)
    }
  }

  /// The output format of JSON Schema, if one is requested. The output is printed without findings.
  private static func outputFormat(_ arguments: Arguments) throws(RunError) -> OutputFormat? {
    let formats = arguments.all(.schemaFormat)
    let names = formats.map { ReportTarget.parts(of: $0.bytes).name }
    guard let format = names.compactMap({ OutputFormat(rawValue: $0) }).first else { return nil }
    let isAlone = formats.count == 1 && formats[0].text == format.rawValue
    guard isAlone, !arguments.has(.reportFile), !arguments.has(.schemaWatch) else {
      throw RunError(
        "use `--format \(format.rawValue)` alone: without `=FILE`, another `--format`, `--output` or "
          + "`--watch`")
    }
    return format
  }

  /// The validation with JSON Schema's own output format. Findings are only counted.
  private static func output(
    as format: OutputFormat, by checker: SchemaChecker, _ file: Argument
  ) throws(RunError) -> Validation.Output {
    let output: SchemaOutput
    do {
      output = try checker.output(as: format, uri: InputPath(file.bytes).uri)
    } catch {
      throw RunError(error.description)
    }
    return { bytes, name in
      let document = output.document(for: bytes)
      let result =
        document.isValid
        ? Checker.Result(outcome: .checked, findings: [])
        : checker.result(bytes, name: name, showsLines: false)
      // There is no verdict to print for a value that was given up.
      let line = result.givenUp.isEmpty ? document.json + [UInt8(ascii: "\n")] : []
      return .output(line, result)
    }
  }
}
