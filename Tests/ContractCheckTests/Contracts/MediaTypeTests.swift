@_spi(Engine) @testable import ContractCaptures
import Testing

@testable import ContractCheck

struct MediaTypeTests {
  @Test(
    arguments: [
      ("application/json", "application/json"),
      (" Application/JSON ;Charset=UTF-8", "application/json; charset=UTF-8"),
      (
        "application/problem+json;q=\"a;b\\\"c\"; x=1",
        #"application/problem+json; q="a;b\"c"; x=1"#
      ),
      ("text/html;charset", "text/html"),
      ("a/b;", "a/b"),
      ("*/*", "*/*"),
    ])
  func typesAreRead(text: String, description: String) {
    #expect(MediaType(text)?.description == description)
  }

  @Test(arguments: ["", "json", "/", "a/", "/json", "a b/c", "a/b c", "a/b/c", "é/x", ";"])
  func otherTextsAreRefused(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test(
    arguments: [
      ("application/json", true), ("application/problem+json; charset=utf-8", true),
      ("application/vnd.api+JSON", true), ("text/json", true), ("application/x-json", true),
      ("text/html", false), ("application/jsonp", false), ("application/json-seq", false),
      ("image/json", false), ("application/x-www-form-urlencoded", false),
    ])
  func jsonIsTold(text: String, isJSON: Bool) {
    #expect(MediaType(text)?.isJSON == isJSON)
  }

  @Test(
    arguments: [
      ("application/json; charset=utf-8", "application/json", MediaType.Fit.exact),
      ("application/json", "application/json; v=2", .exact),
      ("application/problem+json", "application/*+json", .suffix),
      ("application/json", "application/*", .type),
      ("image/png", "*/*", .any),
      ("text/json", "application/json", .bothJSON),
      ("application/vnd.api+json", "application/json", .bothJSON),
      ("text/html", "application/json", nil),
      ("application/json", "application/xml", nil),
      ("text/html", "application/*", nil),
      ("application/json", "*/json", nil),
      ("application/json", "application/*+json", .bothJSON),
    ] as [(String, String, MediaType.Fit?)])
  func rangesFit(type: String, range: String, fit: MediaType.Fit?) throws {
    #expect(try #require(MediaType(type)).fit(try #require(MediaType(range))) == fit)
  }

  @Test func theClosestRangeIsTaken() throws {
    let ranges = ["*/*", "text/*", "application/json", "application/problem+json"]
      .compactMap(MediaType.init)
    func closest(_ text: String) -> Int? { MediaType(text)?.closest(of: ranges) }
    #expect(closest("application/problem+json") == 3)
    #expect(closest("application/json") == 2)
    #expect(closest("text/plain") == 1)
    #expect(closest("image/png") == 0)
    #expect(MediaType("image/png")?.closest(of: Array(ranges.dropFirst())) == nil)
  }
}
