@_spi(Engine) internal import ContractCaptures
internal import JSONSchema

/// Makes schemas from the values at places.
///
/// Objects become component schemas. Equal kinds of objects share a component (``SchemaSharing``).
/// All other schemas are written in place.
struct SchemaInference {
  let values: ValueTally
  let evidence: Evidence
  private let accepted: ContractDraft.Accepted
  var sharing: SchemaSharing
  /// The profile of most dates. Nil without dates.
  let profile: DateProfile?
  /// A body and its name.
  struct Body {
    let shape: Int32
    let name: String
    /// The name of the thing that the body contains once or many times.
    let thing: String
    var isDetail = false
  }

  private(set) var components: [(name: String, schema: DraftNode)] = []
  /// The names of the properties of each object.
  private(set) var properties: [[String]] = []
  private var componentNames: [Int32: String] = [:]
  private var usedNames: Set<String> = []
  private var waiting: [(name: String, places: [Int32])] = []
  private var placesOfKinds: [Int32: [Int32]] = [:]

  init(
    _ values: ValueTally, _ evidence: Evidence,
    _ bodies: [Body], accepted: ContractDraft.Accepted = ContractDraft.Accepted()
  ) {
    self.values = values
    self.evidence = evidence
    self.accepted = accepted
    for body in bodies { Variants.fold(body.shape, values, evidence) }
    var sharing = SchemaSharing(values, evidence)
    for body in bodies {
      sharing.addBody(
        body.shape, name: body.name, thing: body.thing, isDetail: body.isDetail)
    }
    sharing.findKinds()
    self.sharing = sharing
    for (kind, places) in sharing.kinds { placesOfKinds[kind] = places }
    profile = Self.profile(values, evidence)
  }

  private static func profile(_ values: ValueTally, _ evidence: Evidence) -> DateProfile? {
    var counts: [DateProfile: Int] = [:]
    for number in 0..<Int32(truncatingIfNeeded: values.shapes.count) {
      let text = TextDecision(values, values.shapes[number], evidence)
      if text.format == "date-time", let profile = TextDecision.profile(of: text.dates) {
        counts[profile, default: 0] += values.shapes[number].strings
      }
    }
    return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
  }

  /// The schema of a body.
  mutating func schema(ofBody shape: Int32) -> DraftNode {
    let schema = schema(of: [shape])
    writeComponents()
    return schema
  }

  /// Adds the schema of a bare body under its name, unless the name already has a schema.
  mutating func addComponent(_ name: String, ofBody shape: Int32) -> String {
    let schema = schema(ofBody: shape)
    if case .object(let keywords) = schema, keywords.count == 1, keywords[0].name == "$ref",
      case .string(let target) = keywords[0].value
    {
      return String(target.dropFirst(Self.componentPrefix.count))
    }
    let name = DraftNames.free(name, &usedNames)
    components.append((name, schema))
    return name
  }

  private static let componentPrefix = "#/components/schemas/"

  private mutating func writeComponents() {
    while !waiting.isEmpty {
      let (name, places) = waiting.removeFirst()
      components.append(
        (name, .object([DraftProperty("type", "object")] + objectKeywords(of: places, in: name))))
    }
  }

  // MARK: Values

  /// The schema of values at places of one kind.
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - mayBeNull: Whether null is no mistake, even if it is rare.
  ///   - isPool: Whether the values belong to several names. No value is rare then.
  private mutating func schema(
    of places: [Int32], name: String = "", mayBeNull: Bool = false, isPool: Bool = false
  ) -> DraftNode {
    let sum = values.sum(of: places)
    let shape = values.shapes[sum]
    let evidence = isPool ? Evidence(acceptsAll: true) : evidence
    let types = TypeDecision(shape, evidence, name: name, mayBeNull: mayBeNull)
    guard !types.names.isEmpty else { return .object([]) }
    if types.has("object"), types.names.count == 1, let object = object(at: places) {
      return types.isNullable
        ? .object([
          DraftProperty("anyOf", .array([object, .object([DraftProperty("type", "null")])]))
        ])
        : object
    }
    var names = types.names
    if types.isNullable { names.append("null") }
    var keywords = [
      DraftProperty("type", names.count == 1 ? .string(names[0]) : .strings(names))
    ]
    if types.names == ["boolean"], !types.isNullable, let promise = promise(name, shape) {
      keywords.append(DraftProperty("const", .literal("\(promise)")))
    }
    if types.has("string") { keywords += stringKeywords(shape, types, evidence) }
    if types.has("array") {
      let elements = places.map { values.shapes[$0].elements }.filter { $0 >= 0 }
      keywords.append(DraftProperty("items", elements.isEmpty ? .object([]) : schema(of: elements)))
    }
    if types.has("object") { keywords += objectKeywords(of: places) }
    return .object(keywords)
  }

  /// The constant value of a flag that says whether the response is a success.
  private func promise(_ name: String, _ shape: ValueTally.Shape) -> Bool? {
    guard ["ok", "success"].contains(ASCIIByte.lowercased(name)),
      shape.booleans >= Evidence.fewest
    else { return nil }
    let isUsual = shape.trues * 2 > shape.booleans
    let others = isUsual ? shape.booleans - shape.trues : shape.trues
    return others == 0 || evidence.isMistake(others, of: shape.booleans) ? isUsual : nil
  }

  private func stringKeywords(
    _ shape: ValueTally.Shape, _ types: TypeDecision, _ evidence: Evidence
  ) -> [DraftProperty] {
    let text = TextDecision(values, shape, evidence)
    var keywords: [DraftProperty] = []
    if let format = text.format {
      keywords.append(DraftProperty("format", format))
      if let own = TextDecision.profile(of: text.dates), format == "date-time", own != profile {
        keywords.append(Self.profile(own))
      }
    }
    if text.isClock { keywords.append(Self.profile(.time)) }
    if !text.words.isEmpty, types.names == ["string"] {
      var list = text.words.map(DraftNode.string)
      if types.isNullable { list.append(.literal("null")) }
      keywords.append(DraftProperty("enum", .array(list)))
    }
    return keywords
  }

  private static func profile(_ profile: DateProfile) -> DraftProperty {
    let dates = DraftNode.object([DraftProperty("profile", profile.rawValue)])
    return DraftProperty(
      "x-schemacheck",
      .object([DraftProperty("rules", .object([DraftProperty("iso-dates", dates)]))]))
  }

  // MARK: Objects

  /// A reference to the component of objects, or the schema of a map. Nil if there are several
  /// kinds.
  private mutating func object(at places: [Int32]) -> DraftNode? {
    if let variants = Variants(places, values) { return schema(of: variants) }
    // At another place, the same objects had no variants.
    for place in places where values.shapes[place].kinds >= 0 { values.foldKinds(of: place) }
    if ObjectDecision(places, values, evidence).isMap { return nil }
    return reference(to: places)
  }

  private mutating func reference(to places: [Int32]) -> DraftNode? {
    guard let place = places.first(where: { values.shapes[$0].objects > 0 }) else { return nil }
    let kind = sharing.kind(of: place)
    let all = placesOfKinds[kind] ?? places
    guard values.hasProperties(all) else { return nil }
    var name = componentNames[kind] ?? sharing.name(of: all)
    if componentNames[kind] == nil {
      if usedNames.contains(name), all.contains(where: sharing.details.contains) {
        name += "Detail"
      }
      name = DraftNames.free(name, &usedNames)
    }
    if componentNames[kind] == nil {
      componentNames[kind] = name
      waiting.append((name, all))
    }
    return .object([DraftProperty("$ref", Self.componentPrefix + name)])
  }

  private mutating func schema(of variants: Variants) -> DraftNode {
    var branches: [DraftNode] = []
    var mapping: [DraftProperty] = []
    for (value, shapes) in variants.kinds {
      guard let branch = reference(to: shapes), case .object(let keywords) = branch,
        case .string(let target)? = keywords.first?.value
      else { continue }
      branches.append(branch)
      mapping.append(DraftProperty(value, target))
    }
    return .object([
      DraftProperty("oneOf", .array(branches)),
      DraftProperty(
        "discriminator",
        .object([
          DraftProperty("propertyName", variants.property),
          DraftProperty("mapping", .object(mapping)),
        ])),
    ])
  }

  /// - Parameter component: The name of the schema. Nil for objects beside values of other types.
  private mutating func objectKeywords(
    of places: [Int32], in component: String? = nil
  ) -> [DraftProperty] {
    let accepted = accepted
    func isAccepted(_ name: String) -> Bool { accepted.has(name, in: component) }
    let object = ObjectDecision(
      places, values, evidence, hasRare: accepted.hasRare, mayMiss: isAccepted)
    var properties: [DraftProperty] = []
    for property in object.isMap ? [] : object.properties {
      let schema = schema(
        of: property.places, name: property.name, mayBeNull: isAccepted(property.name))
      properties.append(
        DraftProperty(
          property.name, constant(schema, property.name, places), remark: property.remark))
    }
    self.properties.append(properties.map(\.name))
    let required = object.properties.filter { $0.isRequired && !object.isMap }.map(\.name)
    var keywords: [DraftProperty] = []
    if !required.isEmpty { keywords.append(DraftProperty("required", .strings(required))) }
    if !properties.isEmpty { keywords.append(DraftProperty("properties", .object(properties))) }
    if object.isMap || !object.keyed.isEmpty {
      let inside = object.isMap ? object.keyed + object.properties.flatMap(\.places) : object.keyed
      keywords.append(DraftProperty("additionalProperties", schema(of: inside, isPool: true)))
    }
    return keywords
  }

  /// The discriminator of a variant has only one value.
  private func constant(_ schema: DraftNode, _ name: String, _ places: [Int32]) -> DraftNode {
    guard let value = Variants.value(ofKind: places, property: name, values) else { return schema }
    return .object([DraftProperty("type", "string"), DraftProperty("const", value)])
  }
}

extension ValueTally {
  /// The counts of several places together, without the parts inside the values.
  func sum(of places: [Int32]) -> Int32 {
    if places.count == 1 { return places[0] }
    let sum = newShape()
    for place in places { mergeCounts(self, place, into: sum) }
    return sum
  }

  func hasProperties(_ places: [Int32]) -> Bool { places.contains { shapes[$0].properties >= 0 } }
}
