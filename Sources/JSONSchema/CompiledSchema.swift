@_spi(Engine) public import JSONTape

/// A schema ready to judge instances: compiled once, used from any thread.
public struct CompiledSchema: Sendable {
  let plan: Plan

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - document: The schema.
  ///   - uri: The URI under which it is known, against which its `$id` and `$ref` resolve.
  ///   - registry: Other documents that references may lead to; nothing is fetched.
  ///   - assertsFormats: Whether `format` is an assertion or says nothing.
  /// - Throws: ``SchemaError`` with the place of what is wrong.
  /// - Complexity: O(*n*) in the size of the schema.
  public init(
    _ document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true
  ) throws(SchemaError) {
    try self.init(
      document, uri: uri, registry: registry, assertsFormats: assertsFormats,
      keepsReferences: false)
  }

  /// The same, with references kept as nodes for ``outputUnits(for:base:)``.
  @_spi(Engine) public init(
    _ document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true, keepsReferences: Bool
  ) throws(SchemaError) {
    var registry = registry
    let number = try registry.add(document, uri: uri)
    let compiler = SchemaCompiler(
      registry: registry, assertsFormats: assertsFormats, keepsReferences: keepsReferences)
    let root = try compiler.compile(
      document.root, of: number, context: PlanContext(rawValue: 0))
    plan = try compiler.plan(root: root)
  }

  /// A schema whose root is a node of a compiler's plan.
  ///
  /// - Throws: ``SchemaError`` where a schema applies itself to the same value without end.
  @_spi(Engine) public init(
    _ compiler: SchemaCompiler, root: Int32
  ) throws(SchemaError) {
    plan = try compiler.plan(root: root)
  }

  /// Whether an instance is valid.
  ///
  /// - Complexity: O(*n*) in the size of the instance for schemas without branches over the same
  ///   value; evaluation stops at the first failure.
  public func isValid(_ document: JSONDocument) -> Bool { isValid(document, root: plan.root) }

  /// Every failure of an instance, in the order of the instance; empty when it is valid.
  ///
  /// - Complexity: A valid instance costs what ``isValid(_:)`` does; an invalid one is walked twice.
  public func failures(in document: JSONDocument) -> [SchemaFailure] {
    failures(in: document, root: plan.root)
  }

  /// Whether an instance is valid for a node of a plan with several roots.
  @_spi(Engine) public func isValid(_ document: JSONDocument, root: Int32) -> Bool {
    document.withCursor { cursor in
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor)
      var verdict = Verdict()
      return evaluator.evaluate(root, 0, -1, &verdict)
    }
  }

  /// Every failure of an instance, or of the value at a tape index of it, for a node of a plan with
  /// several roots.
  @_spi(Engine) public func failures(
    in document: JSONDocument, root: Int32, at index: Int = 0
  ) -> [SchemaFailure] {
    document.withCursor { cursor in
      var judge = SchemaEvaluator(plan: plan, cursor: cursor)
      var verdict = Verdict()
      if judge.evaluate(root, index, -1, &verdict) { return [] }
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor)
      var collector = Collector()
      _ = evaluator.evaluate(root, index, -1, &collector)
      if let abort = judge.abort ?? evaluator.abort {
        return [SchemaFailure(abort, plan: plan, root: root)]
      }
      return collector.failures.map { SchemaFailure($0, plan: plan, document: document) }
    }
  }
}

extension SchemaFailure {
  /// The one failure of an evaluation that was given up.
  init(_ abort: SchemaEvaluator.Abort, plan: Plan, root: Int32) {
    let type = plan.view.assertions[Int(plan.view.nodes[Int(root)].typeAssertion)]
    kind = abort.isDepth ? .tooDeep : .tooMuchWork
    keyword = "$ref"
    owner = .schema
    schema = plan.location(type.location)
    instance = abort.instance
    key = nil
    otherBranches = 0
  }

  init(_ raw: RawFailure, plan: Plan, document: JSONDocument) {
    let assertion = plan.view.assertions[Int(raw.assertion)]
    let node = document.node(at: raw.instance)
    func key() -> String { raw.key >= 0 ? document.node(at: raw.key).string ?? "" : "" }
    var owner = raw.owner ?? assertion.owner
    keyword = plan.strings[Int(assertion.keyword)]
    schema = plan.location(assertion.location)
    instance = raw.instance
    self.key = raw.key >= 0 ? raw.key : nil
    otherBranches = raw.otherBranches
    if !raw.choices.isEmpty {
      self.owner = owner
      kind = .enum(allowed: raw.choices.flatMap(plan.allowed))
      return
    }
    switch assertion.operation {
    case .type(let types, let stringOwner):
      if node.kind == .string { owner = stringOwner }
      kind = .type(expected: raw.types ?? types, found: node.kind)
    case .const(let constant): kind = .const(expected: plan.constants[Int(constant)])
    case .enumeration(let list): kind = .enum(allowed: plan.enumerations[Int(list)])
    case .minimum(let bound): kind = .minimum(plan.numbers[Int(bound)])
    case .exclusiveMinimum(let bound): kind = .exclusiveMinimum(plan.numbers[Int(bound)])
    case .maximum(let bound): kind = .maximum(plan.numbers[Int(bound)])
    case .exclusiveMaximum(let bound): kind = .exclusiveMaximum(plan.numbers[Int(bound)])
    case .multipleOf(let divisor): kind = .multipleOf(plan.numbers[Int(divisor)])
    case .minLength(let limit):
      kind = .minLength(limit: Int(limit), found: node.string?.unicodeScalars.count ?? 0)
    case .maxLength(let limit):
      kind = .maxLength(limit: Int(limit), found: node.string?.unicodeScalars.count ?? 0)
    case .pattern(let pattern):
      let source = plan.patternSources[Int(pattern)]
      kind =
        plan.patterns[Int(pattern)].givesUp(on: node) ? .patternLimit(source) : .pattern(source)
    case .format(let format): kind = .format(format)
    case .date(let profile): kind = .date(profile)
    case .minItems(let limit): kind = .minItems(limit: Int(limit), found: node.count)
    case .maxItems(let limit): kind = .maxItems(limit: Int(limit), found: node.count)
    case .uniqueItems: kind = .uniqueItems(first: raw.detail, second: raw.second)
    case .contains(let contains):
      let plan = plan.containsPlans[Int(contains)]
      kind = .contains(
        minimum: Int(plan.minimum), maximum: plan.maximum < 0 ? nil : Int(plan.maximum),
        found: raw.detail)
    case .minProperties(let limit): kind = .minProperties(limit: Int(limit), found: node.count)
    case .maxProperties(let limit): kind = .maxProperties(limit: Int(limit), found: node.count)
    case .required(let name): kind = .required(member: plan.strings[Int(name)])
    case .dependentRequired(let dependency):
      let plan = plan.dependencies[Int(dependency)]
      kind = .dependentRequired(
        member: String(decoding: plan.needed[raw.detail], as: UTF8.self),
        because: String(decoding: plan.member, as: UTF8.self))
    case .additionalProperties(let object):
      kind = .additionalProperties(member: key(), listed: plan.listedNames(ofObject: object))
    case .additionalItems: kind = .additionalItems(limit: raw.detail)
    case .unevaluatedProperties: kind = .unevaluatedProperties(member: key())
    case .unevaluatedItems: kind = .unevaluatedItems(index: raw.detail)
    case .anyOf(let list): kind = .anyOf(branches: Int(list.count))
    case .oneOf(let list):
      kind = raw.matches.isEmpty ? .oneOf(branches: Int(list.count)) : .oneOfMatches(raw.matches)
    case .not: kind = .not
    case .keyPolicy(let policy):
      switch raw.fault {
      case .alias(let name)?: kind = .alias(of: name)
      case .forbidden?: kind = .forbiddenKey
      case .keyCase?: kind = .keyCase
      case .undocumented?, nil:
        kind = .undocumented(listed: plan.keyPolicies[Int(policy)].listed)
      }
    case .never, .propertyNames, .dependentSchema, .allOf, .conditional, .reference,
      .dynamicReference, .search:
      kind = .never
    }
    self.owner = owner
  }
}

extension Pattern {
  /// Whether matching a string takes more steps than the bound.
  fileprivate func givesUp(on node: JSONNode) -> Bool {
    let text = Array((node.string ?? "").utf8)
    return text.withUnsafeBufferPointer { (try? matches($0)) == nil }
  }
}

extension Plan {
  /// A schema's place as a URI reference with a JSON Pointer fragment.
  fileprivate func location(_ number: Int32) -> String {
    let location = locations[Int(number)]
    guard location.document < documents.count else { return "#" }
    let entry = documents[location.document]
    return "\(entry.uri)#\(entry.document.pointer(to: location.index))"
  }

  /// The values that a `const` or `enum` assertion allows.
  fileprivate func allowed(by assertion: Int32) -> [JSONNode] {
    switch view.assertions[Int(assertion)].operation {
    case .const(let constant): [constants[Int(constant)]]
    case .enumeration(let list): enumerations[Int(list)]
    default: []
    }
  }

  /// The members that an object plan lists.
  fileprivate func listedNames(ofObject index: Int32) -> [String] {
    let object = view.objects[Int(index)]
    return (0..<Int(object.slotCount)).map { position in
      let slot = view.slots[Int(object.slots) + position]
      return String(
        decoding: UnsafeBufferPointer(
          start: view.names + Int(slot.name), count: Int(slot.length)), as: UTF8.self)
    }
  }
}
