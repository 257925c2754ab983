@_spi(Engine) import JSONTape

/// The rule to which an assertion belongs. A rule is a number that the caller of the compiler
/// chooses. ``schema`` means that the assertion belongs to no rule.
public struct Owner: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number.
  public let rawValue: UInt16

  /// Creates the owner with a number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The assertion belongs to the schema itself, not to a rule.
  package static let schema = Owner(rawValue: 0)
}

/// One failure of an instance against a schema. A failure is data without a message. Tape indexes
/// refer to the validated document. See `JSONDocument.node(at:)` and `JSONDocument.pointer(to:)`.
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
    /// The value does not satisfy the demand of a rule, but the schema accepts the value.
    case rule
    /// The author probably meant another value, and this other value would be wrong. This is only a
    /// guess: neither the schema nor a rule refuses the value for this reason.
    case guess
  }

  /// An object or an array that is one level too deep or too high.
  public struct Displacement: Sendable {
    /// The level of the value.
    public enum Level: Sendable {
      /// The value is inside a property. It should be in the place of this property.
      case tooDeep
      /// The value is in the place of the object that should contain it.
      case tooHigh
    }

    /// The level of the value.
    public let level: Level
    /// The property around the value, or the property that should contain it.
    public let property: String
    /// The rules of the failures that this failure replaces.
    public let owners: [Owner]
  }

  /// Whether the evaluation was stopped early. Then it is unknown whether the instance is valid.
  public var isGivenUp: Bool {
    switch kind {
    case .tooDeep, .tooMuchWork, .patternLimit: true
    default: false
    }
  }

  /// One of the schemas of an `anyOf` or `oneOf`.
  public struct Branch: Hashable, Sendable {
    /// The position among the branches. The first branch has the position 0.
    public let position: Int
    /// The name of the branch: the last part of the reference to it. If there is no reference, the
    /// name is the branch's `title`.
    public let name: String?
    /// The number of branches. A branch for null counts only if the value is null.
    public let count: Int
    /// The property of the value that names this branch. Nil if the branch is only the nearest one.
    @_spi(Engine) public let discriminator: String?
  }

  /// A branch that does not accept the value.
  public struct Alternative: Sendable {
    /// The branch.
    public let branch: Branch
    /// The failures of the branch.
    public let failures: [SchemaFailure]
  }

  /// The failed assertion.
  public var kind: Kind
  /// The keyword as it is written in the schema, such as `required`.
  public let keyword: String
  /// The rule that the failed assertion belongs to.
  public var owner: Owner
  /// The schema object that failed. The text is a URI reference with a JSON Pointer as the
  /// fragment.
  public let schema: String
  /// The tape index of the invalid value. If a property is missing, this is the tape index of the
  /// object.
  public let instance: Int
  /// The tape index of the property name if the name is invalid. Nil if the value is invalid.
  public let key: Int?
  /// The branches of `anyOf` and `oneOf` around the failure. The outermost branch is first.
  public var branches: [Branch]
  /// If a property is missing: the properties that the schema lists.
  public let listed: [String]
  /// The cause of the failure: the schema, a rule, or a guess.
  public internal(set) var ground = Ground.schema
  /// The schema object that failed, for ``CompiledSchema/schema(of:)``. Nil if the schema's author
  /// did not write this object.
  @_spi(Engine) public var site: SchemaSite?
  /// For a wrong type: the place at which another value can be checked.
  var place: PlanPlace?

  /// The failure that would remain if a JSON text replaced a value of the wrong type. Nil if there
  /// would be no failure, or if this is not known.
  public func failure(of replacement: String) -> Kind? { place?.failure(of: replacement) }
}

/// A plan and one of its nodes. The node is found by the assertion of its types.
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
