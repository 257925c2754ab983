@_spi(Engine) public import JSONTape

/// One unit of JSON Schema's own output: a keyword or a schema at a value, with what it says.
///
/// Source: JSON Schema Core 2020-12, section 12. Units come in the order of the text; one belongs to
/// the last unit before it with a smaller ``level``.
@_spi(Engine) public struct OutputUnit: Sendable {
  /// What a keyword says of a valid value.
  public enum Annotation: Sendable {
    /// The keyword's own value.
    case value(JSONNode)
    /// Every element.
    case all
    /// Names of members.
    case names([String])
    /// Positions of elements.
    case positions([Int])
    /// The position of the last element.
    case position(Int)
  }

  /// How deep the unit stands; 0 for the one of the whole schema.
  public internal(set) var level: Int
  /// The verdict of the keyword or schema.
  public let isValid: Bool
  /// The way from the root schema, through references, as a JSON Pointer.
  public let keywordLocation: String
  /// The same place as a URI: the nearest resource's, with a JSON Pointer as its fragment.
  public let absoluteKeywordLocation: String
  /// Tape index of the value.
  public let instance: Int
  /// Why it is not valid, where the unit says so itself.
  public internal(set) var failure: SchemaFailure?
  /// What it says of the value.
  public internal(set) var annotation: Annotation?

  /// Whether the unit has something of its own to say.
  public var isTelling: Bool { failure != nil || annotation != nil }

  /// Whether the unit says that evaluation was given up.
  public var isGivenUp: Bool { failure?.isGivenUp ?? false }

  /// The unit at another depth.
  public func moved(to level: Int) -> OutputUnit {
    var unit = self
    unit.level = level
    return unit
  }

  /// The unit without what it has to say.
  public var silenced: OutputUnit {
    var unit = self
    unit.failure = nil
    unit.annotation = nil
    return unit
  }
}

extension OutputUnit {
  /// The units of the `detailed` format: without those that have nothing below and nothing to say,
  /// and with the only child in the place of a unit that has one.
  ///
  /// Source: section 12.4.3. What a unit with one child says of a failure is what the child says; an
  /// annotation is kept, since it is said nowhere else. The first unit left is the document.
  @_spi(Engine) public static func condensed(_ units: [OutputUnit]) -> [OutputUnit] {
    var children = [Int](repeating: 0, count: units.count)
    /// For every level, how many units below the one to come are alive.
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
