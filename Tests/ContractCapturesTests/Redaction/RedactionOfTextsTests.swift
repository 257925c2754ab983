@_spi(Engine) @testable import ContractCaptures
import Testing

@testable import ContractCheck

/// Texts in texts: what is hidden in a value, a line of a log or an error, and what stays.
@Suite struct RedactionOfTextsTests {
  @Test(arguments: [
    ("bad token: Zq9xKw4V", "bad token: ‹8 characters›"),
    ("bad token: swordfish", "bad token: ‹9 characters›"),
    ("the token: Zq9xKw4V has expired", "the token: ‹8 characters› has expired"),
    ("Invalid API key: swordfish.", "Invalid API key: ‹9 characters›."),
    ("Authorization: Bearer swordfish", "Authorization: Bearer ‹9 characters›"),
    ("token: Bearer swordfish, x", "token: Bearer ‹9 characters›, x"),
    ("Set-Cookie: a=b1; Path=/", "Set-Cookie: a=‹2 characters›; Path=/"),
    ("Cookie: a=bc; d=efg", "Cookie: a=‹2 characters›; d=‹3 characters›"),
    (#"{"password":"abc"}"#, #"{"password":"‹3 characters›"}"#),
    ("{'password': 'abc'}", "{'password': '‹3 characters›'}"),
    ("a=1&password=abc&b=2", "a=1&password=‹3 characters›&b=2"),
    ("%22password%22%3A%22abc%22", "%22password%22%3A%22‹3 characters›%22"),
    ("&quot;token&quot;:&quot;abc&quot;", "&quot;token&quot;:&quot;‹3 characters›&quot;"),
    ("<token>abc</token>", "<token>‹3 characters›</token>"),
    ("<a token=\"abc\"/>", "<a token=\"‹3 characters›\"/>"),
    ("<input type='password' value='abc'>", "<input type='password' value='‹3 characters›'>"),
    ("https://me:abc@h.test/a", "https://‹6 characters›@h.test/a"),
    ("api_key = abc", "api_key = ‹3 characters›"),
    ("password => abc", "password => ‹3 characters›"),
    ("pin: 1234", "pin: ‹4 characters›"),
  ])
  func `Secrets are hidden, and the rest stays`(text: String, expected: String) {
    #expect(Redaction.text(text) == expected)
    #expect(Redaction.text(expected) == expected)
    #expect(Redaction.shown(text, ofProperty: "note") == expected)
  }

  @Test(arguments: [
    "Invalid token: must have 32 characters", "Password: required", "token: expired",
    "The password is wrong", "session: Keynote", "Session: Introduction to Swift",
    "auth: failed to connect", "Reset your password: open the mail and follow the link",
    #"{"token_type":"bearer","password_required":true}"#, "token_type=bearer&expires_in=3600",
    "Authorization: Bearer <token>", "use `Authorization: Bearer <token>` in each request",
    "Authorization: header missing", "Cookie: required", "tokens: 1500", "tokens: 0, words: 12",
    "next page token: abc-def", "primary key: user_id", "<token>", "put <password> here",
    "<p>Forgot your password?</p>", "a: b, c: d", "12:30", "https://host.test/a?page=2#top",
    "mailto:ada@host.test", "ios, android", "error: 404", "x = 1", "1 < 2 and 3 > 2",
    "50% off: yes",
    "key: value", "Secret Santa: bring a gift", "Password: 3 attempts left",
  ])
  func `What is no secret stays`(text: String) {
    #expect(Redaction.text(text) == text)
    let json = Array("{\"note\": \(quoted(text)), \"enum\": [\"ios\", \"android\"]}".utf8)
    let shown = Redaction(json).applied(to: json)
    #expect(String(decoding: shown, as: UTF8.self) == String(decoding: json, as: UTF8.self))
  }

  /// A header of a cassette ends before the next header. Lines that continue it stay hidden.
  @Test(arguments: [
    "- request:\n    headers:\n      Authorization:\n      - Bearer SECRET\n      Accept:\n      - x\n",
    "- request:\n    headers:\n      Cookie:\n      - a=SECRET\n      - b=SECRET\n      Accept: x\n",
    "h:\n  Set-Cookie: |\n    a=SECRET;\n    b=SECRET\n  Accept: x\n",
    "GET / HTTP/1.1\nAuthorization: Bearer\n SECRET\nAccept: x\n",
  ])
  func `A header in YAML ends before the next one`(text: String) {
    let bytes = Array(text.replacing("SECRET", with: "Zq9xKw4VtR").utf8)
    let shown = Redaction(bytes, isMalformed: true).applied(to: bytes)
    let result = String(decoding: shown, as: UTF8.self)
    #expect(!result.contains("Zq9xKw4VtR"), "\(result)")
    #expect(result.contains("Accept:"), "\(result)")
  }

  @Test(arguments: [
    (#"{"path":"/tokens/SECRET"}"#, false), (#"{"req":{"url":"/a/verify/SECRET?b=1"}}"#, false),
    (#"{":path":"/orders/1?filter[password]=SECRET"}"#, false),
    ("a=1&user[password]=SECRET&b=2", true),
    (#"{"rawHeaders":["Accept","x","Authorization","SECRET","Host","h"]}"#, false),
    (#"{"headers": [["X-Api-Key", "SECRET"], ["Accept", "y"]]}"#, false),
    (#"{"note":"{:password=>\"SECRET\"}"}"#, false),
    (#"{"note":"{\"password\" \"SECRET\"}"}"#, false),
    (
      #"{"note":"--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nSECRET\r\n--b--"}"#,
      false
    ),
    (
      #"{"note":"--b\nContent-Disposition: form-data; name=password\nX: y\n\nSECRET\n--b--"}"#,
      false
    ),
    (#"{"fields": [{"name" "password", "value": "SECRET"}]}"#, true),
    ("$ http -a me:SECRET GET https://h/1\nHTTP/1.1 200 OK\n", true),
    ("$ xh --auth me:SECRET h/1\n", true),
    ("HTTP/1.1 200 OK\nAuthorization SECRET\nAccept: x\n\n{", true),
    (#"1.2.3.4 - - [x] "GET /verify/SECRET HTTP/1.1" 200 5"#, true),
    ("time=1 path=/verify/SECRET status=200", true), (":path: /verify/SECRET\n", true),
  ])
  func `Secrets in other notations`(text: String, isMalformed: Bool) {
    let bytes = Array(text.replacing("SECRET", with: "zq9xKw4V").utf8)
    let shown = Redaction(bytes, isMalformed: isMalformed).applied(to: bytes)
    let expected = text.replacing("me:SECRET", with: "‹11 characters›")
      .replacing("SECRET", with: "‹8 characters›")
    #expect(String(decoding: shown, as: UTF8.self) == expected)
  }

  @Test func `A URL behind a long path`() {
    let path = "/" + String(repeating: "ab/", count: 4_000)
    let text = "{\"path\":\"\(path)?next=https://h.test/verify/zq9xKw4V?a=1\"}"
    let bytes = Array(text.utf8)
    let shown = String(decoding: Redaction(bytes).applied(to: bytes), as: UTF8.self)
    #expect(shown.hasSuffix("?next=‹34 characters›\"}"), "\(shown.suffix(60))")
  }

  @Test(arguments: [
    #"{"required":["password","name"],"path":"/users/12345","file":"/tokens/readme"}"#,
    #"{"headers":["Accept","Content-Type"],"rawHeaders":["Host","api.test","Accept","a"]}"#,
    #"{"a":"/v1/orders/A12345?page=2&sort[name]=asc","b":"and/or","c":"form-data; name=\"a\"\n\nb"}"#,
  ])
  func `Other paths and lists stay`(text: String) {
    let bytes = Array(text.utf8)
    #expect(Redaction(bytes).masks.isEmpty)
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  @Test func `A text is hidden alike in a value and in its body`() {
    for text in ["bad token: swordfish", "Set-Cookie: a=bcd; Path=/", "<token>abc</token>"] {
      let json = Array("{\"note\": \"\(text)\"}".utf8)
      let shown = String(decoding: Redaction(json).applied(to: json), as: UTF8.self)
      #expect(shown == "{\"note\": \"\(Redaction.text(text))\"}")
    }
  }

  @Test func `Regular expressions of secrets`() {
    for pattern in ["^[0-9a-f]{64}$", "^Bearer .+$", "^ghp_[A-Za-z0-9]{36}$", "^[A-Z]{2}-\\d+$"] {
      #expect(Redaction.shown(pattern: pattern, ofSecret: true) == pattern)
    }
    for pattern in ["^swordfish$", "^(hunter2|letmein)$", "hunter2[0-9]?"] {
      #expect(Redaction.shown(pattern: pattern, ofSecret: true).hasPrefix("‹"))
      #expect(Redaction.shown(pattern: pattern, ofSecret: false) == pattern)
    }
  }

  @Test(arguments: [
    "{", "}", ":", "<", "<a ", "<a x='", "<token>", "=", "= ", "token: ", "token: a ",
    "cookie: a; ",
    "authorization: a b ", "&quot;", "%25", "%3C", "\\\\", "\\\"", "'", "\"", "a:b@", "://", "<a =",
    "https://h/%3Ctoken%3E", "<![CDATA[", "<token><![CDATA[", "curl -u ", "token: \"", "token: '",
    "‹12 characters›", "{\"token\":[", "eyJ", "\"/a", " /", "]=", "\"headers\":[\"a\",",
    "form-data; name=\"pin\"\n\n", "name=", "\nCookie ", "\"pin\" ",
  ])
  func `Hostile texts take linear time`(part: String) {
    let text = String(repeating: part, count: 50_000 / part.utf8.count)
    // Twice as much is at most about twice as much work: this would take many minutes otherwise.
    _ = Redaction.text(text)
    _ = Redaction(Array(text.utf8), isMalformed: true)
    _ = Redaction(Array("[\"\(text)\"]".utf8))
  }
}
