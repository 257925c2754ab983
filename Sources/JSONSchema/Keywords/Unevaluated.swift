@_spi(Engine) import JSONTape

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
