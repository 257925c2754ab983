/// Reads the text of a ``Relation``. The operators, from the weakest to the strongest, are `or`,
/// `and`, `not`, comparisons, `+` and `-`, `*`, functions, paths and parentheses.
struct RelationParser {
  typealias Token = (text: String, kind: Kind, offset: Int)

  enum Kind {
    case name, number, string, sign, end
  }

  private enum Part {
    case term(Relation.Term)
    case condition(Relation.Condition)
  }

  private static let mostDepth = 32
  private static let mostOperations = 100
  private static let words = ["and", "or", "not", "true", "false"]
  private static let functions = [
    "sum", "count", "unique", "present", "absent", "before", "after", "query", "disjoint", "status",
    "mediaType",
  ]

  private let tokens: [Token]
  private var position = 0
  private var depth = 0
  private var operations = 0

  init(_ text: String) throws(RelationError) { tokens = try Self.tokens(of: text) }

  // MARK: Expressions

  mutating func relation() throws(RelationError) -> Relation.Condition {
    let start = token.offset
    let part = try disjunction()
    guard token.kind == .end else { throw unexpected() }
    return try condition(part, start)
  }

  /// The path to a value. No other text is allowed.
  mutating func place() throws(RelationError) -> Relation.Path {
    let path = try path(many: false)
    guard token.kind == .end else { throw unexpected() }
    return path
  }

  private mutating func disjunction() throws(RelationError) -> Part {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostDepth else {
      throw error("parentheses are nested more than \(Self.mostDepth) deep")
    }
    let start = token.offset
    var left = try conjunction()
    while takeName("or") {
      let next = token.offset
      let right = try condition(try conjunction(), next)
      left = .condition(.or(try condition(left, start), right))
    }
    return left
  }

  private mutating func conjunction() throws(RelationError) -> Part {
    let start = token.offset
    var left = try negation()
    while takeName("and") {
      let next = token.offset
      let right = try condition(try negation(), next)
      left = .condition(.and(try condition(left, start), right))
    }
    return left
  }

  private mutating func negation() throws(RelationError) -> Part {
    var negations = 0
    while takeName("not") { negations += 1 }
    let start = token.offset
    let part = try comparison()
    guard negations > 0 else { return part }
    let inner = try condition(part, start)
    return .condition(negations % 2 == 1 ? .not(inner) : inner)
  }

  private mutating func comparison() throws(RelationError) -> Part {
    let start = token.offset
    let left = try sum()
    guard token.kind == .sign, let comparison = Relation.Comparison(rawValue: token.text) else {
      return left
    }
    try count()
    position += 1
    let next = token.offset
    let right = try term(try sum(), next)
    if token.kind == .sign, Relation.Comparison(rawValue: token.text) != nil {
      throw error("only two values can be compared; join two comparisons with `and`")
    }
    return .condition(.compared(comparison, try term(left, start), right))
  }

  private mutating func sum() throws(RelationError) -> Part {
    let start = token.offset
    var left = try product()
    while token.kind == .sign, token.text == "+" || token.text == "-" {
      let isSum = token.text == "+"
      try count()
      position += 1
      let next = token.offset
      let right = try term(try product(), next)
      let first = try term(left, start)
      left = .term(isSum ? .added(first, right) : .subtracted(first, right))
    }
    return left
  }

  private mutating func product() throws(RelationError) -> Part {
    let start = token.offset
    var left = try value()
    while takeSign("*") {
      try count()
      let next = token.offset
      let right = try term(try value(), next)
      left = .term(.multiplied(try term(left, start), right))
    }
    return left
  }

  private mutating func value() throws(RelationError) -> Part {
    if takeSign("-") {
      try count()
      let start = token.offset
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.mostDepth else { throw error("there are too many minus signs in a row") }
      return .term(.negated(try term(try value(), start)))
    }
    if takeSign("(") {
      let part = try disjunction()
      try expect(")")
      return part
    }
    switch token.kind {
    case .number:
      position += 1
      return .term(.number(tokens[position - 1].text))
    case .string:
      position += 1
      return .term(.string(tokens[position - 1].text))
    case .name:
      if takeName("true") { return .term(.boolean(true)) }
      if takeName("false") { return .term(.boolean(false)) }
      if token.text == "null" {
        throw error("a relation cannot have `null`; write `absent(NAME)` or `present(NAME)`")
      }
      if Self.words.contains(token.text) { throw unexpected() }
      if tokens[position + 1].text == "(", tokens[position + 1].kind == .sign {
        return try function()
      }
      return .term(.path(try path(many: false)))
    case .sign where token.text == "[": return .term(.path(try path(many: false)))
    case .sign, .end: throw unexpected()
    }
  }

  private mutating func function() throws(RelationError) -> Part {
    let name = token
    guard Self.functions.contains(name.text) else {
      throw error(
        "there is no function `\(name.text)`; there are "
          + Self.functions.map { "`\($0)`" }.joined(separator: ", "))
    }
    try count()
    position += 2
    let part: Part
    switch name.text {
    case "sum": part = .term(.sum(try path(many: true)))
    case "count": part = .term(.count(try path(many: true)))
    case "unique": part = .condition(.unique(try elementPaths()))
    case "present": part = .condition(.present(try possible()))
    case "absent": part = .condition(.not(.present(try possible())))
    case "query": part = .term(try query())
    case "status": part = .term(.status)
    case "mediaType": part = .term(.mediaType)
    case "disjoint":
      let one = try path(many: false)
      try expect(",")
      part = .condition(.disjoint(one, try path(many: false)))
    default:
      let first = token.offset
      let left = try term(try sum(), first)
      try expect(",")
      let second = token.offset
      let right = try term(try sum(), second)
      part = .condition(name.text == "before" ? .before(left, right) : .after(left, right))
    }
    try expect(")")
    return part
  }

  /// The paths to the values in each element that are compared.
  private mutating func elementPaths() throws(RelationError) -> [Relation.Path] {
    var paths: [Relation.Path] = []
    repeat {
      let start = token.offset
      let path = try path(many: true)
      guard path.steps.contains(.all) else {
        throw RelationError(
          message: "`unique` compares elements; write `\(path.text)[]`", offset: start)
      }
      guard path.elements.steps == (paths.first ?? path).elements.steps else {
        throw RelationError(
          message: "`unique` compares the elements of only one list", offset: start)
      }
      paths.append(path)
    } while takeSign(",")
    return paths
  }

  /// A part that may be present or missing: a value, or a parameter of a link.
  private mutating func possible() throws(RelationError) -> Relation.Term {
    guard token.text == "query", token.kind == .name, tokens[position + 1].text == "(" else {
      return .path(try path(many: false))
    }
    position += 2
    let query = try query()
    try expect(")")
    return query
  }

  /// What is in the parentheses of `query`.
  private mutating func query() throws(RelationError) -> Relation.Term {
    let link = try path(many: false)
    try expect(",")
    guard token.kind == .string else {
      throw error("the name of a parameter is expected here, in quotes")
    }
    position += 1
    return .query(link, tokens[position - 1].text)
  }

  /// - Parameter many: Whether `[]` may stand for every element.
  private mutating func path(many: Bool) throws(RelationError) -> Relation.Path {
    var steps: [Relation.Path.Step] = []
    var text = ""
    let start = token.offset
    if token.kind == .name, !Self.words.contains(token.text) {
      steps.append(.property(token.text))
      text = token.text
      position += 1
    } else if token.text != "[" || token.kind != .sign {
      throw error("a property is expected here")
    }
    while true {
      guard steps.count <= Self.mostDepth else {
        throw RelationError(message: "the path has too many parts", offset: start)
      }
      if takeSign(".") {
        guard token.kind == .name else { throw error("a property's name is expected here") }
        steps.append(.property(token.text))
        text += ".\(token.text)"
        position += 1
      } else if takeSign("[") {
        if takeSign("]") {
          guard many else {
            throw RelationError(
              message: "`[]` means many values; use `sum`, `count` or `unique`",
              offset: tokens[position - 2].offset)
          }
          steps.append(.all)
          text += "[]"
          continue
        }
        switch token.kind {
        case .string:
          steps.append(.property(token.text))
          text += "[\"\(token.text)\"]"
        case .number:
          guard let number = Int(token.text), number < 1_000_000 else {
            throw error("`\(token.text)` is not the position of an element")
          }
          steps.append(.element(number))
          text += "[\(number)]"
        case .name, .sign, .end:
          throw error(
            "a position, a name in quotes or `]` is expected here; `[]` means every element")
        }
        position += 1
        try expect("]")
      } else {
        return Relation.Path(steps: steps, text: text)
      }
    }
  }

  // MARK: Tokens

  private var token: Token { tokens[min(position, tokens.count - 1)] }

  private mutating func takeName(_ name: String) -> Bool {
    guard token.kind == .name, token.text == name else { return false }
    position += 1
    return true
  }

  private mutating func takeSign(_ sign: String) -> Bool {
    guard token.kind == .sign, token.text == sign else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ sign: String) throws(RelationError) {
    guard takeSign(sign) else { throw error("`\(sign)` is expected here") }
  }

  private mutating func count() throws(RelationError) {
    operations += 1
    guard operations <= Self.mostOperations else {
      throw error("the relation has more than \(Self.mostOperations) operations")
    }
  }

  private func term(_ part: Part, _ offset: Int) throws(RelationError) -> Relation.Term {
    guard case .term(let term) = part else {
      throw RelationError(message: "a value is expected here, not a condition", offset: offset)
    }
    return term
  }

  private func condition(_ part: Part, _ offset: Int) throws(RelationError) -> Relation.Condition {
    guard case .condition(let condition) = part else {
      throw RelationError(
        message: "a condition is expected here, such as `a >= b`", offset: offset)
    }
    return condition
  }

  private func unexpected() -> RelationError {
    token.kind == .end
      ? error("the relation ends too early") : error("`\(token.text)` is not expected here")
  }

  private func error(_ message: String) -> RelationError {
    RelationError(message: message, offset: token.offset)
  }
}
