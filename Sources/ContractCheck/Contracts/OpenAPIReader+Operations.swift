internal import JSONTape

/// Path items, parameters, bodies.
extension OpenAPIReader {
  func operations(
    at template: String, _ item: JSONNode
  ) throws(ContractError) -> [Operation] {
    let path: PathTemplate
    do {
      path = try PathTemplate(template)
    } catch {
      throw self.error("`\(template)`: \(error.message)", item)
    }
    let itemSettings = try settings(settings, item)
    let shared = try parameters(item["parameters"])
    var operations: [Operation] = []
    for member in item.kind == .object ? Array(item.members) : [] {
      guard Self.methods.contains(member.name) else { continue }
      let node = member.value
      let settings = try self.settings(itemSettings, node)
      let own = try parameters(node["parameters"])
      let all = shared.filter { outer in !own.contains { isSame($0, outer) } } + own
      var compiled: [Operation.Parameter] = []
      for parameter in all { compiled.append(try self.parameter(parameter, settings)) }
      for name in path.parameterNames
      where !compiled.contains(where: { $0.name == name && $0.location == .path }) {
        throw error("the path parameter `\(name)` of `\(template)` is not described", node)
      }
      var responses: [Operation.Response] = []
      for (status, response) in try members(of: node["responses"], "responses") {
        guard isStatus(status) else {
          throw error("`\(status)` is no status: `200`, `4XX` or `default`", response)
        }
        let target = try resolve(response)
        let settings = try self.settings(settings, target)
        let pageSize = compiled.first {
          $0.location == .query && Pagination.figure($0.name) == "limit"
        }?.name
        responses.append(
          Operation.Response(
            status: status,
            content: try content(target, settings, isResponse: true, pageSize: pageSize)))
      }
      var request: Operation.Content?
      if let body = node["requestBody"] {
        let target = try resolve(body)
        request = try content(target, try self.settings(settings, target), isResponse: false)
      }
      operations.append(
        Operation(
          id: node["operationId"]?.string, method: member.name.uppercased(), path: path,
          summary: node["summary"]?.string ?? "", parameters: compiled, request: request,
          responses: responses, settings: settings))
    }
    return operations
  }

  private func settings(
    _ outer: RuleSettings, _ node: JSONNode
  ) throws(ContractError) -> RuleSettings {
    guard let own = node["x-schemacheck"] else { return outer }
    return try outer.applying(own, contract: name)
  }

  private func isStatus(_ text: String) -> Bool {
    if text == "default" { return true }
    let bytes = Array(text.utf8)
    guard bytes.count == 3, bytes[0] >= 0x31, bytes[0] <= 0x35 else { return false }
    return bytes[1...].allSatisfy { $0 >= 0x30 && $0 <= 0x39 } || text.uppercased().hasSuffix("XX")
  }

  // MARK: Parameters

  private func parameters(_ node: JSONNode?) throws(ContractError) -> [JSONNode] {
    guard let node else { return [] }
    guard node.kind == .array else { throw error("`parameters` must be an array", node) }
    var parameters: [JSONNode] = []
    for element in node.elements { parameters.append(try resolve(element)) }
    return parameters
  }

  private func isSame(_ one: JSONNode, _ other: JSONNode) -> Bool {
    one["name"]?.string == other["name"]?.string && one["in"]?.string == other["in"]?.string
  }

  private func parameter(
    _ node: JSONNode, _ settings: RuleSettings
  ) throws(ContractError) -> Operation.Parameter {
    guard let name = node["name"]?.string else { throw error("a parameter has a `name`", node) }
    guard let location = node["in"]?.string.flatMap(Operation.Parameter.Location.init) else {
      throw error(
        "the parameter `\(name)` is in `path`, `query`, `header` or `cookie`", node["in"] ?? node)
    }
    let schema = node["schema"]
    let root = try schema.map { (schema) throws(ContractError) in
      try compile(schema, under: settings, isResponse: false, member: name)
    }
    let target = try schema.map { (schema) throws(ContractError) in try resolve(schema) }
    let example = node["example"] ?? target?["example"] ?? target?["default"]
    return Operation.Parameter(
      name: name, location: location, isRequired: node["required"]?.bool ?? false, root: root,
      types: types(of: target), example: example.map { $0.string ?? $0.text })
  }

  private func types(of schema: JSONNode?) -> [String] {
    guard let type = schema?["type"] else { return [] }
    return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
  }

  // MARK: Bodies

  private func content(
    _ node: JSONNode, _ settings: RuleSettings, isResponse: Bool, pageSize: String? = nil
  ) throws(ContractError) -> Operation.Content {
    var entries: [Operation.Content.Entry] = []
    for (range, media) in try members(of: node["content"], "content") {
      guard let mediaType = MediaType(range) else {
        throw error("`\(range)` is no media type", media)
      }
      let schema = media["schema"]
      let root = try schema.map { (schema) throws(ContractError) in
        try compile(schema, under: settings, isResponse: isResponse)
      }
      entries.append(
        Operation.Content.Entry(
          mediaType: mediaType, root: root,
          listed: schema.map(listedMembers) ?? ListedMembers(),
          pagination: isResponse
            ? schema.flatMap { paginationPlace(of: $0, pageSize: pageSize) } : nil,
          examples: try examples(of: media)))
    }
    return Operation.Content(entries: entries, settings: settings)
  }

  private func examples(of media: JSONNode) throws(ContractError) -> [Operation.Example] {
    var examples: [Operation.Example] = []
    if let example = media["example"] {
      examples.append(Operation.Example(name: "example", text: example.text))
    }
    for (name, example) in try members(of: media["examples"], "examples") {
      if let value = try resolve(example)["value"] {
        examples.append(Operation.Example(name: name, text: value.text))
      }
    }
    return examples
  }
}
