import Foundation
import TestSupport

@testable import ContractRuns
@testable import schemacheck

/// A project with a contract and rules of its own, checked by the real command.
struct OwnRuleShop {
  static let contract = """
    {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "x-schemacheck": {},
     "paths": {
      "/orders/{id}": {
       "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
       "get": {
        "parameters": [
         {"name": "page", "in": "query", "schema": {"type": "integer"}},
         {"name": "x-app", "in": "header", "schema": {"type": "string"}}],
        "responses": {
         "200": {"content": {
          "application/json": {"schema": {"$ref": "#/components/schemas/Order"}},
          "application/problem+json": {"schema": {"type": "object"}}}},
         "404": {"content": {"application/json": {"schema": {"type": "object", "properties": {
          "amount": {"type": "number"}}}}}}}},
       "put": {
        "requestBody": {"content": {"application/json": {
         "schema": {"$ref": "#/components/schemas/Order"}}}},
        "responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}}},
      "/carts": {"get": {"responses": {
       "200": {"content": {"application/json": {"schema": {"type": "object"}}}},
       "4XX": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
       "default": {
        "headers": {"X-Left": {"schema": {"type": "integer"}}},
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}}},
      "/refunds": {"get": {"responses": {"200": {"content": {"application/json": {
       "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Order"}}}}}}}}},
     "components": {"schemas": {
      "Order": {"type": "object", "properties": {
       "amount": {"type": ["number", "string"]},
       "tax_amount": {"type": ["number", "string", "null"]},
       "at": {"type": "string", "format": "date-time"},
       "note": {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]},
       "count": {"type": "integer"},
       "start": {}, "end": {}, "total": {}, "tags": {}, "items": {"type": "array", "items": {
        "oneOf": [
         {"type": "object", "required": ["price"], "properties": {"price": {"type": "number"}}},
         {"type": "object", "required": ["free"], "properties": {
          "free": {"type": "boolean"}, "amount": {"type": "number"}}}]}},
       "meta": {"type": "object"}}}}}}
    """

  let folder: TemporaryFolder

  /// - Parameter rules: The properties of `customRules`.
  init(_ rules: String, more: String = "") throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "api.json")
    try folder.write(
      "{\"contracts\": [\"api.json\"], \"customRules\": {\(rules)}\(more)}",
      to: ".schemacheck.json")
  }

  func run(_ arguments: String..., input: String = "") -> Scenario {
    run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") -> Scenario {
    var scenario = Scenario.run(
      arguments + ["--config", folder.path + "/.schemacheck.json"], input: input)
    scenario.output = scenario.output.replacingOccurrences(of: folder.path + "/", with: "")
    scenario.errors = scenario.errors.replacingOccurrences(of: folder.path + "/", with: "")
    return scenario
  }

  /// The findings of a record, as rule and place; those about properties that are not documented are
  /// left out.
  func found(_ record: String, _ arguments: String...) throws -> [String] {
    let scenario = run(["check", "-", "--format", "json"] + arguments, input: record + "\n")
    guard let data = try? JSONSerialization.jsonObject(with: Data(scenario.output.utf8)),
      let findings = (data as? [String: Any])?["findings"] as? [[String: Any]]
    else { return [scenario.errors] }
    return findings.filter { $0["rule"] as? String != "undocumented-field" }.map { finding in
      let part = (finding["exchange"] as? [String: Any])?["part"] as? String ?? ""
      let place = finding["instance"] as? String ?? ""
      return "\(finding["rule"] ?? "") \(part == "request" ? "> " : "")\(place)"
    }
  }

  static func get(
    _ body: String, status: Int = 200, query: String = "", type: String = "application/json"
  ) -> String {
    #"{"method":"GET","url":"/orders/7\#(query)","status":\#(status),"#
      + #""responseHeaders":{"content-type":"\#(type)"},"responseBody":\#(body)}"#
  }

  static func put(_ body: String) -> String {
    #"{"method":"PUT","url":"/orders/7","status":200,"requestHeaders":{"content-type":"#
      + #""application/json"},"requestBody":\#(body),"responseHeaders":{"content-type":"#
      + #""application/json"},"responseBody":\#(body)}"#
  }

  /// An answer that the contract documents as `4XX` or `default`.
  static func cart(_ body: String, status: Int) -> String {
    #"{"method":"GET","url":"/carts","status":\#(status),"responseHeaders":{"content-type":"#
      + #""application/json","x-left":"1"},"responseBody":\#(body)}"#
  }

  static func refunds(_ body: String) -> String {
    #"{"method":"GET","url":"/refunds","status":200,"responseHeaders":{"content-type":"#
      + #""application/json"},"responseBody":\#(body)}"#
  }
}
