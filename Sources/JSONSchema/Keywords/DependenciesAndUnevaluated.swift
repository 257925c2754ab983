@_spi(Engine) import JSONTape

/// `dependentRequired`, `dependentSchemas` (JSON Schema Validation 2020-12, section 6.5.4; Core,
/// section 10.2.2.4), and `dependencies`, which combines both.
extension Keyword {
  static let dependencies: [Keyword] = [
    dependency("dependentRequired", .none, in: .validation),
    dependency("dependentSchemas", .map, in: .applicator),
    // Later drafts still accept it (Core 2020-12, appendix C).
    historicDependencies,
  ]

  /// The only form up to draft 7. Source: JSON Schema Validation draft 7, section 6.5.7.
  static let historicDependencies = dependency("dependencies", .map, in: .applicator)

  private static func dependency(
    _ name: String, _ subschemas: Subschemas, in vocabulary: Vocabulary
  ) -> Keyword {
    Keyword(name, subschemas, in: vocabulary) { draft, value, compiler throws(SchemaError) in
      for member in try compiler.members(of: value, name) {
        var plan = DependencyPlan(member: Array(member.name.utf8), needed: [], node: -1)
        let isList =
          name == "dependentRequired" || name == "dependencies" && member.value.kind == .array
        if isList {
          plan.needed = try compiler.names(member.value, name).map { Array($0.utf8) }
        } else {
          plan.node = try compiler.compile(member.value, name, in: draft, isInPlace: true)
        }
        let index = compiler.builder.tables.dependencies.place(plan)
        draft.assert(isList ? .dependentRequired(index) : .dependentSchema(index), name)
      }
    }
  }
}

/// `unevaluatedItems`, `unevaluatedProperties`. Source: JSON Schema Core 2020-12, section 11.
extension Keyword {
  /// Their vocabulary in 2019-09 is the applicators, later one of their own.
  static func unevaluated(_ vocabulary: Vocabulary) -> [Keyword] {
    [
      applicator("unevaluatedItems", in: vocabulary) { .unevaluatedItems($0) },
      applicator("unevaluatedProperties", in: vocabulary) { .unevaluatedProperties($0) },
    ]
  }
}

extension SchemaEvaluator {
  /// Checks what no other keyword has evaluated, and marks it as evaluated.
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
        if view.nodes[Int(node)].types == 0 {
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
}
