@_spi(Engine) public import JSONTape

/// Builds a ``CountingPlan`` from the schemas that traffic is checked against.
@_spi(Engine) public final class CountingPlanBuilder {
  private struct Key: Hashable {
    let outline: ObjectIdentifier
    let isResponse: Bool
  }

  private struct CellKey: Hashable {
    let document: Int
    let index: Int
    let isArray: Bool
  }

  private let compiler: SchemaCompiler
  private var outlines: SchemaOutlines { compiler.outlines }
  private(set) var cells: [CountingPlan.Cell] = []
  private(set) var places: [CountedPlace] = []
  private(set) var slots: [CountedSlot] = []
  private(set) var choices: [CountedChoice] = []
  private(set) var branches: [CountedBranch] = []
  private(set) var values: [CountedValue] = []
  private(set) var children: [Int32] = []
  private(set) var isCut = false
  private var known: [Key: Int32] = [:]
  private var pending: [(place: Int32, outline: SchemaOutline, isResponse: Bool)] = []
  private var cellIndexes: [CellKey: Int32] = [:]
  /// The nodes that accept the values of schemas.
  private var nodes: [SchemaSite: Int32] = [:]

  /// The maximum number of places. No API documents more.
  private static let mostPlaces = 500_000

  /// Creates a builder for the schemas of a registry's documents.
  public init(_ registry: SchemaRegistry) { compiler = SchemaCompiler(registry: registry) }

  /// The place where the values of a schema are counted.
  ///
  /// - Parameter isResponse: Whether the server sends the values. A property that is sent only in
  ///   the other direction is not counted.
  /// - Complexity: O(*n*) in the number of schemas that have no place yet.
  public func place(of schema: JSONNode, in document: Int, isResponse: Bool) -> Int32 {
    let place = self.place(outlines.outline(of: schema, in: document), isResponse)
    while let next = pending.popLast() { fill(next.place, next.outline, next.isResponse) }
    return place
  }

  /// The plan with all places so far. Call this function only once.
  ///
  /// - Throws: ``SchemaError`` if a schema refers to itself for the same value without end.
  public func plan() throws(SchemaError) -> CountingPlan {
    slots += repeatElement(CountedSlot(), count: compiler.builder.slots.count - slots.count)
    return CountingPlan(self, try compiler.plan(root: 0))
  }

  private func place(_ sites: [SchemaSite], _ isResponse: Bool) -> Int32 {
    sites.isEmpty ? -1 : place(outlines.outline(of: sites), isResponse)
  }

  private func place(_ outline: SchemaOutline, _ isResponse: Bool) -> Int32 {
    let key = Key(outline: ObjectIdentifier(outline), isResponse: isResponse)
    if let known = known[key] { return known }
    guard places.count < Self.mostPlaces else {
      isCut = true
      return -1
    }
    let place = places.place(CountedPlace())
    known[key] = place
    pending.append((place, outline, isResponse))
    return place
  }

  private func fill(_ index: Int32, _ outline: SchemaOutline, _ isResponse: Bool) {
    var place = CountedPlace()
    fillObject(&place, outline, isResponse)
    if outline.describesElements, let node = outline.place, let part = outline.parts.first {
      place.array = cell([.empty, .filled], node, part.site.document)
      let prefix = outline.prefix.map { self.place($0, isResponse) }
      place.prefix = ChildList(start: Int32(children.count), count: Int32(prefix.count))
      children += prefix
      place.items = self.place(outline.items, isResponse)
    }
    fillValues(&place, outline)
    fillChoices(&place, outline, isResponse)
    places[Int(index)] = place
  }

  private func fillObject(
    _ place: inout CountedPlace, _ outline: SchemaOutline, _ isResponse: Bool
  ) {
    let properties = outline.properties
    let additional = self.place(outline.map, isResponse)
    guard !properties.isEmpty || additional >= 0 || !outline.patterns.isEmpty else { return }
    let listed = properties.map { property in
      (name: property.name, node: self.place(property.schemas, isResponse), required: Int32(-1))
    }
    var object = compiler.builder.object(listed)
    slots += repeatElement(CountedSlot(), count: compiler.builder.slots.count - slots.count)
    place.words = Int32((properties.count + 63) / 64)
    var optional = [UInt64](repeating: 0, count: Int(place.words))
    for (position, property) in properties.enumerated() {
      let document = document(of: property.key, in: outline)
      let first = cell([.value, .null, .absent], property.key, document)
      slots[Int(object.slots) + position].cell = first
      if property.requirement == nil {
        optional[position / 64] |= 1 << UInt64(position % 64)
      }
      // Such a property is not sent in this direction.
      if outlines.marks(property.schemas, isResponse ? "writeOnly" : "readOnly") { continue }
      let types =
        property.schemas.isEmpty
        ? TypeSet.all : outlines.types(of: outlines.outline(of: property.schemas))
      let goals = [
        !types.subtracting(.null).isEmpty, outlines.allowsNull(property.schemas),
        property.requirement == nil,
      ]
      for (kind, isGoal) in goals.enumerated() where isGoal {
        slots[Int(object.slots) + position].goals |= 1 << UInt8(kind)
      }
    }
    place.optional = Int32(compiler.builder.slotSets.count)
    compiler.builder.slotSets += optional
    object.additional = additional
    object.patterns = Int32(compiler.builder.patternSlots.count)
    for (text, schemas) in outline.patterns.sorted(by: { $0.key < $1.key }) {
      guard let pattern = try? compiler.builder.pattern(text) else { continue }
      compiler.builder.patternSlots.append(
        PatternSlot(pattern: pattern, node: self.place(schemas, isResponse)))
      object.patternCount += 1
    }
    place.object = compiler.builder.objects.place(object)
  }

  private func fillValues(_ place: inout CountedPlace, _ outline: SchemaOutline) {
    guard let (allowed, key) = outline.values else { return }
    let document = document(of: key, in: outline)
    var strings: [(name: String, cell: Int32)] = []
    place.values.start = Int32(values.count)
    for node in allowed {
      let cell = self.cell([.enumValue], node, document)
      if let text = node.string {
        strings.append((text, cell))
      } else {
        values.append(
          CountedValue(hash: node.document.withCursor { $0.hash(node.tapeIndex) }, cell: cell))
      }
    }
    place.values.count = Int32(values.count) - place.values.start
    guard !strings.isEmpty else { return }
    let object = compiler.builder.object(
      strings.map { (name: $0.name, node: ObjectPlan.any, required: Int32(-1)) })
    slots += repeatElement(CountedSlot(), count: compiler.builder.slots.count - slots.count)
    for (position, string) in strings.enumerated() {
      slots[Int(object.slots) + position].cell = string.cell
    }
    place.strings = compiler.builder.objects.place(object)
  }

  private func fillChoices(
    _ place: inout CountedPlace, _ outline: SchemaOutline, _ isResponse: Bool
  ) {
    var own: [CountedChoice] = []
    for choice in outline.choices where choice.constants == nil {
      var counted = CountedChoice(
        kind: .any, branches: ChildList(start: Int32(branches.count), count: 0))
      var found: [CountedBranch] = []
      if choice.keyword == "if" {
        counted.kind = .condition
        let names = ["if", "then", "else"].filter { choice.holder[$0] != nil }
        guard names.first == "if", names.count == choice.branches.count,
          let condition = node(of: choice.branches[0])
        else { continue }
        counted.condition = condition
        for name in ["then", "else"] {
          let site = names.firstIndex(of: name).map { choice.branches[$0] }
          found.append(
            CountedBranch(
              types: TypeSet.all.rawValue, node: -1, cell: site.map { branch($0) } ?? -1,
              place: site.map { self.place([$0], isResponse) } ?? -1))
        }
      } else {
        if choice.keyword == "oneOf" { counted.kind = .one }
        for site in choice.branches {
          let types = outlines.types(of: outlines.outline(of: [site]))
          found.append(
            CountedBranch(
              types: types.rawValue, node: node(of: site) ?? -1, cell: branch(site),
              place: self.place([site], isResponse)))
        }
        var all: UInt8 = 0
        counted.differsByType = true
        for branch in found {
          if all & branch.types != 0 { counted.differsByType = false }
          all |= branch.types
        }
      }
      counted.branches.count = Int32(found.count)
      branches += found
      own.append(counted)
    }
    place.choices = ChildList(start: Int32(choices.count), count: Int32(own.count))
    choices += own
  }

  private func branch(_ site: SchemaSite) -> Int32 {
    cell([.branch], outlines.node(at: site), site.document)
  }

  /// The node that accepts the values of a schema. Nil if the schema cannot be compiled.
  private func node(of site: SchemaSite) -> Int32? {
    if let known = nodes[site] { return known }
    let node = try? compiler.compile(
      outlines.node(at: site), of: site.document, context: PlanContext(rawValue: 0))
    nodes[site] = node
    return node
  }

  private func document(of node: JSONNode, in outline: SchemaOutline) -> Int {
    outline.visited.first { $0.node.document.identity == node.document.identity }?.site.document
      ?? 0
  }

  private func cell(
    _ kinds: [CountingPlan.Kind], _ node: JSONNode, _ document: Int
  ) -> Int32 {
    let key = CellKey(
      document: document, index: node.tapeIndex, isArray: kinds[0] == .empty)
    if let known = cellIndexes[key] { return known }
    let first = Int32(cells.count)
    cells += kinds.map { CountingPlan.Cell(kind: $0, node: node, document: document) }
    cellIndexes[key] = first
    return first
  }
}
