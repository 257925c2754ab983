@_spi(Engine) import JSONTape

/// The growing tables of a plan, while schemas are compiled into it.
struct PlanBuilder {
  var nodes: [PlanNode] = []
  var assertions: [Assertion] = []
  var slots: [PropertySlot] = []
  var objects: [ObjectPlan] = []
  var arrays: [ArrayPlan] = []
  var children: [Int32] = []
  var tables: [Int32] = []
  var required: [UInt64] = []
  var patternSlots: [PatternSlot] = []
  var names: [UInt8] = []
  var numbers: [JSONNumber] = []
  var patterns: [Pattern] = []
  var patternSources: [String] = []
  var constants: [JSONNode] = []
  var enumerations: [[JSONNode]] = []
  var enumerationPlans: [EnumerationPlan] = []
  var containsPlans: [ContainsPlan] = []
  var conditionals: [ConditionalPlan] = []
  var dependencies: [DependencyPlan] = []
  var dynamicReferences: [DynamicReferencePlan] = []
  var dynamicAnchors: [[String: Int32]] = []
  var keyPolicies: [KeyPolicy] = []
  var discriminators: [Int32: DiscriminatorPlan] = [:]
  var strings: [String] = []
  var locations: [SchemaLocation] = []
  private var stringIndexes: [String: Int32] = [:]
  private var patternIndexes: [String: Int32] = [:]

  mutating func string(_ text: String) -> Int32 {
    if let known = stringIndexes[text] { return known }
    strings.append(text)
    stringIndexes[text] = Int32(strings.count - 1)
    return Int32(strings.count - 1)
  }

  /// The place of a number as it is written: messages show `1.0` where the schema says so.
  mutating func number(_ number: JSONNumber) -> Int32 {
    if let known = numbers.firstIndex(where: { $0.text == number.text }) { return Int32(known) }
    numbers.append(number)
    return Int32(numbers.count - 1)
  }

  mutating func pattern(_ source: String) throws(PatternError) -> Int32 {
    if let known = patternIndexes[source] { return known }
    patterns.append(try Pattern(source))
    patternSources.append(source)
    patternIndexes[source] = Int32(patterns.count - 1)
    return Int32(patterns.count - 1)
  }

  mutating func enumeration(_ nodes: [JSONNode]) -> Int32 {
    enumerations.append(nodes)
    objects.append(object(nodes.compactMap(\.string).map { ($0, ObjectPlan.any, -1) }))
    var literals: UInt8 = 0
    for node in nodes {
      switch node.kind {
      case .null: literals |= 1 << TapeTag.null.rawValue
      case .boolean:
        let tag = node.bool == true ? TapeTag.true : TapeTag.false
        literals |= 1 << tag.rawValue
      case .number, .string, .array, .object: break
      }
    }
    enumerationPlans.append(
      EnumerationPlan(strings: Int32(objects.count - 1), literals: literals))
    return Int32(enumerations.count - 1)
  }

  mutating func childList(_ nodes: [Int32]) -> ChildList {
    let start = Int32(children.count)
    children += nodes
    return ChildList(start: start, count: Int32(nodes.count))
  }

  /// Writes the slots of an object's members and a hash table over their names.
  ///
  /// The seed is chosen so that no two names share a place where one can be found in a few tries;
  /// otherwise places are probed one after another.
  ///
  /// - Complexity: O(*n*) expected in the number of members.
  mutating func object(
    _ members: [(name: String, node: Int32, required: Int32)]
  ) -> ObjectPlan {
    let start = slots.count
    var hashes: [(first: UInt64, last: UInt64, length: Int)] = []
    for member in members {
      let bytes = Array(member.name.utf8)
      let (first, last) = KeyWords.words(of: bytes)
      hashes.append((first, last, bytes.count))
      slots.append(
        PropertySlot(
          node: member.node, length: Int32(bytes.count), first: first, last: last,
          name: Int32(names.count), required: member.required))
      names += bytes
    }
    var size = 4
    while size < members.count * 2 { size *= 2 }
    let attempts = members.count <= 64 ? 64 : 1
    var best: (seed: UInt64, table: [Int32])?
    for attempt in 0..<attempts {
      let seed = 0x9E37_79B9_7F4A_7C15 &* UInt64(attempt * 2 + 1)
      var table = [Int32](repeating: 0, count: size)
      var isPerfect = true
      for (position, hash) in hashes.enumerated() {
        var place = KeyWords.hash(hash.first, hash.last, hash.length, seed) & UInt32(size - 1)
        while table[Int(place)] != 0 {
          isPerfect = false
          place = (place &+ 1) & UInt32(size - 1)
        }
        table[Int(place)] = Int32(position + 1)
      }
      if best == nil || isPerfect { best = (seed, table) }
      if isPerfect { break }
    }
    let words = (members.count + 63) / 64
    var bits = [UInt64](repeating: 0, count: words)
    for (position, member) in members.enumerated() where member.required >= 0 {
      bits[position / 64] |= 1 << UInt64(position % 64)
    }
    let plan = ObjectPlan(
      slots: Int32(start), slotCount: Int32(members.count), table: Int32(tables.count),
      tableMask: UInt32(size - 1), seed: best?.seed ?? 0, required: Int32(required.count),
      words: Int32(words), patterns: Int32(patternSlots.count), patternCount: 0,
      additional: ObjectPlan.any, additionalAssertion: -1, policy: -1)
    tables += best?.table ?? []
    required += bits
    return plan
  }
}

/// The two words by which short keys compare and all keys hash.
enum KeyWords {
  /// The first and last eight bytes of a key, zero padded: for up to eight bytes both are the key.
  static func words(of bytes: [UInt8]) -> (UInt64, UInt64) {
    func word(_ slice: ArraySlice<UInt8>) -> UInt64 {
      slice.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64($1.offset * 8) }
    }
    let first = word(bytes.prefix(8))
    return (first, bytes.count <= 8 ? first : word(bytes.suffix(8)))
  }

  /// Mixes both words with different odd factors: for eight bytes they are the same word, which a
  /// plain exclusive or would cancel.
  @inline(__always)
  static func hash(_ first: UInt64, _ last: UInt64, _ length: Int, _ seed: UInt64) -> UInt32 {
    var mixed = (first &* 0xFF51_AFD7_ED55_8CCD) &+ (last &* 0xC4CE_B9FE_1A85_EC53)
    mixed = (mixed ^ UInt64(truncatingIfNeeded: length)) &* seed
    return UInt32(truncatingIfNeeded: mixed &>> 40)
  }
}
