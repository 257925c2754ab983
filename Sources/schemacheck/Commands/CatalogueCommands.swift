@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let rules = CommandSpec(
    name: "rules",
    summary: "List all rules.",
    examples: [
      "schemacheck rules":
        "the id, the severity and a summary of each rule",
      "schemacheck rules --preset spring":
        "the rules of a framework, for `\"extends\": [\"preset:spring\"]` in the configuration",
    ],
    operands: .none,
    groups: [OptionGroup(title: "Output", options: [.own, .preset]), .ownRules],
    run: RulesCommand.run)

  static let explain = CommandSpec(
    name: "explain",
    summary: "Explain a rule: why it exists, a wrong and a right example.",
    examples: [
      "schemacheck explain coordinate-names":
        "the reason for the rule, its source, options and examples",
      "schemacheck explain decodable --client Gson":
        "how Gson decodes bodies",
    ],
    // The command itself reports a missing RULE, with the list of rules.
    operands: Operands(name: "RULE", count: 0...1),
    groups: [OptionGroup(title: "Clients", options: [.explainedClient]), .ownRules],
    run: ExplainCommand.run)
}

extension OptionSpec {
  static let own = OptionSpec(
    name: "own", help: "print only the ids of your own rules, one per line")
  static let preset = OptionSpec(
    name: "preset", value: .choice("NAME", OwnRules.presetNames), excludes: ["own"],
    help: "list only the rules of a framework")
}

enum RulesCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    func list(_ rules: [Rule]) {
      console.print(
        TextTable.text(
          rules.map { [$0.id, $0.severity.rawValue, $0.summary] },
          width: console.environment.outputColumns))
    }
    if let preset = arguments.text(.preset).flatMap(OwnRules.preset) {
      list(preset.rules)
      return .clean
    }
    let own = try OwnRuleArguments.rules(arguments, of: .rules, console)
    if arguments.has(.own) {
      for rule in own.rules { console.print(rule.id + "\n") }
      return .clean
    }
    list(Rule.catalogue + own.rules)
    console.print("\nRules for the difference between two contracts (schemacheck diff):\n")
    console.print(
      TextTable.text(
        ChangeRule.catalogue.map { [$0.id, $0.severity.rawValue, $0.summary] },
        width: console.environment.outputColumns))
    return .clean
  }
}

enum ExplainCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let ids = Rule.catalogue.map(\.id)
    guard let id = arguments.operands.first?.text else {
      throw RunError("`explain` needs RULE; use one of: \(ids.joined(separator: ", "))")
    }
    if let change = ChangeRule.named(id) {
      console.print(text(of: change))
      return .clean
    }
    if let name = arguments.argument(.explainedClient)?.text {
      var contracts: [Contract] = []
      _ = try OwnRuleArguments.rules(arguments, of: .explain, console, &contracts)
      guard ["decodable", "silent-change"].contains(id) else {
        throw RunError("`--client` is allowed only with the rules `decodable` and `silent-change`")
      }
      let clients = contracts.flatMap(\.settings.clients.list)
      let decoder = clients.first { $0.name == name }?.decoder ?? ClientDecoder.named(name)
      guard let decoder else {
        let known = clients.map(\.name).filter { !$0.isEmpty } + ClientDecoder.all.map(\.name)
        throw RunError(
          "there is no client `\(name)`; known are \(known.joined(separator: ", "))",
          near: NearestName.of(name, among: known))
      }
      console.print(
        decoder.title + "\n\n"
          + TextTable.text(decoder.rows, width: console.environment.outputColumns))
      return .clean
    }
    if let rule = Rule.named(id) {
      console.print(text(of: rule, width: console.environment.outputColumns))
      return .clean
    }
    let own = try OwnRuleArguments.rules(arguments, of: .explain, console)
    guard let rule = own.named(id) ?? OwnRules.ofPreset(id) else {
      let known = own.ids + ChangeRule.catalogue.map(\.id)
      throw RunError(
        "there is no rule `\(id)`; `schemacheck rules` lists them",
        near: NearestName.of(id, among: known))
    }
    OwnSecrets.hide(namedBy: own) {
      console.print(text(of: rule, width: console.environment.outputColumns))
    }
    return .clean
  }

  /// The default severity, and the cases in which it is only a warning.
  static func severity(of rule: Rule) -> String {
    let severity = rule.severity.rawValue
    guard rule.severity > .warning else { return severity }
    switch rule.basis {
    case .contract: return severity
    case .extensions: return "\(severity); a warning if the contract has no `x-schemacheck`"
    case .decoder:
      return "\(severity); a warning if the contract has neither `clients` nor `decoder`"
    }
  }

  static func text(of rule: Rule, width: Int? = nil) -> String {
    var rows = [
      ["why", rule.rationale], ["source", rule.source], ["severity", severity(of: rule)],
      ["fix", rule.fix ?? "none: only the author knows what was meant"],
    ]
    if let unsafe = rule.unsafeFix { rows.append(["unsafe fix", "\(unsafe) (--unsafe-fixes)"]) }
    for problem in rule.problems { rows.append(["problem", problem]) }
    if let origin = rule.origin {
      rows.insert(["written in", origin.description], at: 2)
      rows.insert(contentsOf: origin.facts, at: 0)
    } else {
      rows.append(["since", rule.since])
    }
    if let versions = rule.versions { rows.insert(["by version", versions], at: 1) }
    for option in rule.options {
      rows.append(["option", "\(option.name): \(option.summary)"])
      rows.append(["", "takes \(option.values.words)"])
      for note in option.notes { rows.append(["", note]) }
      rows.append(["", "default: \(option.standard)"])
    }
    rows.append(["set it", "--rule \(rule.id)=SEVERITY; in the configuration"])
    rows.append(["", "\"rules\": {\"\(rule.id)\": \"SEVERITY\"}; in a contract"])
    rows.append(["", "\"x-schemacheck\": {\"rules\": {\"\(rule.id)\": \"SEVERITY\"}};"])
    if let option = rule.options.first {
      rows.append([
        "",
        "\"\(rule.id)\": {\"severity\": \"SEVERITY\", \"\(option.name)\": VALUE} sets an option;",
      ])
    }
    rows.append(["", "a severity is \(rule.levels.joined(separator: ", "))"])
    var text = "\(rule.id): \(rule.summary)\n\n" + TextTable.text(rows, width: width)
    for (body, place) in rule.ownExamples {
      text += place.map { "\nwrong, at \($0.isEmpty ? "the body itself" : $0):\n" } ?? "\nright:\n"
      text += indented(body)
    }
    if let wrong = rule.examples.first(where: { !$0.expected.isEmpty }) {
      text += "\nwrong, \(wrong.place)\(wrong.fault):\n" + body(of: wrong)
    }
    if let right = rule.examples.first(where: \.expected.isEmpty) {
      text += "\nright, \(right.place):\n" + body(of: right)
    }
    if let exchanges = rule.exchanges {
      text += "\nwrong:\n  \(exchanges.wrong)\n\nright:\n  \(exchanges.right)\n"
    }
    return text
  }

  static func text(of change: ChangeRule) -> String {
    "\(change.id): \(change.summary)\n\n"
      + TextTable.text([
        ["why", change.rationale], ["found by", "schemacheck diff OLD NEW"],
        ["severity", change.severity.rawValue],
        ["set it", "schemacheck diff --rule \(change.id)=SEVERITY"],
        ["", "a severity is \(Rule.levels.joined(separator: ", "))"],
      ])
  }

  private static func body(of example: RuleExample) -> String { indented(example.body) }

  private static func indented(_ body: String) -> String {
    PrettyJSON.text(body).split(separator: "\n", omittingEmptySubsequences: false)
      .reduce("") { $0 + "  \($1)\n" }
  }
}

extension CommandSpec.OptionGroup {
  static let ownRules = CommandSpec.OptionGroup(
    title: "Your own rules", options: [.rulesContract, .configuration, .noConfiguration])
}

extension RuleOption.Values {
  var words: String {
    switch self {
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .pair: "two property names in an array"
    }
  }
}

extension RuleExample {
  /// The place as a text: `Location of fotolokashen`.
  var place: String {
    let asked = query.isEmpty ? operation : "\(operation)?\(query)"
    return (isRequest ? "request " : "") + "\(asked) of \(contract)"
  }

  /// The place of the fault: `, at /latitude`.
  var fault: String {
    guard let first = expected.first else { return "" }
    let at = first.instance.isEmpty ? "" : ", at \(first.instance)"
    return at + (first.property.map { ", without `\($0)`" } ?? "")
  }
}

/// Indents JSON text with two spaces per level.
enum PrettyJSON {
  /// The indented text. Numbers and the order of properties stay unchanged. A text that is not JSON
  /// is returned unchanged.
  static func text(_ text: String) -> String {
    guard let document = try? JSONDocument(text) else { return text }
    var writer = JSONWriter(isPretty: true)
    writer.value(document.root)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension CommandSpec {
  static let contracts = CommandSpec(
    name: "contracts",
    summary: "List the bundled contracts, or the operations of one contract.",
    examples: [
      "schemacheck contracts":
        "the bundled contracts, which you can use by name",
      "schemacheck contracts fotolokashen":
        "the servers, operations and schemas of one contract",
      "schemacheck contracts api.yaml --operations":
        "only the names that --operation accepts, one per line",
    ],
    operands: Operands(name: "[NAME|FILE]", count: 0...1),
    groups: [OptionGroup(title: "Output", options: [.namedContract, .operations])],
    notes: [
      """
      Without NAME, --operations lists the operations of the configured contracts. If there is no \
      configuration, it lists the operations of all bundled contracts.
      """
    ],
    run: ContractsCommand.run)
}

extension OptionSpec {
  static let operations = OptionSpec(
    name: "operations", help: "print only the names of the operations, one per line")
}

enum ContractsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    if arguments.has(.operations) {
      for name in try named(arguments, console) {
        for operation in try name.contract().contract.operations {
          console.print(SafeText.line(operation.id ?? operation.name) + "\n")
        }
      }
      return .clean
    }
    if let name = arguments.operands.first {
      let contract = try ContractName(name.bytes).contract().contract
      contract.tellWarnings(console)
      console.print(text(of: contract))
      return .clean
    }
    var rows: [[String]] = []
    for name in Contract.bundledNames {
      let contract = try ContractName.bundled(name).contract().contract
      rows.append([name, contract.title, Plural.count(contract.operations.count, "operation")])
    }
    console.print(TextTable.text(rows))
    return .clean
  }

  private static func named(
    _ arguments: Arguments, _ console: Console
  ) throws(RunError) -> [ContractName] {
    if let name = arguments.operands.first { return [ContractName(name.bytes)] }
    let file = try ConfigurationFile.of(arguments, console)
    let configured: [ContractName]? = file.map { file in
      file.configuration.contracts.map {
        Contract.bundledNames.contains($0.text) ? .bundled($0.text) : .file(file.resolve($0.text))
      }
    }
    if let configured, !configured.isEmpty { return configured }
    return Contract.bundledNames.map { .bundled($0) }
  }

  private static func text(of contract: Contract) -> String {
    let title = Redaction.text("\(contract.name): \(contract.title) \(contract.version)")
    var text = SafeText.line(title) + "\n"
    text += "\nServers:\n"
    text +=
      contract.servers.isEmpty
      ? "  none documented; any host matches\n"
      : TextTable.text(
        contract.servers.map { [$0.url, $0.description].map(Redaction.text) }, indent: 2)
    text += "\nOperations:\n"
    text += TextTable.text(
      contract.operations.map { operation in
        [
          operation.name, operation.id ?? "", operation.statuses.joined(separator: ", "),
          Redaction.text(operation.summary),
        ]
      }, indent: 2)
    guard !contract.schemaNames.isEmpty else { return text }
    return text + "\nSchemas:\n" + TextTable.text(contract.schemaNames.map { [$0] }, indent: 2)
  }
}
