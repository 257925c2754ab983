@_spi(Engine) @testable import ContractAuthoring

/// A text with a secret in it, as bodies, headers, URLs and contracts have them.
struct SecretCarrier: Sendable {
  let name: String
  /// Whether only the look of the secret, and not the text's form, says where it ends.
  var isProse = false
  let text: @Sendable (_ secret: String) -> String

  init(_ name: String, isProse: Bool = false, _ text: @escaping @Sendable (String) -> String) {
    self.name = name
    self.isProse = isProse
    self.text = text
  }

  static let texts: [SecretCarrier] = [
    SecretCarrier("JSON") { #"{"password":"\#($0)"}"# },
    SecretCarrier("JSON with spaces") { #"{ "user": "ada", "password" : "\#($0)" }"# },
    SecretCarrier("JSON in JSON") { #"{"inner":"{\"apiKey\":\"\#($0)\"}"}"# },
    SecretCarrier("JSON in JSON in JSON") {
      #"{"a":"{\"b\":\"{\\\"token\\\":\\\"\#($0)\\\"}\"}"}"#
    },
    SecretCarrier("JSON in apostrophes") { "{'password': '\($0)'}" },
    SecretCarrier("list of tokens") { #"{"tokens":["\#($0)"]}"# },
    SecretCarrier("form") { "grant=1&password=\($0)&x=1" },
    SecretCarrier("code of a form") { "grant_type=authorization_code&code=\($0)&state=1" },
    SecretCarrier("Set-Cookie") { "Set-Cookie: theme=\($0); Path=/; HttpOnly" },
    SecretCarrier("Cookie") { "Cookie: lang=de; theme=\($0)" },
    SecretCarrier("Authorization") { "Authorization: Bearer \($0)" },
    SecretCarrier("Basic authorization") { "authorization: Basic \($0)" },
    SecretCarrier("headers") { "Accept: text/html\r\nX-Api-Key: \($0)\r\nHost: a.test" },
    SecretCarrier("user information") { "https://ada:\($0)@host.test/a" },
    SecretCarrier("query of a URL") { "see https://host.test/a?page=2&api_key=\($0) for more" },
    SecretCarrier("fragment of a URL") { "https://host.test/cb#access_token=\($0)&x=1" },
    SecretCarrier("URL in a URL") {
      "https://host.test/?next=https%3A%2F%2Finner.test%2F%3Ftoken%3D\($0)"
    },
    SecretCarrier("percent-encoded JSON") { "%7B%22password%22%3A%22\($0)%22%7D" },
    SecretCarrier("percent-encoded form") { "password%3D\($0)%26a%3D1" },
    SecretCarrier("field of HTML") { #"<input type="password" name="a" value="\#($0)">"# },
    SecretCarrier("hidden field of HTML") { #"<input name="csrf_token" value="\#($0)">"# },
    SecretCarrier("meta of HTML") { "<meta content='\($0)' name='csrf-token'/>" },
    SecretCarrier("page of HTML") {
      "<html><body><p>Failed</p><input value=\"\($0)\" type=\"password\"></body></html>"
    },
    SecretCarrier("element of XML") { "<user><password>\($0)</password></user>" },
    SecretCarrier("element with a prefix") { "<c:secret a='b'>\($0)</c:secret>" },
    SecretCarrier("CDATA") { "<token><![CDATA[\($0)]]></token>" },
    SecretCarrier("elements in a secret") { "<credentials><a>\($0)</a></credentials>" },
    SecretCarrier("attribute of XML") { #"<user password="\#($0)"/>"# },
    SecretCarrier("entities") { "&quot;password&quot;:&quot;\($0)&quot;" },
    SecretCarrier("YAML") { "user: ada\npassword: \($0)\nage: 3" },
    SecretCarrier("YAML in quotes") { "password: \"\($0)\"" },
    SecretCarrier("command line") { "curl -u ada:\($0) https://host.test/a" },
    SecretCarrier("header of a command line") { "curl -H 'X-Api-Key: \($0)' https://host.test/a" },
    SecretCarrier("connection") { "Server=db;User=ada;Password=\($0);Pool=1" },
    SecretCarrier("assignment") { "api_key = \($0)" },
    SecretCarrier("token at the end") { "bad token: \($0)" },
    SecretCarrier("token in the middle", isProse: true) { "the token: \($0) has expired" },
    SecretCarrier("two words") { "Invalid API key: \($0)" },
    SecretCarrier("token in quotes") { "access token: '\($0)' is no longer valid" },
    SecretCarrier("arrow") { "password => \($0)" },
  ]

  /// A secret: a word where the text's form tells it, else one that has no words.
  static func secret(_ number: Int, isProse: Bool = false) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let ending = "\(letters[number / 26])\(letters[number % 26])"
    return isProse ? "Zq\(number + 10)xKw4Vb3Tt" : "swordfish\(ending)"
  }

  /// What a secret may be written as.
  static func forms(of secret: String) -> [String] {
    // In base64 it depends on what stands before it.
    let bytes = Array(secret.utf8)
    return [secret]
      + (0..<3).map { lead in
        let shift = (3 - lead) % 3
        let whole = bytes.dropFirst(shift)
        return base64(Array(whole.prefix(whole.count / 3 * 3)))
      }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let word = bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
      for shift in [18, 12, 6, 0] { text.append(letters[word >> shift & 63]) }
    }
    return text
  }
}

/// Looks for all forms of many secrets in one pass.
struct SecretSearch {
  private var needles: [UInt32: [(bytes: [UInt8], place: String)]] = [:]

  init(_ planted: [(secret: String, place: String)]) {
    for (secret, place) in planted {
      for form in SecretCarrier.forms(of: secret) {
        let bytes = Array(form.utf8)
        let start = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        needles[start, default: []].append((bytes, place))
      }
    }
  }

  /// Where each secret is the first time.
  func leaks(in text: String) -> [String] {
    let text = Array(text.utf8)
    var found: [String: String] = [:]
    var last: UInt32 = 0
    for (end, byte) in text.enumerated() {
      last = last << 8 | UInt32(byte)
      guard let candidates = needles[last] else { continue }
      for (needle, place) in candidates where text[(end - 3)...].starts(with: needle) {
        let around = text[max(0, end - 100)..<min(text.count, end + 40)]
        found[place] = found[place] ?? String(decoding: around, as: UTF8.self)
      }
    }
    return found.map { "\($0.key): …\($0.value)…" }.sorted()
  }
}
