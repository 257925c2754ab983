import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A rule means the same for every version of OpenAPI.
@Suite struct RuleVersionTests {
  @Test(arguments: [
    #""openapi": "3.1.0""#, #""openapi": "3.0.3""#, #""openapi": "3.2.0""#, #""swagger": "2.0""#,
  ])
  func rulesOfProperties(version: String) throws {
    let folder = try TemporaryFolder()
    let response =
      version.contains("swagger")
      ? #""schema": {"type": "object"}"#
      : #""content": {"application/json": {"schema": {"type": "object"}}}"#
    try folder.write(
      """
      {\(version), "info": {"title": "t", "version": "1"}, "paths": {"/p": {"get": {
       "responses": {"200": {"description": "d", \(response)}}}}}}
      """, to: "c.json")
    try folder.write(
      """
      {"contracts": ["c.json"], "extends": ["preset:django-rest-framework"], "customRules": {
       "needs-z": {"summary": "no z", "where": {"members": ["count"]}, "schema": {"required": ["z"]}}}}
      """, to: ".schemacheck.json")
    let body = #"{"count": 1, "next": null, "previous": null, "results": [1, 2]}"#
    let file = try folder.write(
      #"{"method": "GET", "url": "/p", "status": 200, "responseBody": \#(body)}"# + "\n",
      to: "t.ndjson")
    let run = Scenario.run(
      ["check", "--config", "\(folder.path)/.schemacheck.json", "-f", "concise", file])
    #expect(run.output.contains("[needs-z] "), "\(run.everything)")
    #expect(run.output.contains("[drf-page-count] "), "\(run.everything)")
    #expect(run.output.split(separator: "\n").count == 2, "\(run.everything)")
  }
}
