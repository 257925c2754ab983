@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// What schema failures mean for an API: which rule answers, where, in which words.
struct FailureReading {
  let document: JSONDocument
  /// By the owner of a failure, the rule that answers for it.
  let answers: [RulePlan.Answer]
  let settings: RuleSettings
  let authority: Authority
  /// Whether the values are secret, whatever their names say.
  var hidesValues = false

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

  func faults(_ failures: [SchemaFailure]) -> [BodyFault] {
    var failures = failures
    var absent: [Int: [Int]] = [:]
    for (position, failure) in failures.enumerated() {
      guard case .required = failure.kind else { continue }
      absent[failure.instance, default: []].append(position)
    }
    var dropped: Set<Int> = []
    var standsForAll: Set<Int> = []
    for positions in absent.values {
      // A half of a coordinate pair is the pair's rule; when both are absent, each is just missing.
      let pair = positions.filter { rule(of: failures[$0]).id == Rule.coordinateRange.id }
      if pair.count == 2 {
        for position in pair { failures[position].owner = .schema }
      }
      // Of a flat pagination that is absent altogether one finding stands for every figure.
      let figures = positions.filter { isFigure(failures[$0]) }
      if figures.count > 2, lacksEveryFigure(failures[figures[0]]) {
        standsForAll.insert(figures[0])
        dropped.formUnion(figures.dropFirst())
      }
    }
    let lookalikes = Lookalikes(
      failures, absent: absent.mapValues { $0.filter { !standsForAll.contains($0) } },
      in: document)
    // Where a contract judges, a member under another name is one mistake.
    if authority == .contract { dropped.formUnion(lookalikes.explained) }
    let paths = InstancePaths(Self.instances(of: failures), in: document)
    var seen: Set<[String]> = []
    return failures.indices.filter { !dropped.contains($0) }.compactMap { position in
      let failure = failures[position]
      let path = paths[failure.instance]
      guard seen.insert(identity(of: failure, at: path.pointer)).inserted else { return nil }
      return fault(
        failure, at: path, standsForAll: standsForAll.contains(position),
        lookalike: lookalikes[position], paths: paths)
    }
  }

  /// The values that failures are about, also those within branches.
  private static func instances(of failures: [SchemaFailure]) -> [Int] {
    failures.flatMap { failure in
      [failure.instance] + failure.alternatives.flatMap { instances(of: $0.failures) }
    }
  }

  /// What sets two mistakes apart: the rule, the place and the member, and, where a schema alone
  /// judges, the keyword.
  private func identity(of failure: SchemaFailure, at pointer: JSONPointer) -> [String] {
    var member = ""
    switch failure.kind {
    case .required(let name), .dependentRequired(let name, _): member = name
    default: break
    }
    let keyword = authority == .schema ? failure.keyword : ""
    return [rule(of: failure).id, pointer.description, member, keyword]
  }

  private func isFigure(_ failure: SchemaFailure) -> Bool {
    guard case .required(let member) = failure.kind else { return false }
    return rule(of: failure).id == Rule.paginationShape.id && Pagination.figure(member) != nil
  }

  /// Whether an object holds its items, and no pagination figure at all.
  private func lacksEveryFigure(_ failure: SchemaFailure) -> Bool {
    let object = document.node(at: failure.instance)
    return object.count > 0 && !object.members.contains { Pagination.figure($0.name) != nil }
  }

  private func rule(of failure: SchemaFailure) -> Rule {
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
    // A member under another name is not to be added.
    if name == nil, lookalike == nil {
      fault.fix = FixWriter(document: document, settings: settings).fix(
        failure, rule: rule, node: node, parent: context.parent)
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
