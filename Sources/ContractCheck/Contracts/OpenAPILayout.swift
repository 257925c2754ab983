package import JSONTape

/// The places where a version of OpenAPI keeps the parts of a document. All differences between the
/// versions are here, so that the other code reads one model.
///
/// Sources: Swagger 2.0; OpenAPI 3.0.4, 3.1.1 and 3.2.0.
package struct OpenAPILayout: Sendable {
  package let version: OpenAPIVersion
  package let root: JSONNode
  /// The schemas that ``FormSchemas`` made from form parameters.
  private let forms: JSONNode?

  init(_ version: OpenAPIVersion, _ files: ContractFiles) {
    self.version = version
    root = files.files[0].document.root
    forms = files.forms?.root
  }

  /// Whether the document is Swagger 2.0.
  package var isSwagger: Bool { version == .v2_0 }

  /// The named schemas.
  package var schemas: JSONNode? {
    isSwagger ? root["definitions"] : root["components"]?["schemas"]
  }

  /// The name of the object with these schemas at the top of the document.
  package var schemasHolder: String { isSwagger ? "definitions" : "components" }

  var securitySchemes: JSONNode? {
    isSwagger ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
  }

  /// The keywords for servers at the top of the document, the best first.
  package var serverKeywords: [String] {
    isSwagger ? ["host", "basePath", "schemes"] : ["servers"]
  }

  /// The schema of a parameter or a header. In 2.0, its keywords are in the parameter itself.
  package func schema(of parameter: JSONNode) -> JSONNode? {
    isSwagger ? parameter : parameter["schema"]
  }

  /// The style of a parameter with several values: `form, exploded`.
  package func way(of parameter: JSONNode, in location: String) -> String {
    let usual = location == "query" || location == "cookie" ? "form" : "simple"
    var style = parameter["style"]?.string ?? usual
    var isExploded = parameter["explode"]?.bool ?? (style == "form")
    if isSwagger {
      let format = parameter["collectionFormat"]?.string
      style = format == "ssv" ? "spaceDelimited" : format == "pipes" ? "pipeDelimited" : usual
      isExploded = format == "multi"
    }
    return style + (isExploded ? ", exploded" : "")
  }

  /// Whether a parameter is sent in the body.
  package func isInBody(_ parameter: JSONNode) -> Bool {
    isSwagger && ["body", "formData"].contains(parameter["in"]?.string)
  }
}

/// One method of a path.
package struct DocumentedOperation {
  /// The method in capitals, as in a request.
  package let method: String
  package let key: JSONNode
  /// The operation, with its reference resolved.
  package let node: JSONNode
}

/// The description of a request body in a document.
package struct DocumentedBody {
  /// The value that describes the body.
  package let node: JSONNode
  package let isRequired: Bool
  package let media: [DocumentedMedia]
}

/// The description of a media type of a body.
package struct DocumentedMedia {
  /// A media type or a range.
  package let name: String
  /// The key of the entry.
  package let key: JSONNode
  /// The value that describes the media type.
  package let node: JSONNode
  package let schema: JSONNode?
  /// In 2.0, the example for the media type.
  var example: JSONNode?
}

extension OpenAPILayout {
  private static let methods = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
  ]

  /// The operations of a path, in the order of the document.
  ///
  /// - Parameter resolve: Follows the reference of an object, if there is one. Bundlers also write
  ///   a reference in the place of an operation.
  package func operations<Failure: Error>(
    of chain: [JSONNode], resolve: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> [DocumentedOperation] {
    var found: [DocumentedOperation] = []
    // What stands beside a reference belongs to the path item, too. Source: OpenAPI 3.1.0, 4.8.9.1.
    for item in chain.reversed() {
      let nearer = Set(found.map(\.method))
      found += try operations(in: item, resolve: resolve).filter { !nearer.contains($0.method) }
    }
    return found
  }

  private func operations<Failure: Error>(
    in item: JSONNode, resolve: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> [DocumentedOperation] {
    var found: [DocumentedOperation] = []
    for property in item.kind == .object ? Array(item.properties) : [] {
      let isMethod =
        Self.methods.contains(property.name) || property.name == "query" && version >= .v3_2
      if isMethod {
        found.append(
          DocumentedOperation(
            method: property.name.uppercased(), key: property.key,
            node: try resolve(property.value)))
      }
      guard property.name == "additionalOperations", version >= .v3_2 else { continue }
      for other in property.value.kind == .object ? Array(property.value.properties) : [] {
        found.append(
          DocumentedOperation(method: other.name, key: other.key, node: try resolve(other.value)))
      }
    }
    return found
  }

  /// The media types of a response.
  ///
  /// - Parameter operation: The operation. In 2.0, it lists the media types.
  package func media<Failure: Error>(
    of response: JSONNode, in operation: JSONNode,
    resolve: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> [DocumentedMedia] {
    guard isSwagger else { return try media(of: response, resolve: resolve) }
    guard let schema = response["schema"] else { return [] }
    return types("produces", operation, or: response).map { name, key in
      var media = DocumentedMedia(
        name: name, key: key, node: response, schema: try? isFile(schema, resolve) ? nil : schema)
      media.example = response["examples"]?[name]
      return media
    }
  }

  /// The body of a request.
  ///
  /// - Parameters:
  ///   - parameters: All parameters of the operation, with their references resolved.
  ///   - template: The path, for finding the schemas of forms.
  package func requestBody<Failure: Error>(
    of operation: DocumentedOperation, at template: String, _ parameters: [JSONNode],
    resolve: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> DocumentedBody? {
    guard isSwagger else {
      guard let body = operation.node["requestBody"], !body.isNull else { return nil }
      let node = try resolve(body)
      return DocumentedBody(
        node: node, isRequired: node["required"]?.bool ?? false,
        media: try media(of: node, resolve: resolve))
    }
    if let body = parameters.first(where: { $0["in"]?.string == "body" }) {
      let types = types("consumes", operation.node, or: body)
      return DocumentedBody(
        node: body, isRequired: body["required"]?.bool ?? false,
        media: types.map {
          DocumentedMedia(name: $0.name, key: $0.key, node: body, schema: body["schema"])
        })
    }
    let fields = parameters.filter { $0["in"]?.string == "formData" }
    guard let first = fields.first else { return nil }
    let schema = forms?["paths"]?[template]?[operation.key.string ?? ""]?["parameters"]
    var types = types("consumes", operation.node, or: first).filter {
      $0.name.hasPrefix("multipart/") || $0.name.hasPrefix("application/x-www-form-urlencoded")
    }
    if types.isEmpty {
      let hasFile = fields.contains { $0["type"]?.string == "file" }
      types = [(hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded", first)]
    }
    return DocumentedBody(
      node: first, isRequired: fields.contains { $0["required"]?.bool ?? false },
      media: types.map {
        DocumentedMedia(name: $0.name, key: $0.key, node: first, schema: schema)
      })
  }

  private func media<Failure: Error>(
    of holder: JSONNode, resolve: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> [DocumentedMedia] {
    guard let content = holder["content"], content.kind == .object else { return [] }
    var found: [DocumentedMedia] = []
    for property in content.properties where !property.name.hasPrefix("x-") {
      // 3.2 has media types under `components`, too.
      let node = try resolve(property.value)
      found.append(
        DocumentedMedia(name: property.name, key: property.key, node: node, schema: node["schema"]))
    }
    return found
  }

  /// The media types of an operation in 2.0. If the operation lists none, the media types of the
  /// document. If the document lists none either, any media type.
  private func types(
    _ keyword: String, _ operation: JSONNode, or holder: JSONNode
  ) -> [(name: String, key: JSONNode)] {
    let listed = (operation[keyword] ?? root[keyword]).map { Array($0.elements) } ?? []
    let types = listed.compactMap { node in node.string.map { (name: $0, key: node) } }
    return types.isEmpty ? [("*/*", holder)] : types
  }

  /// Whether a schema in 2.0 is a file. A file may have any bytes.
  private func isFile<Failure: Error>(
    _ schema: JSONNode, _ resolve: (JSONNode) throws(Failure) -> JSONNode
  ) throws(Failure) -> Bool {
    try resolve(schema)["type"]?.string == "file"
  }
}

extension OpenAPILayout {
  /// The server URLs of 2.0: each scheme with the host and the base path.
  var swaggerServers: [(url: String, node: JSONNode)] {
    let base = root["basePath"]?.string ?? ""
    guard let host = root["host"], let name = host.string, !name.isEmpty else {
      guard let node = root["basePath"], !base.isEmpty, base != "/" else { return [] }
      return [(base, node)]
    }
    let listed = root["schemes"].map { $0.elements.compactMap(\.string) } ?? []
    let schemes = listed.isEmpty ? ["https"] : listed
    let path = base.isEmpty || base.hasPrefix("/") ? base : "/" + base
    return schemes.sorted { $0 == "https" && $1 != "https" }.map {
      ("\($0)://\(name)\(path)", host)
    }
  }
}
