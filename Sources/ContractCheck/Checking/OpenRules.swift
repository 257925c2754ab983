@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The rules of a project for bodies that no schema describes. Each thread has its own object of
/// this class.
final class OpenRules {
  private struct Key: Hashable {
    let part: Exchange.Part
    let rules: Set<String>
  }

  private struct Opened {
    let contract: Contract
    var validator: SchemaValidator
  }

  private let rules: OwnRules
  private let severities: [String: Severity?]
  /// Those that are about some exchanges.
  private let choosy: [Rule]
  /// The rules by the set of conditional rules that are in force. Nil if no rule is in force.
  private var opened: [Key: Opened?] = [:]
  private let places = ContractPlaces()

  /// - Parameter severities: By id; nil turns a rule off.
  init(_ rules: OwnRules, _ severities: [String: Severity?]) {
    self.rules = rules.withoutSchemas
    self.severities = severities
    choosy = self.rules.ofExchanges
  }

  /// The findings of the rules in the body of a message. Nil if there are no findings.
  ///
  /// - Parameter operation: The method and the path template. Nil if the operation is not known.
  func reader(
    of document: JSONDocument, _ part: Exchange.Part, of exchange: Exchange,
    operation: String? = nil
  ) -> ViolationReader? {
    guard !rules.isEmpty else { return nil }
    var place = RulePlace(part == .request ? .request : .response)
    place.operation = operation
    place.status = part == .request ? nil : exchange.status.map { "\($0)" }
    place.mediaType = exchange[part].mediaType.flatMap { MediaType($0)?.essence }
    let key = Key(part: part, rules: Set(choosy.filter { $0.isAbout(place) }.map(\.id)))
    if opened[key] == nil { opened[key] = .some(open(place)) }
    guard var known = opened[key] ?? nil, let open = known.contract.components["Any"] else {
      return nil
    }
    let root = part == .request ? open.request : open.response
    known.validator.facts = MessageFacts(status: exchange.status, mediaType: place.mediaType)
    let isValid = document.withCursor { known.validator.isValid($0, 0, root: root) }
    let failures = isValid ? nil : known.validator.failures(in: document, root: root)
    opened[key] = known
    guard let failures, failures.count > 0 else { return nil }
    let contract = known.contract
    return ViolationReader(
      FailureReading(
        document: document, contract: contract, settings: contract.settings, places: places),
      failures, root: root, hasRepeatedKeys: !document.duplicateKeys().isEmpty)
  }

  private func open(_ place: RulePlace) -> Opened? {
    let own = rules.about(place)
    guard !own.isEmpty, let contract = try? Contract.open(own, overrides: severities) else {
      return nil
    }
    return Opened(contract: contract, validator: SchemaValidator(contract.schema))
  }
}
