@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) package import JSONTape

extension TapeCursor {
  /// Whether a value is itself the description of an API. Some servers send their description as a
  /// response.
  package func describesAPI(_ index: Int) -> Bool {
    ["openapi", "swagger"].contains { name in
      property(name, of: index).map { kind($0) == .string } ?? false
    }
  }
}

/// The supported versions of OpenAPI. Version 2.0 is Swagger.
package enum OpenAPIVersion: Comparable, Sendable {
  case v2_0
  case v3_0
  case v3_1
  case v3_2

  init(
    _ root: JSONNode, _ warnings: ContractWarnings, _ files: ContractFiles
  ) throws(ContractError) {
    guard root.kind == .object else {
      throw files.error("a contract must be an OpenAPI document, which is an object", root)
    }
    guard let node = root["openapi"] ?? root["swagger"] else {
      throw files.error(
        Self.otherKind(of: root) ?? "`openapi`, the version of the document, is "
          + "missing", root)
    }
    // In YAML, an unquoted 3.1 is a number.
    let version = node.kind == .number ? node.text : node.string ?? ""
    let parts = version.split(separator: ".", maxSplits: 2)
    switch (root["openapi"] == nil, parts.first, parts.dropFirst().first) {
    case (true, "2", _): self = .v2_0
    case (false, "3", "0"): self = .v3_0
    case (false, "3", "1"): self = .v3_1
    case (false, "3", "2"): self = .v3_2
    case (let isSwagger, _, _):
      throw files.error(
        "\(isSwagger ? "Swagger" : "OpenAPI") \(SafeText.line(version)) cannot be read; use "
          + "Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2", node)
    }
  }

  /// The name for readers: `OpenAPI 3.0`.
  var name: String {
    switch self {
    case .v2_0: "Swagger 2.0"
    case .v3_0: "OpenAPI 3.0"
    case .v3_1: "OpenAPI 3.1"
    case .v3_2: "OpenAPI 3.2"
    }
  }

  /// The dialect of schemas that name no dialect.
  var dialect: Dialect {
    switch self {
    case .v2_0: .swagger20
    case .v3_0: .openAPI30
    case .v3_1, .v3_2: .openAPI31
    }
  }

  /// Advice for a document that is clearly of another kind. Nil if the kind is not known.
  private static func otherKind(of root: JSONNode) -> String? {
    let info = root["info"]
    if info?["_postman_id"] != nil || info?["schema"]?.string?.contains("getpostman") ?? false {
      return "this is a Postman collection; a contract must be an OpenAPI document"
    }
    let isSchema =
      root["$schema"]?.string != nil || root["$defs"] != nil || root["definitions"] != nil
      || root["type"] != nil && (root["properties"] ?? root["items"] ?? root["enum"]) != nil
    guard isSchema else { return nil }
    return "this is a JSON Schema; a contract must be an OpenAPI document. To check values "
      + "against a schema, use `schemacheck validate --schema FILE INPUT`"
  }
}
