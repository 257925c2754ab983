public import JSONSchema

/// The five documented rules as schemas.
///
/// The rules use these schemas if a contract has such a property. A program can also use the
/// schemas alone:
///
/// ```swift
/// let page = try Schema.pagination.compiled()
/// page.isValid(try JSONDocument(body))
/// ```
extension Schema {
  // MARK: lat and lng, never latitude and longitude

  /// Degrees north of the equator.
  public static let latitude = number(in: -90...90)

  /// Degrees east of Greenwich.
  public static let longitude = number(in: -180...180)

  /// A position. Both coordinates must have these names and no other names.
  public static let coordinates = object {
    Property("lat", .latitude)
    Property("lng", .longitude)
  }.forbidding(
    Coordinate.allCases.flatMap(\.spellings).filter { $0 != "lat" && $0 != "lng" })

  // MARK: Explicit null

  /// The details of a place. Every property must be present. If a detail is unknown, its value is
  /// null.
  public static let placeDetails = object {
    for name in ["address", "city", "state", "type"] { Property(name, .string.nullable) }
    Property("rating", .number.nullable)
  }

  // MARK: ISO dates

  /// A date and time in the form of `toISOString()`, with three digits for milliseconds and `Z`.
  public static let instant = string(format: .dateTime)
    .adding("pattern", json: #""^[0-9-]{10}T[0-9:]{8}[.][0-9]{3}Z$""#)

  // MARK: Pagination

  /// The pagination data that every list has.
  public static let pagination = object { paginationProperties }

  static let paginationProperties: [Property] = [
    Property("page", .integer(atLeast: 1)),
    Property("limit", .integer(atLeast: 1)),
    Property("total", .integer(atLeast: 0)),
    Property("totalPages", .integer(atLeast: 0)),
    Property("hasMore", .boolean),
  ]

  // MARK: Device tokens and platforms

  /// A platform: exactly `ios` or `android`.
  public static let devicePlatform = oneOf("ios", "android")

  /// A token for push messages of Apple (APNs) or Google (FCM).
  public static let deviceToken = string(minLength: 32)

  /// An iOS token is 64 hex digits.
  public static let iosDeviceToken = when(
    .properties { Property("platform", .constant("ios")) },
    then: .properties {
      Property(
        "deviceToken", Schema.any.adding("pattern", json: #""^[0-9a-fA-F]{64}$""#),
        isRequired: false)
    })

  /// The request body that registers a device.
  public static let deviceRegistration = all(
    of: .object {
      Property("deviceToken", .deviceToken)
      Property("platform", .devicePlatform)
    }, .iosDeviceToken)
}
