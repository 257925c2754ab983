import ContractCheck
import JSONTape
import Testing

/// Values of parameters, forms and parts are text, and the contract says how they are written.
struct WrittenValueChangeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let there: [String]
    let back: [String]
    var version = "3.1.0"

    var testDescription: String { name }
  }

  @Test(arguments: texts + encodings + contents + items + ignored)
  func change(_ example: Case) throws {
    let old = DiffProbe.document(example.version, paths: example.old)
    let new = DiffProbe.document(example.version, paths: example.new)
    #expect(try Self.lines(old, new) == example.there)
    #expect(try Self.lines(new, old) == example.back)
  }

  /// The severity and the message without the places.
  private static func lines(_ old: String, _ new: String) throws -> [String] {
    try DiffProbe.findings(old, new).map { finding in
      let message = finding.message.split(separator: " (in POST /a").first ?? ""
      return "\(finding.severity) \(message)"
    }
  }

  private static func operation(_ parts: String) -> String {
    #"{"/a": {"post": {\#(parts), "responses": {"200": {"description": ""}}}}}"#
  }

  private static func parameter(_ schema: String, in place: String = "query") -> String {
    value(#""schema": \#(schema)"#, in: place)
  }

  private static func value(_ parts: String, in place: String = "query") -> String {
    operation(#""parameters": [{"name": "X", "in": "\#(place)", \#(parts)}]"#)
  }

  private static func body(_ type: String, _ parts: String) -> String {
    operation(#""requestBody": {"content": {"\#(type)": {\#(parts)}}}"#)
  }

  /// A form or a multipart body with one field.
  private static func field(
    _ schema: String, _ encoding: String = "", in type: String = form
  ) -> String {
    body(
      type,
      #""schema": {"type": "object", "properties": {"f": \#(schema)}}, "encoding": {\#(encoding)}"#)
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let parts = "multipart/form-data"
  private static let word = #"{"type": "string"}"#
  private static let count = #"{"type": "integer"}"#

  private static func list(_ inner: String) -> String {
    #"{"type": "array", "items": \#(inner)}"#
  }

  private static func object(_ inner: String) -> String {
    #"{"type": "object", "properties": {"k": \#(inner)}}"#
  }

  private static func widened(_ subject: String, _ type: String) -> [String] {
    ["note \(subject) is now string (was \(type)): released apps send it as before"]
  }

  private static func narrowed(_ subject: String, _ new: String, _ old: String) -> [String] {
    [
      "error \(subject) is now \(new) (was \(old)): the server refuses released apps that send "
        + old
    ]
  }

  private static let places = ["query", "header", "cookie"].flatMap { place in
    ["integer", "number", "boolean"].map { type in
      Case(
        name: "\(type) in \(place)", old: parameter(#"{"type": "\#(type)"}"#, in: place),
        new: parameter(word, in: place), there: widened("the \(place) parameter `X`", type),
        back: narrowed("the \(place) parameter `X`", type, "string"))
    }
  }

  private static let texts =
    places + [
      Case(
        name: "elements of a parameter", old: parameter(list(count)), new: parameter(list(word)),
        there: widened("an element of the query parameter `X`", "integer"),
        back: narrowed("an element of the query parameter `X`", "integer", "string")),
      Case(
        name: "a property in a parameter", old: parameter(object(count)),
        new: parameter(object(word)), there: widened("`k`", "integer"),
        back: narrowed("`k`", "integer", "string")),
      Case(
        name: "a number made a text of a form",
        old: parameter(#"{"type": "integer", "minimum": 0}"#),
        new: parameter(#"{"type": "string", "minLength": 1}"#),
        there: widened("the query parameter `X`", "integer"),
        back: narrowed("the query parameter `X`", "integer", "string")),
      Case(
        name: "a number made a text of a pattern", old: parameter(count),
        new: parameter(#"{"type": "string", "pattern": "^a"}"#),
        there: [
          "note the query parameter `X` is now string (was integer): released apps send it as "
            + "before",
          "warning `pattern` of the query parameter `X` is now ^a (was none): the server may refuse "
            + "what released apps send",
        ], back: narrowed("the query parameter `X`", "integer", "string")),
      Case(
        name: "numbers listed as texts", old: parameter(#"{"enum": [1, 2]}"#),
        new: parameter(#"{"enum": ["1", "2"]}"#),
        there: widened("the query parameter `X`", "integer"),
        back: narrowed("the query parameter `X`", "integer", "string")),
      Case(
        name: "a field of a form", old: field(count), new: field(word),
        there: widened("`f`", "integer"), back: narrowed("`f`", "integer", "string")),
      Case(
        name: "an object in a form is JSON", old: field(object(count)), new: field(object(word)),
        there: narrowed("`k`", "string", "integer"), back: narrowed("`k`", "integer", "string")),
      Case(
        name: "an object in a form by its style",
        old: field(object(count), #""f": {"style": "deepObject"}"#),
        new: field(object(word), #""f": {"style": "deepObject"}"#),
        there: widened("`k`", "integer"), back: narrowed("`k`", "integer", "string")),
      Case(
        name: "a part", old: field(count, in: parts), new: field(word, in: parts),
        there: widened("`f`", "integer"), back: narrowed("`f`", "integer", "string")),
      Case(
        name: "parts of a list", old: field(list(count), in: parts),
        new: field(list(word), in: parts), there: widened("an element of `f`", "integer"),
        back: narrowed("an element of `f`", "integer", "string")),
      Case(
        name: "a part that is JSON",
        old: field(count, #""f": {"contentType": "application/json"}"#, in: parts),
        new: field(word, #""f": {"contentType": "application/json"}"#, in: parts),
        there: narrowed("`f`", "string", "integer"), back: narrowed("`f`", "integer", "string")),
      Case(
        name: "plain text", old: body("text/plain", #""schema": \#(count)"#),
        new: body("text/plain", #""schema": \#(word)"#),
        there: widened("the request body", "integer"),
        back: narrowed("the request body", "integer", "string")),
      Case(
        name: "JSON is no text", old: body("application/json", #""schema": \#(count)"#),
        new: body("application/json", #""schema": \#(word)"#),
        there: narrowed("the request body", "string", "integer"),
        back: narrowed("the request body", "integer", "string")),
    ]

  private static func written(_ subject: String, _ new: String, _ old: String) -> [String] {
    [
      "error the \(subject) is now written as \(new) (was \(old)): the server misreads what "
        + "released apps send"
    ]
  }

  private static let encodings = [
    Case(
      name: "a list in a form", old: field(list(word)),
      new: field(list(word), #""f": {"explode": false}"#),
      there: written("form field `f`", "form", "form, exploded"),
      back: written("form field `f`", "form, exploded", "form")),
    Case(
      name: "the style that a list has anyway", old: field(list(word)),
      new: field(list(word), #""f": {"style": "form", "explode": true}"#), there: [], back: []),
    Case(
      name: "a style that a text does not use", old: field(word),
      new: field(word, #""f": {"explode": false}"#), there: [], back: []),
    Case(
      name: "an object in a form", old: field(object(word)),
      new: field(object(word), #""f": {"style": "deepObject", "explode": true}"#),
      there: written("form field `f`", "deepObject, exploded", "application/json"),
      back: written("form field `f`", "application/json", "deepObject, exploded")),
    Case(
      name: "the media type of a part", old: field(word, in: parts),
      new: field(word, #""f": {"contentType": "image/png"}"#, in: parts),
      there: written("part `f`", "image/png", "text/plain"),
      back: written("part `f`", "text/plain", "image/png")),
    Case(
      name: "one more media type of a part",
      old: field(word, #""f": {"contentType": "image/png"}"#, in: parts),
      new: field(word, #""f": {"contentType": "image/png, image/jpeg"}"#, in: parts), there: [],
      back: written("part `f`", "image/png", "image/png, image/jpeg")),
    Case(
      name: "the media type that a part has anyway", old: field(object(word), in: parts),
      new: field(object(word), #""f": {"contentType": "application/json"}"#, in: parts), there: [],
      back: []),
    Case(
      name: "a text made a list", old: field(word), new: field(list(word)),
      there: narrowed("`f`", "array", "string"), back: narrowed("`f`", "string", "array")),
    Case(
      name: "a text made a file", old: field(word, in: parts),
      new: field(#"{"type": "string", "format": "binary"}"#, in: parts),
      there: [
        "warning `f` now has the format binary (was none): released apps may fail to send it"
      ], back: ["note `f` has no format any more (was binary)"]),
    Case(
      name: "a header of a part", old: field(word, in: parts),
      new: field(
        word, #""f": {"headers": {"X-A": {"required": true, "schema": {}}, "X-B": {}}}"#, in: parts),
      there: [
        "error the header `X-A` of the part `f` is new and must now be sent: the server refuses "
          + "released apps that do not send it"
      ], back: []),
    Case(
      name: "a list in a multipart body of 3.0", old: field(list(word), in: parts),
      new: field(list(word), #""f": {"explode": false}"#, in: parts), there: [], back: [],
      version: "3.0.3"),
  ]

  private static let contents = [
    Case(
      name: "a parameter made JSON", old: parameter(word),
      new: value(#""content": {"application/json": {"schema": \#(word)}}"#),
      there: written("query parameter `X`", "application/json", "form, exploded"),
      back: written("query parameter `X`", "form, exploded", "application/json")),
    Case(
      name: "a parameter made plain text", old: parameter(word),
      new: value(#""content": {"text/plain": {"schema": \#(word)}}"#), there: [], back: []),
    Case(
      name: "a parameter that is JSON",
      old: value(#""content": {"application/json": {"schema": \#(count)}}"#),
      new: value(#""content": {"application/json": {"schema": \#(word)}}"#),
      there: narrowed("the query parameter `X`", "string", "integer"),
      back: narrowed("the query parameter `X`", "integer", "string")),
  ]

  private static let items =
    ["application/x-ndjson", "application/json-seq", "text/event-stream"].map { type in
      Case(
        name: "items of \(type)", old: body(type, #""itemSchema": \#(object(word))"#),
        new: body(type, #""itemSchema": \#(object(count))"#),
        there: narrowed("`k`", "integer", "string"), back: narrowed("`k`", "string", "integer"),
        version: "3.2.0")
    } + [
      Case(
        name: "items by their schema", old: body("application/jsonl", #""schema": \#(count)"#),
        new: body("application/jsonl", #""itemSchema": {"type": "boolean"}"#),
        there: narrowed("an item of the request body", "boolean", "integer"),
        back: narrowed("the request body", "integer", "boolean"), version: "3.2.0"),
      Case(
        name: "events and their data",
        old: body("text/event-stream", #""schema": \#(object(word))"#),
        new: body("text/event-stream", #""itemSchema": \#(object(word))"#), there: [unlike],
        back: [unlike], version: "3.2.0"),
    ]

  private static let unlike =
    "warning only one of the two contracts has `itemSchema` here; it is not compared with `schema`"

  private static let ignored = ["Accept", "content-type", "AUTHORIZATION"].map { name in
    Case(
      name: "the header \(name)", old: operation(#""parameters": []"#),
      new: operation(
        #""parameters": [{"name": "\#(name)", "in": "header", "required": true, "schema": {}}]"#),
      there: [], back: [])
  }

  /// Swagger 2.0 describes these headers as parameters.
  @Test func headersOfSwagger() throws {
    func document(_ parameters: String) -> String {
      #"{"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"post": {"#
        + #""parameters": [\#(parameters)], "responses": {"200": {"description": ""}}}}}}"#
    }
    let header = #"{"name": "Authorization", "in": "header", "type": "string", "required": true}"#
    #expect(
      try Self.lines(document(""), document(header)) == [
        "error the header parameter `Authorization` is new and must now be sent: the server refuses "
          + "released apps that do not send it"
      ])
    let field = #"{"name": "f", "in": "formData", "type": "array", "items": {"type": "string"}"#
    #expect(
      try Self.lines(
        document(field + #", "collectionFormat": "multi"}"#), document(field + "}"))
        == Self.written("form field `f`", "form", "form, exploded"))
  }

  /// The length of an array is the finding, at the keyword that ends the array.
  @Test func ends() throws {
    func document(_ prefix: String) -> String {
      DiffProbe.document(
        paths: Self.body(
          "application/json",
          #""schema": {"type": "array", "prefixItems": [\#(prefix)], "items": false}"#))
    }
    let found = try DiffProbe.findings(document("{}, {}"), document("{}"))
    #expect(
      found.map(\.message) == [
        "the length of the request body is now at most 1 (was at most 2): the server may refuse "
          + "what released apps send (in POST /a; before: old.json:2:139)"
      ])
    #expect(found.map { "\($0.instance)".hasSuffix("/schema/items") } == [true])
  }
}
