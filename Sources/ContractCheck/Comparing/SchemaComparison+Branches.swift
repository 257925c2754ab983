@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Elements of arrays, branches of values, and keywords that are compared literally.
extension SchemaComparison {
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
      // A value of one form gets several, or the other way around.
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
    // By the discriminator's value; by name, the most reliable first; by equal text; by position.
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
    for index in now.indices where !taken[index] {
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
