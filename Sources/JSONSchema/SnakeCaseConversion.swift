/// How Foundation's JSONDecoder reads keys with the strategy `convertFromSnakeCase`.
package enum SnakeCaseConversion {
  /// The property that a key is decoded into: `image_2x` is `image2X`, `avatar_url` is `avatarUrl`.
  ///
  /// Underscores at both ends stay. A key without one between its words stays as it is: `ID`,
  /// `photo-url`.
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

  /// Each run of letters with a capital first and small letters after it: `2x` is `2X`.
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
