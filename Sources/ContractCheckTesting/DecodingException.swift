@_spi(Engine) public import ContractAuthoring
internal import ContractCheck
internal import JSONSchema
internal import JSONTape

/// Says that the app need not decode a value that the contract allows. An exception has a reason.
///
/// ```swift
/// DecodingException(at: "/items/*/status", reason: "the app shows only two kinds", expires: "2027-01-31")
/// ```
public struct DecodingException: Hashable, Sendable {
  /// The place in the body, as a JSON Pointer. In the pointer, `*` is any name or index, and `**`
  /// is any number of names and indexes. Nil for any place.
  public var place: String?
  /// The kind of freedom. Nil for any kind.
  public var freedom: Variant.Freedom?
  /// The reason why the app need not decode the value.
  public var reason: String
  /// The last day of the exception, in the form `YYYY-MM-DD`. Nil if the exception never expires.
  public var expires: String?

  /// Creates an exception from its parts. An exception must have a place or a freedom.
  public init(
    at place: String? = nil, freedom: Variant.Freedom? = nil, reason: String, expires: String? = nil
  ) {
    self.place = place
    self.freedom = freedom
    self.reason = reason
    self.expires = expires
  }

  /// The exception in the words of issues.
  var words: String {
    let parts = [place.map { "`\($0)`" }, freedom.map { "`.\($0.rawValue)`" }].compactMap { $0 }
    return "the exception for \(parts.joined(separator: " and ")) (\(reason))"
  }

  /// The reason why the exception cannot be used. Nil if it can be used.
  var fault: String? {
    if place == nil, freedom == nil {
      return "the exception (\(reason)) needs `at:` or `freedom:`"
    }
    if let place, PointerGlob(place) == nil {
      return "\(words): a place is a JSON Pointer, such as `/items/*/name`"
    }
    if reason.allSatisfy(\.isWhitespace) { return "\(words): give a reason" }
    if let expires, CalendarDate(expires) == nil {
      return "\(words): `\(expires)` is not a date; write `YYYY-MM-DD`"
    }
    return nil
  }

  func isExpired(on today: CalendarDate?) -> Bool {
    guard let last = expires.flatMap({ CalendarDate($0) }), let today else { return false }
    return last < today
  }

  func fits(_ variant: Variant) -> Bool {
    if let freedom, freedom != variant.freedom { return false }
    return place.map { PointerGlob($0)?.matches(variant.instance) ?? false } ?? true
  }
}
