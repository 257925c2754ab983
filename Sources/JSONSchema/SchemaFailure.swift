@_spi(Engine) import JSONTape

/// The rule that an assertion belongs to: a number that the caller of the compiler gives.
/// ``schema`` means that it belongs to no rule.
public struct Owner: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number.
  public let rawValue: UInt16

  /// The owner with a number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The assertion belongs to the schema itself, not to a rule.
  package static let schema = Owner(rawValue: 0)
}

/// One way in which an instance violates a schema, as data without wording. Tape indexes are those
/// of the validated document: see `JSONDocument.node(at:)` and `JSONDocument.pointer(to:)`.
public struct SchemaFailure: Sendable {
  /// The only direction in which a member may be sent.
  public enum Direction: String, BitwiseCopyable, Sendable {
    /// `readOnly`: from the server to the client.
    case readOnly
    /// `writeOnly`: from the client to the server.
    case writeOnly
  }

  /// What a value fails.
  public enum Ground: BitwiseCopyable, Sendable {
    /// Its schema refuses it.
    case schema
    /// A rule does, and the schema accepts it.
    case rule
    /// It would be wrong if it were what it seems to be. Nothing refuses it for that.
    case guess
  }

  /// How an object or an array stands in another place than the documented one.
  public struct Displacement: Sendable {
    /// Where the value stands.
    public enum Level: Sendable {
      /// Under a member that should not be around it.
      case tooDeep
      /// Where the object stands that should hold it.
      case tooHigh
    }

    /// Where the value stands.
    public let level: Level
    /// The member that is around it, or the one that should hold it.
    public let member: String
    /// The rules of the failures that this one stands for.
    public let owners: [Owner]
  }

  /// Whether evaluation was given up, so that nothing is known of the instance: it is neither valid
  /// nor invalid.
  public var isGivenUp: Bool {
    switch kind {
    case .tooDeep, .tooMuchWork, .patternLimit: true
    default: false
    }
  }

  /// One of the schemas of an `anyOf` or `oneOf`.
  public struct Branch: Hashable, Sendable {
    /// Its position among the branches, from 0.
    public let position: Int
    /// The last part of the reference to it, else its `title`.
    public let name: String?
    /// How many branches there are; a branch for null counts only if the value is null.
    public let count: Int
  }

  /// A branch that does not hold.
  public struct Alternative: Sendable {
    /// The branch.
    public let branch: Branch
    /// Its failures.
    public let failures: [SchemaFailure]
  }

  /// What failed.
  public var kind: Kind
  /// The keyword as it stands in the schema, such as `required`.
  public let keyword: String
  /// The rule that the failed assertion belongs to.
  public var owner: Owner
  /// The schema object that failed, as a URI reference with a JSON Pointer fragment.
  public let schema: String
  /// Tape index of the invalid value; of the object, where a member is absent.
  public let instance: Int
  /// Tape index of the key, where the key and not its value is invalid.
  public let key: Int?
  /// The branches of `anyOf` and `oneOf` that the failure is in, outermost first.
  public var branches: [Branch]
  /// For an absent member: the members that the same schema lists.
  public let listed: [String]
  /// What the value fails: its schema, a rule, or a guess.
  public internal(set) var ground = Ground.schema
  /// The schema object that failed, for ``CompiledSchema/schema(of:)``; nil if it is in no document
  /// of the schema's author.
  @_spi(Engine) public var site: SchemaSite?
  /// For a wrong type: what tells whether another value would do.
  var place: PlanPlace?

  /// How a JSON text in place of a value of the wrong type would fail; nil if it would be valid, or
  /// if that is not known.
  public func failure(of replacement: String) -> Kind? { place?.failure(of: replacement) }
}

/// A node of a plan by the assertion of its types, and its plan.
struct PlanPlace: Sendable {
  let plan: Plan
  let typeAssertion: Int32

  func failure(of text: String) -> SchemaFailure.Kind? {
    let node = (0..<plan.nodeCount).first { plan.view.nodes[$0].typeAssertion == typeAssertion }
    guard let node, let document = try? JSONDocument(text) else { return nil }
    var sink = Collector()
    document.withCursor { cursor in
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor)
      _ = evaluator.evaluate(Int32(node), 0, -1, &sink)
    }
    var reader = FailureReader(plan: plan, document: document)
    return sink.failures.first.map { reader.failure($0).kind }
  }
}
