/// Converts property names in the same way as Foundation's JSONDecoder with the strategy
/// `convertFromSnakeCase`.
package enum SnakeCaseConversion {
  /// The property for a key: `image2X` for `image_2x`, `avatarUrl` for `avatar_url`.
  ///
  /// Underscores at both ends are kept. A key without an underscore between words is unchanged:
  /// `ID`, `photo-url`.
  ///
  /// - Complexity: O(*n*) in the key's length.
  package static func property(_ key: String) -> String {
    let isUnderscore = { (character: Character) in character == "_" }
    guard let first = key.firstIndex(where: { !isUnderscore($0) }),
      let last = key.lastIndex(where: { !isUnderscore($0) })
    else { return key }
    let words = key[first...last].split(separator: "_")
    guard let head = words.first, words.count > 1 else { return key }
    return key[..<first] + head.lowercased() + words.dropFirst().map(capitalized).joined()
      + key[key.index(after: last)...]
  }

  /// The word with each run of letters in the form of a capital and small letters: `2X` for `2x`.
  private static func capitalized(_ word: Substring) -> String {
    var result = ""
    var isInWord = false
    for character in word {
      result += isInWord ? character.lowercased() : character.uppercased()
      isInWord = character.isLetter || isInWord && character == "'"
    }
    return result
  }
}
