@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Makes objects and arrays.
extension VariantMaker {
  /// Counts how often a schema is nested in itself, and how often it is made.
  func within(
    _ outline: SchemaOutline, _ context: Context, _ make: (Context) -> VariantValue?
  ) -> VariantValue? {
    // A schema with null allowed in addition is the same schema.
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
        limit(
          "if a body uses a schema at many places, variants were made only for the first "
            + "\(Self.mostUses) places")
      }
    }
    enclosing.append(key)
    defer { enclosing.removeLast() }
    return make(context)
  }

  func object(_ outline: SchemaOutline, _ context: Context) -> VariantValue? {
    var properties: [VariantValue.Property] = []
    var inner = context
    inner.fixed = [:]
    func add(
      _ name: String, _ schemas: [SchemaSite], _ isRequired: Bool, _ node: JSONNode?
    ) -> Bool {
      let (start, startMistakes) = (freedoms.count, mistakes.count)
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
      if let fixed = context.fixed[name], allows(fixed, outlines.outline(of: schemas)) {
        freedoms.removeSubrange(start...)
        made = fixed
        if !context.isSmall { addMistake(.value, "as an unknown value", node, .string("unknown")) }
      }
      path.removeLast()
      guard let made else {
        freedoms.removeSubrange(start...)
        mistakes.removeSubrange(startMistakes...)
        unmade.removeSubrange(startUnmade...)
        // A value that is cut or forbidden may be missing.
        if !isRequired, cuts == startCuts,
          !outlines.types(of: outlines.outline(of: schemas)).isEmpty
        {
          unmade.append(tokens)
        }
        return !isRequired
      }
      properties.append(VariantValue.Property(name: name, value: made))
      return true
    }
    for property in outline.properties {
      let isRequired = property.requirement != nil
      if context.isSmall, !isRequired { continue }
      if outlines.marks(property.schemas, "writeOnly") { continue }
      let start = freedoms.count
      guard add(property.name, property.schemas, isRequired, property.key) else { return nil }
      guard properties.last?.name == property.name, !context.isSmall else { continue }
      let absent = absence(of: property, outline, context.settings)
      if isRequired {
        mistakes.append(absent)
        addOtherName(of: property, properties[properties.count - 1].value, context.settings)
      } else {
        freedoms.insert(absent, at: start)
      }
    }
    for (name, value) in context.fixed.sorted(by: { $0.key < $1.key })
    where !properties.contains(where: { $0.name == name }) {
      properties.append(VariantValue.Property(name: name, value: value))
    }
    let listed = properties.count
    addUnlisted(outline, context, add)
    if listed == 0, !properties.isEmpty {
      let node = keyword(["additionalProperties", "patternProperties"], of: outline)
      self.add(.empty, "\(place) empty", node, [change(.object([]))])
    }
    return .object(properties)
  }

  /// Whether a schema's constants allow the name of a branch. If there are no constants, the name
  /// is allowed.
  private func allows(_ name: VariantValue, _ outline: SchemaOutline) -> Bool {
    outline.values?.allowed.contains { VariantValue($0) == name } ?? true
  }

  /// Adds the required property under another name: `latitude` for `lat`, or the same name in the
  /// other case.
  private func addOtherName(
    of property: SchemaOutline.Property, _ value: VariantValue, _ settings: RuleSettings
  ) {
    let name = property.name
    let names = settings.coordinates
    let other =
      name == names.latitude
      ? "latitude"
      : name == names.longitude
        ? "longitude"
        : [KeyCase.snake, .camel].map { $0.rewrite(name) }.first { $0 != name }
    guard let other, other != name else { return }
    let changes = [(name, nil), (other, value)].map { name, value in
      VariantChange(path: path + [.name(name)], value: value)
    }
    mistakes.append(
      Freedom(
        kind: .unlisted, words: "`\(name)` named `\(other)`", node: property.key,
        instance: pointer, ways: [changes], isTrial: true))
  }

  /// Adds entries of maps, and a property that the contract does not list.
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
      let known = context.samples.lazy.flatMap { $0.properties.map(\.name) }
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

  /// The object without a property and without the properties that depend on it.
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
          for rule in part.node[keyword]?.properties.map({ $0 }) ?? []
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
      words: "`\(property.name)` missing" + (others.isEmpty ? "" : ", with \(others)"),
      node: property.key, instance: pointer.appending(property.name), ways: [changes],
      property: property.name)
  }

  func array(_ outline: SchemaOutline, _ context: Context) -> VariantValue? {
    let nodes = outline.parts.map(\.node)
    func bound(_ name: String) -> [Int] { nodes.compactMap { $0[name]?.int } }
    let minimum = bound("minItems").max() ?? 0
    let most = max(bound("maxItems").min() ?? .max, minimum)
    let isUnique = nodes.contains { $0["uniqueItems"]?.bool == true }
    var inner = context
    inner.fixed = [:]
    inner.samples = context.samples.flatMap { $0.elements.prefix(3) }
    let describes = outline.describesElements && !(outline.items + outline.prefix.joined()).isEmpty
    var elements: [VariantValue] = []
    var others: [VariantValue] = []
    let wanted =
      most == 0 || !describes && inner.samples.isEmpty
      ? minimum : max(minimum, outline.prefix.count, 1)
    guard wanted <= 1_000 else {
      limit("some variants were not made: an array can have at most 1,000 elements")
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
        if index < minimum { return nil }
        break
      }
      elements.append(made)
      // Other elements use the freedoms of the first one.
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
    if minimum == 0, !elements.isEmpty { add(.empty, "\(place) empty", node, [change(.array([]))]) }
    if elements.count == 1, most > 1, outline.prefix.isEmpty, let first = elements.first {
      let seconds = isUnique ? [first.other(1), first.other(-1)] + others.prefix(6) : [first]
      let ways = seconds.map { [change(.array([first, $0]))] }
      freedoms.append(
        Freedom(
          kind: .several, words: "\(place) with two elements", node: node, instance: pointer,
          ways: ways))
      addLongest(first, isUnique ? others : nil, most, outline)
    }
    return .array(elements)
  }

  /// The array with as many elements as the contract allows.
  ///
  /// - Parameter others: The other elements, if all must differ.
  private func addLongest(
    _ first: VariantValue, _ others: [VariantValue]?, _ most: Int, _ outline: SchemaOutline
  ) {
    guard most > 2, most < .max else { return }
    let room = max(Self.longestArray / max(first.bytes.count, 1), 3)
    let count = min(most, Self.mostElements, room)
    if count < most {
      note(
        "no array has more than \(Self.mostElements) elements, even if the contract allows more")
    }
    let rest = (1..<count).map { number in
      guard let others else { return first }
      return number <= others.count ? others[number - 1] : first.other(number)
    }
    add(
      .several, "\(place) with \(count) elements", keyword(["maxItems"], of: outline),
      [change(.array([first] + rest))], isTrial: true)
  }
}
