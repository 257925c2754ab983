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
      try text.withByteView { bytes throws in try buffer.parse(bytes) }
      let expected =
        schema.isValid(document, root: root) && document.duplicateKeys().isEmpty
      #expect(validator.accepts(buffer.cursor, 0, root: root) == expected, "\(text)")
    }
  }

  /// Schemas that the instances break in every way: at a value, at a name, in a branch, or before
  /// anything in the value was looked at.
  static let strict = [
    ##"{"type":"string"}"##, ##"false"##, ##"{"const":{"a":1}}"##, ##"{"enum":[1]}"##,
    ##"{"properties":{"a":{"type":"string"},"b":{"items":{"properties":{"a":{"type":"null"}}}}}}"##,
    ##"{"properties":{"a":{"properties":{"b":{"type":"string"}}}},"required":["z"]}"##,
    ##"{"properties":{"a":{"type":"array"},"x":{"type":"array"}},"additionalProperties":false}"##,
    ##"{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"null"}}}]}"##,
    ##"{"anyOf":[{"required":["y"]},{"properties":{"a":{"type":"null"}},"required":["x"]}]}"##,
    ##"{"oneOf":[{"properties":{"a":{"const":9}},"required":["a"]},{"properties":{"a":{"const":8},"b":{"type":"null"}},"required":["a","b"]}]}"##,
    ##"{"oneOf":[true,{"required":["a"]}]}"##, ##"{"not":{"required":["a"]}}"##,
    ##"{"allOf":[{"properties":{"a":{"type":"null"}}},{"properties":{"b":{"type":"null"}}}]}"##,
    ##"{"if":{"required":["a"]},"then":{"properties":{"a":{"type":"null"}}},"else":{"required":["a"]}}"##,
    ##"{"items":{"type":"null"}}"##, ##"{"maxItems":0,"maxProperties":0}"##,
    ##"{"prefixItems":[{"type":"null"}],"items":false}"##, ##"{"contains":{"type":"null"}}"##,
    ##"{"propertyNames":{"maxLength":0}}"##, ##"{"dependentRequired":{"a":["z"]}}"##,
    ##"{"patternProperties":{"^[ab]$":{"type":"null"}}}"##,
    ##"{"properties":{"a":{"type":"null"}},"unevaluatedProperties":false}"##,
    ##"{"properties":{"b":{"items":{"type":"object","properties":{"a":{"type":"null"}}}}},"required":["b"]}"##,
  ]

  static let more = [
    #"{"a":1,"b":[{"a":1}]}"#, #"{"a":1,"b":[{"a":1,"a":2}]}"#, #"{"b":[{"c":1,"c":1}],"a":1}"#,
    #"{"a":{"b":1,"q":{"r":1,"r":1}},"x":1}"#, #"{"a":1,"a":2,"b":[]}"#,
    #"[{"a":1},{"a":2,"a":3}]"#,
    #"{"x":[1,{"a":1,"a":2}],"b":[{"a":1}]}"#, #"{"a":8,"b":{"c":1,"c":2}}"#, #"{"a":7,"b":null}"#,
  ]

  /// The failures of a value say that no key is repeated only where that is so.
  @Test(arguments: schemas + strict) func failuresKnowOfRepeatedKeys(text: String) throws {
    let (schema, root) = try compiled(text)
    var validator = SchemaValidator(schema)
    for text in Self.instances + Self.more {
      let document = try JSONDocument(text)
      guard document.withCursor({ !validator.isValid($0, 0, root: root) }) else { continue }
      let failures = validator.failures(in: document, root: root)
      #expect(!failures.hasDistinctKeys || document.duplicateKeys().isEmpty, "\(text)")
    }
  }

  /// Elements that the verdict has accepted are not evaluated again; the failures are the same.
  @Test(arguments: schemas + strict) func failuresAreTheSameAfterAVerdict(text: String) throws {
    let (schema, root) = try compiled(text)
    let lists = [
      #"[null,{"a":null},{"a":null,"b":{"c":1,"c":2}},{"a":1},7,{"a":2}]"#,
      #"{"b":[{"a":null},{"a":null,"b":[]},{"a":3},{"a":null},{"a":4}],"a":"x"}"#,
      #"{"b":[[{"a":null}],[{"a":null},{"a":1}],{"b":[{"a":1}]}]}"#,
      #"{"a":{"b":[1,{"a":"x"},{"a":0}]},"b":[{"a":{"a":[0]}},{"a":null},1]}"#,
    ]
    for text in Self.instances + Self.more + lists {
      let document = try JSONDocument("[\(text),0]")
      // The value is not the root of its tape, as in a record.
      document.withCursor { cursor in
        var validator = SchemaValidator(schema)
        if validator.isValid(cursor, 2, root: root) { return }
        let copy = JSONDocument(copying: cursor, at: 2, text: 0..<document.byteCount)
        var found = validator.failures(in: copy, root: root, copyOf: (cursor, 2))
        var again = SchemaValidator(schema)
        var expected = again.failures(in: copy, root: root)
        #expect(found.count == expected.count, "\(text)")
        for position in 0..<min(found.count, expected.count) {
          let (left, right) = (found.failure(at: position), expected.failure(at: position))
          #expect("\(left.kind)" == "\(right.kind)" && left.instance == right.instance, "\(text)")
        }
        #expect(!found.hasDistinctKeys || copy.duplicateKeys().isEmpty, "\(text)")
      }
    }
  }

  @Test func acceptedElementsAreNotVisitedAgain() throws {
    let (schema, root) = try compiled(
      ##"{"items":{"properties":{"a":{"minimum":0}},"required":["a"]}}"##)
    var validator = SchemaValidator(schema)
    let right = String(repeating: #"{"a":1},"#, count: 1000)
    let document = try JSONDocument(#"[\#(right){"a":-1},{"a":1},{}]"#)
    let counts = document.withCursor { cursor in
      let isValid = validator.isValid(cursor, 0, root: root)
      let ofVerdict = validator.nodesVisited
      let found = validator.failures(in: document, root: root, copyOf: (cursor, 0))
      let ofFailures = validator.nodesVisited
      // Without the verdict on the same value, each element is judged.
      let again = validator.failures(in: document, root: root)
      return [
        isValid ? 1 : 0, found.count, again.count, ofVerdict, ofFailures, validator.nodesVisited,
      ]
    }
    // The array, the objects, and the number that is below the bound.
    #expect(counts == [0, 2, 2, 1003, 5, 1005])
  }

  /// An object that only lacks properties is not evaluated again below: the verdict has looked at all of it.
  @Test func acceptedPropertiesAreNotVisitedAgain() throws {
    let (schema, root) = try compiled(
      ##"{"properties":{"b":{"items":{"required":["a"]}}},"required":["y","z"]}"##)
    var validator = SchemaValidator(schema)
    let right = String(repeating: #"{"a":1},"#, count: 1000)
    let document = try JSONDocument(#"{"b":[\#(right){"a":2}]}"#)
    let counts = document.withCursor { cursor in
      let isValid = validator.isValid(cursor, 0, root: root)
      let ofVerdict = validator.nodesVisited
      let found = validator.failures(in: document, root: root, copyOf: (cursor, 0))
      return [isValid ? 1 : 0, found.count, ofVerdict, validator.nodesVisited]
    }
    // The object, the array and its elements; then the object alone.
    #expect(counts == [0, 2, 1003, 1])
  }

  /// Where the evaluation has seen every key, they are not read again.
  @Test func failuresOfListedPropertiesKnowTheKeys() throws {
    let (schema, root) = try compiled(
      ##"{"properties":{"a":{"type":"null"},"b":{"items":{"properties":{"a":{"type":"null"}}}}},"required":["z"]}"##
    )
    var validator = SchemaValidator(schema)
    let knows = try [#"{"a":1,"b":[{"a":1}]}"#, #"{"a":null,"b":[{}]}"#, #"{"a":1,"x":2}"#].map {
      let document = try JSONDocument($0)
      let isValid = document.withCursor { validator.isValid($0, 0, root: root) }
      return !isValid && validator.failures(in: document, root: root).hasDistinctKeys
    }
    #expect(knows == [true, true, false])
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
        try text.withByteView { bytes throws in try buffer.parse(bytes) }
        let number = try #require(try JSONDocument(text).root.number)
        let expected = number >= JSONNumber(bound) && number < JSONNumber(bound + 5)
        #expect(validator.accepts(buffer.cursor, 0, root: root) == expected, "\(text), \(bound)")
      }
    }
  }

  /// Objects that list more properties than one word has bits.
  @Test func seesRepeatedKeysAmongMany() throws {
    let names = (0..<100).map { "m\($0)" }
    let properties = names.map { "\"\($0)\":{}" }.joined(separator: ",")
    let (schema, root) = try compiled("{\"properties\":{\(properties)}}")
    var validator = SchemaValidator(schema)
    let buffer = TapeBuffer()
    for repeated in [nil, "m0", "m64", "m99"] {
      let values = (names + [repeated].compactMap { $0 }).map { "\"\($0)\":0" }
      let text = "{\(values.joined(separator: ","))}"
      try text.withByteView { bytes throws in try buffer.parse(bytes) }
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
