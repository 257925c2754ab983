@_spi(Engine) import JSONSchema
@_spi(Engine) import JSONTape
import Testing

/// The judge says yes to exactly what is valid and has no key twice, whatever sees the keys.
struct SchemaValidatorTests {
  static let schemas = [
    ##"{}"##, ##"{"type":"object"}"##, ##"{"properties":{"a":{},"b":{"items":{}}}}"##,
    ##"{"properties":{"a":true,"b":true,"c":true,"d":true},"additionalProperties":false}"##,
    ##"{"properties":{"a":{"$ref":"#"},"b":{"items":{"$ref":"#"}}}}"##,
    ##"{"patternProperties":{"^[ab]$":{"type":["object","array","integer"]}}}"##,
    ##"{"additionalProperties":{"type":["object","integer","array"]}}"##,
    ##"{"anyOf":[{"required":["a"]},{"properties":{"b":{}}}]}"##,
    ##"{"allOf":[{"properties":{"a":true,"b":true,"c":true,"d":true}},{"$ref":"#/$defs/e"}],"$defs":{"e":{"properties":{"a":{},"b":{},"c":{},"d":{}}}}}"##,
    ##"{"not":{"required":["z"]}}"##, ##"{"prefixItems":[{}],"properties":{"a":{}}}"##,
    ##"{"const":{"a":{"b":1}}}"##, ##"{"if":{"required":["a"]},"then":{"properties":{"a":{}}}}"##,
    ##"{"properties":{"a":{}},"unevaluatedProperties":{"minimum":0}}"##,
  ]

  static let instances = [
    #"{"a":{"b":1}}"#, #"{"a":1,"a":1}"#, #"{"a":{"b":1,"b":1}}"#, #"{"x":1,"x":2}"#,
    #"{"b":[{"a":1},{"c":1,"c":1}]}"#, #"{"a":1,"b":[1,{"a":2}],"c":{},"d":[]}"#,
    #"{"\u0061":1,"a":2}"#, #"[{"a":1,"a":2}]"#, #"[1,[{"q":1,"q":1}]]"#,
    #"{"x":{"y":{"z":1,"z":1}}}"#,
    #"{}"#, #"[]"#, #"1"#,
  ]

  @Test(arguments: schemas) func acceptsWhatIsRight(text: String) throws {
    let (schema, root) = try compiled(text)
    var validator = SchemaValidator(schema)
    let buffer = TapeBuffer()
    for text in Self.instances {
      let document = try JSONDocument(text)
      try Array(text.utf8).withUnsafeBytes { bytes throws in try buffer.parse(bytes) }
      let expected =
        schema.isValid(document, root: root) && document.duplicateKeys().isEmpty
      #expect(validator.accepts(buffer.cursor, 0, root: root) == expected, "\(text)")
    }
  }

  /// Whole numbers as bounds, and numbers at and around them in every way to write them.
  @Test func boundsHoldAsExactly() throws {
    let wholes = [0, 1, 9, 10, 90, 99, 1000, 65_535, 999_999, 9_999_999, 10_000_000, 123_456_789]
    let bounds = wholes.flatMap { [$0, -$0] } + [1 << 40]
    var numbers: [String] = []
    for whole in wholes.flatMap({ [$0, $0 + 1, max(0, $0 - 1)] }) {
      for text in ["\(whole)", "\(whole).5", "\(whole).0", "\(whole).00000000000000000001"] {
        numbers += [text, "-\(text)", "\(text)e0", "-\(text)E1", "\(text)e-2"]
      }
    }
    for bound in bounds {
      let (schema, root) = try compiled(#"{"minimum":\#(bound),"exclusiveMaximum":\#(bound + 5)}"#)
      var validator = SchemaValidator(schema)
      let buffer = TapeBuffer()
      for text in numbers {
        try Array(text.utf8).withUnsafeBytes { bytes throws in try buffer.parse(bytes) }
        let number = try #require(try JSONDocument(text).root.number)
        let expected = number >= JSONNumber(bound) && number < JSONNumber(bound + 5)
        #expect(validator.accepts(buffer.cursor, 0, root: root) == expected, "\(text), \(bound)")
      }
    }
  }

  /// Objects that list more members than one word has bits.
  @Test func seesRepeatedKeysAmongMany() throws {
    let names = (0..<100).map { "m\($0)" }
    let properties = names.map { "\"\($0)\":{}" }.joined(separator: ",")
    let (schema, root) = try compiled("{\"properties\":{\(properties)}}")
    var validator = SchemaValidator(schema)
    let buffer = TapeBuffer()
    for repeated in [nil, "m0", "m64", "m99"] {
      let members = (names + [repeated].compactMap { $0 }).map { "\"\($0)\":0" }
      let text = "{\(members.joined(separator: ","))}"
      try Array(text.utf8).withUnsafeBytes { bytes throws in try buffer.parse(bytes) }
      #expect(validator.accepts(buffer.cursor, 0, root: root) == (repeated == nil))
    }
  }

  private func compiled(_ text: String) throws -> (CompiledSchema, Int32) {
    let document = try JSONDocument(text)
    var registry = SchemaRegistry()
    let number = try registry.add(document)
    let compiler = SchemaCompiler(registry: registry)
    let root = try compiler.compile(
      document.root, of: number, context: PlanContext(rawValue: 0))
    return (try CompiledSchema(compiler, root: root), root)
  }
}
