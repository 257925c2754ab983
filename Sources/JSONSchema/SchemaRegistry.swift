public import JSONTape

/// The documents that references may lead to: schemas by URI, with their anchors.
///
/// Nothing is ever fetched; what is neither registered, nor brought by the resolver, nor a
/// metaschema of a known dialect cannot be referenced.
public struct SchemaRegistry: Sendable {
  /// A document as a resolver brings it.
  public struct Source: Sendable {
    /// The document.
    public let document: JSONDocument
    /// The file it was read from, for errors.
    public let name: String

    /// A document and the file it was read from.
    public init(_ document: JSONDocument, name: String) {
      self.document = document
      self.name = name
    }
  }

  /// Brings the document that a URI without fragment names; nil where there is none.
  public typealias Resolver = @Sendable (_ uri: String) throws(SchemaError) -> Source?

  /// A schema with an identity of its own: a document or a schema with `$id`.
  struct Resource: Sendable {
    let base: URIReference
    let document: Int
    let root: Int
    var dialect: Dialect
    var anchors: [String: Int] = [:]
    var dynamicAnchors: [String: Int] = [:]
  }

  struct Entry: Sendable {
    let uri: String
    /// The file it was read from; empty where that is not known.
    let name: String
    let document: JSONDocument
  }

  private(set) var documents: [Entry] = []
  private(set) var resources: [Resource] = []
  private var byURI: [String: Int] = [:]
  /// For every schema object seen, the resource it belongs to.
  private var membership: [[Int: Int]] = []
  private(set) var hasDynamicAnchors = false
  private let dialect: Dialect
  private let resolver: Resolver?
  /// Metaschemas that are being read to learn the dialect of the one before.
  private var metaschemaDepth = 0
  /// More than any chain of dialects that is meant; each takes some call stack.
  private static let metaschemaLimit = 16

  /// A registry without documents.
  ///
  /// - Parameters:
  ///   - dialect: That of documents without `$schema`.
  ///   - resolver: Asked for documents that are not registered, when something refers to them.
  public init(dialect: Dialect = .draft2020, resolver: Resolver? = nil) {
    self.dialect = dialect
    self.resolver = resolver
  }

  /// Registers a document under a URI, which `$id` inside it may change for parts of it.
  ///
  /// - Parameters:
  ///   - document: A schema, or a document with schemas in it.
  ///   - uri: The URI under which references lead to it.
  ///   - name: The file it was read from, for errors.
  ///   - isSchema: False for a document that merely contains schemas, such as an OpenAPI document;
  ///     these are read when something refers to them.
  /// - Returns: The number by which the document is known here.
  /// - Throws: ``SchemaError`` where an identifier is not one that it can be, or a `$schema` names a
  ///   dialect that is not known.
  /// - Complexity: O(*n*) in the size of a schema; a document that is none is not looked at.
  @discardableResult
  public mutating func add(
    _ document: JSONDocument, uri: String = "", name: String = "", isSchema: Bool = true
  ) throws(SchemaError) -> Int {
    let number = documents.count
    documents.append(Entry(uri: uri, name: name, document: document))
    membership.append([:])
    let base = URIReference(uri).withoutFragment
    let resource = addResource(
      Resource(base: base, document: number, root: 0, dialect: dialect), isNamed: true)
    if isSchema {
      try scan(document.root, number, resource)
      // References to the document's URI lead to its schema, whatever that calls itself.
      byURI[base.description] = membership[number][0] ?? resource
    } else {
      membership[number][0] = resource
    }
    return number
  }

  private mutating func addResource(_ resource: Resource, isNamed: Bool) -> Int {
    resources.append(resource)
    if isNamed { byURI[resource.base.description] = resources.count - 1 }
    return resources.count - 1
  }

  /// The resource that a URI without fragment names, which the resolver may bring.
  mutating func resource(withURI uri: URIReference) throws(SchemaError) -> Int? {
    let text = uri.description
    if let known = byURI[text] { return known }
    guard let source = try resolver?(text) ?? Metaschema.source(of: text) else { return nil }
    try add(source.document, uri: text, name: source.name)
    return byURI[text]
  }

  /// Makes a registered document known under one more URI.
  public mutating func alias(_ uri: String, of document: Int) {
    guard let resource = membership[document][0] else { return }
    let base = URIReference(uri).withoutFragment
    if byURI[base.description] == nil { byURI[base.description] = resource }
  }

  /// Notes the identifiers of a schema and of all its subschemas, whose nesting takes no call stack.
  private mutating func scan(
    _ root: JSONNode, _ document: Int, _ enclosing: Int
  ) throws(SchemaError) {
    var pending = [(node: root, enclosing: enclosing)]
    while let (node, enclosing) = pending.popLast() {
      guard node.kind == .object else { continue }
      let resource = try note(
        node, document, enclosing, isRoot: node.tapeIndex == root.tapeIndex)
      let dialect = resources[resource].dialect
      for member in node.members {
        guard let keyword = dialect[member.name] else { continue }
        let value = member.value
        switch (keyword.subschemas, value.kind) {
        case (.schema, _), (.schemaOrArray, .object), (.schemaOrArray, .boolean):
          pending.append((value, resource))
        case (.array, .array), (.schemaOrArray, .array):
          for element in value.elements { pending.append((element, resource)) }
        case (.map, .object):
          for entry in value.members { pending.append((entry.value, resource)) }
        default: break
        }
      }
    }
  }

  /// Notes the identifiers of one schema object; the resource it belongs to.
  private mutating func note(
    _ node: JSONNode, _ document: Int, _ enclosing: Int, isRoot: Bool
  ) throws(SchemaError) -> Int {
    let outer = (
      base: resources[enclosing].base, dialect: resources[enclosing].dialect,
      root: resources[enclosing].root
    )
    var dialect = outer.dialect
    if let own = node["$schema"], let declared = try self.dialect(own, document) {
      if isRoot || node[declared.identifier]?.kind == .string { dialect = declared }
    }
    var base = outer.base
    var anchor: String?
    let isHidden =
      dialect.referencesStandAlone && !isRoot && node["$ref"]?.kind == .string
    if let identifier = node[dialect.identifier], !isHidden {
      guard let text = identifier.string else {
        throw error("`\(dialect.identifier)` must be a string", identifier, document)
      }
      let reference = URIReference(text)
      if let fragment = reference.fragment, !fragment.isEmpty {
        guard dialect.anchorsByIdentifier else {
          throw error("`$id` must not have a fragment; use `$anchor`", identifier, document)
        }
        anchor = PercentEncoding.decode(fragment)
      }
      base = reference.withoutFragment.resolved(against: outer.base)
    }
    var resource = enclosing
    if base != outer.base {
      // A root goes by this name, and by the one it was registered under.
      resource = addResource(
        Resource(base: base, document: document, root: node.tapeIndex, dialect: dialect),
        isNamed: true)
    } else if dialect != outer.dialect {
      if node.tapeIndex == outer.root {
        resources[enclosing].dialect = dialect
      } else {
        resource = addResource(
          Resource(base: base, document: document, root: outer.root, dialect: dialect),
          isNamed: false)
      }
    }
    membership[document][node.tapeIndex] = resource
    if let anchor { resources[resource].anchors[anchor] = node.tapeIndex }
    if !isHidden { try noteAnchors(node, document, resource) }
    return resource
  }

  private mutating func noteAnchors(
    _ node: JSONNode, _ document: Int, _ resource: Int
  ) throws(SchemaError) {
    let dialect = resources[resource].dialect
    for (keyword, isDynamic) in [("$anchor", false), ("$dynamicAnchor", true)]
    where dialect[keyword] != nil {
      guard let value = node[keyword] else { continue }
      guard let anchor = value.string else {
        throw error("`\(keyword)` must be a string", value, document)
      }
      resources[resource].anchors[anchor] = node.tapeIndex
      if isDynamic { resources[resource].dynamicAnchors[anchor] = node.tapeIndex }
    }
    // A recursive anchor is a dynamic one without a name, of a resource's root alone.
    if dialect["$recursiveAnchor"] != nil, node["$recursiveAnchor"]?.bool == true,
      node.tapeIndex == resources[resource].root
    {
      resources[resource].dynamicAnchors[""] = node.tapeIndex
    }
    hasDynamicAnchors = hasDynamicAnchors || !resources[resource].dynamicAnchors.isEmpty
  }

  /// The resource that the value at a tape index belongs to, reading it as a schema if that has not
  /// happened yet.
  mutating func resource(
    of node: JSONNode, in document: Int, from enclosing: Int
  ) throws(SchemaError) -> Int {
    if let known = membership[document][node.tapeIndex] { return known }
    try scan(node, document, enclosing)
    return membership[document][node.tapeIndex] ?? enclosing
  }

  /// For the schemas of a document by which resources begin, and for its root, those resources.
  func entryPoints(of document: Int) -> [Int: Int] {
    membership[document].filter { index, resource in
      index == 0 || resources[resource].root == index
    }
  }

  func error(_ message: String, _ node: JSONNode, _ document: Int) -> SchemaError {
    let entry = documents[document]
    return SchemaError(
      message: message, document: entry.uri, name: entry.name,
      pointer: node.document.pointer(to: node.tapeIndex), offset: node.range.offset,
      position: node.document.position(of: node.range.offset))
  }
}

// MARK: Dialects

extension SchemaRegistry {
  /// The dialect that a `$schema` names: a known one, or one whose metaschema is at hand and says by
  /// `$vocabulary` which keywords are in force. Nil where a custom metaschema is being read itself.
  private mutating func dialect(
    _ schema: JSONNode, _ document: Int
  ) throws(SchemaError) -> Dialect? {
    guard let text = schema.string else {
      throw error("`$schema` must be a string", schema, document)
    }
    if let standard = Dialect.standard(text) { return standard }
    let uri = URIReference(text).withoutFragment
    // A metaschema may be written in its own dialect.
    if documents[document].document.root["$id"]?.string == text { return nil }
    guard metaschemaDepth < Self.metaschemaLimit else {
      throw error(
        "`$schema` leads from metaschema to metaschema more than \(Self.metaschemaLimit) times",
        schema, document)
    }
    metaschemaDepth += 1
    defer { metaschemaDepth -= 1 }
    guard let number = try resource(withURI: uri) else {
      throw error(
        "`$schema` names the dialect `\(text)`, which is not known and whose metaschema is not among "
          + "the given documents", schema, document)
    }
    let metaschema = resources[number]
    let root = documents[metaschema.document].document.node(at: metaschema.root)
    guard let vocabularies = root["$vocabulary"], vocabularies.kind == .object else {
      // Of one that names no vocabularies its own dialect is the best that is known.
      return metaschema.dialect
    }
    var enabled: Set<Vocabulary> = []
    var base = metaschema.dialect
    for member in vocabularies.members {
      if let (dialect, vocabulary) = Vocabulary.named(member.name) {
        base = dialect
        enabled.insert(vocabulary)
      } else if member.value.bool == true {
        throw error(
          "the metaschema `\(text)` requires the vocabulary `\(member.name)`, which is not known",
          schema, document)
      }
    }
    return base.restricted(to: enabled, uri: uri.description)
  }
}
