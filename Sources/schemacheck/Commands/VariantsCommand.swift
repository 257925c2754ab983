@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) import ContractCheck
import ContractRuns

extension CommandSpec {
  static let variants = CommandSpec(
    name: "variants",
    summary: "Print responses that a contract allows, to test an app.",
    examples: [
      "schemacheck variants fotolokashen --operation listPublicLocations":
        "a complete response, and one for each freedom of the contract",
      "schemacheck variants openapi.yaml -o variants.ndjson":
        "the responses of all operations, in a file",
      "schemacheck variants openapi.yaml --operation getUser --status 404":
        "the error bodies of one operation",
      "schemacheck variants openapi.yaml --client android":
        "what one of the apps that the contract names decodes",
    ],
    operands: Operands(name: "NAME|FILE", count: 1...1),
    groups: [
      OptionGroup(
        title: "What to print",
        options: [
          .namedContract, .variantOperation, .variantStatus, .client, .variantLimit, .outputFile,
          .overwrite,
          .quiet,
        ])
    ],
    notes: [
      """
      Each line is an exchange as `check` reads it. Its `id` names the freedom that the response uses: \
      an optional property is missing, a nullable value is null, a string has another value of its \
      `enum`, a number has its smallest or largest value. `variant` has the kind of freedom, the place \
      in the body and the place in the contract. Each response was checked against the contract. `check` \
      warns only of properties that the contract does not list (undocumented-field).
      """,
      """
      The first response of an operation is complete, the second one has no optional property. Then come \
      the freedoms, those near the top of the body first. What --limit leaves out is counted on standard \
      error, and so are freedoms for which no valid value was found: a line for each schema. In Swift tests, \
      `expectDecodes` of ContractCheckTesting runs the same bodies through the app's decoder.
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
    help: "how many responses are made of an operation at most")
  static let outputFile = OptionSpec(
    name: contractFile.name, short: contractFile.short, value: contractFile.value,
    defaultText: contractFile.defaultText, help: "the file to write")
}

enum VariantsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    var rules = RuleOverrides()
    rules.client = arguments.argument(.client)?.text
    let (contract, files) = try ContractName(arguments.operands[0].bytes).contract(rules: rules)
    if !arguments.has(.quiet) { contract.tellWarnings(console) }
    let file = try target(arguments, files)
    let operation = arguments.argument(.variantOperation)?.text
    let tally: VariantTally
    do {
      tally = try contract.variants(
        operation: operation, status: arguments.integer(.variantStatus),
        limit: arguments.integer(.variantLimit) ?? 1_000
      ) { variant in
        let line = variant.record + [UInt8(ascii: "\n")]
        if let file { file.write(line) } else { console.write(line) }
      }
    } catch {
      throw RunError(error.message)
    }
    for line in tally.omissions + tally.limits { console.complain(line) }
    guard tally.variants > 0 else {
      guard tally.omissions.isEmpty else { throw RunError("no response was made") }
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

  /// The output file; throws for the contract itself and for an existing file.
  private static func target(
    _ arguments: Arguments, _ read: [InputPath]
  ) throws(RunError) -> ReportFile? {
    guard let argument = arguments.argument(.outputFile) else { return nil }
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
