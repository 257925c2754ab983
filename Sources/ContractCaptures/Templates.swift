@_spi(Engine) internal import JSONTape

/// `{{…}}` in a stub counts as a value of the required type. `"<integer>"` also counts as such a
/// value. Postman writes this text when it imports an OpenAPI document.
package enum Template {
  package static func isIn(_ text: some Collection<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "{") }
  }

  /// A text of the same length. In it, each template outside of strings is a string, and templates
  /// inside strings have no quotes. Nil if the result is not JSON.
  ///
  /// - Parameter isSequence: Whether the text contains items. A string in an item never has two
  ///   lines.
  static func filled(
    _ text: [UInt8], _ placeholders: Placeholders, isSequence: Bool
  ) -> (text: [UInt8], places: Set<Int>)? {
    if !isSequence, (try? JSONDocument(text)) != nil { return (text, []) }
    var filled = text
    var places: Set<Int> = []
    var ends = Ends(text: text)
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      let bare = isInString ? nil : placeholders.end(ofBare: text[index...])
      if var end = bare ?? (placeholders.hasTemplates ? ends.end(of: index) : nil) {
        var start = index
        if bare != nil {
          // Recorders also replace some of the digits of a number: `78<ID>67`.
          while start > 0, ASCIIByte.isDigit(text[start - 1]) { start -= 1 }
          while end < text.count, ASCIIByte.isDigit(text[end]) { end += 1 }
        }
        for inner in start..<end where !isPlain(text[inner]) { filled[inner] = 0x5F }
        if !isInString {
          filled[start] = UInt8(ascii: "\"")
          filled[end - 1] = UInt8(ascii: "\"")
          places.insert(start)
        }
        index = end
        continue
      }
      if isInString, byte == UInt8(ascii: "\\") { index += 1 }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      if isSequence, byte == ASCIIByte.lineFeed { isInString = false }
      index += 1
    }
    return isSequence || (try? JSONDocument(filled)) != nil ? (filled, places) : nil
  }

  /// The starts of strings that are only the name of a type.
  ///
  /// - Complexity: O(*n*) in the text.
  static func typeNames(in text: [UInt8]) -> Set<Int> {
    var places: Set<Int> = []
    for start in text.indices.dropLast()
    where text[start] == UInt8(ascii: "\"") && text[start + 1] == UInt8(ascii: "<") {
      let name = text[(start + 2)...].prefix { ASCIIByte.isLetter($0) || $0 == UInt8(ascii: "-") }
      if !name.isEmpty, text[name.endIndex...].starts(with: ">\"".utf8) { places.insert(start) }
    }
    return places
  }

  /// Finds the ends of templates. Call it with offsets in rising order. Then the text is searched
  /// only once.
  private struct Ends {
    let text: [UInt8]
    /// The start of the next `}}`, or the end of the text.
    private var next = 0

    init(text: [UInt8]) { self.text = text }

    private func isPair(_ byte: UInt8, at index: Int) -> Bool {
      index + 1 < text.count && text[index] == byte && text[index + 1] == byte
    }

    /// The offset after the braces of the template at `start`. Nil if there is no template.
    mutating func end(of start: Int) -> Int? {
      guard isPair(UInt8(ascii: "{"), at: start) else { return nil }
      next = max(next, start + 2)
      while next < text.count, !isPair(UInt8(ascii: "}"), at: next) { next += 1 }
      guard next < text.count else { return nil }
      // Triple braces are a template without escapes.
      let isTriple = text[start + 2] == UInt8(ascii: "{")
      let hasThird = next + 2 < text.count && text[next + 2] == UInt8(ascii: "}")
      return next + (isTriple && hasThird ? 3 : 2)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

/// The templates in a body.
package struct Templates: Sendable {
  /// The starts of values that are templates outside of strings.
  package let places: Set<Int>
  /// The texts within strings that stand for other texts.
  package let placeholders: Placeholders
  /// The original body, for showing.
  fileprivate let text: [UInt8]
}

extension Body {
  /// The bytes that findings show.
  package var shown: [UInt8] { templates?.text ?? bytes }
}

extension Message {
  /// Whether texts in the message's body stand for other values.
  package var isFilled: Bool {
    if case .body(let body) = content { body.templates != nil } else { false }
  }

  /// The starts of the strings in the message's body that stand for values of any type.
  package var unknownValues: Set<Int> {
    if case .body(let body) = content { body.templates?.places ?? [] } else { [] }
  }
}

extension Exchange {
  /// Replaces templates and placeholders outside of strings by strings. The body of a stub that is
  /// not JSON then becomes missing.
  ///
  /// - Returns: Whether there are any templates.
  package mutating func fillTemplates(_ known: Placeholders) -> Bool {
    guard let placeholders = known.those(of: self) else { return false }
    var isTemplated = false
    for part in Part.allCases {
      var message = self[part]
      guard var body = message.body else { continue }
      let isStub = origin == .stub
      let names = isStub ? Template.typeNames(in: body.bytes) : []
      let hasTemplates = isStub && Template.isIn(body.bytes)
      let holdsAny = placeholders.areIn(body.bytes)
      guard holdsAny || !names.isEmpty else { continue }
      if hasTemplates || !names.isEmpty { isTemplated = true }
      let type = message.type.flatMap { MediaType($0.string) }
      let isSequence = type.flatMap { SequenceFormat($0) } != nil
      if let (text, places) = Template.filled(body.bytes, placeholders, isSequence: isSequence) {
        body.templates = Templates(
          places: places.union(names), placeholders: placeholders, text: body.bytes)
        body.bytes = text
        message.content = .body(body)
      } else if hasTemplates {
        message.content = .absent(.templated)
      }
      self[part] = message
    }
    return isTemplated
  }
}
