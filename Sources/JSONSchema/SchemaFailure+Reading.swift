@_spi(Engine) import JSONTape

/// Turns raw failures into ``SchemaFailure`` values. Shared parts are looked up once.
struct FailureReader: Sendable {
  let plan: Plan
  let document: JSONDocument
  private var branchNames: [Int32: String?] = [:]
  private var objectNames: [Int32: [String]] = [:]
  private var inPlaceNames: [Int32: [String]] = [:]

  init(plan: Plan, document: JSONDocument) {
    self.plan = plan
    self.document = document
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
    var listed: [String] = []
    if case .required = assertion.operation, raw.detail >= 0, raw.displacement == nil {
      listed = names(ofObject: Int32(raw.detail))
    }
    var key = raw.key >= 0 ? raw.key : nil
    // The whole member is invalid; its key is just before its value.
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

  func isScalar(_ raw: RawFailure) -> Bool {
    document.withCursor { !$0.isContainer(raw.instance) }
  }

  func isAbsence(_ raw: RawFailure) -> Bool {
    guard raw.choices.isEmpty, raw.displacement == nil,
      case .required = plan.view.assertions[Int(raw.assertion)].operation
    else { return false }
    return true
  }

  /// The node of the absent member's schema, -1 where any value is allowed; nil if it is not known.
  func schema(ofAbsent raw: RawFailure) -> Int32? {
    guard isAbsence(raw), raw.detail >= 0,
      case .required(let name) = plan.view.assertions[Int(raw.assertion)].operation
    else { return nil }
    let node = plan.node(ofMember: plan.tables.strings[Int(name)], inObject: Int32(raw.detail))
    guard let node, node != ObjectPlan.unlisted, node != ObjectPlan.granted else { return nil }
    return max(node, ObjectPlan.any)
  }

  private mutating func kind(
    _ raw: RawFailure, _ assertion: Assertion, _ node: JSONNode
  ) -> SchemaFailure.Kind {
    if let displacement = raw.displacement {
      return .displaced(
        SchemaFailure.Displacement(
          level: displacement.level, member: displacement.member, owners: displacement.owners))
    }
    if !raw.choices.isEmpty { return .enum(allowed: allowed(by: raw.choices)) }
    var key: String { raw.key >= 0 ? document.node(at: raw.key).string ?? "" : "" }
    let scalars = { node.string?.unicodeScalars.count ?? 0 }
    let plan = plan
    let limit = { (limit: Int32) in plan.bound(limit, of: assertion) }
    switch assertion.operation {
    case .type(let types, _): return .type(expected: raw.types ?? types, found: node.kind)
    case .const(let constant): return .const(expected: plan.tables.enumerations[Int(constant)][0])
    case .enumeration(let list): return .enum(allowed: plan.tables.enumerations[Int(list)])
    case .minimum(let bound): return .minimum(plan.tables.numbers[Int(bound)])
    case .exclusiveMinimum(let bound): return .exclusiveMinimum(plan.tables.numbers[Int(bound)])
    case .maximum(let bound): return .maximum(plan.tables.numbers[Int(bound)])
    case .exclusiveMaximum(let bound): return .exclusiveMaximum(plan.tables.numbers[Int(bound)])
    case .multipleOf(let divisor): return .multipleOf(plan.tables.numbers[Int(divisor)])
    case .minLength(let least): return .minLength(limit: limit(least), found: scalars())
    case .maxLength(let most): return .maxLength(limit: limit(most), found: scalars())
    case .pattern(let pattern): return .pattern(plan.tables.patterns[Int(pattern)].source)
    case .format(let format): return .format(format)
    case .date(let profile): return .date(profile)
    case .decodable(let type):
      let text = raw.key >= 0 ? raw.key : raw.instance
      return document.withCursor { cursor in
        guard cursor.rawTag(text) == TapeTag.string.rawValue,
          let half = cursor.halfSurrogate(text)
        else { return .undecodable(type) }
        let escape = UnsafeBufferPointer(start: cursor.bytes + half.offset, count: half.length)
        return .halfSurrogate(String(decoding: escape, as: UTF8.self))
      }
    case .minItems(let least): return .minItems(limit: limit(least), found: node.count)
    case .maxItems(let most): return .maxItems(limit: limit(most), found: node.count)
    case .uniqueItems: return .uniqueItems(first: raw.detail, second: raw.second)
    case .contains(let contains):
      let contains = plan.view.containsPlans[Int(contains)]
      return .contains(
        minimum: plan.bound(contains.minimum, of: assertion, "minContains"),
        maximum: contains.maximum < 0
          ? nil : plan.bound(contains.maximum, of: assertion, "maxContains"),
        found: raw.detail, schema: plan.schema(of: contains.node))
    case .minProperties(let least): return .minProperties(limit: limit(least), found: node.count)
    case .maxProperties(let most): return .maxProperties(limit: limit(most), found: node.count)
    case .required(let name): return .required(member: plan.tables.strings[Int(name)])
    case .dependentRequired(let dependency):
      let dependency = plan.tables.dependencies[Int(dependency)]
      return .dependentRequired(
        member: String(decoding: dependency.needed[raw.detail], as: UTF8.self),
        because: String(decoding: dependency.member, as: UTF8.self))
    case .additionalProperties(let object):
      return .additionalProperties(
        member: key, listed: plan.listedNames(ofObject: object, allNamed: false))
    case .additionalItems: return .additionalItems(limit: raw.detail)
    case .unevaluatedProperties:
      // A branch that does not hold may list the member, too.
      let names = inPlaceNames.value(for: raw.assertion) { plan.namesInPlace(of: raw.assertion) }
      return .unevaluatedProperties(member: key, listed: names.filter { $0 != key })
    case .unevaluatedItems: return .unevaluatedItems(index: raw.detail)
    case .anyOf(let list):
      return .anyOf(branches: Int(list.count), nearest: alternatives(raw))
    case .oneOf(let list):
      return raw.matches.isEmpty
        ? .oneOf(branches: Int(list.count), nearest: alternatives(raw))
        : .oneOfMatches(
          raw.matches.map { position in
            let node = plan.view.children[Int(list.start) + position]
            return branch(RawBranch(position: position, node: node, count: Int(list.count)))
          })
    case .not(let excluded): return .not(schema: plan.schema(of: excluded))
    case .keyPolicy(let policy):
      switch raw.fault {
      case .entry(.alias(let name))?: return .alias(of: name)
      case .entry(.forbidden)?: return .forbiddenKey
      case .keyCase?: return .keyCase
      case .undocumented?, nil:
        return .undocumented(listed: plan.tables.keyPolicies[Int(policy)].listed)
      }
    case .refused(let direction): return .refused(direction)
    case .relation(let relation): return .relation(plan.tables.relations[Int(relation)])
    case .never, .propertyNames, .dependentSchema, .dependencies, .allOf, .conditional, .reference,
      .dynamicReference, .search, .elements, .demand, .walk:
      return .never
    }
  }

  private mutating func alternatives(_ raw: RawFailure) -> [SchemaFailure.Alternative] {
    raw.alternatives.map { alternative in
      SchemaFailure.Alternative(
        branch: branch(alternative.branch), failures: alternative.failures.map { failure($0) })
    }
  }

  private mutating func branch(_ raw: RawBranch) -> SchemaFailure.Branch {
    let name = branchNames.value(for: raw.node) { plan.name(of: raw.node) }
    return SchemaFailure.Branch(position: raw.position, name: name, count: raw.count)
  }

  private func allowed(by assertions: [Int32]) -> [JSONNode] {
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

  /// A failure of the whole schema.
  init(_ kind: Kind, at instance: Int, plan: Plan, root: Int32) {
    let type = plan.view.assertions[Int(plan.view.nodes[Int(root)].typeAssertion)]
    self.init(
      kind: kind, keyword: "$ref", owner: .schema,
      schema: plan.location(type.location), instance: instance, key: nil, branches: [],
      listed: [])
  }
}
