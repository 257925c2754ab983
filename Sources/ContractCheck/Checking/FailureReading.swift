@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Interprets schema failures for an API. The reading decides which rule reports a failure, at
/// which place and with which message.
final class FailureReading {
  let document: JSONDocument
  /// The rule that reports a failure, by the failure's owner.
  let answers: [RulePlan.Answer]
  let settings: RuleSettings
  let authority: Authority
  /// The name of the checked document. Nil for a body.
  var whole: String?
  /// Whether the values are secret even if their names do not look secret.
  var hidesValues = false
  /// The contract; nil for a schema alone.
  var contract: (contract: Contract, places: ContractPlaces)?
  let nearest = NearestNames()

  init(
    document: JSONDocument, answers: [RulePlan.Answer], settings: RuleSettings,
    authority: Authority
  ) {
    self.document = document
    self.answers = answers
    self.settings = settings
    self.authority = authority
  }

  /// The violations in the order of the text.
  func violations(_ failures: [SchemaFailure]) -> [Violation] {
    guard !failures.isEmpty else { return [] }
    let reader = ViolationReader(
      self, FailureList(failures), hasRepeatedKeys: !document.duplicateKeys().isEmpty)
    let positions = reader.positions.sorted {
      (reader.range(at: $0).offset, $0) < (reader.range(at: $1).offset, $1)
    }
    return positions.compactMap { reader.violation(at: $0) }
  }

  /// Two failures at one place with the same identity are one mistake. The identity consists of the
  /// rule and the property. If there is only a schema, the keyword is also part of it.
  func identity(of failure: SchemaFailure) -> [String] {
    [
      rule(of: failure).id, failure.missingProperty ?? (failure.isOfAbsence ? "fewer" : ""),
      authority == .schema ? failure.keyword : "",
    ]
  }

  func isFigure(_ failure: SchemaFailure) -> Bool {
    guard case .required(let property) = failure.kind else { return false }
    return rule(of: failure).absence == .figures && Pagination.figure(property) != nil
  }

  /// Whether an object has properties, but no pagination figure.
  func lacksEveryFigure(_ failure: SchemaFailure) -> Bool {
    let object = document.node(at: failure.instance)
    return object.count > 0 && !object.properties.contains { Pagination.figure($0.name) != nil }
  }

  func rule(of failure: SchemaFailure) -> Rule { answer(of: failure).rule }

  /// The rule that reports a failure, and its severity. A failure that stands for several has the
  /// highest of their severities.
  func answer(of failure: SchemaFailure) -> RulePlan.Answer {
    let own = answers[Int(failure.owner.rawValue)]
    guard case .displaced(let displacement) = failure.kind else { return own }
    let all = displacement.owners.map { answers[Int($0.rawValue)] }
    let gravest = all.map(\.severity).max()
    let equals = all.filter { $0.severity == gravest }
    // Among rules of equal severity, the rule about schemas is the most precise.
    return equals.first(where: \.rule.saysKeywords) ?? equals.first ?? own
  }

  /// The severity of a failure. An uncertain failure is at most a warning.
  func severity(of failure: SchemaFailure) -> Severity {
    let severity = answer(of: failure).severity
    return failure.ground == .guess ? min(severity, .warning) : severity
  }

  /// Makes the violation of one failure. `name` is used for values that are not properties of an
  /// object, such as the value of a parameter.
  func violation(
    _ failure: SchemaFailure, at path: TapePath.Place, named name: String? = nil,
    standsForAll: Bool = false, lookalike: Lookalike? = nil, markedKey: Int? = nil,
    absence: SchemaFailure? = nil, paths: [Int: TapePath.Place] = [:]
  ) -> Violation {
    let rule = rule(of: failure)
    let node = document.node(at: failure.instance)
    let context = context(failure, path, name, paths)
    context.standsForAll = standsForAll
    context.lookalike = lookalike?.name
    if settings.clients.areNamed, let plan = contract?.contract.schema {
      context.absence = absence?.site.map { plan.schema(of: $0).node }
    }
    var violation = Violation(
      rule: rule, severity: severity(of: failure), kind: .assertion(context),
      instance: path.pointer,
      schema: rule.origin == nil ? failure.schema : nil,
      range: ((failure.key ?? markedKey).map { document.node(at: $0) } ?? node).range)
    violation.place = contract.flatMap { $0.places.place(of: failure, in: $0.contract) }
    // A rule about keys has a more precise text than its keyword.
    if failure.key == nil || rule.saysKeywords, !rule.marksKeys, !failure.keyword.isEmpty {
      violation.keyword = failure.keyword
    }
    if let property = failure.missingProperty {
      violation.property = standsForAll ? nil : property
      violation.lookalike = lookalike?.name
      if let lookalike, authority == .contract, lookalike.isExplained {
        // Mark the key that stands for the missing property.
        violation.range = document.node(at: lookalike.index).range
      } else {
        violation.mark = ByteRange(offset: node.range.offset, length: 1)
      }
    }
    if rule.origin != nil, node.kind == .object || node.kind == .array, markedKey == nil,
      failure.key == nil
    {
      // Marking the whole object would not help.
      violation.mark = ByteRange(offset: node.range.offset, length: 1)
    }
    if case .displaced = failure.kind {
      if failure.key == nil { violation.mark = ByteRange(offset: node.range.offset, length: 1) }
      return violation
    }
    if name == nil {
      let rename = context.rename(lookalike)
      violation.isConflict = rename?.isConflict ?? false
      // The app finds the documented key. The other key is an addition.
      if rename?.isAddition == true, failure.ground != .schema, rule.basis != .decoder {
        violation.severity = min(violation.severity, .warning)
      }
      // Do not add a property that is present under another name.
      violation.fix = rename?.fix
      if rename == nil {
        violation.fix = context.fix
        if violation.fix == nil, context.isRewriteTooLong { violation.obstacle = .longText }
        // Nobody knows which branch was meant.
        if failure.branches.contains(where: { $0.count > 1 }) { violation.fix?.isSafe = false }
      }
    }
    return violation
  }

  func text(of failure: SchemaFailure, at path: TapePath.Place) -> FindingText {
    context(failure, path, nil, [:]).text
  }

  private func context(
    _ failure: SchemaFailure, _ path: TapePath.Place, _ name: String?,
    _ paths: [Int: TapePath.Place]
  ) -> FailureContext {
    let rule = rule(of: failure)
    let isOwn = rule.origin != nil && authority == .contract
    let context = FailureContext(
      failure: failure, rule: rule, node: document.node(at: failure.instance),
      name: name ?? path.pointer.tokens.last, pointer: path.pointer,
      parent: path.parent.map { document.node(at: $0) },
      settings: settings, authority: isOwn ? .rule : authority, isKey: path.isKey,
      hidesValue: hidesValues || rule.hidesValues || OwnSecretNames.areIn(path.pointer)
        || SecretName.isSecret(inside: path.pointer),
      nearest: nearest)
    context.whole = whole
    if settings.clients.areNamed, let plan = contract?.contract.schema {
      context.definition = failure.site.map { plan.schema(of: $0).node }
    }
    context.alternatives = failure.alternatives.map { alternative in
      let failures = alternative.failures.map { inner in
        let isSameValue = inner.instance == failure.instance
        return self.context(
          inner, isSameValue ? path : paths[inner.instance] ?? path, isSameValue ? name : nil,
          paths)
      }
      return (alternative.branch, failures)
    }
    return context
  }
}

extension FailureReading {
  convenience init(
    document: JSONDocument, contract: Contract, settings: RuleSettings, places: ContractPlaces
  ) {
    self.init(
      document: document, answers: contract.answers, settings: settings, authority: .contract)
    self.contract = (contract, places)
  }
}
