@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Reads the `encoding` of forms and multipart bodies.
extension OpenAPIReader {
  /// The encoding. Nil for bodies without parts, or if the document gives no schema.
  func encoding(
    of documented: DocumentedMedia, _ type: MediaType, _ settings: RuleSettings,
    _ place: RulePlace
  ) throws(ContractError) -> FormEncoding? {
    let media = documented.node
    guard type.isForm || type.isMultipart || type.isOpen, let schema = documented.schema else {
      return nil
    }
    let outlines = compiler.outlines
    let outline = outline(of: schema)
    let described = media["encoding"].flatMap { $0.kind == .object ? $0 : nil }
    func read(
      _ name: String, _ sites: [SchemaSite], _ node: JSONNode?
    ) throws(ContractError) -> FormEncoding.Property {
      try property(name, sites, node, in: media, type, settings, place)
    }
    var properties: [FormEncoding.Property] = []
    for property in outlines.properties(of: outline) {
      properties.append(
        try read(property.name, property.schemas, described?[property.name]))
    }
    let inner = outlines.withBranches(outline)
    let types = outlines.types(of: outline)
    let isArray = types.contains(.array) && !types.contains(.object)
    var first: [FormEncoding.Property] = []
    for sites in isArray ? outline.prefix : [] { first.append(try read("", sites, nil)) }
    return FormEncoding(
      properties,
      rest: try read("", inner.flatMap { $0.map + $0.patterns.values.flatMap(\.self) }, nil),
      firstElements: first,
      element: isArray ? try read("", inner.flatMap(\.items), nil) : nil,
      hasParts: types.contains(.object) || types.contains(.array))
  }

  private func property(
    _ name: String, _ sites: [SchemaSite], _ node: JSONNode?, in media: JSONNode,
    _ type: MediaType, _ settings: RuleSettings, _ place: RulePlace
  ) throws(ContractError) -> FormEncoding.Property {
    let outlines = compiler.outlines
    let outline = outlines.outline(of: sites)
    var shape = sites.isEmpty ? ParameterShape() : shape(of: outline)
    var style = try style(of: node)
    var explode = node?["explode"]?.bool
    var inner: [ParameterStyle] = []
    // In Swagger 2.0, each property is a parameter with its own format.
    if layout.isSwagger, shape.mayBeArray,
      let field = outline.parts.first(where: { $0.node["in"]?.string == "formData" })?.node
    {
      let format = field["collectionFormat"]?.string
      style = ParameterStyle(collectionFormat: format, in: .query) ?? .form
      explode = format == "multi"
      let nested = nestedArrays(in: field)
      (inner, shape.inner) = (nested?.styles ?? [], nested?.types ?? [])
    }
    var headers: [Operation.Parameter] = []
    if type.isMultipart, let node {
      for (name, header) in try properties(of: node["headers"], "headers") {
        if let header = try parameter(try resolve(header), settings, place, header: name) {
          headers.append(header)
        }
      }
    }
    // For an array, the schemas of its elements describe the parts.
    let strings =
      outlines.withBranches(outline).flatMap { [$0, outlines.outline(of: $0.items)] }
      .flatMap(\.parts).map(\.node)
    func says(_ keyword: String) -> Bool { strings.contains { $0[keyword]?.string != nil } }
    let holdsOther = says("contentMediaType") || says("contentEncoding")
    let isBinary =
      strings.contains { $0["format"]?.string == "binary" || $0["type"]?.string == "file" }
      || says("contentMediaType") && !says("contentEncoding")
        && !strings.contains { $0["contentMediaType"]?.string?.hasPrefix("text/") ?? false }
    return FormEncoding.Property(
      name: name,
      parameter: Operation.Parameter(
        name: name, location: .query, isRequired: false, root: nil, shape: shape,
        style: style ?? .form, isExploded: explode ?? ((style ?? .form) == .form),
        isJSON: false, allowsEmpty: false, inner: inner, example: nil, from: nil,
        schemaLocation: "", node: node ?? media, schema: nil),
      hasStyle: style != nil || explode != nil || node?["allowReserved"]?.bool == true,
      mediaTypes: mediaTypes(of: node), headers: headers, holdsOther: holdsOther || isBinary,
      isBinary: isBinary, isEncoded: says("contentEncoding"))
  }

  /// The media types of `contentType`, which may be a list.
  private func mediaTypes(of node: JSONNode?) -> [MediaType] {
    guard let text = node?["contentType"]?.string else { return [] }
    return text.split(separator: ",").compactMap { MediaType(String($0)) }
  }

  private func style(of node: JSONNode?) throws(ContractError) -> ParameterStyle? {
    guard let value = node?["style"], !value.isNull else { return nil }
    guard let style = ParameterStyle(rawValue: value.string ?? value.text),
      style.isDefined(in: .query)
    else {
      warnings.add(
        "the style `\(SafeText.line(value.string ?? value.text))` is not defined for a form; the "
          + "values are read in the style `form`", value)
      return nil
    }
    return style
  }
}
