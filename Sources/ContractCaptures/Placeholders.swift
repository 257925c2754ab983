/// Texts in captures that are in place of other values. In stubs, such a text is `{{…}}`. In
/// fixtures and in files of tools, recorders write such texts in place of secrets.
package struct Placeholders: Hashable, Sendable {
  /// Texts that stand for a whole value. Nil if there are none. Then names in angle brackets do not
  /// count either.
  private var words: [String]?
  /// Whether `{{…}}` stands for any text.
  private(set) var hasTemplates = false

  /// The texts that recorders use.
  package static let standard = Placeholders(words: [stars, "[FILTERED]", "[REDACTED]"])

  /// - Parameter added: The texts of a configuration. If it contains `none`, no text stands for
  ///   another value.
  package init(added: [String]) {
    words = added.isEmpty ? nil : (Self.standard.words ?? []) + added
  }

  private init(words: [String]?) { self.words = words }

  /// The placeholders of an exchange. Nil if there are none. Bare bodies and the exchanges of a
  /// live run have no placeholders.
  package func those(of exchange: Exchange) -> Placeholders? {
    var own = self
    own.hasTemplates = exchange.origin == .stub
    if exchange.isLive || exchange.isBare && !own.hasTemplates { return nil }
    return own.words == nil && !own.hasTemplates ? nil : own
  }

  /// A quick test whether a text may contain placeholders.
  func areIn(_ text: [UInt8]) -> Bool {
    if hasTemplates, Template.isIn(text) { return true }
    guard let words else { return false }
    for index in text.indices {
      if text[index] == UInt8(ascii: "<"), Self.nameEnd(in: text[index...]) != nil { return true }
      if words.contains(where: { Self.isWord($0, text[index...].prefix($0.utf8.count)) }) {
        return true
      }
    }
    return false
  }

  /// Whether a text may stand for any other text. The whole text may be a placeholder, or a part of
  /// it.
  package func standIn(_ text: some Collection<UInt8>) -> Bool {
    if hasTemplates, Template.isIn(text) { return true }
    guard let words else { return false }
    if words.contains(where: { Self.isWord($0, text) }) { return true }
    let text = Array(text)
    return text.indices.contains {
      text[$0] == UInt8(ascii: "<") && Self.nameEnd(in: text[$0...]) != nil
    }
  }

  /// Compares in any letter case, and with any number of stars.
  private static func isWord(_ word: String, _ text: some Collection<UInt8>) -> Bool {
    if word == stars { return text.count >= stars.count && text.allSatisfy { $0 == 0x2A } }
    return text.count == word.utf8.count && ASCIIByte.equalIgnoringCase(text, word.utf8)
  }

  private static let stars = "***"

  /// The end of a name in angle brackets outside of strings. Nil for any other text.
  func end(ofBare text: ArraySlice<UInt8>) -> Int? {
    words == nil || text.first != UInt8(ascii: "<") ? nil : Self.nameEnd(in: text)
  }

  /// HTML tags, which are not placeholders.
  private static let tags: Set<String> = Set(
    """
    BIG BODY BR BUTTON CENTER CODE COL DD DIV DL DT EM FONT FORM FRAME H1 H2 H3 H4 H5 H6 HEAD HR HTML
    IFRAME IMG INPUT LABEL LI LINK META OL OPTION PRE SCRIPT SELECT SMALL SPAN STRONG STYLE SUB SUP
    TABLE TBODY TD TEXTAREA TFOOT TH THEAD TITLE TR TT UL
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The minimum length of a name with its brackets.
  private static let shortest = 4

  /// The end of `<NAME>` at the start of a text. The name has upper-case letters, digits, `_`, `-`
  /// and spaces.
  private static func nameEnd(in text: ArraySlice<UInt8>) -> Int? {
    let name = text.dropFirst().prefix {
      0x41...0x5A ~= $0 || ASCIIByte.isDigit($0) || "_- ".utf8.contains($0)
    }
    guard let first = name.first, 0x41...0x5A ~= first, name.endIndex < text.endIndex,
      text[name.endIndex] == UInt8(ascii: ">"), name.count + 2 >= shortest,
      !tags.contains(String(decoding: name, as: UTF8.self))
    else { return nil }
    return name.endIndex + 1
  }
}
