import ContractRuns
import TestSupport
import Testing

@testable import schemacheck

/// Suppressions with `severity` and with `header`.
@Suite struct SuppressionPlaceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    func operation(_ id: String) -> String {
      """
      {"get": {"operationId": "\(id)", "responses": {"200": {"description": "",
        "headers": {"X-Left": {"required": true, "schema": {"type": "integer"}}},
        "content": {"application/json": {"schema": {"type": "object",
          "properties": {"a": {"type": "string"}}}}}}}}}
      """
    }
    try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "paths": {"/old": \(operation("old")), "/new": \(operation("new"))}}
      """, to: "api.json")
    func line(_ path: String, _ headers: String) -> String {
      #"{"method": "GET", "url": "\#(path)", "status": 200, "responseHeaders": "#
        + #"{"Content-Type": "application/json"\#(headers)}, "responseBody": {"a": 1}}"#
    }
    try folder.write(
      [line("/old", #", "X-Left": "many""#), line("/new", #", "X-Left": "1""#), line("/new", "")]
        .joined(separator: "\n"), to: "t.ndjson")
  }

  /// A hidden finding is no check.
  @Test func nothingIsCheckedIfAllIsHidden() throws {
    try folder.write(#"{"method": "GET", "url": "/gone", "status": 200}"#, to: "t.ndjson")
    let run = try check(#"{"rule": "unknown-route", "reason": "x"}"#)
    #expect(run.code == .error)
    #expect(
      run.errors == """
        no findings; 1 suppressed
        0 of 1 exchange checked
        not checked: 1 unmatched
        schemacheck: nothing was checked; `check --explain-match` shows why 1 exchange matches no \
        operation

        """)
  }

  private func check(_ suppression: String) throws -> Scenario {
    let configuration = try folder.write(
      #"{"contracts": ["api.json"], "inputs": ["t.ndjson"], "suppressions": [\#(suppression)]}"#,
      to: ".schemacheck.json")
    var run = Scenario.run("check", "--config", configuration, "-f", "concise")
    run.output = run.output.replacing(folder.path + "/", with: "")
    run.errors = run.errors.replacing(folder.path + "/", with: "")
    return run
  }

  @Test func severityOfOneOperation() throws {
    let run = try check(
      #"{"operation": "GET /old", "severity": "warning", "reason": "legacy"}"#)
    #expect(
      run.output == """
        t.ndjson:1:116: warning[schema] response header: `X-Left` is a string; the contract says an \
        integer  (GET /old 200)
        t.ndjson:1:146: warning[schema] `a` is a number; the contract says a string  (GET /old 200 /a)
        t.ndjson:2:143: error[schema] `a` is a number; the contract says a string  (GET /new 200 /a) \
        (×2 in 2 exchanges)
        t.ndjson:3:44: error[schema] response header `X-Left` is missing  (GET /new 200)

        """)
    #expect(run.code == .findings)
    let both = try check(#"{"rule": "schema", "severity": "note", "reason": "legacy"}"#)
    #expect(both.code == .clean)
    let none = try check(#"{"rule": "key-case", "severity": "note", "reason": "none"}"#)
    #expect(
      none.errors.contains("warning: this suppression changes nothing: remove it (none)\n"),
      "\(none.errors)")
    #expect(both.errors.hasPrefix("5 notes in 4 groups: schema 5\n"))
  }

  @Test func oneHeader() throws {
    let run = try check(#"{"header": "x-left", "reason": "the proxy adds it"}"#)
    #expect(run.code == .findings)
    #expect(
      run.errors == """
        3 errors in 2 groups: schema 3; 2 suppressed
        3 of 3 exchanges checked

        """)
    #expect(!run.output.contains("header"))
    let other = try check(#"{"header": "X-Le", "reason": "none"}"#)
    #expect(
      other.errors.contains(
        ".schemacheck.json:1:70: warning: this suppression hides nothing: remove it (none)\n"))
  }
}
