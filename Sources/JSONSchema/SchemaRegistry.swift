@_spi(Engine) public import JSONTape

/// The documents to which references can lead. Their schemas are found by URI and anchor.
///
/// Nothing is loaded from the network. References can lead only to registered documents, documents
/// from the resolver and the metaschemas of known dialects.
public struct SchemaRegistry: Sendable {
  /// A document that a resolver returns.
  public struct Source: Sendable {
    /// The document.
    public let document: JSONDocument
    /// The file of the document, for errors.
    public let name: String

    /// Creates a source from a document and its file.
    public init(_ document: JSONDocument, name: String) {
      self.document = document
      self.name = name
    }
  }

  /// Returns the document with a URI. The URI has no fragment. Nil if there is no such document.
  public typealias Resolver = @Sendable (_ uri: String) throws(SchemaError) -> Source?

  /// A schema with its own identity: a document or a schema with `$id`.
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
    /// The file of the resource; empty if unknown.
    let name: String
    let document: JSONDocument
  }

  private(set) var documents: [Entry] = []
  /// The registered documents by number, with their files.
  @_spi(Engine) public var contents: [Source] {
    documents.map { Source($0.document, name: $0.name) }
  }
  private(set) var resources: [Resource] = []
  private var byURI: [String: Int] = [:]
  /// For each document, the resource of every schema object read so far, by tape index.
  private var membership: [[Int: Int]] = []
  private(set) var hasDynamicAnchors = false
  private let dialect: Dialect?
  private let resolver: Resolver?
  /// The number of metaschemas that are being read. A metaschema is read to find the dialect of the
  /// previous one.
  private var metaschemaDepth = 0
  /// The maximum length of a chain of metaschemas. It is limited because each metaschema needs call
  /// stack.
  private static let metaschemaLimit = 16

  /// Creates a registry without documents.
  ///
  /// - Parameters:
  ///   - dialect: The dialect of documents without `$schema`. Nil means the newest dialect.
  ///   - resolver: Called for documents that are not registered.
  public init(dialect: Dialect? = nil, resolver: Resolver? = nil) {
    self.dialect = dialect
    self.resolver = resolver
  }

  /// Registers a document under a URI. Parts of the document may have another URI, because their
  /// `$id` sets it.
  ///
  /// - Parameters:
  ///   - document: A schema, or a document with schemas in it.
  ///   - uri: The URI for references to the document.
  ///   - name: The file of the document, for errors.
  ///   - isSchema: False for a document that only contains schemas, such as an OpenAPI document.
  ///     Its schemas are read when a reference needs them.
  ///   - isNamed: Whether references may lead to the document.
  ///   - own: The dialect of a document without `$schema`. Nil means the dialect of the registry.
  /// - Returns: The document's number in this registry.
  /// - Throws: ``SchemaError`` if an identifier is invalid or a `$schema` names an unknown dialect.
  /// - Complexity: O(*n*) in the size of a schema. O(1) if `isSchema` is false.
  @discardableResult
  public mutating func add(
    _ document: JSONDocument, uri: String = "", name: String = "", isSchema: Bool = true,
    isNamed: Bool = true, in own: Dialect? = nil
  ) throws(SchemaError) -> Int {
    let number = documents.count
    documents.append(Entry(uri: uri, name: name, document: document))
    membership.append([:])
    let base = URIReference(uri).withoutFragment
    let declared = isSchema ? document.root["$schema"]?.string.flatMap(Dialect.standard) : nil
    let resource = addResource(
      Resource(
        base: base, document: number, root: 0, dialect: declared ?? own ?? dialect ?? .draft2020),
      isNamed: isNamed)
    if isSchema {
      try scan(document.root, number, resource)
      // References to the given URI always lead to this schema, even if its `$id` differs.
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

  /// The resource with a URI without fragment. If the URI is unknown, the resolver is asked for the
  /// document.
  mutating func resource(withURI uri: URIReference) throws(SchemaError) -> Int? {
    let text = uri.description
    if let known = byURI[text] { return known }
    guard let source = try resolver?(text) ?? Metaschema.source(of: text) else { return nil }
    try add(source.document, uri: text, name: source.name)
    return byURI[text]
  }

  /// Whether a document other than the built-in metaschema has a URI.
  func replaces(_ metaschema: String) throws(SchemaError) -> Bool {
    if byURI[metaschema] != nil { return true }
    return try resolver?(metaschema) != nil
  }

  /// Adds another URI for a registered document.
  public mutating func alias(_ uri: String, of document: Int) {
    guard let resource = membership[document][0] else { return }
    let base = URIReference(uri).withoutFragment
    if byURI[base.description] == nil { byURI[base.description] = resource }
  }

  /// Registers the identifiers of a schema and all its subschemas, without recursion.
  private mutating func scan(
    _ root: JSONNode, _ document: Int, _ enclosing: Int
  ) throws(SchemaError) {
    var pending = [(node: root, enclosing: enclosing)]
    while let (node, enclosing) = pending.popLast() {
      guard node.kind == .object else { continue }
      let resource = try note(
        node, document, enclosing, isRoot: node.tapeIndex == root.tapeIndex)
      let dialect = resources[resource].dialect
      for property in node.properties {
        guard let keyword = dialect[property.name] else { continue }
        let value = property.value
        switch (keyword.subschemas, value.kind) {
        case (.schema, _), (.schemaOrArray, .object), (.schemaOrArray, .boolean):
          pending.append((value, resource))
        case (.array, .array), (.schemaOrArray, .array):
          for element in value.elements { pending.append((element, resource)) }
        case (.map, .object):
          for entry in value.properties { pending.append((entry.value, resource)) }
        default: break
        }
      }
    }
  }

  /// Registers the identifiers of one schema object and returns its resource.
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
      // A root has this URI and the URI under which it was registered.
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
    for (keyword, isDynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
      guard let value = node[keyword], dialect[keyword] != nil else { continue }
      guard let anchor = value.string else {
        throw error("`\(keyword)` must be a string", value, document)
      }
      resources[resource].anchors[anchor] = node.tapeIndex
      if isDynamic { resources[resource].dynamicAnchors[anchor] = node.tapeIndex }
    }
    // A recursive anchor is a dynamic anchor without a name. It is valid only on a resource's root.
    if node["$recursiveAnchor"]?.bool == true, dialect["$recursiveAnchor"] != nil,
      node.tapeIndex == resources[resource].root
    {
      resources[resource].dynamicAnchors[""] = node.tapeIndex
    }
    hasDynamicAnchors = hasDynamicAnchors || !resources[resource].dynamicAnchors.isEmpty
  }

  /// The resource of a schema. If the schema has not been read yet, it is scanned first.
  mutating func resource(
    of node: JSONNode, in document: Int, from enclosing: Int
  ) throws(SchemaError) -> Int {
    if let known = membership[document][node.tapeIndex] { return known }
    try scan(node, document, enclosing)
    return membership[document][node.tapeIndex] ?? enclosing
  }

  /// Reads the identifiers of a schema, so that references can use them. The schema is in a
  /// document that is not itself a schema.
  @_spi(Engine) public mutating func readIdentifiers(
    of schema: JSONNode, in document: Int
  ) throws(SchemaError) {
    guard let enclosing = membership[document][0] else { return }
    _ = try resource(of: schema, in: document, from: enclosing)
  }

  /// The tape indexes at which resources begin, with these resources. The root is also among them.
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
  /// The dialect that a `$schema` names. It is a known dialect, or a dialect whose available
  /// metaschema lists its vocabularies. Nil while a custom metaschema is being read.
  private mutating func dialect(
    _ schema: JSONNode, _ document: Int
  ) throws(SchemaError) -> Dialect? {
    guard let text = schema.string else {
      throw error("`$schema` must be a string", schema, document)
    }
    if let standard = Dialect.standard(text) { return standard }
    let uri = URIReference(text).withoutFragment
    // A metaschema may use its own dialect.
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
        "the dialect `\(text)` in `$schema` is not known, and its metaschema is not among the "
          + "given documents", schema, document)
    }
    let metaschema = resources[number]
    let root = documents[metaschema.document].document.node(at: metaschema.root)
    guard let vocabularies = root["$vocabulary"], vocabularies.kind == .object else {
      // Without `$vocabulary`, the dialect of the metaschema itself is used.
      return metaschema.dialect
    }
    var enabled: Set<Vocabulary> = []
    var base = metaschema.dialect
    for property in vocabularies.properties {
      if let (dialect, vocabulary) = Vocabulary.named(property.name) {
        base = dialect
        enabled.insert(vocabulary)
      } else if property.value.bool == true {
        throw error(
          "the metaschema `\(text)` requires the vocabulary `\(property.name)`, which is not known",
          schema, document)
      }
    }
    return base.restricted(to: enabled, uri: uri.description)
  }
}
