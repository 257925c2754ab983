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
      "schemacheck check --server staging --all -c fork-in-the-road --bearer-env TOKEN":
        "a whole server: every GET operation, with ids from the lists",
    ],
    operands: .inputs,
    groups: [
      .contracts,
      .reporting(jobs: .jobs, andAlso: [.strict, .explainMatch, .by, .coverageFile, .watch]),
      .project,
      OptionGroup(
        title: "Live URLs",
        options: [
          .server, .all, .parameter, .samples, .pages, .method, .body, .bodyType, .header,
          .bearerFile,
          .bearerVariable, .basicVariable, .cookieVariable, .rate, .record, .timeout, .maximumBody,
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
    let contracts = try ContractArguments.contracts(arguments, of: project, console)
    let coverage = try CoverageFiles(arguments)
    var checker = try checker(arguments, contracts.contracts)
    let ledger = coverage == nil ? nil : try CoverageFiles.ledger(contracts)
    if let ledger { checker.observers = [ledger.observers] }
    let exit = try check(project, contracts, checker, console)
    guard let coverage, let ledger else { return exit }
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
    if let server = arguments.text(.server) {
      return try check(project, checker, server: server, console)
    }
    let hasURL = sendsRequests && arguments.operands.contains { InputExpansion.isURL($0.text) }
    if arguments.has(.record), !hasURL {
      throw ToolError("`--record` needs requests: a URL, or `--server` with `--all`")
    }
    let checkers = try InputCheckers(checker, project, console.zlib)
    let live = try LiveCheck(
      arguments, headers: LiveHeaders.read(arguments, console), origins: project.trustedOrigins(),
      console
    ).recording(arguments)
    var (run, inputs, all) = try InputRun.start(project, contracts, console, report: report)
    run.held = HeldFindings(checker.contracts)
    for note in checkers.remarks(on: all, project) { run.addNote(note) }
    checkers.begin(all)
    guard hasURL else {
      run.validate(inputs, with: checkers.validation)
      return run.finish()
    }
    var targets: [LiveTarget] = []
    for case .url(let url) in inputs {
      targets.append(LiveTarget(url: url, checker: checkers.standard))
    }
    Interruption.listen()
    // All are sent at the turn of the first.
    var answers: [[LiveAnswer]]?
    run.validate(inputs, with: checkers.validation) { url, run in
      let known = answers ?? live.walk(targets, &run)
      answers = known
      guard let number = targets.firstIndex(where: { $0.url == url }) else { return }
      if let first = known[number].first { live.report(first, to: &run) }
      live.report(Array(known[number].dropFirst()), to: &run)
    }
    if let answers { live.finish(targets, answers: answers, &run) }
    return run.finish()
  }

  /// Sends every operation to a server. What is found is reported in the order of the URLs.
  private static func check(
    _ project: Project, _ checker: Checker, server: String, _ console: Console
  ) throws(ToolError) -> ExitCode {
    let arguments = project.arguments
    let headers = try LiveHeaders.read(arguments, console)
    let sweep = try ServerSweep(
      checker, server: server, parameters: arguments.pairs(.parameter),
      samples: arguments.integer(.samples) ?? 3, headers: headers.map(\.name))
    let origins = project.trustedOrigins(
      with: project.given.has(.server) ? sweep.bases : [])
    let live = try LiveCheck(arguments, headers: headers, origins: origins, console)
      .recording(arguments)
    var run = try InputRun(project, checker.contracts, console)
    run.held = HeldFindings(checker.contracts)
    Interruption.listen()
    var targets: [LiveTarget] = []
    var answers: [[LiveAnswer]] = []
    var reach = LiveReach()
    while let round = sweep.nextRound() {
      var received = live.walk(round.targets, &reach, &run)
      for origin in reach.unreached.keys { reach.leaveOut(sweep.giveUp(origin), of: origin) }
      run.skip(ServerSweep.skipReason, times: round.skipped.count)
      // Where nobody answers, one line is enough.
      if round.targets.isEmpty || received.contains(where: { $0.first?.isUnreached == false }) {
        for note in round.skipped + round.notes { run.addNote(note) }
      }
      // The further pages of a list are no lists of their own.
      for index in received.indices where !received[index].isEmpty {
        sweep.take(received[index][0])
        received[index][0].dropBody()
      }
      targets += round.targets
      answers += received
      if Interruption.isRequested { break }
    }
    reach.tell(&answers)
    let order = targets.indices.sorted { LiveTarget.inOrder(targets[$0], targets[$1]) }
    for number in order { live.report(answers[number], to: &run) }
    live.finish(targets, answers: answers, unplanned: sweep.unplanned, &run)
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
      checker.checksRequestsAlone = arguments.has(.requests)
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
    if arguments.has(.requests),
      let url = arguments.operands.first(where: { InputExpansion.isURL($0.text) })
    {
      throw ToolError(
        "`--requests` checks what was recorded; remove `\(URLRedaction.redact(url.text))`")
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
