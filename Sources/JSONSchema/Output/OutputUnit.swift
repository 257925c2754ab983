public import JSONTape

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
  public var isGivenUp: Bool {
    switch failure?.kind {
    case .tooDeep, .tooMuchWork: true
    default: false
    }
  }

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
