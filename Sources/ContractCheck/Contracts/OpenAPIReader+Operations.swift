@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension OpenAPIReader {
  /// - Parameter sentAs: The API's name for a request that the API itself sends. Nil for a request
  ///   that it receives.
  func operations(
    at template: String, _ item: JSONNode, sentAs: String? = nil
  ) throws(ContractError) -> [Operation] {
    let path: PathTemplate
    do {
      path = try PathTemplate(sentAs == nil ? template : "/")
    } catch {
      guard error.isOdd else { throw self.error("`\(template)`: \(error.message)", item) }
      warnings.add("the path `\(SafeText.line(template))` is ignored: \(error.message)", item)
      return []
    }
    var itemSettings = settings
    var shared: [JSONNode] = []
    var itemServers: [Server]?
    // A path item adds to the one that its `$ref` names.
    let chain = try chain(of: item)
    for part in chain {
      itemSettings = try self.settings(itemSettings, part)
      shared = try overriding(shared, parameters(part["parameters"]))
      itemServers = try servers(part["servers"]) ?? itemServers
    }
    for property in item.kind == .object && layout.version < .v3_2 ? Array(item.properties) : []
    where ["query", "additionalOperations"].contains(property.name)
      && property.value.kind == .object
    {
      warnings.add(
        "`\(property.name)` exists since OpenAPI 3.2; in \(layout.version.name) it is ignored",
        property.key)
    }
    var operations: [Operation] = []
    for documented in try layout.operations(of: chain, resolve: resolve) {
      let node = documented.node
      let settings = try self.settings(itemSettings, node)
      let all = try overriding(shared, parameters(node["parameters"]))
      let path = path.spanning(
        all.filter { $0["x-multi-segment"]?.bool ?? false }.compactMap { $0["name"]?.string })
      var compiled: [Operation.Parameter] = []
      let name = "\(documented.method) \(sentAs ?? template)"
      var place = RulePlace(operation: name)
      for parameter in all where !layout.isInBody(parameter) {
        if let read = try self.parameter(parameter, settings, place) { compiled.append(read) }
      }
      for name in path.parameterNames
      where !compiled.contains(where: { $0.name == name && $0.location == .path }) {
        warnings.add(
          "the path parameter `\(SafeText.line(name))` of `\(SafeText.line(template))` is not "
            + "described; its values are not checked", node)
      }
      let pageSize = compiled.first {
        $0.location == .query && Pagination.figure($0.name) == "limit"
      }?.name
      var responses: [Operation.Response] = []
      let described = try properties(of: node["responses"], "responses")
      for (status, response) in described {
        guard isStatus(status) else {
          throw error("`\(status)` is not a status; write `200`, `4XX` or `default`", response)
        }
        let told = settings.statuses(told: status, among: described.map(\.0))
        responses.append(
          try self.response(status, response, settings, place, pageSize, told, in: node))
      }
      var request: Operation.Content?
      let bodies = layout.isSwagger ? all.filter { $0["in"]?.string == "body" } : []
      if bodies.count > 1 {
        warnings.add(
          "the operation has \(bodies.count) body parameters; its requests are not checked",
          bodies[1])
      }
      let body =
        try bodies.count > 1
        ? nil : layout.requestBody(of: documented, at: template, all, resolve: resolve)
      if let body {
        place.place = .request
        request = try content(body.media, try self.settings(settings, body.node), place)
      }
      operations.append(
        Operation(
          id: node["operationId"]?.string, method: documented.method, path: path,
          summary: node["summary"]?.string ?? "",
          servers: try servers(node["servers"]) ?? itemServers, parameters: compiled,
          request: request, requiresBody: body?.isRequired ?? false, responses: responses,
          settings: settings, node: node, security: security(node),
          credentials: sentAs == nil ? credentials(node) : [],
          deprecated: DeprecatedParts(node, compiled), sentAs: sentAs,
          callbacks: sentAs == nil ? try callbacks(of: node, name) : []))
    }
    return operations
  }

  private func response(
    _ status: String, _ described: JSONNode, _ outer: RuleSettings, _ operation: RulePlace,
    _ pageSize: String?, _ told: [String], in owner: JSONNode
  ) throws(ContractError) -> Operation.Response {
    let node = try resolve(described)
    var place = operation
    place.status = status
    place.place = .response
    let settings = try settings(outer, node)
    let media = try layout.media(of: node, in: owner, resolve: resolve)
    let usual = try part(node, media, settings, place, pageSize)
    var parts = [settings.rulesOfStatus(at: place): usual]
    var others: [String: Operation.Response.Part] = [:]
    for came in told {
      place.came = came
      let rules = settings.rulesOfStatus(at: place)
      if parts[rules] == nil { parts[rules] = try part(node, media, settings, place, pageSize) }
      others[came] = parts[rules]
    }
    return Operation.Response(
      status: status, part: usual, others: others, links: links(of: node), node: described)
  }

  private func part(
    _ node: JSONNode, _ media: [DocumentedMedia], _ settings: RuleSettings, _ place: RulePlace,
    _ pageSize: String?
  ) throws(ContractError) -> Operation.Response.Part {
    var headers: [Operation.Parameter] = []
    for (name, header) in try properties(of: node["headers"], "headers") {
      let target = try resolve(header)
      if let header = try parameter(target, settings, place, header: name) {
        headers.append(header)
      }
    }
    return Operation.Response.Part(
      content: try content(media, settings, place, pageSize: pageSize), headers: headers)
  }

  /// The links of a response. Links that cannot be followed are skipped, because links may describe
  /// more than requests.
  private func links(of response: JSONNode) -> [OperationLink] {
    (response["links"].map { Array($0.properties) } ?? []).compactMap { property in
      guard let node = try? resolve(property.value) else { return nil }
      var parameters: [String: String] = [:]
      for parameter in node["parameters"].map({ Array($0.properties) }) ?? [] {
        parameters[parameter.name] = parameter.value.string ?? parameter.value.text
      }
      if let id = node["operationId"]?.string {
        return OperationLink(name: property.name, target: .id(id), parameters: parameters)
      }
      guard let reference = node["operationRef"]?.string, reference.hasPrefix("#"),
        let tokens = JSONPointer(String(reference.dropFirst()))?.tokens, tokens.count == 3,
        tokens[0] == "paths"
      else { return nil }
      return OperationLink(
        name: property.name, target: .place(path: tokens[1], method: tokens[2].uppercased()),
        parameters: parameters)
    }
  }

  func settings(
    _ outer: RuleSettings, _ node: JSONNode
  ) throws(ContractError) -> RuleSettings {
    guard let own = node["x-schemacheck"] else { return outer }
    return try outer.applying(own, contract: files.name(of: own))
  }

  private func isStatus(_ text: String) -> Bool {
    if text == "default" { return true }
    let bytes = Array(text.utf8)
    guard bytes.count == 3, bytes[0] >= 0x31, bytes[0] <= 0x35 else { return false }
    return bytes[1...].allSatisfy { $0 >= 0x30 && $0 <= 0x39 } || text.uppercased().hasSuffix("XX")
  }

  private func content(
    _ documented: [DocumentedMedia], _ settings: RuleSettings, _ place: RulePlace,
    pageSize: String? = nil
  ) throws(ContractError) -> Operation.Content {
    var entries: [Operation.Content.Entry] = []
    for media in documented {
      guard let mediaType = MediaType(media.name) else {
        warnings.add(
          "`\(SafeText.line(media.name))` is not a media type; its bodies are not checked",
          media.node)
        continue
      }
      for keyword in layout.isSwagger ? [] : ["itemEncoding", "prefixEncoding"] {
        guard let value = media.node[keyword] else { continue }
        warnings.add("`\(keyword)` is not read; parts are checked without it", value)
      }
      let itemSchema = itemSchema(of: media.node, mediaType)
      let schema = itemSchema ?? media.schema
      let root = try schema.map { (schema) throws(ContractError) in
        var place = place
        place.mediaType = mediaType.essence
        return try compile(schema, under: settings, at: place)
      }
      entries.append(
        Operation.Content.Entry(
          mediaType: mediaType, root: root,
          listed: schema.map(listedProperties) ?? ListedProperties(),
          pagination: place.isResponse
            ? schema.flatMap { paginationPlace(of: $0, pageSize: pageSize) } : nil,
          examples: try examples(of: media), node: media.node, schema: schema,
          encoding: try encoding(of: media, mediaType, settings, place),
          sequence: try sequence(
            mediaType, schema, hasItemSchema: itemSchema != nil, settings, place)))
    }
    return Operation.Content(entries: entries, settings: settings)
  }

  private func examples(
    of documented: DocumentedMedia
  ) throws(ContractError) -> [Operation.Example] {
    if layout.isSwagger {
      return documented.example.map { [Operation.Example(name: "example", text: $0.text)] } ?? []
    }
    let media = documented.node
    var examples: [Operation.Example] = []
    if let example = media["example"] {
      examples.append(Operation.Example(name: "example", text: example.text))
    }
    guard let named = media["examples"], named.kind == .object else { return examples }
    for (name, example) in try properties(of: named, "examples") {
      let shown = try resolve(example)
      if let value = shown["value"] ?? shown["dataValue"] {
        examples.append(Operation.Example(name: name, text: value.text))
      }
    }
    return examples
  }
}
