@_spi(Engine) public import JSONTape

/// A relation between the values of one object, as it is written in a rule. Examples: `end >=
/// start`, `total == sum(items[].price)`.
///
/// A relation has no loops and no recursion. The time of the check is linear in the size of the
/// object. If a value is missing, null or of another type, the result of a comparison is unknown.
/// Then the relation counts as satisfied, because the contract decides which values must be
/// present.
@_spi(Engine) public struct Relation: Hashable, Sendable {
  /// The text as it is written.
  public let text: String
  let condition: Condition
  /// The path from the object to the wrong value. If the rule gives no path, it is the path of the
  /// first value that the relation names.
  let place: Path?
  /// Whether the relation decides to which objects a rule applies. If the relation is unknown for a
  /// value, the rule does not apply to the value.
  let isGate: Bool

  /// A path from the object to one value or to several values.
  package struct Path: Hashable, Sendable {
    enum Step: Hashable, Sendable {
      case property(String)
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
    /// The value of a parameter in the query of a link.
    case query(Path, String)
    /// The status of the exchange.
    case status
    /// The media type of the message.
    case mediaType
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
    case present(Term)
    /// No two elements have the same values at these places.
    case unique([Path])
    /// Two objects have no property in common.
    case disjoint(Path, Path)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
  }

  /// Reads a relation.
  ///
  /// - Parameters:
  ///   - place: The path to the value that is wrong if the relation is not satisfied. If the path
  ///     is nil, the first value in the relation counts as wrong.
  ///   - isGate: Whether the relation decides to which objects a rule applies.
  /// - Throws: ``RelationError`` with the place of the first mistake.
  public init(
    _ text: String, at place: String? = nil, isGate: Bool = false
  ) throws(RelationError) {
    self.text = text
    self.isGate = isGate
    var parser = try RelationParser(text)
    condition = try parser.relation()
    guard let place else {
      self.place = condition.firstPath
      return
    }
    self.place = try Self.place(place)
  }

  /// Reads the path to a value: `price.net`.
  ///
  /// - Throws: ``RelationError`` with the place of the first mistake.
  @discardableResult
  package static func place(_ text: String) throws(RelationError) -> Path {
    var parser = try RelationParser(text)
    return try parser.place()
  }

  /// Whether the relation needs facts about the message around the object.
  var asksOfMessage: Bool {
    condition.terms.contains { $0 == .status || $0 == .mediaType }
  }

  /// The reason why the relation cannot be decided in an object. The text is a part of a sentence.
  /// Nil if the relation can be decided.
  public func doubt(in object: JSONNode) -> String? {
    object.document.withCursor { cursor in
      RelationReading(cursor: cursor, object: object.tapeIndex, facts: MessageFacts()).doubt(
        condition)
    }
  }

  /// The texts of the values that ``figures(in:)`` may return.
  package var figureNames: [String] { condition.terms.flatMap(\.written) }

  /// The values that the relation compares in an object. `text` is the part of the relation that
  /// gives the value. `node` is nil if the value is computed.
  public func figures(
    in object: JSONNode, of facts: MessageFacts
  ) -> [(text: String, node: JSONNode?, value: String)] {
    let terms = condition.terms
    return object.document.withCursor { cursor in
      let reading = RelationReading(cursor: cursor, object: object.tapeIndex, facts: facts)
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
    case .present(let term): term.parts
    case .unique, .disjoint: []
    case .not(let inner): inner.terms
    case .and(let left, let right), .or(let left, let right): left.terms + right.terms
    }
  }

  /// The first way to a value that the condition names.
  fileprivate var firstPath: Relation.Path? {
    switch self {
    case .compared, .before, .after, .present: terms.lazy.compactMap(\.path).first
    case .unique(let paths): paths.first
    case .disjoint(let path, _): path
    case .not(let inner): inner.firstPath
    case .and(let left, let right), .or(let left, let right): left.firstPath ?? right.firstPath
    }
  }
}

extension Relation.Term {
  fileprivate var path: Relation.Path? {
    switch self {
    case .path(let path), .sum(let path), .count(let path), .query(let path, _): path
    default: nil
    }
  }

  fileprivate var parts: [Relation.Term] {
    switch self {
    case .number, .string, .boolean: []
    case .path, .sum, .count, .status, .mediaType: [self]
    case .query(let path, _): [self, .path(path)]
    case .added(let left, let right), .subtracted(let left, let right),
      .multiplied(let left, let right):
      left.parts + right.parts
    case .negated(let inner): inner.parts
    }
  }
}
