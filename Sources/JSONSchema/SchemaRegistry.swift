public import JSONTape

/// The documents that references may lead to: schemas by URI, with their anchors.
///
/// Nothing is ever fetched; what is not registered cannot be referenced.
public struct SchemaRegistry: Sendable {
  /// A schema with an identity of its own: a document or a schema with `$id`.
  struct Resource: Sendable {
    let base: URIReference
    let document: Int
    let root: Int
    var anchors: [String: Int] = [:]
    var dynamicAnchors: [String: Int] = [:]
  }

  private(set) var documents: [(uri: String, document: JSONDocument)] = []
  private(set) var resources: [Resource] = []
  private var byURI: [String: Int] = [:]
  /// For every schema object seen, the resource it belongs to.
  private var membership: [[Int: Int]] = []
  private(set) var hasDynamicAnchors = false

  /// A registry without documents.
  public init() {}

  /// Registers a document under a URI, which `$id` inside it may change for parts of it.
  ///
  /// - Parameters:
  ///   - document: A schema, or a document with schemas in it.
  ///   - uri: The URI under which references lead to it.
  ///   - isSchema: False for a document that merely contains schemas, such as an OpenAPI document;
  ///     these are read when something refers to them.
  /// - Returns: The number by which the document is known here.
  /// - Throws: ``SchemaError`` where an identifier is not one that it can be.
  /// - Complexity: O(*n*) in the size of a schema; a document that is none is not looked at.
  @discardableResult
  public mutating func add(
    _ document: JSONDocument, uri: String = "", isSchema: Bool = true
  ) throws(SchemaError) -> Int {
    let number = documents.count
    documents.append((uri, document))
    membership.append([:])
    let base = URIReference(uri).withoutFragment
    let resource = addResource(Resource(base: base, document: number, root: 0))
    membership[number][0] = resource
    if isSchema { try scan(document.root, number, resource, Dialect.draft2020) }
    return number
  }

  private mutating func addResource(_ resource: Resource) -> Int {
    resources.append(resource)
    byURI[resource.base.description] = resources.count - 1
    return resources.count - 1
  }

  func resource(withURI uri: URIReference) -> Int? { byURI[uri.description] }

  /// Notes the identifiers of a schema and of all its subschemas, whose nesting takes no call stack.
  mutating func scan(
    _ root: JSONNode, _ document: Int, _ enclosing: Int, _ dialect: Dialect
  ) throws(SchemaError) {
    var pending = [(node: root, enclosing: enclosing)]
    while let (node, enclosing) = pending.popLast() {
      guard node.kind == .object else { continue }
      let resource = try note(node, document, enclosing)
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
    _ node: JSONNode, _ document: Int, _ enclosing: Int
  ) throws(SchemaError) -> Int {
    var resource = enclosing
    if let identifier = node["$id"] {
      guard let text = identifier.string else {
        throw error("`$id` must be a string", identifier, document)
      }
      let reference = URIReference(text)
      if let fragment = reference.fragment, !fragment.isEmpty {
        throw error("`$id` must not have a fragment; use `$anchor`", identifier, document)
      }
      let base = reference.withoutFragment.resolved(against: resources[enclosing].base)
      if base != resources[enclosing].base {
        // A root goes by this name, and by the one it was registered under.
        resource = addResource(Resource(base: base, document: document, root: node.tapeIndex))
      }
    }
    membership[document][node.tapeIndex] = resource
    for (keyword, isDynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
      guard let value = node[keyword] else { continue }
      guard let anchor = value.string else {
        throw error("`\(keyword)` must be a string", value, document)
      }
      resources[resource].anchors[anchor] = node.tapeIndex
      if isDynamic {
        resources[resource].dynamicAnchors[anchor] = node.tapeIndex
        hasDynamicAnchors = true
      }
    }
    return resource
  }

  /// The resource that the value at a tape index belongs to, reading it as a schema if that has not
  /// happened yet.
  mutating func resource(
    of node: JSONNode, in document: Int, from enclosing: Int
  ) throws(SchemaError) -> Int {
    if let known = membership[document][node.tapeIndex] { return known }
    try scan(node, document, enclosing, Dialect.draft2020)
    return membership[document][node.tapeIndex] ?? enclosing
  }

  func error(_ message: String, _ node: JSONNode, _ document: Int) -> SchemaError {
    SchemaError(
      message: message, document: documents[document].uri,
      pointer: node.document.pointer(to: node.tapeIndex), offset: node.range.offset)
  }
}
