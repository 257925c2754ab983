@_spi(Engine) import JSONTape

/// A range in ``PlanView/children``.
struct ChildList: BitwiseCopyable, Sendable {
  var start: Int32
  var count: Int32
}

struct Assertion: BitwiseCopyable, Sendable {
  var operation: Operation
  var owner: Owner
  /// Whether a rule added the assertion. Such an assertion never decides whether a schema accepts a
  /// value.
  var isRule = false
  /// Whether the next assertion is always true if this assertion is true.
  var settlesNext = false
  var excuse = Excuse.none
  /// The index of the keyword's name in ``PlanTables/strings``.
  var keyword: Int32
  /// The index of the schema's place in ``PlanTables/locations``.
  var location: Int32
}

/// One schema object. It has a type mask and runs of assertions. The assertions are sorted by the
/// kind of value that they check.
struct PlanNode: BitwiseCopyable, Sendable {
  var types: UInt8 = 0
  /// Whether evaluated properties are recorded. They are if the node, or a schema that it applies
  /// to the same value, has `unevaluated…`.
  var tracks = false
  /// Whether another schema must also accept the same value. If so, that schema checks the
  /// properties.
  var delegates = false
  /// Whether null is valid for any assertions, because the schema allows it explicitly.
  var acceptsNull = false
  /// The leniency that makes null valid for any assertions.
  var excusesNull: Leniency?
  /// Whether rules have demands here or below.
  var asks = false
  /// Whether every value of the node's types is valid.
  var asksOnlyType = true
  /// For scalars that may have any value of their type. There is a bit for each
  /// ``TapeCursor/tagAndMark(_:)`` that is enough to accept the scalar. This is set only in
  /// ``PlanView/directNodes``.
  var free: UInt16 = 0
  var resource: Int32 = 0
  /// The first assertion of the node. The `…End` values are distances from this assertion.
  var assertions: Int32 = 0
  var anyEnd: UInt16 = 0
  var numberEnd: UInt16 = 0
  var stringEnd: UInt16 = 0
  var arrayEnd: UInt16 = 0
  var objectEnd: UInt16 = 0
  var inPlaceEnd: UInt16 = 0
  var lastEnd: UInt16 = 0
  var typeAssertion: Int32 = 0
  /// The assertion that fails if a client cannot decode the scalar, or -1.
  var decoding: Int32 = -1
  /// The index of the object plan, or -1 if properties need no check.
  var object: Int32 = -1
  /// The index of the array plan, or -1 if elements need no check.
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

  /// The target of a node whose only assertion is a reference.
  func soleReference(_ assertion: (Int) -> Assertion) -> Int32? {
    guard types == TypeSet.all.rawValue, !acceptsNull, excusesNull == nil, object < 0, array < 0,
      decoding < 0, objectEnd == 0,
      lastEnd == 1, case .reference(let target) = assertion(Int(assertions)).operation
    else { return nil }
    return target
  }
}

/// The data for the fast path: scalars within these bounds satisfy all assertions of a node.
struct Glance: BitwiseCopyable, Sendable {
  /// Whether null, true and false satisfy all assertions except the type.
  var allowsLiterals = false
  var numbers = Numbers.unsettled
  /// The bounds for ``Numbers/between``.
  var above = 0
  var below = 0
  /// Strings without escapes, with at least `shortest` characters and at most `longest` bytes. If
  /// `shortest > longest`, no string is accepted. Lengths have 27 bits, so no string has the length
  /// `UInt32.max`.
  var shortest = UInt32.max
  var longest: UInt32 = 0
  /// The form of valid strings, if their length does not decide.
  var usual = UsualText.none
  /// The object plan whose names are the only valid strings, or -1.
  var strings: Int32 = -1

  /// The numbers that satisfy all assertions on numbers.
  enum Numbers: UInt8, BitwiseCopyable {
    /// The fast path is not used.
    case unsettled
    case all
    /// Numbers whose integer part is strictly between ``Glance/above`` and ``Glance/below``.
    case between
  }

  /// Creates a glance that accepts nothing, so that the fast path is not used.
  init() {}

  /// Creates a glance. `any` are the assertions on values of any type. If there are assertions
  /// other than one list of values, the fast path is not used.
  init(
    numbers: [Operation], strings: [Operation], any: [Operation], bounds: [JSONNumber],
    enumerations: [EnumerationPlan], judgements: [Judgement]
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
    self.numbers = numbers.isEmpty ? .all : .between
    (above, below) = (Int.min, Int.max)
    for operation in numbers {
      switch operation {
      case .minimum(let bound), .exclusiveMinimum(let bound):
        if let whole = bounds[Int(bound)].int {
          above = max(above, whole)
        } else {
          self.numbers = .unsettled
        }
      case .maximum(let bound), .exclusiveMaximum(let bound):
        if let whole = bounds[Int(bound)].int {
          below = min(below, whole)
        } else {
          self.numbers = .unsettled
        }
      case .judged(let number, _):
        guard let whole = judgements[Int(number)].whole, !judgements[Int(number)].asksNumbers,
          whole.lowerBound > Int.min, whole.upperBound < Int.max
        else {
          self.numbers = .unsettled
          continue
        }
        above = max(above, whole.lowerBound - 1)
        below = min(below, whole.upperBound + 1)
      default: self.numbers = .unsettled
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
    if let first = strings.first {
      usual = strings.dropFirst().reduce(first.usual) { $0.and($1.usual) }
    }
  }
}

/// The tables of a plan that are read rarely: at most once for each keyword or each failure.
struct PlanTables: Sendable {
  var numbers: [JSONNumber] = []
  var patterns: [Pattern] = []
  /// The values of each `enum`. A `const` has one value.
  var enumerations: [[JSONNode]] = []
  /// The values for ``EnumerationPlan/hashes``.
  var hashedValues: [JSONNode] = []
  var dependencies: [DependencyPlan] = []
  var dynamicReferences: [DynamicReferencePlan] = []
  /// For each resource, the nodes of its dynamic anchors.
  var dynamicAnchors: [[String: Int32]] = []
  var keyPolicies: [KeyPolicy] = []
  var selections: [PropertySelection] = []
  var relations: [Relation] = []
  var judgements: [Judgement] = []
  /// Schemas for elements at given positions, in order.
  var elements: [[(position: Int, node: Int32)]] = []
  /// The discriminators by the start of their list of branches.
  var discriminators: [Int32: DiscriminatorPlan] = [:]
  /// Whether rules have demands in addition to the schemas.
  var asks = false
  /// Whether a leniency may be needed.
  var isLenient = false
  /// Whether failures report values that are one level too deep or too high.
  var tellsDisplacement = false
  var strings: [String] = []
  var locations: [SchemaSite] = []
}

/// The immutable result of compilation. It consists of flat tables that refer to each other by
/// index. The most used tables are in raw memory that is never written later. So threads may share
/// the pointers.
final class Plan: Sendable {
  nonisolated(unsafe) let view: PlanView
  nonisolated(unsafe) private let memory = FrozenMemory()
  let root: Int32
  let nodeCount: Int
  let tables: PlanTables
  let documents: [SchemaRegistry.Entry]
  /// The resources; ``PlanNode/resource`` is an index.
  let resources: [SchemaRegistry.Resource]
  private let lock = Lock()
  nonisolated(unsafe) private var writtenLocations: [Int32: String] = [:]

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

  /// A location as a URI reference with a JSON Pointer fragment. Each location is written only
  /// once, because failures repeat.
  func location(_ number: Int32) -> String {
    lock.hold { writtenLocations.value(for: number) { writeLocation(number) } }
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
    // Bound: the memory has space for `elements.count`.
    memory.initialize(from: elements, count: elements.count)
    blocks.append(UnsafeMutableRawPointer(memory))
    return UnsafePointer(memory)
  }
}

/// The raw tables of a ``Plan``. They are valid as long as the plan exists.
struct PlanView: BitwiseCopyable {
  let nodes: UnsafePointer<PlanNode>
  /// The same nodes. But if a node is only a reference, its target is in its place.
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
  /// The bounds as integers, for fast comparison. Nil for other bounds.
  let integers: UnsafePointer<Int?>
  let enumerations: UnsafePointer<EnumerationPlan>
  let enumeratedIntegers: UnsafePointer<Int?>
  let enumeratedHashes: UnsafePointer<UInt64>
  let containsPlans: UnsafePointer<ContainsPlan>
  let conditionals: UnsafePointer<ConditionalPlan>
  let dependencyGroups: UnsafePointer<DependencyGroup>
  let dependencies: UnsafePointer<Dependency>
  let neededSlots: UnsafePointer<Int32>
  let dynamicReferences: UnsafePointer<DynamicReference>
  /// A row for each resource. It has the nodes of the dynamic anchors that references name. -1 if
  /// the resource does not have the anchor.
  let dynamicAnchors: UnsafePointer<Int32>
  let dynamicAnchorCount: Int
  /// Whether rules have demands in addition to the schemas.
  let asks: Bool
  /// Whether a leniency may be needed.
  let isLenient: Bool

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
    // Eight bytes of padding allow the name comparison to load whole words.
    names = memory.freeze(builder.names + [UInt8](repeating: 0, count: 8))
    integers = memory.freeze(builder.tables.numbers.map(\.int))
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
    isLenient = builder.tables.isLenient
  }
}
