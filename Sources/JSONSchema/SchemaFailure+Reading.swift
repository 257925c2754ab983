@_spi(Engine) import JSONTape

/// Makes ``SchemaFailure`` values from raw failures. Parts that several failures have are searched
/// only once.
struct FailureReader: Sendable {
  let plan: Plan
  let document: JSONDocument
  let facts: MessageFacts
  private var branchNames: [Int32: String?] = [:]
  private var objectNames: [Int32: [String]] = [:]
  var inPlaceNames: [Int32: [String]] = [:]

  init(plan: Plan, document: JSONDocument, facts: MessageFacts = MessageFacts()) {
    self.plan = plan
    self.document = document
    self.facts = facts
  }

  mutating func failure(_ raw: RawFailure) -> SchemaFailure {
    let assertion = plan.view.assertions[Int(raw.assertion)]
    let node = document.node(at: raw.instance)
    var owner = raw.owner ?? assertion.owner
    if case .type(_, let stringOwner) = assertion.operation, raw.choices.isEmpty,
      node.kind == .string, raw.displacement == nil, raw.owner == nil
    {
      owner = stringOwner
    }
    if case .judged(let number, _) = assertion.operation {
      let judgement = plan.tables.judgements[Int(number)]
      owner = judgement.owner(of: verdict(judgement.judge, raw)) ?? owner
    }
    var listed: [String] = []
    if case .required = assertion.operation, raw.detail >= 0, raw.displacement == nil {
      listed = names(ofObject: Int32(raw.detail))
    }
    var key = raw.key >= 0 ? raw.key : nil
    // The whole property is invalid; its key is directly before its value.
    if case .refused = assertion.operation, raw.displacement == nil { key = raw.instance - 1 }
    var failure = SchemaFailure(
      kind: kind(raw, assertion, node), keyword: plan.tables.strings[Int(assertion.keyword)],
      owner: owner,
      schema: plan.location(assertion.location), instance: raw.instance, key: key,
      branches: raw.branches.map { branch($0) },
      listed: listed, ground: raw.ground, site: plan.site(assertion.location))
    if case .type = failure.kind {
      failure.place = PlanPlace(plan: plan, typeAssertion: raw.assertion)
    }
    return failure
  }

  private func verdict(_ judge: any ScalarJudge, _ raw: RawFailure) -> ClientVerdict {
    var scratch: [UInt8] = []
    return document.withCursor { cursor in
      cursor.withScalar(raw.key >= 0 ? raw.key : raw.instance, scratch: &scratch) {
        judge.verdict($0)
      }
    }
  }

  func isScalar(_ raw: RawFailure) -> Bool {
    document.withCursor { !$0.isContainer(raw.instance) }
  }

  func isAbsence(_ raw: RawFailure) -> Bool {
    guard raw.choices.isEmpty, raw.displacement == nil,
      case .required = plan.view.assertions[Int(raw.assertion)].operation
    else { return false }
    return true
  }

  /// The node of the missing property's schema. -1 if any value is allowed. Nil if the schema is
  /// not known.
  func schema(ofAbsent raw: RawFailure) -> Int32? {
    guard isAbsence(raw), raw.detail >= 0,
      case .required(let name) = plan.view.assertions[Int(raw.assertion)].operation
    else { return nil }
    let node = plan.node(ofProperty: plan.tables.strings[Int(name)], inObject: Int32(raw.detail))
    guard let node, node != ObjectPlan.unlisted, node != ObjectPlan.granted else { return nil }
    return max(node, ObjectPlan.any)
  }

  mutating func alternatives(_ raw: RawFailure) -> [SchemaFailure.Alternative] {
    raw.alternatives.map { alternative in
      SchemaFailure.Alternative(
        branch: branch(alternative.branch), failures: alternative.failures.map { failure($0) })
    }
  }

  mutating func branch(_ raw: RawBranch) -> SchemaFailure.Branch {
    let name = branchNames.value(for: raw.node) { plan.name(of: raw.node) }
    let property = plan.tables.discriminators[raw.discriminator]?.property
    return SchemaFailure.Branch(
      position: raw.position, name: name, count: raw.count,
      discriminator: property.map { String(decoding: $0, as: UTF8.self) })
  }

  func allowed(by assertions: [Int32]) -> [JSONNode] {
    var seen: Set<JSONNode> = []
    return assertions.flatMap(plan.allowed).filter { seen.insert($0).inserted }
  }

  private mutating func names(ofObject object: Int32) -> [String] {
    objectNames.value(for: object) { plan.listedNames(ofObject: object) }
  }
}

extension SchemaFailure {
  init(_ abort: SchemaEvaluator.Abort, plan: Plan, root: Int32) {
    let kind: Kind =
      switch abort.limit {
      case .depth: .tooDeep
      case .work: .tooMuchWork
      case .pattern(let pattern): .patternLimit(plan.tables.patterns[Int(pattern)].source)
      }
    self.init(kind, at: abort.instance, plan: plan, root: root)
  }

  /// Creates a failure of the whole schema.
  init(_ kind: Kind, at instance: Int, plan: Plan, root: Int32) {
    let type = plan.view.assertions[Int(plan.view.nodes[Int(root)].typeAssertion)]
    self.init(
      kind: kind, keyword: "$ref", owner: .schema,
      schema: plan.location(type.location), instance: instance, key: nil, branches: [],
      listed: [])
  }
}
