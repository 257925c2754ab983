@_spi(Engine) @testable import ContractCaptures
import Foundation

/// Traffic of an invented API, and what it shows, counted here without the library.
struct CoverageTraffic {
  /// Shared by allOf, recursion, null in three spellings, branches told apart by a constant or by
  /// type, maps, parameters and headers.
  static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "Things", "version": "1"},
     "paths": {
      "/things": {
       "get": {
        "parameters": [
         {"name": "page", "in": "query", "schema": {"type": "integer"}},
         {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["asc", "desc"]}},
         {"name": "tags", "in": "query",
          "schema": {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}}},
         {"name": "X-Trace", "in": "header", "schema": {"type": "string"}}],
        "responses": {
         "200": {"description": "", "headers": {"X-Total": {"schema": {"type": "integer"}}},
          "content": {"application/json": {"schema": {"type": "object", "required": ["items"],
           "properties": {
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
            "meta": {"type": ["object", "null"],
             "additionalProperties": {"$ref": "#/components/schemas/Meta"}}}}}}},
         "404": {"description": "",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}}},
       "post": {
        "requestBody": {
         "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
        "responses": {
         "201": {"description": "",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
         "4XX": {"description": "",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}}}},
      "/things/{id}": {
       "get": {
        "parameters": [{"name": "id", "in": "path", "required": true,
         "schema": {"type": "string", "enum": ["x", "y"]}}],
        "responses": {"200": {"description": "",
         "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shape"}}}}}}}},
     "components": {"schemas": {
      "Thing": {"allOf": [{"$ref": "#/components/schemas/Base"},
       {"type": "object", "required": ["kind"], "properties": {
        "kind": {"enum": ["cat", "dog", null]},
        "parent": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Thing"}]},
        "secret": {"type": "string", "writeOnly": true},
        "made": {"type": "string", "readOnly": true}}}]},
      "Base": {"type": "object", "required": ["id", "note"], "properties": {
       "id": {"type": "integer"}, "note": {"type": ["string", "null"]},
       "opt": {"type": ["number", "null"]}}},
      "Meta": {"type": "object", "properties": {"n": {"type": "integer"}}},
      "Error": {"type": "object", "required": ["code"], "properties": {
       "code": {"type": "string", "enum": ["E1", "E2"]}}},
      "Shape": {"oneOf": [{"$ref": "#/components/schemas/Circle"},
       {"$ref": "#/components/schemas/Square"}, {"type": "array", "items": {"type": "boolean"}}]},
      "Circle": {"type": "object", "required": ["kind", "r"], "properties": {
       "kind": {"const": "circle"}, "r": {"type": "number"}}},
      "Square": {"type": "object", "required": ["kind", "a"], "properties": {
       "kind": {"const": "square"}, "a": {"type": "number"},
       "list": {"anyOf": [{"type": "array", "items": {"type": "integer"}},
        {"type": "array", "maxItems": 1}]}}}}}}
    """#

  /// A line of the capture, and the counters it reaches: `POINTER KIND`.
  struct Exchange {
    var line: String
    var cells: [String: Int]
    var operation: String
  }

  private var random: SystemLikeGenerator
  private let document: [String: Any]

  init(seed: UInt64) throws {
    random = SystemLikeGenerator(state: seed)
    let json = try JSONSerialization.jsonObject(with: Data(Self.contract.utf8))
    document = json as? [String: Any] ?? [:]
  }

  /// splitmix64.
  private struct SystemLikeGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func thing(isRequest: Bool, depth: Int = 0) -> [String: Any] {
    var thing: [String: Any] = [
      "id": Int.random(in: 0..<99, using: &random), "note": pick([NSNull(), "n"] as [Any]),
      "kind": pick(["cat", "dog", NSNull()] as [Any]),
    ]
    if chance(0.5) { thing["opt"] = pick([NSNull(), 1.5, 2] as [Any]) }
    if chance(0.3), depth < 4 {
      thing["parent"] =
        chance(0.5) ? NSNull() : self.thing(isRequest: isRequest, depth: depth + 1)
    }
    if chance(0.3) { thing[isRequest ? "secret" : "made"] = "s" }
    // Not documented, which is a warning.
    if chance(0.2) { thing["extra"] = [1, ["id": 3]] as [Any] }
    return thing
  }

  private mutating func shape() -> Any {
    pick(
      [
        ["kind": "circle", "r": 1], ["kind": "square", "a": 1],
        ["kind": "square", "a": 1, "list": [] as [Any]],
        ["kind": "square", "a": 2, "list": [1, 2]], ["kind": "square", "a": 2, "list": ["s"]],
        [true, false], [] as [Any],
      ] as [Any])
  }

  /// - Parameter broken: The share of exchanges that break the contract.
  mutating func exchange(broken: Double = 0.1) throws -> Exchange {
    var record: [String: Any] = [
      "method": "GET", "url": "https://h/things", "status": 200,
      "responseHeaders": ["Content-Type": "application/json"],
      "requestHeaders": ["Accept": "*/*"],
    ]
    var cells: [String: Int] = [:]
    func count(_ pointer: String, _ kind: String) { cells["\(pointer) \(kind)", default: 0] += 1 }
    var operation = "GET /things"
    var path = "/paths/~1things/get"
    var body: Any
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      var query: [String] = []
      let parameters = path + "/parameters"
      let hasPage = chance(0.5)
      if hasPage { query.append("page=2") }
      count("\(parameters)/0", hasPage ? "present" : "missing")
      let sort = chance(0.5) ? pick(["asc", "desc"]) : nil
      if let sort {
        query.append("sort=\(sort)")
        walk("\(parameters)/1/schema", sort, &cells)
      }
      count("\(parameters)/1", sort != nil ? "present" : "missing")
      let tags = chance(0.5) ? (0..<Int.random(in: 1..<4, using: &random)).map { _ in 0 } : []
      let names = tags.map { _ in pick(["a", "b", "c"]) }
      query += names.map { "tags=\($0)" }
      if !names.isEmpty { walk("\(parameters)/2/schema", names, &cells) }
      count("\(parameters)/2", names.isEmpty ? "missing" : "present")
      let hasTrace = chance(0.5)
      if hasTrace { record["requestHeaders"] = ["x-trace": "q"] }
      count("\(parameters)/3", hasTrace ? "present" : "missing")
      let hasTotal = chance(0.5)
      if hasTotal {
        record["responseHeaders"] = ["Content-Type": "application/json", "X-Total": "5"]
      }
      count("\(path)/responses/200/headers/X-Total", hasTotal ? "present" : "missing")
      if !query.isEmpty { record["url"] = "https://h/things?" + query.joined(separator: "&") }
      let things = (0..<Int.random(in: 0..<3, using: &random)).map { _ in thing(isRequest: false) }
      var list: [String: Any] = ["items": things]
      if chance(0.6) {
        list["meta"] = pick(
          [NSNull(), [String: Any](), ["a": ["n": 1], "b": [String: Any]()]] as [Any])
      }
      body = list
      path += "/responses/200"
    case 2:
      record["status"] = 404
      body = ["code": pick(["E1", "E2"])]
      path += "/responses/404"
    case 3:
      operation = "POST /things"
      path = "/paths/~1things/post"
      let sent = thing(isRequest: true)
      let isRefused = chance(0.3)
      record["method"] = "POST"
      record["status"] = isRefused ? 422 : 201
      record["requestBody"] = sent
      record["requestHeaders"] = ["Content-Type": "application/json"]
      if isRefused {
        body = ["code": pick(["E1", "E2"])]
        path += "/responses/4XX"
      } else {
        body = thing(isRequest: false)
        count("\(path)/requestBody/content/application~1json", "mediaType")
        walk("\(path)/requestBody/content/application~1json/schema", sent, &cells)
        path += "/responses/201"
      }
    default:
      operation = "GET /things/{id}"
      path = "/paths/~1things~1{id}/get"
      let id = pick(["x", "y"])
      record["url"] = "https://h/things/\(id)"
      count("\(path)/parameters/0", "present")
      walk("\(path)/parameters/0/schema", id, &cells)
      body = shape()
      path += "/responses/200"
    }
    count(path, "status")
    count("\(path)/content/application~1json", "mediaType")
    walk("\(path)/content/application~1json/schema", body, &cells)
    if chance(broken) {
      body = 5
      cells = ["\(path) status": 1]
    }
    record["responseBody"] = body
    let line = try JSONSerialization.data(withJSONObject: record, options: .fragmentsAllowed)
    return Exchange(
      line: String(decoding: line, as: UTF8.self), cells: cells, operation: operation)
  }

  // MARK: Counting

  private func schema(at pointer: String) -> [String: Any] {
    var node: Any = document
    for token in pointer.split(separator: "/") {
      let name = token.replacingOccurrences(of: "~1", with: "/")
      if let list = node as? [Any], let index = Int(name) {
        node = list[index]
      } else {
        node = (node as? [String: Any])?[name] ?? [:]
      }
    }
    return node as? [String: Any] ?? [:]
  }

  private func walk(_ pointer: String, _ value: Any, _ cells: inout [String: Int]) {
    let schema = schema(at: pointer)
    func count(_ pointer: String, _ kind: String) { cells["\(pointer) \(kind)", default: 0] += 1 }
    if let reference = schema["$ref"] as? String {
      return walk(String(reference.dropFirst()), value, &cells)
    }
    for index in (schema["allOf"] as? [Any] ?? []).indices {
      walk("\(pointer)/allOf/\(index)", value, &cells)
    }
    let text = value as? String
    for (index, listed) in (schema["enum"] as? [Any] ?? []).enumerated()
    where text != nil && listed as? String == text {
      count("\(pointer)/enum/\(index)", "enumValue")
    }
    if let constant = schema["const"] as? String, constant == text {
      count("\(pointer)/const", "enumValue")
    }
    for keyword in ["oneOf", "anyOf"] {
      let branches = schema[keyword] as? [[String: Any]] ?? []
      let others = branches.indices.filter { branches[$0]["type"] as? String != "null" }
      guard !(value is NSNull) else { continue }
      if others.count == 1, branches.count == 2 {
        walk("\(pointer)/\(keyword)/\(others[0])", value, &cells)
        continue
      }
      for index in others where holds(branches[index], value) {
        count("\(pointer)/\(keyword)/\(index)", "branch")
        walk("\(pointer)/\(keyword)/\(index)", value, &cells)
      }
    }
    if let object = value as? [String: Any] {
      let listed = schema["properties"] as? [String: Any] ?? [:]
      let required = schema["required"] as? [String] ?? []
      for name in listed.keys {
        let place = "\(pointer)/properties/\(name)"
        if let own = object[name] {
          count(place, own is NSNull ? "null" : "value")
          if !(own is NSNull) { walk(place, own, &cells) }
        } else if !required.contains(name) {
          count(place, "absent")
        }
      }
      if schema["additionalProperties"] is [String: Any] {
        for (name, own) in object where listed[name] == nil {
          walk("\(pointer)/additionalProperties", own, &cells)
        }
      }
    }
    if let list = value as? [Any], schema["items"] != nil {
      count(pointer, list.isEmpty ? "empty" : "filled")
      for element in list { walk("\(pointer)/items", element, &cells) }
    }
  }

  /// For the branches of the contract above.
  private func holds(_ branch: [String: Any], _ value: Any) -> Bool {
    let name = (branch["$ref"] as? String)?.split(separator: "/").last
    if let name {
      return (value as? [String: Any])?["kind"] as? String == name.lowercased()
    }
    guard let list = value as? [Any] else { return false }
    if let most = branch["maxItems"] as? Int { return list.count <= most }
    return (branch["items"] as? [String: Any])?["type"] as? String == "boolean"
      || list.allSatisfy { $0 is Int }
  }
}
