@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

extension RunOptions {
  /// The options of a command line. The parser has already checked the values.
  init(_ arguments: Arguments) {
    self.init()
    inputs = arguments.operands.map { Operand($0.bytes) }
    contracts = arguments.all(.contract).map { ContractName($0.bytes) }
    severitySettings = arguments.pairs(.rule).map { ($0.name, Severity(rawValue: $0.value)) }
    assumption = Checker.Assumption(
      operation: arguments.text(.operation), status: arguments.integer(.status),
      isRequest: arguments.has(.request), schema: arguments.text(.componentSchema))
    if let webhook = arguments.text(.webhook) {
      assumption.operation = "webhook \(webhook)"
      assumption.isRequest = true
    }
    checksRequestsAlone = arguments.has(.requests) || arguments.has(.webhook)
    checksRefused = arguments.has(.refusedRequests)
    onlyOperations = arguments.all(.onlyOperation).map { OperationPattern($0.text) }
    basePath = arguments.text(.basePath).flatMap(BasePath.init)
    hosts = arguments.text(.hosts).flatMap(HostUse.Choice.init)
    format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    failOn = arguments.text(.failOn).flatMap(Severity.init)
    isStrict = arguments.has(.strict)
    minimumChecked = arguments.integer(.minimumChecked)
    exitsZero = arguments.has(.exitZero)
    allowsEmpty = arguments.has(.allowEmpty)
    isQuiet = arguments.has(.quiet)
    explainsMatches = arguments.has(.explainMatch)
    maximumFindings = arguments.integer(.maximumFindings)
    split = arguments.text(.by).flatMap { try? ExchangeSplit($0) }
    keepsStatistics = arguments.has(.statistics)
    // Coverage has an option with this name, for formats that are not reports.
    if arguments.has(.format) || arguments.has(.reportFile) {
      var targets = arguments.all(.format).compactMap { ReportTarget($0.bytes) }
      if let file = arguments.argument(.reportFile) {
        ReportTarget.put(&targets, in: InputPath(file.bytes))
      }
      reports = targets
    }
    baseline = arguments.argument(.baseline).map { InputPath($0.bytes) }
    updatesBaseline = arguments.has(.updateBaseline)
    growsBaseline = arguments.has(.allowGrowth)
    isBaselineStrict = arguments.has(.strictBaseline)
    failsOnGrowth = arguments.has(.failOnGrowth)
    jobs = arguments.integer(.jobs)
    if let method = arguments.text(.method) { self.method = method.uppercased() }
    isSweep = arguments.has(.all)
    server = arguments.text(.server)
    parameters = arguments.pairs(.parameter)
  }
}

extension Project {
  /// The options of a command line, with additional options from the configuration. The arguments
  /// or the environment name the configuration. Otherwise it is in this folder or in a folder
  /// above.
  init(
    _ arguments: Arguments, of command: CommandSpec, _ console: Console
  ) throws(RunError) {
    try self.init(arguments, of: command, file: ConfigurationFile.of(arguments, console))
    try verifyIsWhole()
  }

  init(
    _ arguments: Arguments, of command: CommandSpec, file: ConfigurationFile?
  ) throws(RunError) {
    let options = command.options
    try self.init(
      RunOptions(arguments),
      usesContracts: options.contains(.contract) || options.contains(.rulesContract), file: file)
    if !options.contains(.strict) { dropDemands() }
    try arguments.verifyRelations(among: options, besides: Set(settings.map(\.rawValue)))
  }
}

extension ConfigurationFile {
  static let variable = "SCHEMACHECK_CONFIG"

  /// The configuration. The arguments or the environment name it. Otherwise it is searched in this
  /// folder and in the folders above.
  static func of(
    _ arguments: Arguments, _ console: Console
  ) throws(RunError) -> ConfigurationFile? {
    if arguments.has(.noConfiguration) { return nil }
    if let named = arguments.argument(.configuration) {
      return try ConfigurationFile(InputPath(named.bytes))
    }
    if let named = console.environment[variable] {
      return try ConfigurationFile(InputPath(named))
    }
    return try find(from: InputPath("")).map { path throws(RunError) in
      try ConfigurationFile(path)
    }
  }
}

extension RuleOverrides {
  /// Only the `clients` of a configuration, and the client that the arguments name.
  init(clientsOf file: ConfigurationFile?, _ arguments: Arguments) {
    self.init()
    clients = file?.configuration.rules.clients
    client = arguments.argument(.client)?.text
  }
}

extension InputRun {
  /// Starts the run of a command. Also returns the inputs to check, and all named inputs. A lint has
  /// no contracts.
  ///
  /// - Parameters:
  ///   - arguments: The options that exist only on the command line. Nil for a run inside another
  ///     command.
  ///   - report: A report to use instead of the reports of the options.
  ///   - extensions: The extensions of files that are searched in folders.
  static func start(
    _ project: Project, _ arguments: Arguments?, _ contracts: LoadedContracts, _ console: Console,
    report: (any Report)? = nil, extensions: [String] = InputExpansion.extensions
  ) throws(RunError) -> (run: InputRun, inputs: [Input], all: [Input]) {
    var expansion = InputExpansion(project.options.inputs, extensions: extensions)
    let files = project.files(with: contracts)
    expansion.leaveOut(files)
    expansion.leaveOutBodies(console.zlib)
    let all = expansion.inputs
    let (inputs, note) = try project.changed(
      since: arguments?.argument(.changedSince), among: all, named: expansion.named,
      contracts: contracts, zlib: console.zlib)
    console.watch?.files = Set(files)
    let written =
      try ReportTarget.verified(project.options.reports ?? []).compactMap(\.file)
      + (arguments.map(CoverageTarget.files) ?? [])
    try ReportTarget.refuseOverwriting(all, files, by: written)
    var run = try command(project, arguments, contracts.contracts, console, report: report)
    run.begin(expansion)
    if let note { run.addNote(note) }
    if inputs.count < all.count {
      run.suppression?.isWhole = false
      run.minimumChecked = nil
    }
    if inputs.isEmpty, !all.isEmpty { run.allowsEmpty = true }
    return (run, inputs, all)
  }

  /// Creates a run with the reports of a command.
  ///
  /// - Parameter compared: The contracts that are compared. Suppressions may name their operations.
  static func command(
    _ project: Project, _ arguments: Arguments?, _ contracts: [Contract], _ console: Console,
    report: (any Report)? = nil, compared: [Contract] = []
  ) throws(RunError) -> InputRun {
    try InputRun(project, contracts + compared, console) { () throws(RunError) in
      if let report { return ReportSet(report) }
      return try ReportSet(
        project.options.reports ?? [], project.options.failOn,
        arguments?.text(.colour).flatMap(ColourMode.init) ?? .auto, console, contracts: contracts,
        only: project.options.onlyOperations, ownRules: project.rules.own,
        earlier: EarlierReport(arguments, project.options, console),
        streams: project.options.inputs.contains(.standardInput))
    }
  }
}
