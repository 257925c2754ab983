package import JSONTape

/// The secrets of one body: the bytes that must never be shown.
///
/// A lexical scan finds properties whose names mean a secret, and values that look like secrets
/// (JSON Web Tokens, bearer credentials). The scan looks back from each colon and never counts
/// quotes. So it works for bodies that cannot be parsed and for JSON inside JSON strings. If in
/// doubt, it hides too much, not too little. One scan is used for all findings of a body. Its time
/// is linear in the length of the body.
package struct Redaction: Hashable, Sendable {
  /// A part of a body that is shown as `‹64 characters›`.
  package struct Mask: Hashable, Sendable {
    /// The hidden bytes of the body.
    package var range: ByteRange
    /// The number of hidden characters. An escape sequence counts as one character. Nil if the
    /// number is also a secret.
    package var characters: Int?
  }

  /// The masks in order. They do not touch each other.
  package private(set) var masks: [Mask] = []

  /// Creates a value without secrets.
  package init() {}

  /// Finds the secrets of `body`.
  ///
  /// - Parameters:
  ///   - body: the whole body
  ///   - isMalformed: whether the body could not be parsed. If so, names without quotes also count,
  ///     and a secret ends where other text seems to begin
  ///   - names: more properties to hide, in any case style
  ///   - ranges: more ranges to hide, found by a rule
  package init(
    _ body: [UInt8], isMalformed: Bool = false, names: [String] = [], ranges: [ByteRange] = []
  ) {
    self.init(
      body, isMalformed: isMalformed, names: names, ranges: ranges, known: SecretNameMemory())
  }

  /// Finds the secrets of `body`.
  ///
  /// - Parameter known: The known meanings of earlier names.
  package init(
    _ body: [UInt8], isMalformed: Bool, names: [String] = [], ranges: [ByteRange] = [],
    known: SecretNameMemory
  ) {
    let found = Self.secrets(
      of: body, isMalformed ? .malformed : .json,
      names: Set(names.map { SecretName.words(of: $0.utf8).joined() }), known: known)
    let given = ranges.map { max($0.offset, 0)..<max($0.end, max($0.offset, 0)) }
    self.init(hiding: found + given, in: body)
  }

  /// Finds the secrets of a text that is not JSON or whose kind is not known: a value, a header, an
  /// error.
  init(text: [UInt8], isOpaque: Bool = false) {
    let found = Self.secrets(of: text, .text, isOpaque: isOpaque, hidesLikely: false)
    self.init(hiding: Self.besidesMasks(found, of: text), in: text)
  }

  /// The ranges without parts that are already masked. So a second redaction changes nothing.
  private static func besidesMasks(_ ranges: [Range<Int>], of text: [UInt8]) -> [Range<Int>] {
    let opening = Array("‹".utf8)
    var masks: [Range<Int>] = []
    for at in text.indices where text[at] == opening[0] && text[at...].starts(with: opening) {
      let rest = text[at...].prefix(longestMask)
      guard let end = rest.indices.first(where: { isMask(text[at...$0]) }) else { continue }
      masks.append(at..<end + 1)
    }
    guard !masks.isEmpty else { return ranges }
    var left: [Range<Int>] = []
    for range in merged(ranges, within: text.count) {
      var start = range.lowerBound
      let first = masks.indices.partitionPoint { masks[$0].upperBound > range.lowerBound }
      for mask in masks[first...].prefix(while: { $0.lowerBound < range.upperBound }) {
        if start < mask.lowerBound { left.append(start..<mask.lowerBound) }
        start = mask.upperBound
      }
      if start < range.upperBound { left.append(start..<range.upperBound) }
    }
    return left
  }

  private static let longestMask = 40

  /// The ranges of secrets in a text and in the texts inside its strings, in no order. The time is
  /// linear in the length of the text.
  private static func secrets(
    of text: [UInt8], _ kind: SecretScan.Kind, names: Set<String> = [],
    known: SecretNameMemory = SecretNameMemory(), isOpaque: Bool = false,
    hidesLikely: Bool = true, depth: Int = 0
  ) -> [Range<Int>] {
    var scan = SecretScan(body: text, kind: kind, names: names, known: known)
    if isOpaque { scan.opacity = .opaque }
    scan.hidesLikely = hidesLikely
    scan.run()
    guard depth < mostDecodings, let decoded = DecodedText(text) else { return scan.found }
    let inner = secrets(
      of: decoded.bytes, kind == .json ? .text : kind, names: names, known: known,
      isOpaque: isOpaque, hidesLikely: hidesLikely, depth: depth + 1)
    return scan.found + inner.map(decoded.source)
  }

  /// The most levels of texts inside texts.
  private static let mostDecodings = 3

  /// Hides the ranges and the secrets that were given to this run.
  private init(hiding ranges: [Range<Int>], in body: [UInt8]) {
    let own = OwnSecrets.ranges(in: body)
    var short = Self.merged(own.filter(OwnSecrets.isShort), within: body.count)[...]
    for range in Self.merged(ranges + own, within: body.count) {
      while let first = short.first, first.upperBound <= range.lowerBound { short.removeFirst() }
      let isShort = short.first?.overlaps(range) ?? false
      masks.append(
        Mask(
          range: ByteRange(offset: range.lowerBound, length: range.count),
          characters: isShort ? nil : Self.characters(of: body, in: range)))
    }
  }

  /// Finds the parts of a text that look like secrets, under any name.
  package init(looksOf text: [UInt8], ranges: [Range<Int>] = []) {
    var found = ranges
    SecretLook.search(text) { range, look in if look == .certain { found.append(range) } }
    self.init(hiding: found, in: text)
  }

  package func mask(covering offset: Int) -> Mask? { mask(from: offset, before: offset + 1) }

  /// The first mask that touches a range. The time is logarithmic in the number of masks.
  package func mask(from start: Int, before end: Int) -> Mask? {
    let first = masks.indices.partitionPoint { masks[$0].range.end > start }
    guard first < masks.count, masks[first].range.offset < end else { return nil }
    return masks[first]
  }

  /// The ranges in order; overlapping ranges are combined.
  static func merged(_ ranges: [Range<Int>], within count: Int) -> [Range<Int>] {
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

  /// The number of characters that a reader of the value would count. `\u00e9`, `\n` and `é` are
  /// one character each.
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

  /// The replacement for a secret of `count` characters. If `count` is nil, the length is also
  /// hidden.
  package static func masked(_ count: Int?) -> String {
    guard let count else { return unmeasured }
    return count == 1 ? "‹1 character›" : "‹\(count) characters›"
  }

  /// The replacement for a secret. The length of a short secret that was given to this run is
  /// hidden.
  package static func mask(of secret: String) -> String {
    let isShort = OwnSecrets.ranges(in: Array(secret.utf8)).contains(where: OwnSecrets.isShort)
    return masked(isShort ? nil : secret.unicodeScalars.count)
  }

  private static let unmeasured = "‹secret›"

  /// Whether a text is the output of ``masked(_:)``.
  package static func isMask(_ text: some Collection<UInt8>) -> Bool {
    guard text.starts(with: "‹".utf8) else { return false }
    let text = String(decoding: Array(text), as: UTF8.self)
    if text == unmeasured { return true }
    let digits = text.utf8.drop { !ASCIIByte.isDigit($0) }.prefix { ASCIIByte.isDigit($0) }
    return Int(String(decoding: Array(digits), as: UTF8.self)).map { text == masked($0) } ?? false
  }

  /// `text` with each hidden part replaced by its mask.
  package func applied(to text: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    var offset = 0
    for mask in masks {
      shown += text[offset..<mask.range.offset]
      shown += Self.masked(mask.characters).utf8
      offset = mask.range.end
    }
    return shown + text[offset...]
  }

  /// A text of unknown origin without its secrets. Such a text is a file's name, a value or a line
  /// about an error. Its secrets are the parts that look like secrets, and the parts whose names in
  /// the text mean secrets.
  ///
  /// The text may be a URL, a form, JSON, header lines, HTML or XML, a command line or prose. It
  /// may also contain such texts in its strings.
  package static func text(_ text: String) -> String { Self.text(text, isOpaque: false) }

  /// - Parameter isOpaque: Whether parts of the text may be long and without words.
  private static func text(_ text: String, isOpaque: Bool) -> String {
    guard mayHaveSecrets(text) else { return text }
    let bytes = Array(text.utf8)
    let redaction = Redaction(text: bytes, isOpaque: isOpaque)
    return redaction.masks.isEmpty
      ? text : String(decoding: redaction.applied(to: bytes), as: UTF8.self)
  }

  /// JSON without its secrets.
  package static func body(_ json: String) -> String {
    let bytes = Array(json.utf8)
    return String(decoding: Redaction(bytes).applied(to: bytes), as: UTF8.self)
  }

  /// A quick test. It is false for most names and words.
  private static func mayHaveSecrets(_ text: String) -> Bool {
    text.utf8.count >= SecretLook.shortest || OwnSecrets.isKnown
      || text.utf8.contains { ":=<@%&".utf8.contains($0) }
  }

  /// A file's name in a form that is safe to show. The extension stays.
  package static func fileName(_ name: String) -> String {
    guard let dot = name.utf8.suffix(8).lastIndex(of: UInt8(ascii: ".")),
      name.utf8[dot...].dropFirst().allSatisfy(ASCIIByte.isLetter)
    else { return text(name) }
    return text(String(name[..<dot])) + String(name[dot...])
  }

  /// `value` in a form that is safe for messages. The whole value is masked if its property has a
  /// secret's name, or if the value looks like a secret. If not, only the secrets in the value are
  /// masked, as by ``text(_:)``.
  package static func shown(_ value: String, ofProperty property: String?) -> String {
    shown(value, of: property, in: .property)
  }

  /// `value` in a form that is safe for messages, for a query parameter or a form field.
  package static func shown(_ value: String, of name: String?, in place: SecretName.Place) -> String
  {
    if isMask(value.utf8) { return value }
    let meaning = name.map { SecretName.meaning(of: $0.utf8, in: place) } ?? .other
    return isSecret(value, meaning)
      ? mask(of: value) : text(value, isOpaque: meaning == .opaque)
  }

  /// Whether the whole value of a property is hidden.
  @_spi(Engine) public static func isSecret(_ value: String, ofProperty property: String) -> Bool {
    !isMask(value.utf8) && isSecret(value, SecretName.meaning(of: property.utf8))
  }

  private static func isSecret(_ value: String, _ meaning: SecretName.Meaning) -> Bool {
    let isCount = meaning == .counted && value.utf8.allSatisfy(ASCIIByte.isDigit)
    let look = SecretLook.of(value)
    return meaning.isSecret && !isCount || look == .certain
      || look == .likely && meaning != .opaque
      || !OwnSecrets.ranges(in: Array(value.utf8)).isEmpty
  }

  /// A regular expression in a form that is safe to show. A secret's pattern stays if it shows only
  /// the kinds of letters and digits in the secret.
  package static func shown(pattern: String, ofSecret isSecret: Bool) -> String {
    isSecret && ContractLiterals.isTelling(pattern) ? mask(of: pattern) : text(pattern)
  }

  /// Whether a property, header or path parameter with this name is a secret.
  package static func isSecret(_ name: String) -> Bool {
    SecretName.meaning(of: name.utf8).isSecret
  }
}

extension JSONPointer {
  /// The pointer with masks in place of keys that are themselves credentials.
  package var shown: JSONPointer {
    // The meaning of a name matters only inside a secret, and for keys that may be secrets.
    let mayHoldKey = tokens.contains { SecretLook.isKey($0.utf8) }
    let secret = mayHoldKey ? tokens.firstIndex(where: Redaction.isSecret) : nil
    return JSONPointer(
      tokens: tokens.enumerated().map { index, token in
        index > secret ?? tokens.count && SecretLook.isKey(token.utf8)
          ? Redaction.mask(of: token) : Redaction.shown(token, ofProperty: nil)
      })
  }
}
