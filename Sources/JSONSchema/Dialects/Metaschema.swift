@_spi(Engine) public import JSONTape

/// The metaschemas of the known dialects by URI, without descriptions. They are parsed on first
/// use. Source: <https://json-schema.org>.
enum Metaschema {
  /// The document of a metaschema, or of its part for one vocabulary. Nil for other URIs.
  static func source(of uri: String) -> SchemaRegistry.Source? {
    let plain = uri.hasPrefix("https://json-schema.org/draft-0") ? "http" + uri.dropFirst(5) : uri
    guard let text = all.first(where: { $0.uri == plain || $0.uri + "#" == plain })?.text,
      let document = try? JSONDocument(ByteView(text))
    else { return nil }
    return SchemaRegistry.Source(document, name: plain)
  }
}

extension CompiledSchema {
  /// The failures of a schema against the metaschema of its dialect, in document order. Tape
  /// indexes in the failures are indexes of the schema's tape.
  ///
  /// An inner schema with another dialect is checked against the metaschema of this dialect. Parts
  /// that are nested too deeply for the evaluator are skipped.
  ///
  /// - Parameters:
  ///   - document: The schema.
  ///   - uri: The URI of the schema.
  ///   - registry: The registry with the user's own metaschemas.
  /// - Throws: ``SchemaError`` if a metaschema is invalid or unknown.
  public static func metaschemaFailures(
    in document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry()
  ) throws(SchemaError) -> [SchemaFailure] {
    var registry = registry
    let number = try registry.add(document, uri: uri)
    return try metaschemaFailures(of: number, in: registry)
  }

  /// The failures of a document in a registry against the metaschema of its dialect. The document
  /// is given by its number.
  @_spi(Engine) public static func metaschemaFailures(
    of number: Int, in registry: SchemaRegistry
  ) throws(SchemaError) -> [SchemaFailure] {
    var registry = registry
    let document = registry.documents[number].document
    let entries = registry.dialectEntries(of: number)
    var failures: [SchemaFailure] = []
    for entry in entries {
      if entries.count == 1, try !registry.replaces(entry.dialect),
        UsualSchema.accepts(document.root, by: entry.dialect)
      {
        continue
      }
      guard let metaschema = try registry.resource(withURI: URIReference(entry.dialect)) else {
        continue
      }
      let compiler = SchemaCompiler(registry: registry, assertsFormats: false)
      let resource = registry.resources[metaschema]
      let node = registry.documents[resource.document].document.node(at: resource.root)
      let root = try compiler.compile(
        node, of: resource.document, context: PlanContext(rawValue: 0))
      let schema = try CompiledSchema(compiler, root: root)
      let start = entry.span.lowerBound
      let others = entries.map(\.span).filter {
        start < $0.lowerBound && entry.span ~= $0.lowerBound
      }
      for var failure in schema.failures(in: document, root: root, at: start)
      where !failure.isGivenUp && !others.contains(where: { $0 ~= failure.instance }) {
        // The structure of a metaschema does not help authors of schemas.
        failure.branches = []
        failures.append(failure)
      }
    }
    return failures.sorted { $0.instance < $1.instance }
  }
}

extension SchemaRegistry {
  /// The tape indexes of the schemas at which a document's dialect changes. The root is also among
  /// them.
  fileprivate func dialectEntries(of number: Int) -> [(dialect: String, span: Range<Int>)] {
    let document = documents[number].document
    return document.withCursor { cursor in
      var entries: [(dialect: String, span: Range<Int>)] = []
      for (index, resource) in entryPoints(of: number).sorted(by: { $0.key < $1.key }) {
        let dialect = resources[resource].dialect.uri
        let outer = entries.last { $0.span.contains(index) }
        if outer?.dialect == dialect { continue }
        entries.append((dialect, index..<cursor.next(index)))
      }
      return entries
    }
  }
}
