/// What the commonest regular expressions mean, in words: one class of characters between anchors, or
/// a plain text at either end.
enum PatternWords {
  /// "5 digits"; nil for an expression that says more.
  static func of(_ pattern: String) -> String? {
    guard pattern.utf8.count <= 64 else { return nil }
    if pattern.hasPrefix("^"), pattern.hasSuffix("$"), pattern.utf8.count > 2 {
      let inner = pattern.dropFirst().dropLast()
      for (source, one, many) in classes where inner.hasPrefix(source) {
        return quantity(inner.dropFirst(source.count), one, many)
      }
      return nil
    }
    if pattern.hasPrefix("^"), isPlain(pattern.dropFirst()) {
      return "begins with `\(plain(pattern.dropFirst()))`"
    }
    if pattern.hasSuffix("$"), isPlain(pattern.dropLast()) {
      return "ends with `\(plain(pattern.dropLast()))`"
    }
    return nil
  }

  private static let classes: [(source: String, one: String, many: String)] = [
    ("[0-9]", "digit", "digits"), ("\\d", "digit", "digits"),
    ("[a-z]", "lower-case letter", "lower-case letters"),
    ("[A-Z]", "capital letter", "capital letters"),
    ("[a-zA-Z]", "letter", "letters"), ("[A-Za-z]", "letter", "letters"),
    ("[a-f0-9]", "lower-case hex digit", "lower-case hex digits"),
    ("[0-9a-f]", "lower-case hex digit", "lower-case hex digits"),
    ("[A-F0-9]", "capital hex digit", "capital hex digits"),
    ("[0-9A-F]", "capital hex digit", "capital hex digits"),
    ("[0-9a-fA-F]", "hex digit", "hex digits"), ("[0-9A-Fa-f]", "hex digit", "hex digits"),
    ("[a-fA-F0-9]", "hex digit", "hex digits"), ("[A-Fa-f0-9]", "hex digit", "hex digits"),
    ("[a-z0-9]", "lower-case letter or digit", "lower-case letters or digits"),
    ("[A-Z0-9]", "capital letter or digit", "capital letters or digits"),
    ("[a-zA-Z0-9]", "letter or digit", "letters or digits"),
    ("[A-Za-z0-9]", "letter or digit", "letters or digits"),
    ("[0-9a-zA-Z]", "letter or digit", "letters or digits"),
    ("\\w", "letter, digit or `_`", "letters, digits or `_`"),
    ("\\S", "character, no white space", "characters, no white space"),
  ]

  private static func quantity(_ text: Substring, _ one: String, _ many: String) -> String? {
    switch text {
    case "": return "1 \(one)"
    case "+": return "1 or more \(many)"
    case "*": return "\(many) alone, or nothing"
    case "?": return "1 \(one) or nothing"
    default: break
    }
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    let bounds = text.dropFirst().dropLast().split(
      separator: ",", omittingEmptySubsequences: false)
    guard let least = bounds.first.flatMap({ Int($0) }), bounds.count <= 2 else { return nil }
    if bounds.count == 1 { return Plural.count(least, one, many) }
    if bounds[1].isEmpty { return "\(least) or more \(many)" }
    return Int(bounds[1]).map { "\(least) to \($0) \(many)" }
  }

  /// Whether an expression stands for its own text; escaped punctuation does.
  private static func isPlain(_ text: Substring) -> Bool {
    let bare = unescaped(text)
    return !text.isEmpty && bare != nil
  }

  private static func plain(_ text: Substring) -> String { unescaped(text) ?? String(text) }

  private static func unescaped(_ text: Substring) -> String? {
    var plain = ""
    var rest = text
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst(), "./-+()[]{}?*|^$".contains(next) else { return nil }
        plain.append(next)
      } else if ".[](){}?*+|^$".contains(character) {
        return nil
      } else {
        plain.append(character)
      }
    }
    return plain
  }
}
