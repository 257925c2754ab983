@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes one value of a schema, and lists what else the schema allows in its place.
///
/// Each schema is read through its outline, so that bodies do not depend on how it is written.
final class VariantMaker {
  /// Something that a schema leaves open at one place of the value.
  struct Freedom {
    let kind: Variant.Freedom
    let words: String
    /// Where the contract says it.
    let node: JSONNode?
    let instance: JSONPointer
    /// What to change, in turn until the result is valid.
    var ways: [[VariantChange]]
    /// Whether rules or other keywords may well forbid it, which is then no freedom.
    var isTrial = false
    /// The member that is left out, where the contract may require it after all.
    var member: String?
  }

  /// What is known of the value that is made.
  struct Context {
    var settings: RuleSettings
    /// The name of the member that holds it.
    var name: String?
    /// Values of the contract's examples for this place.
    var samples: [JSONNode] = []
    /// Whether optional members are left out.
    var isSmall = false
    /// Members whose value a branch decides.
    var fixed: [String: VariantValue] = [:]
  }

  /// What is known of an integer besides its schema.
  struct Figure {
    let least: Int
    let usual: String
  }

  /// Which choice among branches it is.
  private struct ChoicePlace: Hashable {
    let document: ObjectIdentifier
    let index: Int

    init(_ choice: SchemaOutline.Choice) {
      document = choice.key.document.identity
      index = choice.key.tapeIndex
    }
  }

  let contract: String
  let outlines: SchemaOutlines
  /// The names and fragments of rules that ask something of values.
  let rules: RulePlan
  private let documents: Set<ObjectIdentifier>
  private(set) var freedoms: [Freedom] = []
  /// Of members that are required.
  private(set) var needed: [Freedom] = []
  /// The optional properties that were tried, with where the contract lists them.
  private(set) var optional: [[String]: JSONNode?] = [:]
  /// Optional properties that the contract allows and for which no value was found.
  private(set) var unmade: [[String]] = []
  private(set) var limits: [String] = []
  private(set) var steps = 0
  private var path: [VariantChange.Step] = []
  private var figures: [[VariantChange.Step]: Figure] = [:]
  private var turn = 0
  /// Properties to leave out.
  private var without: Set<[String]> = []
  /// How often a value was given up because of a bound.
  private var cuts = 0
  /// The schemas that the value stands in.
  private var enclosing: [[UInt64]] = []
  /// How often each schema was made with all of its members.
  private var uses: [[UInt64]: Int] = [:]

  /// How often a schema may stand in itself.
  private static let deepest = 2
  /// How many values of one schema are varied; the others have only what they need.
  private static let mostUses = 8
  private static let mostSteps = 20_000
  private static let mostLevels = 48
  /// How many choices among branches one value may take.
  private static let mostChoices = 64
  /// How often a value for a branch is tried.
  private static let mostWays = 16

  init(_ contract: String, _ outlines: SchemaOutlines) {
    self.contract = contract
    self.outlines = outlines
    rules = RulePlan(contract: contract)
    documents = Set(outlines.registry.contents.map(\.document.identity))
  }

  /// A value of a schema, with the freedoms in ``freedoms``; nil if none was found.
  ///
  /// - Parameters:
  ///   - figures: What no schema tells of integers at some places.
  ///   - turn: Which of several branches comes first.
  ///   - without: Places of optional properties to leave out.
  func make(
    _ schema: SchemaSite, _ context: Context, figures: [[VariantChange.Step]: Figure] = [:],
    turn: Int = 0, without: Set<[String]> = []
  ) -> VariantValue? {
    self.figures = figures
    self.turn = turn
    self.without = without
    (optional, unmade, cuts) = ([:], [], 0)
    (freedoms, needed, limits, steps, path, enclosing, uses) = ([], [], [], 0, [], [], [:])
    return value([schema], context)
  }

  /// The innermost optional property that a place in the body belongs to.
  func optionalPath(holding place: [String]) -> [String]? {
    (0...place.count).reversed().lazy.map { Array(place.prefix($0)) }.first {
      self.optional[$0] != nil
    }
  }

  // MARK: Null, branches and types

  private func value(_ schemas: [SchemaSite], _ context: Context) -> VariantValue? {
    steps += 1
    guard steps < Self.mostSteps, path.count < Self.mostLevels else {
      limit("a body has at most \(Self.mostSteps) values and \(Self.mostLevels) levels")
      return nil
    }
    guard !schemas.isEmpty else { return anything(context) }
    let outline = outlines.outline(of: schemas)
    let made = value(schemas, outline, settled: [], varies: !context.isSmall, context)
    guard outlines.allowsNull(schemas) else { return made }
    guard let made, made != .null else { return .null }
    let node = outline.nullPlaces.first ?? keyword(["type", "const", "enum"], of: outline)
    if !context.isSmall { add(.null, "\(place) null", node, [change(.null)]) }
    return made
  }

  /// - Parameters:
  ///   - settled: The choices that were made among branches.
  ///   - varies: Whether other branches and types are freedoms. In another branch, no further choice
  ///     at the same place is varied, so that the number of variants stays linear.
  private func value(
    _ schemas: [SchemaSite], _ outline: SchemaOutline, settled: Set<ChoicePlace>, varies: Bool,
    _ context: Context
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
    let open = outline.choices.first {
      !settled.contains(ChoicePlace($0)) && ($0.keyword == "if" || $0.constants == nil)
    }
    if let open {
      let branches = branches(of: open)
      guard settled.count < Self.mostChoices else { return nil }
      return alternatives(branches.count, .branch, varies) { position, isFirst in
        let branch = branches[position]
        let all = schemas + branch.schemas
        guard !branch.schemas.isEmpty || open.keyword == "if" else { return nil }
        var inner = context
        inner.fixed.merge(branch.fixed) { $1 }
        let made = value(
          all, outlines.outline(of: all), settled: settled.union([ChoicePlace(open)]),
          varies: varies && isFirst, inner)
        return made.map { ($0, "\(place) as \(branch.words)", branch.node) }
      }
    }
    if let values = outline.values?.allowed ?? ruled("enum", context, schemas) {
      return listed(values, outline, context)
    }
    let types = outlines.types(of: outline)
    if types == .all { return anything(context) }
    var kinds = Self.kinds.filter { types.contains($0.type) }
    if types.contains(.number) { kinds.removeAll { $0.type == .integer } }
    guard !kinds.isEmpty else { return types.contains(.null) ? .null : nil }
    let first = kinds.firstIndex { kind in context.samples.contains { kind.fits($0) } } ?? 0
    kinds.swapAt(0, first)
    let node = keyword(["type"], of: outline)
    return alternatives(kinds.count, .type, !context.isSmall) { position, _ in
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

  private func value(
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

  /// The first value that can be made, with the freedom to have each of the others.
  private func alternatives(
    _ count: Int, _ kind: Variant.Freedom, _ varies: Bool,
    _ make: (Int, _ isFirst: Bool) -> (value: VariantValue, words: String, node: JSONNode?)?
  ) -> VariantValue? {
    var base: VariantValue?
    for number in 0..<count {
      let (start, startNeeded) = (freedoms.count, needed.count)
      let startUnmade = unmade.count
      let position = kind == .branch ? (number + turn) % count : number
      guard let made = make(position, base == nil) else {
        freedoms.removeSubrange(start...)
        needed.removeSubrange(startNeeded...)
        unmade.removeSubrange(startUnmade...)
        continue
      }
      guard base != nil else {
        base = made.value
        if varies { continue }
        break
      }
      let change = change(made.value)
      // What the other value leaves open is varied in it.
      for index in freedoms.indices[start...] {
        for way in freedoms[index].ways.indices { freedoms[index].ways[way].insert(change, at: 0) }
      }
      needed.removeSubrange(startNeeded...)
      // The value may need one of its freedoms to fall into this branch and no other.
      let inner = freedoms[start...].prefix(Self.mostWays).flatMap { $0.ways.prefix(1) }
      let own = Freedom(
        kind: kind, words: made.words, node: made.node, instance: pointer, ways: [[change]] + inner)
      freedoms.insert(own, at: start)
    }
    return base
  }

  private func listed(
    _ values: [JSONNode], _ outline: SchemaOutline, _ context: Context
  ) -> VariantValue? {
    let types = outlines.types(of: outline)
    let fitting = values.filter { value in
      types == .all || Self.kinds.contains { types.contains($0.type) && $0.fits(value) }
    }
    guard let first = fitting.first else { return types.contains(.null) ? .null : nil }
    let base = context.samples.first(where: fitting.contains) ?? first
    for value in fitting where value != base && !context.isSmall {
      let text = value.text
      let shown = text.utf8.count > 60 ? "\(text.prefix(60))…" : text
      add(.value, "\(place) as \(shown)", value, [change(VariantValue(value))])
    }
    return VariantValue(base)
  }

  /// The contract says nothing of the value.
  private func anything(_ context: Context) -> VariantValue {
    context.samples.first.map(VariantValue.init) ?? .string("text")
  }

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
    let discriminator = choice.holder["discriminator"]
    let property = discriminator?["propertyName"]?.string
    return choice.branches.enumerated().map { position, site in
      let node = outlines.node(at: site)
      let reference = node["$ref"]?.string
      let end = reference?.split(separator: "/").last.map(String.init)
      var branch = Branch(
        schemas: [site],
        words: end.map { "`\($0)`" } ?? node["title"]?.string.map { "`\($0)`" }
          ?? "branch \(position + 1) of `\(choice.keyword)`", node: node)
      if let property, let end {
        let mapping = discriminator?["mapping"]?.members.first { member in
          let target = member.value.string
          return target == reference || target == end
        }
        branch.fixed[property] = .string(mapping?.name ?? end)
      }
      return branch
    }
  }

  // MARK: Objects and arrays

  /// Counts how often a schema stands in itself, and how often it is made at all.
  private func within(
    _ outline: SchemaOutline, _ context: Context, _ make: (Context) -> VariantValue?
  ) -> VariantValue? {
    // Whether null is allowed beside it makes no other schema.
    let key = outline.key.map { $0 >> 1 }
    guard enclosing.count(where: { $0 == key }) < Self.deepest else {
      cuts += 1
      return nil
    }
    var context = context
    if !context.isSmall {
      uses[key, default: 0] += 1
      if uses[key, default: 0] > Self.mostUses {
        context.isSmall = true
        limit("a schema is varied at its first \(Self.mostUses) places in a body")
      }
    }
    enclosing.append(key)
    defer { enclosing.removeLast() }
    return make(context)
  }

  private func object(_ outline: SchemaOutline, _ context: Context) -> VariantValue? {
    var members: [VariantValue.Member] = []
    var inner = context
    inner.fixed = [:]
    func add(
      _ name: String, _ schemas: [SchemaSite], _ isRequired: Bool, _ node: JSONNode?
    ) -> Bool {
      let (start, startNeeded) = (freedoms.count, needed.count)
      let (startUnmade, startCuts) = (unmade.count, cuts)
      let tokens = path.map(\.token) + [name]
      if !isRequired {
        if optional[tokens] == nil { optional[tokens] = .some(node) }
        if without.contains(tokens) { return true }
      }
      inner.name = name
      inner.samples = context.samples.compactMap { $0[name] }
      path.append(.name(name))
      var made = value(schemas, inner)
      path.removeLast()
      if let fixed = context.fixed[name], !outlines.outline(of: schemas).hasValues {
        freedoms.removeSubrange(start...)
        made = fixed
      }
      guard let made else {
        freedoms.removeSubrange(start...)
        needed.removeSubrange(startNeeded...)
        unmade.removeSubrange(startUnmade...)
        // What is cut short, or forbidden, is absent by right.
        if !isRequired, cuts == startCuts,
          !outlines.types(of: outlines.outline(of: schemas)).isEmpty
        {
          unmade.append(tokens)
        }
        return !isRequired
      }
      members.append(VariantValue.Member(name: name, value: made))
      return true
    }
    for property in outline.properties {
      let isRequired = property.requirement != nil
      if context.isSmall, !isRequired { continue }
      if outlines.marks(property.schemas, "writeOnly") { continue }
      let start = freedoms.count
      guard add(property.name, property.schemas, isRequired, property.key) else { return nil }
      guard members.last?.name == property.name, !context.isSmall else { continue }
      let absent = absence(of: property, outline, context.settings)
      if isRequired {
        needed.append(absent)
      } else {
        freedoms.insert(absent, at: start)
      }
    }
    for (name, value) in context.fixed.sorted(by: { $0.key < $1.key })
    where !members.contains(where: { $0.name == name }) {
      members.append(VariantValue.Member(name: name, value: value))
    }
    let listed = members.count
    addUnlisted(outline, context, add)
    if listed == 0, !members.isEmpty {
      let node = keyword(["additionalProperties", "patternProperties"], of: outline)
      self.add(.empty, "\(place) empty", node, [change(.object([]))])
    }
    return .object(members)
  }

  /// Entries of maps, and a member that the contract does not list.
  private func addUnlisted(
    _ outline: SchemaOutline, _ context: Context,
    _ add: (String, [SchemaSite], Bool, JSONNode?) -> Bool
  ) {
    guard !context.isSmall else { return }
    for (pattern, schemas) in outline.patterns.sorted(by: { $0.key < $1.key }) {
      guard let name = Pattern.example(of: pattern) else { continue }
      _ = add(
        name, schemas + (outline[name]?.schemas ?? []), false,
        keyword(["patternProperties"], of: outline))
    }
    if !outline.map.isEmpty {
      let known = context.samples.lazy.flatMap { $0.members.map(\.name) }
        .first { name in outline[name] == nil }
      let names = outline.parts.compactMap { $0.node["propertyNames"] }
      let allowed =
        names.lazy.compactMap { $0["pattern"]?.string }.compactMap { Pattern.example(of: $0) }.first
        ?? names.lazy.compactMap { $0["enum"]?.elements.compactMap(\.string).first }.first
      _ = add(
        known ?? allowed ?? "key", outline.map, false,
        keyword(["additionalProperties"], of: outline))
    }
    guard outline.closing == nil, outline.map.isEmpty, outline.patterns.isEmpty,
      !outline.properties.isEmpty
    else { return }
    let name = ["unlisted", "unlisted2"].first { outline[$0] == nil } ?? "unlisted3"
    self.add(
      .unlisted, "a property `\(name)` in \(place)", keyword(["properties"], of: outline),
      [VariantChange(path: path + [.name(name)], value: .string("not in the contract"))],
      isTrial: true)
  }

  /// What remains without a property: others that depend on it go, too.
  private func absence(
    of property: SchemaOutline.Property, _ outline: SchemaOutline, _ settings: RuleSettings
  ) -> Freedom {
    var gone = [property.name]
    let pair = [settings.coordinates.latitude, settings.coordinates.longitude]
    var next = 0
    while next < gone.count {
      let name = gone[next]
      next += 1
      if let other = pair.first(where: { $0 != name }), pair.contains(name), outline[other] != nil,
        !gone.contains(other)
      {
        gone.append(other)
      }
      for part in outline.parts {
        for keyword in ["dependentRequired", "dependencies"] {
          for rule in part.node[keyword]?.members.map({ $0 }) ?? []
          where rule.value.elements.contains(where: { $0.string == name }) {
            if !gone.contains(rule.name) { gone.append(rule.name) }
          }
        }
      }
    }
    let changes = gone.map { VariantChange(path: path + [.name($0)], value: nil) }
    let others = gone.dropFirst().map { "`\($0)`" }.joined(separator: " and ")
    return Freedom(
      kind: property.requirement == nil ? .absent : .lacking,
      words: "`\(property.name)` absent" + (others.isEmpty ? "" : ", with \(others)"),
      node: property.key, instance: pointer.appending(property.name), ways: [changes],
      member: property.name)
  }

  private func array(_ outline: SchemaOutline, _ context: Context) -> VariantValue? {
    let nodes = outline.parts.map(\.node)
    func bound(_ name: String) -> [Int] { nodes.compactMap { $0[name]?.int } }
    let least = bound("minItems").max() ?? 0
    let most = max(bound("maxItems").min() ?? .max, least)
    let isUnique = nodes.contains { $0["uniqueItems"]?.bool == true }
    var inner = context
    inner.fixed = [:]
    inner.samples = context.samples.flatMap { $0.elements.prefix(3) }
    let describes = outline.describesElements && !(outline.items + outline.prefix.joined()).isEmpty
    var elements: [VariantValue] = []
    var others: [VariantValue] = []
    let wanted =
      most == 0 || !describes && inner.samples.isEmpty ? least : max(least, outline.prefix.count, 1)
    guard wanted <= 1_000 else {
      limit("an array has at most 1,000 elements")
      return nil
    }
    for index in 0..<min(wanted, most) {
      let schemas = index < outline.prefix.count ? outline.prefix[index] : outline.items
      if index > outline.prefix.count, let first = elements.last {
        let used = index - outline.prefix.count
        let isNew = isUnique && used - 1 < others.count
        elements.append(isNew ? others[used - 1] : isUnique ? first.other(index) : first)
        continue
      }
      let start = freedoms.count
      path.append(.index(index))
      let made = value(schemas, inner)
      path.removeLast()
      guard let made else {
        freedoms.removeSubrange(start...)
        if index < least { return nil }
        break
      }
      elements.append(made)
      // Other elements are what the first leaves open.
      let depth = path.count + 1
      others = freedoms[start...].prefix(64).compactMap { freedom in
        freedom.ways.first.map { way in
          made.applying(
            way.map { VariantChange(path: Array($0.path.dropFirst(depth)), value: $0.value) })
        }
      }
    }
    guard !context.isSmall else { return .array(elements) }
    let node = keyword(["minItems", "items", "prefixItems", "type"], of: outline)
    if least == 0, !elements.isEmpty { add(.empty, "\(place) empty", node, [change(.array([]))]) }
    if elements.count == 1, most > 1, outline.prefix.isEmpty, let first = elements.first {
      let seconds = isUnique ? [first.other(1), first.other(-1)] + others.prefix(6) : [first]
      let ways = seconds.map { [change(.array([first, $0]))] }
      freedoms.append(
        Freedom(
          kind: .several, words: "\(place) with two elements", node: node, instance: pointer,
          ways: ways))
    }
    return .array(elements)
  }

  // MARK: Freedoms

  func add(
    _ kind: Variant.Freedom, _ words: String, _ node: JSONNode?, _ changes: [VariantChange],
    isTrial: Bool = false
  ) {
    freedoms.append(
      Freedom(
        kind: kind, words: words, node: node, instance: pointer, ways: [changes], isTrial: isTrial))
  }

  /// The value at the present place.
  func change(_ value: VariantValue) -> VariantChange { VariantChange(path: path, value: value) }

  private var pointer: JSONPointer { JSONPointer(tokens: path.map(\.token)) }

  /// The present place in words.
  var place: String {
    switch path.last {
    case .name(let name): "`\(name)`"
    case .index:
      path.lazy.reversed().compactMap { step -> String? in
        if case .name(let name) = step { "an element of `\(name)`" } else { nil }
      }.first ?? "an element"
    case nil: "the body"
    }
  }

  private func limit(_ words: String) {
    cuts += 1
    if !limits.contains(words) { limits.append(words) }
  }

  /// A node of the contract; nil for one that a rule adds.
  func own(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { documents.contains($0.document.identity) ? $0 : nil }
  }

  func keyword(_ names: [String], of outline: SchemaOutline) -> JSONNode? {
    for name in names {
      for part in outline.parts {
        if let member = part.node.members.first(where: { $0.name == name }) { return member.key }
      }
    }
    return outline.place
  }

  private static func examples(of node: JSONNode) -> [JSONNode] {
    (node["examples"].map { Array($0.elements) } ?? [])
      + [node["example"], node["default"]].compactMap { $0 }
  }

  // MARK: What rules ask for

  /// The schemas of a value, with what rules assert of it.
  private func constraints(
    _ outline: SchemaOutline, _ context: Context, _ schemas: [SchemaSite]
  ) -> [JSONNode] {
    outline.parts.map(\.node) + fragments(context, schemas)
  }

  private func ruled(
    _ keyword: String, _ context: Context, _ schemas: [SchemaSite]
  ) -> [JSONNode]? {
    fragments(context, schemas).lazy.compactMap { $0[keyword] }.first.map { Array($0.elements) }
  }

  private func fragments(_ context: Context, _ schemas: [SchemaSite]) -> [JSONNode] {
    guard let name = context.name else { return [] }
    var found: [JSONNode] = []
    for rule in Rule.catalogue where context.settings.isOn(rule) {
      guard case .owns(let ownerships) = rule.form else { continue }
      for case .values(let selector, _, _, let fragment?) in ownerships
      where rules.isMeant(by: selector, context.settings)(name) {
        let yields = context.settings.isForeign && rule.basis == .extensions
        if yields, outlines.restricts(schemas) { continue }
        if let document = try? fragment.document() { found.append(document.root) }
      }
    }
    return found
  }
}

extension SchemaOutline {
  var hasValues: Bool { values != nil }
}
