@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Finds small mistakes in schemas. One kind is a keyword of another version of OpenAPI, which has
/// no effect. Another kind is a form that exists in no version.
package struct SchemaWarnings {
  let version: OpenAPIVersion
  let warnings: ContractWarnings

  /// JSON Schema keywords that OpenAPI 3.0 does not have.
  private static let newer = [
    "const", "contains", "dependentRequired", "dependentSchemas", "if", "maxContains",
    "minContains", "patternProperties", "prefixItems", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties",
  ]

  func add(_ message: String, _ node: JSONNode) { warnings.add(message, node) }

  func note(_ draft: SchemaDraft, _ compiler: SchemaCompiler) {
    let dialect = compiler.dialect(of: draft)
    guard [.swagger20, .openAPI30, .openAPI31].contains(dialect) else { return }
    for schema in draft.nodes { note(schema) }
  }

  private func note(_ schema: JSONNode) {
    // In 2.0, a parameter is its own schema.
    let isParameter = version == .v2_0 && schema["in"]?.kind == .string
    if let required = schema["required"], required.kind == .boolean, !isParameter {
      warnings.add(
        "`required` is \(required.text), but in a schema it must be a list of properties; it is "
          + "ignored",
        required)
    }
    if let type = schema["type"] { note(type: type) }
    if let other = schema["discriminator"]?["defaultMapping"] {
      warnings.add(
        "`defaultMapping` is ignored; it does not select a schema for a value with an unknown "
          + "name", other)
    }
    switch version {
    case .v2_0, .v3_0: noteNewer(schema)
    case .v3_1, .v3_2: noteOlder(schema)
    }
  }

  private func note(type: JSONNode) {
    if type.string == "file", version != .v2_0 {
      warnings.add("`file` is a type of Swagger 2.0 only; any value is accepted", type)
    }
    if type.kind == .array, type.elements.contains(where: \.isNull) {
      warnings.add("`type` has null without quotes; it is read as `\"null\"`", type)
    } else if version <= .v3_0, type.kind == .array {
      warnings.add("lists of types exist since OpenAPI 3.1; this list is read as in 3.1", type)
    } else if version <= .v3_0, type.string == "null" {
      warnings.add("the type `null` exists since OpenAPI 3.1; it is read as in 3.1", type)
    }
  }

  private func noteNewer(_ schema: JSONNode) {
    for keyword in Self.newer {
      guard let value = schema[keyword] else { continue }
      warnings.add(
        "`\(keyword)` exists since OpenAPI 3.1; in \(version.name) it has no effect", value)
    }
    for keyword in version == .v2_0 ? ["anyOf", "not", "oneOf"] : [] {
      guard let value = schema[keyword] else { continue }
      warnings.add("`\(keyword)` exists since OpenAPI 3.0; in Swagger 2.0 it has no effect", value)
    }
    if version == .v2_0, let value = schema["nullable"], value.bool == true {
      warnings.add("`nullable` exists since OpenAPI 3.0; it is read as in 3.0", value)
    }
    for keyword in ["exclusiveMinimum", "exclusiveMaximum"] {
      guard let value = schema[keyword], value.kind == .number else { continue }
      warnings.add("`\(keyword)` can be a number since OpenAPI 3.1; it is read as in 3.1", value)
    }
    if version == .v3_0, schema["$ref"] != nil, let value = schema["nullable"], value.bool == true {
      warnings.add(
        "`nullable` beside `$ref` has no effect in OpenAPI 3.0; schemacheck still allows null "
          + "here", value)
    }
  }

  private func noteOlder(_ schema: JSONNode) {
    if let value = schema["nullable"], value.bool == true {
      warnings.add(
        "`nullable` exists only in OpenAPI 3.0; in \(version.name) it has no effect: add `null` to "
          + "`type`",
        value)
    }
    for keyword in ["exclusiveMinimum", "exclusiveMaximum"] {
      guard let value = schema[keyword], value.kind == .boolean else { continue }
      warnings.add(
        "`\(keyword)` can be true or false only up to OpenAPI 3.0; it is read as in "
          + "3.0", value)
    }
  }
}
