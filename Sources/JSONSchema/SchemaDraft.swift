@_spi(Engine) public import JSONTape

/// A schema object during compilation. First, the keywords of the schema are read into the draft.
/// Then a ``PlanTransform`` may change the draft. At the end, the compiler turns the draft into
/// flat nodes.
@_spi(Engine) public struct SchemaDraft {
  /// A listed property.
  public struct Property {
    /// The property's name.
    public let name: String
    /// The schemas that the property's value must satisfy. Empty if any value is allowed.
    public internal(set) var schemas: [SchemaSite] = []
    /// The roles that rules give to the property's value. The roles are used when the value's
    /// schema is compiled.
    public var roles: [PlanRole] = []
  }

  /// A required property.
  public struct Requirement {
    /// The property's name.
    public let name: String
    /// The rule that reports the missing property.
    public var owner: Owner
    /// The schema that requires the property. Nil for the draft's own schema.
    var site: SchemaSite?
    /// The leniency that allows the property to be missing.
    public var leniency: Leniency?
  }

  /// An assertion with its keyword.
  public struct Claim {
    var operation: Operation
    /// The keyword as it is written in the schema.
    public let keyword: String
    /// The rule that reports the assertion's failure.
    public var owner: Owner
    /// The schema that contains the assertion. Nil for the draft's own schema.
    var site: SchemaSite?
    /// Whether a rule added the assertion. Such an assertion never decides whether the schema
    /// accepts a value.
    public internal(set) var isRule = false
    var settlesNext = false
    var excuse = Excuse.none
  }

  /// The schema object in its document.
  public internal(set) var node: JSONNode
  /// The schema objects that the draft combines. All of them apply to the same value.
  public internal(set) var nodes: [JSONNode]
  /// Whether another schema applies this schema to the same value, as `allOf` does.
  public let isInPlace: Bool
  /// The types that the schema allows.
  public internal(set) var types: TypeSet = .all
  /// Whether null is always allowed.
  public internal(set) var acceptsNull = false
  /// Whether leniencies are used.
  public var isLenient = false
  /// For merged schemas, ``nullLeniency``.
  var mergedNullLeniency: Leniency?
  /// Whether `nullable` is true. Then OpenAPI 3.0 adds null to the types that the same schema
  /// lists.
  public internal(set) var isNullable = false
  /// The owner of assertions of the schema that no other rule reports.
  public var restOwner: Owner = .schema
  /// The owner of the failure if the value has a wrong type.
  public var typeOwner: Owner = .schema
  /// The owner of the failure if the value is a string, but strings are not allowed. If this is
  /// nil, such a failure belongs to ``typeOwner``.
  public var stringOwner: Owner?
  /// The assertions, except for types and properties.
  public var claims: [Claim] = []
  /// The listed properties in the schema's order.
  public var properties: [Property] = []
  /// The required properties. They may be listed or not.
  public var requirements: [Requirement] = []
  /// How properties that are not listed are treated.
  public var keyPolicy: KeyPolicy?
  /// The property names that are forbidden inside elements of an array that no schema describes.
  public var elementSearch: KeyPolicy?

  /// The check whether clients can decode scalars.
  public internal(set) var decoding: Claim?

  /// The demands of rules on the value in addition to its schema, including on null.
  private(set) var demands: [Claim] = []
  /// The demands of rules on unlisted properties with certain names. Each demand is a node of the
  /// plan.
  public var selected: [(name: NamePattern, node: Int32)] = []
  /// Whether rules have demands inside properties and elements that no schema describes.
  public var looksInside = false
  /// The roles of the value that in-place schemas also have.
  var rolesInPlace: [PlanRole] = []
  /// Whether other keywords or schemas may describe the properties and elements of the value.
  var isDescribedElsewhere = false

  let site: SchemaSite
  /// The sites of the schemas that apply to the value.
  public internal(set) var sites: [SchemaSite]
  /// The context for compiling the draft's properties, elements and branches.
  public var context: PlanContext
  /// Properties that other schemas of the same value list. This schema treats them as unlisted.
  public private(set) var documented: [String] = []
  private var documentedNames: Set<String> = []
  /// The properties and patterns that this schema forbids but ``Leniency/closedBesideAllOf``
  /// allows.
  var granted: Set<String> = []
  var grantedPatterns: [Int32] = []
  /// Positions in ``properties``; only ``property(_:)`` adds properties.
  private(set) var positions: [ExactText: Int] = [:]
  var patternProperties: [(pattern: Int32, site: SchemaSite)] = []
  var additional: SchemaSite?
  var prefix: [SchemaSite] = []
  /// The schemas of the other elements. All of them must accept the element.
  var rest: [SchemaSite] = []
  var restKeyword = "items"

  /// Whether this schema decides which unlisted properties are valid.
  public var settlesUnlisted: Bool { additional != nil || !patternProperties.isEmpty }
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

  mutating func property(_ name: String) -> Int {
    if let position = positions[ExactText(name)] { return position }
    properties.append(Property(name: name))
    positions[ExactText(name)] = properties.count - 1
    return properties.count - 1
  }

  /// Notes that a property is documented, because another schema of the value or the list of
  /// required properties contains the name.
  public mutating func document(_ name: String) {
    if positions[ExactText(name)] == nil, documentedNames.insert(name).inserted {
      documented.append(name)
    }
  }

  /// Demands that the value also satisfies a node of the plan.
  public mutating func demand(_ node: Int32, owner: Owner) {
    demands.append(
      Claim(operation: .demand(node), keyword: "$ref", owner: owner, isRule: true))
  }

  /// Demands that strings are dates of a profile. `format` is still checked.
  ///
  /// - Parameter isLenient: Whether a date of the profile is valid even if `format` refuses the
  ///   date.
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

  /// Notes that the property must not be sent in this direction.
  public mutating func refuse(_ direction: SchemaFailure.Direction, owner: Owner) {
    claims.append(
      Claim(
        operation: .refused(direction), keyword: direction.rawValue, owner: owner, isRule: true))
  }

  /// Makes a rule the owner of assertions with certain keywords. The rule then reports failures of
  /// these assertions.
  public mutating func giveClaims(
    to owner: Owner, where isMeant: (String) -> Bool = { _ in true }
  ) {
    for index in claims.indices where !claims[index].isRule && isMeant(claims[index].keyword) {
      claims[index].owner = owner
    }
  }

  /// Adds the assertions of a rule's schema. If the schema has the same assertion, the rule reports
  /// it, and `words` is the owner. Types count only if this schema allows all types.
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
  /// Whether the draft has no assertions about properties or elements, and applies no other schema.
  var isOfValueAlone: Bool {
    properties.isEmpty && requirements.isEmpty && patternProperties.isEmpty && additional == nil
      && !describesElements && claims.allSatisfy(\.operation.isOfValueAlone)
  }

  /// The leniency for `nullable` in OpenAPI 3.0. With this leniency, `nullable` allows null even if
  /// other keywords refuse null.
  public var nullLeniency: Leniency? {
    guard isLenient else { return nil }
    guard isNullable else { return mergedNullLeniency }
    guard mayExcuseNull else { return nil }
    return claims.lazy.filter { !$0.isRule }.compactMap(\.operation.nullLeniency).first
  }
}

extension SchemaDraft {
  /// Whether only the keywords of ``nullLeniency`` may refuse null.
  var mayExcuseNull: Bool {
    claims.allSatisfy {
      $0.isRule || !$0.operation.concernsNull || $0.operation.nullLeniency != nil
    }
  }
}

/// A setting for the compilation of schemas, such as the active rules. The number 0 means no
/// setting.
@_spi(Engine) public struct PlanContext: RawRepresentable, Hashable, Sendable {
  /// A number. The ``PlanTransform`` defines the meaning of the number.
  public let rawValue: Int
  /// Creates the context with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A rule's demand on one property's value.
@_spi(Engine) public struct PlanRole: RawRepresentable, Hashable, Sendable {
  /// A number. The ``PlanTransform`` defines the meaning of the number.
  public let rawValue: Int
  /// Creates the role with a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// Changes a plan for rules, while the plan is compiled.
@_spi(Engine) public protocol PlanTransform: AnyObject {
  /// The context of a schema object inside another context.
  func context(of schema: JSONNode, within context: PlanContext) throws(SchemaError) -> PlanContext
  /// The context of schemas that a keyword applies to the same value, or of schemas that only
  /// decide, such as `if`.
  func context(
    ofBranches keyword: String, of draft: SchemaDraft, compiler: SchemaCompiler
  ) -> PlanContext
  /// The context of schemas of properties and elements.
  func contextOfParts(_ context: PlanContext) -> PlanContext
  /// Changes a draft. The object that lists the property gives the `roles`.
  func transform(
    _ draft: inout SchemaDraft, context: PlanContext, roles: [PlanRole], compiler: SchemaCompiler
  ) throws(SchemaError)
  /// The property names that are forbidden in values without a schema. Nil if no name is forbidden.
  func search(in context: PlanContext) -> KeyPolicy?
  /// Whether rules have demands inside values without a schema.
  func walks(in context: PlanContext) -> Bool
  /// The roles of a value that in-place schemas also have.
  func rolesInPlace(_ roles: [PlanRole]) -> [PlanRole]
  /// The roles that a value also has without a schema.
  func rolesWithoutSchema(_ roles: [PlanRole]) -> [PlanRole]
  /// Whether leniencies are active.
  func isLenient(in context: PlanContext) -> Bool
  /// Whether a keyword with an unreadable value is ignored. If so, the reason is reported.
  func leavesOut(_ value: JSONNode, because reason: String) -> Bool
}
