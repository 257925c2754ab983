import JSONTape
import TestSupport

/// Generates responses of `GET /api/v1/locations/public`: twenty places a page, each with its photo and
/// its user, in several scripts and with every kind of escape.
///
/// The same seed generates the same responses. A broken response has exactly one mistake and one finding.
struct TrafficGenerator {
  /// A way to break a response.
  enum Mistake: CaseIterable {
    case coordinateName, missingProperty, dateWithoutMilliseconds, wrongType, wrongPages
  }

  private var random: SeededGenerator
  private let brokenPercent: Int
  /// The number of responses, and of broken ones.
  private(set) var count = 0
  private(set) var broken = 0

  init(seed: UInt64, brokenPercent: Int) {
    random = SeededGenerator(seed: seed)
    self.brokenPercent = brokenPercent
  }

  static let operation = "GET /api/v1/locations/public"
  private static let pages = 5000
  private static let limit = 20

  /// The next response and its URL.
  mutating func next() -> (url: String, body: String) {
    let isBroken = random.number(0...99) < brokenPercent
    let mistake = isBroken ? random.pick(Mistake.allCases) : nil
    let page = count % Self.pages + 1
    let place = random.number(0...Self.limit - 1)
    let places = (0..<Self.limit).map { self.place($0 == place ? mistake : nil) }
    count += 1
    if mistake != nil { broken += 1 }
    let totalPages = mistake == .wrongPages ? Self.pages + 1 : Self.pages
    let body = """
      {"locations":[\(places.joined(separator: ","))],"pagination":{"page":\(page),\
      "limit":\(Self.limit),"total":\(Self.pages * Self.limit),"totalPages":\(totalPages),\
      "hasMore":\(page < totalPages)}}
      """
    let url = "https://fotolokashen.com/api/v1/locations/public?page=\(page)&limit=\(Self.limit)"
    return (url, body)
  }

  /// The next response as a record of newline-delimited JSON.
  mutating func record() -> String {
    let id = count
    let (url, body) = next()
    return """
      {"id":\(id),"method":"GET","url":"\(url)","status":200,\
      "responseHeaders":{"content-type":"application/json; charset=utf-8"},"responseBody":\(body)}\n
      """
  }

  /// The next response as an entry of an HTTP Archive.
  mutating func entry() -> String {
    let (url, body) = next()
    return """
      {"startedDateTime":"2026-02-23T10:15:30.000Z","time":12.5,\
      "request":{"method":"GET","url":"\(url)","httpVersion":"HTTP/2","headers":[],\
      "queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},\
      "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/2","headers":[],"cookies":[],\
      "content":{"size":\(body.utf8.count),"mimeType":"application/json",\
      "text":\(JSONWriter.quoted(body))},\
      "redirectURL":"","headersSize":-1,"bodySize":-1},\
      "cache":{},"timings":{"send":0,"wait":12,"receive":0.5}}
      """
  }

  // MARK: Places

  private mutating func place(_ mistake: Mistake?) -> String {
    let id = random.number(1...9_999_999)
    let lat = mistake == .coordinateName ? "latitude" : "lat"
    let address = mistake == .missingProperty ? "" : "\"address\":\(text(orNull: true)),"
    let user = random.number(1...99_999)
    return """
      {"id":\(mistake == .wrongType ? "\"\(id)\"" : "\(id)"),"placeId":"ChIJ\(letters(20))",\
      "name":\(text(orNull: false)),\(address)"city":\(text(orNull: true)),"state":\(text(orNull: true)),\
      "\(lat)":\(degrees(90)),"lng":\(degrees(180)),"type":"cafe","rating":\(id % 5).5,\
      "caption":\(text(orNull: true)),"savedAt":\(date(mistake)),\
      "photos":[{"imagekitFilePath":"/users/\(user)/places/\(letters(12)).jpg"}],\
      "user":{"id":\(user),"username":"\(letters(8))","firstName":\(text(orNull: true)),\
      "lastName":\(text(orNull: true)),"avatar":"/users/\(user)/avatar.jpg"}}
      """
  }

  /// The JSON spelling of a string.
  private static let texts = [
    "Mill Street Bakery", "Café Zürich", "北京烤鸭店", "Ресторан «Урал»", "مقهى النخيل", "ร้านกาแฟ",
    #"Joe\u0027s \"Diner\""#, #"Caf\u00e9 \u2615"#, #"tab\tand\nline"#, #"C:\\maps\\home"#,
    #"\ud83d\udccd Lookout"#, "Smörgåsbord 🍞", "12 High Street, second floor, ring twice",
  ]

  private mutating func text(orNull: Bool) -> String {
    if orNull, random.number(0...7) == 0 { return "null" }
    let text = random.pick(Self.texts)
    return "\"\(text) \(random.number(0...999))\""
  }

  private mutating func letters(_ count: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let bytes = (0..<count).map { _ in random.pick(letters) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func degrees(_ most: Int) -> String {
    let whole = random.number(1 - most...most - 1)
    return "\(whole).\(random.number(100_000...999_999))"
  }

  private mutating func date(_ mistake: Mistake?) -> String {
    func number(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
      let number = random.number(range)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    let day = "2026-\(number(1...12, &random))-\(number(1...28, &random))"
    let time = "\(number(0...23, &random)):\(number(0...59, &random)):\(number(0...59, &random))"
    let fraction = mistake == .dateWithoutMilliseconds ? "" : ".\(number(10...99, &random))7"
    return "\"\(day)T\(time)\(fraction)Z\""
  }
}

extension SeededGenerator {
  /// A number of a range.
  fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }
}
