@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

extension OpenAPIReader {
  /// The parameters of a path or an operation, with references resolved.
  func parameters(_ node: JSONNode?) throws(ContractError) -> [JSONNode] {
    guard let node, !node.isNull else { return [] }
    guard node.kind == .array else { throw error("`parameters` must be an array", node) }
    return try node.elements.map(resolve)
  }

  /// The parameters of the inner place, and the parameters of the outer place that the inner place
  /// does not describe again.
  func overriding(_ outer: [JSONNode], _ own: [JSONNode]) -> [JSONNode] {
    outer.filter { outer in
      !own.contains {
        $0["name"]?.string == outer["name"]?.string && $0["in"]?.string == outer["in"]?.string
      }
    } + own
  }

  /// Reads a parameter, or a response header by its name. Nil for a header that another part of the
  /// document describes.
  func parameter(
    _ node: JSONNode, _ settings: RuleSettings, _ place: RulePlace, header: String? = nil
  ) throws(ContractError) -> Operation.Parameter? {
    guard let name = header ?? node["name"]?.string else {
      throw error("a parameter must have a `name`", node)
    }
    if let place = node["in"], place.string == "querystring", layout.version >= .v3_2 {
      warnings.add("parameters in `querystring` are not read; their values are not checked", place)
      return nil
    }
    let location = header == nil ? try self.location(of: node, name) : .header
    // OpenAPI 3.1.0, sections 4.8.12.1 and 4.8.17.1: these headers are described in other ways.
    let others = header == nil ? ["accept", "authorization", "content-type"] : ["content-type"]
    if location == .header, others.contains(where: { ASCIIByte.equalIgnoringCase($0, name) }) {
      return nil
    }
    let media = try self.media(of: node)
    let schema = layout.schema(of: node) ?? media?.node["schema"]
    let target = schema.flatMap { try? resolve($0) }
    var shape = schema.map { self.shape(of: $0) } ?? ParameterShape()
    let style = try self.style(of: node, in: location, name)
    // A parameter that allows only strings is checked as text, whatever its media type is.
    let nested = nestedArrays(in: node)
    shape.inner = nested?.types ?? []
    let isChecked =
      media.map { $0.isRead || shape.types == ["string"] } ?? (style != nil && nested != nil)
    if let media, schema != nil, !isChecked {
      warnings.add(
        "the media type of `\(SafeText.line(name))` cannot be read, so its values are not "
          + "checked", media.node)
    }
    var root: Int32?
    if let schema, isChecked {
      var place = place
      place.isResponse = header != nil
      place.place = location.place
      root = try compile(schema, under: settings, at: place, property: name)
    }
    let used = style ?? .standard(in: location)
    let explodes = layout.isSwagger ? node["collectionFormat"]?.string == "multi" : nil
    return Operation.Parameter(
      name: name, location: location, isRequired: node["required"]?.bool ?? false, root: root,
      shape: media == nil ? shape : ParameterShape(), style: used,
      isExploded: explodes ?? node["explode"]?.bool ?? used.explodesByDefault,
      isJSON: media?.isJSON ?? false, allowsEmpty: node["allowEmptyValue"]?.bool ?? false,
      inner: nested?.styles ?? [], example: try example(of: node, target),
      from: try source(of: node),
      schemaLocation: "\(files.path(of: node))#\(pointer(to: node))", node: node, schema: schema)
  }

  /// The source of a parameter's values: the `from` of its `x-schemacheck`.
  private func source(of node: JSONNode) throws(ContractError) -> SourceReference? {
    guard let own = node["x-schemacheck"] else { return nil }
    guard own.kind == .object else { throw error("`x-schemacheck` must be an object", own) }
    if let property = own.properties.first(where: { $0.name != "from" }) {
      throw error(
        "`x-schemacheck` of a parameter has no property `\(SafeText.line(property.name))`; it has "
          + "`from`", property.key)
    }
    guard let from = own["from"] else { return nil }
    guard let source = from.string.flatMap(SourceReference.init) else {
      let isUnrooted = from.string.map { $0.contains("#") && !$0.contains("#/") } ?? false
      throw error(
        "`from` must be an operation and a pointer, such as `GET /collections#/collections/0/id`"
          + (isUnrooted ? "; the `/` after `#` is missing" : ""), from)
    }
    return source
  }

  /// A value for requests. It is the first example of the parameter or its schema, or the first
  /// value that the schema allows. For an array, these are its elements.
  private func example(
    of node: JSONNode, _ schema: JSONNode?
  ) throws(ContractError) -> String? {
    var shown = node["example"]
    if shown == nil, let first = node["examples"]?.properties.map(\.value).first {
      shown = try resolve(first)["value"]
    }
    shown = shown ?? schema?["example"] ?? schema?["examples"]?[0] ?? schema?["default"]
    shown = shown ?? schema?["const"] ?? schema?["enum"]?[0]
    guard let shown, !shown.isNull else { return nil }
    if shown.kind == .array {
      return shown.elements.map { $0.string ?? $0.text }.joined(separator: ",")
    }
    return shown.string ?? shown.text
  }

  private func location(
    of node: JSONNode, _ name: String
  ) throws(ContractError) -> Operation.Parameter.Location {
    guard let location = node["in"]?.string.flatMap(Operation.Parameter.Location.init) else {
      throw error(
        "`in` of the parameter `\(SafeText.line(name))` must be `path`, `query`, `header` or "
          + "`cookie`",
        node["in"] ?? node)
    }
    return location
  }

  /// The style of a parameter. Nil if its location does not allow the style. In this case the form
  /// of the values is not known.
  private func style(
    of node: JSONNode, in location: Operation.Parameter.Location, _ name: String
  ) throws(ContractError) -> ParameterStyle? {
    if layout.isSwagger { return collectionFormat(of: node, in: location) }
    guard let value = node["style"], !value.isNull else { return .standard(in: location) }
    let text = value.string ?? value.text
    if text == "cookie", location == .cookie {
      if layout.version >= .v3_2 { return .form }
      warnings.add(
        "the style `cookie` exists since OpenAPI 3.2; in \(layout.version.name) its values are not "
          + "checked",
        value)
      return nil
    }
    guard let style = ParameterStyle(rawValue: text) else {
      let known = ParameterStyle.allCases.filter { $0.isDefined(in: location) }.map(\.rawValue)
      let near = NearestName.suggestion(for: text, among: known)
      throw error(
        "`\(SafeText.line(text))` is not a `style`; it must be one of "
          + known.map { "`\($0)`" }.joined(separator: ", ") + near, value)
    }
    guard style.isDefined(in: location) else {
      warnings.add(
        "the style `\(text)` is not defined for a parameter in \(location.rawValue); its values "
          + "are not checked", value)
      return nil
    }
    return style
  }

  /// The style of a parameter in Swagger 2.0. That version has its own names for styles.
  private func collectionFormat(
    of node: JSONNode, in location: Operation.Parameter.Location
  ) -> ParameterStyle? {
    let value = node["collectionFormat"]
    let style = ParameterStyle(collectionFormat: value.map { $0.string ?? "" }, in: location)
    if style == nil, let value {
      warnings.add(
        "`collectionFormat` cannot be \(SafeText.line(value.text)); the values are not checked",
        value)
    }
    return style
  }

  /// The styles of arrays in arrays, and the types of their elements. Only Swagger 2.0 has such
  /// styles. Nil if a style is not known.
  func nestedArrays(
    in node: JSONNode
  ) -> (styles: [ParameterStyle], types: [Set<String>])? {
    var styles: [ParameterStyle] = []
    var types: [Set<String>] = []
    var array = layout.isSwagger ? node["items"] : nil
    while let inner = array, inner["type"]?.string == "array", styles.count < 8 {
      guard let style = collectionFormat(of: inner, in: .query) else { return nil }
      styles.append(style)
      array = inner["items"]
      types.append(array?["type"]?.string.map { [$0] } ?? [])
    }
    return (styles, types)
  }

  /// The single media type of a parameter that is described by `content`.
  private func media(
    of node: JSONNode
  ) throws(ContractError) -> (node: JSONNode, isJSON: Bool, isRead: Bool)? {
    guard !layout.isSwagger, node["schema"] == nil,
      let entry = try properties(of: node["content"], "content").first
    else { return nil }
    let type = MediaType(entry.0)
    let isJSON = type?.isJSON ?? false
    return (entry.1, isJSON, isJSON || type?.type == "text")
  }

  /// The form of a schema's values, including its branches.
  func shape(of schema: JSONNode) -> ParameterShape { shape(of: outline(of: schema)) }

  /// The form of the values of all schemas of an outline.
  func shape(of outline: SchemaOutline) -> ParameterShape {
    let outlines = compiler.outlines
    func types(_ schemas: [SchemaSite]) -> Set<String> {
      Self.names(of: outlines.types(of: outlines.outline(of: schemas)))
    }
    var shape = ParameterShape(types: Self.names(of: outlines.types(of: outline)))
    for inner in outlines.withBranches(outline) { shape.elements.formUnion(types(inner.items)) }
    for property in outlines.properties(of: outline) {
      shape.properties[property.name] = types(property.schemas)
    }
    return shape
  }

  private static func names(of types: TypeSet) -> Set<String> {
    types.union(.null) == .all ? [] : Set(types.names)
  }

  /// The servers at the top of the document.
  func servers(of root: JSONNode) throws(ContractError) -> [Server]? {
    guard layout.isSwagger else { return try servers(root["servers"]) }
    let servers = layout.swaggerServers.map { Server(url: $0.url, description: "") }
    return servers.isEmpty ? nil : servers
  }

  func servers(_ node: JSONNode?) throws(ContractError) -> [Server]? {
    guard let node, !node.isNull else { return nil }
    guard node.kind == .array else { throw error("`servers` must be an array", node) }
    var servers: [Server] = []
    for element in node.elements {
      guard let url = element["url"]?.string else {
        throw error("a server must have a `url`", element)
      }
      let variables = try variables(of: element)
      for name in Self.names(in: url) where !variables.contains(where: { $0.name == name }) {
        warnings.add(
          "the server's variable `\(SafeText.line(name))` is not described; any value is accepted",
          element)
      }
      servers.append(
        Server(
          url: url, description: element["description"]?.string ?? "", variables: variables))
    }
    return servers.isEmpty ? nil : servers
  }

  private func variables(of server: JSONNode) throws(ContractError) -> [ServerVariable] {
    var variables: [ServerVariable] = []
    for (name, node) in try properties(of: server["variables"], "variables") {
      let allowed = node["enum"].map { $0.elements.map(Self.text) } ?? []
      guard let standard = node["default"].map(Self.text) ?? allowed.first else {
        throw error("the server's variable `\(SafeText.line(name))` has no `default`", node)
      }
      // A default outside the list is allowed, too.
      let isListed = allowed.isEmpty || allowed.contains(standard)
      variables.append(
        ServerVariable(
          name: name, standard: standard, allowed: isListed ? allowed : allowed + [standard]))
    }
    return variables
  }

  private static func text(_ node: JSONNode) -> String { node.string ?? node.text }

  private static func names(in url: String) -> [String] {
    var names: [String] = []
    _ = url.filled {
      names.append(String($0))
      return nil
    }
    return names
  }
}
