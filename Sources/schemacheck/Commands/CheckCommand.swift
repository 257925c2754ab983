@_spi(Engine) internal import ContractReports
@_spi(Engine) import ContractCheck
import ContractRuns

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
        "a file with only a response body, and the operation of the body",
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
      .reporting(
        jobs: .jobs,
        andAlso: [
          .strict, .minimumChecked, .explainMatch, .by, .before, .coverageFile, .watch,
        ]),
      .project,
      OptionGroup(
        title: "Live URLs",
        options: [
          .server, .all, .parameter, .samples, .pages, .method, .body, .bodyType, .header,
          .bearerFile,
          .bearerVariable, .basicVariable, .cookieVariable, .rate, .record, .timeout, .items, .time,
          .maximumBody, .allowHTTP, .certificates, .auth, .clientCertificate, .clientKey, .insecure,
          .unixSocket, .addressOf, .allowContractURL, .interval, .expect,
        ]),
    ],
    notes: [inputNote(andAlso: "an http(s) URL", isOptional: true)],
    run: CheckCommand.run)
}

enum CheckCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    try run(Project(arguments, of: .check, console), arguments, console)
  }

  static func run(
    _ project: Project, _ arguments: Arguments, of command: CommandSpec = .check,
    _ console: Console
  ) throws(RunError) -> ExitCode {
    try verify(project.options, arguments, of: command)
    var console = console
    console.fetch = try LiveContract(project, arguments, console).fetch
    let contracts = try LoadedContracts(project, console)
    let coverage = try CoverageFiles(arguments)
    var checker = try project.options.checker(contracts.contracts)
    let ledger = coverage == nil ? nil : try CoverageFiles.ledger(contracts, project.options)
    if let ledger { checker.observers = [ledger.observers] }
    let exit = try check(project, arguments, contracts, checker, console)
    guard let coverage, let ledger else { return exit }
    return coverage.write(ledger, console) ?? exit
  }

  /// - Parameters:
  ///   - arguments: The options of requests. Nil if no requests may be sent.
  ///   - report: A report to use instead of the reports of the options.
  static func check(
    _ project: Project, _ arguments: Arguments?, _ contracts: LoadedContracts, _ checker: Checker,
    _ console: Console, report: (any Report)? = nil
  ) throws(RunError) -> ExitCode {
    let options = project.options
    if let arguments, let server = options.server {
      console.watch?.files = Set(project.files(with: contracts))
      return try check(project, arguments, checker, server: server, console)
    }
    let hasURL = arguments != nil && options.inputs.contains(where: \.isURL)
    if let arguments, arguments.has(.record), !hasURL {
      throw RunError("`--record` needs requests: a URL, or `--server` with `--all`")
    }
    let checkers = try InputCheckers(checker, project, console.zlib)
    let live = try arguments.map { arguments throws(RunError) in
      try LiveCheck(
        arguments, headers: LiveHeaders.read(arguments, console),
        auth: LiveAuth(arguments, contracts.contracts, console),
        origins: project.trustedOrigins(), console
      ).recording(arguments)
    }
    var (run, inputs, all) = try InputRun.start(
      project, arguments, contracts, console, report: report)
    run.begin(checkers, all, of: project)
    Interruption.listen()
    guard hasURL, let live else {
      run.validate(inputs, with: checkers.validation)
      return run.finish()
    }
    var targets: [LiveTarget] = []
    for case .url(let url) in inputs {
      targets.append(LiveTarget(url: url, checker: checkers.standard))
    }
    // All URLs are requested when the first URL is processed.
    var answers: [[LiveAnswer]]?
    run.validate(inputs, with: checkers.validation) { url, run in
      let known = answers ?? live.answers(to: targets, &run)
      answers = known
      guard let number = targets.firstIndex(where: { $0.url == url }) else { return }
      if let first = known[number].first { live.report(first, to: &run) }
      live.report(Array(known[number].dropFirst()), to: &run)
    }
    if let answers { live.finish(targets, answers: answers, &run) }
    return run.finish()
  }

  /// Sends all operations to a server. The findings are reported in the order of the URLs.
  private static func check(
    _ project: Project, _ arguments: Arguments, _ checker: Checker, server: String,
    _ console: Console
  ) throws(RunError) -> ExitCode {
    let headers = try LiveHeaders.read(arguments, console)
    let sweep = try ServerSweep(
      checker, server: server, parameters: project.options.parameters,
      samples: arguments.integer(.samples) ?? 3, headers: headers.map(\.name))
    let origins = project.trustedOrigins(
      with: project.given.server == nil ? [] : sweep.bases)
    let live = try LiveCheck(
      arguments, headers: headers, auth: LiveAuth(arguments, checker.contracts, console),
      origins: origins, console
    )
    .recording(arguments)
    var run = try InputRun.command(project, arguments, checker.contracts, console)
    run.held = HeldFindings(checker.contracts)
    Interruption.listen()
    var targets: [LiveTarget] = []
    var answers: [[LiveAnswer]] = []
    var reach = LiveReach()
    while let round = sweep.nextRound() {
      var received = live.walk(round.targets, &reach, &run)
      for origin in reach.unreached.keys { reach.leaveOut(sweep.giveUp(origin), of: origin) }
      run.skip(InputRun.unsentOperation, times: round.skipped.count)
      // If a server cannot be reached, one line is enough.
      if round.targets.isEmpty || received.contains(where: { $0.first?.isUnreached == false }) {
        for note in round.skipped + round.notes { run.addNote(note) }
      }
      // The further pages of a list are not lists themselves.
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

  static func verify(
    _ options: RunOptions, _ arguments: Arguments, of command: CommandSpec = .check
  ) throws(RunError) {
    if options.inputs.isEmpty, !options.isSweep {
      throw RunError(
        "`\(command.name)` needs INPUT, or a configuration with `inputs` (`schemacheck init` "
          + "creates a configuration)")
    }
    if arguments.all(.by).count > 1 {
      throw RunError("`--by` takes only one key; run `check` again for another key")
    }
    if options.checksRequestsAlone, let url = options.inputs.first(where: \.isURL) {
      throw RunError("`--requests` checks only recorded requests; remove `\(url.shown)`")
    }
    if arguments.text(.bearerFile) == "-", options.inputs.contains(.standardInput) {
      throw RunError("standard input cannot be both the bearer token and an input")
    }
    try verifyContract(options)
  }

  static func verifyContract(_ options: RunOptions) throws(RunError) {
    guard !options.contracts.isEmpty else {
      throw RunError(
        "name a contract with `--contract NAME` (`schemacheck contracts` lists them), or use "
          + "`schemacheck lint`")
    }
  }
}
