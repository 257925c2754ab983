@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct RedactionTests {
  /// `text` with its secrets masked, as a frame would show it.
  private func shown(
    _ text: String, isMalformed: Bool = false, names: [String] = []
  ) -> String {
    let bytes = Array(text.utf8)
    var shown: [UInt8] = []
    var offset = 0
    for mask in Redaction(bytes, isMalformed: isMalformed, names: names).masks {
      shown += bytes[offset..<mask.range.offset]
      shown += Redaction.masked(mask.characters).utf8
      offset = mask.range.end
    }
    return String(decoding: shown + bytes[offset...], as: UTF8.self)
  }

  @Test(arguments: [
    "deviceToken", "device_token", "DEVICE-TOKEN", "password", "passwordHash", "password_hash",
    "newPassword", "refreshToken", "accessToken", "access_token", "token", "authorization",
    "Proxy-Authorization", "cookie", "Set-Cookie", "secret", "clientSecret", "apiKey", "x-api-key",
    "sessionId", "jwt", "idToken", "tokenValues", "pushToken", "private_key", "credentials",
    "p\\u0061ssword",
    "\\u0074oken",
  ])
  func propertiesThatHoldSecrets(name: String) {
    #expect(
      shown("{\"\(name)\": \"hunter2\", \"a\": 1}") == "{\"\(name)\": \"‹7 characters›\", \"a\": 1}"
    )
    #expect(shown("{\"\(name)\" :\n 42}") == "{\"\(name)\" :\n ‹2 characters›}")
  }

  @Test(arguments: [
    "listing_key", "placeId", "name", "key", "code", "token_type", "tokenCount", "expiresIn",
    "passwordChangedAt", "author", "lat", "description", "pinned", "signature",
  ])
  func propertiesThatDoNot(name: String) {
    let text = "{\"\(name)\": \"hunter2\"}"
    #expect(shown(text) == text)
  }

  @Test(arguments: [
    "connect.sid", "session", "sig", "tokenValue", "passwordAt", "pin", "cvv", "ssn",
  ])
  func propertiesThatHoldSecretsAsScalars(name: String) {
    #expect(shown("{\"\(name)\": \"s:ab\", \"a\": 1}").contains(": \"‹4 characters›\", \"a\": 1"))
    #expect(shown("{\"\(name)\": 1234}") == "{\"\(name)\": ‹4 characters›}")
    for text in [
      "{\"\(name)\": {\"user\": \"alice\"}}", "{\"\(name)\": [\"a\", 1]}",
      // Values of tokens are tokens.
      "{\"\(name)\(name == "tokenValue" ? "Count" : "s")\": \"a\", \"\(name)Name\": \"b\"}",
    ] where name != "passwordAt" {
      #expect(shown(text) == text)
    }
    #expect(Redaction.shown("ab", ofProperty: name) == "‹2 characters›")
  }

  @Test func constantsAreNoSecrets() {
    for text in [
      "{\"token\": null}", "{\"secret\": true,\"a\":1}", "{\"password\":false}", "{\"token\":\"\"}",
    ] {
      #expect(shown(text) == text)
    }
  }

  @Test func charactersAreCountedAsTheReaderSeesThem() {
    #expect(shown(#"{"token": "a\"b\\\u00e9é日"}"#) == "{\"token\": \"‹7 characters›\"}")
    #expect(shown(#"{"token": "x"}"#) == "{\"token\": \"‹1 character›\"}")
    #expect(Redaction.masked(64) == "‹64 characters›")
  }

  @Test func secretsInContainers() {
    #expect(
      shown(#"{"tokens": ["abc", {"id": 7, "on": true, "x": null}, ["de"]], "b": "c"}"#)
        == #"{"tokens": ["‹3 characters›", {"id": ‹1 character›, "on": true, "x": null}, ["‹2 characters›"]], "b": "c"}"#
    )
  }

  @Test func keysThatAreTokens() {
    let digits = String(repeating: "0a1b2c3d", count: 8)
    #expect(
      shown("{\"devices\": {\"\(digits)\": {}}}") == "{\"devices\": {\"‹64 characters›\": {}}}")
    #expect(
      shown(#"{"tokens":{"a1b2c3d4e":{"a":1}}}"#)
        == #"{"tokens":{"‹9 characters›":{"a":‹1 character›}}}"#)
    let words = #"{"devices":{"a1b2c3d4e":{"refreshes":true}},"tokens":{"refreshed":null}}"#
    #expect(shown(words) == words)
  }

  @Test(arguments: [
    (#"{"u": "https:\\\\me:abc@h\\api"}"#, #"{"u": "https:\\\\‹6 characters›@h\\api"}"#),
    (#"{"u": "me:abc@h/x"}"#, #"{"u": "‹6 characters›@h/x"}"#),
    (#"{"u": "https:\/\/me:abc@h\/x"}"#, #"{"u": "https:\/\/‹6 characters›@h\/x"}"#),
  ])
  func passwordsOfAddresses(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test func addressesWithoutPasswordsStay() {
    let text = #"{"a": "mailto:a@b.test", "b": "acct:a@b.test", "c": "a@b.test", "d": "@a: @b"}"#
    #expect(shown(text) == text)
  }

  @Test(arguments: [
    "curl --user me:hunter2 https://h/x", "curl -u 'me:hunter2' https://h/x",
    "curl https://h/x \\\n  --cookie hunter2", "curl --proxy-user=me:hunter2 https://h/x",
  ])
  func optionsOfCurl(text: String) {
    let shown = shown(text, isMalformed: true)
    #expect(!shown.contains("hunter2") && shown.contains("https://h/x"), "\(shown)")
  }

  @Test func furtherNamesAndRanges() {
    #expect(shown(#"{"push_handle": "abc"}"#, names: ["pushHandle"]).contains("‹3 characters›"))
    let bytes = Array("0123456789".utf8)
    let redaction = Redaction(
      bytes,
      ranges: [
        ByteRange(offset: 6, length: 99), ByteRange(offset: 2, length: 2),
        ByteRange(offset: 3, length: 2), ByteRange(offset: -4, length: 2),
        ByteRange(offset: 5, length: -3), ByteRange(offset: .max, length: .max),
      ])
    #expect(redaction.masks.map(\.range.offset) == [2, 6])
    #expect(redaction.masks.map(\.range.length) == [3, 4])
    #expect(redaction.mask(covering: 1) == nil && redaction.mask(covering: 5) == nil)
    #expect(redaction.mask(covering: 4)?.range.offset == 2)
    #expect(redaction.mask(covering: 9)?.range.offset == 6)
  }

  @Test func valuesThatAreCredentials() {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
    #expect(!shown("{\"x\": \"\(token)\"}").contains("eyJ"))
    #expect(!shown("{\"x\": \"Bearer 0123456789abcdef\"}").contains("0123"))
    #expect(!shown("{\"next\": \"https://h/x?page=2&access_token=abcdef&b=1\"}").contains("abcdef"))
    #expect(shown("{\"next\": \"/x?page=2&limit=3\"}") == "{\"next\": \"/x?page=2&limit=3\"}")
    #expect(shown("{\"m\": \"Bearer tokens expire\"}") == "{\"m\": \"Bearer tokens expire\"}")
  }

  @Test func messagesInWordsStayReadable() {
    let text = #"{"error": "Invalid token: must have 32 characters"}"#
    #expect(shown(text) == text)
  }

  @Test func namesAndValuesApart() {
    let pairs = #"[{"name":"Cookie","value":"abc"},{"name":"Accept","value":"json"}]"#
    #expect(shown(pairs).contains("‹3 characters›") && shown(pairs).contains("\"json\""))
    let swapped = #"[{"value":"text","name":"Accept"},{"value":"a{}b","name":"Authorization"}]"#
    #expect(shown(swapped).contains("\"text\"") && !shown(swapped).contains("a{}b"))
  }

  @Test func jsonInStrings() {
    let once = #"{"text": "{\"password\":\"hun\\\"ter2\",\"lat\":1}"}"#
    // Counted in the outer string, where the inner quote takes two escapes.
    #expect(shown(once) == #"{"text": "{\"password\":\"‹9 characters›\",\"lat\":1}"}"#)
    let list = #"{"text": "{\"tokens\":[\"abc\",\"de\"],\"lat\":\"y\"}", "z": "w"}"#
    #expect(!shown(list).contains("abc") && !shown(list).contains("de\\"))
    #expect(shown(list).contains("\"z\": \"w\""))
    let twice = #"{"t": "\"{\\\"token\\\":\\\"abc\\\"}\""}"#
    #expect(!shown(twice).contains("abc"))
    let number = #"{"text": "{\"token\":12345}"}"#
    #expect(shown(number) == #"{"text": "{\"token\":‹5 characters›}"}"#)
  }

  // MARK: Bodies that do not parse

  @Test(arguments: [
    #"{"password": "hunter2" "name": "x"}"#, #"{"a": "b, "password": "hunter2"}"#,
    #"{"password": "hunter2, "name": "x"}"#, #"{"password": "hunter2"#, #"{"password": "hun"#,
    #"{'password': 'hunter2'}"#, #"{password: "hunter2"}"#, #"{password: hunter2}"#,
    #"{"a": 1,}, "password": "hunter2""#, "{\"password\": \"hun\nter2\"}",
    #"{"password": "hun"ter2", "a": 1}"#, #"{"password": "hun" ter2"}"#,
    "password=hunter2&name=x", "email=a&password=hunter2", "Authorization: Basic hunter2",
    "Cookie: a=hunter2, b=c", #"{"password": hunter2}"#, #"{"password": ["hunter2", "x"#,
    #"{"password"=>"hunter2"}"#, #"{"password" => "hunter2"}"#, #"{:password => "hunter2"}"#,
    #"{"password" "hunter2"}"#, #"{"password""hunter2"}"#, #"password = "hunter2""#,
    "Set-Cookie: theme=dark;\n hunter2", "Set-Cookie: theme=dark;\r\n\thunter2\r\n b: c",
    #"{"password" : \"hunter2\"}"#, "{\"password\":\n\n\"hunter2\"",
  ])
  func secretsOfMalformedBodies(text: String) {
    let shown = shown(text, isMalformed: true)
    #expect(!shown.contains("hun") && !shown.contains("ter2"), "\(shown)")
    #expect(shown.contains("character"))
  }

  @Test func aMissingCommaHidesNoMore() {
    #expect(
      shown(#"{"password": "hunter2" "name": "x"}"#, isMalformed: true)
        == #"{"password": "‹7 characters›" "name": "x"}"#)
  }

  @Test func everyTruncationKeepsTheSecret() {
    let text = Array(
      #"{"user": {"name": "Ada", "password" : "hunter2"}, "token": ["hunter2"]}"#.utf8)
    for length in 0...text.count {
      let part = String(decoding: text[..<length], as: UTF8.self)
      #expect(!shown(part, isMalformed: true).contains("hunt"))
    }
  }

  @Test func aMissingByteKeepsTheSecret() {
    let text = Array(#"{"user": {"name": "Ada", "password" : "hunter2"}, "b": ["c"]}"#.utf8)
    let name = Array("password".utf8)
    for index in text.indices {
      var changed = text
      changed.remove(at: index)
      let text = String(decoding: changed, as: UTF8.self)
      // Without its name or its colon nothing says that the value is a secret.
      guard changed.containsRun(name), changed.contains(where: { $0 == 0x3A }),
        text.contains("password\" :") || text.contains("password :") || text.contains("password\":")
      else { continue }
      #expect(!shown(text, isMalformed: true).contains("nter2"), "\(text)")
    }
  }

  @Test
  func hostileBodiesTakeLinearTime() {
    let opening = String(repeating: #"{"token":"#, count: 40_000)
    #expect(!Redaction(Array((opening + "\"x").utf8), isMalformed: true).masks.isEmpty)
    let quoted = String(repeating: #"\"token\":\"#, count: 40_000)
    _ = Redaction(Array(quoted.utf8), isMalformed: true)
    let strings = String(repeating: #""token":"\\\"#, count: 40_000)
    _ = Redaction(Array(strings.utf8), isMalformed: true)
    let colons = String(repeating: ":", count: 400_000)
    #expect(Redaction(Array(colons.utf8), isMalformed: true).masks.isEmpty)
    let spaces = "\"token\":" + String(repeating: " ", count: 400_000)
    #expect(Redaction(Array(spaces.utf8), isMalformed: true).masks.isEmpty)
  }

  // MARK: Frames

  @Test func caretsStayUnderTheirPlace() {
    let frame = CodeFrameTests.cut(#"{"deviceToken":"0123456789abcdef","platform":«"iOS"»}"#)
    #expect(frame.text == #"{"deviceToken":"‹16 characters›","platform":"iOS"}"#)
    #expect(frame.carets == String(repeating: " ", count: 44) + "^^^^^")
    let inside = CodeFrameTests.cut(#"{"deviceToken":«"0123456789abcdef"»}"#)
    #expect(inside.carets == String(repeating: " ", count: 15) + String(repeating: "^", count: 17))
    let within = CodeFrameTests.cut(#"{"deviceToken":"0123«4567»89abcdef"}"#)
    #expect(within.text == #"{"deviceToken":"‹16 characters›"}"#)
    #expect(within.carets == String(repeating: " ", count: 16) + String(repeating: "^", count: 15))
  }

  @Test func aSecretPartlyOutsideTheWindowIsNotShown() {
    let secret = String(repeating: "0123456789abcdef", count: 40)
    let filler = String(repeating: "\"id\":1234567890,", count: 400)
    for gap in 0..<130 {
      let space = String(repeating: " ", count: gap)
      let before = CodeFrameTests.cut(
        "{\(filler)\"token\":\"\(secret)\",\(space)«\"lat\"»:1,\(filler)}")
      #expect(!before.text.contains("abcdef"))
      let after = CodeFrameTests.cut(
        "{\(filler)«\"lat\"»:1,\(space)\"token\":\"\(secret)\",\(filler)}")
      #expect(!after.text.contains("abcdef"))
    }
  }

  @Test func aSecretOverSeveralLinesIsHiddenOnEach() {
    let body = Array("{\"private_key\": \"-----BEGIN\nMIIEabcdef\nxyz\", \"a\": 1}".utf8)
    let redaction = Redaction(body, isMalformed: true)
    for offset in body.indices {
      let text = CodeFrameTests.draw(ByteRange(offset: offset, length: 3), body, redaction).text
      #expect(!text.contains("MII") && !text.contains("BEGIN") && !text.contains("xyz"))
    }
  }

  @Test func shownValues() {
    #expect(Redaction.shown("abc", ofProperty: "password") == "‹3 characters›")
    #expect(Redaction.shown("abc", ofProperty: "name") == "abc")
    #expect(Redaction.shown("abc", ofProperty: nil) == "abc")
    let token = String(repeating: "a1", count: 32)
    #expect(Redaction.shown(token, ofProperty: "id") == "‹64 characters›")
    // A UUID, an MD5 digest and a slug are data.
    for value in [
      "123e4567-e89b-12d3-a456-426614174000", "d41d8cd98f00b204e9800998ecf8427e",
      "how-to-cook-pasta-for-20-people-in-half-an-hour-or-even-less-than-that-time",
    ] {
      #expect(Redaction.shown(value, ofProperty: "id") == value)
    }
  }
}

extension [UInt8] {
  fileprivate func containsRun(_ run: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: run) }
  }
}
