/// Which members are dates by their names.
enum DateName {
  /// What happens at a date: `created`, `createdOn`, `created_time`.
  private static let events: Set<String> = [
    "created", "updated", "modified", "deleted", "published", "posted", "saved", "started",
    "ended", "finished", "completed", "expires", "expired", "expiry", "expiration",
  ]

  /// What `last` may stand before.
  private static let repeated: Set<String> = [
    "updated", "modified", "seen", "login", "used", "active", "accessed", "changed", "synced",
  ]

  /// Single words, and words that are often written as one.
  private static let whole: Set<String> = [
    "date", "datetime", "timestamp", "created", "updated", "modified", "deleted", "published",
    "expires", "expiry", "expiration", "birthday", "birthdate", "dob", "createdat", "updatedat",
    "savedat", "deletedat", "modifiedat", "publishedat", "expiresat",
  ]

  /// Whether a name promises a date: `createdAt`, `created_at`, `startDate`, `timestamp`. `lat`,
  /// `format` and `update` do not: the word must stand alone.
  static func isDate(_ name: String, folded: String) -> Bool {
    if whole.contains(folded) { return true }
    let words = words(of: name)
    guard words.count > 1, let last = words.last else { return false }
    let before = words[words.count - 2]
    switch last {
    case "date", "timestamp", "datetime", "at": return true
    case "time": return before == "date" || events.contains(before)
    case "on": return events.contains(before)
    default:
      return words[0] == "last" && words.count == 2 && repeated.contains(last)
        || words[0] == "date" && words[1] == "of"
    }
  }

  /// The words of a name in lower case: `createdAt` and `created_at` have the same two.
  private static func words(of name: String) -> [String] {
    // Longer names are data.
    guard name.utf8.count <= 64 else { return [] }
    var words: [[UInt8]] = [[]]
    var isLowerBefore = false
    for byte in name.utf8 {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || isUpper && isLowerBefore {
        words.append([])
      }
      isLowerBefore = !isUpper
      if byte != UInt8(ascii: "_"), byte != UInt8(ascii: "-") {
        words[words.count - 1].append(isUpper ? byte | 0x20 : byte)
      }
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }
}
