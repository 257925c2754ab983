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
      Example(
        command: "schemacheck validate --schema user.schema.json user.json --output basic",
        meaning: "JSON Schema's own output, with annotations when the value is valid"),
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "What to validate against", options: [.schemaFile, .instanceFormat]),
      OptionGroup(
        title: OptionGroup.reporting.title, options: [.output] + OptionGroup.reporting.options),
    ],
    notes: [
      inputNote,
      """
      An input is one JSON value, or one a line. `format` is asserted; no `$ref` is fetched.
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
    let checker = try checker(file)
    let format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    if let name = arguments.text(.output).flatMap(OutputFormat.init) {
      let output = try output(of: checker, as: name, file, arguments)
      return InputRun.over(arguments, console) { input, run in
        run.read(input, format: format) { line, run in
          let document = output.document(for: line.bytes)
          let findings = document.isValid ? [] : checker.check(line, name: input.name)
          print(document, findings, of: input, &run)
        } whole: { bytes, _, run in
          let document = output.document(for: bytes)
          let findings = document.isValid ? [] : checker.check(bytes, name: input.name)
          print(document, findings, of: input, &run)
        }
      }
    }
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

  private static func output(
    of checker: SchemaChecker, as format: OutputFormat, _ file: Argument, _ arguments: Arguments
  ) throws(UsageError) -> SchemaOutput {
    guard !arguments.has(.format) else {
      throw UsageError("`--output` prints no report: leave out `--format`, or `--output`")
    }
    do {
      return try checker.output(as: format, uri: InputPath(file.bytes).uri)
    } catch {
      throw UsageError(error.description)
    }
  }

  /// Prints the output for one value; findings are for the counts and the exit status.
  private static func print(
    _ document: SchemaOutput.Document, _ findings: [Finding], of input: Input,
    _ run: inout InputRun
  ) {
    run.console.write(document.json + [UInt8(ascii: "\n")])
    run.summary.exchanges += 1
    run.summary.checked += 1
    run.count(findings)
    run.showProgress(in: input)
  }

  private static func add(_ findings: [Finding], of input: Input, _ run: inout InputRun) {
    run.summary.exchanges += 1
    run.summary.checked += 1
    run.add(findings)
    run.showProgress(in: input)
  }
}
