@_spi(Engine) public import JSONTape

/// A relation between the values of one object, as a rule writes it: `end >= start`,
/// `total == sum(items[].price)`.
///
/// It has no loops and no recursion, and is checked in time linear in the object. A value that is
/// absent, null or of another type makes a comparison unknown, and a relation that is unknown holds:
/// the contract says what must be there.
@_spi(Engine) public struct Relation: Hashable, Sendable {
  /// As it is written.
  public let text: String
  let condition: Condition

  /// A way from the object to a value, or to many.
  struct Path: Hashable, Sendable {
    enum Step: Hashable, Sendable {
      case member(String)
      case element(Int)
      /// Every element.
      case all
    }

    let steps: [Step]
    /// As it is written.
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

  /// Whether the relation holds in an object; nil where that is unknown.
  func holds(in object: Int, _ cursor: TapeCursor) -> Bool? {
    RelationReading(cursor: cursor, object: object).holds(condition)
  }

  /// What the relation compares in an object: as it is written, and its value; nil for the node
  /// where the value is computed.
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

/// A text that is no relation.
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

/// A relation over one object.
private struct RelationReading {
  let cursor: TapeCursor
  let object: Int

  enum Value {
    case number(ExactDecimal)
    case text(String)
    case boolean(Bool)
  }

  func holds(_ condition: Relation.Condition) -> Bool? {
    switch condition {
    case .compared(let comparison, let left, let right):
      guard let left = value(left), let right = value(right) else { return nil }
      return Self.holds(comparison, left, right)
    case .before(let left, let right): return dates(left, right).map { $0 < 0 }
    case .after(let left, let right): return dates(left, right).map { $0 > 0 }
    case .present(let path):
      guard let index = place(path) else { return false }
      return cursor.rawTag(index) != TapeTag.null.rawValue
    case .unique(let path): return isUnique(path)
    case .not(let inner): return holds(inner).map { !$0 }
    case .and(let left, let right):
      let first = holds(left)
      if first == false { return false }
      let second = holds(right)
      return second == false ? false : first == nil ? nil : second
    case .or(let left, let right):
      let first = holds(left)
      if first == true { return true }
      let second = holds(right)
      return second == true ? true : first == nil ? nil : second
    }
  }

  private static func holds(
    _ comparison: Relation.Comparison, _ left: Value, _ right: Value
  ) -> Bool? {
    var order: Int?
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)):
      switch comparison {
      case .equal: return left == right
      case .different: return left != right
      default: return nil
      }
    case (.text(let one), .text(let other)):
      order = Self.order(one, other)
      if order == nil, comparison == .equal { return one == other }
      if order == nil, comparison == .different { return one != other }
    default:
      guard let one = number(left), let other = number(right) else { return nil }
      order = ExactDecimal.compare(one, other)
    }
    guard let order else { return nil }
    switch comparison {
    case .equal: return order == 0
    case .different: return order != 0
    case .atMost: return order <= 0
    case .atLeast: return order >= 0
    case .less: return order < 0
    case .greater: return order > 0
    }
  }

  /// Of two dates or two numbers in strings.
  private static func order(_ left: String, _ right: String) -> Int? {
    if let order = DateOrder.order(left, right) { return order }
    guard let one = ExactDecimal(left.utf8), let other = ExactDecimal(right.utf8) else {
      return nil
    }
    return ExactDecimal.compare(one, other)
  }

  private func dates(_ left: Relation.Term, _ right: Relation.Term) -> Int? {
    guard case .text(let left)? = value(left), case .text(let right)? = value(right) else {
      return nil
    }
    return DateOrder.order(left, right)
  }

  /// A string that is written as a number counts as one.
  private static func number(_ value: Value) -> ExactDecimal? {
    switch value {
    case .number(let number): number
    case .text(let text): ExactDecimal(text.utf8)
    case .boolean: nil
    }
  }

  private func value(_ term: Relation.Term) -> Value? {
    switch term {
    case .number(let text): return ExactDecimal(text.utf8).map { .number($0) }
    case .string(let text): return .text(text)
    case .boolean(let flag): return .boolean(flag)
    case .path(let path): return place(path).flatMap { value(at: $0) }
    case .sum(let path):
      var sum: ExactDecimal? = .zero
      let isThere = visit(path) { index in
        guard let known = sum, let found = value(at: index), let number = Self.number(found) else {
          sum = nil
          return false
        }
        sum = ExactDecimal.sum(known, number)
        return sum != nil
      }
      return isThere ? sum.map { .number($0) } : nil
    case .count(let path):
      // Without `[]`, the elements of the array itself are counted.
      if path.steps.last != .all {
        guard let index = place(path), cursor.isContainer(index) else { return nil }
        return .number(ExactDecimal(cursor.count(index)))
      }
      var count = 0
      let isThere = visit(path) { _ in
        count += 1
        return true
      }
      return isThere ? .number(ExactDecimal(count)) : nil
    case .added(let left, let right): return computed(left, right, ExactDecimal.sum)
    case .subtracted(let left, let right):
      return computed(left, right) { ExactDecimal.sum($0, $1.negated) }
    case .multiplied(let left, let right): return computed(left, right, ExactDecimal.product)
    case .negated(let inner):
      return value(inner).flatMap(Self.number).map { .number($0.negated) }
    }
  }

  private func computed(
    _ left: Relation.Term, _ right: Relation.Term,
    _ compute: (ExactDecimal, ExactDecimal) -> ExactDecimal?
  ) -> Value? {
    guard let left = value(left).flatMap(Self.number), let right = value(right).flatMap(Self.number)
    else { return nil }
    return compute(left, right).map { .number($0) }
  }

  private func value(at index: Int) -> Value? {
    switch cursor.rawTag(index) {
    case TapeTag.string.rawValue: .text(cursor.decodedString(index))
    case TapeTag.integer.rawValue, TapeTag.number.rawValue:
      ExactDecimal(cursor.rawBytes(index)).map { .number($0) }
    case TapeTag.true.rawValue: .boolean(true)
    case TapeTag.false.rawValue: .boolean(false)
    default: nil
    }
  }

  /// The one value of a path; nil where it is absent.
  private func place(_ path: Relation.Path) -> Int? {
    var found: Int?
    _ = visit(path) { index in
      found = index
      return false
    }
    return found
  }

  /// Calls a function for each value of a path until it returns false.
  ///
  /// - Returns: Whether the arrays of the path are there.
  private func visit(_ path: Relation.Path, _ body: (Int) -> Bool) -> Bool {
    var goesOn = true
    return visit(path.steps[...], at: object, &goesOn, body)
  }

  /// As deep as the path has steps.
  private func visit(
    _ steps: ArraySlice<Relation.Path.Step>, at index: Int, _ goesOn: inout Bool,
    _ body: (Int) -> Bool
  ) -> Bool {
    var index = index
    var steps = steps
    while let step = steps.popFirst() {
      switch step {
      case .member(let name):
        var name = name
        guard cursor.rawTag(index) == TapeTag.object.rawValue,
          let next = name.withUTF8({ cursor.value(named: $0, in: index) })
        else { return false }
        index = next
      case .element(let position):
        guard cursor.rawTag(index) == TapeTag.array.rawValue,
          let next = cursor.element(at: position, in: index)
        else { return false }
        index = next
      case .all:
        guard cursor.rawTag(index) == TapeTag.array.rawValue else { return false }
        var element = cursor.firstChild(index)
        let end = cursor.next(index)
        while element < end, goesOn {
          guard visit(steps, at: element, &goesOn, body) else { return false }
          element = cursor.next(element)
        }
        return true
      }
    }
    goesOn = body(index)
    return true
  }

  private func isUnique(_ path: Relation.Path) -> Bool? {
    var seen: [UInt64: [Int]] = [:]
    var isUnique = true
    let isThere = visit(path) { index in
      let hash = cursor.hash(index)
      for other in seen[hash, default: []] where cursor.equal(index, cursor, other) {
        isUnique = false
        return false
      }
      seen[hash, default: []].append(index)
      return true
    }
    return isThere || !isUnique ? isUnique : nil
  }

  /// A term as it is written, where its value stands, and the value.
  func shown(_ term: Relation.Term) -> (String, Int?, String)? {
    switch term {
    case .path(let path):
      guard let index = place(path) else { return nil }
      return (path.text, index, "")
    case .sum(let path), .count(let path):
      guard case .number(let number)? = value(term) else { return nil }
      let isSum = if case .sum = term { true } else { false }
      return ("\(isSum ? "sum" : "count")(\(path.text))", nil, number.text)
    default: return nil
    }
  }
}

/// Dates in order: two days, or two moments.
private enum DateOrder {
  static func order(_ left: String, _ right: String) -> Int? {
    if let one = CalendarDate(left), let other = CalendarDate(right) {
      return one == other ? 0 : one < other ? -1 : 1
    }
    guard let one = moment(left), let other = moment(right) else { return nil }
    if one.seconds != other.seconds { return one.seconds < other.seconds ? -1 : 1 }
    let count = max(one.fraction.count, other.fraction.count)
    func padded(_ digits: [UInt8]) -> [UInt8] {
      digits + [UInt8](repeating: 0x30, count: count - digits.count)
    }
    let (first, second) = (padded(one.fraction), padded(other.fraction))
    return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  /// Seconds since 1970 in UTC, and the digits of the fraction.
  private static func moment(_ text: String) -> (seconds: Int, fraction: [UInt8])? {
    var text = text
    return text.withUTF8 { bytes in
      guard DateProfile.rfc3339.accepts(bytes), let day = CalendarDate(bytes, at: 0),
        let time = ClockTime(bytes, at: 11), let zone = ZoneOffset(bytes, at: time.end)
      else { return nil }
      let minutes = (day.daysSince1970 * 24 + time.hour) * 60 + time.minute - zone.minutes
      return (minutes * 60 + time.second, Array(bytes[time.fraction]))
    }
  }
}
