internal import JSONSchema
internal import JSONTape

/// The elements of arrays, the forms of values, and what is compared as it is written.
extension SchemaComparison {
  mutating func compareElements(_ step: SchemaStep) {
    guard step.old.types.contains(.array), step.new.types.contains(.array) else { return }
    let (old, new) = (step.old, step.new)
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
    // A value of one form that comes to have several, or the other way around.
    if was.isEmpty || now.isEmpty {
      let (plain, branched) = was.isEmpty ? (step.old, step.new) : (step.new, step.old)
      let roots = was.isEmpty ? step.pair.oldRoots : step.pair.newRoots
      guard let root = roots.first, roots.count == 1,
        plain.types == branched.types.union(plain.types),
        branched.names.isEmpty
      else {
        note(.conditions("oneOf"), in: step, old: step.old.set.place, new: step.place)
        return
      }
      let single = [SchemaBranch(root, index: 0, mapped: nil, was.isEmpty ? old : new)]
      if was.isEmpty { was = single } else { now = single }
    }
    match(was, now, step)
  }

  private mutating func match(
    _ was: [SchemaBranch], _ now: [SchemaBranch], _ step: SchemaStep
  ) {
    var partner: [Int?] = Array(repeating: nil, count: was.count)
    var taken = Array(repeating: false, count: now.count)
    // By name, the surest kind first, for each.
    let names = Dictionary(
      now.enumerated().flatMap { index, branch in branch.names.map { ($0, index) } }
    ) { first, _ in first }
    for (index, branch) in was.enumerated() {
      guard let found = branch.names.lazy.compactMap({ names[$0] }).first(where: { !taken[$0] })
      else { continue }
      partner[index] = found
      taken[found] = true
    }
    // Then what is written the same, then by position.
    let texts = Dictionary(
      now.enumerated().filter { !taken[$0.offset] }.map { ($0.element.schema, $0.offset) }
    ) { first, _ in first }
    for (index, branch) in was.enumerated() where partner[index] == nil {
      guard let found = texts[branch.schema], !taken[found] else { continue }
      partner[index] = found
      taken[found] = true
    }
    // A discriminator's value has no other name.
    func isOpen(_ branch: SchemaBranch) -> Bool {
      branch.names.first?.hasPrefix("value ") != true
    }
    var open = now.indices.filter { !taken[$0] && isOpen(now[$0]) }[...]
    for index in was.indices where partner[index] == nil && isOpen(was[index]) {
      guard let found = open.popFirst() else { break }
      partner[index] = found
      taken[found] = true
    }
    for (index, branch) in was.enumerated() {
      if let found = partner[index] {
        addInner(
          [branch.schema], [now[found].schema], in: step,
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
        .conditions(name), in: step, old: was[name]?[0] ?? step.old.set.place,
        new: now[name]?[0] ?? step.place)
    }
  }
}
