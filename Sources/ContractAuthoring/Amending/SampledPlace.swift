@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The contract's statements about the values at one place. Each statement has its number in the
/// tally.
final class SampledPlace {
  struct Assertion {
    let claim: Int
    let types: TypeSet
    let keyword: String
    let schema: CompiledSchema
    /// The form of dates that the contract's own settings promise instead.
    var dates: DateProfile?

    func accepts(_ value: JSONDocument) -> Bool {
      if schema.isValid(value) { return true }
      guard let dates, let text = value.root.string else { return false }
      return text.withByteView { dates.accepts($0) }
    }
  }

  struct Property {
    let name: String
    let schemas: [SchemaSite]
    /// The numbers of the property's names in `required`.
    var required: [Int]
    var place: SampledPlace?
    /// The key where the property's name is documented.
    let key: JSONNode
    /// The statement that the property has this name.
    let names: Int
  }

  struct Choice {
    let claim: Int
    let branches: [SampledBranch]
    /// The property whose value names a branch.
    let discriminator: String?
  }

  /// Whether the schemas could be followed. If not, nothing is known about the values.
  let isKnown: Bool
  /// The statement that null is forbidden. Nil if null is allowed.
  var notNull: Int?
  var types: [(claim: Int, allowed: TypeSet)] = []
  var values: [(claim: Int, listed: Set<JSONNode>)] = []
  var assertions: [Assertion] = []
  var properties: [String: Property] = [:]
  var required: [Int] = []
  /// The statement that an object has some of its required properties.
  var shape: Int?
  /// The listed names by their meaning, in any spelling.
  private(set) lazy var meanings: [String: String] = Dictionary(
    properties.keys.map { (Self.meaning(of: $0), $0) }
  ) { min($0, $1) }
  /// The list of properties. Nil if a keyword allows other properties.
  var listing: (node: JSONNode, document: Int)?
  /// The schemas of properties that are not listed.
  var map: [SchemaSite] = []
  var prefix: [[SchemaSite]] = []
  var items: [SchemaSite] = []
  var itemsPlace: SampledPlace?
  var choices: [Choice] = []

  init(isKnown: Bool) { self.isKnown = isKnown }

  /// The meaning of a name. It is equal for names in another letter case, and for all names of one
  /// coordinate.
  private static func meaning(of name: String) -> String {
    let folded = String(decoding: NamePattern.fold(name), as: UTF8.self)
    return Coordinate(folded: folded).map { "\($0)" } ?? folded
  }

  /// The documented property that an unlisted name stands for, if that property is missing.
  func property(meantBy name: String, besides present: Set<String>) -> String? {
    guard let meant = meanings[Self.meaning(of: name)], !present.contains(meant) else { return nil }
    return meant
  }
}

/// A branch of `anyOf` or `oneOf`.
struct SampledBranch {
  let site: SchemaSite
  let schema: CompiledSchema?
  let types: TypeSet
  /// Properties with only one allowed value. This value is the tag of the branch.
  let constants: [(name: String, value: JSONNode)]
  /// The names of the branch that a discriminator may use.
  let names: Set<String>
}

/// Creates the places of a contract's bodies when values reach them. Each thread has its own
/// places.
final class SampledPlaces {
  private struct Key: Hashable {
    let sites: [SchemaSite]
    let isResponse: Bool
  }

  private let contract: Contract
  private let outlines: SchemaOutlines
  private var known: [Key: SampledPlace] = [:]
  /// The assertions by keyword and value.
  private var assertions: [String: CompiledSchema?] = [:]
  private var documents: [ObjectIdentifier: Int] = [:]
  private let dialect: Dialect

  init(_ contract: Contract) {
    self.contract = contract
    outlines = SchemaOutlines(contract.registry)
    for (number, source) in contract.registry.contents.enumerated() {
      documents[source.document.identity] = number
    }
    dialect =
      contract.isSwagger ? .swagger20 : contract.nullKeyword == nil ? .openAPI31 : .openAPI30
  }

  func document(of node: JSONNode) -> Int { documents[node.document.identity] ?? 0 }

  /// The place for bodies that a schema describes.
  func place(of schema: JSONNode, isResponse: Bool, _ tally: inout ClaimTally) -> SampledPlace? {
    guard let site = try? outlines.site(of: schema, in: document(of: schema)) else { return nil }
    return place(of: [site], isResponse: isResponse, &tally)
  }

  func place(
    of sites: [SchemaSite], isResponse: Bool, _ tally: inout ClaimTally
  ) -> SampledPlace {
    let key = Key(sites: sites, isResponse: isResponse)
    if let known = known[key] { return known }
    let place = make(sites, isResponse: isResponse, &tally)
    known[key] = place
    return place
  }

  private func make(
    _ sites: [SchemaSite], isResponse: Bool, _ tally: inout ClaimTally
  ) -> SampledPlace {
    let outline = outlines.outline(of: sites)
    let place = SampledPlace(
      isKnown: !sites.isEmpty && !outline.isCut && outline.unfollowed.isEmpty)
    guard place.isKnown else { return place }
    let allowed = outlines.types(of: outline)
    let isTyped =
      !outline.choices.isEmpty
      || outline.parts.contains { part in
        ["type", "enum", "const"].contains { part.node[$0] != nil }
      }
    if isTyped, !allowed.contains(.null) {
      let node = outlines.node(at: sites[0])
      place.notNull = tally.number(
        sites.count == 1 ? .notNull : .noneNull, node, in: document(of: node))
    }
    for part in outline.parts where part.node.kind == .object {
      read(part, into: place, &tally)
    }
    readProperties(of: outline, into: place, isResponse: isResponse, &tally)
    if outline.patterns.isEmpty { place.map = outline.map }
    place.prefix = outline.prefix
    place.items = outline.items
    for choice in outline.choices where choice.keyword != "if" {
      read(choice, into: place, &tally)
    }
    return place
  }

  private func read(
    _ part: SchemaOutline.Part, into place: SampledPlace, _ tally: inout ClaimTally
  ) {
    let document = document(of: part.node)
    for property in part.node.properties {
      let value = property.value
      switch property.name {
      case "type":
        let names =
          value.kind == .array ? value.elements.compactMap(\.string) : [value.string ?? ""]
        var allowed: TypeSet = []
        for name in names { allowed.formUnion(TypeSet(name: name) ?? .all) }
        if allowed.contains(.number) { allowed.insert(.integer) }
        place.types.append((tally.number(.type, value, in: document), allowed))
      case "enum" where value.kind == .array:
        place.values.append(
          (tally.number(.values, value, in: document), Set(value.elements)))
      default:
        guard let types = Self.judged[property.name],
          let schema = assertion(property.name, value, beside: part.node)
        else { continue }
        place.assertions.append(
          SampledPlace.Assertion(
            claim: tally.number(.keyword(property.name), value, in: document), types: types,
            keyword: property.name, schema: schema,
            dates: value.string == "date-time" ? contract.settings.dateProfile : nil))
      }
    }
  }

  /// The keywords that are compared separately, and the types that they restrict.
  private static let judged = Restriction.named.mapValues(\.types).merging(
    ["format": [.string, .number, .integer], "const": .all]
  ) { first, _ in first }

  /// One keyword as a schema.
  private func assertion(
    _ keyword: String, _ value: JSONNode, beside schema: JSONNode
  ) -> CompiledSchema? {
    var text = "{\(JSONWriter.quoted(keyword)):\(value.text)"
    // In OpenAPI 3.0, a flag changes the meaning of the bound.
    if value.bool != nil, keyword != "const", keyword != "uniqueItems" { return nil }
    for (bound, flag) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")]
    where bound == keyword && schema[flag]?.bool == true {
      text += ",\"\(flag)\":true"
    }
    text += "}"
    return assertion(text)
  }

  private func assertion(_ text: String) -> CompiledSchema? {
    if let known = assertions[text] { return known }
    let schema = (try? JSONDocument(text)).flatMap { document in
      try? CompiledSchema(document, registry: SchemaRegistry(dialect: dialect))
    }
    assertions[text] = schema
    return schema
  }

  private func compiled(_ site: SchemaSite) -> CompiledSchema? {
    let compiler = SchemaCompiler(registry: contract.registry)
    let root = try? compiler.compile(
      outlines.node(at: site), of: site.document, context: PlanContext(rawValue: 0))
    return root.flatMap { try? CompiledSchema(compiler, root: $0) }
  }

  /// The formats that can replace a wrong format.
  static let formats = ["date-time", "date", "uuid", "email", "uri", "ipv4", "ipv6"]

  /// The formats that match a string.
  func formats(of value: JSONDocument) -> [String] {
    Self.formats.filter { assertion("{\"format\":\"\($0)\"}")?.isValid(value) ?? false }
  }

  private func readProperties(
    of outline: SchemaOutline, into place: SampledPlace, isResponse: Bool,
    _ tally: inout ClaimTally
  ) {
    for property in outline.properties {
      place.properties[property.name] = SampledPlace.Property(
        name: property.name, schemas: property.schemas, required: [], key: property.key,
        names: tally.number(
          .named(property.name, not: ""), property.key, in: document(of: property.key)))
    }
    for part in outline.parts {
      for element in part.node["required"]?.elements.map({ $0 }) ?? [] {
        guard let name = element.string, let property = place.properties[name] else { continue }
        // Such a property is not sent in this direction.
        if outlines.marks(property.schemas, isResponse ? "writeOnly" : "readOnly") { continue }
        let claim = tally.number(.required(name), element, in: document(of: part.node))
        place.properties[name]?.required.append(claim)
        place.required.append(claim)
      }
    }
    if place.required.count > 1, let node = outline.place {
      place.shape = tally.number(.shape, node, in: document(of: node))
    }
    let lister =
      outline.parts.last { $0.node["properties"]?.kind == .object }
      ?? outline.parts.first { $0.node["additionalProperties"]?.bool == false }
    if let lister, outline.map.isEmpty, outline.patterns.isEmpty {
      place.listing = (lister.node, document(of: lister.node))
    }
  }

  private func read(
    _ choice: SchemaOutline.Choice, into place: SampledPlace, _ tally: inout ClaimTally
  ) {
    let mapping = choice.holder["discriminator"]?["mapping"]
    let branches = choice.branches.map { site in
      let node = outlines.node(at: site)
      let inner = outlines.outline(of: [site])
      let reference = node["$ref"]?.string
      var names = Set([reference?.split(separator: "/").last.map(String.init)].compactMap(\.self))
      for entry in mapping?.properties.map({ $0 }) ?? [] where entry.value.string == reference {
        names.insert(entry.name)
      }
      let constants = inner.properties.compactMap { property -> (String, JSONNode)? in
        let values = outlines.outline(of: property.schemas).values?.allowed ?? []
        return values.count == 1 ? (property.name, values[0]) : nil
      }
      return SampledBranch(
        site: site, schema: compiled(site), types: outlines.types(of: inner), constants: constants,
        names: names)
    }
    place.choices.append(
      SampledPlace.Choice(
        claim: tally.number(.branches(choice.keyword), choice.key, in: document(of: choice.holder)),
        branches: branches,
        discriminator: choice.holder["discriminator"]?["propertyName"]?.string))
  }
}

extension Contract {
  private var root: JSONNode? { registry.contents.first?.document.root }

  /// Whether the document is Swagger 2.0.
  var isSwagger: Bool { root?["openapi"] == nil && root?["swagger"] != nil }

  /// The keyword that allows null if `type` cannot list null. This is so in Swagger 2.0 and OpenAPI
  /// 3.0.
  var nullKeyword: String? {
    if isSwagger { return "x-nullable" }
    return root?["openapi"]?.string?.hasPrefix("3.0") ?? false ? "nullable" : nil
  }
}
