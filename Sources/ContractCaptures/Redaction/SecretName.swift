package import JSONTape

/// Decides by the words in a name whether its value is a secret.
///
/// `fcmTokenIos`, `access_token_v2` and `X-Auth-Token` are names of secrets. `tokenCount`,
/// `secretary` and `nextPageToken` are not. The tables at the end contain all known words.
package enum SecretName {
  /// The place of a name. For example, `code` is a secret in a query, but an error code in a body.
  package enum Place {
    /// A property of an object, a header, a cookie, or a path parameter.
    case property
    /// A query parameter, or a field of a form.
    case query
  }

  package enum Meaning {
    /// The name has no such meaning.
    case other
    /// The value may be long and opaque, but it is no secret: an id, a digest, a cursor or a
    /// picture.
    case opaque
    /// The value is a secret, or the number of secrets.
    case counted
    /// The value is a secret unless it is an object or an array.
    case scalar
    /// The value is a secret, with everything in it.
    case secret

    package var isSecret: Bool {
      switch self {
      case .other, .opaque: false
      case .counted, .scalar, .secret: true
      }
    }
  }

  /// The meaning of `name` for its value. The time is linear in the name's length. For a long name,
  /// only the last letters count.
  package static func meaning(
    of name: some Collection<UInt8>, in place: Place = .property
  ) -> Meaning {
    let name = unescaped(name)
    if OwnSecretNames.contains(name) { return .secret }
    let words = words(of: name.suffix(longest))
    guard !words.isEmpty else { return .other }
    let whole = words.joined()
    if let meaning = wholeNames[whole] { return meaning }
    // Headers write `pin` as `X-Pin`.
    if words[0] == "x", let meaning = wholeNames[words.dropFirst().joined()] { return meaning }
    if place == .query,
      queryNames.contains(whole) || queryEndings.contains(words[words.count - 1])
    {
      return .secret
    }
    let parts = words.flatMap(parts)
    let meaning = meaning(of: parts)
    guard meaning == .other else { return meaning }
    // `APIkey` has unusual capitals.
    let joined = self.parts(of: whole)
    return joined.count > 1 && joined != parts ? self.meaning(of: joined) : .other
  }

  /// Whether a value is in an object or an array that is secret with everything in it.
  package static func isSecret(inside pointer: JSONPointer) -> Bool {
    pointer.tokens.dropLast().contains {
      switch meaning(of: $0.utf8) {
      case .secret, .counted: true
      case .other, .opaque, .scalar: false
      }
    }
  }

  /// Whether a secret follows this word and a colon even in prose. `auth: failed` and
  /// `session: Keynote` are not about secrets.
  static func isSure(_ word: String) -> Bool { wholeNames[word] == nil }

  private static let longest = 128

  private static func meaning(of words: [String]) -> Meaning {
    var end: Int?
    var isPlural = false
    var isScalar = false
    var isHarmless = false
    for (at, word) in words.enumerated() {
      var before = at > 0 ? words[at - 1] : ""
      if before == "time", at > 1, words[at - 2] == "one" { before = "onetime" }
      let singular = plurals[word] ?? word
      if pairs[singular]?.contains(before) ?? false {
        isScalar = scalarNouns.contains(singular)
      } else if secretWords.contains(singular) {
        if singular == "token", harmlessTokens.contains(before) {
          isHarmless = true
          continue
        }
        isScalar = scalarWords.contains(singular)
      } else if contains(word, anyOf: secretParts)
        || secretEndings.contains(where: word.hasSuffix)
      {
        isScalar = false
      } else {
        continue
      }
      end = at + 1
      isPlural = singular != word
    }
    guard let end else {
      return isHarmless || words.contains(where: opaqueWords.contains) ? .opaque : .other
    }
    if end > 1, questions.contains(words[0]) { return .other }
    let rest = words[end...]
    if rest.contains(where: attributes.contains) { return .other }
    // `passwordChangedAt` is a date. `passwordAt` need not be a date.
    if rest.count > 1, rest.last == "at" { return .other }
    if isPlural { return .counted }
    return isScalar || rest.last.map(containers.contains) ?? false ? .scalar : .secret
  }

  // MARK: Words

  /// The words of a name in lower case: `APNsDevice_token2` is `apns`, `device`, `token`. Digits
  /// separate words.
  package static func words(of name: some Collection<UInt8>) -> [String] {
    let name = Array(name)
    var words: [String] = []
    var word: [UInt8] = []
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for (at, byte) in name.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        let previous = at > 0 ? name[at - 1] : 0
        let next = at + 1 < name.count ? name[at + 1] : 0
        // The `s` of `APNs` and `OTPs` belongs to the preceding capitals.
        let afterNext = at + 2 < name.count ? name[at + 2] : 0
        let isPlural = next == UInt8(ascii: "s") && !isLower(afterNext)
        if isLower(previous) || isUpper(previous) && isLower(next) && !isPlural { end() }
        word.append(byte | 0x20)
      default: end()
      }
    }
    end()
    return words
  }

  /// The known words in a compound such as `accesstoken`. For any other word, the word itself.
  private static func parts(of word: String) -> [String] {
    guard !vocabulary.contains(word), contains(word, anyOf: stems) else {
      return [word]
    }
    let bytes = Array(word.utf8)
    // For every end, the start of the last known word before it; longer words are preferred.
    var starts = [Int?](repeating: nil, count: bytes.count + 1)
    starts[0] = 0
    for end in 1...bytes.count {
      for start in max(0, end - longestWord)..<end where starts[start] != nil {
        if vocabulary.contains(String(decoding: bytes[start..<end], as: UTF8.self)) {
          starts[end] = start
          break
        }
      }
    }
    guard starts[bytes.count] != nil else { return [word] }
    var parts: [String] = []
    var end = bytes.count
    while end > 0, let start = starts[end] {
      parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
      end = start
    }
    return parts.reversed()
  }

  /// A name with JSON's escapes of ASCII characters decoded.
  private static func unescaped(_ name: some Collection<UInt8>) -> [UInt8] {
    let name = Array(name)
    guard name.contains(UInt8(ascii: "\\")) else { return name }
    var decoded: [UInt8] = []
    var at = 0
    while at < name.count {
      if name[at] == UInt8(ascii: "\\"), at + 1 < name.count {
        if name[at + 1] == UInt8(ascii: "u"), at + 6 <= name.count,
          let value = UInt32(String(decoding: name[at + 2..<at + 6], as: UTF8.self), radix: 16)
        {
          if value < 0x80 { decoded.append(UInt8(value)) }
          at += 6
        } else {
          if name[at + 1] != UInt8(ascii: "\\") { decoded.append(UInt8(ascii: "/")) }
          at += 2
        }
      } else {
        decoded.append(name[at])
        at += 1
      }
    }
    return decoded
  }

  private static func isLower(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }

  private static func isUpper(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }

  private static func contains(_ word: String, anyOf parts: [[UInt8]]) -> Bool {
    let word = Array(word.utf8)
    return parts.contains { part in
      guard part.count <= word.count else { return false }
      for start in 0...word.count - part.count where word[start] == part[0] {
        if word[start...].starts(with: part) { return true }
      }
      return false
    }
  }

  private static func set(_ words: StaticString) -> Set<String> {
    Set(words.description.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  /// Names with a meaning only if they stand alone.
  private static let wholeNames: [String: Meaning] = [
    "auth": .secret, "connectsid": .scalar, "mnemonic": .secret, "pass": .secret, "pin": .scalar,
    "sessid": .secret, "session": .scalar, "sid": .secret, "sig": .scalar, "xsid": .secret,
  ]

  /// Names that are secrets only in a query or a form.
  private static let queryNames: Set<String> = [
    "appkey", "assertion", "code", "key", "samlrequest", "ticket",
  ]

  /// Last words of names that are secrets only in a query or a form.
  private static let queryEndings: Set<String> = ["sessid", "signature"]

  /// Words that make a name the name of a secret, at any place in the name.
  private static let secretWords = set(
    """
    apikey authorization bearer cookie credential credentials csrf cvc cvv hotp jwt otp passcode passkey
    passphrase passwd password pwd secret ssn token totp xsrf
    """)

  /// The words in ``secretWords`` whose objects and arrays are no secrets.
  private static let scalarWords: Set<String> = ["cvc", "cvv", "ssn"]

  /// Nouns, with the words that make the noun a secret if they come before it.
  private static let pairs: [String: Set<String>] = [
    "key": set(
      """
      access account activation admin aes api app auth authentication authorization client consumer
      decryption deploy encryption gpg hmac license master pgp private recovery root rsa secret
      server service session shared sign signing ssh stripe subscription webhook
      """),
    "code": set(
      """
      access activation auth authentication authorization backup confirm confirmation device factor
      fa login mfa onetime otp pass passwordless pin recovery reset scratch secret security signin
      sms tfa totp unlock verification verify
      """),
    "pass": set(
      """
      account admin app client confirm current database db email ftp http imap key login mail my
      mysql new old pg postgres proxy redis root server smtp ssh sudo user wifi
      """),
    "auth": set("basic digest http my proxy registry user x"),
    "pin": set(
      """
      account app atm card confirm current customer debit device login my new old parental security
      sim unlock user wallet
      """),
    "number": set("card cc pin security"), "num": set("card cc"), "no": set("card cc"),
    "pan": set("card"), "card": set("credit debit"), "id": set("sess session"),
    "signature": set("amz api aws goog google hmac hub request s secure signed url webhook x"),
    "verifier": set("code"), "response": set("saml"), "assertion": set("client saml"),
    "string": set("auth connection"), "answer": set("secret security"),
    "phrase": set("backup pass recovery secret seed"), "seed": set("otp secret totp wallet"),
    "word": set("pass"), "data": set("auth"), "header": set("auth"), "blob": set("auth"),
    "link": set("login magic signin"), "hash": set("auth pass pin session"),
    "sessid": set("asp asps php"), "wd": set("pass"),
  ]

  /// The nouns in ``pairs`` whose objects and arrays are no secrets.
  private static let scalarNouns: Set<String> = ["card", "id", "number", "num", "no", "pin"]

  private static let plurals = [
    "apikeys": "apikey", "codes": "code", "cookies": "cookie", "jwts": "jwt", "keys": "key",
    "links": "link", "otps": "otp", "passcodes": "passcode",
    "passes": "pass", "passkeys": "passkey", "passphrases": "passphrase", "passwords": "password",
    "phrases": "phrase", "secrets": "secret", "tokens": "token",
  ]

  /// Parts that make a word a secret even if the rest is unknown: `mypgpassword`.
  private static let secretParts = [
    "authorization", "credential", "passphrase", "passwd", "password",
  ].map { Array($0.utf8) }
  private static let secretEndings = [
    "apikey", "cookie", "cookies", "jwt", "passcode", "privatekey", "pwd", "secret", "secretkey",
    "sessionid", "token", "tokens",
  ]

  /// Words before `token` that make it harmless: tokens of pages and of text.
  private static let harmlessTokens = set(
    """
    avg cached color completion continuation cursor delta design input max min next num output page
    paging prompt reasoning remaining sync theme total used
    """)

  /// First words of names that ask whether there is a secret, or that say what to do with a secret.
  private static let questions = set(
    """
    allow allows can count has have hide is must needs num number require required requires should
    show shows supports uses was
    """)

  /// Words after a secret that give the name another meaning, such as its length or date.
  private static let attributes = set(
    """
    accepted address age alg algorithm algorithms allowed amount attempts balance banner budget
    category changed check class consent cost count counter counts created date day days decimals
    description enabled endpoint error errors event events exists expired expires expiration expiry
    exp failed failures field fields format formats hint history hours id identifier ids index
    interval issuer issued kind label last language length level lifetime limit limits location
    manager max maximum message messages method methods min minimum minutes mode model modified ms
    name names notice owner page path per placeholder policy position preference preferences present
    price profile provider rate reason remaining required requirement requirements rotated rotation
    rules scope scopes score seconds sent server servers service setting settings size source state
    stats status statuses step strategy strength style supply support supported symbol system time
    timeout timestamp title total ttl type types uri url urls usage use used valid validity verified
    version warning width window
    """)

  /// Last words of names whose objects and arrays tell about a secret.
  private static let containers: Set<String> = [
    "config", "data", "detail", "details", "info", "meta", "metadata", "object", "params",
    "request", "response", "result", "value",
  ]

  /// Words in names whose values are long and opaque, but no secrets.
  private static let opaqueWords = set(
    """
    address after avatar base before blur blurhash checksum commit commits cover cursor digest etag
    file filename geometry geohash guid hash head href icon id identifier ids image images img
    integrity key logo md media next oid page parent photo photos pic picture pictures placeholder
    polyline prev preview previous ref rev revision sha src thumb thumbnail thumbnails tree uri url
    urls uuid version video
    """)

  /// Other words that compounds may contain.
  private static let fillers = set(
    """
    android apns app backend bot csrf dev device email expo fb fcm firebase github gitlab guest hex
    id ios live my new oauth old one openid php prod push raw refresh sess slack sso super temp test
    this time twilio type user users v value values web x your
    """)

  private static let vocabulary: Set<String> = {
    var words = secretWords.union(attributes).union(fillers).union(questions).union(containers)
    words.formUnion(wholeNames.keys.filter { $0 != "sid" && $0 != "sig" })
    words.formUnion(plurals.keys)
    for (noun, qualifiers) in pairs {
      words.insert(noun)
      words.formUnion(qualifiers)
    }
    return words.union(harmlessTokens).filter { $0.utf8.count > 1 || $0 == "x" || $0 == "v" }
  }()

  private static let longestWord = vocabulary.map(\.utf8.count).max() ?? 0

  /// Every compound that is a secret contains one of these texts.
  private static let stems = [
    "auth", "card", "code", "cookie", "key", "pass", "phrase", "pin", "pwd", "secret", "seed",
    "sess", "token", "verifier",
  ].map { Array($0.utf8) }
}

/// Remembers the meanings of properties' names, because names repeat. Only one thread uses it at a
/// time. Its size is limited.
package final class SecretNameMemory {
  /// Empty until the first name.
  private var entries: [(name: [UInt8], meaning: SecretScan.Name)] = []

  package init() {}

  func meaning(of name: ArraySlice<UInt8>, _ hash: Int) -> SecretScan.Name? {
    guard !entries.isEmpty else { return nil }
    let entry = entries[hash & 255]
    return !entry.name.isEmpty && entry.name.elementsEqual(name) ? entry.meaning : nil
  }

  func note(_ meaning: SecretScan.Name, of name: ArraySlice<UInt8>, _ hash: Int) {
    if entries.isEmpty { entries = Array(repeating: ([], .other), count: 256) }
    entries[hash & 255] = (Array(name), meaning)
  }
}
