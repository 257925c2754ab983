@_spi(Engine) import JSONTape
import Testing

@testable import JSONSchema

/// The quick look at usual schemas against the metaschemas themselves.
@Suite struct UsualSchemaTests {
  @Test func everyKeywordOfTheMetaschemasIsKnown() throws {
    let keywords = Set(UsualSchema.keywords)
    var count = 0
    for (uri, text) in Metaschema.all where !uri.contains("draft-04") {
      let bytes = ByteView(text)
      for property in try #require(try JSONDocument(bytes).root["properties"]).properties {
        #expect(keywords.contains(property.name), "\(uri): \(property.name)")
        count += 1
      }
    }
    #expect(count > 150)
  }

  /// Values of every kind, and close to each form.
  private static let values = [
    "null", "true", "0", "1", "-1", "0.5", "2.0", "1e400", #""""#, #""string""#, #""strnig""#,
    #""a#b""#, ##""#""##, #""a.B-c_1""#, #""_a""#, #""a:b""#, #""1a""#, #""é""#, "[]", "[1]",
    "[[]]", "[true]", "[{}]", "[null]", #"["string"]"#, #"["a"]"#,
    #"["string","null"]"#, #"["string","string"]"#, #"["a","a"]"#, #"["a",1]"#, "{}", #"{"a":1}"#,
    #"{"a":true}"#, #"{"a":[]}"#, #"{"a":["b"]}"#, #"{"a":["b","b"]}"#, #"{"a":{}}"#,
    #"{"a":{"type":"strnig"}}"#, #"{"type":"strnig"}"#, #"[{"type":"strnig"}]"#,
    #"{"minItems":-1}"#,
    #"{"required":["a"],"type":"object"}"#, #"[{"items":[{}]}]"#, #"{"type":"a","type":"string"}"#,
  ]

  @Test(arguments: UsualSchema.metaschemas)
  func whatIsAcceptedIsValid(uri: String) throws {
    let metaschema = try CompiledSchema(
      try JSONDocument(#"{"$ref":"\#(uri)"}"#), assertsFormats: false)
    var accepted: Set<String> = []
    for keyword in UsualSchema.keywords + ["unknown"] {
      for value in Self.values {
        let own = #"{"\#(keyword)":\#(value)}"#
        for text in [own, #"{"properties":{"p":\#(own)}}"#, #"{"anyOf":[true,\#(own)]}"#] {
          let schema = try JSONDocument(text)
          guard UsualSchema.accepts(schema.root, by: uri) else { continue }
          #expect(metaschema.isValid(schema), "\(text)")
          accepted.insert(keyword)
        }
      }
    }
    accepted.formUnion(["$recursiveAnchor", "$vocabulary"])
    #expect(accepted == Set(UsualSchema.keywords).union(["unknown"]))
  }

  @Test(arguments: ["true", "false", "null", "[]", "1"]) func roots(text: String) throws {
    let isSchema = text == "true" || text == "false"
    for uri in UsualSchema.metaschemas {
      #expect(UsualSchema.accepts(try JSONDocument(text).root, by: uri) == isSchema)
    }
  }

  /// Draft 4 has other rules, and a metaschema of one's own may have any.
  @Test func otherMetaschemasDecideThemselves() throws {
    let schema = try JSONDocument("{}")
    for uri in ["http://json-schema.org/draft-04/schema", "https://example.com/own"] {
      #expect(!UsualSchema.accepts(schema.root, by: uri))
    }
  }

  /// A document that the caller gives for a metaschema's URI is used instead of the built-in one.
  @Test func aGivenMetaschemaDecides() throws {
    let uri = "http://json-schema.org/draft-07/schema"
    let schema = try JSONDocument(#"{"$schema":"\#(uri)#","type":"object"}"#)
    let strict = try JSONDocument(#"{"required":["title"]}"#)
    let registry = SchemaRegistry(resolver: { wanted in
      wanted == uri ? SchemaRegistry.Source(strict, name: "strict.json") : nil
    })
    #expect(try CompiledSchema.metaschemaFailures(in: schema).isEmpty)
    #expect(try CompiledSchema.metaschemaFailures(in: schema, registry: registry).count == 1)
    var added = SchemaRegistry()
    try added.add(strict, uri: uri)
    #expect(try CompiledSchema.metaschemaFailures(in: schema, registry: added).count == 1)
  }

  @Test func everyDialectIsFoundByItsURI() {
    for (name, dialect) in Dialect.all {
      #expect(Dialect.standard(dialect.uri) == dialect)
      #expect(Dialect.named(name) == dialect)
    }
  }
}
