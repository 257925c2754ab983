public import JSONTape

/// One schema object between its JSON and its plan, open to change.
///
/// Keywords write into it; a ``PlanTransform`` may then reassign owners, give members roles and
/// add assertions; the compiler turns the result into flat nodes.
@_spi(Engine) public struct SchemaDraft {
  /// A listed member.
  public struct Member {
    /// The member's name.
    public let name: String
    /// The schemas that its value must satisfy; none where any value will do.
    public internal(set) var schemas: [SchemaSite] = []
    /// What rules have to say of the member's value, applied when its schema is compiled.
    public var roles: [PlanRole] = []
    /// Set where the member must not be there at all, and who says so.
    public var refusal: (direction: SchemaFailure.Direction, owner: Owner)?
  }

  /// A member that must be there.
  public struct Requirement {
    /// The member's name.
    public let name: String
    /// The rule that answers for its absence.
    public var owner: Owner
    /// The schema that requires it; nil for that of the draft.
    var site: SchemaSite?
  }

  /// An assertion with its keyword.
  public struct Claim {
    var operation: Operation
    /// The keyword as it stands in the schema.
    public let keyword: String
    /// The rule that answers when the assertion fails.
    public var owner: Owner
    /// The schema that asserts it; nil for that of the draft.
    var site: SchemaSite?
  }

  /// The schema object in its document.
  public internal(set) var node: JSONNode
  /// The schema objects that the draft holds together: one, or all that apply to the same value.
  public internal(set) var nodes: [JSONNode]
  /// Whether the schema applies to the same value as one that contains or references it.
  public let isInPlace: Bool
  /// The types the schema allows.
  public internal(set) var types: TypeSet = .all
  /// Whether null is allowed whatever else the schema says.
  public internal(set) var acceptsNull = false
  /// Who answers for a wrong type.
  public var typeOwner: Owner = .schema
  /// Who answers when the value is a string and should not be; nil: as for any wrong type.
  public var stringOwner: Owner?
  /// What the schema asserts of the value, apart from its types and members.
  public var claims: [Claim] = []
  /// The members the schema lists, in its order.
  public var members: [Member] = []
  /// The members that must be there, listed or not.
  public var requirements: [Requirement] = []
  /// What becomes of keys that are not listed.
  public var keyPolicy: KeyPolicy?
  /// What is forbidden below elements that the schema does not describe.
  public var elementSearch: KeyPolicy?

  let site: SchemaSite
  /// The schemas that the draft is of: several where a member is listed more than once.
  var sites: [SchemaSite]
  /// The setting that the draft is compiled under.
  public let context: PlanContext
  /// Where members stand in ``members``, to which nothing is added but by ``member(_:)``.
  private(set) var positions: [String: Int] = [:]
  /// A pattern without a schema is one of members that may be anything.
  var patternMembers: [(pattern: Int32, site: SchemaSite?)] = []
  var additional: SchemaSite?
  var additionalKeyword = "additionalProperties"
  var prefix: [SchemaSite] = []
  /// The schemas of further elements; all of them must hold.
  var rest: [SchemaSite] = []
  var restKeyword = "items"

  /// Whether the schema says itself what becomes of unlisted members.
  public var settlesUnlisted: Bool { additional != nil || !patternMembers.isEmpty }
  /// Whether the schema describes elements of arrays.
  public var describesElements: Bool { !rest.isEmpty || !prefix.isEmpty }

  init(node: JSONNode, site: SchemaSite, context: PlanContext, isInPlace: Bool) {
    self.node = node
    nodes = [node]
    self.site = site
    sites = [site]
    self.context = context
    self.isInPlace = isInPlace
  }

  mutating func assert(_ operation: Operation, _ keyword: String) {
    claims.append(Claim(operation: operation, keyword: keyword, owner: .schema))
  }

  mutating func member(_ name: String) -> Int {
    if let position = positions[name] { return position }
    members.append(Member(name: name))
    positions[name] = members.count - 1
    return members.count - 1
  }

  /// Lists a member of any value, unless it is listed already.
  public mutating func list(_ name: String) { _ = member(name) }

  /// Replaces the assertion of a keyword by a date profile, keeping its place; adds it when there
  /// is none.
  public mutating func assertDate(_ profile: DateProfile, owner: Owner) {
    let position = claims.firstIndex { $0.keyword == "format" }
    let claim = Claim(operation: .date(profile), keyword: "format", owner: owner)
    if let position { claims[position] = claim } else { claims.append(claim) }
  }

  /// Adds what another schema asserts of the same value, answered for by an owner.
  ///
  /// Assertions that are here already change owner instead of being made twice. The other's types
  /// count only where this schema allows every type.
  mutating func conjoin(_ other: SchemaDraft, owner: Owner, same: (Operation, Operation) -> Bool) {
    if types == .all && other.types != .all {
      types = other.types
      typeOwner = owner
    }
    for claim in other.claims {
      if let position = claims.firstIndex(where: { same($0.operation, claim.operation) }) {
        claims[position].owner = owner
      } else {
        claims.append(Claim(operation: claim.operation, keyword: claim.keyword, owner: owner))
      }
    }
  }
}

/// A setting under which schemas are compiled, such as the rules in force; 0 when there is none.
@_spi(Engine) public struct PlanContext: RawRepresentable, Hashable, Sendable {
  /// The number, which the transform gives a meaning.
  public let rawValue: Int
  /// The context with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What a rule has to say of one member's value, numbered by the transform.
@_spi(Engine) public struct PlanRole: RawRepresentable, Hashable, Sendable {
  /// The number, which the transform gives a meaning.
  public let rawValue: Int
  /// The role with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A change to a plan while it is compiled: how rules come to own parts of a schema.
@_spi(Engine) public protocol PlanTransform: AnyObject {
  /// The context of a schema object, given that of what contains or references it.
  func context(of schema: JSONNode, within context: PlanContext) throws(SchemaError) -> PlanContext
  /// The context of the schemas that a keyword of a draft applies to the same value.
  func context(
    ofBranches keyword: String, of draft: SchemaDraft, compiler: SchemaCompiler
  ) -> PlanContext
  /// The context of schemas that apply to other values, members and elements, given that of the
  /// schema that holds them.
  func contextOfParts(_ context: PlanContext) -> PlanContext
  /// Changes a draft; roles are those its member was given by the object that lists it.
  func transform(
    _ draft: inout SchemaDraft, context: PlanContext, roles: [PlanRole], compiler: SchemaCompiler
  ) throws(SchemaError)
  /// The search for forbidden keys in values that no schema describes, or nil for none.
  func search(in context: PlanContext) -> KeyPolicy?
}
