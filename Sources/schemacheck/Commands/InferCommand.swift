@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let infer = CommandSpec(
    name: "infer",
    summary: "Write a contract from captures and fixtures.",
    examples: [
      "schemacheck infer captures/ -o api.yaml":
        "an OpenAPI 3.1 contract of everything in a folder",
      "schemacheck infer session.har -o api.json":
        "the same in JSON",
      "schemacheck infer traffic.ndjson --accept-all > api.yaml":
        "with rare values and properties, too",
    ],
    operands: .inputs,
    groups: [
      OptionGroup(title: "Contract", options: [.contractFile, .overwrite, .acceptAll, .examples]),
      OptionGroup(
        title: "Inputs",
        options: [.onlyRequests, .inputFormat, .threads, .statistics, .quiet]),
      OptionGroup(title: "Project", options: [.configuration, .noConfiguration]),
    ],
    notes: [
      """
      In YAML, a comment shows how often a property was seen: `# 312 of 312, null 40`. A \
      property is required if at least \(ContractDraft.fewestSamples) objects were seen and \
      all of them have it. If at least \(ContractDraft.fewestSamples) values were seen, a \
      type, a name or a spelling is rare if it occurs only once, or in at most 1 % of them. Rare \
      things are probably mistakes, so they are not in the contract. They are listed with \
      their places on standard error. Without --examples, the contract has no recorded values, \
      only short words that repeat in many exchanges. These words become the values of an \
      enum.
      """, inputNote,
    ],
    run: InferCommand.run)
}

/// Learns from the inputs, drafts a contract, and checks the inputs against it.
enum InferCommand {
  private static func refuseOverwriting(
    _ target: InputPath, _ inputs: [Input]
  ) throws(RunError) {
    guard let identity = target.identity else { return }
    if inputs.contains(where: { $0.file?.identity == identity }) {
      throw RunError(
        "`\(target.text)` is an input, which `--output` would overwrite; use another file")
    }
  }

  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let project = try Project(arguments, of: .infer, console)
    guard !project.options.inputs.isEmpty else {
      throw RunError("`infer` needs INPUT, or a configuration with `inputs`")
    }
    let target = arguments.argument(.contractFile).map { InputPath($0.bytes) }
    if let target, target.isThere, !arguments.has(.overwrite) {
      throw RunError(
        "\(target.text) exists already; `schemacheck amend` changes a contract, and `--force` "
          + "overwrites it")
    }
    var (run, inputs, all) = try InputRun.start(
      project, arguments, LoadedContracts(), console, report: SilentReport())
    if let target { try refuseOverwriting(target, run.named(all)) }
    let groups = BodyGroups(all)
    let learner = TrafficLearner(
      groups: groups.names, keepsExamples: arguments.has(.examples),
      onlyOperations: project.options.onlyOperations, placeholders: project.options.placeholders)
    run.allowsEmpty = true
    run.validate(inputs, with: groups.validation(learner))
    let count = run.summary.checked
    if count == 0 {
      let skipped = run.summary.skipped
      let reason =
        skipped[SkipReason.leftOut.rawValue] != nil
        ? ": `--only-operation` fits no request"
        : skipped[SkipReason.stub.rawValue] != nil
          ? ": stubs do not show what a server sends" : ""
      run.addError("no contract can be inferred from these inputs\(reason)")
    }
    let exit = run.finish(run.summary.lines(of: "read"))
    guard count > 0 else { return exit }
    var drafting = Drafting(
      learner, groups, arguments, inputs, project.options.placeholders, console)
    let isJSON = target?.text.lowercased().hasSuffix(".json") ?? false
    let (draft, bytes) = try OwnSecrets.hide(
      namedBy: project.readableRules
    ) { () throws(RunError) in
      let draft = try drafting.draft()
      guard draft.operationCount + draft.schemaCount > 0 else {
        throw RunError(
          "no contract can be inferred from these inputs: they contain no JSON bodies; record the "
            + "traffic with its bodies, for example as a HAR")
      }
      return (draft, isJSON ? draft.json : draft.yaml)
    }
    if let target {
      try ReportFile.write(bytes, to: target)
    } else {
      console.write(bytes)
    }
    if !arguments.has(.quiet) {
      drafting.tell(draft, target)
      let contract = (try? JSONDocument(draft.json))?.root
      for preset in contract.map(OwnRules.presets(fitting:)) ?? []
      where OwnRules.preset(preset)?.ids.allSatisfy({ project.rules.own.named($0) != nil }) != true
      {
        console.inform(
          "the traffic looks like traffic of \(preset): `\"extends\": [\"preset:\(preset)\"]` in "
            + "\(Configuration.fileName) adds its rules")
      }
    }
    return exit
  }
}

/// A draft of a contract, with the result of checking its own inputs.
private struct Drafting {
  private let learner: TrafficLearner
  private let groups: BodyGroups
  private let arguments: Arguments
  private let inputs: [Input]
  private let placeholders: Placeholders
  private let console: Console
  /// The outliers. Nil if the inputs cannot be read again.
  private var outliers: OutlierList?

  init(
    _ learner: TrafficLearner, _ groups: BodyGroups, _ arguments: Arguments, _ inputs: [Input],
    _ placeholders: Placeholders, _ console: Console
  ) {
    self.learner = learner
    self.groups = groups
    self.arguments = arguments
    self.inputs = inputs
    self.placeholders = placeholders
    self.console = console
  }

  private static let mostGroups = 20

  /// The maximum number of rounds in which properties become optional and rules are turned off,
  /// because the traffic does not follow them.
  private static let mostRounds = 3

  mutating func draft() throws(RunError) -> ContractDraft {
    var settings = ContractDraft.Settings()
    settings.acceptsAll = arguments.has(.acceptAll)
    var draft = ContractDraft(learner, settings)
    for _ in 0..<Self.mostRounds {
      outliers = try check(draft)
      guard let outliers, outliers.change(&settings) else { return draft }
      draft = ContractDraft(learner, settings)
    }
    outliers = try check(draft)
    return draft
  }

  /// Finds the values that the contract excludes. Nil if the inputs cannot be read again.
  private func check(_ draft: ContractDraft) throws(RunError) -> OutlierList? {
    guard inputs.allSatisfy(\.isRegularFile) else { return nil }
    let contract: Contract
    do {
      contract = try Contract(draft.json, name: "inferred")
    } catch {
      throw RunError("the inferred contract cannot be read again: \(error.description)")
    }
    let list = OutlierList(
      acceptsAll: arguments.has(.acceptAll), hasDevicePlatforms: draft.hasDevicePlatforms)
    var options = RunOptions()
    options.isQuiet = true
    options.jobs = arguments.integer(.jobs)
    options.format = arguments.text(.inputFormat).flatMap(CaptureFormat.init)
    var run = InputRun(options, .silent(console.zlib), ReportSet(list))
    run.validate(inputs, with: try groups.validation(draft, contract, placeholders))
    list.checked = run.summary.checked
    return list
  }

  func tell(_ draft: ContractDraft, _ target: InputPath?) {
    let operations = Plural.count(draft.operationCount, "operation")
    let schemas = Plural.count(draft.schemaCount, "schema")
    console.inform("\(target.map { "wrote \($0.text)" } ?? "inferred"): \(operations), \(schemas)")
    for (group, name) in draft.schemaNames.sorted(by: { $0.key < $1.key }).prefix(Self.mostGroups) {
      console.inform("\(group): its bodies have the schema `\(name)`")
    }
    let more = draft.schemaNames.count - Self.mostGroups
    if more > 0 {
      console.inform(
        "\(Plural.count(more, "further group")) of files \(Plural.noun(more, "has", "have")) a schema"
      )
    }
    for remark in draft.remarks { console.inform(remark) }
    guard let outliers else {
      return console.inform(
        "standard input can be read only once, so no probable mistakes are listed and no rule is "
          + "turned off; to find mistakes, run `schemacheck check` with the contract")
    }
    for (rule, reason) in draft.rulesOff.sorted(by: { $0.key < $1.key }) {
      let lost = Rule.named(rule).map { "; `check` no longer finds: \($0.summary)" } ?? ""
      console.inform("the rule `\(rule)` is off in the contract: \(reason)\(lost)")
    }
    for line in outliers.lines { console.inform(line) }
  }
}
