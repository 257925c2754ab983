import JSONTape

extension Schema {
  /// Any value.
  public static let any = Schema([])

  /// Any string.
  public static let string = Schema(type: "string")
  /// True or false.
  public static let boolean = Schema(type: "boolean")
  /// Any number without a fractional part. `1.0` is also an integer.
  public static let integer = Schema(type: "integer")
  /// Any number.
  public static let number = Schema(type: "number")
  /// Null only.
  public static let null = Schema(type: "null")

  init(type name: String) {
    self.init([Entry(keyword: "type", text: JSONWriter.quoted(name))])
  }

  /// A number in a range. Both bounds of the range are allowed.
  public static func number(in range: ClosedRange<Int>) -> Schema {
    number.adding("minimum", json: "\(range.lowerBound)")
      .adding("maximum", json: "\(range.upperBound)")
  }

  /// An integer that is not less than a bound.
  public static func integer(atLeast bound: Int) -> Schema {
    integer.adding("minimum", json: "\(bound)")
  }

  /// A string in a format. Source: JSON Schema Validation 2020-12, section 7.
  public static func string(format: Format) -> Schema {
    string.adding("format", json: JSONWriter.quoted(format.name))
  }

  /// A string with at least this number of Unicode scalars.
  public static func string(minLength: Int) -> Schema {
    string.adding("minLength", json: "\(minLength)")
  }

  /// A string in which a regular expression matches.
  ///
  /// - Parameter pattern: A regular expression in the syntax of ECMA-262. Use `^` and `$` to match
  ///   the whole string.
  public static func string(matching pattern: String) -> Schema {
    string.adding("pattern", json: JSONWriter.quoted(pattern))
  }

  /// One of these strings.
  public static func oneOf(_ values: String...) -> Schema {
    string.adding("enum", json: list(values.map(JSONWriter.quoted)))
  }

  /// Only this string.
  public static func constant(_ value: String) -> Schema {
    Schema([Entry(keyword: "const", text: JSONWriter.quoted(value))])
  }

  /// Only this Boolean.
  public static func constant(_ value: Bool) -> Schema {
    Schema([Entry(keyword: "const", text: value ? "true" : "false")])
  }

  /// An array whose elements all match one schema.
  public static func array(of element: Schema) -> Schema {
    Schema(type: "array").adding("items", json: element.json)
  }

  /// An object with these properties. Other properties are allowed, too.
  public static func object(@SchemaBuilder _ properties: () -> [Property]) -> Schema {
    Schema(Schema(type: "object").entries + Self.properties(properties).entries)
  }

  /// The schemas of properties, for values that are objects. All values that are not objects are
  /// valid.
  public static func properties(@SchemaBuilder _ properties: () -> [Property]) -> Schema {
    let properties = properties()
    let texts = properties.map { "\(JSONWriter.quoted($0.name)):\($0.schema.json)" }
    let required = properties.filter(\.isRequired).map { JSONWriter.quoted($0.name) }
    let schema = Schema([
      Entry(keyword: "properties", text: "{" + texts.joined(separator: ",") + "}")
    ])
    return required.isEmpty ? schema : schema.adding("required", json: list(required))
  }

  /// If a value matches the condition, it must also match the consequence. Source: JSON Schema Core
  /// 2020-12, section 10.2.2.
  public static func when(_ condition: Schema, then consequence: Schema) -> Schema {
    Schema([
      Entry(keyword: "if", text: condition.json), Entry(keyword: "then", text: consequence.json),
    ])
  }

  /// A schema that accepts a value only if all of these schemas accept the value.
  public static func all(of schemas: Schema...) -> Schema {
    Schema([Entry(keyword: "allOf", text: list(schemas.map(\.json)))])
  }

  /// This schema, but objects must not have properties with these names.
  public func forbidding(_ names: [String]) -> Schema {
    let names = Self.list(names.map(JSONWriter.quoted))
    return adding("propertyNames", json: "{\"not\":{\"enum\":\(names)}}")
  }

  /// A reference to another schema.
  ///
  /// - Parameter uri: A URI reference. ``Schema/compiled()`` knows only this schema. If a reference
  ///   leads to another schema, use a ``CompiledSchema`` with a ``SchemaRegistry``.
  public static func reference(_ uri: String) -> Schema {
    Schema([Entry(keyword: "$ref", text: JSONWriter.quoted(uri))])
  }

  /// This schema or null. If the schema has only a `type`, null is added to this type. If it has
  /// other keywords, null becomes a branch of `anyOf`.
  public var nullable: Schema {
    guard let type = entries.first(where: { $0.keyword == "type" }),
      !entries.contains(where: { $0.keyword == "enum" || $0.keyword == "const" })
    else {
      return Schema([Entry(keyword: "anyOf", text: Self.list([json, Schema.null.json]))])
    }
    return adding("type", json: Self.list([type.text, JSONWriter.quoted("null")]))
  }
}
