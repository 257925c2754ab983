@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// What schema failures mean for an API: which rule answers, where, in which words.
struct FailureReading {
  let document: JSONDocument
  /// By the owner of a failure, the rule that answers for it.
  let answers: [RulePlan.Answer]
  let settings: RuleSettings
  let authority: Authority
  /// Whether the values are secret, whatever their names say.
  var hidesValues = false
  private let nearest = NearestNames()

  init(
    document: JSONDocument, answers: [RulePlan.Answer], settings: RuleSettings,
    authority: Authority
  ) {
    self.document = document
    self.answers = answers
    self.settings = settings
    self.authority = authority
  }

  init(document: JSONDocument, contract: Contract, settings: RuleSettings) {
    self.init(
      document: document, answers: contract.answers, settings: settings, authority: .contract)
  }

  /// The faults that failures mean, in the order of the text.
  func faults(_ failures: [SchemaFailure]) -> [BodyFault] {
    guard !failures.isEmpty else { return [] }
    var reader = FaultReader(
      self, FailureList(failures), hasRepeatedKeys: !document.duplicateKeys().isEmpty)
    let positions = reader.positions.sorted {
      (reader.range(at: $0).offset, $0) < (reader.range(at: $1).offset, $1)
    }
    return document.withCursor { cursor in
      var walk = TapeWalk(cursor)
      return positions.compactMap { reader.fault(at: $0, &walk) }
    }
  }

  /// The ways to the values that the branches of a failure are about.
  func innerPaths(of failure: SchemaFailure, _ walk: TapeWalk) -> InstancePaths? {
    guard !failure.alternatives.isEmpty else { return nil }
    return walk.paths(to: Self.instances(of: failure.alternatives.flatMap(\.failures)))
  }

  /// The values that failures are about, also those within branches.
  private static func instances(of failures: [SchemaFailure]) -> [Int] {
    failures.flatMap { failure in
      [failure.instance] + failure.alternatives.flatMap { instances(of: $0.failures) }
    }
  }

  /// What sets two mistakes at one place apart: the rule and the member, and, where a schema alone
  /// judges, the keyword.
  func identity(of failure: SchemaFailure) -> [String] {
    var member = ""
    switch failure.kind {
    case .required(let name), .dependentRequired(let name, _): member = name
    default: break
    }
    return [rule(of: failure).id, member, authority == .schema ? failure.keyword : ""]
  }

  func isFigure(_ failure: SchemaFailure) -> Bool {
    guard case .required(let member) = failure.kind else { return false }
    return rule(of: failure).id == Rule.paginationShape.id && Pagination.figure(member) != nil
  }

  /// Whether an object holds its items, and no pagination figure at all.
  func lacksEveryFigure(_ failure: SchemaFailure) -> Bool {
    let object = document.node(at: failure.instance)
    return object.count > 0 && !object.members.contains { Pagination.figure($0.name) != nil }
  }

  func rule(of failure: SchemaFailure) -> Rule {
    Rule.catalogue[answers[Int(failure.owner.rawValue)].rule]
  }

  /// The fault of one failure. A name is given where the value is no member of an object, as a
  /// parameter's is not.
  func fault(
    _ failure: SchemaFailure, at path: InstancePaths.Path, named name: String? = nil,
    standsForAll: Bool = false, lookalike: Lookalikes.Key? = nil, paths: InstancePaths? = nil
  ) -> BodyFault? {
    let answer = answers[Int(failure.owner.rawValue)]
    let rule = Rule.catalogue[answer.rule]
    let node = document.node(at: failure.instance)
    let instance = path.pointer
    var context = context(failure, path, name, paths)
    context.standsForAll = standsForAll
    context.lookalike = lookalike?.name
    var fault = BodyFault(
      rule: rule, severity: answer.severity, text: BodyMessage.failure(context).text,
      instance: instance, range: failure.key.map { document.node(at: $0).range } ?? node.range)
    if failure.key == nil || rule.id == Rule.schema.id { fault.keyword = failure.keyword }
    fault.schema = failure.schema
    fault.branchNote = context.branchNote
    fault.shape = context.shape
    switch failure.kind {
    case .required(let member):
      fault.member = standsForAll ? nil : member
      fault.lookalike = lookalike?.name
      if let lookalike, authority == .contract, lookalike.isExplained {
        // The mistake stands at the key that is here.
        fault.range = document.node(at: lookalike.index).range
      } else {
        fault.mark = ByteRange(offset: node.range.offset, length: 1)
      }
    case .dependentRequired(let member, _):
      fault.member = member
      fault.mark = ByteRange(offset: node.range.offset, length: 1)
    default: break
    }
    if name == nil {
      let writer = FixWriter(document: document, isMasked: context.isMasked)
      let rename = writer.rename(failure, node: node, parent: context.parent, lookalike)
      fault.isConflict = rename?.isConflict ?? false
      // A member under another name is not to be added.
      fault.fix = rename?.fix
      if rename == nil {
        fault.fix = writer.fix(failure, rule: rule, node: node)
        // Which branch was meant is a guess, though a good one.
        if failure.branches.contains(where: { $0.count > 1 }) { fault.fix?.isSafe = false }
      }
    }
    return fault
  }

  /// The words of one failure.
  func text(of failure: SchemaFailure, at path: InstancePaths.Path) -> FindingText {
    BodyMessage.failure(context(failure, path, nil, nil)).text
  }

  /// A failure with all that its words may mention.
  private func context(
    _ failure: SchemaFailure, _ path: InstancePaths.Path, _ name: String?, _ paths: InstancePaths?
  ) -> FailureContext {
    var context = FailureContext(
      failure: failure, rule: rule(of: failure), node: document.node(at: failure.instance),
      name: name ?? path.pointer.tokens.last, parent: path.parent.map { document.node(at: $0) },
      standsForAll: false, settings: settings, authority: authority)
    context.hidesValue = hidesValues
    context.nearest = nearest
    context.isKey = path.isKey
    context.alternatives = failure.alternatives.map { alternative in
      let failures = alternative.failures.map { inner in
        let isSameValue = inner.instance == failure.instance
        return self.context(
          inner, isSameValue ? path : paths?[inner.instance] ?? path, isSameValue ? name : nil,
          paths)
      }
      return (alternative.branch, failures)
    }
    return context
  }
}
