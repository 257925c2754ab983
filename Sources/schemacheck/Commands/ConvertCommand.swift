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
        "all captures of a folder, one exchange per line",
      "schemacheck convert session.har -o shared.har --mask":
        "a copy without secrets, to share with others",
    ],
    operands: Operands(name: "INPUT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "Output", options: [.convertedFile, .overwrite, .mask]),
      OptionGroup(
        title: "Rules that list secrets, for --mask",
        options: [.rulesContract, .configuration, .noConfiguration]),
      OptionGroup(title: "Inputs", options: [.inputFormat, .threads, .statistics, .quiet]),
    ],
    notes: [
      """
      Methods, URLs, statuses, times, headers and bodies are written as they were captured. Only \
      compression and chunks are removed from bodies. Bodies that are not UTF-8 text are written \
      as base64. `check` has the same findings in the new file. Only stubs differ: their templates \
      and URL patterns become plain text. The file may contain passwords and tokens, so only its \
      owner can read it (mode 0600). With --mask, secrets are replaced by values of the same type \
      and length. Then only bodies that are JSON or forms are written. Your own rules with \
      `secret` name further secrets; the configuration and its contracts can have such rules.
      """,
      """
      If the format needs a method, a URL or a status, exchanges without it are not written. \
      Bodies without an exchange are not written either. The last line counts both. The exit \
      status is 2 if an input or an exchange could not be read. If nothing was converted, no file \
      is written.
      """,
      inputNote(isOptional: false),
    ],
    run: ConvertCommand.run)
}

extension OptionSpec {
  static let convertedFile = OptionSpec(
    name: contractFile.name, short: contractFile.short, value: contractFile.value,
    help: "the file to write: .har for a HAR, .ndjson or .jsonl for exchange records")
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
    var expansion = InputExpansion(options.inputs)
    expansion.leaveOutBodies(console.zlib)
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
        ? "secrets are replaced, and only bodies that are JSON or forms are written"
        : "the file contains everything that was captured, also passwords and tokens (`--mask` "
          + "replaces them)"
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
