@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

extension SchemaComparison {
  mutating func compareProperties(_ step: SchemaStep) {
    guard step.oldTypes.contains(.object), step.newTypes.contains(.object) else { return }
    let was = PropertyList(step.old, old, isResponse: step.isResponse)
    let now = PropertyList(step.new, new, isResponse: step.isResponse)
    let handled = compareCoordinates(was, now, step)
    let gone = was.all.filter { now[$0.name] == nil && !handled.contains($0.name) }
    var come = now.all.filter { was[$0.name] == nil && !handled.contains($0.name) }
    for property in gone {
      // A property that was only required, and is not described here or anywhere, may still be
      // sent.
      if property.schemas.isEmpty, step.new.closing == nil {
        note(.optional(name: property.name, wasNullable: false), in: step, old: property.key)
        continue
      }
      // A property that is removed and added under a similar name is one change.
      var successor: SchemaOutline.Property?
      if gone.count * come.count <= 256,
        let name = NearestName.of(property.name, among: come.map(\.name))
      {
        successor = now[name]
        come.removeAll { $0.name == name }
      }
      noteDropped(property, successor, step)
    }
    for property in come {
      if property.schemas.isEmpty, step.old.closing == nil {
        note(
          .always(name: property.name), in: step, old: step.old.place, new: property.key)
        continue
      }
      note(
        .added(name: property.name, isRequired: property.isRequired, predecessor: nil), in: step,
        old: nil, new: property.key)
    }
    for before in was.all {
      guard let after = now[before.name] else { continue }
      comparePresence(before, after, step)
      addInner(
        before.schemas, after.schemas, in: step, wasAlways: before.isRequired, fallback: after.key)
    }
    compareOthers(step, isListed: !was.all.isEmpty || !now.all.isEmpty)
  }

  private mutating func noteDropped(
    _ property: SchemaOutline.Property, _ successor: SchemaOutline.Property?, _ step: SchemaStep
  ) {
    if !step.isResponse, let successor, successor.isRequired {
      note(
        .added(name: successor.name, isRequired: true, predecessor: property.name), in: step,
        old: property.key, new: successor.key)
      return
    }
    note(
      .dropped(
        name: property.name, wasAlways: property.isRequired, successor: successor?.name,
        isRefused: step.new.closing != nil),
      in: step, old: property.key, new: successor?.key)
  }

  private mutating func comparePresence(
    _ before: SchemaOutline.Property, _ after: SchemaOutline.Property, _ step: SchemaStep
  ) {
    if !before.isRequired, after.isRequired {
      note(.always(name: before.name), in: step, old: before.key, new: after.requirement)
    } else if before.isRequired, !after.isRequired {
      let wasNullable = old.types(of: before.schemas).contains(.null)
      note(
        .optional(name: before.name, wasNullable: wasNullable), in: step, old: before.requirement,
        new: after.key)
    }
  }

  private mutating func compareOthers(_ step: SchemaStep, isListed: Bool) {
    let (old, new) = (step.old, step.new)
    for (pattern, schemas) in old.patterns.sorted(by: { $0.key < $1.key }) {
      if let others = new.patterns[pattern] { addInner(schemas, others, in: step) }
    }
    if old.patterns.keys != new.patterns.keys {
      note(
        .conditions("patternProperties"), in: step, old: step.old.place(of: "patternProperties"),
        new: step.new.place(of: "patternProperties"))
    }
    if !step.isResponse, (old.closing == nil) != (new.closing == nil) {
      note(
        new.closing == nil ? .opened : .closed, in: step, old: old.closing ?? old.place,
        new: new.closing)
      return
    }
    guard new.closing == nil, old.closing == nil else { return }
    // In a map, the other properties are the map's values. If there are listed properties, no app
    // relies on the others.
    if !old.map.isEmpty || !isListed { addInner(old.map, new.map, in: step) }
  }

  /// Adds one change for a pair of coordinates with new names. Returns the names of both pairs.
  private mutating func compareCoordinates(
    _ was: PropertyList, _ now: PropertyList, _ step: SchemaStep
  ) -> Set<String> {
    guard let from = was.coordinates, let to = now.coordinates,
      from.allSatisfy({ now[$0.name] == nil }), to.allSatisfy({ was[$0.name] == nil })
    else { return [] }
    note(
      .coordinates(from: from.map(\.name), to: to.map(\.name)), in: step, old: from[0].key,
      new: to[0].key)
    for (old, new) in zip(from, to) {
      addInner(
        old.schemas, new.schemas, in: step, wasAlways: old.isRequired, fallback: new.key)
    }
    return Set((from + to).map(\.name))
  }

  mutating func compareElements(_ step: SchemaStep) {
    guard step.oldTypes.contains(.array), step.newTypes.contains(.array) else { return }
    let (old, new) = (step.old, step.new)
    for index in 0..<max(old.prefix.count, new.prefix.count) {
      addInner(
        index < old.prefix.count ? old.prefix[index] : old.items,
        index < new.prefix.count ? new.prefix[index] : new.items, in: step)
    }
    addInner(old.items, new.items, in: step)
  }

  mutating func compareBranches(_ step: SchemaStep) {
    var was = step.oldBranches
    var now = step.newBranches
    guard !was.isEmpty || !now.isEmpty else { return }
    let (old, new) = (step.old.discriminator, step.new.discriminator)
    if let from = old?.string, let to = new?.string, from != to {
      note(.discriminator(from: from, to: to), in: step, old: old, new: new)
    }
    if was.isEmpty || now.isEmpty {
      guard step.isForked else {
        note(.conditions("oneOf"), in: step, old: step.old.place)
        return
      }
      // A value with one form gets several forms, or the reverse.
      let root = was.isEmpty ? step.pair.oldRoots[0] : step.pair.newRoots[0]
      let single = [SchemaBranch(root, index: 0, nil, was.isEmpty ? self.old : self.new)]
      if was.isEmpty { was = single } else { now = single }
    }
    match(was, now, step)
  }

  private mutating func match(
    _ was: [SchemaBranch], _ now: [SchemaBranch], _ step: SchemaStep
  ) {
    var partner: [Int?] = Array(repeating: nil, count: was.count)
    var taken = Array(repeating: false, count: now.count)
    func pair(_ index: Int, with found: Int?) {
      guard let found, !taken[found], partner[index] == nil, was[index].mayBe(now[found]) else {
        return
      }
      partner[index] = found
      taken[found] = true
    }
    // Branches are paired by the discriminator's value. If this is not possible, they are paired by
    // name (the most reliable name first), then by equal text, then by position.
    func pairAll<Key: Hashable>(by keys: (SchemaBranch) -> [Key]) {
      let entries = now.enumerated().flatMap { index, branch in keys(branch).map { ($0, index) } }
      let indexes = Dictionary(entries) { first, _ in first }
      for index in was.indices {
        for key in keys(was[index]) { pair(index, with: indexes[key]) }
      }
    }
    pairAll { $0.value.map { [$0] } ?? [] }
    pairAll(by: \.names)
    pairAll { [$0.schema] }
    var open = now.indices.filter { !taken[$0] }[...]
    for index in was.indices where partner[index] == nil {
      guard let found = open.first else { break }
      pair(index, with: found)
      if partner[index] != nil { open.removeFirst() }
    }
    for (index, branch) in was.enumerated() {
      if let found = partner[index] {
        addInner(
          [branch.site], [now[found].site], in: step, wasAlways: step.pair.context.wasAlways)
      } else {
        note(
          .variantRemoved(branch.shown), in: step, old: branch.schema,
          new: step.new.place(of: "oneOf"))
      }
    }
    for index in now.indices where !taken[index] && !isAllowed(now[index], by: was, step) {
      note(
        .variantAdded(now[index].shown), in: step, old: step.old.place(of: "oneOf"),
        new: now[index].schema)
    }
  }

  /// Keywords that are compared literally.
  private static let conditions = [
    "contains", "contentEncoding", "contentMediaType", "contentSchema", "dependencies",
    "dependentRequired", "dependentSchemas", "else", "if", "maxContains", "minContains", "not",
    "propertyNames", "then", "unevaluatedItems",
  ]

  mutating func compareConditions(_ step: SchemaStep) {
    for name in Self.conditions {
      let (old, new) = (step.old.values(of: name), step.new.values(of: name))
      guard old != new else { continue }
      note(
        .conditions(name), in: step, old: old.first ?? step.old.place,
        new: new.first)
    }
  }
}

/// The properties of an object in one direction.
private struct PropertyList {
  let all: [SchemaOutline.Property]
  private let byName: [String: SchemaOutline.Property]

  init(_ outline: SchemaOutline, _ reader: SchemaReader, isResponse: Bool) {
    let otherDirection = isResponse ? "writeOnly" : "readOnly"
    all = outline.properties.filter { !reader.outlines.marks($0.schemas, otherDirection) }
    byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(name: String) -> SchemaOutline.Property? { byName[name] }

  var coordinates: [SchemaOutline.Property]? {
    guard all.count <= 1000 else { return nil }
    let pair = [Coordinate.latitude, .longitude].compactMap { coordinate in
      all.first { property in
        coordinate.spellings.contains { ASCIIByte.equalIgnoringCase($0, property.name) }
      }
    }
    return pair.count == 2 ? pair : nil
  }
}

extension SchemaOutline.Property {
  fileprivate var isRequired: Bool { requirement != nil }
}
