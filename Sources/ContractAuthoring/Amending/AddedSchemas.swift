@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The values of undocumented properties and responses. These values are kept, so that a schema can
/// describe them.
struct AddedSchemas {
  /// The values. They are created only when they are needed, because most traffic is documented.
  private var values: ValueTally?
  private var shapes: [Claim: Int32] = [:]

  /// - Parameters:
  ///   - claim: The statement that the contract has no such property or response.
  ///   - name: The property's name. Nil for a response.
  ///   - exchange: A number for each exchange of one thread.
  mutating func add(
    _ cursor: TapeCursor, _ index: Int, to claim: Claim, name: String?, exchange: Int
  ) {
    let values = self.values ?? ValueTally()
    self.values = values
    values.exchange = exchange
    values.add(cursor, index, to: shape(of: claim, name: name, values))
  }

  private mutating func shape(of claim: Claim, name: String?, _ values: ValueTally) -> Int32 {
    if let known = shapes[claim] { return known }
    let mayEnumerate = name.map(Evidence.mayEnumerate) ?? false
    let shape = values.newShape(mayEnumerate: mayEnumerate)
    shapes[claim] = shape
    return shape
  }

  /// Adds the values of another thread or file.
  mutating func add(_ other: AddedSchemas) {
    guard let theirs = other.values else { return }
    let values = self.values ?? ValueTally()
    self.values = values
    for (claim, shape) in other.shapes.sorted(by: { $0.value < $1.value }) {
      values.merge(theirs, shape, into: self.shape(of: claim, name: nil, values))
    }
  }

  /// The schema as `infer` writes it, as JSON without references. Nil if there are no values.
  func schema(of claim: Claim, for contract: Contract) -> String? {
    guard let values, let shape = shapes[claim] else { return nil }
    var inference = SchemaInference(
      values, Evidence(), [SchemaInference.Body(shape: shape, name: "Value", thing: "Value")])
    let draft = inference.schema(ofBody: shape)
    var writer = InlineSchema(
      components: Dictionary(inference.components.map { ($0.name, $0.schema) }) { first, _ in first
      },
      nullKeyword: contract.nullKeyword,
      acceptsDates: Self.accepts(contract.settings.dateProfile, inference.profile))
    return String(decoding: writer.inlined(draft).json, as: UTF8.self)
  }

  /// Whether all dates of one profile also have the form of another profile.
  private static func accepts(_ profile: DateProfile, _ other: DateProfile?) -> Bool {
    guard let other else { return true }
    return profile == other
      || profile == .rfc3339 && (other == .toISOString || other == .swiftISO8601)
  }
}

/// Writes a drafted schema with its components inlined, for the contract's version.
private struct InlineSchema {
  let components: [String: DraftNode]
  let nullKeyword: String?
  let acceptsDates: Bool
  /// The components around the place. They are known so that the work ends even if a component
  /// contains itself.
  private var open: [String] = []

  init(components: [String: DraftNode], nullKeyword: String?, acceptsDates: Bool) {
    self.components = components
    self.nullKeyword = nullKeyword
    self.acceptsDates = acceptsDates
  }

  mutating func inlined(_ node: DraftNode) -> DraftNode {
    switch node {
    case .array(let elements): return .array(elements.map { inlined($0) })
    case .string, .literal: return node
    case .object(let properties):
      if let name = Self.reference(properties) {
        guard !open.contains(name), let component = components[name] else {
          return .object([DraftProperty("type", "object")])
        }
        open.append(name)
        defer { open.removeLast() }
        return inlined(component)
      }
      let kept = properties.filter { property in
        // A discriminator contains names of components.
        property.name != "discriminator" && (acceptsDates || !Self.isDateTime(property))
      }
      let inner = kept.map { DraftProperty($0.name, inlined($0.value)) }
      guard let nullKeyword else { return .object(inner) }
      return .object(Self.downgraded(inner, nullKeyword))
    }
  }

  private static func reference(_ properties: [DraftProperty]) -> String? {
    guard properties.count == 1, properties[0].name == "$ref",
      case .string(let target) = properties[0].value
    else { return nil }
    return target.split(separator: "/").last.map(String.init)
  }

  private static func isDateTime(_ property: DraftProperty) -> Bool {
    if case .string("date-time") = property.value { return property.name == "format" }
    return false
  }

  /// The schema for Swagger 2.0 or OpenAPI 3.0. These versions have no lists of types and no
  /// `const`. Version 2.0 also has no `oneOf`.
  private static func downgraded(
    _ properties: [DraftProperty], _ nullKeyword: String
  ) -> [DraftProperty] {
    var result: [DraftProperty] = []
    var isNullable = false
    for property in properties {
      switch (property.name, property.value) {
      case ("type", .array(let types)):
        let names = types.compactMap { if case .string(let name) = $0 { name } else { nil } }
        isNullable = names.contains("null")
        let others = names.filter { $0 != "null" }
        if others.count == 1 {
          result.append(DraftProperty("type", others[0]))
        } else if nullKeyword == "nullable" {
          let branches = others.map { DraftNode.object([DraftProperty("type", $0)]) }
          result.append(DraftProperty("oneOf", .array(branches)))
        }
      case ("anyOf", .array(let branches)):
        // A drafted `anyOf` always has an object and null.
        isNullable = true
        if case .object(let inner)? = branches.first { result += inner }
      case ("const", let value): result.append(DraftProperty("enum", .array([value])))
      default: result.append(property)
      }
    }
    if isNullable { result.append(DraftProperty(nullKeyword, .literal("true"))) }
    return result
  }
}
