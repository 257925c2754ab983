import ContractCheck

extension CommandSpec {
  static let check = CommandSpec(
    name: "check",
    summary: "Check captures, fixtures and live URLs against contracts.",
    examples: [
      Example(
        command: "schemacheck check captures/ --contract fotolokashen",
        meaning: "every HAR, NDJSON, HTTP and JSON file in a folder"),
      Example(
        command: "schemacheck check session.har -c fotolokashen -c social-posts -f concise",
        meaning: "recorded traffic of two APIs, one line a mistake"),
      Example(
        command: "schemacheck check Fixtures/user.json -c fotolokashen"
          + " --operation \"GET /api/v1/users/{username}\"",
        meaning: "a bare body, told what it answers"),
      Example(
        command: "schemacheck check https://api.example.com/slots -c bmn-boston --bearer-env TOKEN",
        meaning: "one request, sent now"),
      Example(
        command: "curl -si https://api.example.com/slots | schemacheck check - -c bmn-boston",
        meaning: "an answer from standard input"),
      Example(
        command: "schemacheck check --server staging --all -c fork-in-the-road --param id=7",
        meaning: "every GET operation of a contract"),
    ],
    operands: Operands(name: "INPUT...", count: 0...Int.max),
    groups: [
      OptionGroup(
        title: "What to check against",
        options: [
          .contract, .operation, .status, .request, .componentSchema, .inputFormat, .rule,
        ]),
      .reporting(andAlso: [.explainMatch]), .project,
      OptionGroup(
        title: "Live URLs",
        options: [
          .server, .all, .parameter, .method, .bearerFile, .bearerVariable, .timeout, .maximumBody,
          .allowHTTP, .certificates,
        ]),
    ],
    notes: [inputNote(andAlso: "an http(s) URL")],
    run: CheckCommand.run)

  /// What INPUT can be where nothing is fetched.
  static let inputNote = inputNote(andAlso: nil)

  private static func inputNote(andAlso more: String?) -> String {
    let kinds = InputExpansion.extensions.map { "*.\($0)" }.joined(separator: ", ")
    let last = more.map { "- for standard input, or \($0)." } ?? "or - for standard input."
    return """
      INPUT is a file, a folder (searched for \(kinds); hidden
      folders, node_modules and the like are passed over), a quoted glob ("**/*.har"),
      \(last) A file that is named is read whatever it is called.
      """
  }
}

extension CommandSpec.OptionGroup {
  /// The options of every command that goes by a configuration.
  static let project = CommandSpec.OptionGroup(
    title: "Project",
    options: [
      .configuration, .noConfiguration, .changedSince, .baseline, .updateBaseline, .allowGrowth,
      .strictBaseline,
    ])

  /// The options of every command that reports findings.
  static let reporting = reporting(andAlso: [])

  static func reporting(andAlso options: [OptionSpec]) -> CommandSpec.OptionGroup {
    CommandSpec.OptionGroup(
      title: "Report",
      options: [
        .format, .maximumFindings, .failOn, .exitZero, .allowEmpty, .colour, .jobs, .statistics,
        .quiet,
      ] + options)
  }
}

enum CheckCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    try run(Project(arguments, of: .check, console), console)
  }

  /// Runs what arguments and configuration ask for together.
  static func run(_ project: Project, _ console: Console) throws(UsageError) -> ExitCode {
    let arguments = project.arguments
    try verify(arguments)
    let contracts = try ContractArguments.contracts(arguments, rules: project.rules, console)
    let checker = try checker(arguments, contracts.contracts)
    let live = try LiveCheck(arguments, console)
    if let server = arguments.text(.server) {
      let sweep = try ServerSweep(
        checker.contracts, server: server, parameters: arguments.pairs(.parameter),
        explainsMatches: checker.explainsMatches)
      return check(sweep, with: live, try InputRun(project, checker.contracts, console))
    }
    let checkers = try InputCheckers(checker, project)
    var (run, inputs, all) = try InputRun.start(project, contracts, console)
    for note in checkers.remarks(on: all, project) { run.addNote(note) }
    run.validate(inputs, with: checkers.validation) { live.check($0, with: checker, &$1) }
    return run.finish()
  }

  /// Sends every request of a sweep, one after the other.
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
      with: ExchangeValidation(checkers: requests.prefix(1).map(\.checker))
    ) { url, run in
      if let request = requests.popFirst() { live.check(url, with: request.checker, &run) }
    }
    return run.finish()
  }

  /// The checker that the options ask for.
  static func checker(
    _ arguments: Arguments, _ contracts: [Contract]
  ) throws(UsageError) -> Checker {
    let assumption = Checker.Assumption(
      operation: arguments.text(.operation), status: arguments.integer(.status),
      isRequest: arguments.has(.request), schema: arguments.text(.componentSchema))
    do {
      var checker = try Checker(contracts: contracts, assumption: assumption)
      checker.explainsMatches = arguments.has(.explainMatch)
      return checker
    } catch {
      throw UsageError(error.message)
    }
  }

  /// What the options demand of one another.
  static func verify(_ arguments: Arguments) throws(UsageError) {
    if arguments.has(.all) {
      guard arguments.has(.server) else {
        throw UsageError("`--all` needs `--server` (local, staging, production or a URL)")
      }
      if let input = arguments.operands.first {
        throw UsageError("`--all` sends the contract's own requests; leave out `\(input.text)`")
      }
      for option in [OptionSpec.operation, .status, .request, .componentSchema, .method]
      where arguments.has(option) {
        throw UsageError("`--all` sends every GET operation; leave out `--\(option.name)`")
      }
    } else if arguments.operands.isEmpty {
      throw UsageError(
        "`check` needs INPUT..., or a configuration that names some (`schemacheck init` writes one)"
      )
    }
    for option in [OptionSpec.server, .parameter]
    where arguments.has(option) && !arguments.has(.all) {
      throw UsageError("`--\(option.name)` goes with `--all`")
    }
    if arguments.has(.bearerFile), arguments.has(.bearerVariable) {
      throw UsageError("`--bearer-file` and `--bearer-env` are two tokens; give one")
    }
    if arguments.text(.bearerFile) == "-", arguments.operands.contains("-") {
      throw UsageError("standard input cannot be both the token and an input")
    }
    try verifyContract(arguments)
  }

  /// The same of the options that every command with contracts has.
  static func verifyContract(_ arguments: Arguments) throws(UsageError) {
    if arguments.has(.operation), arguments.has(.componentSchema) {
      throw UsageError("`--operation` and `--schema` both say what a body is; give one")
    }
    guard arguments.has(.contract) else {
      throw UsageError(
        "name a contract with `--contract NAME` (`schemacheck contracts` lists them), or use "
          + "`schemacheck lint`")
    }
  }
}
