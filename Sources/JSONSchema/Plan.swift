@_spi(Engine) import JSONTape

/// One assertion of a compiled schema. Payloads are numbers or indexes into the tables of ``Plan``.
enum Operation: BitwiseCopyable, Sendable {
  /// The value's type; a string of the wrong type has its own owner.
  case type(TypeSet, stringOwner: Owner)
  case const(Int32)
  case enumeration(Int32)
  case minimum(Int32)
  case exclusiveMinimum(Int32)
  case maximum(Int32)
  case exclusiveMaximum(Int32)
  case multipleOf(Int32)
  case minLength(Int32)
  case maxLength(Int32)
  case pattern(Int32)
  case format(Format)
  case date(DateProfile)
  case decodable(DecodedType)
  case minItems(Int32)
  case maxItems(Int32)
  case uniqueItems
  case contains(Int32)
  case minProperties(Int32)
  case maxProperties(Int32)
  case required(Int32)
  /// A node does not list these two: it lists ``dependencies(_:)``, which contains them.
  case dependentRequired(Int32)
  case dependentSchema(Int32)
  case dependencies(Int32)
  case propertyNames(Int32)
  case additionalProperties(Int32)
  case additionalItems
  case allOf(ChildList)
  case anyOf(ChildList)
  case oneOf(ChildList)
  case not(Int32)
  case conditional(Int32)
  case reference(Int32)
  case dynamicReference(Int32)
  case unevaluatedItems(Int32)
  case unevaluatedProperties(Int32)
  case keyPolicy(Int32)
  case search(Int32)
  case relation(Int32)
  case elements(Int32)
  /// What a rule asks of the value beside its schema, by its node. It never decides whether the
  /// schema holds.
  case demand(Int32)
  /// What rules ask of the members and elements that no schema of the value describes.
  case walk(Int32)
  case never
  case refused(SchemaFailure.Direction)
}

extension Format: BitwiseCopyable {}
extension DateProfile: BitwiseCopyable {}

/// A range in ``PlanView/children``.
struct ChildList: BitwiseCopyable, Sendable {
  var start: Int32
  var count: Int32
}

struct Assertion: BitwiseCopyable, Sendable {
  var operation: Operation
  var owner: Owner
  /// Index of the keyword's name in ``PlanTables/strings``.
  var keyword: Int32
  /// Index of the schema's place in ``PlanTables/locations``.
  var location: Int32
}

/// One schema object: a type mask and runs of assertions, sorted by the kind of value they check.
struct PlanNode: BitwiseCopyable, Sendable {
  var types: UInt8 = 0
  /// Set if the node, or an in-place descendant, has `unevaluated…`: evaluated members are
  /// recorded.
  var tracks = false
  /// Set if a schema that is applied in place must hold too; that one then checks the members.
  var delegates = false
  /// Whether null is valid whatever the assertions say.
  var acceptsNull = false
  /// Whether every value of its types is valid.
  var asksOnlyType = true
  /// Of scalars that may have any value of their type: a bit for each ``TapeCursor/tagAndMark(_:)``
  /// that settles it. Set only among ``PlanView/directNodes``.
  var free: UInt16 = 0
  var resource: Int32 = 0
  /// The first assertion of the node; the `…End` values are distances from it.
  var assertions: Int32 = 0
  var anyEnd: UInt16 = 0
  var numberEnd: UInt16 = 0
  var stringEnd: UInt16 = 0
  var arrayEnd: UInt16 = 0
  var objectEnd: UInt16 = 0
  var inPlaceEnd: UInt16 = 0
  var lastEnd: UInt16 = 0
  var typeAssertion: Int32 = 0
  /// The assertion that fails when a client cannot decode the scalar, or -1.
  var decoding: Int32 = -1
  /// Index of the object plan, or -1 if members need no check.
  var object: Int32 = -1
  /// Index of the array plan, or -1 if elements need no check.
  var array: Int32 = -1
  var glance = Glance()

  /// Sets ``free``.
  mutating func noteFree() {
    guard asksOnlyType else { return }
    let scalars = TapeTag.null.rawValue...TapeTag.string.rawValue
    for tag in scalars where types & TypeSet.bits(ofTag: tag) != 0 {
      free |= 1 << (UInt16(tag) * 2)
    }
  }

  /// The target of a node that asserts nothing but a reference.
  func soleReference(_ assertion: (Int) -> Assertion) -> Int32? {
    guard types == TypeSet.all.rawValue, object < 0, array < 0, decoding < 0, objectEnd == 0,
      lastEnd == 1, case .reference(let target) = assertion(Int(assertions)).operation
    else { return nil }
    return target
  }
}

/// For the fast path: scalars within these bounds satisfy all assertions of a node.
struct Glance: BitwiseCopyable, Sendable {
  /// Whether null, true and false satisfy all assertions but the type.
  var allowsLiterals = false
  /// Numbers with a whole part strictly between these two; none if `above >= below`, all between the
  /// least and the greatest `Int`.
  var above = Int.max
  var below = Int.min
  /// Strings without escapes, of at least this many characters and at most this many bytes; none if
  /// `shortest > longest`.
  var shortest = UInt32.max
  var longest: UInt32 = 0
  /// The object plan that has the only valid strings as names, or -1.
  var strings: Int32 = -1

  /// Accepts nothing: the fast path is not used.
  init() {}

  /// `any`: the assertions on values of any type; if there are others than one list of values, the
  /// fast path is not used.
  init(
    numbers: [Operation], strings: [Operation], any: [Operation], bounds: [JSONNumber],
    enumerations: [EnumerationPlan]
  ) {
    if any.count == 1, strings.isEmpty {
      switch any[0] {
      case .const(let list), .enumeration(let list):
        self.strings = enumerations[Int(list)].strings
      default: break
      }
    }
    guard any.isEmpty else { return }
    allowsLiterals = true
    (above, below) = (Int.min, Int.max)
    for operation in numbers {
      switch operation {
      case .minimum(let bound), .exclusiveMinimum(let bound):
        above = max(above, bounds[Int(bound)].int ?? Int.max)
      case .maximum(let bound), .exclusiveMaximum(let bound):
        below = min(below, bounds[Int(bound)].int ?? Int.min)
      case .decodable(.int32):
        above = max(above, Int(Int32.min) - 1)
        below = min(below, Int(Int32.max) + 1)
      default: (above, below) = (Int.max, Int.min)
      }
    }
    (shortest, longest) = (0, UInt32.max)
    for operation in strings {
      switch operation {
      case .minLength(let limit): shortest = max(shortest, UInt32(clamping: limit))
      case .maxLength(let limit): longest = min(longest, UInt32(clamping: limit))
      default: (shortest, longest) = (UInt32.max, 0)
      }
    }
  }
}

struct PropertySlot: BitwiseCopyable, Sendable {
  /// The member's schema, or -1 if any value is allowed.
  var node: Int32
  var length: Int32
  /// The first and last eight bytes of the name: names up to 16 bytes compare in two words.
  var first: UInt64
  var last: UInt64
  var name: Int32
  /// The assertion that fails when the member is absent, or -1.
  var required: Int32
}

struct ObjectPlan: BitwiseCopyable, Sendable {
  var slots: Int32
  var slotCount: Int32
  /// Open-addressed hash table of slot numbers plus one; its size is a power of two.
  var table: Int32
  var tableMask: UInt32
  var seed: UInt64
  /// Bit set of required slots, in words of 64, among the plan's ``PlanView/slotSets``.
  var required: Int32
  var words: Int32
  var patterns: Int32 = 0
  var patternCount: Int32 = 0
  /// Where there are patterns, the bit set of the slots whose names one of them may match.
  var maybeMatched: Int32 = 0
  /// Schema of all other members: a node, ``any`` or ``forbidden``.
  var additional = ObjectPlan.any
  var additionalAssertion: Int32 = -1
  /// Index of the key policy, or -1.
  var policy: Int32 = -1
  /// Index of what rules ask of unlisted members, or -1.
  var selection: Int32 = -1
  /// The assertion that fails when a client cannot decode a key, or -1.
  var decoding: Int32 = -1

  static let any: Int32 = -1
  static let forbidden: Int32 = -2
  /// For a slot: the member is required but not listed.
  static let unlisted: Int32 = -3
  /// For a slot: the member is listed without a schema, and rules look into it. In place of
  /// ``additionalAssertion``: the schema of other members is `true`, and rules look into them.
  static let walked: Int32 = -4

  /// Whether the plan is only there for what rules ask.
  var isOnlyAsked: Bool {
    slotCount == 0 && patternCount == 0 && additional == Self.any && policy < 0 && decoding < 0
  }
}

/// A `patternProperties` member.
struct PatternSlot: BitwiseCopyable, Sendable {
  var pattern: Int32
  var node: Int32
}

struct ArrayPlan: BitwiseCopyable, Sendable {
  var prefix: ChildList
  /// Schema of the elements after the prefix: a node, ``ObjectPlan/any`` or `forbidden`.
  var rest: Int32
  /// ``walked`` where no schema describes these elements and rules look into them.
  var restAssertion: Int32

  static let walked: Int32 = -2

  /// Whether the plan is only there for what rules ask.
  var isOnlyAsked: Bool { prefix.count == 0 && restAssertion == Self.walked }
}

/// A fast lookup among the values of an `enum` or `const`.
struct EnumerationPlan: BitwiseCopyable, Sendable {
  /// The object plan that has the strings as names.
  var strings: Int32
  /// One bit for each tag of null, false and true that is among the values.
  var literals: UInt8 = 0
  /// An open-addressed hash table of the integers of at most 18 digits; its size is a power of two.
  /// ``noInteger`` marks a free place.
  var integers: Int32
  var integerMask: Int
  /// The hashes of all numbers, arrays and objects, sorted, and the values beside them.
  var hashes: Int32
  var hashCount: Int32

  static let noInteger = Int.min
  static let integerLimit = 1_000_000_000_000_000_000
  static func place(_ integer: Int, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: Int64(integer)) &* 0x9E37_79B9_7F4A_7C15 &>> 32)
      & mask
  }
}

struct ContainsPlan: BitwiseCopyable, Sendable {
  var node: Int32
  var minimum: Int32
  /// -1 for no maximum.
  var maximum: Int32
  /// Whether matching elements count as evaluated (2020-12) or not (2019-09).
  var evaluates: Bool
}

/// `if`, `then` and `else`; -1 where one is absent.
struct ConditionalPlan: BitwiseCopyable, Sendable {
  var condition: Int32
  var then: Int32
  var otherwise: Int32

  var nodes: [Int32] { [condition, then, otherwise] }
}

/// `dependentSchemas` or `dependentRequired` for one member.
struct DependencyPlan: Sendable {
  var member: [UInt8]
  var needed: [[UInt8]]
  var node: Int32
}

/// Dependencies that are checked together, so that the members of a value are walked once.
struct DependencyGroup: BitwiseCopyable, Sendable {
  /// The object plan with all names: slot by slot first the members that have dependencies, then the
  /// needed ones that are not among them.
  var object: Int32
  var words: Int32
  /// A range in ``PlanView/dependencies``, in the order of the slots.
  var list: ChildList
}

/// What one member needs.
struct Dependency: BitwiseCopyable, Sendable {
  /// The assertion that fails.
  var assertion: Int32
  /// The schema that the object must satisfy, or -1.
  var node: Int32
  /// The slots of the needed members, in ``PlanView/neededSlots``.
  var needed: ChildList
}

/// `$dynamicRef`: the anchor to look for in the dynamic scope, and the target if it is not found.
struct DynamicReferencePlan: Sendable {
  var anchor: String
  var initial: Int32
}

/// A ``DynamicReferencePlan`` whose anchor is a column of ``PlanView/dynamicAnchors``.
struct DynamicReference: BitwiseCopyable, Sendable {
  var column: Int32
  var initial: Int32
}

/// The tables of a plan that are read at most once per keyword or per failure.
struct PlanTables: Sendable {
  var numbers: [JSONNumber] = []
  var patterns: [Pattern] = []
  /// The values of each `enum`; a `const` has one.
  var enumerations: [[JSONNode]] = []
  /// The values that ``EnumerationPlan/hashes`` are of.
  var hashedValues: [JSONNode] = []
  var dependencies: [DependencyPlan] = []
  var dynamicReferences: [DynamicReferencePlan] = []
  /// For each resource, the nodes of its dynamic anchors.
  var dynamicAnchors: [[String: Int32]] = []
  var keyPolicies: [KeyPolicy] = []
  var selections: [MemberSelection] = []
  var relations: [Relation] = []
  /// Schemas for elements by their positions, in order.
  var elements: [[(position: Int, node: Int32)]] = []
  /// By the start of their list of branches.
  var discriminators: [Int32: DiscriminatorPlan] = [:]
  /// Whether rules ask for something beside the schemas.
  var asks = false
  /// Whether failures say that a value is one level too deep or too high.
  var tellsDisplacement = false
  var strings: [String] = []
  var locations: [SchemaSite] = []
}

/// The immutable result of compilation: flat tables that refer to one another by index. The hot
/// tables are in raw memory that is never written later, so threads may share the pointers.
final class Plan: Sendable {
  nonisolated(unsafe) let view: PlanView
  nonisolated(unsafe) private let memory = FrozenMemory()
  let root: Int32
  let nodeCount: Int
  let tables: PlanTables
  let documents: [SchemaRegistry.Entry]
  /// Indexed by ``PlanNode/resource``.
  let resources: [SchemaRegistry.Resource]

  init(
    _ builder: PlanBuilder, documents: [SchemaRegistry.Entry],
    resources: [SchemaRegistry.Resource], root: Int32
  ) {
    view = PlanView(builder, memory)
    self.root = root
    nodeCount = builder.nodes.count
    tables = builder.tables
    self.documents = documents
    self.resources = resources
  }
}

final class FrozenMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  func freeze<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    memory.initialize(from: elements, count: elements.count)
    blocks.append(UnsafeMutableRawPointer(memory))
    return UnsafePointer(memory)
  }
}

/// The raw tables of a ``Plan``; valid while the plan lives.
struct PlanView: BitwiseCopyable {
  let nodes: UnsafePointer<PlanNode>
  /// The same, with the target in place of each node that is only a reference.
  let directNodes: UnsafePointer<PlanNode>
  let assertions: UnsafePointer<Assertion>
  let slots: UnsafePointer<PropertySlot>
  let objects: UnsafePointer<ObjectPlan>
  let arrays: UnsafePointer<ArrayPlan>
  let children: UnsafePointer<Int32>
  let dispatches: UnsafePointer<BranchDispatch>
  let branchLists: UnsafePointer<ChildList>
  let branches: UnsafePointer<BranchDispatch.Branch>
  let tables: UnsafePointer<Int32>
  let slotSets: UnsafePointer<UInt64>
  let patternSlots: UnsafePointer<PatternSlot>
  let names: UnsafePointer<UInt8>
  /// The bounds as whole numbers, for fast comparison; `Int.min` for bounds that are not.
  let integers: UnsafePointer<Int>
  let enumerations: UnsafePointer<EnumerationPlan>
  let enumeratedIntegers: UnsafePointer<Int>
  let enumeratedHashes: UnsafePointer<UInt64>
  let containsPlans: UnsafePointer<ContainsPlan>
  let conditionals: UnsafePointer<ConditionalPlan>
  let dependencyGroups: UnsafePointer<DependencyGroup>
  let dependencies: UnsafePointer<Dependency>
  let neededSlots: UnsafePointer<Int32>
  let dynamicReferences: UnsafePointer<DynamicReference>
  /// For each resource, a row with the node of each dynamic anchor that is referred to, or -1.
  let dynamicAnchors: UnsafePointer<Int32>
  let dynamicAnchorCount: Int
  /// Whether rules ask for something beside the schemas.
  let asks: Bool

  init(_ builder: PlanBuilder, _ memory: FrozenMemory) {
    nodes = memory.freeze(builder.nodes)
    directNodes = memory.freeze(builder.directNodes())
    assertions = memory.freeze(builder.assertions)
    slots = memory.freeze(builder.slots)
    objects = memory.freeze(builder.objects)
    arrays = memory.freeze(builder.arrays)
    children = memory.freeze(builder.children)
    dispatches = memory.freeze(builder.dispatches)
    branchLists = memory.freeze(builder.branchLists)
    branches = memory.freeze(builder.branches)
    tables = memory.freeze(builder.hashTables)
    slotSets = memory.freeze(builder.slotSets)
    patternSlots = memory.freeze(builder.patternSlots)
    // Eight bytes of padding let the name comparison load whole words.
    names = memory.freeze(builder.names + [UInt8](repeating: 0, count: 8))
    integers = memory.freeze(builder.tables.numbers.map { $0.int ?? Int.min })
    enumerations = memory.freeze(builder.enumerationPlans)
    enumeratedIntegers = memory.freeze(builder.enumeratedIntegers)
    enumeratedHashes = memory.freeze(builder.enumeratedHashes)
    containsPlans = memory.freeze(builder.containsPlans)
    conditionals = memory.freeze(builder.conditionals)
    dependencyGroups = memory.freeze(builder.dependencyGroups)
    dependencies = memory.freeze(builder.dependencies)
    neededSlots = memory.freeze(builder.neededSlots)
    let dynamic = builder.dynamicTables()
    dynamicReferences = memory.freeze(dynamic.references)
    dynamicAnchors = memory.freeze(dynamic.anchors)
    dynamicAnchorCount = dynamic.columns
    asks = builder.tables.asks
  }
}
