@_spi(Engine) internal import ContractCaptures

/// Counts the spellings of one property's values. So the linter can find one `Food` among many
/// `food`.
///
/// Only repeated single words of letters are counted, because they look like values of an
/// enumeration.
package struct SpellingTally {
  /// A spelling that differs from the usual one only in the case of its letters.
  package struct Odd: Hashable, Sendable {
    let spelling: String
    let usual: String
    /// The number of values with the usual spelling.
    let count: Int
  }

  private var counts: [String: Int] = [:]
  private var total = 0
  /// False once a value is not a single word.
  private(set) var isEnumeration = true

  private static let most = 64

  /// Adds a value. Null says nothing about the other values. Nil stands for a value that is not a
  /// single word.
  mutating func add(_ word: String?, count: Int = 1) {
    guard isEnumeration else { return }
    guard let word, counts[word] != nil || counts.count < Self.most else {
      isEnumeration = false
      counts = [:]
      return
    }
    counts[word, default: 0] += count
    total += count
  }

  /// The spellings to report, sorted. The usual spelling must have at least twice as many values.
  var odd: [Odd] {
    guard isEnumeration, total > counts.count else { return [] }
    var groups: [String: [(spelling: String, count: Int)]] = [:]
    for (spelling, count) in counts {
      groups[spelling.lowercased(), default: []].append((spelling, count))
    }
    // Names and other free texts rarely repeat.
    guard groups.count * 2 <= total else { return [] }
    return groups.values.flatMap { spellings -> [Odd] in
      guard let usual = spellings.max(by: { ($0.count, $1.spelling) < ($1.count, $0.spelling) })
      else { return [] }
      return spellings.filter { $0.count * 2 <= usual.count }.map {
        Odd(spelling: $0.spelling, usual: usual.spelling, count: usual.count)
      }
    }.sorted { $0.spelling < $1.spelling }
  }

  /// The text of a value that may belong to an enumeration: letters, `_` and `-`.
  static func word(_ text: String) -> String? {
    guard 1...32 ~= text.utf8.count,
      text.utf8.allSatisfy({
        ASCIIByte.isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      })
    else { return nil }
    return text
  }

  /// Whether a property's values may be an enumeration, according to the name. Free text and
  /// language tags are no enumerations.
  package static func mayEnumerate(_ traits: NameTraits) -> Bool {
    guard !traits.roles.contains(.secret), !DateName.isForPeople(traits.name) else { return false }
    return !SecretName.words(of: traits.name.utf8).contains(where: freeWords.contains)
  }

  private static let freeWords: Set<String> = [
    "address", "alias", "artist", "author", "brand", "city", "code", "company", "county", "first",
    "handle", "hash", "hashtag", "id", "initials", "key", "keyword", "lang", "language", "last",
    "locale", "login", "nick", "nickname", "owner", "path", "slug", "street", "surname", "tag",
    "tags", "token", "town", "url", "user", "username", "word",
  ]
}
