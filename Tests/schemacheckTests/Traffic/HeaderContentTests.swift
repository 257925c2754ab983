import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Headers and parameters that the contract describes by `content`.
@Suite struct HeaderContentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let object =
    #"{"type": "object", "required": ["k"], "properties": {"k": {"type": "integer"}}}"#

  private func check(_ request: String, _ response: String, _ url: String = "/x") throws -> Scenario
  {
    let object = Self.object
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/x": {"get": {
       "parameters": [
        {"name": "X-Filter", "in": "header", "content": {"application/json": {"schema": \(object)}}},
        {"name": "q", "in": "query", "content": {"application/json": {"schema": \(object)}}},
        {"name": "X-Pass", "in": "header", "content": {"application/jwt": {"schema":
         {"type": "string", "minLength": 3}}}}],
       "responses": {"200": {"description": "d", "headers": {
        "X-Rate": {"required": true, "content": {"application/vnd.rate+json": {"schema": \(object)}}},
        "X-Count": {"content": {"text/plain": {"schema": {"type": "integer"}}}},
        "X-Plain": {"schema": \(object)},
        "X-Other": {"content": {"application/cbor": {"schema": \(object)}}}}}}}}}}
      """, to: "c.json")
    return Scenario.run(
      "check", "-", "-c", contract, "--no-config", "-f", "concise", "--exit-zero",
      input:
        #"{"method": "GET", "url": "\#(url)", "status": 200, "requestHeaders": {\#(request)}, "responseHeaders": {\#(response)}}"#
        + "\n")
  }

  private func found(_ run: Scenario) -> [String] {
    run.output.split(separator: "\n").map { line in
      let start = line.range(of: "] ")?.upperBound ?? line.startIndex
      return String(line[start...].prefix { $0 != "(" }.dropLast(2))
    }
  }

  @Test func rightValuesAreSilent() throws {
    let run = try check(
      #""X-Filter": "{\"k\": 1}", "X-Pass": "abc""#,
      #""X-Rate": "{\"k\": 2}", "X-Count": "5", "X-Plain": "{\"k\": 3}", "X-Other": "\u0001""#,
      "/x?q=%7B%22k%22:1%7D")
    #expect(run.output.isEmpty, "\(run.output)")
    #expect(
      run.errors.contains(
        "the media type of `X-Other` cannot be read, so its values are not checked"))
  }

  @Test func wrongValuesAreFound() throws {
    let run = try check(
      #""X-Filter": "{\"k\": \"x\"}", "X-Pass": "ab""#,
      #""X-Rate": "{}", "X-Count": "five", "X-Plain": "{\"k\": []}""#, "/x?q=%7B%22k%22:true%7D")
    #expect(
      found(run) == [
        "query parameter `q`: `k` is a boolean; the contract says an integer",
        "header parameter `X-Filter`: `k` is a string; the contract says an integer",
        "header parameter: `X-Pass` has 2 characters; at least 3 are needed",
        "response header `X-Rate`: `k` is missing",
        "response header: `X-Count` is a string; the contract says an integer",
        "response header `X-Plain`: `k` is an array; the contract says an integer",
      ], "\(run.output)")
  }

  @Test func whatIsNotJSONIsFound() throws {
    let run = try check(#""X-Filter": "k=1""#, #""X-Rate": "{\"k\": 1""#)
    #expect(
      found(run) == [
        "header parameter: `X-Filter` is not JSON: `k` is not JSON; strings need double quotes",
        "response header: `X-Rate` is not JSON: the text ends inside an object; it may have been "
          + "cut off",
      ], "\(run.output)")
    #expect(
      found(try check("", #""Date": "x""#)) == ["response header `X-Rate` is missing"])
  }
}
