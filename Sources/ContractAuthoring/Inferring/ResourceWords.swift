@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// The words in segments of REST paths. A segment with other words may be a name.
enum ResourceWords {
  /// Whether a segment consists of these words: `users`, `check-runs`, `findByStatus`, `v2`.
  static func make(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    if bytes.withByteView(DataLook.isVersion) { return true }
    let pieces = bytes.split { separators.contains($0) }
    return !pieces.isEmpty && pieces.allSatisfy(isMade)
  }

  /// Whether letters and digits without a separator consist of these words.
  private static func isMade(_ piece: ArraySlice<UInt8>) -> Bool {
    guard piece.allSatisfy({ ASCIIByte.isLetter($0) || ASCIIByte.isDigit($0) }) else {
      return false
    }
    // The segment `projectsV2` ends with a version.
    let isVersioned =
      piece.last.map(ASCIIByte.isDigit) ?? false && piece.dropLast().last == UInt8(ascii: "V")
    let text = isVersioned ? piece.dropLast(2) : piece
    if text.contains(where: ASCIIByte.isDigit) {
      return all.contains(ASCIIByte.lowercased(String(decoding: text, as: UTF8.self)))
    }
    let words = SecretName.words(of: text)
    return words.allSatisfy { has($0) || words.count > 1 && alsoNames.contains($0) }
  }

  /// Whether a segment has a separator, so that it may also be a title: `my-first-post`.
  static func isCompound(_ segment: String) -> Bool {
    segment.utf8.dropFirst().dropLast().contains { "-_.".utf8.contains($0) }
  }

  /// Words that are a name if they are alone, but not in compounds: `markAsRead`, `AlphaSenders`.
  private static let alsoNames: Set<String> = ["alpha", "grant", "mark"]

  private static let separators = Array("-_.:@~$!".utf8)

  /// Whether a lower-case word is in the list, directly or in the singular. A plural compound of
  /// two such words also counts: `shortcodes`.
  private static func has(_ word: String) -> Bool {
    if all.contains(word) || isListedPlural(word) { return true }
    return PathOutline.isPlural(word)
      && word.indices.dropFirst(3).dropLast(3).contains { middle in
        all.contains(String(word[..<middle])) && isListedPlural(String(word[middle...]))
      }
  }

  private static func isListedPlural(_ word: String) -> Bool {
    word.hasSuffix("s")
      && (all.contains(String(word.dropLast())) || all.contains(DraftNames.singular(word)))
  }

  /// Words for one of several things. Such a thing has the same responses as the other things.
  static let selectors: Set<String> = [
    "@me", "active", "all", "current", "default", "first", "last", "latest", "me", "mine", "new",
    "newest", "next", "previous", "primary", "random", "recent", "self", "today", "tomorrow", "top",
    "whoami", "yesterday",
  ]
}
