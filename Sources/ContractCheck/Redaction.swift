public import JSONTape

/// The secrets of one body: which of its bytes are never shown.
///
/// They are found by a lexical scan for members whose names say that they hold a secret, and for
/// values that say so themselves (JSON Web Tokens, bearer credentials). The scan looks back from
/// each colon and never counts quotes, so it holds for bodies that do not parse and for JSON inside
/// the strings of JSON; it shows too little rather than too much. One scan serves every finding of
/// a body; it is linear in the body.
public struct Redaction: Hashable, Sendable {
  /// A stretch of a body that is shown as `‹64 characters›`.
  public struct Mask: Hashable, Sendable {
    /// Bytes of the body.
    public var range: ByteRange
    /// The characters hidden, an escape sequence counting as one.
    public var characters: Int
  }

  /// In order, apart from one another.
  public private(set) var masks: [Mask] = []

  /// Nothing is secret.
  public init() {}

  /// The secrets of `body`.
  ///
  /// - Parameters:
  ///   - body: the whole body
  ///   - isMalformed: whether the body failed to parse: then names without quotes count as well,
  ///     and a secret reaches to where the text plausibly goes on
  ///   - names: further members to guard, in any case style
  ///   - ranges: further stretches to hide, found by a rule
  public init(
    _ body: [UInt8], isMalformed: Bool = false, names: [String] = [], ranges: [ByteRange] = []
  ) {
    var scan = SecretScan(
      body: body, isMalformed: isMalformed, names: Set(names.map { SecretName.folded($0.utf8) }))
    scan.run()
    let given = ranges.map { max($0.offset, 0)..<max($0.end, max($0.offset, 0)) }
    for range in Self.merged(
      scan.found + given + Self.secretURLs(in: body) + Self.userInformation(in: body),
      within: body.count)
    {
      masks.append(
        Mask(
          range: ByteRange(offset: range.lowerBound, length: range.count),
          characters: Self.characters(of: body, in: range)))
    }
  }

  /// URLs that carry a secret, in their user information, path or query; they are hidden whole.
  private static func secretURLs(in body: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 0
    // What ends before it has been looked through.
    var floor = 0
    while let colon = body[at...].firstIndex(of: UInt8(ascii: ":")) {
      at = colon + 1
      guard body.count - colon > 3, body[colon + 1] == UInt8(ascii: "/"),
        body[colon + 2] == UInt8(ascii: "/")
      else { continue }
      let isEnd = { (byte: UInt8) in byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == 0x5C }
      let start = body[floor..<colon].lastIndex(where: isEnd).map { $0 + 1 } ?? floor
      let end = body[colon...].firstIndex(where: isEnd) ?? body.count
      at = end
      floor = end
      // Longer than any URL is something else.
      guard end - start <= 8192 else { continue }
      let url = String(decoding: body[start..<end], as: UTF8.self)
      if URLRedaction.redact(url) != url { found.append(start..<end) }
    }
    return found
  }

  /// What stands before the `@` of addresses that hold a password, however their slashes are
  /// written: `https:\/\/me:secret@host`, `me:secret@host`.
  private static func userInformation(in body: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (at, byte) in body.enumerated() where byte == UInt8(ascii: "@") {
      let floor = max(0, at - longestUserInformation, found.last?.upperBound ?? 0)
      let run = body[floor..<at]
      let isEnd = { (byte: UInt8) in byte <= 0x20 || "\"'<>(),{}[]/\\?#@".utf8.contains(byte) }
      let start = run.lastIndex(where: isEnd).map { $0 + 1 } ?? floor
      guard let colon = body[start..<at].firstIndex(of: UInt8(ascii: ":")),
        start < colon, colon + 1 < at
      else { continue }
      let name = String(decoding: body[start..<colon], as: UTF8.self).lowercased()
      if !schemesOfAddresses.contains(name) { found.append(start..<at) }
    }
    return found
  }

  private static let longestUserInformation = 256
  /// What stands before a colon in an address that holds no password.
  private static let schemesOfAddresses: Set<String> = [
    "acct", "im", "jid", "mailto", "sip", "sips", "user", "xmpp",
  ]

  /// The mask over the byte at `offset`, if one is. Logarithmic in the number of masks.
  func mask(covering offset: Int) -> Mask? {
    var low = 0
    var high = masks.count
    while low < high {
      let middle = (low + high) / 2
      if masks[middle].range.end <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < masks.count, masks[low].range.offset <= offset else { return nil }
    return masks[low]
  }

  private static func merged(_ ranges: [Range<Int>], within count: Int) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let range = range.clamped(to: 0..<count)
      guard !range.isEmpty else { continue }
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Characters as the reader of the value would count them: `\u00e9`, `\n` and `é` are one each.
  private static func characters(of body: [UInt8], in range: Range<Int>) -> Int {
    var count = 0
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = body[offset]
      if byte == UInt8(ascii: "\\"), offset + 1 < range.upperBound {
        let isUnicode = body[offset + 1] == UInt8(ascii: "u")
        offset += isUnicode ? 6 : 2
        count += 1
      } else {
        if byte & 0xC0 != 0x80 { count += 1 }
        offset += 1
      }
    }
    return count
  }
}

extension Redaction {
  /// What stands for a secret of `count` characters.
  public static func masked(_ count: Int) -> String {
    count == 1 ? "‹1 character›" : "‹\(count) characters›"
  }

  /// `value` as it may be shown in a message: masked when the member that holds it is a secret's,
  /// or when the value itself looks like a credential.
  public static func shown(_ value: String, ofMember member: String?) -> String {
    if let member, isSecret(member) { return masked(value.unicodeScalars.count) }
    return SecretName.looksLikeCredential(value) ? masked(value.unicodeScalars.count) : value
  }

  /// Whether a member, header or query parameter of this name holds a secret.
  public static func isSecret(_ name: String) -> Bool {
    let name = SecretName.folded(name.utf8)
    return SecretName.isSecret(name) || SecretName.isScalarSecret(name)
  }
}
