@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let variants = CommandSpec(
    name: "variants",
    summary: "Print responses that a contract allows or forbids, to test an app.",
    examples: [
      "schemacheck variants fotolokashen --operation listPublicLocations":
        "a complete response, and one response for each thing that the contract leaves open",
      "schemacheck variants openapi.yaml -o variants.ndjson":
        "the responses of all operations, in a file",
      "schemacheck variants openapi.yaml --operation getUser --status 404":
        "the error bodies of one operation",
      "schemacheck variants openapi.yaml --client android":
        "the responses that one app decodes, an app in `clients` of the contract",
      "schemacheck variants openapi.yaml --wrong -o Fixtures/wrong/":
        "bodies with one mistake each, one file per body",
    ],
    operands: Operands(name: "NAME|FILE", count: 1...1),
    groups: [
      OptionGroup(
        title: "What to print",
        options: [
          .namedContract, .variantOperation, .variantStatus, .client, .wrong, .variantLimit,
          .variantOutput, .overwrite, .quiet,
        ]),
      OptionGroup(title: "Project", options: [.configuration, .noConfiguration]),
    ],
    notes: [
      """
      Each line is an exchange that `check` can read. A freedom is something that the contract \
      leaves open. The `id` of the exchange says which freedom the response uses. For example, \
      an optional property is missing, a nullable value is null, a string has another value of \
      its `enum`, or a number has its smallest or largest value. `variant` has the kind of the \
      freedom, its place in the body and its place in the contract. Each response was checked \
      against the contract. `check` warns only of properties that the contract does not list \
      (undocumented-field).
      """,
      """
      The first response of an operation is complete. The second response has no optional \
      property. The responses for the freedoms follow; freedoms near the top of the body come \
      first. Responses above --limit are only counted, on standard error. Freedoms without a \
      valid value are counted there, too, in one line for each schema. In Swift tests, \
      `expectDecodes` of ContractCheckTesting runs the same bodies through the app's decoder.
      """,
      """
      With --wrong, each body has one mistake. A required property is missing or has another name, \
      or a value is null, has another type, is not in its `enum`, or is not a date. `variant` has \
      the kind of the mistake, and the rule and the place of the error that `check` finds. If \
      `check` finds anything else in a body, this body is not printed.
      """,
      """
      If --output is a folder, each body is a file such as getUser-200-001.json; with --wrong, \
      getUser-200-wrong-001.json. One line for each file says what is special in it.
      """,
    ],
    run: VariantsCommand.run)
}

extension OptionSpec {
  static let variantOperation = OptionSpec(
    name: operation.name, value: operation.value, defaultText: "all of the contract",
    help: "the operation whose responses are printed: \"GET /path\" or an operationId")
  static let variantStatus = OptionSpec(
    name: status.name, value: status.value, requires: operation.name,
    defaultText: "all that are documented",
    help: "the status of the responses")
  static let variantLimit = OptionSpec(
    name: "limit", value: .integer("N", 1...1_000_000), defaultText: "1000",
    help: "make at most N responses for each operation")
  static let wrong = OptionSpec(
    name: "wrong", help: "print responses in which `check` finds exactly one mistake")
  static let variantOutput = OptionSpec(
    name: contractFile.name, short: contractFile.short, value: .text("FILE|FOLDER/"),
    defaultText: contractFile.defaultText,
    help: "the file to write, or a folder with one file per body")
  static let outputFile = OptionSpec(
    name: contractFile.name, short: contractFile.short, value: contractFile.value,
    defaultText: contractFile.defaultText, help: "the file to write")
}

enum VariantsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let rules = RuleOverrides(
      clientsOf: try ConfigurationFile.of(arguments, console), arguments)
    let (contract, files) = try ContractName(arguments.operands[0].bytes).contract(rules: rules)
    if !arguments.has(.quiet) { contract.tellWarnings(console) }
    let folder = try VariantFolder(arguments, contract, files, console)
    let file = folder == nil ? try target(arguments, files) : nil
    let operation = arguments.argument(.variantOperation)?.text
    let status = arguments.integer(.variantStatus)
    let limit = arguments.integer(.variantLimit) ?? 1_000
    let write = { (variant: Variant) in
      let line = variant.record + [UInt8(ascii: "\n")]
      if let folder {
        folder.write(variant)
      } else if let file {
        file.write(line)
      } else {
        console.write(line)
      }
    }
    let tally: VariantTally
    do {
      tally =
        arguments.has(.wrong)
        ? try contract.wrongVariants(operation: operation, status: status, limit: limit, write)
        : try contract.variants(operation: operation, status: status, limit: limit, write)
    } catch {
      throw RunError(error.message)
    }
    if let failure = folder?.failure { throw failure }
    for line in tally.omissions + tally.limits { console.complain(line) }
    guard tally.variants > 0 else {
      guard tally.omissions.isEmpty else { throw RunError("no response was made") }
      guard !arguments.has(.wrong) else {
        throw RunError("no response was made in which `check` finds exactly one mistake")
      }
      throw RunError(
        operation == nil
          ? "\(contract.name) documents no response with a JSON body"
          : "`\(operation ?? "")` documents no such response with a JSON body")
    }
    try file?.commit()
    if !arguments.has(.quiet) {
      let rest = tally.unmade > 0 ? "; no value was found for \(tally.unmade) more" : ""
      console.inform("made \(Plural.count(tally.variants, "response"))\(rest)")
    }
    return .clean
  }

  /// The output file. Throws for the contract itself and for an existing file.
  private static func target(
    _ arguments: Arguments, _ read: [InputPath]
  ) throws(RunError) -> ReportFile? {
    guard let argument = arguments.argument(.variantOutput) else { return nil }
    let path = InputPath(argument.bytes)
    if let identity = path.identity, read.contains(where: { $0.identity == identity }) {
      throw RunError("`\(path.text)` is the contract; write to another file")
    }
    if path.isRegularFile, !arguments.has(.overwrite) {
      throw RunError("\(path.text) exists already; `--force` overwrites it")
    }
    return try ReportFile(path)
  }
}

/// A folder with a file for each body.
private final class VariantFolder {
  private let path: InputPath
  private let contract: Contract
  /// The files of the contract. They are never overwritten.
  private let read: Set<FileState.Identity>
  /// Receives a line for each file. Nil with `--quiet`.
  private let console: Console?
  private var counts: [String: Int] = [:]
  /// Whether the folder must still be created. It is created late, so that there is no empty folder
  /// if there is no body.
  private var isMissing = false
  /// The first error. No file is written after it.
  private(set) var failure: RunError?

  /// Nil if the output is no folder.
  init?(
    _ arguments: Arguments, _ contract: Contract, _ files: [InputPath], _ console: Console
  ) throws(RunError) {
    read = Set(files.compactMap(\.identity))
    guard let argument = arguments.argument(.variantOutput) else { return nil }
    path = InputPath(argument.bytes)
    self.contract = contract
    self.console = arguments.has(.quiet) ? nil : console
    if path.kind == .folder {
      guard try path.entries().isEmpty || arguments.has(.overwrite) else {
        throw RunError(
          "\(path.text) has files already; `--force` overwrites those that are written")
      }
    } else {
      guard argument.bytes.last == UInt8(ascii: "/") else { return nil }
      isMissing = true
    }
  }

  func write(_ variant: Variant) {
    guard failure == nil else { return }
    let operation = contract.operation(named: variant.operation)
    let start =
      (operation?.fileName ?? "body") + "-\(variant.status)" + (variant.rule == nil ? "" : "-wrong")
    // On some systems, names that differ only in case are the same file.
    counts[start.lowercased(), default: 0] += 1
    let number = "\(counts[start.lowercased(), default: 0])"
    let zeros = String(repeating: "0", count: max(0, 3 - number.count))
    let name = "\(start)-\(zeros)\(number).json"
    do throws(RunError) {
      if isMissing { try path.makeFolder() }
      isMissing = false
      let file = path.appending(Array(name.utf8))
      if let identity = file.identity, read.contains(identity) {
        throw RunError("`\(file.text)` is the contract; write to another folder")
      }
      try ReportFile.write(variant.body, to: file)
    } catch {
      failure = error
      return
    }
    let pointer = variant.instance.description
    let mistake = variant.rule.map { $0 + (pointer.isEmpty ? ": " : " at `\(pointer)`: ") } ?? ""
    console?.print(SafeText.line("\(name): \(mistake)\(variant.words)") + "\n")
  }
}
