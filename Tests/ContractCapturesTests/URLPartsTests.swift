@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

struct URLPartsTests {
  @Test(
    arguments: [
      (
        "HTTPS://user:pw@API.Example.com:8443/a%20b/?q=1&r=#top",
        ["https", "api.example.com", "8443", "/a%20b/", "q=1&r="]
      ),
      ("https://h", ["https", "h", "443", "", nil]),
      ("http://h?x", ["http", "h", "80", "", "x"]),
      ("//h:1/p", [nil, "h", "1", "/p", nil]),
      ("/p?", [nil, nil, nil, "/p", ""]),
      ("p/q:1/r", [nil, nil, nil, "p/q:1/r", nil]),
      ("localhost:3000/api", [nil, "localhost", "3000", "/api", nil]),
      ("localhost:3000", [nil, "localhost", "3000", "", nil]),
      ("http://[::1]:80/x", ["http", "::1", "80", "/x", nil]),
      ("http://[::1]", ["http", "::1", "80", "", nil]),
      ("http://h:99999999999999999999/", ["http", "h", "80", "/", nil]),
      ("data:text/plain,hi", ["data", nil, nil, "text/plain,hi", nil]),
      ("http:///p", ["http", nil, "80", "/p", nil]),
      ("", [nil, nil, nil, "", nil]),
      // A template of a path, an encoded path, an address without a scheme, and a text.
      ("{tenant}/users", [nil, nil, nil, "{tenant}/users", nil]),
      ("%2Fusers/%7B", [nil, nil, nil, "%2Fusers/%7B", nil]),
      ("[::1]/users", [nil, nil, nil, "[::1]/users", nil]),
      ("*users/1", [nil, nil, nil, "*users/1", nil]), ("*", [nil, nil, nil, "*", nil]),
      ("<a", [nil, nil, nil, "<a", nil]), ("<>/users", [nil, nil, nil, "<>/users", nil]),
    ] as [(String, [String?])])
  func everyTextHasAReading(url: String, parts: [String?]) {
    let split = URLParts(url)
    #expect(
      [split.scheme, split.host, split.effectivePort.map(String.init), split.path, split.query]
        == parts)
  }

  /// What recorders and mocks write in place of a server.
  @Test(arguments: [
    "*/users/1", "**/users/1", "*://api.example/users/1", "{{baseUrl}}/users/1",
    "{{ _.base_url }}/users/1", "${API}/users/1", "<API_URL>/users/1", "<API_URL>users/1",
    "[API]/users/1", "%API%/users/1", "***/users/1", "<SCHEME>://<HOST>:<PORT>/users/1",
    "{{host}}:8080/users/1", "{{tenant}}.api.example/users/1", "<A>-eu.api.example/users/1",
  ])
  func aPlaceholderIsTheServer(url: String) {
    for (query, part) in [("", nil), ("?page=<B>/2", "page=<B>/2")] {
      let split = URLParts(url + query)
      #expect(split.hasOpenServer && split.path == "/users/1" && split.query == part, "\(split)")
    }
    #expect(!URLParts("https://<HOST>/users").hasOpenServer)
  }

  @Test func queryItemsAreDecodedInOrder() {
    let items = URLParts("/?page=2&pageSize=10&q=a+b%26c&flag&&q=%C3%A9%zz").queryItems
    #expect(items.map(\.name) == ["page", "pageSize", "q", "flag", "q"])
    #expect(items.map(\.value) == ["2", "10", "a b&c", "", "é%zz"])
  }

  @Test func formFieldsKnowTheirPlace() {
    let text = Array("a=b%20c&d=&e".utf8)
    let fields = FormField.parse(text)
    #expect(fields.map(\.value) == ["b c", "", ""])
    #expect(
      fields.map { String(decoding: text[$0.valueRange.offset..<$0.valueRange.end], as: UTF8.self) }
        == ["b%20c", "", ""])
  }
}
