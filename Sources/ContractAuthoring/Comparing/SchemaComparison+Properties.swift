@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension SchemaComparison {
  mutating func compareProperties(_ step: SchemaStep) {
    guard step.oldTypes.contains(.object), step.newTypes.contains(.object) else { return }
    let was = PropertyList(step.old, old, isResponse: step.isResponse)
    let now = PropertyList(step.new, new, isResponse: step.isResponse)
    let handled = compareCoordinates(was, now, step)
    let others = (old: OtherProperties(step.old), new: OtherProperties(step.new))
    var gone: [SchemaOutline.Property] = []
    var come: [SchemaOutline.Property] = []
    // A property that only one side lists may be a value of the other side's map.
    for before in was.all where now[before.name] == nil && !handled.contains(before.name) {
      if step.new[before.name] == nil, !others.new[before.name].isEmpty {
        compare(before, nil, others, step)
      } else {
        gone.append(before)
      }
    }
    for after in now.all where was[after.name] == nil && !handled.contains(after.name) {
      if step.old[after.name] == nil, !others.old[after.name].isEmpty {
        compare(nil, after, others, step)
      } else {
        come.append(after)
      }
    }
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
      compare(before, after, others, step)
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

  /// Compares a property that at least one side lists.
  private mutating func compare(
    _ before: SchemaOutline.Property?, _ after: SchemaOutline.Property?,
    _ others: (old: OtherProperties, new: OtherProperties), _ step: SchemaStep
  ) {
    guard let name = before?.name ?? after?.name else { return }
    let was = before.map(\.schemas).flatMap { $0.isEmpty ? nil : $0 } ?? others.old[name]
    let now = after.map(\.schemas).flatMap { $0.isEmpty ? nil : $0 } ?? others.new[name]
    if let required = after?.requirement, before?.requirement == nil {
      note(.always(name: name), in: step, old: before?.key ?? step.old.place, new: required)
    } else if let required = before?.requirement, after?.requirement == nil {
      let wasNullable = old.types(of: was).contains(.null)
      note(
        .optional(name: name, wasNullable: wasNullable), in: step, old: required, new: after?.key)
    }
    addInner(
      was, now, in: step, wasAlways: before?.requirement != nil, fallback: after?.key,
      property: name)
  }

  private mutating func compareOthers(_ step: SchemaStep, isListed: Bool) {
    let (old, new) = (step.old, step.new)
    for (pattern, schemas) in old.patterns.sorted(by: { $0.key < $1.key }) {
      if let others = new.patterns[pattern] {
        addInner(schemas, others, in: step, property: "")
      }
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
    if !old.map.isEmpty || !isListed { addInner(old.map, new.map, in: step, property: "") }
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
        old.schemas, new.schemas, in: step, wasAlways: old.isRequired, fallback: new.key,
        property: old.name)
    }
    return Set((from + to).map(\.name))
  }

  mutating func compareElements(_ step: SchemaStep) {
    guard step.oldTypes.contains(.array), step.newTypes.contains(.array) else { return }
    let (old, new) = (step.old, step.new)
    let ends = [old.end, new.end].compactMap { $0?.count }
    for index in 0..<min(ends.min() ?? .max, max(old.prefix.count, new.prefix.count)) {
      addInner(
        index < old.prefix.count ? old.prefix[index] : old.items,
        index < new.prefix.count ? new.prefix[index] : new.items, in: step)
    }
    // After the end, there is no element to compare.
    if ends.isEmpty { addInner(old.items, new.items, in: step) }
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
    // The position decides only if the values do not: a branch may accept all values of another.
    let isSmall = was.count * now.count <= 64
    for index in was.indices where isSmall && partner[index] == nil {
      let open = now.indices.first {
        !taken[$0] && fits(was[index], now[$0], isResponse: step.isResponse, step)
      }
      pair(index, with: open)
    }
    for index in was.indices where partner[index] == nil {
      if isSmall, !step.isResponse, takesIn(was[index], now, step) { continue }
      let open = now.indices.filter { !taken[$0] }
      let types = self.old.types(of: [was[index].site])
      let near = open.first { !types.isDisjoint(with: self.new.types(of: [now[$0].site])) }
      pair(index, with: near ?? open.first)
    }
    for (index, branch) in was.enumerated() {
      if let found = partner[index] {
        addInner(
          [branch.site], [now[found].site], in: step, wasAlways: step.pair.context.wasAlways)
      } else if step.isResponse || !takesIn(branch, now, step) {
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

  /// Whether the server accepts all values of an old branch in one of the new branches.
  private mutating func takesIn(
    _ branch: SchemaBranch, _ now: [SchemaBranch], _ step: SchemaStep
  ) -> Bool {
    now.contains { fits(branch, $0, isResponse: false, step) }
  }

  /// Keywords that are compared literally.
  private static let conditions = [
    "contains", "contentEncoding", "contentMediaType", "contentSchema", "dependencies",
    "dependentRequired", "dependentSchemas", "else", "if", "maxContains", "minContains", "not",
    "propertyNames", "then", "unevaluatedItems",
  ]

  mutating func compareConditions(_ step: SchemaStep) {
    for name in Self.conditions {
      func values(_ outline: SchemaOutline) -> [JSONNode] {
        let isEnd = name == "unevaluatedItems" && outline.end != nil
        return outline.values(of: name).filter { !isEnd || $0.bool != false }
      }
      let (old, new) = (values(step.old), values(step.new))
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

/// The schemas of the properties that a schema does not list.
private struct OtherProperties {
  private let map: [SchemaSite]
  private let patterns: [(pattern: Pattern, schemas: [SchemaSite])]

  init(_ outline: SchemaOutline) {
    map = outline.closing == nil ? outline.map : []
    patterns = outline.patterns.sorted { $0.key < $1.key }.compactMap { source, schemas in
      (try? Pattern(source)).map { ($0, schemas) }
    }
  }

  /// The schemas of a property by its name. Empty if nothing is known about it.
  subscript(name: String) -> [SchemaSite] {
    let found = patterns.filter { entry in
      Array(name.utf8).withByteView { (try? entry.pattern.matches($0)) ?? false }
    }
    return found.isEmpty ? map : found.flatMap { $0.schemas }
  }
}

extension SchemaOutline.Property {
  fileprivate var isRequired: Bool { requirement != nil }
}
