import ContractCheck
import JSONTape
import Testing

/// Operations, parameters, statuses and media types before and after.
struct OperationChangeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let there: [String]
    let back: [String]
    /// Properties of the documents beside `paths`.
    var oldMore = ""
    var newMore = ""

    var testDescription: String { name }
  }

  /// The kinds of change that the table has and schemas have not.
  static let ids = Set(all.flatMap { $0.there + $0.back } + ["schema-removed"])
    .subtracting([
      "response-type-changed", "response-narrowed", "request-type-narrowed", "request-widened",
    ])

  @Test(arguments: all) func change(_ example: Case) throws {
    let old = DiffProbe.document(paths: example.old, more: example.oldMore)
    let new = DiffProbe.document(paths: example.new, more: example.newMore)
    #expect(try DiffProbe.findings(old, new).map(\.rule) == example.there)
    #expect(try DiffProbe.findings(new, old).map(\.rule) == example.back)
  }

  private static func operation(
    _ parts: String, responses: String = #"{"200": {"description": ""}}"#
  ) -> String {
    let lead = parts.isEmpty ? "" : parts + ", "
    return #"{"/a": {"get": {\#(lead)"responses": \#(responses)}}}"#
  }

  private static func responses(_ responses: String) -> String {
    operation("", responses: responses)
  }

  private static func content(_ type: String, _ schema: String = "{}") -> String {
    #"{"description": "", "content": {"\#(type)": {"schema": \#(schema)}}}"#
  }

  private static let plain = operation("")

  static let all: [Case] = [
    Case(
      name: "an operation removed", old: #"{"/a": {"get": \#(empty), "post": \#(empty)}}"#,
      new: #"{"/a": {"get": \#(empty)}}"#, there: ["operation-removed"], back: ["operation-added"]),
    Case(
      name: "a path removed", old: #"{"/a": {"get": \#(empty)}, "/b": {"get": \#(empty)}}"#,
      new: #"{"/a": {"get": \#(empty)}}"#, there: ["operation-removed"], back: ["operation-added"]),
    Case(
      name: "an operation moved", old: #"{"/a": {"get": {"operationId": "x", "responses": {}}}}"#,
      new: #"{"/b": {"get": {"operationId": "x", "responses": {}}}}"#,
      there: ["operation-removed"], back: ["operation-removed"]),
    Case(
      name: "another name of a path parameter", old: path("id"), new: path("user"), there: [],
      back: []),
    Case(
      name: "a path parameter of another type", old: path("id"), new: path("id", "integer"),
      there: ["request-type-narrowed"], back: ["request-widened"]),
    Case(
      name: "a slash at the end", old: #"{"/a": {"get": \#(empty)}}"#,
      new: #"{"/a/": {"get": \#(empty)}}"#, there: [], back: []),
    Case(
      name: "a server gone", old: plain, new: plain, there: ["servers-changed"],
      back: [],
      oldMore: #""servers": [{"url": "https://h/v1"}, {"url": "https://h/v2"}],"#,
      newMore: #""servers": [{"url": "https://h/v2"}],"#),
    Case(
      name: "a success removed",
      old: responses(#"{"200": {"description": ""}, "201": {"description": ""}}"#),
      new: responses(#"{"200": {"description": ""}}"#), there: ["response-status-removed"],
      back: ["response-status-added"]),
    Case(
      name: "an error removed",
      old: responses(#"{"200": {"description": ""}, "404": {"description": ""}}"#),
      new: responses(#"{"200": {"description": ""}}"#), there: ["error-status-removed"],
      back: ["response-status-added"]),
    Case(
      name: "an error by its class",
      old: responses(#"{"200": {"description": ""}, "404": {"description": ""}}"#),
      new: responses(#"{"200": {"description": ""}, "4xx": {"description": ""}}"#), there: [],
      back: []),
    Case(
      name: "a success by its class", old: responses(#"{"200": \#(content("application/json"))}"#),
      new: responses(#"{"2XX": \#(content("application/json", #"{"type": "string"}"#))}"#),
      there: ["response-narrowed"], back: ["response-type-changed"]),
    Case(
      name: "an error in place of the default",
      old: responses(#"{"200": {"description": ""}, "default": {"description": ""}}"#),
      new: responses(#"{"200": {"description": ""}, "404": {"description": ""}}"#), there: [],
      back: []),
    Case(
      name: "a media type removed",
      old: responses(#"{"200": \#(content("text/csv"))}"#),
      new: responses(#"{"200": \#(content("application/json"))}"#),
      there: ["response-media-type-removed", "media-type-added"],
      back: ["response-media-type-removed", "media-type-added"]),
    Case(
      name: "parameters of a media type",
      old: responses(#"{"200": \#(content("application/json"))}"#),
      new: responses(#"{"200": \#(content("application/json; charset=utf-8"))}"#), there: [],
      back: []),
    Case(
      name: "JSON of another name", old: responses(#"{"200": \#(content("application/json"))}"#),
      new: responses(#"{"200": \#(content("application/hal+json"))}"#),
      there: ["media-type-renamed"], back: ["media-type-renamed"]),
    Case(
      name: "a body gone", old: responses(#"{"200": \#(content("application/json"))}"#),
      new: responses(#"{"200": {"description": ""}}"#), there: ["response-media-type-removed"],
      back: ["media-type-added"]),
    Case(
      name: "a request no longer taken", old: body(#""application/json": {}, "text/csv": {}"#),
      new: body(#""application/json": {}"#), there: ["request-media-type-removed"],
      back: ["media-type-added"]),
    Case(
      name: "a request body made required", old: body(#""application/json": {}"#),
      new: body(#""application/json": {}"#, #""required": true,"#),
      there: ["request-body-required"],
      back: []),
    Case(
      name: "a request body added", old: plain, new: body(#""application/json": {}"#),
      there: ["request-body-added"], back: ["request-body-removed"]),
    Case(
      name: "a required request body added", old: plain,
      new: body(#""application/json": {}"#, #""required": true,"#),
      there: ["request-body-required"],
      back: ["request-body-removed"]),
    Case(
      name: "credentials", old: plain, new: operation(#""security": [{"key": []}]"#),
      there: ["credentials-required"], back: []),
    Case(
      name: "credentials of the document that an operation can do without",
      old: operation(#""security": [{}, {"key": []}]"#), new: plain,
      there: ["credentials-required"], back: [], newMore: #""security": [{"key": []}],"#),
    Case(
      name: "a parameter added", old: plain, new: parameter(#""name": "q", "in": "query""#),
      there: ["parameter-added"], back: ["parameter-removed"]),
    Case(
      name: "a required parameter added", old: plain,
      new: parameter(#""name": "q", "in": "query", "required": true"#),
      there: ["parameter-required"], back: ["parameter-removed"]),
    Case(
      name: "a parameter made required", old: parameter(#""name": "q", "in": "query""#),
      new: parameter(#""name": "q", "in": "query", "required": true"#),
      there: ["parameter-required"], back: []),
    Case(
      name: "a header in capitals", old: parameter(#""name": "X-Id", "in": "header""#),
      new: parameter(#""name": "x-id", "in": "header""#), there: [], back: []),
    Case(
      name: "a list in another style",
      old: parameter(#""name": "q", "in": "query", "schema": {"type": "array"}"#),
      new: parameter(#""name": "q", "in": "query", "explode": false, "schema": {"type": "array"}"#),
      there: ["parameter-style-changed"], back: ["parameter-style-changed"]),
    Case(
      name: "a parameter of the path", old: parameter(#""name": "q", "in": "query""#),
      new: #"{"/a": {"parameters": [{"name": "q", "in": "query"}], "get": \#(empty)}}"#, there: [],
      back: []),
    Case(
      name: "a parameter of another type",
      old: parameter(#""name": "q", "in": "query", "schema": {"type": "string"}"#),
      new: parameter(#""name": "q", "in": "query", "schema": {"type": "integer"}"#),
      there: ["request-type-narrowed"], back: ["request-widened"]),
  ]

  @Test func schemasThatNoOperationUses() throws {
    let push = #"{"Push": {"type": "object", "properties": {"aps": {"type": "string"}}}}"#
    let other = #"{"Push": {"type": "object", "properties": {"aps": {"type": "integer"}}}}"#
    let old = DiffProbe.document(paths: Self.plain, components: push)
    let gone = DiffProbe.document(paths: Self.plain)
    let changed = DiffProbe.document(paths: Self.plain, components: other)
    #expect(try DiffProbe.findings(old, gone).map(\.rule) == ["schema-removed"])
    #expect(try DiffProbe.findings(gone, old).isEmpty)
    let found = try DiffProbe.findings(old, changed)
    #expect(found.map(\.rule) == ["response-type-changed"])
    #expect(found.map { "\($0.instance)" } == ["/components/schemas/Push/properties/aps/type"])
  }

  private static let empty = #"{"responses": {"200": {"description": ""}}}"#

  private static func path(_ name: String, _ type: String = "string") -> String {
    #"{"/a/{\#(name)}": {"get": {"parameters": [{"name": "\#(name)", "in": "path", "required": true, "#
      + #""schema": {"type": "\#(type)"}}], "responses": {"200": {"description": ""}}}}}"#
  }

  private static func body(_ content: String, _ more: String = "") -> String {
    operation(#""requestBody": {\#(more) "content": {\#(content)}}"#)
  }

  private static func parameter(_ parts: String) -> String {
    operation(#""parameters": [{\#(parts)}]"#)
  }
}
