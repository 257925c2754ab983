@_spi(Engine) public import JSONTape

/// The effect of a number or a string on the clients of an API. The schema may allow the value, but
/// some clients cannot read it.
@_spi(Engine) public enum ClientVerdict: UInt8, Comparable, Sendable {
  /// All clients read the value that was sent.
  case decodes
  /// Some clients read another value, without an error.
  case changes
  /// Some clients refuse the body because of the value.
  case refuses

  /// Orders verdicts: a more serious verdict is greater.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A number or a string, in the form that a client reads.
@_spi(Engine) public struct JudgedScalar {
  /// The tag: ``JSONTape/TapeTag/integer``, ``JSONTape/TapeTag/number`` or
  /// ``JSONTape/TapeTag/string``.
  public let tag: TapeTag
  /// The number as it is written, or the string's value.
  public let text: ByteView
  /// Whether the string contains half of a surrogate pair.
  public var hasHalf = false

  /// Creates a number, or the value of a string.
  public init(tag: TapeTag, text: ByteView, hasHalf: Bool = false) {
    (self.tag, self.text, self.hasHalf) = (tag, text, hasHalf)
  }
}

/// Decides how the clients of an API read numbers and strings. The engine only decides when to ask
/// the judge.
@_spi(Engine) public protocol ScalarJudge: AnyObject, Sendable {
  /// How the clients read a number or a string.
  func verdict(_ scalar: JudgedScalar) -> ClientVerdict
}

/// Says when to ask a judge about a value, and which rules report the verdict. The judge is always
/// asked about values with a mark on the tape, and about integers in forms such as `1.0`. The
/// verdict never decides whether the schema accepts the value.
@_spi(Engine) public struct Judgement: Sendable {
  /// The judge.
  public let judge: any ScalarJudge
  /// The rule that reports values which clients change. Nil if such values are not reported.
  public var change: Owner?
  /// The rule that reports values which clients refuse. Nil if such values are not reported.
  public var refusal: Owner?
  /// The judge is asked about integers outside this range. If the range is nil, the judge is asked
  /// only about marked numbers.
  public var whole: ClosedRange<Int>?
  /// Whether the judge is asked about all numbers.
  public var asksNumbers = false
  /// Whether the judge is asked about all strings except the strings in ``usual``.
  public var asksStrings = false
  /// The strings that need no check.
  public var usual = UsualText.none
  /// The values inside an array or object that are checked.
  public var inside = Inside.nothing
  /// The object plan whose properties the schema lists, or -1.
  var object: Int32 = -1

  /// The values inside an array or object that are checked.
  public enum Inside: BitwiseCopyable, Sendable {
    /// Nothing.
    case nothing
    /// Properties that the schema does not list, and everything in these properties.
    case unlisted
    /// Everything.
    case all
  }

  /// Creates a judgement that asks only about marked values.
  public init(_ judge: any ScalarJudge, change: Owner?, refusal: Owner?) {
    (self.judge, self.change, self.refusal) = (judge, change, refusal)
  }

  func owner(of verdict: ClientVerdict) -> Owner? {
    switch verdict {
    case .decodes: nil
    case .changes: change
    case .refuses: refusal
    }
  }
}

/// How an assertion uses a judge.
enum Judged: BitwiseCopyable, Sendable {
  case marked, number, inside
  case string(UsualText)
}

extension SchemaDraft {
  /// Adds a check in which a judge is asked about the value.
  public mutating func ask(_ judgement: Judgement, _ compiler: SchemaCompiler) {
    let number = compiler.builder.tables.judgements.place(judgement)
    let owner = judgement.refusal ?? judgement.change ?? .schema
    func claim(_ judged: Judged) -> Claim {
      // No keyword of JSON Schema expresses this.
      Claim(operation: .judged(number, judged), keyword: "", owner: owner, isRule: true)
    }
    if judgement.asksNumbers || judgement.whole != nil { claims.append(claim(.number)) }
    if judgement.asksStrings { claims.append(claim(.string(judgement.usual))) }
    if judgement.inside != .nothing { claims.append(claim(.inside)) }
    decoding = claim(.marked)
  }
}

extension SchemaEvaluator {
  /// Checks a scalar that has the tape's mark, or is an integer with a fraction.
  @inline(never)
  mutating func askJudge<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) {
    // The mark of an object or an array applies to the strings in it.
    guard node.pointee.decoding >= 0, !cursor.isContainer(index) else { return }
    let isString = cursor.rawTag(index) == TapeTag.string.rawValue
    if isString, cursor.halfSurrogate(index) == nil { return }
    guard case .judged(let number, _) = view.assertions[Int(node.pointee.decoding)].operation,
      isString || !plan.tables.judgements[Int(number)].asksNumbers, !isJudgedGood(number, index)
    else { return }
    owe(node.pointee.decoding, index, &sink)
  }

  /// Whether there is nothing to report about a number or a string.
  @inline(never)
  mutating func isJudgedGood(_ number: Int32, _ index: Int) -> Bool {
    let judgement = plan.tables.judgements[Int(number)]
    let verdict = verdict(judgement.judge, index)
    return verdict == .decodes || judgement.owner(of: verdict) == nil
  }

  /// Whether there is nothing to report about a number that ``askJudge(_:_:_:)`` has not checked.
  @inline(never)
  mutating func isJudgedGood(_ number: Int32, ofNumberAt index: Int) -> Bool {
    let judgement = plan.tables.judgements[Int(number)]
    if let whole = judgement.whole, !judgement.asksNumbers {
      guard !cursor.isMarked(index), cursor.rawTag(index) == TapeTag.integer.rawValue else {
        return true
      }
      if let value = shortNumber(at: index)?.wholeValue, whole.contains(value) { return true }
    }
    return isJudgedGood(number, index)
  }

  mutating func verdict(_ judge: any ScalarJudge, _ index: Int) -> ClientVerdict {
    cursor.withScalar(index, scratch: &decoded) { judge.verdict($0) }
  }

  /// Checks marked values inside an array or object that the schema does not describe completely.
  @inline(never)
  mutating func askInside<Sink: FailureSink>(
    _ number: Int32, _ at: Int, _ index: Int, _ sink: inout Sink
  ) {
    let (inside, object) = (
      plan.tables.judgements[Int(number)].inside, plan.tables.judgements[Int(number)].object
    )
    let end = cursor.next(index)
    guard inside == .unlisted else {
      return askWords(number, at, from: index &+ 2, to: end, &sink)
    }
    guard cursor.rawTag(index) == 7 else { return }
    var key = cursor.firstChild(index)
    while key < end {
      let next = cursor.next(key &+ 1)
      if object < 0 || find(key, in: view.objects + Int(object), 0) < 0 {
        askWords(number, at, from: key &+ 1, to: next, &sink)
      }
      key = next
    }
  }

  private mutating func askWords<Sink: FailureSink>(
    _ number: Int32, _ at: Int, from start: Int, to end: Int, _ sink: inout Sink
  ) {
    var word = start
    while word < end {
      let isContainer = cursor.isContainer(word)
      if !isContainer, cursor.isMarked(word), !isJudgedGood(number, word),
        cursor.rawTag(word) != 5 || cursor.halfSurrogate(word) != nil
      {
        owe(Int32(truncatingIfNeeded: at), word, &sink)
      }
      word &+= isContainer ? 2 : 1
    }
  }
}

extension TapeCursor {
  /// Passes a number or a string to `body`, in the form for a judge.
  func withScalar<Result>(
    _ index: Int, scratch: inout [UInt8], _ body: (JudgedScalar) -> Result
  ) -> Result {
    guard rawTag(index) == TapeTag.string.rawValue else {
      let tag = rawTag(index) == TapeTag.integer.rawValue ? TapeTag.integer : .number
      return body(JudgedScalar(tag: tag, text: rawBytes(index)))
    }
    let hasHalf = halfSurrogate(index) != nil
    return withStringBytes(index, scratch: &scratch) {
      body(JudgedScalar(tag: .string, text: $0, hasHalf: hasHalf))
    }
  }
}

@_spi(Engine) extension JSONNode {
  /// Calls `body` with the value in the form for a judge. Returns nil if the value is neither a
  /// number nor a string.
  public func withScalar<Result>(_ body: (JudgedScalar) -> Result) -> Result? {
    guard kind == .string || kind == .number else { return nil }
    var scratch: [UInt8] = []
    return document.withCursor { $0.withScalar(tapeIndex, scratch: &scratch, body) }
  }
}
