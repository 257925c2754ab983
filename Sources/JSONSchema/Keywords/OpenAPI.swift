@_spi(Engine) import JSONTape

/// What a Schema Object says beside JSON Schema, or in another way.
///
/// OpenAPI 3.0 and 3.1 have one table: where a document has a keyword of the other version, its
/// intent is plain. Source: OpenAPI 3.0.3, section 4.7.24; OpenAPI 3.1.0, section 4.8.24.
extension Keyword {
  /// The keywords of JSON Schema 2020-12 in the form that OpenAPI documents have them in.
  static let openAPI: [[Keyword]] = [
    openAPITypes, Keyword.types.filter { $0.name != "type" }, eitherBounds, Keyword.strings,
    openAPIFormats, Keyword.arrays, Keyword.arrayBounds, Keyword.contains, Keyword.objects,
    Keyword.objectBounds.filter { $0.name != "required" }, openAPIRequired, Keyword.dependencies,
    Keyword.references, Keyword.inPlace, Keyword.conditions, Keyword.unevaluated(.unevaluated),
    [nullable, discriminator], Keyword.annotations,
  ]

  /// Null is allowed whatever else the schema says. Comes after `type`, to which it adds.
  private static let nullable = Keyword("nullable") { draft, value, compiler throws(SchemaError) in
    guard let isOn = value.bool else {
      throw compiler.error("`nullable` must be true or false", value)
    }
    guard isOn else { return }
    draft.acceptsNull = true
    draft.types.insert(.null)
  }

  /// Read together with the `anyOf` or `oneOf` beside it; by itself it asserts nothing.
  private static let discriminator = Keyword("discriminator") {
    _, value, compiler throws(SchemaError) in
    guard value.kind == .string || value["propertyName"]?.kind == .string else {
      throw compiler.error("a `discriminator` has a `propertyName`", value)
    }
  }

  /// `type` with what documents of either version have: a list, null without quotes in it, `file`.
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
          throw compiler.error("`type` knows no `\(element.string ?? element.text)`", element)
        }
        draft.types.insert(type)
      }
    }
  ]

  /// `required` is a list; true or false, as draft 3 had it at each member, says nothing here.
  private static let openAPIRequired = [
    Keyword("required") { draft, value, compiler throws(SchemaError) in
      guard value.kind != .boolean else { return }
      for keyword in Keyword.objectBounds where keyword.name == "required" {
        try keyword.compile?(&draft, value, compiler)
      }
    }
  ]

  /// Beside the formats of JSON Schema, the two that are ranges of integers.
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

  /// Bounds whose exclusive forms are numbers, or true and false as in draft 4.
  private static let eitherBounds =
    Keyword.switchedBounds.filter { !$0.name.hasPrefix("exclusive") }
    + Keyword.numbers.filter { $0.name.hasPrefix("exclusive") }.map { keyword in
      Keyword(keyword.name) { draft, value, compiler throws(SchemaError) in
        if value.kind != .boolean { try keyword.compile?(&draft, value, compiler) }
      }
    }
}
