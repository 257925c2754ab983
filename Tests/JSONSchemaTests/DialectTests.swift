import JSONSchema
import JSONTape
import Testing

/// What the dialects have in common is tested by the suites of 2020-12; here is what sets them apart.
struct DialectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let drafts: String
    let schema: String
    let right: [String]
    let wrong: [String]

    init(_ drafts: String, _ schema: String, right: [String], wrong: [String] = []) {
      self.drafts = drafts
      self.schema = schema
      self.right = right
      self.wrong = wrong
    }

    var testDescription: String { "\(drafts): \(schema)" }
  }

  static let cases: [Case] = [
    // References.
    Case(
      "4 6 7",
      ##"{"properties":{"a":{"$ref":"#/definitions/l","maxItems":1}},"definitions":{"l":{"type":"array"}}}"##,
      right: [#"{"a":[1,2]}"#], wrong: [#"{"a":1}"#]),
    Case(
      "2019-09 2020-12",
      ##"{"properties":{"a":{"$ref":"#/$defs/l","maxItems":1}},"$defs":{"l":{"type":"array"}}}"##,
      right: [#"{"a":[1]}"#], wrong: [#"{"a":1}"#, #"{"a":[1,2]}"#]),
    Case(
      "6 7",
      ##"{"allOf":[{"$ref":"#here"}],"definitions":{"a":{"$id":"#here","type":"integer"}}}"##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "4", ##"{"allOf":[{"$ref":"#here"}],"definitions":{"a":{"id":"#here","type":"integer"}}}"##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "6 7",
      ##"""
      {"$id":"http://x.test/root.json","allOf":[{"$ref":"http://x.test/nested.json#foo"}],
       "definitions":{"A":{"$id":"nested.json","definitions":{"B":{"$id":"#foo","type":"integer"}}}}}
      """##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "6 7",
      ##"""
      {"$id":"http://x.test/base/","definitions":{
         "foo":{"$id":"http://x.test/foo.json","type":"string"},
         "base_foo":{"$id":"foo.json","type":"number"}},
       "allOf":[{"$id":"http://x.test/","$ref":"foo.json"}]}
      """##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "7",
      ##"{"$id":"file:///folder/file.json","definitions":{"f":{"type":"number"}},"allOf":[{"$ref":"#/definitions/f"}]}"##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "7",
      ##"{"definitions":{"":{"definitions":{"":{"type":"number"}}}},"allOf":[{"$ref":"#/definitions//definitions/"}]}"##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "7",
      ##"{"$id":"urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed","properties":{"f":{"$ref":"#/definitions/b"}},"definitions":{"b":{"type":"string"}}}"##,
      right: [#"{"f":"a"}"#], wrong: [#"{"f":1}"#]),
    Case(
      "7",
      ##"""
      {"$id":"http://x.test/a.json","definitions":{
         "x":{"$id":"http://x.test/b/c.json","not":{"$id":"d.json",
              "definitions":{"y":{"$id":"e.json","type":"number"}}}}},
       "allOf":[{"$ref":"http://x.test/b/e.json"}]}
      """##,
      right: ["1"], wrong: [#""a""#]),
    Case(
      "7",
      ##"{"properties":{"$ref":{"$ref":"#/definitions/s"}},"definitions":{"s":{"type":"string"}}}"##,
      right: [#"{"$ref":"a"}"#], wrong: [#"{"$ref":2}"#]),
    Case(
      "7", ##"{"$ref":"http://json-schema.org/draft-07/schema#"}"##,
      right: [#"{"minLength":1}"#, "true"],
      wrong: [#"{"minLength":-1}"#, #"{"definitions":{"a":{"type":1}}}"#]),
    Case(
      "4", ##"{"$ref":"http://json-schema.org/draft-04/schema#"}"##,
      right: [#"{"minLength":1}"#], wrong: [#"{"minLength":-1}"#, "true"]),
    Case(
      "6", ##"{"$ref":"http://json-schema.org/draft-06/schema#"}"##,
      right: [#"{"minLength":1}"#, "false"], wrong: [#"{"minLength":-1}"#]),
    Case(
      "2019-09", ##"{"$ref":"https://json-schema.org/draft/2019-09/schema"}"##,
      right: [#"{"minLength":1}"#, #"{"items":[{"type":"string"}]}"#],
      wrong: [#"{"minLength":-1}"#, #"{"$defs":{"a":{"items":[{"type":1}]}}}"#]),
    // An identifier is one only where a schema can be.
    Case(
      "7",
      ##"""
      {"definitions":{
         "e":{"enum":[{"$id":"http://x.test/my.json","type":"null"}]},
         "r":{"$id":"http://x.test/my.json","type":"string"},
         "z":{"const":{"$id":"http://x.test/my.json","type":"null"}}},
       "anyOf":[{"$ref":"#/definitions/e"},{"$ref":"http://x.test/my.json"}]}
      """##,
      right: [#""a""#, #"{"$id":"http://x.test/my.json","type":"null"}"#], wrong: ["null", "1"]),
    // Elements by position.
    Case(
      "4 6 7 2019-09",
      #"{"items":[{"type":"integer"},{"type":"string"}],"additionalItems":{"type":"null"}}"#,
      right: ["[]", "[1]", #"[1,"a",null,null]"#], wrong: [#"["a"]"#, #"[1,"a",1]"#]),
    Case(
      "4 6 7 2019-09", #"{"items":{"type":"integer"},"additionalItems":{"type":"null"}}"#,
      right: ["[1,2,3]"], wrong: ["[1,null]"]),
    Case(
      "4 6 7 2019-09", #"{"additionalItems":{"type":"null"}}"#, right: ["[1,2]", "{}"]),
    Case("2020-12", #"{"items":{"type":"integer"},"additionalItems":false}"#, right: ["[1,2]"]),
    Case("4 6 7 2019-09", #"{"prefixItems":[{"type":"string"}]}"#, right: ["[1]"]),
    // Bounds of `contains`, and what it evaluates.
    Case(
      "6 7", #"{"contains":{"const":1},"minContains":2,"maxContains":2}"#,
      right: ["[1]", "[1,1,1]"], wrong: ["[2]", "[]"]),
    Case(
      "2019-09 2020-12", #"{"contains":{"const":1},"minContains":2,"maxContains":2}"#,
      right: ["[1,1]"], wrong: ["[1]", "[1,1,1]"]),
    Case(
      "4", #"{"contains":{"type":"null"},"const":1,"propertyNames":{"maxLength":1}}"#,
      right: ["[1]", "2", #"{"ab":1}"#]),
    Case(
      "2019-09", #"{"contains":{"const":1},"unevaluatedItems":false}"#, right: [], wrong: ["[1]"]),
    Case("2020-12", #"{"contains":{"const":1},"unevaluatedItems":false}"#, right: ["[1]"]),
    // Bounds that exclude.
    Case(
      "4", #"{"minimum":1,"exclusiveMinimum":true,"maximum":5,"exclusiveMaximum":false}"#,
      right: ["1.1", "5"], wrong: ["1", "5.1"]),
    // Conditions.
    Case(
      "7 2019-09 2020-12", #"{"if":{"minimum":0},"then":{"multipleOf":2},"else":{"multipleOf":3}}"#,
      right: ["2", "-3"], wrong: ["1", "-2"]),
    Case(
      "4 6", #"{"if":{"minimum":0},"then":{"multipleOf":2},"else":{"multipleOf":3}}"#,
      right: ["1", "-2"]),
    // Dependencies under their three names.
    Case(
      "4 6 7 2019-09 2020-12", #"{"dependencies":{"a":["b"],"c":{"required":["d"]}}}"#,
      right: [#"{"a":1,"b":1}"#, #"{"c":1,"d":1}"#, "{}"], wrong: [#"{"a":1}"#, #"{"c":1}"#]),
    Case(
      "4 6 7", #"{"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":false}}"#,
      right: [#"{"a":1}"#]),
    Case(
      "4 6 7", #"{"unevaluatedProperties":false,"unevaluatedItems":false}"#,
      right: [#"{"a":1}"#, "[1]"]),
    // Recursion that others may extend.
    Case(
      "2019-09",
      ##"""
      {"$id":"http://x.test/strict","$recursiveAnchor":true,"$ref":"tree","unevaluatedProperties":false,
       "$defs":{"tree":{"$id":"http://x.test/tree","$recursiveAnchor":true,"type":"object",
         "properties":{"data":true,"children":{"type":"array","items":{"$recursiveRef":"#"}}}}}}
      """##,
      right: [#"{"children":[{"data":1}]}"#], wrong: [#"{"children":[{"daat":1}]}"#]),
    Case(
      "2019-09",
      ##"""
      {"$id":"http://x.test/strict","$ref":"tree","unevaluatedProperties":false,
       "$defs":{"tree":{"$id":"http://x.test/tree","$recursiveAnchor":true,"type":"object",
         "properties":{"data":true,"children":{"type":"array","items":{"$recursiveRef":"#"}}}}}}
      """##,
      right: [#"{"children":[{"daat":1}]}"#], wrong: [#"{"daat":[]}"#]),
    // `$schema` speaks for its resource, and for no part of another.
    Case(
      "2020-12",
      ##"""
      {"prefixItems":[{"$ref":"http://x.test/old"}],
       "$defs":{"o":{"$id":"http://x.test/old","$schema":"http://json-schema.org/draft-07/schema#",
         "items":[{"type":"integer"}],"prefixItems":[{"type":"string"}]}}}
      """##,
      right: ["[[1]]"], wrong: [#"[["a"]]"#]),
    Case(
      "7",
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"null"}]}"#,
      right: ["[null]"], wrong: ["[1]"]),
  ]

  @Test(arguments: cases) func judges(_ test: Case) throws {
    for name in test.drafts.split(separator: " ") {
      let dialect = try #require(Dialect.all.first { $0.name == name }?.dialect)
      let schema = try CompiledSchema(
        try JSONDocument(test.schema), registry: SchemaRegistry(dialect: dialect))
      for text in test.right {
        #expect(schema.failures(in: try JSONDocument(text)).isEmpty, "\(name): \(text)")
      }
      for text in test.wrong {
        #expect(!schema.failures(in: try JSONDocument(text)).isEmpty, "\(name): \(text)")
      }
    }
  }

  /// Every metaschema is valid by its own metaschema, and by what it says of schemas.
  @Test(arguments: Dialect.all.map(\.dialect.uri)) func metaschemasHoldThemselves(uri: String)
    throws
  {
    let reference = try JSONDocument(#"{"$schema":"\#(uri)","$ref":"\#(uri)"}"#)
    let schema = try CompiledSchema(reference)
    #expect(schema.isValid(reference))
    #expect(try CompiledSchema.metaschemaFailures(in: reference).isEmpty)
    let wrong = try JSONDocument(#"{"$schema":"\#(uri)","definitions":{"a":{"type":"strnig"}}}"#)
    let failures = try CompiledSchema.metaschemaFailures(in: wrong)
    #expect(failures.count == 1)
    #expect(
      failures.first.map { wrong.pointer(to: $0.instance).description } == "/definitions/a/type")
  }

  @Test func embeddedDialectsAreHeldAgainstTheirOwnMetaschemas() throws {
    let mixed = try JSONDocument(
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{
        "old":{"$id":"http://x.test/o","$schema":"http://json-schema.org/draft-07/schema#",
               "items":[{"minLength":-1}]},
        "new":{"items":[true]}}}
      """)
    let failures = try CompiledSchema.metaschemaFailures(in: mixed)
    #expect(
      failures.map { mixed.pointer(to: $0.instance).description } == [
        "/$defs/old/items/0/minLength", "/$defs/new/items",
      ])
  }

  @Test(arguments: [
    (
      "{\"$schema\":\"http://x.test/own\"}",
      "the dialect `http://x.test/own` in `$schema` is not known, and its metaschema"
    ),
    ("{\"$schema\":1}", "`$schema` must be a string"),
    ("{\"$ref\":\"http://x.test/a#/b\"}", "which is not among the given documents"),
  ])
  func refusesWhatItDoesNotKnow(schema: String, message: String) throws {
    let document = try JSONDocument(schema)
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(document) }
    #expect(error?.message.contains(message) == true)
  }

  /// Each metaschema is read to learn the dialect of the one before, which takes call stack.
  @Test func chainsOfMetaschemasEnd() throws {
    @Sendable func link(_ number: Int) -> String { #"{"$schema":"http://x.test/\#(number)"}"# }
    let registry = SchemaRegistry { (uri) throws(SchemaError) in
      guard let number = Int(uri.dropFirst("http://x.test/".count)) else { return nil }
      let text = number == 0 ? "{}" : link(number - 1)
      return (try? JSONDocument(text)).map { SchemaRegistry.Source($0, name: uri) }
    }
    _ = try CompiledSchema(JSONDocument(link(10)), registry: registry)
    let error = #expect(throws: SchemaError.self) {
      try CompiledSchema(JSONDocument(link(100_000)), registry: registry)
    }
    #expect(error?.message.contains("from metaschema to metaschema") == true)
  }

  @Test func aMetaschemaSaysWhichVocabulariesAreInForce() throws {
    var registry = SchemaRegistry()
    try registry.add(
      JSONDocument(
        """
        {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"http://x.test/meta",
         "$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,
           "https://json-schema.org/draft/2020-12/vocab/applicator":true,
           "http://x.test/vocab/unknown":false},
         "$dynamicAnchor":"meta","allOf":[{"$ref":"https://json-schema.org/draft/2020-12/meta/core"}]}
        """), uri: "http://x.test/meta")
    let schema = try CompiledSchema(
      JSONDocument(
        #"{"$schema":"http://x.test/meta","properties":{"a":false,"b":{"type":"null"}}}"#),
      registry: registry)
    #expect(schema.isValid(try JSONDocument(#"{"b":1}"#)))
    #expect(!schema.isValid(try JSONDocument(#"{"a":1}"#)))
    try registry.add(
      JSONDocument(
        #"{"$id":"http://x.test/strange","$vocabulary":{"http://x.test/vocab/unknown":true}}"#),
      uri: "http://x.test/strange")
    let error = #expect(throws: SchemaError.self) {
      try CompiledSchema(
        JSONDocument(#"{"$schema":"http://x.test/strange"}"#), registry: registry)
    }
    #expect(
      error?.message.contains("requires the vocabulary `http://x.test/vocab/unknown`") == true)
  }
}
