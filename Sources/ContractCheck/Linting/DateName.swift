@_spi(Engine) internal import ContractCaptures

/// Decides by the words in a name whether the value should be a date.
///
/// Examples of such names are `date_liked`, `lastSeenTime` and `post_modified_gmt`. But `update`,
/// `time_zone`, `date_format` and `bytes_sent` are not names of dates.
enum DateName {
  /// - Parameter folded: The name without case and separators.
  static func isDate(_ name: String, folded: String) -> Bool {
    if whole.contains(folded) { return true }
    // Longer names are treated as data.
    guard name.utf8.count <= 64 else { return false }
    var words = SecretName.words(of: name.utf8)
    if let last = words.last, zones.contains(last) { words.removeLast() }
    guard let first = words.first, let last = words.last, words.count > 1 else {
      return words.first.map(whole.contains) ?? false
    }
    if ["at", "date", "datetime", "timestamp"].contains(last) { return true }
    if questions.contains(first) || words.contains(where: others.contains) { return false }
    let before = words[words.count - 2]
    switch last {
    case "time": return moments.contains(before) || events.contains(before)
    case "on": return events.contains(before)
    default: break
    }
    if events.contains(last) { return true }
    switch first {
    case "last": return words.count == 2 && repeated.contains(last)
    case "date": return words[1] == "of" || words.count == 2 && isParticiple(last)
    default: return false
    }
  }

  /// Whether the text is for people according to its name. People can read any form of a date.
  static func isForPeople(_ name: String) -> Bool {
    name.utf8.count > 64 || SecretName.words(of: name.utf8).contains(where: texts.contains)
  }

  /// Whether a word is a participle such as `liked`, `sent` or `seen`.
  private static func isParticiple(_ word: String) -> Bool {
    word.hasSuffix("ed") || ["paid", "read", "seen", "sent"].contains(word)
  }

  /// Words for an event with a date, at the end of a name or before `time` and `on`.
  private static let events: Set<String> = [
    "added", "changed", "completed", "created", "deleted", "edited", "ended", "expiration",
    "expired", "expires", "expiry", "finished", "joined", "liked", "modified", "posted",
    "published", "registered", "saved", "seen", "started", "updated",
  ]

  /// Other words for an event, if they are before `time`.
  private static let moments: Set<String> = [
    "access", "active", "arrival", "begin", "commit", "create", "creation", "date", "departure",
    "due", "end", "finish", "login", "modification", "modify", "publish", "release", "start",
    "update",
  ]

  /// Words that may follow `last`.
  private static let repeated: Set<String> = [
    "accessed", "active", "activity", "changed", "login", "modified", "played", "seen", "sync",
    "synced", "update", "updated", "used", "viewed", "visited",
  ]

  /// Endings that name the zone of a date.
  private static let zones: Set<String> = ["gmt", "utc"]

  /// The first words of names that ask a yes-or-no question about an event.
  private static let questions: Set<String> = [
    "are", "can", "did", "does", "has", "have", "is", "should", "was", "were",
  ]

  /// Words of names that describe a date, or count events.
  private static let others: Set<String> = [
    "amount", "bytes", "calories", "count", "counter", "days", "distance", "duration", "files",
    "format", "formatted", "hours", "id", "ids", "index", "items", "label", "length", "likes",
    "limit", "lines", "minutes", "money", "ms", "num", "number", "offset", "pages", "percent",
    "points", "price", "range", "records", "rows", "score", "seconds", "size", "steps", "sum",
    "text", "timezone", "total", "version", "views", "words", "zone",
  ]

  /// Words of names whose text is for people.
  private static let texts: Set<String> = [
    "body", "caption", "comment", "content", "description", "display", "example", "format",
    "formatted", "human", "label", "localized", "message", "name", "note", "placeholder", "pretty",
    "query", "readable", "search", "subtitle", "summary", "text", "title",
  ]

  /// Single words, and compounds that are often written as one word.
  private static let whole: Set<String> = [
    "birthdate", "birthday", "created", "createdat", "date", "dateadded", "datecreated",
    "datejoined", "datemodified", "datetime", "dateupdated", "deleted", "deletedat", "dob",
    "enddate", "endtime", "expiration", "expires", "expiresat", "expiry", "joined", "joinedat",
    "lastlogin", "lastmodified", "lastseen", "lastupdated", "modified", "modifiedat", "published",
    "publishedat", "savedat", "startdate", "starttime", "timecreated", "timestamp", "timeupdated",
    "updated", "updatedat",
  ]
}
