@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) package import JSONTape

extension Contract {
  /// A contract that describes no values, so that only own rules can find something.
  static func open(
    _ own: OwnRules, overrides: [String: Severity?] = [:]
  ) throws(ContractError) -> Contract {
    let text = #"{"openapi":"3.1.0","components":{"schemas":{"Any":{}}}}"#
    let name = "open"
    var rules = RuleOverrides()
    rules.own = own
    let files = try ContractFiles(
      try ContractText.document(Array(text.utf8), name: name), name: name,
      companions: { _ throws(CompanionError) in nil })
    var reader = try OpenAPIReader(
      files, name: name, rules: rules, overrides: overrides, catalogue: [.schema])
    return try reader.contract()
  }
}

extension Rule {
  /// The first wrong example and the first right example of an own rule. Each example has a body. A
  /// wrong example also has the place of the mistake.
  @_spi(Engine) public var ownExamples: [(body: String, place: String?)] {
    let all = origin?.examples ?? []
    let shown = [all.first { !$0.isRight }, all.first { $0.isRight }]
    return shown.compactMap {
      $0.map { (Redaction.body($0.body), $0.isRight ? nil : "\($0.places[0].shown)") }
    }
  }
}

/// The results of the examples of one rule.
package struct OwnRuleTest: Sendable {
  /// An example whose result is not the expected one.
  package struct Mismatch: Hashable, Sendable {
    /// One sentence without a full stop.
    package let message: String
    /// The place of the example in the rule's file.
    package let position: TextPosition
  }

  /// The rule.
  package let rule: Rule
  /// The number of right examples.
  package private(set) var right = 0
  /// The number of wrong examples.
  package private(set) var wrong = 0
  /// The mismatches in the order of the examples.
  package private(set) var mismatches: [Mismatch] = []

  /// Checks the examples of each rule in the same way as `check` without a contract.
  package static func run(_ own: OwnRules) -> [OwnRuleTest] {
    own.anywhere.rules.map { OwnRuleTest($0) }
  }

  private init(_ rule: Rule) {
    self.rule = rule
    var alone = OwnRules()
    alone.insert(rule)
    let contract = try? Contract.open(alone, overrides: [rule.id: rule.severity])
    let checker = { (status: Int?) in
      contract.flatMap {
        try? Checker(
          contracts: [$0], assumption: Checker.Assumption(status: status, schema: "Any"))
      }
    }
    for example in rule.origin?.examples ?? [] {
      if example.isRight { right += 1 } else { wrong += 1 }
      let number = example.isRight ? right : wrong
      let name = example.isRight ? "right example \(number)" : "wrong example \(number)"
      for message in Self.mismatches(example, rule, checker(example.status)) {
        mismatches.append(Mismatch(message: "\(name) \(message)", position: example.position))
      }
    }
  }

  private static func mismatches(
    _ example: OwnRuleExample, _ rule: Rule, _ checker: Checker?
  ) -> [String] {
    var findings: [Finding] = []
    var isChecked = false
    checker?.check(Array(example.body.utf8), name: "example", format: .json) { _, result in
      findings += result.findings
      if result.outcome == .checked { isChecked = true }
    } problem: { _ in
      isChecked = false
    }
    guard isChecked else { return ["cannot be checked"] }
    let own = findings.filter { $0.rule == rule.id }
    func shown(_ pointer: JSONPointer) -> String {
      pointer.tokens.isEmpty ? "the body itself" : "`\(SafeText.line("\(pointer.shown)"))`"
    }
    if example.isRight {
      return own.prefix(1).map { "has a finding at \(shown($0.instance)): \($0.message)" }
    }
    let found = Set(
      own.flatMap { finding in
        [finding.instance] + (finding.property.map { [finding.instance.appending($0)] } ?? [])
      })
    var messages: [String] = []
    for place in example.places where !found.contains(place) {
      let doubt = Self.doubt(rule, at: place, in: example.body).map { ": \($0)" } ?? ""
      messages.append("has no finding at \(shown(place))\(doubt)")
    }
    for finding in own {
      let places =
        [finding.instance] + (finding.property.map { [finding.instance.appending($0)] } ?? [])
      if !example.places.contains(where: places.contains) {
        messages.append("also has a finding at \(shown(finding.instance)): \(finding.message)")
      }
    }
    return messages
  }

  /// The reason why a relation of the rule cannot be decided in the object at a place of an
  /// example.
  private static func doubt(_ rule: Rule, at place: JSONPointer, in body: String) -> String? {
    guard let document = try? JSONDocument(body) else { return nil }
    // The place is the place of the wrong value. The object contains this value.
    var place = place
    while document.node(at: place)?.kind != .object, !place.tokens.isEmpty {
      place = JSONPointer(tokens: place.tokens.dropLast())
    }
    guard let object = document.node(at: place), object.kind == .object else { return nil }
    return rule.form.relations.lazy.compactMap { (try? Relation($0))?.doubt(in: object) }.first
      .map { "the relation is unknown, since \($0)" }
  }
}
