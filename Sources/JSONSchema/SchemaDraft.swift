@_spi(Engine) public import JSONTape

/// One schema object between its JSON and its plan. Keywords write into it, a ``PlanTransform`` may
/// then change it, and the compiler turns the result into flat nodes.
@_spi(Engine) public struct SchemaDraft {
  /// A listed member.
  public struct Member {
    /// The member's name.
    public let name: String
    /// The schemas that its value must satisfy; empty where any value is allowed.
    public internal(set) var schemas: [SchemaSite] = []
    /// The roles that rules give the member's value, used when its schema is compiled.
    public var roles: [PlanRole] = []
  }

  /// A member that must be there.
  public struct Requirement {
    /// The member's name.
    public let name: String
    /// The rule that reports its absence.
    public var owner: Owner
    /// The schema that requires it; nil for the draft's own.
    var site: SchemaSite?
    /// The leniency by which it may be absent.
    public var leniency: Leniency?
  }

  /// An assertion with its keyword.
  public struct Claim {
    var operation: Operation
    /// The keyword as it stands in the schema.
    public let keyword: String
    /// The rule that reports its failure.
    public var owner: Owner
    /// The schema that has it; nil for the draft's own.
    var site: SchemaSite?
    /// Whether a rule added it. Then it never decides whether the schema holds.
    public internal(set) var isRule = false
    var settlesNext = false
    var excuse = Excuse.none
  }

  /// The schema object in its document.
  public internal(set) var node: JSONNode
  /// The schema objects that the draft combines: all apply to the same value.
  public internal(set) var nodes: [JSONNode]
  /// Whether another schema applies this one to its own value.
  public let isInPlace: Bool
  /// The types the schema allows.
  public internal(set) var types: TypeSet = .all
  /// Whether null is allowed whatever else the schema says.
  public internal(set) var acceptsNull = false
  /// Whether leniencies are in force.
  public var isLenient = false
  /// Of merged schemas, ``nullLeniency``.
  var mergedNullLeniency: Leniency?
  /// Whether `nullable` is set: OpenAPI 3.0 adds null to the types that the same schema names.
  public internal(set) var isNullable = false
  /// The owner of what the schema asserts and no other rule reports.
  public var restOwner: Owner = .schema
  /// The owner that reports a wrong type.
  public var typeOwner: Owner = .schema
  /// The owner that reports a string where none is allowed; nil for ``typeOwner``.
  public var stringOwner: Owner?
  /// The assertions, apart from types and members.
  public var claims: [Claim] = []
  /// The listed members in the schema's order.
  public var members: [Member] = []
  /// The required members, listed or not.
  public var requirements: [Requirement] = []
  /// How unlisted keys are treated.
  public var keyPolicy: KeyPolicy?
  /// The keys that are forbidden below elements without a schema.
  public var elementSearch: KeyPolicy?

  /// What is asked of scalars so that clients can decode them.
  public internal(set) var decoding: Claim?

  /// What rules ask of the value beside its schema, null included.
  private(set) var demands: [Claim] = []
  /// What rules ask of unlisted members with certain names, by nodes of the plan.
  public var selected: [(name: NamePattern, node: Int32)] = []
  /// Whether rules look into members and elements that no schema describes.
  public var looksInside = false
  /// The roles of the value that schemas applied in place have, too.
  var rolesInPlace: [PlanRole] = []
  /// Whether other keywords or schemas may describe the members and elements of the value.
  var isDescribedElsewhere = false

  let site: SchemaSite
  /// The sites of the schemas that apply to the value.
  public internal(set) var sites: [SchemaSite]
  /// The setting that the draft's members, elements and branches are compiled under.
  public var context: PlanContext
  /// Members that other schemas of the same value list: to this schema, they are like any other.
  public private(set) var documented: [String] = []
  private var documentedNames: Set<String> = []
  /// Those of them that ``Leniency/closedBesideAllOf`` allows where this schema forbids them, and
  /// such patterns.
  var granted: Set<String> = []
  var grantedPatterns: [Int32] = []
  /// Positions in ``members``; only ``member(_:)`` adds members.
  private(set) var positions: [ExactText: Int] = [:]
  var patternMembers: [(pattern: Int32, site: SchemaSite)] = []
  var additional: SchemaSite?
  var prefix: [SchemaSite] = []
  /// All of them must hold.
  var rest: [SchemaSite] = []
  var restKeyword = "items"

  /// Whether the schema says what unlisted members must be.
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
    if let position = positions[ExactText(name)] { return position }
    members.append(Member(name: name))
    positions[ExactText(name)] = members.count - 1
    return members.count - 1
  }

  /// Says that other schemas of the value, or the list of required members, name a member.
  public mutating func document(_ name: String) {
    if positions[ExactText(name)] == nil, documentedNames.insert(name).inserted {
      documented.append(name)
    }
  }

  /// Asks that the value also satisfies a node of the plan.
  public mutating func demand(_ node: Int32, owner: Owner) {
    demands.append(
      Claim(operation: .demand(node), keyword: "$ref", owner: owner, isRule: true))
  }

  /// Asks that strings are dates of a profile, beside what `format` says.
  ///
  /// - Parameter isLenient: Whether a date of the profile is valid where `format` refuses it.
  public mutating func assertDate(_ profile: DateProfile, owner: Owner, isLenient: Bool) {
    var claim = Claim(operation: .date(profile), keyword: "format", owner: owner, isRule: true)
    guard let position = claims.firstIndex(where: { $0.operation.isDateFormat }) else {
      claims.append(claim)
      return
    }
    if case .format(let format) = claims[position].operation, profile.implies(format) {
      claim.settlesNext = true
    } else if isLenient {
      claims[position].excuse = .date(profile)
    }
    claims.insert(claim, at: position)
  }

  /// Says that a member may be sent in the other direction only.
  public mutating func refuse(_ direction: SchemaFailure.Direction, owner: Owner) {
    claims.append(
      Claim(
        operation: .refused(direction), keyword: direction.rawValue, owner: owner, isRule: true))
  }

  /// Gives what the schema asserts with some keywords to a rule, which then reports it.
  public mutating func giveClaims(
    to owner: Owner, where isMeant: (String) -> Bool = { _ in true }
  ) {
    for index in claims.indices where !claims[index].isRule && isMeant(claims[index].keyword) {
      claims[index].owner = owner
    }
  }

  /// Adds the assertions of a rule's schema. Where the schema asserts the same, the rule reports it:
  /// `words` is then the owner. Types count only if this schema allows all types.
  mutating func conjoin(
    _ other: SchemaDraft, owner: Owner, words: Owner, same: (Operation, Operation) -> Bool
  ) {
    func added(_ operation: Operation, _ keyword: String) -> Claim {
      Claim(
        operation: operation, keyword: keyword, owner: owner, isRule: true,
        excuse: types != .all && types.contains(.null) ? .null : .none)
    }
    if types == .all, other.types != .all {
      claims.append(added(.type(other.types, stringOwner: owner), "type"))
    }
    for claim in other.claims {
      let known = claims.firstIndex { !$0.isRule && same($0.operation, claim.operation) }
      if let known {
        claims[known].owner = words
      } else {
        claims.append(added(claim.operation, claim.keyword))
      }
    }
  }
}

extension SchemaDraft {
  /// Whether it says nothing of members or elements, and applies no other schema.
  var isOfValueAlone: Bool {
    members.isEmpty && requirements.isEmpty && patternMembers.isEmpty && additional == nil
      && !describesElements && claims.allSatisfy(\.operation.isOfValueAlone)
  }

  /// The leniency by which OpenAPI 3.0's `nullable` allows null that other keywords refuse.
  public var nullLeniency: Leniency? {
    guard isLenient else { return nil }
    guard isNullable else { return mergedNullLeniency }
    guard mayExcuseNull else { return nil }
    return claims.lazy.filter { !$0.isRule }.compactMap(\.operation.nullLeniency).first
  }
}

extension SchemaDraft {
  /// Whether nothing refuses null but what ``nullLeniency`` is about.
  var mayExcuseNull: Bool {
    claims.allSatisfy {
      $0.isRule || !$0.operation.concernsNull || $0.operation.nullLeniency != nil
    }
  }
}

/// A setting under which schemas are compiled, such as the active rules; 0 for none.
@_spi(Engine) public struct PlanContext: RawRepresentable, Hashable, Sendable {
  /// A number whose meaning the transform defines.
  public let rawValue: Int
  /// The context with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What a rule says about one member's value.
@_spi(Engine) public struct PlanRole: RawRepresentable, Hashable, Sendable {
  /// A number whose meaning the transform defines.
  public let rawValue: Int
  /// The role with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// Lets rules change a plan while it is compiled.
@_spi(Engine) public protocol PlanTransform: AnyObject {
  /// The context of a schema object inside another context.
  func context(of schema: JSONNode, within context: PlanContext) throws(SchemaError) -> PlanContext
  /// The context of schemas that a keyword applies to the same value, or that only decide.
  func context(
    ofBranches keyword: String, of draft: SchemaDraft, compiler: SchemaCompiler
  ) -> PlanContext
  /// The context of schemas of members and elements.
  func contextOfParts(_ context: PlanContext) -> PlanContext
  /// Changes a draft; `roles` come from the object that lists the member.
  func transform(
    _ draft: inout SchemaDraft, context: PlanContext, roles: [PlanRole], compiler: SchemaCompiler
  ) throws(SchemaError)
  /// The keys that are forbidden in values without a schema; nil for none.
  func search(in context: PlanContext) -> KeyPolicy?
  /// Whether rules look into values without a schema.
  func walks(in context: PlanContext) -> Bool
  /// Those of a value's roles that schemas applied to it in place have, too.
  func rolesInPlace(_ roles: [PlanRole]) -> [PlanRole]
  /// Those of a value's roles that it has without a schema.
  func rolesWithoutSchema(_ roles: [PlanRole]) -> [PlanRole]
  /// Whether a keyword whose value cannot be read is left out, and somebody is told the reason.
  func leavesOut(_ value: JSONNode, because reason: String) -> Bool
}
