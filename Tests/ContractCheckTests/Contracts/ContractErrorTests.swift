import ContractCheck
import JSONTape
import Testing

/// Contracts that cannot be used say what is wrong and where.
@Suite struct ContractErrorTests {
  private func refusal(_ text: String) -> ContractError? {
    do {
      _ = try Contract(Array(text.utf8), name: "c.json")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("[]", "an object", ""),
    ("{", "not JSON", ""),
    (#"{"swagger": "1.2"}"#, "Swagger 1.2 cannot be read; use Swagger 2.0", "/swagger"),
    (#"{"swagger": "2.0"}"#, "neither `paths` nor `definitions`", ""),
    ("{}", "`openapi`, the version of the document, is missing", ""),
    (#"{"openapi": "3.1.0"}"#, "nothing can be checked", ""),
    ("openapi: 3.1.0", "not JSON", ""),
    (#"{"openapi": "3.0.1"}"#, "nothing can be checked", ""),
    (#"{"openapi": "4.0.0"}"#, "OpenAPI 4.0.0 cannot be read", "/openapi"),
    (#"{"openapi": "3.1.0", "paths": []}"#, "`paths` must be an object", "/paths"),
    (
      #"{"openapi": "3.1.0", "paths": {}, "x-schemacheck": {"rules": {"iso-date": "off"}}}"#,
      "did you mean `iso-dates`?", "/x-schemacheck/rules/iso-date"
    ),
    (
      #"{"openapi": "3.1.0", "paths": {}, "x-schemacheck": {"rule": {}}}"#, "did you mean `rules`?",
      "/x-schemacheck/rule"
    ),
    (
      #"{"openapi": "3.1.0", "paths": {}, "x-schemacheck": {"rules": {"iso-dates": "eror"}}}"#,
      "did you mean `error`?", "/x-schemacheck/rules/iso-dates"
    ),
    (
      #"{"openapi": "3.1.0", "paths": {}, "x-schemacheck": {"rules": {"iso-dates": {"profil": "date"}}}}"#,
      "did you mean `profile`?", "/x-schemacheck/rules/iso-dates/profil"
    ),
    (
      #"{"openapi": "3.1.0", "paths": {}, "x-schemacheck": {"rules": {"iso-dates": {"profile": "rfc-3339"}}}}"#,
      "did you mean `rfc3339`?", "/x-schemacheck/rules/iso-dates/profile"
    ),
    (
      #"{"openapi": "3.1.0", "paths": {}, "x-schemacheck": {"rules": {"coordinate-names": {"names": ["a"]}}}}"#,
      "two different property names", "/x-schemacheck/rules/coordinate-names/names"
    ),
    (
      """
      {"openapi": "3.1.0", "x-schemacheck": {}, "paths": {
        "/a/{x}": {"get": {"parameters": [{"name": "x", "in": "path"}]}},
        "/a/{y}": {"get": {"parameters": [{"name": "y", "in": "path"}]}}}}
      """, "match the same requests", "/paths/~1a~1{y}"
    ),
    (
      #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"20": {}}}}}}"#,
      "`20` is not a status", "/paths/~1a/get/responses/20"
    ),
    (
      #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"type": "strin"}}}}"#,
      "`strin` is not a type", "/components/schemas/A/type"
    ),
    (
      ##"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "#/nowhere"}}}}"##,
      "which does not exist", "/components/schemas/A/$ref"
    ),
    (
      ##"{"openapi": "3.1.0", "components": {"schemas": {"User": {"$ref": "#/components/schemas/Usr"}}}}"##,
      "which does not exist; did you mean `User`?", "/components/schemas/User/$ref"
    ),
    (
      ##"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "#/definitions/A"}}}}"##,
      "which does not exist: there is no `definitions`", "/components/schemas/A/$ref"
    ),
    (
      #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"x-schemacheck": 1}}}}"#,
      "`x-schemacheck` must be an object", "/components/schemas/A/x-schemacheck"
    ),
  ])
  func saysWhatAndWhere(text: String, message: String, pointer: String) throws {
    let error = try #require(refusal(text))
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.pointer.description == pointer)
    #expect(error.description.hasPrefix("c.json:\(error.position.line):"))
    #expect(!error.description.contains("\n"))
  }

  /// References, branches and properties of any number and depth take no call stack.
  @Test(arguments: [
    #"{"$ref":"REF"}"#, #"{"allOf":[{"$ref":"REF"}]}"#, #"{"items":{"$ref":"REF"}}"#,
  ])
  func longChainsOfReferencesCompile(link: String) throws {
    var schemas = #""S0":{"type":"string"}"#
    for number in 1...1000 {
      let target = "#/components/schemas/S\(number - 1)"
      schemas += ",\"S\(number)\":" + link.replacing("REF", with: target)
    }
    let text = #"{"openapi":"3.1.0","components":{"schemas":{"# + schemas + "}}}"
    let contract = try Contract(Array(text.utf8), name: "chain")
    #expect(contract.schemaNames.count == 1001)
  }

  /// A schema that gives its own properties roles and leads back to itself.
  @Test func recursionThroughOwnedPropertiesEnds() throws {
    let text = ##"""
      {"openapi":"3.1.0","components":{"schemas":{"Node":{"type":"object",
       "required":["page","lat","lng"],
       "properties":{"page":{"$ref":"#/components/schemas/Node"},"limit":{"type":"integer"},
        "total":{"type":"integer"},"lat":{"$ref":"#/components/schemas/Node"},
        "lng":{"type":"number"},"platform":{"$ref":"#/components/schemas/Node"}}}}}}
      """##
    let contract = try Contract(Array(text.utf8), name: "recursive")
    #expect(try !contract.check(Array("{}".utf8), schema: "Node").isEmpty)
  }
}
