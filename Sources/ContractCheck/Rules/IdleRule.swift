@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema

/// An own rule without effect, because no contract has what its `where` demands.
@_spi(Engine) public struct IdleRule: Sendable {
  /// The rule.
  public let rule: Rule
  /// The demand that no contract satisfies, as a sentence without a full stop.
  public let reason: String
  /// A text about the effect: the rule never applies, or it applies only to some statuses.
  @_spi(Engine) public let effect: String

  /// The one line to print.
  public var description: String {
    "\(rule.origin?.description ?? ""): warning: the rule `\(rule.id)` \(effect): \(reason)"
  }

  /// The idle rules of contracts, in order. Conditions on property names are ignored, because
  /// bodies may have more properties than the contract lists. Rules of presets are ignored, too,
  /// because they are written for many contracts.
  public static func all(in contracts: [Contract]) -> [IdleRule] {
    var own = OwnRules()
    for contract in contracts { own.formUnion(contract.ownRules) }
    return own.rules.filter { !$0.isOfPreset }.compactMap { rule in
      let holders = contracts.filter {
        $0.ownRules.named(rule.id) != nil && $0.settings[rule].severity != nil
      }
      guard !holders.isEmpty else { return nil }
      for selector in rule.form.selectors {
        if let reason = selector.absence(from: holders) {
          return IdleRule(rule: rule, reason: reason, effect: "never applies")
        }
        // The rule may be about responses that no contract documents.
        if let reason = selector.absenceOfResponses(from: holders) {
          let isOfResponses = selector.places.isEmpty || selector.places.contains(.response)
          return IdleRule(
            rule: rule, reason: reason,
            effect: isOfResponses
              ? "applies only to statuses that are not documented" : "never applies")
        }
      }
      return nil
    }
  }
}

extension Ownership.Selector {
  /// The first condition that no part of the contracts meets.
  fileprivate func absence(from contracts: [Contract]) -> String? {
    Self.missing("schema", schemas, contracts.flatMap(\.schemaNames), contracts)
      ?? Self.missing(
        "operation", operations, contracts.flatMap(\.operations).map(\.name), contracts)
  }

  private static func noun(_ contracts: [Contract]) -> String {
    contracts.count == 1 ? "the contract has no" : "the contracts have no"
  }

  private static func missing(
    _ what: String, _ wanted: [Wildcard], _ known: [String], _ contracts: [Contract]
  ) -> String? {
    guard !wanted.isEmpty, !wanted.contains(where: { known.contains(where: $0.matches) }) else {
      return nil
    }
    let texts = wanted.map { "`\(SafeText.line($0.text))`" }.prefix(3).joined(separator: ", ")
    let near = wanted.count == 1 ? NearestName.of(wanted[0].text, among: known) : nil
    return "\(noun(contracts)) \(what) \(texts)" + NearestName.suggestion(near)
  }

  /// The first condition on statuses and media types that no documented message meets.
  fileprivate func absenceOfResponses(from contracts: [Contract]) -> String? {
    let all = contracts.flatMap(\.operations)
    let types = all.flatMap { operation in
      ([operation.request].compactMap { $0 } + operation.responses.map(\.content))
        .flatMap { $0.entries.map(\.mediaType.essence) }
    }
    let known = Array(Set(types)).sorted()
    if let reason = Self.missing("media type", mediaTypes, known, contracts) { return reason }
    let statusesKnown = Set(all.flatMap(\.statuses))
    guard !statuses.isEmpty, !statuses.contains(where: { Self.isDescribed($0, by: statusesKnown) })
    else {
      return nil
    }
    let texts = statuses.map { "`\($0)`" }.prefix(3).joined(separator: ", ")
    return "\(Self.noun(contracts)) response for the status \(texts)"
  }

  private static func isDescribed(_ wanted: String, by known: Set<String>) -> Bool {
    if known.contains("default") { return true }
    return known.contains { status in
      let status = status.uppercased()
      return status == wanted
        || (status.hasSuffix("XX") || wanted.hasSuffix("XX"))
          && status.prefix(1) == wanted.prefix(1)
    }
  }
}
