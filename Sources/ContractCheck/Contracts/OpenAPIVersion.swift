internal import JSONTape

/// The version of the OpenAPI Specification that a document is written in.
enum OpenAPIVersion {
  case v3_0
  case v3_1

  /// Reads the version of a document.
  init(
    _ root: JSONNode, _ warnings: ContractWarnings, _ files: ContractFiles
  ) throws(ContractError) {
    guard root.kind == .object else {
      throw files.error("a contract is an OpenAPI document, an object", root)
    }
    if let swagger = root["swagger"], root["openapi"] == nil {
      throw files.error(
        "Swagger \(swagger.string ?? swagger.text) is not read; convert the document to OpenAPI 3 "
          + "first, as `npx swagger2openapi` and editor.swagger.io do", swagger)
    }
    guard let node = root["openapi"] else {
      throw files.error("there is no `openapi` version", root)
    }
    // In YAML, 3.1 without quotes is a number.
    let version = node.kind == .number ? node.text : node.string ?? ""
    let parts = version.split(separator: ".", maxSplits: 2)
    switch (parts.first, parts.dropFirst().first) {
    case ("3", "0"): self = .v3_0
    case ("3", "1"): self = .v3_1
    case ("3", "2"):
      warnings.add("OpenAPI \(SafeText.line(version)) is read as OpenAPI 3.1", node)
      self = .v3_1
    default:
      throw files.error(
        "OpenAPI \(SafeText.line(version)) is not read; this is for OpenAPI 3.0 and 3.1", node)
    }
  }
}
