/// Text from inputs as GitHub Flavored Markdown that shows it and does nothing else: no links, no
/// mentions, no HTML.
enum MarkdownText {
  /// Words with names in back quotes, as messages are: the names become code.
  static func sentence(_ text: String) -> String {
    QuotedNames.parts(of: SafeText.line(cut(text))).map { part, isName in
      // Spaces alone are no code.
      isName && part.contains { $0 != " " } ? "`\(part)`" : escaped(isName ? "`\(part)`" : part)
    }.joined()
  }

  /// Words that stand for themselves.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    let scalars = SafeText.line(text).unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // What follows is a name or a number to GitHub only where it stands right behind.
      case "@", "#": escaped += "\(scalar)<!-- -->"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "!", "$": escaped += "\\\(scalar)"
      // Of an address or an emoji's name, not of a sentence.
      case ":" where !isFollowedBySpace(scalars, index): escaped += "\\:"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isFollowedBySpace(
    _ scalars: String.UnicodeScalarView, _ index: String.Index
  ) -> Bool {
    let next = scalars.index(after: index)
    return next == scalars.endIndex || scalars[next] == " "
  }

  /// A name as code, whatever quotes are in it.
  static func code(_ text: String) -> String {
    let text = SafeText.line(cut(text))
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    let space = fence.utf8.count > 1 || text.isEmpty ? " " : ""
    return fence + space + text + space + fence
  }

  /// Lines as a block of code.
  static func block(_ lines: [String], indent: String) -> String {
    let longest = lines.map { longestRun(of: "`", in: $0) }.max() ?? 0
    let fence = indent + String(repeating: "`", count: max(3, longest + 1)) + "\n"
    return fence + lines.map { "\(indent)\($0)\n" }.joined() + fence
  }

  /// No name and no message is longer than a paragraph.
  private static func cut(_ text: String) -> String {
    let most = 400
    guard text.unicodeScalars.count > most else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))) + "…"
  }

  private static func longestRun(of character: Unicode.Scalar, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == character ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
