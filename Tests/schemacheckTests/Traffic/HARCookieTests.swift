import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Cookies that a HAR lists beside headers without `Cookie`, as browsers write them.
@Suite struct HARCookieTests {
  private static func entry(_ cookies: String, _ headers: String) -> String {
    #"{"request":{"method":"GET","url":"https://h/users","cookies":[\#(cookies)],"headers":[\#(headers)]},"response":{"status":200,"content":{"mimeType":"application/json","text":"{}"}}}"#
  }

  @Test func cookiesBesideHeaders() throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users:
          get:
            security: [{c: []}]
            parameters: [{name: page, in: cookie, schema: {type: integer}}]
            responses: {'200': {description: '', content: {application/json: {schema: {type: object}}}}}
      components: {securitySchemes: {c: {type: apiKey, in: cookie, name: tok}}}
      """, to: "api.yaml")
    let accept = #"{"name":"Accept","value":"*/*"}"#
    let (page, tok) = (
      #"{"name":"page","value":"abc"}"#, #"{"name":"tok","value":"s3cr3tvalue12345"}"#
    )
    func check(_ entries: [String]) throws -> Scenario {
      let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
      let file = try folder.write(text, to: "a.har")
      var run = Scenario.run("check", "--no-config", file, "-c", contract, "-f", "concise")
      run.output = run.output.replacing(folder.path + "/", with: "")
      #expect(!run.everything.contains("s3cr3t"))
      return run
    }
    let right = Self.entry(tok, accept)
    #expect(try check([right, right]).output.isEmpty)
    let wrong = Self.entry(page + "," + tok, accept)
    let run = try check([wrong, right])
    let column =
      #"{"log":{"entries":["#.count
      + wrong.prefix(upTo: wrong.range(of: #""abc""#)!.lowerBound).count + 1
    #expect(
      run.output
        == "a.har:1:\(column): error[schema] cookie: `page` is a string; the contract says "
        + "an integer  (GET /users 200 request)\n", "\(run.everything)")
    // The header counts, and without headers nothing is known.
    let header = Self.entry(page, accept + #",{"name":"cookie","value":"page=5; tok=1"}"#)
    #expect(try check([header, right]).output.isEmpty)
    #expect(try check([Self.entry(page, ""), right]).output.isEmpty)
    let none = try check([Self.entry("", accept), right])
    #expect(none.output.contains("[missing-credentials]"), "\(none.everything)")
  }
}
