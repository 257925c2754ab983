@_spi(Engine) import JSONTape

struct PropertySlot: BitwiseCopyable, Sendable {
  /// The property's schema, or -1 if any value is allowed.
  var node: Int32
  var length: Int32
  /// The first and last eight bytes of the name. With them, names of up to 16 bytes are compared as
  /// two words.
  var first: UInt64
  var last: UInt64
  var name: Int32
  /// The assertion that fails if the property is missing, or -1.
  var required: Int32
}

struct ObjectPlan: BitwiseCopyable, Sendable {
  var slots: Int32
  var slotCount: Int32
  /// The open-addressed hash table of slot numbers plus one. Its size is a power of two.
  var table: Int32
  var tableMask: UInt32
  var seed: UInt64
  /// The bit set of required slots, in words of 64, in the plan's ``PlanView/slotSets``.
  var required: Int32
  var words: Int32
  var patterns: Int32 = 0
  var patternCount: Int32 = 0
  /// If there are patterns: the bit set of the slots whose names may match a pattern.
  var maybeMatched: Int32 = 0
  /// The schema of all other properties: a node, ``any`` or ``forbidden``.
  var additional = ObjectPlan.any
  var additionalAssertion: Int32 = -1
  /// The index of the key policy, or -1.
  var policy: Int32 = -1
  /// The index of rules' demands on unlisted properties, or -1.
  var selection: Int32 = -1
  /// The assertion that fails when a client cannot decode a key, or -1.
  var decoding: Int32 = -1

  static let any: Int32 = -1
  static let forbidden: Int32 = -2
  /// For a slot: the schema does not list the property. But this schema or another schema of the
  /// value names it.
  static let unlisted: Int32 = -3
  /// Like `unlisted`, but if the property is forbidden, ``Leniency/closedBesideAllOf`` allows it.
  /// This is also used for patterns.
  static let granted: Int32 = -5
  /// For a slot: the property is listed without a schema, and rules have demands on its content. In
  /// place of ``additionalAssertion``: the schema of other properties is `true`, and rules have
  /// demands on the content of these properties.
  static let walked: Int32 = -4

  /// Whether the plan exists only because of rules' demands.
  var isOnlyAsked: Bool {
    slotCount == 0 && patternCount == 0 && additional == Self.any && policy < 0 && decoding < 0
  }
}

/// A `patternProperties` property.
struct PatternSlot: BitwiseCopyable, Sendable {
  var pattern: Int32
  var node: Int32
}

struct ArrayPlan: BitwiseCopyable, Sendable {
  var prefix: ChildList
  /// The schema of the elements after the prefix: a node, ``ObjectPlan/any`` or `forbidden`.
  var rest: Int32
  /// The assertion for these elements. It is ``walked`` if no schema describes the elements, but
  /// rules have demands on their content.
  var restAssertion: Int32

  static let walked: Int32 = -2

  /// Whether the plan exists only because of rules' demands.
  var isOnlyAsked: Bool { prefix.count == 0 && restAssertion == Self.walked }
}

/// A fast lookup among the values of an `enum` or `const`.
struct EnumerationPlan: BitwiseCopyable, Sendable {
  /// The object plan whose names are the strings.
  var strings: Int32
  /// One bit for each of the tags null, false and true. The bit is set if the value is in the list.
  var literals: UInt8 = 0
  /// The open-addressed hash table of the integers with at most 18 digits. A nil means a free
  /// place. The size of the table is a power of two.
  var integers: Int32
  var integerMask: Int
  /// The sorted hashes of all numbers, arrays and objects, with their values.
  var hashes: Int32
  var hashCount: Int32

  static let integerLimit = 1_000_000_000_000_000_000
  static func place(_ integer: Int, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: Int64(integer)) &* 0x9E37_79B9_7F4A_7C15 &>> 32)
      & mask
  }
}

struct ContainsPlan: BitwiseCopyable, Sendable {
  var node: Int32
  var minimum: Int32
  /// The maximum, or -1 for none.
  var maximum: Int32
  /// Whether matching elements count as evaluated (2020-12) or not (2019-09).
  var evaluates: Bool
}

/// The nodes of `if`, `then` and `else`; -1 if one is missing.
struct ConditionalPlan: BitwiseCopyable, Sendable {
  var condition: Int32
  var then: Int32
  var otherwise: Int32

  var nodes: [Int32] { [condition, then, otherwise] }
}

/// `dependentSchemas` or `dependentRequired` for one property.
struct DependencyPlan: Sendable {
  var property: [UInt8]
  var needed: [[UInt8]]
  var node: Int32
}

/// Dependencies that are checked together. So the properties of a value are visited only once.
struct DependencyGroup: BitwiseCopyable, Sendable {
  /// The object plan with all names. Its first slots are the properties with dependencies. The
  /// other needed properties follow.
  var object: Int32
  var words: Int32
  /// A range in ``PlanView/dependencies``, in the order of the slots.
  var list: ChildList
}

/// The dependency of one property.
struct Dependency: BitwiseCopyable, Sendable {
  /// The assertion that fails.
  var assertion: Int32
  /// The schema that the object must satisfy, or -1.
  var node: Int32
  /// The slots of the needed properties, in ``PlanView/neededSlots``.
  var needed: ChildList
}

/// `$dynamicRef`: the anchor to search in the dynamic scope, and the target if the anchor is not
/// found.
struct DynamicReferencePlan: Sendable {
  var anchor: String
  var initial: Int32
}

/// A ``DynamicReferencePlan`` whose anchor is a column of ``PlanView/dynamicAnchors``.
struct DynamicReference: BitwiseCopyable, Sendable {
  var column: Int32
  var initial: Int32
}
