extension RelationParser {
  private static let mostScalars = 1000

  /// Splits a text into its words, numbers, texts and signs.
  static func tokens(of text: String) throws(RelationError) -> [Token] {
    var tokens: [Token] = []
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.mostScalars else {
      throw RelationError(
        message: "the relation is longer than \(Self.mostScalars) characters",
        offset: Self.mostScalars)
    }
    var at = 0
    while at < scalars.count {
      let start = at
      let scalar = scalars[at]
      if [" ", "\t", "\n", "\r"].contains(scalar) {
        at += 1
      } else if Self.isLetter(scalar) {
        while at < scalars.count, Self.isLetter(scalars[at]) || Self.isDigit(scalars[at]) {
          at += 1
        }
        tokens.append((Self.text(scalars[start..<at]), .name, start))
      } else if Self.isDigit(scalar) {
        while at < scalars.count, Self.isDigit(scalars[at]) || scalars[at] == "." { at += 1 }
        let text = Self.text(scalars[start..<at])
        guard ExactDecimal(text.utf8) != nil else {
          throw RelationError(
            message: "`\(text)` is not a number such as 19.90, of at most "
              + "\(ExactDecimal.mostDigits) digits", offset: start)
        }
        tokens.append((text, .number, start))
      } else if scalar == "\"" || scalar == "'" {
        at += 1
        while at < scalars.count, scalars[at] != scalar { at += 1 }
        guard at < scalars.count else {
          throw RelationError(message: "the closing quote of this text is missing", offset: start)
        }
        tokens.append((Self.text(scalars[start + 1..<at]), .string, start))
        at += 1
      } else {
        let pair = Self.text(scalars[at..<min(at + 2, scalars.count)])
        let isPair = ["==", "!=", "<=", ">="].contains(pair)
        let sign = isPair ? pair : String(Character(scalar))
        guard isPair || "<>+-*()[].,".unicodeScalars.contains(scalar) else {
          let help = Self.advice[pair] ?? Self.advice[sign] ?? ""
          throw RelationError(message: "`\(sign)` means nothing here\(help)", offset: start)
        }
        tokens.append((sign, .sign, start))
        at += isPair ? 2 : 1
      }
    }
    tokens.append(("", .end, scalars.count))
    return tokens
  }

  /// The replacements for operators of other languages.
  private static let advice = [
    "=>": "; write `>=`", "=<": "; write `<=`", "=": "; write `==`", "&": "; write `and`",
    "|": "; write `or`", "!": "; write `not`", "/": "; there is no division",
  ]

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar == "@" || scalar.properties.isAlphabetic
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
}
