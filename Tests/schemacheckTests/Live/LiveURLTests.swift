import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite(.enabled(if: LiveServer.hasLibcurl, "libcurl, which reads the URLs, is not here"))
struct LiveURLTests {
  @Test(
    arguments: [
      ("http://localhost", true), ("http://LOCALHOST:8080/x", true), ("http://127.0.0.1", true),
      ("http://127.255.0.9:1", true), ("http://[::1]:80/", true),
      ("http://localhost.example.com", false), ("http://127.0.0.1.example.com", false),
      ("http://128.0.0.1", false), ("http://0.0.0.0", false), ("http://[::2]", false),
      ("http://u:example.com@127.0.0.1/", true), ("http://127.0.0.1@example.com/", false),
      ("http://127.0.0.1:80@example.com/", false), ("http://localhost./", false),
    ])
  func `Loopback is told from what only looks like it`(text: String, isLoopback: Bool) throws {
    #expect(try LiveURL(text).isLoopback == isLoopback)
  }

  @Test(
    arguments: [
      ("example.com/path", LiveError.URLFault.noScheme), ("", .noScheme), ("/path", .noScheme),
      ("https://", .noHost), ("https:///", .noHost), ("ftp://example.com/", .foreignScheme),
      ("file:///etc/passwd", .foreignScheme), ("https://example.com:99999/", .badPort),
      ("https://example.com:x/", .badPort), ("https://[::1/", .badHost),
      ("https://example.com/a\nb", .controlCharacter),
      ("https://example.com\0.org/", .controlCharacter),
    ])
  func `A URL that cannot be sent to says why`(text: String, fault: LiveError.URLFault) {
    #expect(throws: LiveError.Cause.invalidURL(fault)) { try LiveURL(text) }
  }

  @Test(
    arguments: [
      ("https://a.test/b/c?d#e", "https://a.test/b/c?d"), ("HTTPS://a.test", "https://a.test/"),
      ("https://u:p@a.test:8443/", "https://a.test:8443/"),
      ("https://a.test/é ü", "https://a.test/%c3%a9%20%c3%bc"),
    ])
  func `A URL is normalised, without userinfo and fragment`(text: String, normal: String) throws {
    // Since 8.23 libcurl writes the digits of escapes as capitals, which means the same.
    #expect(try LiveURL(text).text.replacing("%C3%A9%20%C3%BC", with: "%c3%a9%20%c3%bc") == normal)
  }

  @Test(
    arguments: [
      ("https://a.test/x", "https://a.test:443/y", true),
      ("https://A.test/x", "https://a.test/y", true),
      ("https://a.test/x", "http://a.test/x", false),
      ("https://a.test/x", "https://a.test:8443/x", false),
      ("https://a.test/x", "https://b.a.test/x", false),
    ])
  func `An origin is scheme, host and port`(one: String, other: String, isSame: Bool) throws {
    #expect(try (LiveURL(one).origin == LiveURL(other).origin) == isSame)
  }

  @Test(
    arguments: [
      ("/x", "https://a.test/x"), ("x?y", "https://a.test/b/x?y"), ("?y", "https://a.test/b/c?y"),
      ("//b.test/x", "https://b.test/x"), ("../../x", "https://a.test/x"),
      ("http://u:p@b.test", "http://b.test/"),
    ])
  func `A Location is resolved, without credentials`(location: String, target: String) throws {
    let url = try LiveURL("https://u:p@a.test/b/c?d").resolving(location)
    #expect(url.text == target)
    #expect(url.credentials == nil)
  }
}
