@_spi(Engine) internal import JSONTape

/// `{{…}}` in a stub, which stands for any value of its type.
enum Template {
  static func isIn(_ text: some Collection<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "{") }
  }

  /// A text of the same length that has a string for each template outside of strings; nil where
  /// the result is no JSON.
  static func filled(_ text: [UInt8]) -> (text: [UInt8], places: Set<Int>)? {
    var filled = text
    var places: Set<Int> = []
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isInString, byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if let end = end(of: text, from: index) {
        if !isInString {
          for inner in index..<end where !isPlain(text[inner]) { filled[inner] = 0x5F }
          filled[index] = UInt8(ascii: "\"")
          filled[end - 1] = UInt8(ascii: "\"")
          places.insert(index)
        }
        // Quotes in a template do not end the string around it, if they are escaped or single.
        if !isInString || !text[index..<end].contains(UInt8(ascii: "\"")) {
          index = end
          continue
        }
      }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      index += 1
    }
    guard places.isEmpty || (try? JSONDocument(filled)) != nil else { return nil }
    return (filled, places)
  }

  /// Behind the braces of the template that begins at an offset; nil where none does.
  private static func end(of text: [UInt8], from start: Int) -> Int? {
    let open = UInt8(ascii: "{")
    guard start + 3 < text.count, text[start] == open, text[start + 1] == open else { return nil }
    var depth = 2
    // A triple brace is a template without escapes.
    if text[start + 2] == open { depth = 3 }
    var index = start + depth
    while index + depth <= text.count {
      if text[index..<index + depth].allSatisfy({ $0 == UInt8(ascii: "}") }) {
        return index + depth
      }
      // Templates do not go over lines outside of strings.
      if text[index] == 0x0A { return nil }
      index += 1
    }
    return nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

/// The templates in the bodies of an exchange.
struct Templates {
  /// Where values begin that are templates outside of strings, in each body.
  fileprivate var places: Set<Int> = []

  /// Whether a template stands where a violation is, so that nothing is known there. The type of a
  /// string that holds a template is known.
  func excuse(_ violation: Violation, in body: [UInt8]) -> Bool {
    let range = violation.range
    guard range.offset >= 0, range.end <= body.count, range.length > 0,
      body[range.offset] == UInt8(ascii: "\"")
    else { return false }
    if places.contains(range.offset) { return true }
    return !violation.isOfType && Template.isIn(body[range.offset..<range.end])
  }
}

extension Violation {
  /// Whether the value has the wrong type.
  fileprivate var isOfType: Bool { keyword == "type" }
}

extension Exchange {
  /// Replaces the templates of a stub by strings. Bodies that are no JSON then become absent.
  ///
  /// - Returns: Nil where there is none.
  mutating func fillTemplates() -> Templates? {
    guard origin == .stub else { return nil }
    var templates: Templates?
    for part in Part.allCases {
      guard let body = self[part].body, Template.isIn(body.bytes) else { continue }
      var message = self[part]
      if let (text, places) = Template.filled(body.bytes) {
        templates = templates ?? Templates()
        templates?.places.formUnion(places)
        if !places.isEmpty {
          var filled = body
          filled.bytes = text
          message.content = .body(filled)
        }
      } else {
        message.content = .absent(.templated)
      }
      switch part {
      case .request: request = message
      case .response: response = message
      }
    }
    return templates
  }
}
