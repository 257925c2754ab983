@_spi(Engine) public import JSONTape

/// The combined meaning of all schemas that apply to one value. It does not matter how the schemas
/// are written.
///
/// The outline follows `$ref` and `allOf`. The outline also follows an `anyOf` or a `oneOf` with
/// one branch, or with one branch and null. So schemas with the same meaning have equal outlines.
/// Alternative branches are ``choices``.
@_spi(Engine) public final class SchemaOutline {
  /// A schema object that must accept the value.
  public struct Part {
    /// The schema.
    public let node: JSONNode
    /// The site of the schema.
    public let site: SchemaSite
    /// Whether `nullable` allows null, or a null branch beside the part allows it.
    public let acceptsNull: Bool
    /// The part and the keyword that lead to this part. Nil for a root.
    let origin: (part: Int, keyword: String)?
    /// Whether the part only leads to other parts.
    let isWrapper: Bool
  }

  /// A property that the schemas list or require.
  public struct Property {
    /// The name of the property.
    public let name: String
    /// The node of the property's name in `properties`. If the name is not there, the node of the
    /// name in `required`.
    public let key: JSONNode
    /// The schemas that the property's value must satisfy. Empty if any value is allowed.
    public internal(set) var schemas: [SchemaSite]
    /// The node of the property's name in `required`. Nil for an optional property.
    public fileprivate(set) var requirement: JSONNode?
  }

  /// The branches of `anyOf`, `oneOf`, or `if` with `then` and `else`.
  public struct Choice {
    /// The keyword: `anyOf`, `oneOf` or `if`.
    public let keyword: String
    /// The node of the keyword's name.
    public let key: JSONNode
    /// The schema that has the keyword.
    public let holder: JSONNode
    /// The branches that allow values other than null.
    public let branches: [SchemaSite]
    /// Whether one branch is null.
    public let hasNull: Bool
    let acceptsNull: Bool
  }

  /// All schemas that were followed, including wrappers.
  let visited: [Part]
  /// The schemas with assertions about the value.
  public let parts: [Part]
  /// The nodes that allow null in other ways than by a type.
  public let nullPlaces: [JSONNode]
  /// The value's schema. Nil if the value has no schema.
  public let place: JSONNode?
  /// The choices between branches.
  public let choices: [Choice]
  /// References whose target does not exist.
  public let unfollowed: [JSONNode]
  /// Whether the limit on schemas was reached.
  public let isCut: Bool
  /// Whether all schemas were followed. Also, no schema may lead back to itself, and no schema may
  /// apply both to null and beside null.
  let isWhole: Bool
  /// The types; ``SchemaOutlines`` sets them.
  var types: TypeSet?
  private lazy var facets = Facets(self)

  /// Keywords that by themselves have no assertions about values.
  private static let wrapping: Set<String> = [
    "$ref", "allOf", "nullable", "description", "title", "summary", "example", "examples",
    "deprecated", "externalDocs", "xml", "default", "$comment",
  ]

  /// Follows all schemas of the same value, without recursion.
  init(_ roots: [SchemaSite], _ outlines: SchemaOutlines, atMost most: Int) {
    typealias Step = (site: SchemaSite, acceptsNull: Bool, origin: (part: Int, keyword: String)?)
    var visited: [Part] = []
    var positions: [SchemaSite: Int] = [:]
    var depths: [Int] = []
    var nullPlaces: [JSONNode] = []
    var unfollowed: [JSONNode] = []
    var choices: [Choice] = []
    var isCut = false
    var isCyclic = false
    var isBroken = false
    var isMixed = false
    var outers: [Bool] = []
    var pending: [Step] = roots.reversed().map { (outlines.end(of: $0), false, nil) }
    while let (site, outer, origin) = pending.popLast() {
      if let known = positions[site] {
        isMixed = isMixed || outers[known] != outer
        var ancestor = origin?.part
        while let part = ancestor, part != known { ancestor = visited[part].origin?.part }
        isCyclic = isCyclic || ancestor != nil
        continue
      }
      let depth = origin.map { depths[$0.part] + 1 } ?? 0
      // Without this limit, long chains of schemas that contain each other would be read many
      // times.
      guard visited.count < most, depth < 32 else {
        isCut = true
        continue
      }
      depths.append(depth)
      outers.append(outer)
      let node = outlines.node(at: site)
      let number = visited.count
      positions[site] = number
      isBroken = isBroken || node.kind != .object && node.kind != .boolean
      let dialect = outlines.dialect(of: site)
      let reference = node["$ref"]
      let standsAlone = reference != nil && dialect.referencesStandAlone
      let counts = { (name: String) in
        dialect[name] != nil && (!standsAlone || dialect.besideReferences.contains(name))
      }
      var accepts = outer
      for name in ["nullable", "x-nullable"] where counts(name) {
        guard let nullable = node[name], nullable.bool == true else { continue }
        nullPlaces.append(nullable)
        accepts = true
      }
      var inner: [Step] = []
      var ownChoices: Set<String> = []
      if let reference {
        if let target = try? outlines.resolve(reference, "$ref", from: site) {
          inner.append((outlines.end(of: target), accepts, (number, "$ref")))
        } else {
          unfollowed.append(reference)
        }
      }
      if !standsAlone {
        if let all = node["allOf"], counts("allOf") {
          isBroken = isBroken || all.kind != .array || all.count == 0
          accepts = accepts || all.elements.contains { Self.onlyAddsNull($0, dialect) }
          for index in inner.indices { inner[index].acceptsNull = accepts }
          for element in all.elements {
            guard let branch = outlines.subschema(element, in: site) else {
              isBroken = true
              continue
            }
            inner.append((outlines.end(of: branch), accepts, (number, "allOf")))
          }
        }
        for keyword in ["oneOf", "anyOf"] where counts(keyword) {
          guard let list = node[keyword], list.kind == .array else { continue }
          let sites = list.elements.compactMap { outlines.subschema($0, in: site) }
          let others = sites.filter { !outlines.isNull($0) }
          let null = sites.first { outlines.isNull($0) }
          if others.count == 1, sites.count == list.count, sites.count <= 8 {
            if let null { nullPlaces.append(outlines.node(at: null)) }
            inner.append((outlines.end(of: others[0]), accepts || null != nil, (number, keyword)))
          } else {
            ownChoices.insert(keyword)
            choices.append(
              Choice(
                keyword: keyword, key: Self.key(of: keyword, in: node), holder: node,
                branches: others, hasNull: null != nil, acceptsNull: accepts))
          }
        }
        let conditions = ["if", "then", "else"].compactMap { name in
          counts(name) ? node[name].flatMap { outlines.subschema($0, in: site) } : nil
        }
        if !conditions.isEmpty {
          ownChoices.insert("if")
          choices.append(
            Choice(
              keyword: "if", key: Self.key(of: "if", in: node), holder: node,
              branches: conditions, hasNull: false, acceptsNull: accepts))
        }
      }
      let isWrapper =
        !inner.isEmpty
        && (standsAlone
          || node.properties.allSatisfy { property in
            Self.wrapping.contains(property.name)
              || property.name.hasPrefix("x-") && property.name != "x-schemacheck"
              || (property.name == "oneOf" || property.name == "anyOf")
                && !ownChoices.contains(property.name)
          })
      visited.append(
        Part(node: node, site: site, acceptsNull: accepts, origin: origin, isWrapper: isWrapper))
      pending += inner.reversed()
    }
    self.visited = visited
    parts = visited.contains(where: \.isWrapper) ? visited.filter { !$0.isWrapper } : visited
    self.nullPlaces = nullPlaces
    place = parts.first?.node ?? visited.last?.node
    self.unfollowed = unfollowed
    self.isCut = isCut
    isWhole = !isCut && !isCyclic && !isBroken && !isMixed && unfollowed.isEmpty
    self.choices = choices
  }

  /// Whether an element of `allOf` allows null and names no types. The author of such an element
  /// means that null is allowed in addition to the other elements.
  private static func onlyAddsNull(_ schema: JSONNode, _ dialect: Dialect) -> Bool {
    guard schema.kind == .object, schema["nullable"]?.bool == true, dialect["nullable"] != nil
    else {
      return false
    }
    return !["$ref", "type", "enum", "const", "allOf", "anyOf", "oneOf"].contains {
      schema[$0] != nil
    }
  }

  private static func key(of name: String, in object: JSONNode) -> JSONNode {
    object.properties.first { $0.name == name }?.key ?? object
  }

  // MARK: What the schemas say

  /// A key for comparing outlines. If two outlines have the same parts, their keys are equal.
  public var key: [UInt64] {
    parts.map {
      UInt64($0.site.document) << 33 | UInt64($0.site.index) << 1 | ($0.acceptsNull ? 1 : 0)
    }
  }
  /// The properties in the order of the document. The listed properties are first. The properties
  /// that are only in `required` follow.
  public var properties: [Property] { facets.properties }
  /// The node of the keyword that forbids other properties.
  public var closing: JSONNode? { facets.closing }
  /// Whether `additionalProperties` is false.
  public var isClosed: Bool { facets.isClosed }
  /// The schemas of properties that are not listed.
  public var map: [SchemaSite] { facets.map }
  /// The schemas of properties whose names match a pattern.
  public var patterns: [String: [SchemaSite]] { facets.patterns }
  /// Whether a keyword decides which unlisted properties are valid.
  public var settlesUnlisted: Bool { facets.settlesUnlisted }
  /// The schemas of the elements of arrays that follow the elements of ``prefix``.
  public var items: [SchemaSite] { facets.items }
  /// The schemas of the first elements of arrays.
  public var prefix: [[SchemaSite]] { facets.prefix }
  /// Whether the schemas describe elements of arrays.
  public var describesElements: Bool { facets.describesElements }
  /// The value of `format`.
  public var format: JSONNode? { facets.format }
  /// The allowed values without null, and the keyword that lists them.
  public var values: (allowed: [JSONNode], key: JSONNode)? { facets.values }

  /// The property with a name.
  ///
  /// - Complexity: O(1).
  public subscript(name: String) -> Property? {
    facets.positions[name].map { facets.properties[$0] }
  }

  /// Whether a flag such as `readOnly` is true in a schema.
  public func marks(_ flag: String) -> Bool { visited.contains { $0.node[flag]?.bool == true } }

  /// The contents of the parts' keywords, read on first use.
  private struct Facets {
    var properties: [Property] = []
    var positions: [String: Int] = [:]
    var closing: JSONNode?
    var isClosed = false
    var map: [SchemaSite] = []
    var patterns: [String: [SchemaSite]] = [:]
    var settlesUnlisted = false
    var items: [SchemaSite] = []
    var prefix: [[SchemaSite]] = []
    var describesElements = false
    var format: JSONNode?
    var values: (allowed: [JSONNode], key: JSONNode)?

    init(_ outline: SchemaOutline) {
      for part in outline.parts where part.node.kind == .object {
        for keyword in part.node.properties { read(keyword, part) }
      }
      for part in outline.parts {
        for element in part.node["required"]?.elements.map({ $0 }) ?? [] {
          guard let name = element.string else { continue }
          let position = self.position(name, element)
          properties[position].requirement = properties[position].requirement ?? element
        }
      }
      for choice in outline.choices where choice.keyword != "if" { read(choice) }
    }

    private mutating func position(_ name: String, _ key: JSONNode) -> Int {
      if let known = positions[name] { return known }
      positions[name] = properties.count
      properties.append(Property(name: name, key: key, schemas: []))
      return properties.count - 1
    }

    private mutating func read(_ keyword: JSONProperty, _ part: Part) {
      let value = keyword.value
      func site(_ node: JSONNode) -> SchemaSite { part.site.of(node) }
      switch keyword.name {
      case "properties" where value.kind == .object:
        for property in value.properties where property.value.kind != .string {
          let position = position(property.name, property.key)
          properties[position].schemas.append(site(property.value))
        }
      case "additionalProperties", "unevaluatedProperties":
        settlesUnlisted = true
        if value.bool == false {
          closing = closing ?? keyword.key
          isClosed = isClosed || keyword.name == "additionalProperties"
        }
        if value.kind == .object, value.count > 0, keyword.name == "additionalProperties" {
          map.append(site(value))
        }
      case "patternProperties" where value.kind == .object:
        settlesUnlisted = true
        for pattern in value.properties {
          patterns[pattern.name, default: []].append(site(pattern.value))
        }
      case "items" where value.kind != .array:
        describesElements = true
        if value.kind == .object { items.append(site(value)) }
      case "prefixItems", "items":
        describesElements = true
        for (index, element) in value.elements.enumerated() {
          if index < prefix.count {
            prefix[index].append(site(element))
          } else {
            prefix.append([site(element)])
          }
        }
      case "const": read(values: [value], keyword.key)
      case "enum": read(values: Array(value.elements), keyword.key)
      case "format" where value.string != nil: format = format ?? value
      default: break
      }
    }

    private mutating func read(values listed: [JSONNode], _ key: JSONNode) {
      let listed = listed.filter { !$0.isNull }
      guard let values else {
        self.values = (listed, key)
        return
      }
      let both = Set(listed)
      self.values?.allowed = values.allowed.filter(both.contains)
    }

    /// A list of constants is an enumeration.
    private mutating func read(_ choice: Choice) {
      guard let constants = choice.constants else { return }
      read(values: constants, choice.key)
    }
  }
}

extension SchemaOutline.Choice {
  private static let remarks: Set<String> = [
    "title", "description", "example", "examples", "deprecated", "default", "$comment",
  ]

  private var written: [JSONNode] {
    let list = holder[keyword]
    return list.map { $0.elements.filter { !SchemaOutlines.saysNull($0) } } ?? []
  }

  /// The constants of the branches. Nil if a branch has other assertions.
  public var constants: [JSONNode]? {
    guard keyword != "if", branches.count > 1 else { return nil }
    let constants = written.compactMap { $0["const"] }
    let isList =
      constants.count == branches.count
      && written.allSatisfy { schema in
        schema.properties.allSatisfy {
          ["const", "type"].contains($0.name) || Self.remarks.contains($0.name)
        }
      }
    return isList ? constants : nil
  }

  /// Whether each branch only lists types.
  public var isListOfTypes: Bool {
    keyword != "if" && branches.count > 1
      && written.allSatisfy { schema in
        schema.kind == .object && schema["type"] != nil
          && schema.properties.allSatisfy {
            ["type", "nullable"].contains($0.name) || Self.remarks.contains($0.name)
          }
      }
  }
}
