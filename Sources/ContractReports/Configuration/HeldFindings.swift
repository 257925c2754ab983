@_spi(Engine) internal import ContractCaptures
@_spi(Engine) public import ContractCheck

/// Keeps the findings of rules that have the setting `mostly`. The severity of such findings is
/// known only at the end of the run, when the exchanges are counted. The number of findings in
/// memory is limited.
@_spi(Engine) public struct HeldFindings {
  /// A finding or an exchange that is reported at the end of the run. The order of findings and
  /// exchanges does not change.
  public enum Event {
    case finding(Finding)
    /// An exchange. Its findings are also kept.
    case exchange(CheckedExchange)
  }

  /// The settings by contract and rule.
  private let settings: [String: [String: Mostly]]
  private var groups = FindingGroupList()
  private var events: [Event] = []
  private var released = 0

  private static let limit = 20_000

  /// Creates an empty ``HeldFindings``. Nil if no rule has `mostly`.
  public init?(_ contracts: [Contract]) {
    var settings: [String: [String: Mostly]] = [:]
    for contract in contracts where settings[contract.name] == nil {
      settings[contract.name] = contract.settings.mostly
    }
    guard settings.values.contains(where: { !$0.isEmpty }) else { return nil }
    self.settings = settings
  }

  private func setting(of finding: Finding) -> Mostly? {
    finding.contract.flatMap { settings[$0]?[finding.rule] }
  }

  /// Whether the severity of a finding depends on the rest of the run.
  public func concerns(_ finding: Finding) -> Bool {
    finding.severity > .note && finding.exchange?.operation != nil && setting(of: finding) != nil
  }

  /// Keeps a finding for later. Returns false if there is no more space. Then the finding must be
  /// reported at once.
  public mutating func hold(_ finding: Finding) -> Bool {
    if concerns(finding) { groups.add(finding) }
    guard events.count < Self.limit else {
      if concerns(finding) { released += 1 }
      return false
    }
    events.append(.finding(finding))
    return true
  }

  /// Keeps an exchange after its findings. Returns false if there is no more space.
  public mutating func hold(_ exchange: CheckedExchange) -> Bool {
    guard events.count < Self.limit else { return false }
    events.append(.exchange(exchange))
    return true
  }

  /// The findings and exchanges that were kept, with the final severities.
  public mutating func settled(_ summary: Summary) -> [Event] {
    var rare: Set<FindingGroup.Identity> = []
    for group in groups.all {
      guard let setting = settings[group.identity.contract ?? ""]?[group.identity.rule],
        let evaluated = summary.evaluated(group.identity),
        setting.allows(group.exchanges, of: evaluated)
      else { continue }
      rare.insert(group.identity)
    }
    defer { events = [] }
    return events.map { event in
      guard case .finding(var finding) = event, concerns(finding),
        rare.contains(FindingGroup.Identity(finding))
      else { return event }
      finding.severity = .note
      return .finding(finding)
    }
  }

  /// A line about the findings that were reported before the end of the run, because there was no
  /// more space.
  public var remark: String? {
    guard released > 0 else { return nil }
    return "there are too many findings to apply `mostly` to all of them: "
      + "\(Plural.count(released, "finding")) kept \(released == 1 ? "its" : "their") severity"
  }
}
