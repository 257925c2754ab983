extension LintCase {
  static let all =
    coordinates + dates + spellings + elements + paginations + devices + secrets + keys + readers

  static let coordinates = [
    LintCase("the usual pair", #"{"lat": 37.7749, "lng": -122.4194}"#),
    LintCase(
      "the long names", #"{"latitude": 37.7749, "longitude": "-122.4194"}"#,
      "warning coordinate-names /latitude", "warning coordinate-names /longitude",
      "warning coordinate-range /longitude"),
    LintCase(
      "lon beside lat", #"{"places": [{"lat": 37.7749, "lon": -122.4194}]}"#,
      "warning coordinate-names /places/0/lon"),
    LintCase(
      "case variants", #"{"Lat": 37.7749, "LNG": -122.4194}"#,
      "warning coordinate-names /Lat", "warning coordinate-names /LNG"),
    LintCase(
      "both names", #"{"lat": 1.5, "latitude": 1.5, "lng": 2.5}"#,
      "warning coordinate-names /latitude"),
    LintCase(
      "long beside a latitude", #"{"lat": 1.5, "long": 2.5}"#, "warning coordinate-names /long"),
    LintCase("long alone is a word", #"{"long": 512, "short": 4}"#),
    LintCase("names of other things", #"{"lat": "Latin", "lng": null, "longitude": {"min": 1}}"#),
    LintCase("a schema's properties", #"{"latitude": {"type": "number"}, "longitude": true}"#),
    LintCase(
      "not on Earth", #"{"lat": 90.0000001, "lng": -180.5}"#,
      "error coordinate-range /lat", "error coordinate-range /lng"),
    LintCase("the ends of the Earth", #"{"lat": -90, "lng": 180.0}"#),
    LintCase(
      "exactly", #"{"lat": 90.00000000000000000001, "lng": 1}"#, "error coordinate-range /lat"),
    LintCase(
      "strings", #"{"geo": {"lat": "-37.3159", "lng": "81.1496"}}"#,
      "warning coordinate-range /geo/lat", "warning coordinate-range /geo/lng"),
    LintCase("half a pair", #"{"lat": 37.7749}"#, "warning coordinate-range  +lng"),
    LintCase(
      "the other half", #"{"longitude": 12, "id": 1}"#, "warning coordinate-names /longitude",
      "warning coordinate-range  +latitude"),
    LintCase("a latency", #"{"lat": 250, "ok": true}"#),
    LintCase(
      "half of it null", #"{"lat": 37.7749, "lng": null}"#, "warning coordinate-range /lng"),
    LintCase("all of it null", #"{"lat": null, "lng": null}"#),
    LintCase("words", #"{"lat": "north", "lng": "west"}"#),
    LintCase(
      "a word beside a number", #"{"lat": "N/A", "lng": 4}"#, "warning coordinate-range /lat"),
  ]

  static let dates = [
    LintCase(
      "every profile passes",
      #"""
      {"createdAt": "2026-02-23T10:00:00.000Z", "updatedAt": "2026-02-23T10:00:00Z",
       "deletedAt": "2026-02-23T10:00:00.123456+01:00", "date": "2026-02-23", "startDate": "09:30",
       "timestamp": "20260223T100000Z", "expires": null, "savedAt": "2024-02-29T23:59:59Z"}
      """#),
    LintCase(
      "Date.toString()",
      #"{"savedAt": "Mon Feb 23 2026 10:00:00 GMT+0000 (Coordinated Universal Time)"}"#,
      "error iso-dates /savedAt"),
    LintCase(
      "Date.toDateString()", #"{"day_date": "Mon Feb 23 2026"}"#, "warning iso-dates /day_date"),
    LintCase("no date at all", #"{"updated": "Invalid Date"}"#, "error iso-dates /updated"),
    LintCase("American", #"{"date": "2/23/2026, 10:00:00 AM"}"#, "warning iso-dates /date"),
    LintCase(
      "dates for people",
      #"""
      {"createdAt": "04.11.2026", "date": "2026/11/04 10:00", "dob": "Nov 4, 2026", "displayDate": "04.11.2026",
       "labelDate": "2/23/2026", "note": "2026/11/04", "dateAdded": "10.2.1", "updatedAt": "Nov 2026"}
      """#, "warning iso-dates /createdAt", "warning iso-dates /date", "warning iso-dates /dob"),
    LintCase(
      "RFC 1123", #"{"lastModified": "Mon, 23 Feb 2026 10:00:00 GMT"}"#,
      "warning iso-dates /lastModified"),
    LintCase("MySQL", #"{"created_at": "2026-02-23 10:00:00"}"#, "warning iso-dates /created_at"),
    LintCase(
      "MySQL's zero", #"{"created_at": "0000-00-00 00:00:00"}"#, "error iso-dates /created_at"),
    LintCase("no zone", #"{"createdAt": "2026-02-23T10:00:00"}"#, "warning iso-dates /createdAt"),
    LintCase("a space", #"{"createdAt": "2026-02-23 10:00:00Z"}"#, "warning iso-dates /createdAt"),
    LintCase(
      "30 February", #"{"createdAt": "2026-02-30T10:00:00Z"}"#, "error iso-dates /createdAt"),
    LintCase("no leap year", #"{"birthDate": "2025-02-29"}"#, "error iso-dates /birthDate"),
    LintCase("hour 25", #"{"createdAt": "2026-02-23T25:00:00Z"}"#, "error iso-dates /createdAt"),
    LintCase("epoch seconds", #"{"created": 1767225600}"#, "warning iso-dates /created"),
    LintCase(
      "epoch with a fraction", #"{"timestamp": 1767225600.25}"#, "warning iso-dates /timestamp"),
    LintCase(
      "epoch milliseconds", #"{"expiresAt": 1767225600000}"#, "warning iso-dates /expiresAt"),
    LintCase("epoch in a string", #"{"timestamp": "1767225600"}"#, "warning iso-dates /timestamp"),
    LintCase("the first of 2001", #"{"timestamp": 978307200}"#, "warning iso-dates /timestamp"),
    LintCase("before 2001, after 2100", #"{"timestamp": 978307199, "date": 4133980800}"#),
    LintCase("seconds to live", #"{"expires": 3600, "updated": 5, "created": true}"#),
    LintCase(
      "words", #"{"expires": "never", "lastUpdated": "2 hours ago", "date": "", "dob": "?"}"#),
    LintCase("a length of time", #"{"updated": "72:30:00"}"#),
    LintCase(
      "other properties",
      #"""
      {"format": "2/23/2026", "update": "2026-02-23", "chat": 1767225600, "flat": 1767225600,
       "candidate": 1767225600, "expiresIn": 1767225600, "name": "Mon Feb 23", "createdBy": 1767225600,
       "dateRange": "last week", "ratio": "1/2/2024 left", "part": "40/50/2024", "fraction": "1/2"}
      """#),
    LintCase(
      "names with words of dates",
      #"""
      {"timeout": 1767225600, "timezone": "UTC", "timeZone": 1767225600, "lifetime": 1767225600,
       "dateFormat": "2/23/2026", "isUpdated": true, "wasSaved": 1767225600, "runtime": 1767225600,
       "duration": 1767225600, "startTime": "09:30", "openingTime": "9 AM", "joined": 3, "update": 1767225600,
       "bytesAdded": 1767225600, "timeElapsed": 1767225600, "dateRange": 1767225600, "startsWith": 1767225600,
       "recordsDeleted": 1767225600, "isExpired": 1767225600, "sentiment": 1767225600, "undated": 1767225600}
      """#),
    LintCase(
      "dates by the words of their names",
      #"""
      {"date_liked": 1767225600, "post_modified": 1767225600, "post_date_gmt": 1767225600,
       "modified_gmt": 1767225600, "last_seen_time": 1767225600, "menu_date_updated": 1767225600,
       "time_created": 1767225600, "start_time": 1767225600, "date_played": 1767225600,
       "items_updated_at": 1767225600, "last_login_utc": 1767225600, "departure_time": 1767225600}
      """#,
      "warning iso-dates /date_liked", "warning iso-dates /post_modified",
      "warning iso-dates /post_date_gmt", "warning iso-dates /modified_gmt",
      "warning iso-dates /last_seen_time", "warning iso-dates /menu_date_updated",
      "warning iso-dates /time_created", "warning iso-dates /start_time",
      "warning iso-dates /date_played", "warning iso-dates /items_updated_at",
      "warning iso-dates /last_login_utc", "warning iso-dates /departure_time"),
    LintCase(
      "dates by the words of their names, in camel case",
      #"""
      {"joined": 1767225600, "timeCreated": "2026-02-23T10:00:00", "startTime": "2026-02-23T10:00:00",
       "lastSeenTime": 1767225600, "dateLiked": "Mon, 23 Feb 2026 10:00:00 GMT"}
      """#,
      "warning iso-dates /joined", "warning iso-dates /timeCreated", "warning iso-dates /startTime",
      "warning iso-dates /lastSeenTime", "warning iso-dates /dateLiked"),
    LintCase(
      "dates by their shape",
      #"""
      {"a": "Mon Feb 23 2026 10:00:00 GMT+0100 (Central European Standard Time)", "b": "2026-02-23 10:00:00",
       "c": "2/23/2026, 10:00:00 AM", "d": "23/2/2026", "e": "0000-00-00 00:00:00", "f": "2026-02-23 10:00:00.123456",
       "title": "Mon Feb 23 2026 10:00:00 GMT+0000", "label": "2026-02-23 10:00:00", "displayText": "2/23/2026"}
      """#,
      "warning iso-dates /a", "warning iso-dates /b", "warning iso-dates /c",
      "warning iso-dates /d",
      "warning iso-dates /e", "warning iso-dates /f", "warning iso-dates /title"),
  ]

  static let spellings = [
    LintCase(
      "one of four in another case",
      #"""
      [{"category": "food"}, {"category": "Food"}, {"category": "food"}, {"category": "travel"}]
      """#, "note key-case /1/category"),
    LintCase(
      "inside an object",
      #"""
      {"places": [{"kind": "BAR"}, {"kind": "bar"}, {"kind": "bar"}, {"kind": null}, {"kind": "bar"}]}
      """#, "note key-case /places/0/kind"),
    LintCase(
      "one to one", #"[{"category": "food"}, {"category": "Food"}, {"category": "travel"}]"#),
    LintCase(
      "people's words",
      #"[{"city": "berlin"}, {"city": "Berlin"}, {"city": "Berlin"}, {"city": "Berlin"}]"#),
    LintCase(
      "sentences",
      #"[{"state": "all good"}, {"state": "All good"}, {"state": "all good"}, {"state": "ok"}]"#),
    LintCase(
      "many values",
      #"[{"code2": "a"}, {"kind": "a"}, {"kind": "A"}, {"kind": "a"}, {"kind": "b"}, {"kind": "c"}, {"kind": "d"}]"#
    ),
  ]

  static let elements = [
    LintCase(
      "one of five",
      #"""
      [{"id": 1, "caption": null}, {"id": 2, "caption": "b"}, {"id": 3},
       {"id": 4, "caption": "d"}, {"id": 5, "caption": "e"}]
      """#, "warning explicit-null /2 +caption"),
    LintCase(
      "two properties of one element",
      #"{"all": [{"id": 1, "n": 1, "a": 1, "b": 2}, {"id": 2, "n": 2}, {"id": 3, "n": 3, "a": 3, "b": 4}]}"#,
      "warning explicit-null /all/1 +a", "warning explicit-null /all/1 +b"),
    LintCase("one of two is no evidence", #"[{"id": 1, "caption": "a"}, {"id": 2}]"#),
    LintCase(
      "one of two with a null is", #"[{"id": 1, "caption": null}, {"id": 2}]"#,
      "warning explicit-null /1 +caption"),
    LintCase(
      "less than half", #"[{"id": 1, "a": 1}, {"id": 2, "a": 2}, {"id": 3}, {"id": 4}, {"id": 5}]"#),
    LintCase(
      "kinds are compared among themselves",
      #"""
      [{"type": "text", "id": 1, "text": "a"}, {"type": "text", "id": 2, "text": "b"},
       {"type": "text", "id": 3}, {"type": "image", "id": 4, "url": "u"},
       {"type": "image", "id": 5, "url": "v"}]
      """#, "warning explicit-null /2 +text"),
    LintCase(
      "one in place of another",
      #"""
      [{"id": 1, "value": 1}, {"id": 2, "value": 2}, {"id": 3, "error": "no"}, {"id": 4, "value": 4}]
      """#),
    LintCase(
      "little overlap",
      #"[{"a": 1, "b": 1, "c": 1, "d": 1}, {"a": 1, "b": 1, "c": 1, "d": 1}, {"a": 1}, {}]"#),
    LintCase("a flag", #"[{"id": 1, "isMain": true}, {"id": 2, "isMain": true}, {"id": 3}]"#),
    LintCase("not only objects", #"[{"id": 1, "a": 1}, {"id": 2, "a": 1}, {"id": 3}, 4]"#),
    LintCase(
      "what a request leaves out", as: .request,
      #"[{"id": 1, "a": 1}, {"id": 2, "a": 1}, {"id": 3}]"#),
    LintCase(
      "half a pair is one mistake",
      #"[{"lat": 1.5, "lng": 2.5}, {"lat": 1.5, "lng": 2.5}, {"lat": 1.5}]"#,
      "warning coordinate-range /2 +lng"),
    LintCase(
      "a wrong name is one mistake",
      #"[{"id": 1, "lat": 1.5, "lng": 2.5}, {"id": 2, "lat": 1.5, "lng": 2.5}, {"id": 3, "lat": 1.5, "lon": 2.5}]"#,
      "warning coordinate-names /2/lon"),
    LintCase(
      "an empty array, an array of one",
      #"{"none": [], "one": [{"id": 1}], "two": [{"id": 2}, {"id": 3}]}"#),
  ]

  static let paginations = [
    LintCase(
      "whole",
      #"{"items": [1], "pagination": {"page": 1, "limit": 20, "total": 1, "totalPages": 1, "hasMore": false}}"#
    ),
    LintCase(
      "flat", #"{"properties": [1], "total": 41, "page": 3, "per_page": 20, "total_pages": 3}"#),
    LintCase(
      "wrong types",
      #"{"items": [], "pagination": {"page": "1", "limit": 20, "total": 41, "totalPages": 2.05, "hasMore": "yes"}}"#,
      "warning pagination-shape /pagination/page",
      "warning pagination-shape /pagination/totalPages",
      "warning pagination-shape /pagination/hasMore"),
    LintCase(
      "no end in sight", #"{"items": [], "meta": {"page": 1, "limit": 20}}"#,
      "warning pagination-shape /meta +hasMore"),
    LintCase(
      "no end in sight, in snake case", #"{"items": [], "page": 1, "per_page": 20}"#,
      "warning pagination-shape  +has_more"),
    LintCase(
      "no page", #"{"items": [], "pagination": {"limit": 20, "total": 41}}"#,
      "warning pagination-shape /pagination +page"),
    LintCase(
      "a total without a limit", #"{"items": [], "paging": {"page": 1, "total": 41}}"#,
      "warning pagination-shape /paging +limit"),
    LintCase(
      "too few pages",
      #"{"items": [], "pagination": {"page": 1, "limit": 20, "total": 41, "totalPages": 2}}"#,
      "warning pagination-arithmetic /pagination/totalPages"),
    LintCase(
      "nested, with more",
      #"{"data": {"items": [1], "pagination": {"page": 3, "limit": 20, "totalPages": 3, "hasMore": true}}}"#,
      "warning pagination-arithmetic /data/pagination/hasMore"),
    LintCase(
      "too many items", #"{"items": [1, 2, 3], "page": 1, "limit": 2, "hasMore": true}"#,
      "warning pagination-arithmetic /items"),
    LintCase(
      "other than asked", query: "?page=2&pageSize=20",
      #"{"items": [], "page": 1, "pageSize": 20, "total": 41}"#,
      "warning pagination-arithmetic /page"),
    LintCase(
      "a bare array longer than asked", query: "?pageSize=2", "[1, 2, 3]",
      "warning pagination-arithmetic "),
    // Laravel's empty list: the last page is the first one. A number of pages is another figure.
    LintCase(
      "the last page of nothing",
      #"{"data": [], "meta": {"current_page": 1, "per_page": 15, "total": 0, "last_page": 1}}"#),
    LintCase(
      "a wrong last page",
      #"{"data": [], "meta": {"current_page": 1, "per_page": 15, "total": 16, "last_page": 1}}"#,
      "warning pagination-arithmetic /meta/last_page"),
    LintCase(
      "one page of nothing",
      #"{"items": [], "pagination": {"page": 1, "limit": 20, "total": 0, "totalPages": 1}}"#,
      "warning pagination-arithmetic /pagination/totalPages"),
    LintCase(
      "pages from 0",
      #"{"items": [], "pagination": {"page": 0, "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}}"#
    ),
    LintCase(
      "by a cursor", #"{"items": [], "pagination": {"limit": 20, "total": 41, "nextCursor": "x"}}"#),
    LintCase(
      "by a link in the object",
      #"{"data": [], "meta": {"current_page": 1, "per_page": 20, "next_page_url": "https://a.b/c?page=2"}}"#
    ),
    LintCase(
      "by a link that is null",
      #"{"data": [], "current_page": 3, "per_page": 20, "next_page_url": null}"#),
    LintCase(
      "by links beside it",
      #"{"data": [], "meta": {"page": 1, "limit": 20}, "links": {"prev": null, "next": "/c?page=2"}}"#
    ),
    LintCase(
      "by links in it",
      #"{"data": [], "meta": {"page": 1, "limit": 20, "_links": {"next": {"href": "/c?page=2"}}}}"#),
    LintCase(
      "a list of links to pages",
      #"{"data": {"a": 1}, "links": [1, 2, 3], "current_page": 1, "per_page": 2, "total": 2}"#),
    LintCase(
      "by a cursor beside it",
      #"{"data": [], "meta": {"page": 1, "limit": 20}, "nextPageToken": "abc"}"#),
    LintCase(
      "by the last page", #"{"data": [], "meta": {"page": 1, "limit": 20, "next_page": 2}}"#),
    LintCase(
      "links to other things",
      #"{"data": [], "meta": {"page": 1, "limit": 20}, "links": {"self": "/c", "avatar": "/d"}}"#,
      "warning pagination-shape /meta +hasMore"),
    LintCase("by an offset", #"{"items": [], "paging": {"limit": 20, "offset": 40, "total": 41}}"#),
    LintCase("a page of a book", #"{"title": "t", "page": 12, "total": "300"}"#),
    LintCase("a quota", #"{"limit": 2, "total": 41, "used": [1, 2, 3]}"#),
    LintCase("other meta data", #"{"items": [], "meta": {"requestId": "r", "limit": 1}}"#),
    LintCase(
      "unknown totals", #"{"items": [], "page": 1, "limit": 20, "total": null, "hasMore": true}"#),
    LintCase("what a request asks for", as: .request, #"{"filters": [], "page": 1, "limit": 20}"#),
    LintCase("what may be a request", as: .bare, #"{"filters": [], "page": 1, "limit": 20}"#),
  ]

  static let devices = [
    LintCase(
      "registered", as: .request,
      #"{"platform": "ios", "deviceToken": "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"}"#
    ),
    LintCase(
      "an FCM token", as: .bare,
      #"{"platform": "android", "device_token": "fcm-registration-token-0123456789-abc"}"#),
    LintCase(
      "short", as: .request, #"{"platform": "android", "deviceToken": "short"}"#,
      "warning device-token /deviceToken"),
    LintCase(
      "not an APNs token", as: .bare,
      #"{"platform": "ios", "deviceToken": "fcm-registration-token-0123456789-abc"}"#,
      "warning device-token /deviceToken"),
    LintCase(
      "by the iPhone's own name", as: .request,
      #"{"platform": "iOS", "deviceToken": "fcm-registration-token-0123456789-abc"}"#,
      "warning device-platform /platform", "warning device-token /deviceToken"),
    LintCase(
      "another platform", as: .request,
      #"{"platform": "windows", "deviceToken": "fcm-registration-token-0123456789-abc"}"#,
      "warning device-platform /platform"),
    LintCase(
      "somebody's devices",
      #"[{"platform": "windows", "deviceName": "PC"}, {"platform": "iOS", "deviceName": "a"}]"#,
      "warning device-platform /1/platform"),
    LintCase("not about a device", as: .request, #"{"platform": "iOS", "version": "1.0"}"#),
  ]

  static let secrets = [
    LintCase(
      "a hash comes back", #"{"id": 1, "passwordHash": "$2b$10$abcdefghijklmnopqrstuv"}"#,
      "error secret-exposure /passwordHash"),
    LintCase(
      "a hash in a fixture", as: .bare, #"{"password_hash": "$2b$10$abcdefghijklmnopqrstuv"}"#,
      "warning secret-exposure /password_hash"),
    LintCase(
      "a token comes back", #"{"data": [{"platform": "ios", "deviceToken": "short"}]}"#,
      "error secret-exposure /data/0/deviceToken"),
    LintCase(
      "a record in a fixture", as: .bare, #"{"id": 1, "platform": "ios", "deviceToken": "short"}"#,
      "warning secret-exposure /deviceToken"),
    LintCase("signing in", as: .request, #"{"username": "alice", "password": "correct-horse"}"#),
    LintCase(
      "signing in, in a fixture", as: .bare, #"{"username": "alice", "password": "correct-horse"}"#),
    LintCase("signed in", #"{"access_token": "a", "refresh_token": "r", "expires_in": 3600}"#),
    LintCase(
      "a refresh token alone", #"{"user": {"refreshToken": "abc"}}"#,
      "error secret-exposure /user/refreshToken"),
    LintCase("refused", as: .response(422), #"{"errors": {"password": "required"}}"#),
    LintCase("explained", #"{"password": "must have eight characters", "deviceToken": null}"#),
    LintCase("texts for the screen", #"{"username": "Username", "password": "Password"}"#),
    LintCase("masked", #"{"id": 1, "password": "********"}"#),
  ]

  static let keys = [
    LintCase(
      "one of four", #"{"firstName": "a", "lastName": "b", "zip_code": "c", "homeTown": "d"}"#,
      "warning key-case /zip_code"),
    LintCase(
      "in every element",
      #"[{"list_price": 1, "main_photo": "u", "days_open": 2, "yearBuilt": 3, "id": "a"}, {"list_price": 1, "main_photo": "u", "days_open": 2, "yearBuilt": 3, "id": "b"}]"#,
      "warning key-case /0/yearBuilt", "warning key-case /1/yearBuilt"),
    LintCase("no clear majority", #"{"firstName": "a", "lastName": "b", "zip_code": "c"}"#),
    LintCase(
      "names that say nothing",
      #"""
      {"firstName": "a", "lastName": "b", "homeTown": "c", "_id": "d", "__v": "e", "URL": "f",
       "first-name": "g", "FirstName": "h", "First_Name": "i", "line_1": "j", "access_token": "k",
       "expires_in": 5, "utm_source": "l", "en_us": "m", "pt_BR": "n"}
      """#),
    LintCase(
      "a map of counts",
      #"{"firstName": "a", "lastName": "b", "homeTown": "c", "byStatus": {"no_show": 3, "checked_in": 12}}"#
    ),
    LintCase(
      "a map of ids",
      #"{"firstName": "a", "lastName": "b", "homeTown": "c", "users": {"user_a": {"id": 1}, "user_b": {"id": 2}}}"#
    ),
    LintCase(
      "free-form values",
      #"{"firstName": "a", "lastName": "b", "homeTown": "c", "metadata": {"any_thing": {"at_all": "x"}}, "zip_code": "d"}"#,
      "warning key-case /zip_code"),
  ]

  static let readers = [
    LintCase("scalars", "17"),
    LintCase("empty", "{}"),
    LintCase("escapes", #"{"l\u0061t": 1.5, "l\u006Fn": 2.5}"#, "warning coordinate-names /lon"),
    LintCase(
      "pointers", #"{"a/b": {"~": [{"lat": 1.5, "lon": 2.5}]}}"#,
      "warning coordinate-names /a~1b/~0/0/lon"),
  ]
}
