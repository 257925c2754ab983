@_spi(Engine) internal import ContractCaptures

/// Makes names for a drafted contract from the words of paths and properties.
enum DraftNames {
  /// The Pascal case of a text: `user_profiles` and `userProfiles` become `UserProfiles`. Empty if
  /// there is no letter.
  static func pascal(_ text: String) -> String {
    let words = SecretName.words(of: text.utf8)
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The name of a schema for files with one name: `User` for `users/user-12.json`.
  static func typeName(_ group: String) -> String {
    let last = group.split(separator: "/").last.map(String.init) ?? ""
    let name = pascal(singular(last))
    return name.isEmpty ? "Body" : name
  }

  static func camel(_ text: String) -> String {
    let name = pascal(text)
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The singular of a word's last part: `category` for `categories`.
  static func singular(_ word: String) -> String {
    let lower = ASCIIByte.lowercased(word)
    for (plural, singular) in irregular where lower.hasSuffix(plural) {
      if plural == singular { return word }
      return word.dropLast(plural.utf8.count) + singular
    }
    guard PathOutline.isPlural(lower) else { return word }
    if lower.hasSuffix("ies"), lower.utf8.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes", "zes"] where lower.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return String(word.dropLast())
  }

  private static let irregular: KeyValuePairs<String, String> = [
    "people": "person", "children": "child", "media": "media", "data": "data", "men": "man",
    "statuses": "status", "addresses": "address", "aliases": "alias", "movies": "movie",
    "cookies": "cookie",
  ]

  /// The first unused name: `User`, `User2`.
  static func free(_ name: String, _ used: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !used.insert(candidate).inserted {
      candidate = name + String(number)
      number += 1
    }
    return candidate
  }
}
