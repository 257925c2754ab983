@_spi(Engine) import JSONTape

/// Finds the properties that a plan lists for an object. They show where a misplaced value belongs.
extension SchemaEvaluator {
  /// The properties that a schema lists for an object, through references, `allOf` and branches.
  struct ObjectListing {
    var properties: [(name: String, node: Int32)] = []
    /// The documented names by their folded spelling.
    var spellings: [[UInt8]: String] = [:]
    /// Whether all other names are data.
    var isMap = false
    /// Whether other properties are allowed.
    var isOpen = true

    func name(of key: String) -> String? { spellings[NamePattern.fold(key)] }

    func names(among keys: some Sequence<String>) -> Set<String> { Set(keys.compactMap(name)) }
  }

  mutating func listing(of node: Int32) -> ObjectListing {
    if let known = listings[node] { return known }
    var listing = ObjectListing()
    for node in [node] + branches(of: node) {
      look(into: node) { evaluator, object in
        let object = object.pointee
        listing.isMap =
          listing.isMap || object.patternCount > 0 || evaluator.describes(object.additional)
        listing.isOpen = listing.isOpen && object.additional != ObjectPlan.forbidden
        for position in 0..<Int(object.slotCount) {
          let slot = evaluator.view.slots[Int(object.slots) &+ position]
          let bytes = ByteView(
            start: evaluator.view.names + Int(slot.name), count: Int(slot.length))
          let name = String(decoding: bytes, as: UTF8.self)
          if listing.spellings.updateValue(name, forKey: NamePattern.fold(bytes)) == nil {
            listing.properties.append((name, slot.node))
          }
        }
        guard object.policy >= 0 else { return }
        let policy = evaluator.plan.tables.keyPolicies[Int(object.policy)]
        listing.isOpen = listing.isOpen && policy.undocumented == nil
        for (spelling, entry) in policy.entries where listing.spellings[spelling] == nil {
          if case .alias(let name) = entry.meaning, !entry.onlyNumeric {
            listing.spellings[spelling] = name
          }
        }
      }
    }
    // Other spellings of names are not listed properties.
    let names = Set(listing.properties.map(\.name))
    listing.spellings = listing.spellings.filter { names.contains($0.value) }
    listings[node] = listing
    return listing
  }

  /// Whether the schema of other properties has any assertions.
  func describes(_ additional: Int32) -> Bool {
    guard additional >= 0 else { return false }
    let node = view.nodes[Int(additional)]
    return node.types != TypeSet.all.rawValue
      || node.object >= 0 && !view.objects[Int(node.object)].isOnlyAsked
      || node.array >= 0 && !view.arrays[Int(node.array)].isOnlyAsked
      || node.anyEnd > 0 || node.inPlaceEnd > node.objectEnd
  }

  /// The branches that a schema applies to the value itself.
  func branches(of node: Int32) -> [Int32] {
    let plan = view.nodes[Int(node)]
    let start = Int(plan.assertions)
    return (start &+ Int(plan.objectEnd)..<start &+ Int(plan.inPlaceEnd)).flatMap { at in
      switch view.assertions[at].operation {
      case .anyOf(let list), .oneOf(let list):
        (0..<Int(list.count)).map { view.children[Int(list.start) &+ $0] }
      default: [Int32]()
      }
    }
  }
}
