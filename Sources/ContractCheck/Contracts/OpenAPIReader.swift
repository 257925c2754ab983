@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reads an OpenAPI document, and compiles the schemas of its operations and components.
/// ``OpenAPIVersion`` lists the versions. A small mistake is a warning if the meaning is clear. If
/// the meaning is not clear, there is an error. Source: OpenAPI Specification 3.1.0, section 4.8;
/// 3.0.3, section 4.7.
package struct OpenAPIReader {
  let files: ContractFiles
  package let layout: OpenAPILayout
  let name: String
  let plan: RulePlan
  package let compiler: SchemaCompiler
  let settings: RuleSettings
  let warnings = ContractWarnings()
  /// The security schemes by name. All of them are read before the first operation.
  var schemes: [String: SecurityScheme] = [:]
  /// The path item that is being read, and its pointer. It is kept because each look-up would visit
  /// all earlier path items.
  private var itemInHand: (node: JSONNode, pointer: JSONPointer)?

  var root: JSONNode { files.files[0].document.root }

  package init(
    _ files: ContractFiles, name: String, rules: RuleOverrides = RuleOverrides(),
    overrides: [String: Severity?], catalogue: [Rule] = Rule.catalogue
  ) throws(ContractError) {
    self.files = files
    self.name = name
    let root = files.files[0].document.root
    let version = try OpenAPIVersion(root, warnings, files)
    layout = OpenAPILayout(version, files)
    var own = rules.own
    if let node = root["x-schemacheck"]?["customRules"] { try own.read(node, of: name) }
    let catalogue = catalogue + own.rules
    plan = RulePlan(
      contract: name, files: files,
      warnings: SchemaWarnings(version: version, warnings: warnings), rules: catalogue)
    compiler = SchemaCompiler(registry: try Self.registry(of: files, version), transform: plan)
    let holder = layout.schemasHolder
    guard ["paths", holder, "webhooks"].contains(where: { root[$0] != nil }) else {
      throw files.error(
        "there are neither `paths` nor `\(holder)`; without them, nothing can be checked", root)
    }
    var settings = RuleSettings.standard
    settings.own = own
    for client in root["x-schemacheck"]?["clients"]?.properties.map(\.value) ?? [] {
      guard let reference = client["decoder"]?["$ref"], let text = reference.string else {
        continue
      }
      let target = try files.target(of: reference)
      settings.clients.own[text] = try ClientDecoder(target, file: files.name(of: target))
    }
    if let node = root["x-schemacheck"] {
      settings = try settings.applying(node, contract: name, isTop: true)
    } else {
      settings.isForeign = true
    }
    settings = try rules.applied(to: settings, of: name)
    if !own.isEmpty || settings.clients.namesProperties,
      let schemas = layout.schemas, schemas.kind == .object
    {
      for property in schemas.properties {
        plan.componentNames[SchemaKey(property.value)] = property.name
      }
    }
    for (id, severity) in overrides {
      guard let rule = catalogue.first(where: { $0.id == id }) else { continue }
      guard severity != nil || rule.canBeOff else {
        throw ContractError(rule.refusalOfOff, contract: name, node: root)
      }
      settings[rule].severity = severity
    }
    self.settings = settings
  }

  /// The files, by the paths that references use.
  private static func registry(
    of files: ContractFiles, _ version: OpenAPIVersion
  ) throws(ContractError) -> SchemaRegistry {
    var registry = SchemaRegistry(dialect: try dialect(of: files, version))
    for file in files.files {
      let root = file.document.root
      // A file with an identifier or a dialect is a schema; other files only contain schemas.
      let isSchema = !file.path.isEmpty && (root["$id"] != nil || root["$schema"] != nil)
      do {
        try registry.add(
          file.document, uri: file.path, name: file.name, isSchema: isSchema,
          isNamed: !file.isDerived)
      } catch {
        throw ContractError(error, contract: file.name)
      }
    }
    registry.alias(files.ownPath, of: 0)
    let root = files.files[0].document.root
    if let own = root["$self"]?.string { registry.alias(own, of: 0) }
    guard version >= .v3_1, let schemas = root["components"]?["schemas"] else { return registry }
    for property in schemas.properties {
      do {
        try registry.readIdentifiers(of: property.value, in: 0)
      } catch {
        throw ContractError(error, contract: files.files[0].name)
      }
    }
    return registry
  }

  /// The dialect of schemas that name no dialect.
  private static func dialect(
    of files: ContractFiles, _ version: OpenAPIVersion
  ) throws(ContractError) -> Dialect {
    guard version >= .v3_1, let node = files.files[0].document.root["jsonSchemaDialect"] else {
      return version.dialect
    }
    guard let dialect = node.string.flatMap(Dialect.standard) else {
      throw files.error(
        "the dialect `\(SafeText.line(node.string ?? node.text))` in `jsonSchemaDialect` is not "
          + "known", node)
    }
    return dialect
  }

  package mutating func contract() throws(ContractError) -> Contract {
    let servers = try servers(of: root)
    schemes = try securitySchemes()
    var operations: [Operation] = []
    for (template, item) in try properties(of: root["paths"], "paths") {
      let isHere = item["$ref"] == nil
      itemInHand = isHere ? (item, JSONPointer(tokens: ["paths", template])) : nil
      operations += try self.operations(at: template, item)
    }
    itemInHand = nil
    for position in operations.indices { operations[position].position = position }
    let webhooks = try webhooks()
    try refuseTies(&operations)
    for position in operations.indices { operations[position].position = position }
    try refuseUnknownSources(operations)
    var components: [String: Contract.Component] = [:]
    var schemaNames: [String] = []
    for (schemaName, schema) in try properties(of: layout.schemas, "schemas") {
      schemaNames.append(schemaName)
      components[schemaName] = Contract.Component(
        response: try compile(schema, under: settings, at: RulePlace(.response)),
        request: try compile(schema, under: settings, at: RulePlace(.request)),
        listed: listedProperties(of: schema), settings: settings, schema: schema)
    }
    let schema: CompiledSchema
    do {
      schema = try CompiledSchema(compiler, root: 0)
    } catch {
      throw ContractError(error, contract: name)
    }
    warnOfUnknownDecoderNames()
    return Contract(
      name: name, title: root["info"]?["title"]?.string ?? name,
      version: root["info"]?["version"].map { $0.string ?? $0.text } ?? "", servers: servers ?? [],
      warnings: warnings.sorted(in: files), operations: operations, schemaNames: schemaNames,
      schema: schema, answers: plan.answers, settings: settings, webhooks: webhooks,
      components: components,
      routes: Contract.routes(operations, servers ?? []),
      registry: compiler.outlines.registry)
  }

  /// The pointer to a value of the contract, from its file's root.
  func pointer(to node: JSONNode) -> JSONPointer {
    guard let (item, start) = itemInHand, item.document.identity == node.document.identity,
      let rest = node.document.withCursor({ cursor in
        item.tapeIndex <= node.tapeIndex && node.tapeIndex < cursor.next(item.tapeIndex)
          ? cursor.pointer(to: node.tapeIndex, from: item.tapeIndex) : nil
      })
    else { return node.document.pointer(to: node.tapeIndex) }
    return JSONPointer(tokens: start.tokens + rest.tokens)
  }

  func error(_ message: String, _ node: JSONNode) -> ContractError { files.error(message, node) }

  func properties(
    of node: JSONNode?, _ keyword: String
  ) throws(ContractError) -> [(String, JSONNode)] {
    guard let node, !node.isNull else { return [] }
    guard node.kind == .object else { throw error("`\(keyword)` must be an object", node) }
    return node.properties.filter { !$0.name.hasPrefix("x-") }.map { ($0.name, $0.value) }
  }

  func resolve(_ node: JSONNode) throws(ContractError) -> JSONNode {
    node["$ref"] == nil ? node : try chain(of: node)[0]
  }

  /// The object to which the reference of this one leads, those between them, and this one.
  func chain(of node: JSONNode) throws(ContractError) -> [JSONNode] {
    var chain = [node]
    while let reference = chain[0]["$ref"] {
      guard chain.count <= 64 else { throw error("`$ref` leads back to itself", chain[0]) }
      chain.insert(try files.target(of: reference), at: 0)
    }
    return chain
  }

  /// If a contract has schemacheck's own rules, two operations for the same requests are an error.
  /// In other contracts, the second operation is ignored.
  private func refuseTies(_ operations: inout [Operation]) throws(ContractError) {
    var alike: [[String]: [Operation]] = [:]
    var ids: Set<String> = []
    var left: Set<Int> = []
    for operation in operations {
      let path = operation.path
      // This searches all paths, so it is used only for errors.
      var place: JSONNode { root["paths"]?[path.description] ?? root }
      // Templates that are equally specific differ only in their parameters.
      let key = [operation.method] + path.outline
      if let other = alike[key]?.first(where: { path.isAmbiguous(with: $0.path) }) {
        let message = "`\(operation.name)` and `\(other.path)` match the same requests"
        guard settings.isForeign else { throw error(message, place) }
        warnings.add("\(message); the first operation is used", place)
        left.insert(operation.position)
        continue
      }
      alike[key, default: []].append(operation)
      if let id = operation.id, !ids.insert(id).inserted {
        warnings.add(
          "the operationId `\(id)` is used twice; it means the first operation", place)
      }
    }
    if !left.isEmpty { operations.removeAll { left.contains($0.position) } }
  }

  /// Refuses a `from` that does not name a GET operation.
  private func refuseUnknownSources(_ operations: [Operation]) throws(ContractError) {
    for parameter in operations.flatMap(\.parameters) {
      guard let name = parameter.from?.operation,
        !operations.contains(where: { $0.method == "GET" && ($0.id == name || $0.name == name) })
      else { continue }
      let known = operations.filter { $0.method == "GET" }.map(\.name)
      throw error(
        "`from` of the parameter `\(SafeText.line(parameter.name))` refers to "
          + "`\(SafeText.line(name))`, but the contract has no such GET operation"
          + NearestName.suggestion(for: name, among: known),
        parameter.node["x-schemacheck"]?["from"] ?? parameter.node)
    }
  }

  func compile(
    _ schema: JSONNode, under settings: RuleSettings, at place: RulePlace, property: String? = nil
  ) throws(ContractError) -> Int32 {
    var settings = settings
    settings.isResponse = place.isResponse
    settings.exclude(at: place)
    let context = plan.context(settings)
    do {
      return try compiler.compile(
        schema, of: files.number(of: schema), context: context,
        roles: property.map { plan.roles(ofProperty: $0, in: context) }
          ?? plan.roles(ofBodyIn: context))
    } catch {
      throw ContractError(error, contract: name)
    }
  }

  func outline(of schema: JSONNode) -> SchemaOutline {
    compiler.outlines.outline(of: schema, in: files.number(of: schema))
  }

  func listedProperties(of schema: JSONNode) -> ListedProperties {
    let outline = outline(of: schema)
    guard outline.describesElements else { return ListedProperties(names: names(of: outline)) }
    let element = compiler.outlines.outline(of: outline.items)
    return ListedProperties(names: names(of: element), isArray: true)
  }

  private func names(of outline: SchemaOutline) -> [String] {
    compiler.outlines.properties(of: outline).filter { !$0.schemas.isEmpty }.map(\.name)
  }

  /// The place of pagination figures in a response's schema.
  ///
  /// - Parameter pageSize: The query parameter for the page size, if there is one. It limits a bare
  ///   array.
  func paginationPlace(of schema: JSONNode, pageSize: String?) -> PaginationPlace? {
    let outlines = compiler.outlines
    let outline = outline(of: schema)
    if outline.describesElements { return pageSize.map { .bareArray(pageSize: $0) } }
    let properties = outlines.properties(of: outline)
    // Beside the data of a page, frameworks list the links to pages.
    let isOfData = properties.contains { $0.name == "data" }
    let items = properties.filter { property in
      (property.name != "links" || !isOfData)
        && outlines.outline(of: property.schemas).describesElements
    }.map(\.name)
    if let pagination = pagination(of: properties) { return .flat(pagination, items: items) }
    for property in properties {
      let inner = outlines.outline(of: property.schemas)
      if let pagination = pagination(of: outlines.properties(of: inner)) {
        return .property(property.name, pagination, items: items)
      }
    }
    return nil
  }

  /// If a contract's authors do not know these rules, the contract's own bounds have priority over
  /// the rules.
  private func pagination(of properties: [SchemaOutline.Property]) -> Pagination? {
    guard let pagination = Pagination(of: properties) else { return nil }
    let isBounded = properties.contains { property in
      pagination.names.contains(property.name) && compiler.outlines.restricts(property.schemas)
    }
    return settings.isForeign && isBounded ? nil : pagination
  }
}
