@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Reads an OpenAPI 3.1 document and compiles every schema that its operations and components have.
///
/// Source: OpenAPI Specification 3.1.0, section 4.8.
struct OpenAPIReader {
  static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  let document: JSONDocument
  let name: String
  let plan: RulePlan
  let compiler: SchemaCompiler
  let number: Int
  let settings: RuleSettings

  init(
    _ document: JSONDocument, name: String, overrides: [String: Severity?]
  ) throws(ContractError) {
    self.document = document
    self.name = name
    plan = RulePlan(contract: name)
    var registry = SchemaRegistry()
    do {
      number = try registry.add(document, isSchema: false)
    } catch {
      throw ContractError(error, contract: name)
    }
    compiler = SchemaCompiler(registry: registry, transform: plan)
    let root = document.root
    guard root.kind == .object else {
      throw ContractError(
        "a contract is an OpenAPI document, an object", contract: name, node: root)
    }
    guard let version = root["openapi"]?.string else {
      throw ContractError("there is no `openapi` version", contract: name, node: root)
    }
    guard version.hasPrefix("3.1.") else {
      throw ContractError(
        "OpenAPI \(version) is not read; this is for OpenAPI 3.1", contract: name,
        node: root["openapi"] ?? root)
    }
    guard ["paths", "components", "webhooks"].contains(where: { root[$0] != nil }) else {
      throw ContractError(
        "there are neither `paths` nor `components`: nothing to check against", contract: name,
        node: root)
    }
    var settings = RuleSettings.standard
    if let node = root["x-schemacheck"] {
      settings = try settings.applying(node, contract: name)
    }
    for (id, severity) in overrides {
      if let rule = Rule.named(id) { settings[rule].severity = severity }
    }
    self.settings = settings
  }

  mutating func contract() throws(ContractError) -> Contract {
    let root = document.root
    let servers = try servers(root["servers"])
    var operations: [Operation] = []
    for (template, item) in try members(of: root["paths"], "paths") {
      operations += try self.operations(at: template, try resolve(item))
    }
    try refuseTies(operations)
    var components: [String: Contract.Component] = [:]
    var schemaNames: [String] = []
    for (schemaName, schema) in try members(of: root["components"]?["schemas"], "schemas") {
      schemaNames.append(schemaName)
      components[schemaName] = Contract.Component(
        response: try compile(schema, under: settings, isResponse: true),
        request: try compile(schema, under: settings, isResponse: false),
        listed: listedMembers(of: schema), settings: settings)
    }
    let schema: CompiledSchema
    do {
      schema = try CompiledSchema(compiler, root: 0)
    } catch {
      throw ContractError(error, contract: name)
    }
    return Contract(
      name: name, title: root["info"]?["title"]?.string ?? name,
      version: root["info"]?["version"]?.string ?? "", servers: servers, operations: operations,
      schemaNames: schemaNames, schema: schema, answers: plan.answers, settings: settings,
      components: components)
  }

  // MARK: Documents

  func error(_ message: String, _ node: JSONNode) -> ContractError {
    ContractError(message, contract: name, node: node)
  }

  /// The members of an optional object.
  func members(
    of node: JSONNode?, _ keyword: String
  ) throws(ContractError) -> [(String, JSONNode)] {
    guard let node else { return [] }
    guard node.kind == .object else { throw error("`\(keyword)` must be an object", node) }
    return node.members.filter { !$0.name.hasPrefix("x-") }.map { ($0.name, $0.value) }
  }

  /// What a reference object leads to, within the document.
  func resolve(_ node: JSONNode) throws(ContractError) -> JSONNode {
    var node = node
    for _ in 0..<64 {
      guard let reference = node["$ref"] else { return node }
      guard let text = reference.string, text.hasPrefix("#"),
        let pointer = JSONPointer(String(text.dropFirst())),
        let target = document.node(at: pointer)
      else {
        throw error("`$ref` leads to nothing in this document", reference)
      }
      node = target
    }
    throw error("`$ref` leads back to itself", node)
  }

  private func servers(_ node: JSONNode?) throws(ContractError) -> [Server] {
    guard let node else { return [] }
    guard node.kind == .array else { throw error("`servers` must be an array", node) }
    var servers: [Server] = []
    for element in node.elements {
      guard let url = element["url"]?.string else { throw error("a server has a `url`", element) }
      servers.append(Server(url: url, description: element["description"]?.string ?? ""))
    }
    return servers
  }

  /// Refuses two operations that the same request could mean.
  private func refuseTies(_ operations: [Operation]) throws(ContractError) {
    for (position, operation) in operations.enumerated() {
      for other in operations[..<position]
      where operation.method == other.method && operation.path.isAmbiguous(with: other.path) {
        throw error(
          "`\(operation.name)` and `\(other.path)` match the same requests",
          document.root["paths"]?[operation.path.description] ?? document.root)
      }
      if let id = operation.id, operations[..<position].contains(where: { $0.id == id }) {
        throw error(
          "the operationId `\(id)` is used twice",
          document.root["paths"]?[operation.path.description] ?? document.root)
      }
    }
  }

  // MARK: Schemas

  /// Compiles a schema of the document under settings.
  func compile(
    _ schema: JSONNode, under settings: RuleSettings, isResponse: Bool, member: String? = nil
  ) throws(ContractError) -> Int32 {
    var settings = settings
    settings.isResponse = isResponse
    do {
      return try compiler.compile(
        schema, of: number, context: plan.context(settings),
        roles: member.map { plan.roles(ofMember: $0, under: settings) } ?? [])
    } catch {
      throw ContractError(error, contract: name)
    }
  }

  func listedMembers(of schema: JSONNode) -> ListedMembers {
    guard let schema = try? resolve(schema) else { return ListedMembers() }
    if let items = schema["items"], let element = try? resolve(items) {
      return ListedMembers(names: names(of: element), isArray: true)
    }
    return ListedMembers(names: names(of: schema))
  }

  private func names(of schema: JSONNode) -> [String] {
    guard let properties = schema["properties"], properties.kind == .object else { return [] }
    return properties.members.map(\.name)
  }

  /// Where a response's schema has pagination figures.
  ///
  /// - Parameter pageSize: The query parameter by which the request asks for a page size, if there
  ///   is one: a bare array is held against it.
  func paginationPlace(of schema: JSONNode, pageSize: String?) -> PaginationPlace? {
    guard let schema = try? resolve(schema) else { return nil }
    if schema["items"] != nil { return pageSize.map { .bareArray(pageSize: $0) } }
    guard let properties = schema["properties"], properties.kind == .object else { return nil }
    let items = properties.members.filter { member in
      (try? resolve(member.value))?["items"] != nil
    }.map(\.name)
    if let pagination = Pagination(listedIn: properties) { return .flat(pagination, items: items) }
    for member in properties.members {
      if let target = try? resolve(member.value),
        let pagination = Pagination(listedIn: target["properties"])
      {
        return .member(member.name, pagination, items: items)
      }
    }
    return nil
  }
}
