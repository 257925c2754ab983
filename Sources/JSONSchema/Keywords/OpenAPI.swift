@_spi(Engine) import JSONTape

/// The differences between a Schema Object and JSON Schema. A keyword of another version of OpenAPI
/// is not a keyword here. Source: OpenAPI 3.0.3, section 4.7.24; OpenAPI 3.1.0, section 4.8.24.
extension Keyword {
  /// 2.0 has no `oneOf`, `anyOf` and `not`. Here, `nullable` is the `x-nullable` of tools.
  static let swagger20: [[Keyword]] =
    openAPI30.map { group in
      group.filter { !["anyOf", "not", "oneOf"].contains($0.name) }
    } + [[Keyword("x-nullable", compile: nullable.compile)]]

  static let openAPI30: [[Keyword]] = [
    openAPITypes, Keyword.types.filter { $0.name == "enum" }, eitherBounds, Keyword.strings,
    openAPIFormats, Keyword.arrays.filter { $0.name == "items" }, Keyword.arrayBounds,
    Keyword.objects.filter { ["properties", "additionalProperties"].contains($0.name) },
    Keyword.objectBounds.filter { $0.name != "required" }, openAPIRequired, [Keyword.reference],
    Keyword.inPlace, [nullable, discriminator], Keyword.annotations,
  ]

  static let openAPI31: [[Keyword]] = [
    openAPITypes, Keyword.types.filter { $0.name != "type" }, eitherBounds, Keyword.strings,
    openAPIFormats, Keyword.arrays, Keyword.arrayBounds, Keyword.contains, Keyword.objects,
    Keyword.objectBounds.filter { $0.name != "required" }, openAPIRequired, Keyword.dependencies,
    Keyword.references, Keyword.inPlace, Keyword.conditions, Keyword.unevaluated(.unevaluated),
    [discriminator], Keyword.annotations,
  ]

  /// This must be compiled after `type`, because it adds null to the type. Without a type, it has
  /// no effect. Source: OpenAPI 3.0.3, section 4.7.24.2, with the clarification of OpenAPI's
  /// proposal 2019-10-31.
  private static let nullable = Keyword("nullable") { draft, value, compiler throws(SchemaError) in
    guard let isOn = value.bool else {
      throw compiler.error("`nullable` must be true or false", value)
    }
    guard isOn else { return }
    draft.isNullable = true
    draft.types.insert(.null)
  }

  /// This keyword has no assertions of its own. See ``DiscriminatorPlan``.
  private static let discriminator = Keyword("discriminator") {
    _, value, compiler throws(SchemaError) in
    guard value.kind == .string || value["propertyName"]?.kind == .string else {
      throw compiler.error("a `discriminator` must have a `propertyName`", value)
    }
  }

  /// The types, which may also be lists with unquoted null, and `file`.
  private static let openAPITypes = [
    Keyword("type") { draft, value, compiler throws(SchemaError) in
      if value.string == "file" { return }
      guard value.kind == .array, value.elements.contains(where: \.isNull) else {
        try Keyword.types[0].compile?(&draft, value, compiler)
        return
      }
      draft.types = .null
      for element in value.elements where !element.isNull {
        guard let name = element.string, let type = TypeSet(name: name) else {
          throw compiler.error("`type` cannot be `\(element.string ?? element.text)`", element)
        }
        draft.types.insert(type)
      }
    }
  ]

  /// `required`. A Boolean, as in draft 3, is ignored.
  private static let openAPIRequired = [
    Keyword("required") { draft, value, compiler throws(SchemaError) in
      guard value.kind != .boolean else { return }
      for keyword in Keyword.objectBounds where keyword.name == "required" {
        try keyword.compile?(&draft, value, compiler)
      }
    }
  ]

  /// The formats, including those that are integer ranges.
  private static let openAPIFormats = [
    Keyword("format", in: .format) { draft, value, compiler throws(SchemaError) in
      let bounds: (least: Int, greatest: Int)
      switch value.string {
      case "int32": bounds = (Int(Int32.min), Int(Int32.max))
      case "int64": bounds = (Int.min, Int.max)
      default: return try Keyword.formats[0].compile?(&draft, value, compiler) ?? ()
      }
      guard compiler.assertsFormats(in: draft) else { return }
      draft.assert(.minimum(compiler.builder.number(JSONNumber(bounds.least))), "format")
      draft.assert(.maximum(compiler.builder.number(JSONNumber(bounds.greatest))), "format")
    }
  ]

  /// The bounds. Exclusive bounds may be numbers, or Booleans as in draft 4.
  private static let eitherBounds =
    Keyword.switchedBounds.filter { !$0.name.hasPrefix("exclusive") }
    + Keyword.numbers.filter { $0.name.hasPrefix("exclusive") }.map { keyword in
      Keyword(keyword.name) { draft, value, compiler throws(SchemaError) in
        if value.kind != .boolean { try keyword.compile?(&draft, value, compiler) }
      }
    }
}
