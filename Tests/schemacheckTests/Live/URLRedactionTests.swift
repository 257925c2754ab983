@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Testing

@Suite struct URLRedactionTests {
  private static let apns = String(repeating: "0123456789abcdef", count: 4)
  private static let fcm = "dXN_-2:APA91b" + String(repeating: "aB3-_", count: 20)

  @Test(arguments: [
    ("https://a.test/b?token=abcdef&page=2", "https://a.test/b?token=‹6 characters›&page=2"),
    ("/b?page=2&Access_Token=x%20%C3%A9", "/b?page=2&Access_Token=‹3 characters›"),
    (
      "/b?api-key=é;code=1#jwt=abc&x=1",
      "/b?api-key=‹1 character›;code=‹1 character›#jwt=‹3 characters›&x=1"
    ),
    (
      "/b?user%5Bpassword%5D=p&%74oken=q",
      "/b?user%5Bpassword%5D=‹1 character›&%74oken=‹1 character›"
    ),
    (
      "/b?X-Amz-Signature=ab&clientSecret=abc&sig=a=b",
      "/b?X-Amz-Signature=‹2 characters›&clientSecret=‹3 characters›&sig=‹3 characters›"
    ),
    ("https://u:p@a.test/", "https://‹3 characters›@a.test/"),
    ("https://u@v:p@a.test:1/", "https://‹5 characters›@a.test:1/"),
    ("https://u:p/q?r#s@a.test/b", "https://‹9 characters›@a.test/b"),
    ("https:/u:p@a.test/", "https:/‹3 characters›@a.test/"),
    (#"https:\\u:p@a.test\x"#, #"https:\\‹3 characters›@a.test\x"#),
    ("u:p@a.test/x", "‹3 characters›@a.test/x"),
    ("//u:p@a.test", "//‹3 characters›@a.test"),
    (" https://u:p@a.test/x", " https://‹3 characters›@a.test/x"),
    ("\"u:p@a.test/x\"", "\"‹3 characters›@a.test/x\""),
    (#""https:\\\\u:p@a.test\\x""#, #""https:\\\\‹3 characters›@a.test\\x""#),
    ("/reset-password/a1b2c3", "/reset-password/‹6 characters›"),
    ("/api/verify/aBcDeF/x?y=1", "/api/verify/‹6 characters›/x?y=1"),
    ("/token/a1b2c3d4", "/token/‹8 characters›"),
    ("/token=abc/x", "/token=‹3 characters›/x"),
    ("/b?q=Bearer%20a1b2c3", "/b?q=‹13 characters›"),
    ("/b?q=basic+a1b2c3", "/b?q=‹12 characters›"),
    ("/b?next=%252Fx%253Ftoken%253Dabc", "/b?next=‹18 characters›"),
    ("/b?pin=1234&session=abc", "/b?pin=‹4 characters›&session=‹3 characters›"),
    ("/devices/\(apns)/x", "/devices/‹64 characters›/x"),
    ("/devices/\(fcm)", "/devices/‹113 characters›"),
    ("/devices/\(fcm.replacing(":", with: "%3A"))", "/devices/‹113 characters›"),
    ("/b?q=\(apns)&\(apns)", "/b?q=‹64 characters›&‹64 characters›"),
    ("/b;jsessionid=abc/c", "/b;jsessionid=‹3 characters›/c"),
    ("/#/r?access_token=abc", "/#/r?access_token=‹3 characters›"),
    ("/b?to=https%3A%2F%2Fa.test%2F%3Ftoken%3Dabc", "/b?to=‹25 characters›"),
  ])
  func `Secrets are shown as their length`(url: String, shown: String) {
    #expect(URLRedaction.redact(url) == shown)
    #expect(URLRedaction.redact(shown) == shown, "redacting twice changes nothing more")
  }

  @Test(arguments: [
    "", "?", "#", "?&&;=", "://", "https://", "a", "https://a.test:8443/b/c?page=1&limit=20#top",
    "/devices/123e4567-e89b-12d3-a456-426614174000", "/properties?listing_key=abc&keyword=x",
    "/b?token=&key", "https://[::1]:80/x", "https://a.test/@alice/posts", "/tokens/codes/keys",
    "/a-long-article-about-something-else-of-2024", "/b?to=https%3A%2F%2Fa.test%2Fx%3Fy%3D1",
    "https://a.test/caf\u{E9}?q=\u{1F600}", "/%zz%4", "C:\\Users\\x",
    "/verify/email", "/token/refresh", "/tokens/42", "/b?q=Bearer%20tokens", "/b?q=a%2520b",
    "/b?to=https%3A%2F%2Fa.test%2F%3Fto%3Dhttps%253A%252F%252Fb.test%252F%253Fx%253D1",
    "/position?position=1&sessions=2&spin=3", "/country=us1234/x",
  ])
  func `The rest stays readable`(url: String) {
    #expect(URLRedaction.redact(url) == url)
  }

  @Test func `Nested and long texts are taken in their stride`() {
    let nested = String(repeating: "/?u=a://", count: 20_000)
    #expect(URLRedaction.redact(nested).utf8.count <= nested.utf8.count)
    let long = "/?" + String(repeating: "token=a&", count: 20_000)
    #expect(!URLRedaction.redact(long).contains("=a&"))
  }
}
