@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes null, branches, types and listed values.
extension VariantMaker {
  func value(_ schemas: [SchemaSite], _ context: Context) -> VariantValue? {
    steps += 1
    guard steps < Self.mostSteps, path.count < Self.mostLevels else {
      limit(
        "some variants were not made: a body can have at most \(Self.mostSteps) values and "
          + "\(Self.mostLevels) levels")
      return nil
    }
    guard !schemas.isEmpty else { return anything(nil, context) }
    let outline = outlines.outline(of: schemas)
    let made = value(
      schemas, outline, settled: [], context.isSmall ? .first : .each, NewBranches(), context)
    guard outlines.allowsNull(schemas) else {
      if !context.isSmall, made != nil { addMistakes(of: outline) }
      return made
    }
    guard let made, made != .null else { return .null }
    let node = outline.nullPlaces.first ?? keyword(["type", "const", "enum"], of: outline)
    if !context.isSmall { add(.null, "\(place) null", node, [change(.null)]) }
    return made
  }

  /// Adds null and a value of another type.
  private func addMistakes(of outline: SchemaOutline) {
    let node = keyword(["type", "const", "enum"], of: outline)
    addMistake(.null, "null", node, .null)
    let types = outlines.types(of: outline)
    guard types != .all else { return }
    let wrong: VariantValue = types.contains(.string) ? .number("1") : .string("text")
    addMistake(.type, "as another type", node, wrong)
  }

  /// The branches of a choice that are tried.
  private enum Variation {
    /// The branches one after the other, until a value can be made for a branch.
    case first
    case each
    /// The first branch with a value, and branches for which the place has no value yet. This is
    /// used for choices inside another branch. It keeps the number of variants linear.
    case new
  }

  /// The branches of one place for which there is no value yet.
  private final class NewBranches {
    private var new: [ChoicePlace: Set<Int>] = [:]
    /// The number of times that another branch was tried to reach new branches.
    var tries = 0
    /// The number of branches that have a value.
    private(set) var made = 0

    func meet(_ choice: ChoicePlace, of branches: Int) {
      if new[choice] == nil { new[choice] = Set(0..<branches) }
    }

    func remove(_ position: Int, of choice: ChoicePlace) {
      if new[choice]?.remove(position) != nil { made += 1 }
    }

    /// Whether a branch of a choice is new. It also counts if it may lead to a new branch of a
    /// choice that is not settled.
    func mayFollow(_ position: Int, of choice: ChoicePlace, _ settled: Set<ChoicePlace>) -> Bool {
      new.contains { other, positions in
        other == choice
          ? positions.contains(position) : !positions.isEmpty && !settled.contains(other)
      }
    }
  }

  /// - Parameter settled: The choices among branches that are already made.
  private func value(
    _ schemas: [SchemaSite], _ outline: SchemaOutline, settled: Set<ChoicePlace>,
    _ variation: Variation, _ newBranches: NewBranches, _ context: Context
  ) -> VariantValue? {
    var context = context
    for part in outline.parts {
      if let own = part.node["x-schemacheck"],
        let settings = try? context.settings.applying(own, contract: contract)
      {
        context.settings = settings
      }
      context.samples += Self.examples(of: part.node)
    }
    context.samples = Array(context.samples.filter { !$0.isNull }.prefix(8))
    if let heirs = outlines.named(extending: schemas) {
      return alternatives(heirs.schemas.count, .branch, varies: variation != .first) {
        position, isFirst in
        let heir = heirs.schemas[position]
        var inner = context
        inner.fixed[heirs.property] = heir.name.map { .string($0) }
        let all = schemas + [heir.site]
        let made = value(
          all, outlines.outline(of: all), settled: settled,
          variation == .each && !isFirst ? .new : variation, newBranches, inner)
        let words = "\(place) as \(name(of: heir.site) ?? "another schema")"
        return made.map { ($0, words, outlines.node(at: heir.site)) }
      }
    }
    let open = outline.choices.first {
      !settled.contains(ChoicePlace($0)) && ($0.keyword == "if" || $0.constants == nil)
    }
    if let open {
      let branches = branches(of: open)
      let choice = ChoicePlace(open)
      newBranches.meet(choice, of: branches.count)
      guard settled.count < Self.mostChoices else { return nil }
      return alternatives(branches.count, .branch, varies: variation != .first) {
        position, isFirst in
        let branch = branches[position]
        let known = newBranches.made
        if variation == .new, !isFirst {
          guard newBranches.mayFollow(position, of: choice, settled) else { return nil }
          newBranches.tries += 1
          guard newBranches.tries <= Self.mostNewBranches else {
            note(
              "some values have several `anyOf` or `oneOf`, and some of the branches were not "
                + "tried")
            return nil
          }
        }
        let all = schemas + branch.schemas
        guard !branch.schemas.isEmpty || open.keyword == "if" else { return nil }
        var inner = context
        inner.fixed.merge(branch.fixed) { $1 }
        let made = value(
          all, outlines.outline(of: all), settled: settled.union([choice]),
          variation == .each && !isFirst ? .new : variation, newBranches, inner)
        if made != nil { newBranches.remove(position, of: choice) }
        if variation == .new, !isFirst, newBranches.made == known { return nil }
        return made.map { ($0, "\(place) as \(branch.words)", branch.node) }
      }
    }
    if let values = outline.values?.allowed ?? ruled("enum", context, schemas) {
      return listed(values, outline, context)
    }
    let types = outlines.types(of: outline)
    if types == .all { return anything(outline, context) }
    var kinds = Self.kinds.filter { types.contains($0.type) }
    if types.contains(.number) { kinds.removeAll { $0.type == .integer } }
    guard !kinds.isEmpty else { return types.contains(.null) ? .null : nil }
    let first = kinds.firstIndex { kind in context.samples.contains { kind.fits($0) } } ?? 0
    kinds.swapAt(0, first)
    let node = keyword(["type"], of: outline)
    return alternatives(kinds.count, .type, varies: !context.isSmall) { position, _ in
      let made = value(of: kinds[position].type, outline, schemas, context)
      return made.map { ($0, "\(place) as \(kinds[position].words)", node) }
    }
  }

  private struct Kind: Sendable {
    let type: TypeSet
    let words: String
    let fits: @Sendable (JSONNode) -> Bool
  }

  private static let kinds = [
    Kind(type: .object, words: "an object") { $0.kind == .object },
    Kind(type: .array, words: "an array") { $0.kind == .array },
    Kind(type: .string, words: "a string") { $0.kind == .string },
    Kind(type: .number, words: "a number") { $0.kind == .number },
    Kind(type: .integer, words: "an integer") { $0.number?.isInteger == true },
    Kind(type: .boolean, words: "a boolean") { $0.kind == .boolean },
  ]

  func value(
    of type: TypeSet, _ outline: SchemaOutline, _ schemas: [SchemaSite], _ context: Context
  ) -> VariantValue? {
    switch type {
    case .object: within(outline, context) { object(outline, $0) }
    case .array: within(outline, context) { array(outline, $0) }
    case .boolean: .boolean(context.samples.lazy.compactMap(\.bool).first ?? true)
    case .string: string(outline, constraints(outline, context, schemas), context)
    default:
      number(
        constraints(outline, context, schemas), isInteger: type == .integer, figures[path],
        context)
    }
  }

  /// The first value that can be made, with a freedom for each other value.
  private func alternatives(
    _ count: Int, _ kind: Variant.Freedom, varies: Bool,
    _ make: (Int, _ isFirst: Bool) -> (value: VariantValue, words: String, node: JSONNode?)?
  ) -> VariantValue? {
    var base: VariantValue?
    for number in 0..<count {
      let (start, startMistakes) = (freedoms.count, mistakes.count)
      let startUnmade = unmade.count
      let position = kind == .branch ? (number + turn) % count : number
      guard let made = make(position, base == nil) else {
        freedoms.removeSubrange(start...)
        mistakes.removeSubrange(startMistakes...)
        unmade.removeSubrange(startUnmade...)
        continue
      }
      guard base != nil else {
        base = made.value
        if varies { continue }
        break
      }
      let change = change(made.value)
      // The freedoms and mistakes inside the other value are varied in that value.
      for index in freedoms.indices[start...] {
        for way in freedoms[index].ways.indices { freedoms[index].ways[way].insert(change, at: 0) }
      }
      for index in mistakes.indices[startMistakes...] {
        for way in mistakes[index].ways.indices { mistakes[index].ways[way].insert(change, at: 0) }
      }
      // To match only this branch, the value may need one of its freedoms.
      let inner = freedoms[start...].prefix(Self.mostWays).flatMap { $0.ways.prefix(1) }
      let own = Freedom(
        kind: kind, words: made.words, node: made.node, instance: pointer, ways: [[change]] + inner)
      freedoms.insert(own, at: start)
    }
    return base
  }

  func listed(
    _ values: [JSONNode], _ outline: SchemaOutline, _ context: Context
  ) -> VariantValue? {
    let types = outlines.types(of: outline)
    let fitting = values.filter { value in
      types == .all || Self.kinds.contains { types.contains($0.type) && $0.fits(value) }
    }
    guard let first = fitting.first else { return types.contains(.null) ? .null : nil }
    let base = context.samples.first(where: fitting.contains) ?? first
    if base.string != nil, !context.isSmall {
      addMistake(
        .value, "as an unknown value", keyword(["enum", "const"], of: outline), .string("unknown"))
    }
    for value in fitting where value != base && !context.isSmall {
      let plain = value.string ?? value.text
      let masked = Redaction.shown(plain, ofProperty: place)
      let text = masked == plain ? value.text : masked
      let shown = text.utf8.count > 60 ? "\(text.prefix(60))…" : text
      add(.value, "\(place) as \(shown)", value, [change(VariantValue(value))])
    }
    return VariantValue(base)
  }

  /// A value that the contract does not describe and that may have any type.
  ///
  /// - Parameter outline: The outline. Nil if no schema describes the value.
  private func anything(_ outline: SchemaOutline?, _ context: Context) -> VariantValue {
    let base = context.samples.first.map(VariantValue.init) ?? .string("text")
    guard let outline, !context.isSmall else { return base }
    for (words, value) in Self.anyValues {
      add(.type, "\(place) as \(words)", outline.place, [change(value)], isTrial: true)
    }
    return base
  }

  /// One value of each type.
  private static let anyValues: [(words: String, value: VariantValue)] = [
    ("null", .null), ("a boolean", .boolean(true)), ("an integer", .number("1")),
    ("a number", .number("1.5")), ("a string", .string("text")),
    ("an array", .array([.string("text")])),
    ("an object", .object([VariantValue.Property(name: "key", value: .string("text"))])),
  ]

  private struct Branch {
    let schemas: [SchemaSite]
    let words: String
    let node: JSONNode?
    var fixed: [String: VariantValue] = [:]
  }

  private func branches(of choice: SchemaOutline.Choice) -> [Branch] {
    guard choice.keyword != "if" else {
      func sites(_ names: [String]) -> [SchemaSite] {
        let nodes = names.compactMap { choice.holder[$0]?.tapeIndex }
        return choice.branches.filter { nodes.contains(outlines.node(at: $0).tapeIndex) }
      }
      return [
        Branch(schemas: sites(["if", "then"]), words: "`if` and `then` say", node: choice.key),
        Branch(schemas: sites(["else"]), words: "`else` says", node: choice.key),
      ]
    }
    let named = outlines.named(in: choice)
    let schemas = named?.schemas ?? choice.branches.map { (nil, $0) }
    return schemas.enumerated().map { position, schema in
      let node = outlines.node(at: schema.site)
      var branch = Branch(
        schemas: [schema.site],
        words: name(of: schema.site) ?? "branch \(position + 1) of `\(choice.keyword)`", node: node)
      if let named, let name = schema.name { branch.fixed[named.property] = .string(name) }
      return branch
    }
  }

  /// The name of a schema as a text. Nil if it has no name.
  private func name(of site: SchemaSite) -> String? {
    let node = outlines.node(at: site)
    let tokens = node.document.pointer(to: site.index).tokens
    let isNamed = ["schemas", "definitions"].contains(tokens.dropLast().last)
    let name =
      node["$ref"]?.string?.split(separator: "/").last.map(String.init)
      ?? node["title"]?.string ?? (isNamed ? tokens.last : nil)
    return name.map { "`\($0)`" }
  }
}
