@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let amend = CommandSpec(
    name: "amend",
    summary: "Complete a contract from recorded traffic.",
    examples: [
      "schemacheck amend openapi.yaml captures/ --diff":
        "print the edits as a diff for `patch -p0`, with the reason for each edit",
      "schemacheck amend openapi.yaml captures/":
        "edit the contract in place",
      "schemacheck amend openapi.yaml users.json --operation getUser --min-samples 1":
        "a file with only a response body, and the operation of the body",
      "schemacheck amend openapi.yaml captures/ --mostly 0.999":
        "edit even if only 2 of 1,000 values differ",
      "schemacheck amend openapi.yaml captures/ --only /components/schemas/User":
        "edit only one schema",
    ],
    operands: Operands(name: "CONTRACT [INPUT...]", count: 1...Int.max),
    groups: [
      OptionGroup(
        title: "What to edit",
        options: [
          .namedContract, .diff, .dryRun, .onlyAt, .exceptAt, .onlyOperation, .mostly,
          .minimumSamples,
        ]),
      OptionGroup(
        title: "How to read the traffic",
        options: [
          .operation, .status, .request, .componentSchema, .basePath, .hosts, .inputFormat,
        ]),
      OptionGroup(title: "Report", options: [.allowEmpty, .threads, .statistics, .quiet]),
      OptionGroup(title: "Project", options: [.configuration, .noConfiguration]),
    ],
    notes: [
      """
      CONTRACT is an OpenAPI file in JSON or YAML. Files that it refers to are edited, too. \
      Comments, order, quotes and anchors stay as they are. For each difference, `amend` says \
      what is true if the contract is wrong, and what is true if the backend is wrong. `amend` \
      edits a place of the contract only if it has seen at least 20 values there \
      (`--min-samples`), and only if more than 1 % of these values differ (`--mostly 0.99`). \
      If several operations share a schema, the schema is edited only if the values differ in \
      all these operations. Operations without traffic do not count. `--diff` and `--dry-run` \
      exit 1 if there is something to edit.
      """,
      inputNote,
    ],
    run: AmendCommand.run)
}

extension OptionSpec {
  static let onlyAt = OptionSpec(
    name: "only", value: .pointer("POINTER"), isRepeatable: true,
    help: "edit only differences at or below this JSON Pointer")
  static let exceptAt = OptionSpec(
    name: "except", value: .pointer("POINTER"), isRepeatable: true,
    help: "do not edit differences at or below this JSON Pointer")
  static let mostly = OptionSpec(
    name: "mostly", value: .text("SHARE"), defaultText: "0.99",
    help: "edit a place only if less than this share of its values fits the contract")
  static let minimumSamples = OptionSpec(
    name: "min-samples", value: .integer("N", 1...1_000_000_000), defaultText: "20",
    help: "edit a place only if at least N of its values were seen")
}

/// Checks inputs, and edits the contract instead of reporting the findings.
enum AmendCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    var arguments = arguments
    let named = arguments.operands.removeFirst()
    if Contract.bundledNames.contains(named.text) {
      throw RunError(
        "`\(named.text)` is a bundled contract, which cannot be edited; give an OpenAPI file")
    }
    guard
      let threshold = Threshold(
        mostly: arguments.text(.mostly), samples: arguments.integer(.minimumSamples))
    else { throw RunError("`--mostly` takes a number between 0 and 1, such as `0.99`") }
    let project = try Project(arguments, of: .amend, console)
    if project.options.inputs.isEmpty {
      throw RunError("`amend` needs INPUT, or a configuration with `inputs`")
    }
    var contracts = LoadedContracts()
    let (contract, files) = try ContractName(named.bytes).contract(rules: project.rules)
    if !arguments.has(.quiet) { contract.tellWarnings(console) }
    contracts.contracts = [contract]
    contracts.files = files
    var checker = try project.options.checker(contracts.contracts)
    let ledger = SampleLedger(contract)
    checker.observers = [ledger.observers]
    let exit = try CheckCommand.check(
      project, nil, contracts, checker, console, report: SilentReport())
    if exit == .error { return .error }
    return try OwnSecrets.hide(namedBy: contract.ownRules) { () throws(RunError) in
      let selection = AmendmentSelection(
        only: arguments.pointers(.onlyAt), except: arguments.pointers(.exceptAt), in: contract)
      return try finish(ContractAmender(ledger, threshold, selection), named, arguments, console)
    }
  }

  private static func finish(
    _ amender: ContractAmender, _ named: Argument, _ arguments: Arguments, _ console: Console
  ) throws(RunError) -> ExitCode {
    let isDiff = arguments.has(.diff)
    let writes = !isDiff && !arguments.has(.dryRun)
    try verify(amender, named)
    let tree = FixTree([.path(InputPath(named.bytes))])
    // All files are written, or no file is written. Each file is opened and tested before the first
    // file is replaced.
    var replacements: [(open: InputFile, target: InputPath, edits: TextEdits)] = []
    for file in amender.files {
      let path =
        file.number == 0 ? InputPath(named.bytes) : InputPath(Array(file.name.utf8))
      let open = try InputFile(toFix: path)
      guard try open.all() == file.bytes else {
        throw RunError("\(path.text): changed while the traffic was read; nothing is written")
      }
      if isDiff {
        show(file, path, try tree.target(of: path), tree, console)
      } else if writes {
        let target = try tree.writableTarget(of: open)
        _ = try FileReplacement(of: target, over: open.state)
        replacements.append((open, target, file.edits))
      }
    }
    for file in replacements { try file.open.replace(at: file.target, by: file.edits) }
    // The diff is on standard output.
    let tell = { (line: String) in
      if isDiff { console.inform(line) } else { console.print(line + "\n") }
    }
    for amendment in amender.amendments where !arguments.has(.quiet) || !isDiff {
      let place = amendment.place.map { "\($0): " } ?? ""
      tell(place + amendment.message)
      let verb = amendment.isEdited ? writes ? "edited, " : "would be edited, " : "not edited: "
      for line in amendment.readings + [verb + amendment.outcome] { tell("  " + line) }
    }
    let edits = amender.amendments.count(where: \.isEdited)
    let left = amender.amendments.count - edits
    if amender.stubs > 0, !arguments.has(.quiet) {
      let stubs = Plural.count(amender.stubs, "stub was", "stubs were")
      console.inform("\(stubs) not used: stubs do not show what a server sends")
    }
    if amender.guessed > 0, !arguments.has(.quiet) {
      let bodies = Plural.count(
        amender.guessed, "body was not used, because its operation is",
        "bodies were not used, because their operation is")
      console.inform("\(bodies) not known; give the operation with `--operation`")
    }
    for pointer in amender.unmatched {
      console.inform(
        "`\(SafeText.line(pointer.description))`: there is no difference at or below "
          + "this pointer")
    }
    if !arguments.has(.quiet) {
      let done = writes ? "made" : "to make"
      let others =
        amender.unselected > 0 ? ", \(Rate.grouped(amender.unselected)) not selected" : ""
      let rest = left > 0 ? ", \(Plural.count(left, "difference")) not changed" : ""
      console.inform("\(Plural.count(edits, "edit")) \(done)\(rest)\(others)")
    }
    return !writes && edits > 0 ? .findings : .clean
  }

  /// Verifies that the edited contract is still a contract. So no unreadable file is written.
  private static func verify(
    _ amender: ContractAmender, _ named: Argument
  ) throws(RunError) {
    guard !amender.files.isEmpty else { return }
    let folder = InputPath(named.bytes).folder
    var edited: [[UInt8]: [UInt8]] = [:]
    for file in amender.files where file.number > 0 {
      edited[InputPath(Array(file.name.utf8)).bytes] = amender.bytes(of: file)
    }
    do {
      let main = amender.files.first { $0.number == 0 }.map(amender.bytes)
      let bytes = try main ?? InputFile(InputPath(named.bytes)).readAll()
      _ = try Contract(bytes, name: named.text) { name throws(Contract.CompanionError) in
        let path = folder.appending(Array(name.utf8))
        if let text = edited[path.bytes] { return text }
        return try folder.companion(named: name)
      }
    } catch {
      throw RunError("the edits would break the contract, so nothing is written: \(error)")
    }
  }

  private static func show(
    _ file: ContractAmender.File, _ path: InputPath, _ target: InputPath, _ tree: FixTree,
    _ console: Console
  ) {
    let diff = UnifiedDiff(
      name: tree.shownPath(of: target), text: file.bytes, edits: file.edits, isContract: true)
    console.write(diff.bytes)
    guard diff.maskedLines > 0 else { return }
    let lines = Plural.count(diff.maskedLines, "line")
    console.inform(
      "\(path.text): secrets are masked in \(lines) of the diff, so the diff cannot be applied")
  }
}
