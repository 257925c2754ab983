@_spi(Engine) import JSONTape

/// The rule of an assertion: a number that the caller of the compiler chooses. ``schema`` means
/// that the assertion belongs to no rule.
public struct Owner: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number.
  public let rawValue: UInt16

  /// Creates the owner with a number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The assertion belongs to the schema itself, not to a rule.
  package static let schema = Owner(rawValue: 0)
}

/// One violation of a schema by an instance, as data without wording. Tape indexes belong to the
/// validated document; see `JSONDocument.node(at:)` and `JSONDocument.pointer(to:)`.
public struct SchemaFailure: Sendable {
  /// The only direction in which a property may be sent.
  public enum Direction: String, BitwiseCopyable, Sendable {
    /// `readOnly`: from the server to the client.
    case readOnly
    /// `writeOnly`: from the client to the server.
    case writeOnly
  }

  /// The cause of a failure.
  public enum Ground: BitwiseCopyable, Sendable {
    /// The schema refuses the value.
    case schema
    /// A rule's demand is not met, but the schema accepts the value.
    case rule
    /// The value would be wrong if it were what it seems to be. Nothing refuses it for this reason.
    case guess
  }

  /// How an object or an array is at a wrong place.
  public struct Displacement: Sendable {
    /// The level of the value.
    public enum Level: Sendable {
      /// The value is inside a property that should not be around it.
      case tooDeep
      /// The value is in the place of the object that should contain it.
      case tooHigh
    }

    /// The level of the value.
    public let level: Level
    /// The property around the value, or the property that should contain it.
    public let member: String
    /// The rules of the failures that this failure replaces.
    public let owners: [Owner]
  }

  /// Whether evaluation was given up. Then the instance is neither valid nor invalid.
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
    /// The number of branches; a branch for null counts only if the value is null.
    public let count: Int
    /// The property of the value that names this branch; nil if the branch is only the nearest one.
    @_spi(Engine) public let discriminator: String?
  }

  /// A branch that does not accept the value.
  public struct Alternative: Sendable {
    /// The branch.
    public let branch: Branch
    /// Its failures.
    public let failures: [SchemaFailure]
  }

  /// The failed assertion.
  public var kind: Kind
  /// The keyword as it is written in the schema, such as `required`.
  public let keyword: String
  /// The rule that the failed assertion belongs to.
  public var owner: Owner
  /// The schema object that failed, as a URI reference with a JSON Pointer fragment.
  public let schema: String
  /// The tape index of the invalid value; for a missing property, of the object.
  public let instance: Int
  /// The tape index of the key, if the key is invalid, not its value.
  public let key: Int?
  /// The branches of `anyOf` and `oneOf` around the failure, outermost first.
  public var branches: [Branch]
  /// For a missing property, the properties that the same schema lists.
  public let listed: [String]
  /// The cause of the failure: the schema, a rule, or a guess.
  public internal(set) var ground = Ground.schema
  /// The schema object that failed, for ``CompiledSchema/schema(of:)``; nil if it is in no document
  /// of the schemas' author.
  @_spi(Engine) public var site: SchemaSite?
  /// For a wrong type, the place for checking another value.
  var place: PlanPlace?

  /// How a JSON text would fail in place of a value of the wrong type; nil if it would be valid, or
  /// if this is not known.
  public func failure(of replacement: String) -> Kind? { place?.failure(of: replacement) }
}

/// A plan and one of its nodes, which is found by the assertion of its types.
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
