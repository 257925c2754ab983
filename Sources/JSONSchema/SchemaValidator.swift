@_spi(Engine) public import JSONTape

/// Validates many values and reuses its memory. Use one validator for each thread.
@_spi(Engine) public struct SchemaValidator {
  private let schema: CompiledSchema
  private var evaluator: SchemaEvaluator?
  /// Whether the last value satisfies its schema. Demands of rules have no effect on this result.
  public private(set) var holds = false
  /// The facts about the message with the next values. Rules may use them.
  package var facts = MessageFacts()

  /// Whether a rule needs these facts.
  package var asksOfMessage: Bool { schema.asksOfMessage }

  /// Creates a validator for the nodes of a plan.
  public init(_ schema: CompiledSchema) { self.schema = schema }

  /// Whether the value at a tape index is valid against the node `root`. If `root` is nil, the root
  /// of the schema is used.
  ///
  /// - Complexity: Like ``CompiledSchema/isValid(_:)``. After the first values, a valid value needs
  ///   no new memory. Only patterns and escaped text still need memory.
  public mutating func isValid(_ cursor: TapeCursor, _ index: Int, root: Int32? = nil) -> Bool {
    var verdict = Verdict()
    holds =
      evaluate(root ?? schema.plan.root, cursor, index, &verdict) && evaluator?.abort == nil
    return holds && evaluator?.owes == false
  }

  /// Whether a value is valid against a node, and no object in the value has two properties with
  /// the same name.
  ///
  /// - Complexity: Like ``isValid(_:_:root:)``, but names of unlisted properties are read twice.
  public mutating func accepts(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    guard isValid(cursor, index, root: root) else { return false }
    return !(evaluator?.keysAreUnsure ?? true) || cursor.duplicateKeys(in: index).isEmpty
  }

  /// Whether the value of a discriminator names another branch than the schema with this name. The
  /// schema is also a branch.
  package mutating func namesOther(
    _ cursor: TapeCursor, _ index: Int, than schema: String
  ) -> Bool {
    if self.schema.plan.tables.discriminators.isEmpty { return false }
    if evaluator == nil { evaluator = SchemaEvaluator(plan: self.schema.plan, cursor: cursor) }
    evaluator?.restart(cursor, at: index, isSame: false)
    return evaluator?.namesOther(index, than: schema) ?? false
  }

  /// The failures of the last invalid value. `document` is a copy of this value.
  ///
  /// - Parameters:
  ///   - root: The node of the plan. Nil for the root.
  ///   - index: The tape index of the value in the document.
  ///   - original: The value that was copied, if this was the last validated value.
  public mutating func failures(
    in document: JSONDocument, root: Int32? = nil, at index: Int = 0,
    copyOf original: (cursor: TapeCursor, index: Int)? = nil
  ) -> FailureList {
    let root = root ?? schema.plan.root
    let isSame = original.map { evaluator?.hasJudged($0.cursor, at: $0.index) ?? false } ?? false
    return document.withCursor { cursor in
      // After an early stop, the copy is evaluated to find the place in it.
      if evaluator?.abort != nil, isValid(cursor, index, root: root) { return FailureList() }
      if let abort = evaluator?.abort {
        return FailureList([SchemaFailure(abort, plan: schema.plan, root: root)])
      }
      var collector = Collector()
      _ = evaluate(root, cursor, index, &collector, isSame: isSame)
      if evaluator?.abort != nil {
        let failure = SchemaFailure(.unexplained, at: index, plan: schema.plan, root: root)
        return FailureList([failure])
      }
      return FailureList(
        collector.failures, asked: collector.asked, plan: schema.plan, document: document,
        facts: facts,
        keysAreSure: index == 0 && !(evaluator?.keysAreUnsure ?? true))
    }
  }

  /// The number of properties of the last value that were accepted only because of a leniency.
  /// There is one number for each leniency.
  ///
  /// The getter is mutating, so that a validator in an array is not copied.
  public var leniencies: [Leniency: Int] { mutating get { evaluator?.grants.counts ?? [:] } }

  /// Whether the last evaluation stopped early, so that the result is not known.
  public var isGivenUp: Bool { evaluator?.abort != nil }

  /// The number of times that the last evaluation applied a node to a value. Nodes that are only a
  /// type do not count.
  public var nodesVisited: Int { evaluator?.work ?? 0 }

  private mutating func evaluate<Sink: FailureSink>(
    _ root: Int32, _ cursor: TapeCursor, _ index: Int, _ sink: inout Sink, isSame: Bool = false
  ) -> Bool {
    if evaluator == nil { evaluator = SchemaEvaluator(plan: schema.plan, cursor: cursor) }
    evaluator?.restart(cursor, at: index, isSame: isSame)
    evaluator?.facts = facts
    return evaluator?.evaluate(root, index, -1, &sink) ?? false
  }
}
