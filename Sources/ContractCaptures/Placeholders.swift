/// What stands in captures for a value that is not there: `{{…}}` in stubs; and in what tests and tools
/// have kept, the texts that recorders write in place of secrets.
package struct Placeholders: Hashable, Sendable {
  /// Texts that stand for a whole value, or nil where none does, nor a name in angle brackets.
  private var words: [String]?
  /// Whether `{{…}}` stands for any text.
  private(set) var hasTemplates = false

  /// What recorders write.
  package static let standard = Placeholders(words: [stars, "[FILTERED]", "[REDACTED]"])

  /// - Parameter added: Those of a configuration; none of them, and nothing else is one.
  package init(added: [String]) {
    words = added.isEmpty ? nil : (Self.standard.words ?? []) + added
  }

  private init(words: [String]?) { self.words = words }

  /// Those of an exchange; nil where there are none: what was just received and bodies alone hold
  /// their own values.
  package func those(of exchange: Exchange) -> Placeholders? {
    var own = self
    own.hasTemplates = exchange.origin == .stub
    if exchange.isLive || exchange.isBare && !own.hasTemplates { return nil }
    return own.words == nil && !own.hasTemplates ? nil : own
  }

  /// Whether a text holds any, perhaps.
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

  /// Whether a text stands for any other: as a whole, or by what is in it.
  package func standIn(_ text: some Collection<UInt8>) -> Bool {
    if hasTemplates, Template.isIn(text) { return true }
    guard let words else { return false }
    if words.contains(where: { Self.isWord($0, text) }) { return true }
    let text = Array(text)
    return text.indices.contains {
      text[$0] == UInt8(ascii: "<") && Self.nameEnd(in: text[$0...]) != nil
    }
  }

  /// In any case, and with any number of stars.
  private static func isWord(_ word: String, _ text: some Collection<UInt8>) -> Bool {
    if word == stars { return text.count >= stars.count && text.allSatisfy { $0 == 0x2A } }
    return text.count == word.utf8.count && ASCIIByte.equalIgnoringCase(text, word.utf8)
  }

  private static let stars = "***"

  /// Behind the name in angle brackets that a value outside of strings is; nil for anything else.
  func end(ofBare text: ArraySlice<UInt8>) -> Int? {
    words == nil || text.first != UInt8(ascii: "<") ? nil : Self.nameEnd(in: text)
  }

  /// Tags of HTML, which are no names.
  private static let tags: Set<String> = Set(
    """
    BIG BODY BR BUTTON CENTER CODE COL DD DIV DL DT EM FONT FORM FRAME H1 H2 H3 H4 H5 H6 HEAD HR HTML
    IFRAME IMG INPUT LABEL LI LINK META OL OPTION PRE SCRIPT SELECT SMALL SPAN STRONG STYLE SUB SUP
    TABLE TBODY TD TEXTAREA TFOOT TH THEAD TITLE TR TT UL
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The shortest name, with its brackets.
  private static let shortest = 4

  /// Behind `<NAME>`, which begins a text: letters in upper case, digits, `_`, `-` and spaces.
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
