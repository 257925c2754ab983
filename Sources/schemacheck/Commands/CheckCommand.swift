@_spi(Engine) import ContractCheck

extension CommandSpec {
  static let check = CommandSpec(
    name: "check",
    summary: "Check captures, fixtures and live URLs against contracts.",
    examples: [
      "schemacheck check captures/ --contract fotolokashen":
        "every HAR, NDJSON, HTTP and JSON file in a folder",
      "schemacheck check session.har -c fotolokashen -c social-posts -f concise":
        "recorded traffic of two APIs, one line per finding",
      "schemacheck check user.json -c fotolokashen --operation getUserProfile":
        "a response body alone, with the operation it belongs to",
      "schemacheck check https://example.com/slots -c bmn-boston --bearer-env TOKEN":
        "a live URL: sends one request and checks the response",
      "curl -si https://example.com/slots | schemacheck check - -c bmn-boston":
        "a response from standard input",
      "schemacheck check --server staging --all -c fork-in-the-road --param id=7":
        "every GET operation of a contract, sent to a server",
    ],
    operands: .inputs,
    groups: [
      .contracts, .reporting(andAlso: [.strict, .explainMatch, .by, .coverageFile]), .project,
      OptionGroup(
        title: "Live URLs",
        options: [
          .server, .all, .parameter, .method, .bearerFile, .bearerVariable, .timeout, .maximumBody,
          .allowHTTP, .certificates, .expect,
        ]),
    ],
    notes: [inputNote(andAlso: "an http(s) URL", isOptional: true)],
    run: CheckCommand.run)
}

enum CheckCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(ToolError) -> ExitCode {
    try run(Project(arguments, of: .check, console), console)
  }

  static func run(
    _ project: Project, of command: CommandSpec = .check, _ console: Console
  ) throws(ToolError) -> ExitCode {
    let arguments = project.arguments
    try verify(arguments, of: command)
    let contracts = try ContractArguments.contracts(arguments, rules: project.rules, console)
    let coverage = try CoverageFiles(arguments)
    var checker = try checker(arguments, contracts.contracts)
    checker.coverage = try coverage?.ledger(contracts)
    let exit = try check(project, contracts, checker, console)
    guard let coverage, let ledger = checker.coverage else { return exit }
    return coverage.write(ledger, console) ?? exit
  }

  /// - Parameters:
  ///   - report: Replaces the reports of the arguments.
  ///   - sendsRequests: Whether an input may be a URL.
  static func check(
    _ project: Project, _ contracts: LoadedContracts, _ checker: Checker, _ console: Console,
    report: (any Report)? = nil, sendsRequests: Bool = true
  ) throws(ToolError) -> ExitCode {
    let arguments = project.arguments
    let live = try LiveCheck(arguments, console)
    if let server = arguments.text(.server) {
      let sweep = try ServerSweep(
        checker, server: server, parameters: arguments.pairs(.parameter))
      var run = try InputRun(project, checker.contracts, console)
      run.held = HeldFindings(checker.contracts)
      return check(sweep, with: live, run)
    }
    let checkers = try InputCheckers(checker, project, console.zlib)
    var (run, inputs, all) = try InputRun.start(project, contracts, console, report: report)
    run.held = HeldFindings(checker.contracts)
    for note in checkers.remarks(on: all, project) { run.addNote(note) }
    checkers.begin(all)
    if sendsRequests {
      run.validate(inputs, with: checkers.validation) {
        live.check($0, with: checkers.standard, &$1)
      }
    } else {
      run.validate(inputs, with: checkers.validation)
    }
    return run.finish()
  }

  private static func check(
    _ sweep: ServerSweep, with live: LiveCheck, _ run: InputRun
  ) -> ExitCode {
    var run = run
    for line in sweep.skipped {
      run.summary.exchanges += 1
      run.summary.skip("no-parameter")
      run.addNote(line)
    }
    var requests = sweep.requests[...]
    run.validate(
      requests.map { .url($0.url) },
      with: Validation(checkers: requests.prefix(1).map(\.checker))
    ) { url, run in
      guard let request = requests.popFirst() else { return }
      live.check(url, with: request.checker, isOfSweep: true, &run)
    }
    return run.finish()
  }

  static func checker(
    _ arguments: Arguments, _ contracts: [Contract]
  ) throws(ToolError) -> Checker {
    let assumption = Checker.Assumption(
      operation: arguments.text(.operation), status: arguments.integer(.status),
      isRequest: arguments.has(.request), schema: arguments.text(.componentSchema))
    do {
      var checker = try Checker(contracts: contracts, assumption: assumption)
      checker.explainsMatches = arguments.has(.explainMatch)
      checker.split = arguments.text(.by).flatMap { try? ExchangeSplit($0) }
      checker.basePath = arguments.text(.basePath).flatMap(BasePath.init)
      return checker
    } catch {
      throw ToolError(error.message)
    }
  }

  static func verify(_ arguments: Arguments, of command: CommandSpec = .check) throws(ToolError) {
    if arguments.operands.isEmpty, !arguments.has(.all) {
      throw ToolError(
        "`\(command.name)` needs INPUT, or a configuration that names inputs (`schemacheck init` "
          + "creates one)")
    }
    if arguments.text(.bearerFile) == "-", arguments.operands.contains("-") {
      throw ToolError("standard input cannot be both the bearer token and an input")
    }
    try verifyContract(arguments)
  }

  static func verifyContract(_ arguments: Arguments) throws(ToolError) {
    guard arguments.has(.contract) else {
      throw ToolError(
        "name a contract with `--contract NAME` (`schemacheck contracts` lists them), or use "
          + "`schemacheck lint`")
    }
  }
}
