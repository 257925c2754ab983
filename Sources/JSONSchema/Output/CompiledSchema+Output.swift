@_spi(Engine) public import JSONTape

/// JSON Schema's own output. Source: JSON Schema Core 2020-12, section 12.
extension CompiledSchema {
  /// Every unit of a document's output, that of the whole schema first: failures where it is not
  /// valid, annotations where it is. Of an evaluation that was given up, one failure says so.
  ///
  /// Locations are complete only in a schema that was compiled with references kept.
  ///
  /// - Parameter base: The URI against which those that the schema was compiled with resolve, where
  ///   they are not absolute.
  /// - Complexity: As ``failures(in:)``, but every branch is walked, and memory is linear in the
  ///   nodes applied to values.
  @_spi(Engine) public func outputUnits(
    for document: JSONDocument, base: String
  ) -> [OutputUnit] {
    document.withCursor { cursor in
      // A node costs memory here, so that fewer have to do.
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor, nodesPerWord: 32)
      var tracer = Tracer()
      _ = evaluator.evaluate(plan.root, 0, -1, &tracer)
      if let abort = evaluator.abort {
        let failure = SchemaFailure(abort, plan: plan, root: plan.root)
        return [
          rootUnit(isValid: false, base: base),
          rootUnit(isValid: false, failure, base: base).moved(to: 1),
        ]
      }
      var builder = OutputBuilder(tracer, plan: plan, document: document, base: URIReference(base))
      return builder.units()
    }
  }

  /// The unit of the whole schema, at the whole value or where it fails.
  @_spi(Engine) public func rootUnit(
    isValid: Bool, _ failure: SchemaFailure? = nil, base: String
  ) -> OutputUnit {
    let place = SchemaPlace(
      plan.view.nodes[Int(plan.root)], in: plan, base: URIReference(base))
    return OutputUnit(
      level: 0, isValid: isValid, keywordLocation: "", absoluteKeywordLocation: place.uri,
      instance: failure?.instance ?? 0, failure: failure)
  }
}
