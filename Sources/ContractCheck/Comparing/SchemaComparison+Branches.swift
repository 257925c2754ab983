@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// The elements of arrays, the forms of values, and what is compared as it is written.
extension SchemaComparison {
  mutating func compareElements(_ step: SchemaStep) {
    guard step.old.types.contains(.array), step.new.types.contains(.array) else { return }
    let (old, new) = (step.old.outline, step.new.outline)
    for index in 0..<max(old.prefix.count, new.prefix.count) {
      addInner(
        index < old.prefix.count ? old.prefix[index] : old.items,
        index < new.prefix.count ? new.prefix[index] : new.items, in: step)
    }
    addInner(old.items, new.items, in: step)
  }

  mutating func compareBranches(_ step: SchemaStep) {
    var was = step.old.branches
    var now = step.new.branches
    guard !was.isEmpty || !now.isEmpty else { return }
    if let from = step.old.discriminator?.string, let to = step.new.discriminator?.string,
      from != to
    {
      note(
        .discriminator(from: from, to: to), in: step, old: step.old.discriminator,
        new: step.new.discriminator)
    }
    if was.isEmpty || now.isEmpty {
      guard step.isForked else {
        note(.conditions("oneOf"), in: step, old: step.old.outline.place, new: step.place)
        return
      }
      // A value of one form that comes to have several, or the other way around.
      let root = was.isEmpty ? step.pair.oldRoots[0] : step.pair.newRoots[0]
      let single = [SchemaBranch(root, index: 0, nil, was.isEmpty ? old : new)]
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
    // By the discriminator's value; by name, the surest kind first; as they are written; by position.
    let values = Dictionary(
      now.enumerated().compactMap { index, branch in branch.value.map { ($0, index) } }
    ) { first, _ in first }
    for index in was.indices { pair(index, with: was[index].value.flatMap { values[$0] }) }
    let names = Dictionary(
      now.enumerated().flatMap { index, branch in branch.names.map { ($0, index) } }
    ) { first, _ in first }
    for index in was.indices {
      for name in was[index].names { pair(index, with: names[name]) }
    }
    let texts = Dictionary(now.enumerated().map { ($0.element.schema, $0.offset) }) { first, _ in
      first
    }
    for index in was.indices { pair(index, with: texts[was[index].schema]) }
    var open = now.indices.filter { !taken[$0] }[...]
    for index in was.indices where partner[index] == nil {
      guard let found = open.first else { break }
      pair(index, with: found)
      if partner[index] != nil { open.removeFirst() }
    }
    for (index, branch) in was.enumerated() {
      if let found = partner[index] {
        addInner(
          [branch.site], [now[found].site], in: step,
          wasAlways: step.pair.context.wasAlways)
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

  mutating func compareConditions(_ step: SchemaStep) {
    let old = step.old.conditions
    let new = step.new.conditions
    guard !old.isEmpty || !new.isEmpty else { return }
    var was: [String: [JSONNode]] = [:]
    var now: [String: [JSONNode]] = [:]
    for member in old { was[member.name, default: []].append(member.value) }
    for member in new { now[member.name, default: []].append(member.value) }
    for name in Set(was.keys).union(now.keys).sorted() where was[name] != now[name] {
      note(
        .conditions(name), in: step, old: was[name]?[0] ?? step.old.outline.place,
        new: now[name]?[0] ?? step.place)
    }
  }
}
