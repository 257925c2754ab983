import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Forms and multipart bodies are judged by their parts, at the places of the parts in the file.
@Suite struct FormTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
     "/form": {"post": {"responses": {"204": {"description": "d"}}, "requestBody": {"content": {
      "application/x-www-form-urlencoded": {"schema": {"type": "object", "required": ["id"],
       "additionalProperties": false, "properties": {
        "id": {"type": "integer", "maximum": 100},
        "ids": {"type": "array", "items": {"type": "integer"}},
        "more": {"type": "array", "minItems": 2, "items": {"type": "integer"}},
        "tags": {"type": "array", "minItems": 2, "items": {"type": "string"}},
        "meta": {"type": "object", "additionalProperties": false, "required": ["k"], "properties": {
         "k": {"type": "integer"}, "l": {"type": "array", "items": {"type": "integer"}}}},
        "color": {"type": "object", "properties": {"R": {"type": "integer"}}},
        "address": {"type": "object", "required": ["street"], "properties": {
         "street": {"type": "string"}, "no": {"type": "integer"}}},
        "items": {"type": "array", "items": {"type": "object", "properties": {
         "n": {"type": "integer"}}}},
        "any": {}, "mixed": {"type": ["integer", "string"]}, "flag": {"type": ["boolean", "null"]},
        "password": {"type": "string", "maxLength": 3},
        "labels": {"type": ["array", "null"], "items": {"type": "string"}},
        "codes": {"oneOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]},
        "kinds": {"anyOf": [{"type": "array", "items": {"enum": ["x", "y"]}}, {"enum": [""]}]},
        "end": {"anyOf": [{"enum": ["now"]}, {"type": "integer"}]},
        "settings": {"type": "object", "properties": {
         "kinds": {"anyOf": [{"type": "array", "items": {"enum": ["x", "y"]}}, {"enum": [""]}]}}}}},
       "encoding": {"ids": {"style": "form", "explode": false},
        "settings": {"style": "deepObject"},
        "tags": {"style": "pipeDelimited", "explode": false},
        "meta": {"style": "deepObject"}, "color": {"style": "form", "explode": true}}}}}}},
     "/parts": {"post": {"requestBody": {"content": {
      "multipart/form-data": {"schema": {"type": "object", "required": ["a"], "properties": {
        "a": {"type": "integer"}, "text": {"type": "string", "maxLength": 3},
        "meta": {"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}}},
        "list": {"type": "array", "items": {"type": "object", "required": ["n"], "properties": {
         "n": {"type": "integer"}}}},
        "numbers": {"type": "array", "items": {"type": "integer"}},
        "password": {"type": "object", "properties": {"x": {"type": "integer"}}},
        "files": {"type": "array", "items": {"type": "string", "format": "binary"}},
        "raw": {}, "picture": {"type": "string", "contentMediaType": "image/png"}}},
       "encoding": {"raw": {"contentType": "application/octet-stream"},
        "picture": {"contentType": "image/png, image/jpeg", "headers": {
         "X-Rate": {"required": true, "schema": {"type": "integer"}}}}}},
      "multipart/mixed": {"schema": {"type": "array",
       "prefixItems": [{"type": "object", "required": ["k"], "properties": {
        "k": {"type": "integer"}}}], "items": {"type": "string", "format": "binary"}}},
      "multipart/related": {"schema": {"type": "object", "required": ["metadata", "file"],
       "properties": {"metadata": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}}}, "file": {"type": "string", "format": "binary"}}}}}},
      "responses": {"200": {"description": "d", "content": {"multipart/mixed": {"schema": {
       "type": "array", "items": {"type": "object", "required": ["ok"], "properties": {
        "ok": {"type": "boolean"}}}}}}}, "204": {"description": "d"}}}}}}
    """#

  /// A run, and the record that it read.
  private struct Checked {
    let record: String
    let run: Scenario

    /// The lines of the run without what all have; the text at the place stands for its column.
    var found: [String] {
      run.output.split(separator: "\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 3).map(String.init)
        let column = parts.count == 4 ? Int(parts[2]) ?? 0 : 0
        let place = record.unicodeScalars.dropFirst(column - 1).prefix(8)
        return (String(place) + (parts.last ?? "")).replacing(
          "  (POST /form 204 request", with: " ("
        )
        .replacing("  (POST /parts 204 request", with: " (").replacing(
          "  (POST /parts 200", with: " (")
      }
    }
  }

  private func check(
    _ path: String, _ type: String, _ body: String, format: String = "concise",
    response: (type: String, body: String)? = nil
  ) throws -> Checked {
    let contract = try folder.write(Self.contract, to: "c.json")
    func json(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    var record =
      #"{"method": "POST", "url": "\#(path)", "requestHeaders": {"Content-Type": \#(try json(type))}, "#
      + #""requestBody": \#(try json(body)), "#
    if let response {
      record +=
        #""status": 200, "responseHeaders": {"Content-Type": \#(try json(response.type))}, "#
        + #""responseBody": \#(try json(response.body))}"#
    } else {
      record += #""status": 204}"#
    }
    let run = Scenario.run(
      ["check", "-", "-c", contract, "--no-config", "-f", format], input: record + "\n")
    return Checked(record: record, run: run)
  }

  private func expect(_ checked: Checked, _ expected: [String], _ comment: String) {
    #expect(checked.found == expected, "\(comment): \(checked.run.everything)")
    #expect(checked.run.errors.contains("1 of 1"), "\(comment): \(checked.run.errors)")
  }

  // MARK: Forms

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [
    "id=1", "id=100&any=x&any=y", "id=1&ids=1,2,3", "id=1&ids=1%2C2%2C3", "id=1&ids=",
    "id=1&more=1&more=2", "id=1&tags=a|b", "id=1&tags=a%7Cb", "id=1&meta[k]=1",
    "id=1&meta%5Bk%5D=1&meta[l][]=2&meta[l][]=3", "id=1&R=2",
    "id=1&address=%7B%22street%22%3A%22a+b%22%2C%22no%22%3A7%7D", "id=1&street=x&no=7",
    "id=1&items=%7B%22n%22:1%7D&items=%7B%22n%22:2%7D", "id=1&items=[%7B%22n%22:1%7D]",
    "id=1&mixed=x", "id=1&mixed=7", "id=1&flag=true", "id=1&flag=",
    // An array of one, null, or an empty text.
    "id=1&labels=abc", "id=1&labels=7", "id=1&labels=", "id=1&labels=a&labels=b",
    "id=1&codes=7", "id=1&codes=", "id=1&kinds=x", "id=1&kinds=", "id=1&kinds=x&kinds=y",
    "id=1&end=5", "id=1&end=now", "id=1&settings[kinds]=", "id=1&settings[kinds]=x",
    "id=1&settings[kinds][]=x&settings[kinds][]=y",
  ])
  func rightForms(_ body: String) throws {
    expect(try check("/form", Self.form, body), [], body)
  }

  @Test(arguments: [
    ("id=101", ["101\", \"s error[schema] form: `id` is 101; the maximum is 100 ( /id)"]),
    (
      "id=1.5",
      ["1.5\", \"s error[schema] form: `id` is the number 1.5; the contract says an integer ( /id)"]
    ),
    ("any=1", ["any=1\",  error[schema] form: `id` is missing ( (property `id`))"]),
    (
      "id=1&ids=1,x",
      [
        "1,x\", \"s error[schema] form: element 1 is a string; the contract says an integer ( /ids/1)"
      ]
    ),
    (
      "id=1&more=1&more=x",
      [
        "x\", \"sta error[schema] form: element 1 is a string; the contract says an integer ( /more/1)"
      ]
    ),
    (
      "id=1&more=1",
      ["1\", \"sta error[schema] form: `more` has 1 element; at least 2 are needed ( /more)"]
    ),
    (
      "id=1&tags=a",
      ["a\", \"sta error[schema] form: `tags` has 1 element; at least 2 are needed ( /tags)"]
    ),
    (
      "id=1&meta[k]=x",
      ["x\", \"sta error[schema] form: `k` is a string; the contract says an integer ( /meta/k)"]
    ),
    (
      "id=1&meta[k]=1&meta[z]=3",
      [
        "meta[z]= error[schema] form: `z` is not allowed here; the contract lists `k`, `l` ( /meta/z)"
      ]
    ),
    (
      "id=1&R=x",
      ["x\", \"sta error[schema] form: `R` is a string; the contract says an integer ( /color/R)"]
    ),
    // The place is in the percent-encoded JSON.
    (
      "id=1&address=%7B%22street%22%3A%22x%22%2C+%22no%22%3A%22hi%22%7D",
      ["%22hi%22 error[schema] form: `no` is a string; the contract says an integer ( /address/no)"]
    ),
    (
      "id=1&address=%7B%22street%22",
      [
        "\", \"stat error[json-syntax] form: `address` is not JSON: the text ends inside an object; it "
          + "may have been cut off ( /address)"
      ]
    ),
    (
      "id=1&items=%7B%22n%22:1%7D&items=%7B%22n%22:%22x%22%7D",
      ["%22x%22% error[schema] form: `n` is a string; the contract says an integer ( /items/1/n)"]
    ),
    (
      "id=1&flag=maybe",
      [
        "maybe\",  error[schema] form: `flag` is a string; the contract says a boolean or null ( /flag)"
      ]
    ),
    (
      "id=1&codes=x",
      [
        "x\", \"sta error[schema] form: element 0 is a string; the contract says an integer ( /codes/0)"
      ]
    ),
    // What is right stays silent beside a mistake.
    (
      "id=x&ids=1%2C2&end=5&kinds=x&labels=a",
      ["x&ids=1% error[schema] form: `id` is a string; the contract says an integer ( /id)"]
    ),
    ("id=1&other=2", ["other=2\" error[schema] form: `other` is not allowed here ( /other)"]),
  ])
  func wrongForms(_ body: String, _ expected: [String]) throws {
    expect(try check("/form", Self.form, body), expected, body)
  }

  @Test func secretsOfFormsAreHidden() throws {
    let run = try check("/form", Self.form, "id=1&password=hunter2", format: "text").run
    #expect(run.output.contains("password=‹7 characters›"), "\(run.output)")
    #expect(!run.everything.contains("hunter2"))
  }

  // MARK: Multipart

  private static func part(_ headers: String..., content: String) -> String {
    "--b\r\n" + headers.map { "\($0)\r\n" }.joined() + "\r\n\(content)\r\n"
  }

  private static func field(_ name: String, _ content: String, _ headers: String...) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n"
      + headers.map { "\($0)\r\n" }.joined() + "\r\n\(content)\r\n"
  }

  private static let json = "Content-Type: application/json"
  private static let png = "Content-Type: image/png"
  private static let a = field("a", "1")
  private static let end = "--b--\r\n"
  private static let data = "multipart/form-data; boundary=b"

  static let right: [(type: String, body: String)] = [
    (data, a + end), (data, "preamble\r\n" + a + "--b--"),
    (data, (a + end).replacingOccurrences(of: "\r\n", with: "\n")),
    ("Multipart/Form-Data; Boundary=\"b\"; charset=utf-8", a + end),
    (data, a + field("meta", "{\"k\": 1}", json) + end),
    (data, a + field("meta", "{\"k\": 1}") + end),
    (data, a + field("meta", "{\"k\": 1}", "Content-Type: text/plain") + end),
    (data, a + field("meta", "{\"k\": 1}", "content-type: application/json; charset=utf-8") + end),
    (data, a + field("list", "{\"n\": 1}", json) + field("list", "{\"n\": 2}") + end),
    (data, a + field("list", "[{\"n\": 1}, {\"n\": 2}]", json) + end),
    (data, a + field("numbers", "1") + end),
    (data, a + field("numbers", "1") + field("numbers", "2") + end),
    (data, a + field("numbers", "[1, 2]", json) + end),
    (data, a + field("files", "\u{0}\u{1}\r\n{", png) + field("files", "not JSON") + end),
    (data, a + field("raw", "{", "Content-Type: application/octet-stream") + end),
    (data, a + field("raw", "{") + end),
    (data, a + field("picture", "\u{0}", png, "x-rate: 5") + end),
    (data, a + field("text", "wwww", "Content-Transfer-Encoding: base64") + end),
    (data, a + field("text", "{\"k", json) + end),
    (
      "multipart/mixed; boundary=b",
      part(json, content: "{\"k\": 1}") + part(png, content: "\u{0}") + part(content: "x") + end
    ),
    ("multipart/mixed; boundary=b", end),
    (
      "multipart/related; boundary=b; type=\"application/json\"",
      part(json, content: "{\"name\": \"x\"}") + part(png, content: "\u{0}") + end
    ),
    (
      "multipart/related; boundary=b",
      part(png, "Content-ID: <file>", content: "\u{0}")
        + part(json, "Content-ID: <metadata>", content: "{\"name\": \"x\"}") + end
    ),
  ]

  @Test(arguments: right.indices) func rightParts(_ index: Int) throws {
    let one = Self.right[index]
    expect(try check("/parts", one.type, one.body), [], one.body)
  }

  static let wrong: [(type: String, body: String, expected: [String])] = [
    (
      data, field("a", "x") + end,
      ["x\\r\\n--b error[schema] form: `a` is a string; the contract says an integer ( /a)"]
    ),
    (
      data, a + field("meta", "{\"k\": \"x\"}", json) + end,
      ["\\\"x\\\"}\\r error[schema] form: `k` is a string; the contract says an integer ( /meta/k)"]
    ),
    (
      data, a + field("meta", "{\r\n \"k\": 1,\r\n}") + end,
      [
        ",\\r\\n}\\r error[json-syntax] form: `meta` is not JSON: trailing comma before `}`; JSON allows "
          + "none ( /meta)"
      ]
    ),
    (
      data, a + field("meta", "k") + end,
      [
        "k\\r\\n--b error[json-syntax] form: `meta` is not JSON: `k` is not JSON; strings need double "
          + "quotes ( /meta)"
      ]
    ),
    (
      data, a + field("meta", "k", "Content-Type: text/plain") + end,
      ["k\\r\\n--b error[schema] form: `meta` is a string; the contract says an object ( /meta)"]
    ),
    (
      data, a + field("meta", "{\"k\": 1, \"k\": 2}") + end,
      ["\\\"k\\\": 2 error[duplicate-key] form: the property `k` is repeated ( /meta/k)"]
    ),
    (
      data, a + field("list", "{\"n\": 1}") + field("list", "{}") + end,
      ["{}\\r\\n-- error[schema] form: `n` is missing ( /list/1 (property `n`))"]
    ),
    (
      data, a + field("list", "[{\"n\": 1}, {}]", json) + end,
      ["{}]\\r\\n- error[schema] form: `n` is missing ( /list/1 (property `n`))"]
    ),
    (
      data, a + field("numbers", "1") + field("numbers", "x") + end,
      [
        "x\\r\\n--b error[schema] form: element 1 is a string; the contract says an integer ( /numbers/1)"
      ]
    ),
    (
      data, a + field("text", "wwww") + end,
      ["wwww\\r\\n error[schema] form: `text` has 4 characters; at most 3 are allowed ( /text)"]
    ),
    (
      data, a + field("picture", "x", "Content-Type: text/html", "X-Rate: 1") + end,
      [
        "text\\/ht warning[content-type] form: the media type of `picture` is `text/html`; the contract "
          + "says `image/png`, `image/jpeg` ( /picture)"
      ]
    ),
    (
      data, a + field("picture", "\u{0}", png) + end,
      ["form-dat error[schema] part `picture`: header `X-Rate` is missing ()"]
    ),
    (
      data, a + field("picture", "\u{0}", png, "x-rate: fast") + end,
      [
        "fast\\r\\n error[schema] part `picture`: header: `X-Rate` is a string; the contract says an "
          + "integer ()"
      ]
    ),
    (
      "multipart/mixed; boundary=b", part(json, content: "{\"k\": \"x\"}") + end,
      [
        "\\\"x\\\"}\\r error[schema] multipart: `k` is a string; the contract says an integer ( /0/k)"
      ]
    ),
    (
      "multipart/mixed; boundary=b", part(json, content: "{\"k\"") + end,
      [
        "\\r\\n--b- error[json-syntax] multipart: part 1 is not JSON: the text ends inside an object; it "
          + "may have been cut off ( /0)"
      ]
    ),
    (
      "multipart/related; boundary=b", part(json, content: "{\"name\": 1}") + end,
      [
        "Content- error[schema] multipart: `file` is missing ( (property `file`))",
        "1}\\r\\n-- error[schema] multipart: `name` is a number; the contract says a string "
          + "( /metadata/name)",
      ]
    ),
  ]

  @Test(arguments: wrong.indices) func wrongParts(_ index: Int) throws {
    let one = Self.wrong[index]
    expect(try check("/parts", one.type, one.body), one.expected, one.body)
  }

  /// A body whose parts cannot be told apart never passes in silence.
  @Test(arguments: [
    (
      "multipart/form-data; boundary=zz", a + end,
      "--b\\r\\nC error[json-syntax] form: no line of the body is the boundary `--zz`; the body begins "
        + "with `--b` ()"
    ),
    (
      data, "a=1",
      "a=1\", \"s error[json-syntax] form: no line of the body is the boundary `--b` ()"
    ),
    (
      "multipart/form-data", a + end,
      "\"multipa error[json-syntax] form: the media type `multipart/form-data` has no `boundary`, "
        + "so the parts cannot be separated ()"
    ),
    (data, a, "\", \"stat error[json-syntax] form: the body does not end with the line `--b--` ()"),
    (
      data, a + "--b\r\nContent-Disposition form-data\r\n\r\n1\r\n" + end,
      "Content- error[json-syntax] form: a header of part 2 is not `Name: value` ()"
    ),
    (
      data, "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n--b--",
      "Content- error[json-syntax] form: part 1 has no empty line after its headers ()"
    ),
    (
      data, part("Content-Disposition: form-data", content: "1") + end,
      "form-dat error[json-syntax] form: part 1 has no name ()"
    ),
  ])
  func whatCannotBeRead(_ type: String, _ body: String, _ expected: String) throws {
    expect(try check("/parts", type, body), [expected], body)
  }

  @Test func responsesHavePartsToo() throws {
    let body = Self.part(Self.json, content: "{\"ok\": true}") + Self.part(content: "{\"ok\": 1}")
    let type = "multipart/mixed; boundary=b"
    let run = try check("/parts", Self.data, Self.a + Self.end, response: (type, body + Self.end))
    expect(
      run,
      [
        "1}\\r\\n-- error[schema] multipart: `ok` is a number; the contract says a boolean ( /1/ok)"
      ],
      body)
    let cut = try check("/parts", Self.data, Self.a + Self.end, response: (type, body))
    #expect(cut.run.output.contains("error[json-syntax] multipart: the body does not end with"))
  }

  @Test func secretsOfPartsAreHidden() throws {
    let body = Self.a + Self.field("password", "{\"x\": \"hunter2\"}") + Self.end
    let run = try check("/parts", Self.data, body, format: "text").run
    #expect(run.output.contains("password=‹"), "\(run.output)")
    #expect(!run.everything.contains("hunter2"))
  }

  /// A frame shows the line of the part.
  @Test func framesOfParts() throws {
    let contract = try folder.write(Self.contract, to: "c.json")
    let body =
      "--b\r\nContent-Disposition: form-data; name=\"meta\"\r\n\r\n{\n  \"k\": \"x\"\n}\r\n"
    let path = try folder.write(
      "POST /parts HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n"
        + body + Self.a + "--b--\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", to: "a.http")
    let run = Scenario.run("check", path, "-c", contract, "--no-config")
    #expect(
      run.output.contains(
        """
           | /meta/k
          8|   "k": "x"
           |        ^^^ send an integer
        """), "\(run.output)")
  }

  // MARK: Findings

  private static let attack = PackageFolder.url.deletingLastPathComponent()
    .appendingPathComponent("shared/findings/second/attack")

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: attack.path), "the inputs of findings are needed"),
    arguments: [
      ("multipart/json-part-valid.ndjson", "multipart/api.yaml", ""),
      ("forms/array-valid.ndjson", "forms/api.yaml", ""),
      (
        "multipart/wrong-boundary.ndjson", "multipart/api.yaml",
        "1:240: error[json-syntax] form: no line of the body is the boundary `--zz`; the body "
          + "begins with `--b`  (POST /f 200 request)\n"
      ),
      (
        "media-params/rec.ndjson", "media-params/api.json",
        "1:129: error[schema] `id` is a string; the contract says an integer  (GET /x 200 /id)\n"
      ),
    ])
  func inputsOfFindings(_ input: String, _ contract: String, _ expected: String) {
    let path = Self.attack.appendingPathComponent(input).path
    let run = Scenario.run(
      "check", path, "-c", Self.attack.appendingPathComponent(contract).path, "--no-config", "-f",
      "concise")
    #expect(run.output.drop { $0 != ":" }.dropFirst() == expected[...], "\(run.everything)")
    #expect(run.errors.contains("1 of 1"), "\(run.errors)")
  }
}
