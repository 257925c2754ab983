internal import JSONTape

/// One of the forms that a value may have.
struct SchemaBranch {
  let schema: JSONNode
  /// The discriminator's value: under another one it is another form, whatever else it goes by.
  let value: String?
  /// What else the branch goes by, the surest first: constants of its members, its component, its
  /// title.
  let names: [String]
  /// How messages call it.
  let shown: String

  /// What tells the branches of a schema apart.
  struct Discriminator {
    let member: String
    /// The values by what they lead to.
    let values: [String: String]

    init(_ node: JSONNode) {
      member = node["propertyName"]?.string ?? ""
      let mapping = node["mapping"]?.members.map { ($0.value.string ?? "", $0.name) } ?? []
      values = Dictionary(mapping) { first, _ in first }
    }
  }

  init(_ schema: JSONNode, index: Int, _ discriminator: Discriminator?, _ reader: SchemaReader) {
    self.schema = schema
    let target = reader.resolve(schema)
    let reference = schema["$ref"]?.string
    let component = reference.map { String($0.split(separator: "/").last ?? "") }
    let constants = Self.constants(of: target, reader)
    let title = target["title"]?.string
    var value: String?
    if let discriminator {
      value =
        reference.flatMap { discriminator.values[$0] }
        ?? component.map { discriminator.values[$0] ?? $0 }
        ?? constants.first { $0.name == discriminator.member }?.value
    }
    self.value = value
    let members = constants.map { "\($0.name) = \($0.value)" }.sorted().joined(separator: ", ")
    names = [
      members.isEmpty ? nil : "members " + members, component.map { "component " + $0 },
      title.map { "title " + $0 },
    ].compactMap { $0 }
    shown =
      value ?? (members.isEmpty ? nil : members) ?? component ?? title ?? "form \(index + 1)"
  }

  /// Whether the two may be the same form, as far as a discriminator tells.
  func mayBe(_ other: SchemaBranch) -> Bool {
    value == nil || other.value == nil || value == other.value
  }

  private static func constants(
    of schema: JSONNode, _ reader: SchemaReader
  ) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for member in schema["properties"]?.members.map({ $0 }) ?? [] {
      let value = reader.resolve(member.value)
      let list = value["enum"]
      guard let constant = value["const"] ?? (list?.count == 1 ? list?[0] : nil),
        constant.count == 0
      else { continue }
      found.append((member.name, constant.string ?? constant.text))
    }
    return found
  }
}
