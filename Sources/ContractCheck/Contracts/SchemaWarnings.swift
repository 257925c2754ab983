@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Finds small mistakes in schemas. They are keywords of another version of OpenAPI, which have no
/// effect, and forms that exist in no version.
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
        "`required` is \(required.text) in a schema, where it lists properties; it is ignored",
        required)
    }
    if let type = schema["type"] { note(type: type) }
    if let other = schema["discriminator"]?["defaultMapping"] {
      warnings.add(
        "`defaultMapping` is not read; a value with an unknown name is judged without it", other)
    }
    switch version {
    case .v2_0, .v3_0: noteNewer(schema)
    case .v3_1, .v3_2: noteOlder(schema)
    }
  }

  private func note(type: JSONNode) {
    if type.string == "file", version != .v2_0 {
      warnings.add("`file` is a type of Swagger 2.0; any value will do", type)
    }
    if type.kind == .array, type.elements.contains(where: \.isNull) {
      warnings.add("`type` holds null without quotes; it is read as `\"null\"`", type)
    } else if version <= .v3_0, type.kind == .array {
      warnings.add("a list of types is OpenAPI 3.1's; it is read as there", type)
    } else if version <= .v3_0, type.string == "null" {
      warnings.add("the type `null` is OpenAPI 3.1's; it is read as there", type)
    }
  }

  private func noteNewer(_ schema: JSONNode) {
    for keyword in Self.newer {
      guard let value = schema[keyword] else { continue }
      warnings.add("`\(keyword)` is OpenAPI 3.1's; in \(version.name) it says nothing", value)
    }
    for keyword in version == .v2_0 ? ["anyOf", "not", "oneOf"] : [] {
      guard let value = schema[keyword] else { continue }
      warnings.add("`\(keyword)` is OpenAPI 3.0's; in Swagger 2.0 it says nothing", value)
    }
    if version == .v2_0, let value = schema["nullable"], value.bool == true {
      warnings.add("`nullable` is OpenAPI 3.0's; it is read as there", value)
    }
    for keyword in ["exclusiveMinimum", "exclusiveMaximum"] {
      guard let value = schema[keyword], value.kind == .number else { continue }
      warnings.add("a number as `\(keyword)` is OpenAPI 3.1's; it is read as there", value)
    }
    if version == .v3_0, schema["$ref"] != nil, let value = schema["nullable"], value.bool == true {
      warnings.add(
        "`nullable` beside `$ref` says nothing in OpenAPI 3.0; it is read as it was meant", value)
    }
  }

  private func noteOlder(_ schema: JSONNode) {
    if let value = schema["nullable"], value.bool == true {
      warnings.add(
        "`nullable` is OpenAPI 3.0's; in \(version.name) it says nothing: add `null` to `type`",
        value)
    }
    for keyword in ["exclusiveMinimum", "exclusiveMaximum"] {
      guard let value = schema[keyword], value.kind == .boolean else { continue }
      warnings.add("`\(keyword)` as true or false is OpenAPI 3.0's; it is read as there", value)
    }
  }
}
