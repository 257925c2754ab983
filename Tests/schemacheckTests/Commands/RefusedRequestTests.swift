import ContractRuns
import TestSupport
import Testing

@testable import schemacheck

/// `--refused`: what the client sent is checked although the server refused it, as it should.
@Suite struct RefusedRequestTests {
  @Test func refusedRequestsAreChecked() throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/pets": {"post": {
        "parameters": [{"name": "dry", "in": "query", "schema": {"type": "boolean"}}],
        "requestBody": {"content": {"application/json": {"schema": {"required": ["name"]}}}},
        "responses": {"201": {"description": ""}, "422": {"description": ""}}}}}}
      """, to: "api.json")
    let capture = try folder.write(
      #"{"method": "POST", "url": "/pets?dry=x", "status": 422, "requestBody": {"nam": "Rex"}}"#,
      to: "t.ndjson")
    func check(_ options: String...) -> Scenario {
      var run = Scenario.run(
        ["check", capture, "-c", contract, "--no-config", "-f", "concise"] + options)
      run.output = run.output.replacing(folder.path + "/", with: "")
      return run
    }
    #expect(check("--requests", "--allow-empty").output.isEmpty)
    for options in [["--requests", "--refused"], ["--refused"]] {
      let run = check(options[0], options.last ?? "")
      #expect(run.code == .findings)
      #expect(
        run.output == """
          t.ndjson:1:38: error[schema] query parameter: `dry` is a string; the contract says a \
          boolean  (POST /pets 422 request)
          t.ndjson:1:72: error[schema] `name` is missing  (POST /pets 422 request (property `name`))
          t.ndjson:1:73: warning[undocumented-field] `nam` is not in the contract; did you mean \
          `name`?  (POST /pets 422 request /nam)

          """)
    }
  }
}
