@_spi(Engine) internal import ContractCaptures
package import JSONTape

package struct RuleSetting: Hashable, Sendable {
  var severity: Severity?
  var options: [String: [String]] = [:]
  /// The share of exchanges that must follow the rule. Nil means all exchanges.
  var mostly: Mostly?
}

package struct RuleSettings: Hashable, Sendable {
  /// The settings of the contract or the caller, by rule.
  private var settings: [String: RuleSetting] = [:]
  /// The apps that read the API; empty if the contract names none.
  package internal(set) var clients = Clients()
  /// Whether verdicts may be more lenient than JSON Schema, as ``Leniency`` lists.
  var isLenient = true
  /// Whether the contract has no `x-schemacheck`.
  package var isForeign = false
  /// Whether the schemas under these settings belong to a response.
  var isResponse = true
  /// The rules of the project and the contract, in addition to the catalogue.
  var own = OwnRules()
  /// The ids of own rules that do not apply at this place of the contract.
  var excluded: Set<String> = []

  static let standard = RuleSettings()

  subscript(rule: Rule) -> RuleSetting {
    get { settings[rule.id] ?? RuleSetting(severity: standardSeverity(of: rule)) }
    set { settings[rule.id] = newValue }
  }

  private func standardSeverity(of rule: Rule) -> Severity {
    let isGuess =
      switch rule.basis {
      case .contract: false
      case .extensions: isForeign
      case .decoder: clients.list.isEmpty
      }
    return isGuess ? min(rule.severity, .warning) : rule.severity
  }

  /// The severity of a violation that is no guess. The basis of the rule does not matter.
  func certainSeverity(of rule: Rule) -> Severity? {
    settings[rule.id].map(\.severity) ?? rule.severity
  }

  /// The rules that allow exceptions, by id.
  package var mostly: [String: Mostly] { settings.compactMapValues(\.mostly) }

  package func isOn(_ rule: Rule) -> Bool { self[rule].severity != nil }

  /// Adds the settings of an `x-schemacheck` object. They have priority over the earlier settings.
  ///
  /// - Throws: ``ContractError`` for an unknown rule, option or value. The message has the nearest
  ///   known name.
  ///
  /// - Parameter isTop: Whether the settings are those of the whole contract.
  package func applying(
    _ node: JSONNode, contract: String, isTop: Bool = false
  ) throws(ContractError) -> RuleSettings {
    var copy = self
    guard node.kind == .object else {
      throw ContractError("`x-schemacheck` must be an object", contract: contract, node: node)
    }
    for property in node.properties where property.name != "rules" {
      if property.name == "customRules" {
        guard !isTop else { continue }
        throw ContractError(
          "`customRules` applies to a whole contract; write it into `x-schemacheck` at the top of "
            + "the contract",
          contract: contract, node: property.key)
      }
      if property.name == "leniencies" {
        copy.isLenient = try Self.leniencies(property.value, contract)
        continue
      }
      switch property.name {
      case "decoder": try copy.clients.apply(decoder: property.value, contract)
      case "clients": try copy.clients.apply(property.value, contract)
      default:
        throw unknown(
          "`x-schemacheck`", property,
          ["rules", "decoder", "clients", "customRules", "leniencies"], contract)
      }
    }
    copy.isForeign = false
    for property in node.properties where property.name == "rules" {
      copy = try copy.applying(rules: property.value, contract: contract, isTop: isTop)
    }
    return copy
  }

  /// Adds the settings of an object by rule. They have priority over the earlier settings.
  func applying(
    rules node: JSONNode, contract: String, isTop: Bool = true, defersUnknown: Bool = false
  ) throws(ContractError) -> RuleSettings {
    var copy = self
    guard node.kind == .object else {
      throw ContractError("`rules` must be an object", contract: contract, node: node)
    }
    for entry in node.properties {
      guard let rule = own.named(entry.name) else {
        // The rules that a contract adds are only known once it is read.
        if defersUnknown { continue }
        throw ContractError(
          "there is no rule `\(SafeText.line(entry.name))`"
            + NearestName.suggestion(for: entry.name, among: own.ids),
          contract: contract, node: entry.key)
      }
      try copy.set(rule, entry.value, contract, isTop: isTop)
    }
    return copy
  }

  private mutating func set(
    _ rule: Rule, _ node: JSONNode, _ contract: String, isTop: Bool
  ) throws(ContractError) {
    if node.kind == .string {
      self[rule].severity = try Self.severity(node, of: rule, contract)
      return
    }
    guard node.kind == .object else {
      throw ContractError(
        "a rule's setting must be a severity or an object", contract: contract, node: node)
    }
    // If an option is set but no severity, the rule is turned on.
    if self[rule].severity == nil { self[rule].severity = standardSeverity(of: rule) }
    for property in node.properties {
      if property.name == "severity" {
        self[rule].severity = try Self.severity(property.value, of: rule, contract)
        continue
      }
      if property.name == "mostly" {
        self[rule].mostly = try Self.mostly(property.value, contract, isTop: isTop)
        continue
      }
      guard let option = rule.options.first(where: { $0.name == property.name }) else {
        throw unknown(
          "`\(rule.id)`", property, ["severity", "mostly"] + rule.options.map(\.name), contract)
      }
      try set(rule, option, property.value, contract)
    }
  }

  private mutating func set(
    _ rule: Rule, _ option: RuleOption, _ node: JSONNode, _ contract: String
  ) throws(ContractError) {
    switch option.values {
    case .choice(let choices):
      guard let text = node.string, choices.contains(text) else {
        let near = node.string.map { NearestName.suggestion(for: $0, among: choices) } ?? ""
        throw ContractError(
          "`\(option.name)` must be one of " + choices.map { "`\($0)`" }.joined(separator: ", ")
            + near,
          contract: contract, node: node)
      }
      self[rule].options[option.name] = [text]
    case .pair:
      let names = node.kind == .array ? node.elements.compactMap(\.string) : []
      guard names.count == 2, node.count == 2, names[0] != names[1], !names.contains("") else {
        throw ContractError(
          "`\(option.name)` must be an array of two different property names", contract: contract,
          node: node)
      }
      self[rule].options[option.name] = names
    }
  }

  /// Reads `leniencies`: whether any is active.
  package static func leniencies(_ node: JSONNode, _ contract: String) throws(ContractError) -> Bool
  {
    guard let text = node.string, ["none", "listed"].contains(text) else {
      throw ContractError(
        "`leniencies` must be `none` or `listed`", contract: contract, node: node)
    }
    return text == "listed"
  }

  private static func mostly(
    _ node: JSONNode, _ contract: String, isTop: Bool
  ) throws(ContractError) -> Mostly {
    guard isTop else {
      throw ContractError(
        "`mostly` applies to a whole contract; write it into `x-schemacheck` at the top of the "
          + "contract, or into the configuration", contract: contract, node: node)
    }
    guard let mostly = Mostly(node) else {
      throw ContractError(
        "`mostly` must be a number between 0 and 1, such as 0.999", contract: contract, node: node)
    }
    return mostly
  }

  private static func severity(
    _ node: JSONNode, of rule: Rule, _ contract: String
  ) throws(ContractError) -> Severity? {
    let words = Rule.levels
    guard let text = node.string, words.contains(text) else {
      let near = node.string.map { NearestName.suggestion(for: $0, among: words) } ?? ""
      throw ContractError(
        "a severity must be `error`, `warning`, `note` or `off`" + near, contract: contract,
        node: node)
    }
    guard rule.levels.contains(text) else {
      throw ContractError(rule.refusalOfOff, contract: contract, node: node)
    }
    return Severity(rawValue: text)
  }

  private func unknown(
    _ owner: String, _ property: JSONProperty, _ known: [String], _ contract: String
  ) -> ContractError {
    ContractError(
      "\(owner) has no option `\(property.name)`"
        + (property.name == "from"
          ? "; `from` belongs in a parameter, beside `name` and `in`"
          : NearestName.suggestion(for: property.name, among: known)),
      contract: contract, node: property.key)
  }
}

/// Rule settings that replace the settings at the top of a contract. These settings have the same
/// form as `rules` in the contract's `x-schemacheck`.
public struct RuleOverrides: Hashable, Sendable {
  private(set) var rules: JSONNode?
  /// The file with the settings.
  private var file = ""
  /// The rules that the project adds.
  package var own = OwnRules()
  /// Whether leniencies are active; nil if the contract decides.
  package var isLenient: Bool?
  /// The `clients` of the configuration, by the names of contracts.
  package var clients: JSONNode?
  /// The only client that is used; nil for all.
  package var client: String?

  /// Creates empty settings.
  public init() {}

  /// - Throws: ``ContractError`` for an unknown rule, option or value. The message has the nearest
  ///   known name.
  ///
  /// - Parameter defersUnknown: Whether contracts may add rules that are not known yet.
  package init(
    _ rules: JSONNode, file: String, own: OwnRules = OwnRules(), defersUnknown: Bool = false
  ) throws(ContractError) {
    var settings = RuleSettings.standard
    settings.own = own
    _ = try settings.applying(rules: rules, contract: file, defersUnknown: defersUnknown)
    self.rules = rules
    self.file = file
    self.own = own
  }

  /// The severities by rule id; nil turns a rule off.
  package var severities: [String: Severity?] {
    guard let rules else { return [:] }
    var severities: [String: Severity?] = [:]
    for property in rules.properties {
      guard let text = property.value.string ?? property.value["severity"]?.string else { continue }
      severities[property.name] = .some(Severity(rawValue: text))
    }
    return severities
  }

  /// - Parameter contract: The contract's name.
  func applied(
    to settings: RuleSettings, of contract: String
  ) throws(ContractError) -> RuleSettings {
    var settings = settings
    for property in clients?.properties.map(\.self) ?? []
    where ("/" + contract).hasSuffix("/" + property.name) || contract.hasSuffix(":" + property.name)
    {
      try settings.clients.apply(property.value, file)
    }
    if let client { try settings.clients.keep(client, contract) }
    settings.isLenient = isLenient ?? settings.isLenient
    guard let rules else { return settings }
    return try settings.applying(rules: rules, contract: file, defersUnknown: true)
  }
}
