import Testing

@testable import ContractCheck

struct PathTemplateTests {
  @Test(
    arguments: [
      ("/api/v1/users/{username}/locations", "/api/v1/users/alice/locations", ["username=alice"]),
      ("/api/users/{name}/places", "/api//users/a%20b%2Fc/places/", ["name=a b/c"]),
      ("/a/{x}", "/b/../a/./%C3%A9", ["x=é"]),
      ("/a/{x}", "/a/b/c", nil),
      ("/a/{x}", "/a", nil),
      ("/a/{x}", "/a//", nil),
      ("/a/b", "/a/%62", []),
      ("/a%20b", "/a%20b", []),
      ("/A", "/a", nil),
      ("/", "", []),
      ("/", "/x", nil),
      ("/{a}-{b}", "/x-y-z", ["a=x", "b=y-z"]),
      ("/{a}-{b}", "/-y", nil),
      ("/{a}-{b}", "/--y", ["a=-", "b=y"]),
      ("/{a}-{b}", "/x-", nil),
      ("/{name}.json", "/a.json.json", ["name=a.json"]),
      ("/{name}.json", "/.json", nil),
      ("/v{n}/x", "/v2/x", ["n=2"]),
      ("/v{n}/x", "/v/x", nil),
      ("/({a},{b})", "/(1,2)", ["a=1", "b=2"]),
      ("/({a},{b})", "/(1,)", nil),
      ("/({a},{b})", "/(1,2", nil),
    ] as [(String, String, [String]?)])
  func pathsMatch(template: String, path: String, parameters: [String]?) throws {
    let found = try PathTemplate(template).match(RequestPath(path))
    #expect(found?.map { "\($0.name)=\($0.value)" } == parameters)
  }

  @Test(
    arguments: [
      ("a", PathTemplateError.noLeadingSlash), ("", .noLeadingSlash),
      ("/{a", .unmatchedBrace), ("/a}", .unmatchedBrace), ("/{a{b}}", .unmatchedBrace),
      ("/{a/b}", .unmatchedBrace), ("/{}", .emptyName), ("/{a}/{a}", .repeatedName("a")),
      ("/{a}{b}", .adjacentParameters("a", "b")), ("/a?b=1", .queryOrFragment),
      ("/a#b", .queryOrFragment),
    ])
  func brokenTemplatesAreRefused(text: String, error: PathTemplateError) {
    #expect(throws: error) { try PathTemplate(text) }
    #expect(!error.message.isEmpty)
  }

  @Test func moreLiteralTextIsMoreSpecific() throws {
    // From the most to the least specific.
    let order = [
      "/users/me/x", "/users/{id}.json/x", "/users/{id}.{ext}/x", "/users/{id}/x",
      "/users/{id}/{part}", "/{a}/me/x", "/{a}/{b}/{c}",
    ]
    let templates = try order.map { try PathTemplate($0) }
    #expect(
      templates.reversed().sorted { $1.specificity < $0.specificity }.map(\.description) == order)
  }

  @Test(
    arguments: [
      ("/a/{x}", "/a/{y}", true), ("/a/{x}", "/a/{x}/", true), ("/a/{x}", "/b/{x}", false),
      ("/a/{x}", "/a/b", false), ("/a/{x}", "/a/{x}/b", false), ("/{x}/b", "/a/{y}", false),
      ("/{a}.x", "/{b}.x", true), ("/{a}.x", "/{b}.y", false), ("/x{a}", "/y{a}", false),
      ("/x{a}", "/{a}y", true), ("/{a}-{b}", "/{c}-{d}", true),
    ])
  func tiesAreToldApart(first: String, second: String, isAmbiguous: Bool) throws {
    let left = try PathTemplate(first)
    let right = try PathTemplate(second)
    #expect(left.isAmbiguous(with: right) == isAmbiguous)
    #expect(right.isAmbiguous(with: left) == isAmbiguous)
  }

  @Test func parameterNamesInOrder() throws {
    #expect(try PathTemplate("/{b}/x/{a}-{c}").parameterNames == ["b", "a", "c"])
  }

  @Test(
    arguments: [
      ("https://h/api/v1/", "/api/v1/users/1", "/users/1"), ("https://h", "/users", "/users"),
      ("/api", "/api", "/"), ("https://h/api", "/apis/x", nil), ("https://h/a%70i", "/api/x", "/x"),
      ("https://h/api/v1", "/api", nil),
    ] as [(String, String, String?)])
  func basePathsAreRemoved(server: String, path: String, rest: String?) {
    #expect(
      ServerPattern(server).remainder(of: RequestPath(path))?.description == rest)
  }
}
