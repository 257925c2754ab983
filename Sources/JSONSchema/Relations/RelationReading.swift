@_spi(Engine) import JSONTape

/// Evaluates a relation in one object.
struct RelationReading {
  let cursor: TapeCursor
  let object: Int
  let facts: MessageFacts

  enum Value {
    case number(ExactDecimal)
    case text(String)
    case boolean(Bool)
    case null
    /// An array or an object, by its tape index.
    case container(Int)
  }

  func holds(_ condition: Relation.Condition) -> Bool? {
    switch condition {
    case .compared(let comparison, let left, let right):
      guard let left = value(left), let right = value(right) else { return nil }
      return holds(comparison, left, right)
    case .before(let left, let right): return dates(left, right).map { $0 < 0 }
    case .after(let left, let right): return dates(left, right).map { $0 > 0 }
    case .present(let term): return isPresent(term)
    case .unique(let paths): return isUnique(paths)
    case .disjoint(let one, let other): return areDisjoint(one, other)
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

  /// The reason why a condition cannot be decided. Nil if it can be decided.
  func doubt(_ condition: Relation.Condition) -> String? {
    guard holds(condition) == nil else { return nil }
    switch condition {
    case .compared(let comparison, let left, let right):
      return doubt(left, right)
        ?? "`\(comparison.rawValue)` cannot compare \(Self.words(left, right))"
    case .before(let left, let right):
      return doubt(left, right) ?? "`before` cannot compare \(Self.words(left, right))"
    case .after(let left, let right):
      return doubt(left, right) ?? "`after` cannot compare \(Self.words(left, right))"
    case .present: return nil
    case .unique(let paths): return "`\(paths[0].text)` is missing"
    case .disjoint(let one, let other):
      return "`\(one.text)` and `\(other.text)` are not two objects"
    case .not(let inner): return doubt(inner)
    case .and(let left, let right), .or(let left, let right): return doubt(left) ?? doubt(right)
    }
  }

  /// Why one of two terms has no value.
  private func doubt(_ left: Relation.Term, _ right: Relation.Term) -> String? {
    doubt(left) ?? doubt(right)
  }

  private func doubt(_ term: Relation.Term) -> String? {
    guard value(term) == nil else { return nil }
    switch term {
    case .path(let path):
      return place(path) == nil
        ? "`\(path.text)` is missing" : "`\(path.text)` has too many digits"
    case .sum(let path): return "`\(path.text)` is missing, or contains other values than numbers"
    case .count(let path): return "`\(path.text)` is not a list"
    case .query(let path, let name):
      return "`\(path.text)` is not a link with a parameter `\(name)`"
    case .status: return "the status is not known"
    case .mediaType: return "the media type is not known"
    case .added(let left, let right), .subtracted(let left, let right),
      .multiplied(let left, let right):
      return doubt(left, right) ?? "\(Self.words(left, right)) cannot be computed"
    case .negated(let inner): return doubt(inner) ?? "\(Self.words(inner, inner)) is not a number"
    case .number, .string, .boolean: return nil
    }
  }

  /// The terms as they are written: `` `a` and `b` ``.
  private static func words(_ left: Relation.Term, _ right: Relation.Term) -> String {
    var texts: [String] = []
    for term in [left, right].flatMap(\.written) where !texts.contains(term) { texts.append(term) }
    return texts.map { "`\($0)`" }.joined(separator: " and ")
  }

  private func holds(
    _ comparison: Relation.Comparison, _ left: Value, _ right: Value
  ) -> Bool? {
    func isEqual(_ flag: Bool) -> Bool? {
      comparison == .equal ? flag : comparison == .different ? !flag : nil
    }
    var order: Int?
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): return isEqual(left == right)
    case (.null, .null): return isEqual(true)
    case (.null, _), (_, .null): return isEqual(false)
    case (.container(let one), .container(let other)):
      guard cursor.rawTag(one) == cursor.rawTag(other) else { return nil }
      return isEqual(cursor.equal(one, cursor, other))
    case (.text(let one), .text(let other)):
      order = Self.order(one, other)
      if order == nil { return isEqual(one.utf8.elementsEqual(other.utf8)) }
    default:
      guard let one = Self.number(left), let other = Self.number(right) else { return nil }
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

  /// Compares two dates, or two numbers in strings.
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

  /// The number of a value. A string that contains a number counts as a number.
  private static func number(_ value: Value) -> ExactDecimal? {
    switch value {
    case .number(let number): number
    case .text(let text): ExactDecimal(text.utf8)
    case .boolean, .null, .container: nil
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
      if !path.steps.contains(.all) {
        guard let index = place(path), cursor.isContainer(index) else { return nil }
        return .number(ExactDecimal(cursor.count(index)))
      }
      var count = 0
      let isThere = visit(path, passesOver: true) { _ in
        count += 1
        return true
      }
      return isThere ? .number(ExactDecimal(count)) : nil
    case .query(let path, let name):
      guard let index = place(path), case .text(let link)? = value(at: index) else { return nil }
      return LinkQuery.value(of: name, in: link).map { .text($0) }
    case .status: return facts.status.map { .number(ExactDecimal($0)) }
    case .mediaType: return facts.mediaType.map { .text($0) }
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
    case TapeTag.null.rawValue: .null
    default: .container(index)
    }
  }

  private func isPresent(_ term: Relation.Term) -> Bool {
    guard case .path(let path) = term else { return value(term) != nil }
    guard let index = place(path) else { return false }
    return cursor.rawTag(index) != TapeTag.null.rawValue
  }

  /// The value at the end of a path. If it is missing, the last value on the path that is present.
  func nearest(to path: Relation.Path) -> Int {
    var index = object
    for step in path.steps {
      guard let next = next(step, from: index) else { break }
      index = next
    }
    return index
  }

  /// The value one step further. Nil if there is no value, or if there are several.
  private func next(_ step: Relation.Path.Step, from index: Int) -> Int? {
    switch step {
    case .property(let name):
      guard cursor.rawTag(index) == TapeTag.object.rawValue else { return nil }
      return name.withByteView { cursor.value(named: $0, in: index) }
    case .element(let position):
      guard cursor.rawTag(index) == TapeTag.array.rawValue else { return nil }
      return cursor.element(at: position, in: index)
    case .all: return nil
    }
  }

  /// The only value of a path. Nil if it is missing.
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
  /// - Parameter passesOver: Whether elements without the rest of the path are ignored.
  /// - Returns: Whether the arrays of the path exist.
  private func visit(
    _ path: Relation.Path, passesOver: Bool = false, _ body: (Int) -> Bool
  ) -> Bool {
    var goesOn = true
    return visit(path.steps[...], at: object, passesOver, &goesOn, body)
  }

  /// The recursion is as deep as the number of steps in the path.
  private func visit(
    _ steps: ArraySlice<Relation.Path.Step>, at index: Int, _ passesOver: Bool,
    _ goesOn: inout Bool, _ body: (Int) -> Bool
  ) -> Bool {
    var index = index
    var steps = steps
    while let step = steps.popFirst() {
      guard step == .all else {
        guard let next = next(step, from: index) else { return false }
        index = next
        continue
      }
      guard cursor.rawTag(index) == TapeTag.array.rawValue else { return false }
      var element = cursor.firstChild(index)
      let end = cursor.next(index)
      while element < end, goesOn {
        let isThere = visit(steps, at: element, passesOver, &goesOn, body)
        guard isThere || passesOver else { return false }
        element = cursor.next(element)
      }
      return true
    }
    goesOn = body(index)
    return true
  }

  /// - Parameter paths: They lead through the same elements.
  private func isUnique(_ paths: [Relation.Path]) -> Bool? {
    let elements = paths[0].elements
    let rests = paths.map { $0.steps.dropFirst(elements.steps.count) }
    var seen: [[UInt64]: [[Int]]] = [:]
    var isUnique = true
    let isThere = visit(elements, passesOver: true) { element in
      var values: [Int] = []
      for rest in rests {
        var goesOn = true
        _ = visit(rest, at: element, false, &goesOn) { index in
          // Null is no value that two elements could have.
          if cursor.rawTag(index) != TapeTag.null.rawValue { values.append(index) }
          return false
        }
      }
      guard values.count == rests.count else { return true }
      let hashes = values.map { cursor.hash($0) }
      isUnique = !seen[hashes, default: []].contains { other in
        zip(values, other).allSatisfy { cursor.equal($0, cursor, $1) }
      }
      seen[hashes, default: []].append(values)
      return isUnique
    }
    return isThere ? isUnique : nil
  }

  private func areDisjoint(_ one: Relation.Path, _ other: Relation.Path) -> Bool? {
    let objects = [one, other].compactMap(place).filter {
      cursor.rawTag($0) == TapeTag.object.rawValue
    }
    guard objects.count == 2 else { return nil }
    let names = objects.map { object in
      var names: Set<String> = []
      var key = cursor.firstChild(object)
      while key < cursor.next(object) {
        names.insert(cursor.decodedString(key))
        key = cursor.next(key &+ 1)
      }
      return names
    }
    return names[0].isDisjoint(with: names[1])
  }

  /// The text of a term, the place of its value, and the value.
  func shown(_ term: Relation.Term) -> (String, Int?, String)? {
    switch term {
    case .path(let path):
      guard let index = place(path) else { return nil }
      return (path.text, index, "")
    case .sum(let path), .count(let path):
      guard case .number(let number)? = value(term) else { return nil }
      let isSum = if case .sum = term { true } else { false }
      return ("\(isSum ? "sum" : "count")(\(path.text))", nil, number.text)
    case .query, .status, .mediaType:
      switch value(term) {
      case .number(let number)?: return (term.written[0], nil, number.text)
      case .text(let text)?: return (term.written[0], nil, text)
      default: return nil
      }
    default: return nil
    }
  }
}

extension Relation.Term {
  /// The texts of its values.
  var written: [String] {
    switch self {
    case .number(let text): [text]
    case .string(let text): ["\"\(text)\""]
    case .boolean(let flag): ["\(flag)"]
    case .path(let path): [path.text]
    case .sum(let path): ["sum(\(path.text))"]
    case .count(let path): ["count(\(path.text))"]
    case .query(let path, let name): ["query(\(path.text), \"\(name)\")"]
    case .status: ["status()"]
    case .mediaType: ["mediaType()"]
    case .added(let left, let right), .subtracted(let left, let right),
      .multiplied(let left, let right):
      left.written + right.written
    case .negated(let inner): inner.written
    }
  }
}

extension Relation.Path {
  /// The path to the elements that the last `[]` of the path means.
  var elements: Relation.Path {
    let count = steps.lastIndex(of: .all).map { $0 + 1 } ?? 0
    return Relation.Path(steps: Array(steps.prefix(count)), text: text)
  }
}
