@_spi(Engine) import JSONTape

/// `minLength`, `maxLength`, `pattern`. Source: JSON Schema Validation 2020-12, section 6.3.
extension Keyword {
  static let strings: [Keyword] = [
    limit("minLength", of: .string, .atLeast) { .minLength($0) },
    limit("maxLength", of: .string, .atMost) { .maxLength($0) },
    Keyword("pattern", restricts: Restriction("pattern", .string)) {
      draft, value, compiler throws(SchemaError) in
      guard let pattern = try compiler.pattern(value, "pattern") else { return }
      draft.assert(.pattern(pattern), "pattern")
    },
  ]

  /// Source: JSON Schema Validation 2020-12, section 7.3. An unknown format has no effect.
  static let formats: [Keyword] = [
    Keyword("format", in: .format) { draft, value, compiler throws(SchemaError) in
      guard let name = value.string else {
        throw compiler.error("`format` must be a name, not \(value.kind.name)", value)
      }
      guard compiler.assertsFormats(in: draft), let format = Format(name: name) else { return }
      draft.assert(.format(format), "format")
    }
  ]
}

extension SchemaEvaluator {
  mutating func holds(_ operation: Operation, stringAt index: Int) -> Bool {
    switch operation {
    case .minLength(let limit):
      // A scalar has one to four bytes unescaped, so most strings need not be counted.
      if !cursor.isEscaped(index), cursor.length(index) >= Int(limit) &* 4 { return true }
      return cursor.scalarCount(index) >= Int(limit)
    case .maxLength(let limit):
      if cursor.length(index) <= Int(limit) { return true }
      return cursor.scalarCount(index) <= Int(limit)
    case .pattern(let pattern):
      return matches(pattern, index, of: index)
    case .format(.regex):
      return cursor.withStringBytes(index, scratch: &decoded) { regexes.accepts($0) }
    case .format(let format): return withText(at: index) { format.accepts($0) }
    case .judged(let judgement, .string(let usual)):
      return isUsual(index, usual) || isJudgedGood(judgement, index)
    case .date(let profile):
      return isUsual(index, profile.usual) || withText(at: index) { profile.accepts($0) }
    default: return true
    }
  }

  /// Whether a string has no escape and has this form.
  @inline(__always)
  func isUsual(_ index: Int, _ usual: UsualText) -> Bool {
    !cursor.isEscaped(index) && usual.holds(cursor.start(index), cursor.length(index))
  }

  /// Whether a pattern matches the string at a tape index. The string is a value, or the key of a
  /// value. The evaluation stops at the pattern's step limit.
  mutating func matches(_ pattern: Int32, _ index: Int, of value: Int) -> Bool {
    if !cursor.isEscaped(index), case .view(let view) = automaton(of: Int(pattern)),
      let verdict = withText(at: index, { view.matches(ascii: $0) })
    {
      return verdict
    }
    let whole = plan.tables.patterns[Int(pattern)]
    if let verdict = withText(at: index, { try? whole.matches($0) }) { return verdict }
    if abort == nil { abort = Abort(instance: value, limit: .pattern(pattern)) }
    return false
  }

  /// The automaton of a pattern. It is read from the plan only once, because the plan needs a lock
  /// for this.
  @inline(__always)
  private mutating func automaton(of pattern: Int) -> PatternAutomaton.Known {
    if pattern < automata.count, case let known = automata[pattern], !known.isUnknown {
      return known
    }
    return findAutomaton(of: pattern)
  }

  @inline(never)
  private mutating func findAutomaton(of pattern: Int) -> PatternAutomaton.Known {
    let patterns = plan.tables.patterns
    if automata.isEmpty { automata = Array(repeating: .unknown, count: patterns.count) }
    automata[pattern] = patterns[pattern].automaton.map { .view($0.view) } ?? .none
    return automata[pattern]
  }

  @inline(__always)
  mutating func withText<Result>(
    at index: Int, _ body: (ByteView) -> Result
  ) -> Result {
    cursor.withStringBytes(index, scratch: &decoded, body)
  }
}
