import JSONSchema
import JSONTape
import Testing

/// Schemas that cannot be compiled, with the place of what is wrong.
@Suite struct SchemaErrorTests {
  @Test(arguments: [
    (#"{"type":"text"}"#, "/type"),
    (#"{"type":["string",1]}"#, "/type/1"),
    (#"{"properties":{"a":{"minimum":"1"}}}"#, "/properties/a/minimum"),
    (#"{"required":"a"}"#, "/required"),
    (#"{"items":{"multipleOf":0}}"#, "/items/multipleOf"),
    (#"{"minLength":-1}"#, "/minLength"),
    (#"{"pattern":"("}"#, "/pattern"),
    (#"{"allOf":[]}"#, "/allOf"),
    (##"{"$ref":"#/$defs/a"}"##, "/$ref"),
    (#"{"$ref":"https://example.com/other"}"#, "/$ref"),
    (#"{"properties":{"a":7}}"#, "/properties/a"),
    (#"3"#, ""),
  ])
  func namesThePlace(schema: String, pointer: String) throws {
    let document = try JSONDocument(schema)
    do {
      _ = try CompiledSchema(document)
      Issue.record("\(schema) compiles")
    } catch {
      #expect(error.pointer.description == pointer, "\(error)")
      #expect(!error.message.isEmpty)
    }
  }

  @Test(arguments: [
    ##"{"$ref":"#"}"##,
    ##"{"allOf":[{"$ref":"#"}]}"##,
    ##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}}}"##,
    ##"{"properties":{"x":{"$ref":"#/$defs/b"}},"allOf":[{"$ref":"#/$defs/b"}],"$defs":{"b":{"not":{"$ref":"#"}}}}"##,
  ])
  func refusesSchemasThatApplyThemselvesForEver(schema: String) throws {
    let document = try JSONDocument(schema)
    #expect(throws: SchemaError.self) { try CompiledSchema(document) }
  }

  @Test func compilesSchemasThatRecurThroughProperties() throws {
    let schema = try CompiledSchema(
      JSONDocument(##"{"type":"object","properties":{"next":{"$ref":"#"}}}"##))
    #expect(schema.isValid(try JSONDocument(#"{"next":{"next":{}}}"#)))
    #expect(!schema.isValid(try JSONDocument(#"{"next":{"next":1}}"#)))
  }
}
