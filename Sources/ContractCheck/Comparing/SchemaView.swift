internal import JSONSchema
internal import JSONTape

/// What the schemas of one value say together, keyword by keyword, as a comparison asks for it.
struct SchemaView {
  struct Member {
    /// The name in `properties`, or in `required` where it has no schema.
    let key: JSONNode
    var schemas: [JSONNode]
  }

  let set: SchemaSet
  /// Every type that values may have, null included.
  let types: TypeSet
  private(set) var members: [String: Member] = [:]
  /// The names of the members, in the order of the document.
  private(set) var names: [String] = []
  private(set) var required: [String: JSONNode] = [:]
  /// What says that no other members may be.
  private(set) var closing: JSONNode?
  /// The schemas of members that are not listed.
  private(set) var map: [JSONNode] = []
  /// The schemas of members whose names match a pattern.
  private(set) var patterns: [String: [JSONNode]] = [:]
  private(set) var items: [JSONNode] = []
  private(set) var prefix: [[JSONNode]] = []
  /// The only values there may be, null apart.
  private(set) var values: [JSONNode]?
  private(set) var valuesPlace: JSONNode?
  private(set) var format: JSONNode?
  /// The date profile that the schema itself sets.
  private(set) var profile: JSONNode?
  private(set) var bounds: [String: JSONNode] = [:]
  /// Keywords that are compared as they are written.
  private(set) var conditions: [JSONMember] = []
  private(set) var branches: [SchemaBranch] = []
  private(set) var discriminator: JSONNode?

  static let boundNames = [
    "minLength", "maxLength", "pattern", "minimum", "exclusiveMinimum", "maximum",
    "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties",
    "maxProperties",
  ]
  private static let bounding = Set(boundNames)
  private static let conditional: Set<String> = [
    "not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames",
    "dependentRequired", "dependentSchemas", "dependencies",
    "unevaluatedItems", "contentEncoding", "contentMediaType", "contentSchema",
  ]

  /// How much there was to read.
  private(set) var cost = 1

  init(_ set: SchemaSet, _ types: TypeSet, _ reader: SchemaReader) {
    self.set = set
    self.types = types
    for part in set.parts where part.node.kind == .object {
      for member in part.node.members { read(member, of: part.node, reader) }
    }
    // A member that is asked for is there, whether it has a schema or not.
    for part in set.parts {
      for element in part.node["required"]?.elements.map({ $0 }) ?? [] {
        guard let name = element.string, members[name] == nil else { continue }
        members[name] = Member(key: element, schemas: [])
        names.append(name)
      }
    }
  }

  private mutating func read(
    _ member: JSONMember, of schema: JSONNode, _ reader: SchemaReader
  ) {
    let (name, value) = (member.name, member.value)
    cost += 1 + value.count
    switch name {
    case "properties":
      for property in value.members {
        let key = property.name
        if members[key] == nil {
          members[key] = Member(key: property.key, schemas: [property.value])
          names.append(key)
        } else {
          members[key]?.schemas.append(property.value)
        }
      }
    case "required":
      for element in value.elements {
        if let name = element.string, required[name] == nil { required[name] = element }
      }
    case "additionalProperties", "unevaluatedProperties":
      if value.bool == false { closing = closing ?? member.key }
      if value.kind == .object, value.count > 0, name == "additionalProperties" {
        map.append(value)
      }
    case "patternProperties":
      for pattern in value.members { patterns[pattern.name, default: []].append(pattern.value) }
    case "items":
      if value.kind == .object, value.count > 0 { items.append(value) }
      if value.kind == .array { read(prefix: value) }
    case "prefixItems": read(prefix: value)
    case "const": read(values: [value], at: member.key)
    case "enum": read(values: Array(value.elements), at: member.key)
    case "format": if value.string != nil { format = format ?? value }
    case "x-schemacheck": profile = profile ?? DateScope.profile(in: value)
    case "oneOf", "anyOf": read(branches: member, of: schema, reader)
    case "discriminator": discriminator = value["propertyName"] ?? value
    default:
      if Self.bounding.contains(name) {
        bounds[name] = bounds[name] ?? value
      } else if Self.conditional.contains(name) {
        conditions.append(member)
      }
    }
  }

  private mutating func read(prefix value: JSONNode) {
    for (index, element) in value.elements.enumerated() {
      if index < prefix.count { prefix[index].append(element) } else { prefix.append([element]) }
    }
  }

  private mutating func read(values listed: [JSONNode], at place: JSONNode) {
    let listed = listed.filter { !$0.isNull }
    valuesPlace = valuesPlace ?? place
    guard let values else {
      self.values = listed
      return
    }
    let both = Set(listed)
    self.values = values.filter(both.contains)
  }

  private mutating func read(
    branches member: JSONMember, of schema: JSONNode, _ reader: SchemaReader
  ) {
    let list = member.value.elements.filter { !reader.isNull($0) }
    guard list.count > 1 else { return }
    // A list of constants is an enumeration, a list of types is a type.
    let constants = list.compactMap { $0["const"] }
    if constants.count == list.count, list.allSatisfy(Self.isConstant) {
      return read(values: constants, at: member.key)
    }
    if list.allSatisfy(Self.isType) { return }
    let discriminator = schema["discriminator"].map(SchemaBranch.Discriminator.init)
    for (index, branch) in list.enumerated() {
      branches.append(SchemaBranch(branch, index: index, discriminator, reader))
    }
  }

  private static let remarks: Set<String> = [
    "title", "description", "example", "examples", "deprecated", "default", "$comment",
  ]

  private static func isConstant(_ schema: JSONNode) -> Bool {
    schema.members.allSatisfy { ["const", "type"].contains($0.name) || remarks.contains($0.name) }
  }

  private static func isType(_ schema: JSONNode) -> Bool {
    schema.kind == .object && schema["type"] != nil
      && schema.members.allSatisfy {
        ["type", "nullable"].contains($0.name) || remarks.contains($0.name)
      }
  }

  /// Where a keyword of the value stands, or else the value's schema.
  func place(of keyword: String) -> JSONNode? {
    for part in set.parts where part.node.kind == .object {
      if let found = part.node[keyword] { return found }
    }
    return set.place
  }

  /// What says that the value may be null.
  var nullPlace: JSONNode? {
    if let place = set.nullPlaces.first { return place }
    for keyword in ["type", "enum", "oneOf", "anyOf"] {
      for part in set.parts where part.node.kind == .object {
        guard let value = part.node[keyword] else { continue }
        if keyword != "type" || value.kind == .array || value.string == "null" { return value }
      }
    }
    return set.place
  }
}
