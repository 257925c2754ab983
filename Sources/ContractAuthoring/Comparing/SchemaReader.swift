@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// One of the two documents of a comparison. Each schema of the document is read only once.
final class SchemaReader {
  let files: ContractFiles
  let outlines: SchemaOutlines
  /// References that could not be followed and parts that were too large, one line each.
  private(set) var omissions: [String] = []

  /// The targets by the file and the text of a reference.
  private var targets: [[String]: JSONNode?] = [:]
  private var branches: [[UInt64]: [SchemaBranch]] = [:]

  init(_ document: ContractDocument) {
    files = document.files
    outlines = SchemaOutlines(document.registry)
  }

  /// Identifies a value among all values of both documents.
  func id(of node: JSONNode) -> UInt64 {
    UInt64(files.number(of: node)) << 32 | UInt64(node.tapeIndex)
  }

  func node(_ id: UInt64) -> JSONNode {
    files.files[Int(id >> 32)].document.node(at: Int(id & 0xFFFF_FFFF))
  }

  /// The target of an object's reference, one step.
  ///
  /// - Parameter isData: Whether the object may be data, as in an example, not a reference.
  func target(of reference: JSONNode, isData: Bool = false) -> JSONNode? {
    let key = [files.path(of: reference), reference.string ?? ""]
    let target = targets[key] ?? (try? files.target(of: reference))
    targets[key] = .some(target)
    if target == nil, !isData { omit(reference) }
    return target
  }

  func resolve(_ node: JSONNode) -> JSONNode {
    node["$ref"] == nil ? node : chain(of: node)[0]
  }

  /// The object to which the reference of this one leads, those between them, and this one.
  func chain(of node: JSONNode) -> [JSONNode] {
    var chain = [node]
    while chain.count <= 64, let reference = chain[0]["$ref"], let next = target(of: reference) {
      chain.insert(next, at: 0)
    }
    return chain
  }

  private func omit(_ reference: JSONNode) {
    omit(
      "`$ref` to `\(SafeText.line(reference.string ?? ""))` is not followed, so its target is not "
        + "compared")
  }

  private func omit(_ line: String) {
    if omissions.count < 20, !omissions.contains(line) { omissions.append(line) }
  }

  /// The site of a schema. Empty if there is no schema.
  func sites(of schema: JSONNode?) -> [SchemaSite] {
    guard let schema, let site = try? outlines.site(of: schema, in: files.number(of: schema))
    else { return [] }
    return [site]
  }

  func outline(of schemas: [SchemaSite]) -> SchemaOutline {
    let outline = outlines.outline(of: schemas)
    for reference in outline.unfollowed { omit(reference) }
    if outline.isCut {
      omit("a schema has too many parts; only the first parts are compared")
    }
    return outline
  }

  func types(of schemas: [SchemaSite]) -> TypeSet { types(of: outline(of: schemas)) }

  /// The types of a value. A file of Swagger 2.0 is a string, as in later versions.
  func types(of outline: SchemaOutline) -> TypeSet {
    outline.isFile ? .string : outlines.types(of: outline)
  }

  /// The branches of a value. Empty if there is only one form.
  func branches(of outline: SchemaOutline) -> [SchemaBranch] {
    if let known = branches[outline.key] { return known }
    var found: [SchemaBranch] = []
    for choice in outline.choices
    where choice.branches.count > 1 && choice.keyword != "if" && choice.constants == nil
      && !choice.isListOfTypes
    {
      let discriminator = choice.holder["discriminator"].map(SchemaBranch.Discriminator.init)
      for (index, branch) in choice.branches.enumerated() {
        found.append(SchemaBranch(branch, index: index, discriminator, self))
      }
    }
    branches[outline.key] = found
    return found
  }
}

extension SchemaOutline {
  /// The number of parts to read.
  var cost: Int {
    parts.reduce(1) { sum, part in
      part.node.properties.reduce(sum) { $0 + 1 + $1.value.count }
    }
  }

  func values(of keyword: String) -> [JSONNode] {
    parts.compactMap { $0.node[keyword] }
  }

  /// The place of a keyword. If the keyword is missing, the place of the schema.
  func place(of keyword: String) -> JSONNode? { values(of: keyword).first ?? place }

  /// The keyword that allows null.
  var nullPlace: JSONNode? {
    if let place = nullPlaces.first { return place }
    for keyword in ["type", "enum", "oneOf", "anyOf"] {
      let place = values(of: keyword).first { value in
        keyword != "type" || value.kind == .array || value.string == "null"
      }
      if let place { return place }
    }
    return place
  }

  /// Whether the schemas name types. If not, the types are only what the other keywords suggest.
  var namesTypes: Bool {
    !choices.isEmpty || ["type", "enum", "const"].contains { !values(of: $0).isEmpty }
      || parts.contains { $0.node.kind == .boolean }
  }

  /// The greatest number of elements of an array, and the `false` that sets it: `items: false`
  /// after a prefix. Parts of a schema, or branches, may decide what `unevaluatedItems` means, so
  /// it counts only without them.
  var end: (count: Int, node: JSONNode)? {
    var least: (count: Int, node: JSONNode)?
    for node in parts.map(\.node) {
      let listed = node["prefixItems"] ?? node["items"]
      let rest = node["items"]?.kind == .array ? node["additionalItems"] : node["items"]
      let isSimple = parts.count == 1 && choices.isEmpty && node["contains"] == nil
      guard let end = rest ?? (isSimple ? node["unevaluatedItems"] : nil), end.bool == false
      else { continue }
      let count = listed?.kind == .array ? listed?.count ?? 0 : 0
      if count < least?.count ?? .max { least = (count, end) }
    }
    return least
  }

  /// Whether the value is a file of Swagger 2.0.
  var isFile: Bool { values(of: "type").contains { $0.string == "file" } }

  var discriminator: JSONNode? {
    values(of: "discriminator").last.map { $0["propertyName"] ?? $0 }
  }
}

/// One of the possible forms of a value.
struct SchemaBranch {
  let schema: JSONNode
  let site: SchemaSite
  /// The discriminator's value. A branch with another value is another form, even if its other
  /// names are equal.
  let value: String?
  /// Other names of the branch, the most reliable first. They are constants of its properties, its
  /// component, and its title.
  let names: [String]
  let shown: String

  struct Discriminator {
    let property: String
    /// The discriminator's values by their schemas.
    let values: [String: String]

    init(_ node: JSONNode) {
      property = node["propertyName"]?.string ?? ""
      let mapping = node["mapping"]?.properties.map { ($0.value.string ?? "", $0.name) } ?? []
      values = Dictionary(mapping) { first, _ in first }
    }
  }

  init(_ site: SchemaSite, index: Int, _ discriminator: Discriminator?, _ reader: SchemaReader) {
    let schema = reader.outlines.node(at: site)
    self.schema = schema
    self.site = site
    let reference = schema["$ref"]?.string
    let component = reference.map { String($0.split(separator: "/").last ?? "") }
    let constants = Self.constants(of: site, reader)
    let title = reader.resolve(schema)["title"]?.string
    var value: String?
    if let discriminator {
      value =
        reference.flatMap { discriminator.values[$0] }
        ?? component.map { discriminator.values[$0] ?? $0 }
        ?? constants.first { $0.name == discriminator.property }?.value
    }
    self.value = value
    let properties = constants.map { "\($0.name) = \($0.value)" }.sorted().joined(separator: ", ")
    names = [
      properties.isEmpty ? nil : "properties " + properties, component.map { "component " + $0 },
      title.map { "title " + $0 },
    ].compactMap { $0 }
    shown =
      value ?? (properties.isEmpty ? nil : properties) ?? component ?? title ?? "form \(index + 1)"
  }

  /// Whether both may be the same form, according to the discriminator alone.
  func mayBe(_ other: SchemaBranch) -> Bool {
    value == nil || other.value == nil || value == other.value
  }

  private static func constants(
    of site: SchemaSite, _ reader: SchemaReader
  ) -> [(name: String, value: String)] {
    reader.outline(of: [site]).properties.compactMap { property in
      guard let values = reader.outline(of: property.schemas).values?.allowed,
        values.count == 1, values[0].count == 0
      else { return nil }
      return (property.name, values[0].string ?? values[0].text)
    }
  }
}
