@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

extension CommandSpec {
  static let convert = CommandSpec(
    name: "convert",
    summary: "Write captures of any kind as a HAR or as exchange records.",
    examples: [
      "schemacheck convert session.chlz -o session.har":
        "a Charles session as a HAR, for any tool that reads HARs",
      "schemacheck convert captures/ -o all.ndjson":
        "all captures of a folder, one exchange a line",
      "schemacheck convert session.har -o shared.har --mask":
        "a copy without secrets, to give away",
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "Output", options: [.convertedFile, .overwrite, .mask]),
      OptionGroup(
        title: "Rules that name secrets, for --mask",
        options: [.rulesContract, .configuration, .noConfiguration]),
      OptionGroup(title: "Inputs", options: [.inputFormat, .threads, .statistics, .quiet]),
    ],
    notes: [
      """
      Methods, URLs, statuses, times, headers and bodies are written as they were captured; bodies \
      decompressed and without chunks, but otherwise unchanged. What is not UTF-8 text is written \
      as base64. `check` of the new file has the same findings; only stubs lose what their \
      templates and URL patterns mean. The file may hold passwords and tokens, so only its owner \
      can read it (mode 0600). With --mask, secrets are replaced by values of the same type and \
      length, and bodies other than JSON and forms are left out. Your own rules with `secret`, of the \
      configuration and of its contracts, name further secrets.
      """,
      """
      Exchanges without a method, a URL or a status are left out where the format needs them, and \
      so are bodies without an exchange; the last line counts them. The exit status is 2 if an \
      input or an exchange could not be read, and nothing is written if nothing was converted.
      """,
      inputNote(isOptional: false),
    ],
    run: ConvertCommand.run)
}

extension OptionSpec {
  static let convertedFile = OptionSpec(
    name: contractFile.name, short: contractFile.short, value: contractFile.value,
    help: "the file to write: .har, or .ndjson or .jsonl for exchange records")
  static let mask = OptionSpec(name: "mask", help: "replace secrets in URLs, headers and bodies")
}

enum ConvertCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let (path, target) = try target(arguments)
    try arguments.verifyRelations(among: CommandSpec.convert.options)
    let rules =
      arguments.has(.mask)
      ? try OwnRuleArguments.rules(arguments, of: .convert, console) : OwnRules()
    let options = RunOptions(arguments)
    let expansion = InputExpansion(options.inputs)
    if let identity = path.identity,
      expansion.inputs.contains(where: { $0.file?.identity == identity })
    {
      throw RunError(
        "`\(path.text)` is an input, which `--output` would overwrite; use another file")
    }
    var run = InputRun(options, console, ReportSet(SilentReport()))
    run.begin(expansion)
    run.allowsEmpty = true
    let file = try ReportFile(path, isPrivate: true)
    var count = 0
    run.takeConverted = { bytes in
      if target == .har { file.write(count == 0 ? ExchangeRecord.harStart : [UInt8(ascii: ",")]) }
      if target == .har { file.write([UInt8(ascii: "\n")]) }
      file.write(bytes)
      count += 1
    }
    let converter = ExchangeConverter(to: target, keepsSecrets: !arguments.has(.mask), rules: rules)
    run.validate(expansion.inputs, with: Validation(checkers: [converter]))
    run.takeConverted = nil
    guard count > 0 else {
      run.addError("nothing was converted; \(path.text) is not written")
      return run.finish(run.summary.lines(of: "converted"))
    }
    if target == .har { file.write([UInt8(ascii: "\n")] + ExchangeRecord.harEnd) }
    try file.commit()
    if !arguments.has(.quiet) {
      let words =
        arguments.has(.mask)
        ? "secrets are replaced, and bodies other than JSON and forms are left out"
        : "it has everything as it was captured, also passwords and tokens (`--mask` replaces them)"
      run.say(["wrote \(path.text): \(words)"])
    }
    return run.finish(run.summary.lines(of: "converted"))
  }

  /// The file and its format. An existing file is refused.
  private static func target(
    _ arguments: Arguments
  ) throws(RunError) -> (InputPath, ExchangeConverter.Target) {
    guard let argument = arguments.argument(.convertedFile) else {
      throw RunError(
        "`convert` needs `--output FILE`, with a name that ends in .har, .ndjson or .jsonl")
    }
    let path = InputPath(argument.bytes)
    let isHAR = path.bytes.hasEnding(".har")
    guard isHAR || path.bytes.hasEnding(".ndjson") || path.bytes.hasEnding(".jsonl") else {
      throw RunError("\(path.text): the name of the new file must end in .har, .ndjson or .jsonl")
    }
    if path.isThere, !arguments.has(.overwrite) {
      throw RunError("\(path.text) exists already; `--force` overwrites it")
    }
    return (path, isHAR ? .har : .records)
  }
}
