extension PathTemplate {
  /// How much of a template is fixed, segment by segment from the left: a literal beats a segment
  /// with literal parts, the more literal text the better, and that beats a bare parameter. The
  /// greater of two that match the same path is the one meant.
  public struct Specificity: Comparable, Hashable, Sendable {
    let ranks: [Int]

    /// The order of precedence; templates of different lengths never meet on a path.
    public static func < (left: Self, right: Self) -> Bool {
      left.ranks.lexicographicallyPrecedes(right.ranks)
    }
  }

  /// See ``Specificity``.
  public var specificity: Specificity {
    Specificity(
      ranks: segments.map { segment in
        switch segment {
        case .literal: Int.max
        case .parameter: 0
        case .mixed(let parts):
          parts.reduce(0) { sum, part in
            if case .literal(let bytes) = part { sum + bytes.count } else { sum }
          }
        }
      })
  }

  /// The segments without what parameters stand for: the same for all templates that tie.
  var outline: [String] {
    segments.map { segment in
      switch segment {
      case .literal(let bytes): "/" + String(decoding: bytes, as: UTF8.self)
      case .parameter: "{}"
      case .mixed: "{}*"
      }
    }
  }

  /// Whether some path may match both templates while neither is the more specific: such a pair is
  /// a mistake of the contract.
  ///
  /// Segments with several literal parts are compared by their first and last part alone, so a rare
  /// pair that could never meet is called ambiguous too.
  public func isAmbiguous(with other: PathTemplate) -> Bool {
    guard segments.count == other.segments.count, specificity == other.specificity else {
      return false
    }
    return zip(segments, other.segments).allSatisfy { left, right in
      switch (left, right) {
      case (.literal(let first), .literal(let second)): first == second
      case (.mixed(let first), .mixed(let second)): Self.mayMeet(first, second)
      // Equal ranks: both are bare parameters.
      default: true
      }
    }
  }

  private static func mayMeet(_ left: [Part], _ right: [Part]) -> Bool {
    if case .literal(let first) = left.first, case .literal(let second) = right.first,
      !first.starts(with: second), !second.starts(with: first)
    {
      return false
    }
    if case .literal(let first) = left.last, case .literal(let second) = right.last,
      !first.reversed().starts(with: second.reversed()),
      !second.reversed().starts(with: first.reversed())
    {
      return false
    }
    return true
  }
}
