@_spi(Engine) import JSONTape

struct PlanBuilder {
  var nodes: [PlanNode] = []
  var assertions: [Assertion] = []
  var slots: [PropertySlot] = []
  var objects: [ObjectPlan] = []
  var arrays: [ArrayPlan] = []
  var children: [Int32] = []
  var dispatches: [BranchDispatch] = []
  /// The lists of branches, as ranges of ``branches``.
  var branchLists: [ChildList] = []
  var branches: [BranchDispatch.Branch] = []
  var hashTables: [Int32] = []
  /// Bit sets of the slots of objects.
  var slotSets: [UInt64] = []
  var patternSlots: [PatternSlot] = []
  var names: [UInt8] = []
  var enumerationPlans: [EnumerationPlan] = []
  var enumeratedIntegers: [Int?] = []
  var enumeratedHashes: [UInt64] = []
  var containsPlans: [ContainsPlan] = []
  var conditionals: [ConditionalPlan] = []
  var dependencyGroups: [DependencyGroup] = []
  var dependencies: [Dependency] = []
  var neededSlots: [Int32] = []
  var tables = PlanTables()
  private var stringIndexes: [ExactText: Int32] = [:]
  private var numberIndexes: [String: Int32] = [:]
  private var patternIndexes: [ExactText: Int32] = [:]

  mutating func string(_ text: String) -> Int32 {
    stringIndexes.value(for: ExactText(text)) { tables.strings.place(text) }
  }

  /// Adds a number. The key is the number's text, not its value, because messages show `1.0` if the
  /// schema contains `1.0`.
  mutating func number(_ number: JSONNumber) -> Int32 {
    numberIndexes.value(for: number.text) { tables.numbers.place(number) }
  }

  mutating func pattern(_ source: String) throws(PatternError) -> Int32 {
    if let known = patternIndexes[ExactText(source)] { return known }
    let index = tables.patterns.place(try Pattern(source))
    patternIndexes[ExactText(source)] = index
    return index
  }

  mutating func enumeration(_ nodes: [JSONNode]) -> Int32 {
    let strings = objects.place(
      object(nodes.compactMap(\.string).map { ($0, ObjectPlan.any, -1) }))
    var size = 1
    while size < nodes.count(where: { $0.kind == .number }) * 2 { size *= 2 }
    var plan = EnumerationPlan(
      strings: strings, integers: Int32(enumeratedIntegers.count), integerMask: size - 1,
      hashes: Int32(enumeratedHashes.count), hashCount: 0)
    var integers = [Int?](repeating: nil, count: size)
    var hashed: [(hash: UInt64, node: JSONNode)] = []
    for node in nodes {
      switch node.kind {
      case .null: plan.literals |= 1 << TapeTag.null.rawValue
      case .boolean:
        plan.literals |= 1 << (node.bool == true ? TapeTag.true : TapeTag.false).rawValue
      case .string: break
      case .number, .array, .object:
        hashed.append((node.document.withCursor { $0.hash(node.tapeIndex) }, node))
        guard let integer = node.number?.int, integer.magnitude < EnumerationPlan.integerLimit
        else { continue }
        var place = EnumerationPlan.place(integer, size - 1)
        while integers[place] != nil { place = (place + 1) & (size - 1) }
        integers[place] = integer
      }
    }
    hashed.sort { $0.hash < $1.hash }
    plan.hashCount = Int32(hashed.count)
    enumeratedIntegers += integers
    enumeratedHashes += hashed.map(\.hash)
    tables.hashedValues += hashed.map(\.node)
    enumerationPlans.append(plan)
    return tables.enumerations.place(nodes)
  }

  /// Marks the nodes that have rules' demands, directly or in nodes that they lead to. The function
  /// visits each edge at most twice.
  mutating func noteWhatAsks() {
    tables.isLenient =
      assertions.contains { $0.excuse != .none && $0.excuse != .null }
      || nodes.contains { $0.excusesNull != nil }
      || slots.contains { $0.node == ObjectPlan.granted }
      || patternSlots.contains { $0.node == ObjectPlan.granted }
      || tables.keyPolicies.contains(where: \.converts)
      || tables.discriminators.values.contains(where: \.excuses)
    var sources: [[Int32]] = Array(repeating: [], count: nodes.count)
    var open: [Int32] = []
    for number in nodes.indices {
      if asksHere(nodes[number]) { open.append(Int32(number)) }
      for target in targets(of: nodes[number]) where target >= 0 {
        sources[Int(target)].append(Int32(number))
      }
    }
    tables.asks = !open.isEmpty
    while let number = open.popLast() {
      if nodes[Int(number)].asks { continue }
      nodes[Int(number)].asks = true
      open += sources[Int(number)]
    }
  }

  private func asksHere(_ node: PlanNode) -> Bool {
    let start = Int(node.assertions)
    if node.decoding >= 0 { return true }
    if assertions[start..<start + Int(node.lastEnd)].contains(where: \.isRule) { return true }
    guard node.object >= 0 else { return false }
    let object = objects[Int(node.object)]
    return object.policy >= 0 || object.selection >= 0 || object.decoding >= 0
  }

  /// The nodes that a node applies, to the same value or to parts of it.
  func targets(of node: PlanNode) -> [Int32] {
    var targets: [Int32] = []
    func list(_ list: ChildList) -> ArraySlice<Int32> {
      children[Int(list.start)..<Int(list.start) + Int(list.count)]
    }
    for at in Int(node.assertions)..<Int(node.assertions) + Int(node.lastEnd) {
      switch assertions[at].operation {
      case .contains(let plan): targets.append(containsPlans[Int(plan)].node)
      case .propertyNames(let node), .not(let node), .reference(let node), .demand(let node),
        .unevaluatedItems(let node), .unevaluatedProperties(let node):
        targets.append(node)
      case .dependencies(let group):
        let group = dependencyGroups[Int(group)].list
        targets += dependencies[Int(group.start)..<Int(group.start) + Int(group.count)].map(\.node)
      case .allOf(let nodes), .anyOf(let nodes), .oneOf(let nodes), .heir(let nodes):
        targets += list(nodes)
      case .conditional(let plan): targets += conditionals[Int(plan)].nodes
      case .elements(let list): targets += tables.elements[Int(list)].map(\.node)
      case .dynamicReference(let reference):
        let reference = tables.dynamicReferences[Int(reference)]
        targets += tables.dynamicAnchors.compactMap { $0[reference.anchor] }
        targets.append(reference.initial)
      default: break
      }
    }
    if node.object >= 0 {
      let object = objects[Int(node.object)]
      targets += slots[Int(object.slots)..<Int(object.slots) + Int(object.slotCount)].map(\.node)
      let patterns = Int(object.patterns)..<Int(object.patterns) + Int(object.patternCount)
      targets += patternSlots[patterns].map(\.node)
      targets.append(object.additional)
    }
    if node.array >= 0 {
      targets += list(arrays[Int(node.array)].prefix)
      targets.append(arrays[Int(node.array)].rest)
    }
    return targets
  }

  /// The nodes. If a node is only a reference, its target is in its place. Dynamic references need
  /// the nodes that were entered. So if there are dynamic references, all nodes stay.
  func directNodes() -> [PlanNode] {
    var direct = nodes
    for index in nodes.indices {
      var target = index
      // Cycles of schemas for the same value are refused, so this loop ends.
      while tables.dynamicReferences.isEmpty,
        let next = nodes[target].soleReference({ assertions[$0] })
      {
        target = Int(next)
      }
      direct[index] = nodes[target]
      direct[index].noteFree()
    }
    return direct
  }

  /// The dynamic references, with a column for each anchor that they name, and the table of
  /// anchors.
  func dynamicTables() -> (references: [DynamicReference], anchors: [Int32], columns: Int) {
    var columns: [String: Int32] = [:]
    let references = tables.dynamicReferences.map { reference in
      let next = Int32(columns.count)
      let column = columns.value(for: reference.anchor) { next }
      return DynamicReference(column: column, initial: reference.initial)
    }
    var anchors = [Int32](repeating: -1, count: tables.dynamicAnchors.count * columns.count)
    for (row, table) in tables.dynamicAnchors.enumerated() {
      for (anchor, node) in table {
        if let column = columns[anchor] { anchors[row * columns.count + Int(column)] = node }
      }
    }
    return (references, anchors, columns.count)
  }

  mutating func childList(_ nodes: [Int32]) -> ChildList {
    let start = Int32(children.count)
    children += nodes
    return ChildList(start: start, count: Int32(nodes.count))
  }

  mutating func object(
    _ properties: [(name: String, node: Int32, required: Int32)]
  ) -> ObjectPlan {
    object(properties.map { (bytes: Array($0.name.utf8), node: $0.node, required: $0.required) })
  }

  /// The maximum number of pairs of a name and a pattern that are tried. If there are more pairs,
  /// all names count as possible matches.
  private static let mostPairs = 2000

  /// The bit set of the names that a pattern matches or may match.
  mutating func slots(_ names: [String], matching patterns: [PatternSlot]) -> Int32 {
    let isMany = names.count * patterns.count > Self.mostPairs
    var bits = [UInt64](repeating: isMany ? .max : 0, count: (names.count + 63) / 64)
    for (slot, name) in names.enumerated() where !isMany {
      let matches = name.withByteView { name in
        patterns.contains {
          let pattern = tables.patterns[Int($0.pattern)]
          return pattern.backtracks || (try? pattern.matches(name)) ?? true
        }
      }
      if matches { bits[slot / 64] |= 1 << UInt64(slot % 64) }
    }
    slotSets += bits
    return Int32(slotSets.count - bits.count)
  }

  /// Writes the slots of an object's properties and a hash table of their names. The function tries
  /// a few seeds to find one without collisions. If there is none, it uses linear probing.
  mutating func object(
    _ properties: [(bytes: [UInt8], node: Int32, required: Int32)]
  ) -> ObjectPlan {
    let start = slots.count
    var hashes: [(first: UInt64, last: UInt64, length: Int)] = []
    for property in properties {
      let bytes = property.bytes
      let (first, last) = KeyWords.words(of: bytes)
      hashes.append((first, last, bytes.count))
      slots.append(
        PropertySlot(
          node: property.node, length: Int32(bytes.count), first: first, last: last,
          name: Int32(names.count), required: property.required))
      names += bytes
    }
    var size = 4
    while size < properties.count * 2 { size *= 2 }
    let attempts = properties.count <= 64 ? 64 : 1
    var best: (seed: UInt64, table: [Int32])?
    var table = [Int32](repeating: 0, count: size)
    for attempt in 0..<attempts {
      let seed = 0x9E37_79B9_7F4A_7C15 &* UInt64(attempt * 2 + 1)
      if attempt > 0 { for place in table.indices { table[place] = 0 } }
      var isPerfect = true
      for (position, hash) in hashes.enumerated() {
        var place = KeyWords.hash(hash.first, hash.last, hash.length, seed) & UInt32(size - 1)
        while table[Int(place)] != 0 {
          isPerfect = false
          place = (place &+ 1) & UInt32(size - 1)
        }
        // If all seeds have collisions, the first seed is used. So the other seeds are stopped at
        // their first collision.
        if !isPerfect, best != nil { break }
        table[Int(place)] = Int32(position + 1)
      }
      if best == nil || isPerfect { best = (seed, table) }
      if isPerfect { break }
    }
    let words = (properties.count + 63) / 64
    var bits = [UInt64](repeating: 0, count: words)
    for (position, property) in properties.enumerated() where property.required >= 0 {
      bits[position / 64] |= 1 << UInt64(position % 64)
    }
    let plan = ObjectPlan(
      slots: Int32(start), slotCount: Int32(properties.count), table: Int32(hashTables.count),
      tableMask: UInt32(size - 1), seed: best?.seed ?? 0, required: Int32(slotSets.count),
      words: Int32(words))
    hashTables += best?.table ?? []
    slotSets += bits
    return plan
  }
}

extension Array {
  /// Appends an element and returns its position.
  mutating func place(_ element: Element) -> Int32 {
    append(element)
    return Int32(count - 1)
  }
}

extension Dictionary {
  /// The value for a key. It is created if it is missing.
  mutating func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = self[key] { return known }
    let value = make()
    self[key] = value
    return value
  }
}

/// The two words used to compare short keys and to hash all keys.
enum KeyWords {
  /// The first and last eight bytes of a key. For shorter keys, both are the zero-padded key. The
  /// function always reads eight bytes, so these must be readable.
  @inline(__always)
  static func words(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> (UInt64, UInt64) {
    let raw = UnsafeRawPointer(bytes)
    let first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
    if length >= 8 {
      let last = raw.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      return (first, UInt64(littleEndian: last))
    }
    let short = first & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
    return (short, short)
  }

  static func words(of bytes: [UInt8]) -> (UInt64, UInt64) {
    let padded = bytes + [UInt8](repeating: 0, count: 8)
    return padded.withUnsafeBufferPointer { words($0.baseAddress!, bytes.count) }
  }

  /// The two words have different factors. For eight bytes the words are equal, so a plain
  /// exclusive or would give 0.
  @inline(__always)
  static func hash(_ first: UInt64, _ last: UInt64, _ length: Int, _ seed: UInt64) -> UInt32 {
    var mixed = (first &* 0xFF51_AFD7_ED55_8CCD) &+ (last &* 0xC4CE_B9FE_1A85_EC53)
    mixed = (mixed ^ UInt64(truncatingIfNeeded: length)) &* seed
    return UInt32(truncatingIfNeeded: mixed &>> 40)
  }
}
