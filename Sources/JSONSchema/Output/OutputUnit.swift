@_spi(Engine) public import JSONTape

/// One unit of the output that JSON Schema defines. A unit has a keyword or a schema, the value
/// that was checked, and the result.
///
/// Source: JSON Schema Core 2020-12, section 12. Units are in schema order. The parent of a unit is
/// the last unit before it with a smaller ``level``.
@_spi(Engine) public struct OutputUnit: Sendable {
  /// The annotation of a valid value.
  public enum Annotation: Sendable {
    /// The keyword's own value.
    case value(JSONNode)
    /// All elements.
    case all
    /// The names of properties.
    case names([String])
    /// The positions of elements.
    case positions([Int])
    /// The position of the last element.
    case position(Int)
  }

  /// The depth of the unit. The unit of the whole schema has the depth 0.
  public internal(set) var level: Int
  /// Whether the value is valid.
  public let isValid: Bool
  /// The path from the root schema, through references, as a JSON Pointer.
  public let keywordLocation: String
  /// The same place as an absolute URI: the URI of the nearest schema resource, and a JSON Pointer
  /// as the fragment.
  public let absoluteKeywordLocation: String
  /// The tape index of the value.
  public internal(set) var instance: Int
  /// The failure of this unit itself. Nil if the unit has no failure.
  public internal(set) var failure: SchemaFailure? {
    get { failures.first }
    set { failures = newValue.map { [$0] } ?? [] }
  }
  /// The unit's failure, as a list of at most one failure. It is a list because a failure is large,
  /// and most units have no failure.
  var failures: [SchemaFailure] = []
  /// The annotation of this unit itself. Nil if the unit has no annotation.
  public internal(set) var annotation: Annotation?

  /// Whether the unit has a failure or an annotation.
  public var isTelling: Bool { failure != nil || annotation != nil }

  /// Whether the unit reports that evaluation was stopped early.
  public var isGivenUp: Bool { failure?.isGivenUp ?? false }

  /// The unit at another level.
  public func moved(to level: Int) -> OutputUnit {
    var unit = self
    unit.level = level
    return unit
  }

  /// The unit without failure and annotation.
  public var silenced: OutputUnit {
    var unit = self
    unit.failure = nil
    unit.annotation = nil
    return unit
  }
}

extension OutputUnit {
  /// The units of the `detailed` format. Units without information are removed. If a unit has only
  /// one child, the child replaces the unit.
  ///
  /// Source: section 12.4.3. But a unit with an annotation is kept, because no child repeats the
  /// annotation. If all units would be removed, the first unit is kept.
  @_spi(Engine) public static func condensed(_ units: [OutputUnit]) -> [OutputUnit] {
    var children = [Int](repeating: 0, count: units.count)
    /// For each level, the number of kept units whose parent was not reached yet.
    var open: [Int] = []
    for position in units.indices.reversed() {
      let unit = units[position]
      if unit.level + 1 < open.count {
        children[position] = open[unit.level + 1]
        open[unit.level + 1] = 0
      }
      while open.count <= unit.level { open.append(0) }
      if children[position] > 0 || unit.isTelling { open[unit.level] += 1 }
    }
    var kept: [OutputUnit] = []
    var ancestors: [Int] = []
    for (position, unit) in units.enumerated() {
      while let last = ancestors.last, last >= unit.level { ancestors.removeLast() }
      let isLeaf = children[position] == 0
      guard isLeaf ? unit.isTelling : children[position] > 1 || unit.annotation != nil else {
        continue
      }
      var unit = unit
      let level = unit.level
      unit.level = ancestors.count
      ancestors.append(level)
      kept.append(unit)
    }
    return kept.isEmpty ? Array(units.prefix(1)) : kept
  }
}

/// Makes JSON Schema's own output. Source: JSON Schema Core 2020-12, section 12.
extension CompiledSchema {
  /// The units of a document's output. The unit of the whole schema is the first one. If the
  /// document is invalid, the units have failures. If the document is valid, the units have
  /// annotations. If the evaluation was stopped early, there is one failure.
  ///
  /// Locations are complete only if the schema was compiled with `keepsReferences`.
  ///
  /// - Parameters:
  ///   - base: The base URI for relative URIs of the schema.
  ///   - isWanted: Whether to return a unit. The first unit is always returned.
  /// - Complexity: Like ``failures(in:)``, but every branch is evaluated. The memory is linear in
  ///   the number of times that a node is applied to a value.
  @_spi(Engine) public func outputUnits(
    for document: JSONDocument, base: String, where isWanted: (OutputUnit) -> Bool = { _ in true }
  ) -> [OutputUnit] {
    document.withCursor { cursor in
      // Each node needs memory here, so the limit is lower.
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
      return builder.units(where: isWanted)
    }
  }

  /// The unit of the whole schema.
  @_spi(Engine) public func rootUnit(
    isValid: Bool, _ failure: SchemaFailure? = nil, base: String
  ) -> OutputUnit {
    let place = SchemaPlace(
      plan.view.nodes[Int(plan.root)], in: plan, base: URIReference(base))
    return OutputUnit(
      level: 0, isValid: isValid, keywordLocation: "", absoluteKeywordLocation: place.uri,
      instance: failure?.instance ?? 0, failures: failure.map { [$0] } ?? [])
  }
}
