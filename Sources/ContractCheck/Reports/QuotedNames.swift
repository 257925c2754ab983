/// The names in messages, which stand in back quotes.
enum QuotedNames {
  /// The parts of a message in their order: words, and names without their quotes. A quote that none
  /// closes belongs to the words.
  static func parts(of text: String) -> [(text: String, isName: Bool)] {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    var parts: [(text: String, isName: Bool)] = []
    for (number, piece) in pieces.enumerated() {
      let isOdd = number % 2 == 1
      if isOdd, number < pieces.count - 1 {
        parts.append((String(piece), true))
      } else if isOdd || !piece.isEmpty {
        parts.append((isOdd ? "`\(piece)" : String(piece), false))
      }
    }
    return parts
  }
}
