import ContractCheck
import JSONTape
import Testing

/// The table of styles: how an empty string, a string, an array and an object are written.
///
/// Source: OpenAPI 3.1.0, section 4.8.12.4. Each row is read with a schema that allows nothing but
/// the table's value, so that a reading of anything else is a finding.
@Suite struct ParameterStyleTests {
  private static let values = [
    "empty": #"{"type": "string", "const": ""}"#,
    "string": #"{"type": "string", "const": "blue"}"#,
    "array":
      #"{"type": "array", "items": {"type": "string"}, "const": ["blue", "black", "brown"]}"#,
    "object": """
    {"type": "object", "properties": {"R": {"type": "integer"}, "G": {"type": "integer"},
     "B": {"type": "integer"}}, "const": {"R": 100, "G": 200, "B": 150}}
    """,
  ]

  @Test(arguments: [
    ("matrix", false, "string", ";color=blue"),
    ("matrix", false, "array", ";color=blue,black,brown"),
    ("matrix", false, "object", ";color=R,100,G,200,B,150"),
    ("matrix", true, "empty", ";color"), ("matrix", true, "string", ";color=blue"),
    ("matrix", true, "array", ";color=blue;color=black;color=brown"),
    ("matrix", true, "object", ";R=100;G=200;B=150"),
    // A point alone, as `label` has the empty string, is no path segment (RFC 3986, section 5.2.4).
    ("label", false, "string", ".blue"),
    ("label", false, "array", ".blue,black,brown"),
    ("label", false, "object", ".R,100,G,200,B,150"),
    ("label", true, "array", ".blue.black.brown"), ("label", true, "object", ".R=100.G=200.B=150"),
    // As OpenAPI 3.0 has the table.
    ("label", false, "array", ".blue.black.brown"),
    ("simple", false, "string", "blue"), ("simple", false, "array", "blue,black,brown"),
    ("simple", false, "object", "R,100,G,200,B,150"),
    ("simple", true, "array", "blue,black,brown"), ("simple", true, "object", "R=100,G=200,B=150"),
    ("simple", false, "array", "blue%2Cblack%2Cbrown"),
  ])
  func inPath(style: String, isExploded: Bool, value: String, text: String) throws {
    let schema = try #require(Self.values[value])
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "color", "in": "path", "required": true, "style": "\(style)",
       "explode": \(isExploded), "schema": \(schema)}
      """, path: "/p/{color}")
    #expect(try probe.found(get: "/p/\(text)") == [])
    #expect(
      try probe.found(get: "/p/\(text.replacing("b", with: "g").replacing("200", with: "9"))")
        .count == (value == "empty" ? 0 : 1))
  }

  @Test(arguments: [
    ("form", false, "empty", "color="), ("form", false, "string", "color=blue"),
    ("form", false, "array", "color=blue,black,brown"),
    ("form", false, "object", "color=R,100,G,200,B,150"),
    ("form", true, "array", "color=blue&color=black&color=brown"),
    ("form", true, "object", "R=100&G=200&B=150"),
    ("spaceDelimited", false, "array", "color=blue%20black%20brown"),
    ("spaceDelimited", false, "array", "color=blue+black+brown"),
    ("spaceDelimited", false, "object", "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", false, "array", "color=blue%7Cblack%7Cbrown"),
    ("pipeDelimited", false, "array", "color=blue|black|brown"),
    ("pipeDelimited", false, "object", "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", true, "object", "color[R]=100&color[G]=200&color[B]=150"),
    ("deepObject", true, "object", "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ("deepObject", true, "array", "color[]=blue&color[]=black&color[]=brown"),
    // Of OpenAPI 3.0: exploded, these are as `form` is.
    ("spaceDelimited", true, "array", "color=blue&color=black&color=brown"),
    ("pipeDelimited", true, "array", "color=blue&color=black&color=brown"),
    // A client that encodes the comma between elements means it all the same.
    ("form", false, "array", "color=blue%2Cblack%2Cbrown"),
  ])
  func inQuery(style: String, isExploded: Bool, value: String, text: String) throws {
    let schema = try #require(Self.values[value])
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "color", "in": "query", "style": "\(style)", "explode": \(isExploded),
       "schema": \(schema)}
      """)
    #expect(try probe.found(get: "/p?\(text)") == [])
    #expect(try probe.found(get: "/p?x=1&\(text)&y=2") == [])
    let wrong = text.replacing("black", with: "grey").replacing("=blue", with: "=glue")
      .replacing("200", with: "9")
    if wrong != text { #expect(try probe.found(get: "/p?\(wrong)").count == 1) }
  }

  @Test(arguments: [
    ("string", false, "blue"), ("array", false, "blue,black,brown"),
    ("array", true, "blue, black, brown"), ("object", false, "R,100,G,200,B,150"),
    ("object", true, "R=100,G=200,B=150"),
  ])
  func inHeader(value: String, isExploded: Bool, text: String) throws {
    let schema = try #require(Self.values[value])
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "X-Color", "in": "header", "explode": \(isExploded), "schema": \(schema)}
      """)
    #expect(try probe.found(get: "/p", headers: #"{"x-color": "\#(text)"}"#) == [])
    let wrong = text.replacing("bl", with: "gl").replacing("200", with: "9")
    #expect(try probe.found(get: "/p", headers: #"{"x-color": "\#(wrong)"}"#).count == 1)
  }

  /// Styles decide by default: `form` explodes, the others do not.
  @Test func defaults() throws {
    let items = #""schema": {"type": "array", "items": {"type": "integer"}}"#
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "a", "in": "query", \(items)},
      {"name": "b", "in": "query", "style": "pipeDelimited", \(items)}
      """)
    #expect(try probe.found(get: "/p?a=1&a=2&b=1|2") == [])
    #expect(
      try probe.found(get: "/p?a=1,2") == [
        "schema/type [1,2] query parameter `a`: element 0 is a string; the contract says an integer"
      ])
  }

  @Test func unknownStyles() throws {
    let error = try #require(
      OpenAPIProbe.refusal(
        """
        {"openapi": "3.1.0", "paths": {"/p": {"get": {"parameters": [
          {"name": "a", "in": "query", "style": "forms"}]}}}}
        """))
    #expect(error.message.hasPrefix("`forms` is not a `style`; it must be one of `form`"))
    #expect(error.message.hasSuffix("did you mean `form`?"))
    #expect(error.pointer.description == "/paths/~1p/get/parameters/0/style")
    let probe = try OpenAPIProbe.parameters(
      #"{"name": "a", "in": "query", "style": "matrix", "schema": {"type": "integer"}}"#)
    #expect(try probe.found(get: "/p?a=x") == [])
    #expect(
      probe.contract.warnings.map(\.message) == [
        "the style `matrix` is not defined for a parameter in query; its values are not checked"
      ])
  }
}
