@_spi(Engine) package import JSONTape

/// Replaces secrets by other values. A new value has the same JSON type, the same length and the
/// same kinds of characters. So the findings of a message stay the same.
///
/// Without a key, digits become `0` or `1`, and letters become `a` or `A`. Letters become `z` or
/// `Z` if the result with `a` would look like a device token in hexadecimal digits. With a key,
/// each secret has its own replacement. Nobody can find out the secret from the replacement without
/// the key.
@_spi(Engine) public struct SecretReplacement: Sendable {
  /// How text is written, so that an escape sequence is replaced like one character.
  enum Writing { case json, percent }

  /// The key; nil if all letters become the same letter.
  let key: UInt64?
  /// The number of additional replacements that were requested, by the place of the value.
  private(set) var attempts: [Place: Int] = [:]
  /// The values that the contract itself publishes. They may stay if a replacement gives other
  /// findings.
  package var literals = ContractLiterals()

  /// The place of a value in a message, by its number.
  struct Place: Hashable, Sendable {
    let part: Exchange.Part
    let value: Int
  }

  private init(key: UInt64?) { self.key = key }

  package static let fixed = SecretReplacement(key: nil)

  /// Creates replacements with a new key. The key is not stored anywhere.
  public static func keyed() -> SecretReplacement {
    SecretReplacement(key: UInt64.random(in: 0 ... .max))
  }

  /// The most further replacements for a value.
  package static let mostAttempts = 16

  /// Requests other replacements for the secrets of a body at or below a place.
  ///
  /// - Returns: False if there are no secrets there.
  package mutating func change(_ body: [UInt8], of part: Exchange.Part, at place: JSONPointer)
    -> Bool
  {
    guard key != nil else { return false }
    var hasChanged = false
    for (value, pointer) in secrets(in: body, of: part) where pointer.shown.isAt(place) {
      attempts[Place(part: part, value: value), default: 0] += 1
      hasChanged = true
    }
    return hasChanged
  }

  /// The places of a body's secrets.
  func places(in body: [UInt8], of part: Exchange.Part) -> [JSONPointer] {
    secrets(in: body, of: part).map(\.pointer.shown)
  }

  /// The values of a body that contain secrets, by number and by place. Empty if the body is not
  /// JSON.
  private func secrets(
    in body: [UInt8], of part: Exchange.Part
  ) -> [(value: Int, pointer: JSONPointer)] {
    guard let document = try? JSONDocument(body) else { return [] }
    var values: [Int] = []
    _ = self.body(body, of: part) { values.append($0) }
    values.sort()
    return Array(zip(values, document.withCursor { $0.pointers(to: values) }))
  }

  /// The body with its secrets replaced. The rest stays unchanged.
  ///
  /// - Parameter note: Called for each string and number with a secret, with its number in the
  ///   document.
  package func body(
    _ bytes: [UInt8], of part: Exchange.Part = .response, note: (Int) -> Void = { _ in }
  ) -> [UInt8] {
    let document = try? JSONDocument(bytes)
    let masks = Redaction(bytes, isMalformed: document == nil).masks.map(\.range)
    var text = bytes
    guard let document else {
      let isJSON = bytes.first { !ASCIIByte.isSpace($0) }.map { $0 == 0x7B || $0 == 0x5B } ?? false
      for mask in masks { replace(mask.offset..<mask.end, isJSON ? .json : .percent, in: &text) }
      return text
    }
    var open = [document.root]
    while let node = open.popLast() {
      switch node.kind {
      case .array: open += Array(node.elements)
      case .object:
        for property in node.properties {
          open.append(property.value)
          let name = property.name
          if name == "query", property.value.kind == .string {
            replaceLiterals(of: property.value.range, in: &text)
          }
          // Inside a secret, names that are words are kept.
          if SecretLook.isKey(name.utf8) || SecretLook.of(name) == .certain
            || name.utf8.contains(where: { ":=<@".utf8.contains($0) })
            || !OwnSecrets.ranges(in: Array(name.utf8)).isEmpty
          {
            replace(property.key, masks, in: &text)
          }
        }
      case .string, .number:
        guard Self.isHidden(node, masks) else { continue }
        note(node.tapeIndex)
        let attempt = attempts[Place(part: part, value: node.tapeIndex)] ?? 0
        replace(node, masks, attempt, in: &text)
      case .null, .boolean: break
      }
    }
    return text
  }

  /// Replaces the strings and numbers in a GraphQL query, whose names are not known.
  private func replaceLiterals(of range: ByteRange, in text: inout [UInt8]) {
    var start: Int?
    var at = range.offset + 1
    while at + 1 < range.end - 1 {
      guard text[at] == UInt8(ascii: "\\") else {
        let begin = at
        while start == nil, at < range.end - 1, ASCIIByte.isDigit(text[at]) { at += 1 }
        if at == begin {
          at += 1
        } else if !Self.isNamed(text[begin - 1]) {
          replace(begin..<at, .json, in: &text)
        }
        continue
      }
      if text[at + 1] == UInt8(ascii: "\"") {
        if let begin = start {
          replace(begin..<at, .json, in: &text)
          start = nil
        } else {
          start = at + 2
        }
      }
      at += 2
    }
  }

  /// Whether a byte before a digit may belong to a name.
  private static func isNamed(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// The replacement for a text that is completely secret.
  package func whole(_ text: String) -> String {
    var bytes = Array(text.utf8)
    replace(0..<bytes.count, .percent, in: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func url(_ url: String) -> String {
    var text = Array(url.utf8)
    for range in URLRedaction.secrets(in: text[...]) { replace(range, .percent, in: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The replacement for the value of a header. The scheme of credentials and the names of cookies
  /// stay unchanged.
  ///
  /// - Parameter isSecret: Whether the whole value is a secret. Then its name and its form do not
  ///   matter.
  func header(_ name: String, _ value: String, isSecret: Bool = false) -> String {
    var text = Array(value.utf8)
    let words = SecretName.words(of: name.utf8)
    if words.contains("cookie") {
      replaceCookies(in: &text, haveAttributes: words.contains("set"))
    } else if words.last == "authorization" {
      let space = text.firstIndex(of: ASCIIByte.space)
      replace((space.map { $0 + 1 } ?? 0)..<text.count, .percent, in: &text)
    } else if isSecret || Redaction.isSecret(value, ofProperty: name) {
      replace(0..<text.count, .percent, in: &text)
    } else if URLRedaction.isURL(in: value) {
      return url(value)
    } else {
      for mask in Redaction(text, isMalformed: true).masks {
        replace(mask.range.offset..<mask.range.end, .percent, in: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Replaces the values of cookies. A recorder may join several cookies by commas. Only responses
  /// have attributes, and these stay unchanged.
  private func replaceCookies(in text: inout [UInt8], haveAttributes: Bool) {
    let separators: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: ",")]
    var isCookie = true
    for part in text.split(whereSeparator: separators.contains) {
      let isJoined = part.startIndex > 0 && text[part.startIndex - 1] == UInt8(ascii: ",")
      if let equals = part.firstIndex(of: UInt8(ascii: "=")) {
        let name = ASCIIByte.lowercased(String(decoding: part[..<equals], as: UTF8.self))
        isCookie = !haveAttributes || !Self.attributes.contains(name.filter { $0 != " " })
        if isCookie { replace(equals + 1..<part.endIndex, .percent, in: &text) }
      } else if isCookie, isJoined || part.startIndex == 0 {
        // This part is the rest of a value with a comma, or a value without a name.
        replace(part.startIndex..<part.endIndex, .percent, in: &text)
      }
    }
  }

  static let attributes: Set<String> = [
    "domain", "expires", "max-age", "path", "priority", "samesite",
  ]
}

extension JSONPointer {
  /// Whether this value is at the place or inside it.
  fileprivate func isAt(_ place: JSONPointer) -> Bool { tokens.starts(with: place.tokens) }
}
