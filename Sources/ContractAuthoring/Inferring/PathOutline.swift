@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// A path with gaps where a segment looks like a value: `/users/{}/locations`.
struct PathOutline: Hashable, CustomStringConvertible {
  /// Percent-decoded; nil for a gap.
  private(set) var segments: [String?]

  init(segments: [String?]) { self.segments = segments }

  init(_ path: String) {
    var segments: [String?] = []
    for segment in RequestPath(path).segments {
      let isValue = segment.withUnsafeBufferPointer { text in
        DataLook.isSegment(text)
          || Self.isValue(
            ASCIIByte.lowercased(String(decoding: text, as: UTF8.self)),
            after: segments.last ?? nil)
      }
      segments.append(isValue ? nil : String(decoding: segment, as: UTF8.self))
    }
    self.segments = segments
  }

  var description: String {
    segments.isEmpty ? "/" : segments.map { "/" + ($0 ?? "{}") }.joined()
  }

  /// Whether a word stands for one of many things, since a word for many is before it: `ann` in
  /// `/users/ann`, but not `search` in `/users/search`.
  private static func isValue(_ word: String, after before: String?) -> Bool {
    guard let before = before.map({ ASCIIByte.lowercased($0) }),
      isPlural(before) || owners.contains(before)
    else { return false }
    let parts = word.split { $0 == "-" || $0 == "_" || $0 == "." }
    if parts.allSatisfy({ words.contains(String($0)) || particles.contains($0) }) { return false }
    // `/users/ann/posts`: what is one of many has no plural, and people's names are no words.
    return owners.contains(before) || !isPlural(word)
  }

  /// Whether a word is a plural of English, as the names of lists are.
  static func isPlural(_ word: String) -> Bool {
    if irregular.contains(word) { return true }
    return word.utf8.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
      && !word.hasSuffix("us") && !word.hasSuffix("is") && !singular.contains(word)
  }

  /// Whether a word names a thing or an action of APIs, not one of many things.
  static func isWord(_ segment: String) -> Bool { words.contains(ASCIIByte.lowercased(segment)) }

  private static let irregular: Set<String> = [
    "people", "media", "children", "data", "men", "women",
  ]

  private static let singular: Set<String> = [
    "address", "alias", "analysis", "bonus", "bus", "canvas", "focus", "news", "status", "sms",
    "dns",
    "tls", "https", "rss", "css", "js", "ios", "gps", "aws", "access", "process", "progress",
    "series",
  ]

  /// What a person's or a team's name may come after.
  private static let owners: Set<String> = [
    "users", "people", "members", "authors", "accounts", "profiles", "friends", "players", "teams",
    "orgs", "organizations", "organisations", "companies", "groups", "channels", "rooms", "tags",
    "hashtags", "topics", "categories", "repos", "projects", "user", "person", "member", "author",
    "account", "profile", "friend", "player", "team", "org", "organization", "company", "group",
    "channel", "room", "tag", "hashtag", "topic", "category", "repo", "project", "customer",
    "client",
    "u", "by", "invite", "reset", "token", "share", "slug",
  ]

  private static let particles: Set<Substring> = [
    "and", "by", "for", "in", "of", "out", "to", "up",
  ]

  private static let words = Set(
    """
    me self current mine my own all any none new edit draft drafts public private shared friends friend \
    following followers follow unfollow nearby near feed home explore discover trending popular top hot \
    latest recent recents newest upcoming past active inactive archived archive deleted trash search \
    autocomplete suggest suggestions suggested recommended recommendations related similar featured \
    favorites favourites favorite favourite bookmarks bookmark saved likes like unlike votes vote count \
    counts stats statistics summary overview metrics analytics reports report export import upload \
    uploads download batch bulk validate verify verification check status health ping ready live version \
    config configuration settings preferences options meta metadata schema login logout signin signout \
    signup register registration refresh reset forgot password token tokens session sessions auth oauth \
    authorize callback invite invites invitations invitation accept decline reject approve cancel close \
    open complete confirm start stop pause resume join leave subscribe unsubscribe enable disable block \
    unblock mute unmute read unread seen mark send resend push email sms notifications notification \
    messages comments comment replies reply posts photos images videos media files avatar cover profile \
    account details detail info list lists items history timeline activity activities events log logs \
    audit map maps bounds geo locations location places categories tags types languages currencies \
    countries regions today yesterday tomorrow week month year day daily weekly monthly default defaults \
    primary random next previous first last checkout cart orders order payments payment refund invoice \
    invoices devices device admin graphql query api rest json v1 v2 v3 index root test demo staging \
    webhooks webhook cursor sync diff changes updates update create delete remove add copy move rename \
    restore duplicate merge preview publish unpublish availability available slots schedule price prices \
    quote rate rates ratings rating reviews review flag flags permissions roles role members member \
    billing plans plan usage limits quota features feedback contact support help about terms privacy
    """.split(separator: " ").map(String.init))
}
