internal import JSONTape

/// Settings of rules that apply over those at the top of a contract, of the same form as the `rules`
/// of its `x-schemacheck`.
public struct RuleOverrides: Hashable, Sendable {
  private var rules: JSONNode?
  /// What the settings stand in.
  private var file = ""

  /// No settings.
  public init() {}

  /// The settings of an object.
  ///
  /// - Throws: ``ContractError`` for an unknown rule, option or value, with the nearest known one.
  init(_ rules: JSONNode, file: String) throws(ContractError) {
    _ = try RuleSettings.standard.applying(rules: rules, contract: file)
    self.rules = rules
    self.file = file
  }

  /// The severities that are set, by rule id; nil turns a rule off.
  public var severities: [String: Severity?] {
    guard let rules else { return [:] }
    var severities: [String: Severity?] = [:]
    for member in rules.members {
      guard let text = member.value.string ?? member.value["severity"]?.string else { continue }
      severities[member.name] = .some(Severity(rawValue: text))
    }
    return severities
  }

  /// Settings with these over them.
  func applied(to settings: RuleSettings) throws(ContractError) -> RuleSettings {
    guard let rules else { return settings }
    return try settings.applying(rules: rules, contract: file)
  }
}
