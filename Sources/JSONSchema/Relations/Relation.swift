@_spi(Engine) public import JSONTape

/// A relation between the values of one object, as a rule writes it: `end >= start`,
/// `total == sum(items[].price)`.
///
/// It has no loops and no recursion; the check takes time linear in the object. If a value is
/// missing, null or of another type, a comparison is unknown. An unknown relation counts as
/// satisfied, because the contract decides which values must be present.
@_spi(Engine) public struct Relation: Hashable, Sendable {
  /// The text as it is written.
  public let text: String
  let condition: Condition

  /// A path from the object to one value or to several.
  struct Path: Hashable, Sendable {
    enum Step: Hashable, Sendable {
      case member(String)
      case element(Int)
      /// All elements.
      case all
    }

    let steps: [Step]
    /// The text as it is written.
    let text: String
  }

  indirect enum Term: Hashable, Sendable {
    case number(String)
    case string(String)
    case boolean(Bool)
    case path(Path)
    case sum(Path)
    case count(Path)
    case added(Term, Term)
    case subtracted(Term, Term)
    case multiplied(Term, Term)
    case negated(Term)
  }

  enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case different = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"
  }

  indirect enum Condition: Hashable, Sendable {
    case compared(Comparison, Term, Term)
    case before(Term, Term)
    case after(Term, Term)
    case present(Path)
    case unique(Path)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
  }

  /// Reads a relation.
  ///
  /// - Throws: ``RelationError`` with the place of the first mistake.
  public init(_ text: String) throws(RelationError) {
    self.text = text
    var parser = try RelationParser(text)
    condition = try parser.relation()
  }

  /// Whether the relation is satisfied in an object; nil if this is unknown.
  func holds(in object: Int, _ cursor: TapeCursor) -> Bool? {
    RelationReading(cursor: cursor, object: object).holds(condition)
  }

  /// Why the relation cannot be decided in an object, as part of a sentence; nil if it can.
  public func doubt(in object: JSONNode) -> String? {
    object.document.withCursor { cursor in
      RelationReading(cursor: cursor, object: object.tapeIndex).doubt(condition)
    }
  }

  /// The texts of the values that ``figures(in:)`` may return.
  package var figureNames: [String] { condition.terms.flatMap(\.written) }

  /// The values that the relation compares in an object: the text of each, and its node; nil for
  /// the node of a computed value.
  public func figures(in object: JSONNode) -> [(text: String, node: JSONNode?, value: String)] {
    let terms = condition.terms
    return object.document.withCursor { cursor in
      let reading = RelationReading(cursor: cursor, object: object.tapeIndex)
      var seen: Set<String> = []
      var figures: [(text: String, node: JSONNode?, value: String)] = []
      for term in terms {
        guard let (text, index, value) = reading.shown(term), seen.insert(text).inserted else {
          continue
        }
        figures.append((text, index.map { object.document.node(at: $0) }, value))
      }
      return figures
    }
  }
}

/// The error for a text that is not a relation.
@_spi(Engine) public struct RelationError: Error, Hashable, Sendable {
  /// One sentence without a full stop.
  public let message: String
  /// The place in the text, in Unicode scalars from 0.
  public let offset: Int
}

extension Relation.Condition {
  /// The terms whose values explain the condition.
  fileprivate var terms: [Relation.Term] {
    switch self {
    case .compared(_, let left, let right), .before(let left, let right),
      .after(let left, let right):
      left.parts + right.parts
    case .present(let path): [.path(path)]
    case .unique: []
    case .not(let inner): inner.terms
    case .and(let left, let right), .or(let left, let right): left.terms + right.terms
    }
  }
}

extension Relation.Term {
  fileprivate var parts: [Relation.Term] {
    switch self {
    case .number, .string, .boolean: []
    case .path, .sum, .count: [self]
    case .added(let left, let right), .subtracted(let left, let right),
      .multiplied(let left, let right):
      left.parts + right.parts
    case .negated(let inner): inner.parts
    }
  }
}
