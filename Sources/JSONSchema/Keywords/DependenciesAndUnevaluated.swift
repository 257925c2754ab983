@_spi(Engine) import JSONTape

/// `dependentRequired`, `dependentSchemas` (JSON Schema Validation 2020-12, section 6.5.4; Core,
/// section 10.2.2.4) and `dependencies`, of which they are the two halves.
extension Keyword {
  static let dependencies: [Keyword] = [
    Keyword("dependentRequired") { draft, value, compiler throws(SchemaError) in
      guard value.kind == .object else {
        throw compiler.error("`dependentRequired` must be an object", value)
      }
      for member in value.members {
        try require(member, "dependentRequired", in: &draft, compiler)
      }
    },
    Keyword("dependentSchemas", .map, in: .applicator) {
      draft, value, compiler throws(SchemaError) in
      guard value.kind == .object else {
        throw compiler.error("`dependentSchemas` must be an object", value)
      }
      for member in value.members {
        try apply(member, "dependentSchemas", in: &draft, compiler)
      }
    },
    // Kept by later drafts for the schemas that still have it (Core 2020-12, appendix C).
    historicDependencies,
  ]

  /// `dependencies`, the only form up to draft 7. Source: JSON Schema Validation draft 7, section
  /// 6.5.7.
  static let historicDependencies = Keyword("dependencies", .map, in: .applicator) {
    draft, value, compiler throws(SchemaError) in
    guard value.kind == .object else {
      throw compiler.error("`dependencies` must be an object", value)
    }
    for member in value.members {
      if member.value.kind == .array {
        try require(member, "dependencies", in: &draft, compiler)
      } else {
        try apply(member, "dependencies", in: &draft, compiler)
      }
    }
  }

  private static func require(
    _ member: JSONMember, _ keyword: String, in draft: inout SchemaDraft,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let needed = try compiler.names(member.value, keyword)
    let plan = DependencyPlan(
      member: Array(member.name.utf8), needed: needed.map { Array($0.utf8) }, node: -1)
    draft.assert(.dependentRequired(compiler.dependency(plan)), keyword)
  }

  private static func apply(
    _ member: JSONMember, _ keyword: String, in draft: inout SchemaDraft,
    _ compiler: SchemaCompiler
  ) throws(SchemaError) {
    let site = try compiler.subschema(member.value, keyword, in: draft)
    let context = compiler.branchContext(keyword, of: draft)
    let node = try compiler.compile(site, in: context, isInPlace: true)
    let plan = DependencyPlan(member: Array(member.name.utf8), needed: [], node: node)
    draft.assert(.dependentSchema(compiler.dependency(plan)), keyword)
  }
}

/// `unevaluatedItems`, `unevaluatedProperties`. Source: JSON Schema Core 2020-12, section 11.
extension Keyword {
  /// In 2019-09 they belong to the applicators, later to a vocabulary of their own.
  static func unevaluated(_ vocabulary: Vocabulary) -> [Keyword] {
    [
      Keyword("unevaluatedItems", .schema, in: vocabulary) {
        draft, value, compiler throws(SchemaError) in
        let site = try compiler.subschema(value, "unevaluatedItems", in: draft)
        let node = try compiler.compile(site, in: draft.context, isInPlace: false)
        draft.assert(.unevaluatedItems(node), "unevaluatedItems")
      },
      Keyword("unevaluatedProperties", .schema, in: vocabulary) {
        draft, value, compiler throws(SchemaError) in
        let site = try compiler.subschema(value, "unevaluatedProperties", in: draft)
        let node = try compiler.compile(site, in: draft.context, isInPlace: false)
        draft.assert(.unevaluatedProperties(node), "unevaluatedProperties")
      },
    ]
  }
}

extension SchemaEvaluator {
  /// Judges what no other keyword of the schema has evaluated, and notes it as evaluated.
  @inline(never)
  mutating func holds<Sink: FailureSink>(
    _ assertion: Int, _ operation: Operation, unevaluatedAt index: Int, _ tracker: Int,
    _ sink: inout Sink
  ) -> Bool {
    let node: Int32
    let isObject: Bool
    switch (operation, cursor.rawTag(index)) {
    case (.unevaluatedItems(let items), 6): (node, isObject) = (items, false)
    case (.unevaluatedProperties(let properties), 7): (node, isObject) = (properties, true)
    default: return true
    }
    var holds = true
    var ordinal = 0
    var at = cursor.firstChild(index)
    let end = cursor.next(index)
    while at < end {
      let value = isObject ? at &+ 1 : at
      if !isMarked(ordinal, tracker) {
        if isNever(node) {
          holds = false
          _ = sink.fail(Int32(assertion), value, key: isObject ? at : -1, detail: ordinal)
        } else if probe(node, value, &sink) {
          mark(ordinal, tracker)
        } else {
          holds = false
          if Sink.collects, !Sink.traces { _ = evaluate(node, value, -1, &sink) }
        }
        if !holds && !Sink.collects { return false }
      }
      ordinal &+= 1
      at = cursor.next(value)
    }
    return holds
  }

  private func isNever(_ node: Int32) -> Bool { view.nodes[Int(node)].types == 0 }
}
