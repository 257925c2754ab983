import Foundation
import Testing

/// What `JSONDecoder` takes and what it refuses, as texts, rules and contracts say it.
@Suite struct JSONDecoderFactsTests {
  /// Values with whether they decode as a type.
  private static func expect<Value: Decodable>(
    _ type: Value.Type, takes: [String] = [], refuses: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in takes {
      #expect(throws: Never.self, "\(type): \(text)", sourceLocation: sourceLocation) {
        try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
      }
    }
    for text in refuses {
      #expect(throws: DecodingError.self, "\(type): \(text)", sourceLocation: sourceLocation) {
        try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
      }
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ text: String, convertsKeys: Bool = false
  ) throws -> Value {
    let decoder = JSONDecoder()
    if convertsKeys { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    return try decoder.decode(type, from: Data(text.utf8))
  }

  // MARK: Numbers

  @Test func integers() {
    Self.expect(
      Int.self,
      takes: [
        "1.0", "1e2", "100e-2", "-0.0", "9223372036854775807", "-9223372036854775808",
        "9007199254740993",
      ],
      refuses: [
        "1.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e309", "\"1\"",
        "true", "null",
      ])
    Self.expect(Int32.self, takes: ["2147483647"], refuses: ["2147483648", "-2147483649"])
  }

  @Test func floatingPointNumbers() {
    Self.expect(
      Double.self,
      takes: [
        "1", "1e308", "5e-324", "0e400", "0.0", "9223372036854775808", "0.1234567890123456789",
      ],
      refuses: ["1e309", "-1e309", "1e-400", "\"1.5\"", "null", "NaN"])
    Self.expect(
      Decimal.self, takes: ["1e127", "1e-128", "749900.10"],
      refuses: ["1e128", "1e-129", "1e309", "\"1.5\""])
  }

  // MARK: Strings

  @Test func strings() {
    Self.expect(
      String.self, takes: [#""""#, #""\ud83d\ude00""#, #""\u0000""#],
      refuses: [#""\ud83d""#, #""\ude00""#, #""a\ud83db""#, #""\ud83d\u0041""#, "1", "null"])
    Self.expect(Bool.self, takes: ["true"], refuses: ["1", "0", #""true""#, "null"])
    Self.expect(
      UUID.self, takes: [#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#],
      refuses: [#""E621E1F8C36C495A93FC0C247A3E6E5F""#, #""""#])
    Self.expect(Data.self, takes: [#""YQ==""#, #""""#], refuses: [#""YQ""#, #""!!""#])
  }

  @Test func addresses() {
    Self.expect(
      URL.self, takes: [#""https://example.com/a.jpg""#, #""/a.jpg""#, #""a""#],
      refuses: [#""""#, "null", "1"])
  }

  /// An optional value that cannot be decoded is an error, not nil.
  @Test func optionalValues() throws {
    enum Kind: String, Decodable { case ios }
    struct Model: Decodable {
      var url: URL?
      var kind: Kind?
      var count: Int?
    }
    _ = try Self.decode(Model.self, "{}")
    _ = try Self.decode(Model.self, #"{"url":null,"kind":null,"count":null}"#)
    for body in [#"{"url":""}"#, #"{"kind":"iOS"}"#, #"{"count":1.5}"#, #"{"count":"1"}"#] {
      #expect(throws: DecodingError.self, "\(body)") { try Self.decode(Model.self, body) }
    }
  }

  // MARK: Properties

  private struct Likes: Decodable {
    let likes: Int
  }

  /// What nobody reads may hold what nobody can decode, except in the keys of an object that is read.
  @Test func propertiesThatNobodyReads() throws {
    for body in [
      #"{"likes":1,"note":"\ud83d"}"#, #"{"likes":1,"big":1e19}"#, #"{"likes":1,"big":1e400}"#,
      #"{"likes":1,"inner":{"\ud83d":1}}"#,
    ] {
      #expect(try Self.decode(Likes.self, body).likes == 1, "\(body)")
    }
    #expect(throws: DecodingError.self) { try Self.decode(Likes.self, #"{"likes":1,"\ud83d":1}"#) }
  }

  @Test func propertiesThatAreRequired() {
    for body in ["{}", #"{"likes":null}"#, #"{"Likes":1}"#, "[]", "null", "1"] {
      #expect(throws: DecodingError.self, "\(body)") { try Self.decode(Likes.self, body) }
    }
  }

  @Test func firstOfRepeatedPropertiesWins() throws {
    struct Model: Decodable {
      let createdAt: Int
    }
    #expect(try Self.decode(Likes.self, #"{"likes":1,"likes":2}"#).likes == 1)
    #expect(try Self.decode([String: Int].self, #"{"a":1,"a":2}"#) == ["a": 1])
    for body in [#"{"created_at":1,"createdAt":2}"#, #"{"createdAt":1,"created_at":2}"#] {
      #expect(try Self.decode(Model.self, body, convertsKeys: true).createdAt == 1, "\(body)")
    }
  }

  // MARK: convertFromSnakeCase

  /// Any key, to be told what it became.
  private struct Keys: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
    }
  }

  @Test(arguments: [
    ("restaurant_ids", "restaurantIds"), ("restaurantIds", "restaurantIds"),
    ("restaurantIDs", "restaurantIDs"), ("restaurant-ids", "restaurant-ids"),
    ("RESTAURANT_IDS", "restaurantIds"), ("Restaurant_Ids", "restaurantIds"),
    ("restaurant__ids", "restaurantIds"), ("restaurant_IDs", "restaurantIds"),
    ("RestaurantIds", "RestaurantIds"), ("ID", "ID"), ("Id", "Id"), ("_id", "_id"), ("id_", "id_"),
    ("_restaurant_ids", "_restaurantIds"), ("restaurant_ids_", "restaurantIds_"),
    ("avatar_url", "avatarUrl"), ("image_2x", "image2X"), ("a_b", "aB"), ("_", "_"), ("", ""),
  ])
  func conversionOfKeys(key: String, property: String) throws {
    #expect(
      try Self.decode(Keys.self, "{\"\(key)\":1}", convertsKeys: true).names == [property])
  }

  /// Keys that are written out are looked for after the conversion, and not found.
  @Test func keysWrittenOutAreNotFoundAfterConversion() throws {
    struct Model: Decodable {
      let createdAt: Int?
      enum CodingKeys: String, CodingKey { case createdAt = "created_at" }
    }
    let body = #"{"created_at":1}"#
    #expect(try Self.decode(Model.self, body).createdAt == 1)
    #expect(try Self.decode(Model.self, body, convertsKeys: true).createdAt == nil)
  }

  @Test func keysOfDictionariesStay() throws {
    #expect(
      try Self.decode([String: Int].self, #"{"created_at":1}"#, convertsKeys: true)
        == ["created_at": 1])
  }

  // MARK: Whole bodies

  @Test func emptyBodies() {
    struct Nothing: Decodable {}
    for body in ["", " ", "\n"] {
      #expect(throws: DecodingError.self) { try Self.decode(Nothing.self, body) }
      #expect(throws: DecodingError.self) { try Self.decode(Int?.self, body) }
      #expect(throws: DecodingError.self) { try Self.decode([String].self, body) }
    }
  }

  @Test func nesting() throws {
    func nest(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try Self.decode(SomeValue.self, nest(512))
    #expect(throws: DecodingError.self) { try Self.decode(SomeValue.self, nest(513)) }
  }

  @Test func dates() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    for text in ["2026-02-11T12:34:56Z", "2026-02-11T12:34:56+01:00"] {
      _ = try decoder.decode(Date.self, from: Data("\"\(text)\"".utf8))
    }
    for text in ["2026-02-11", "2026-02-11 12:34:56", "02/11/2026", "2026-02-11T12:34:56", ""] {
      #expect(throws: DecodingError.self, "\(text)") {
        try decoder.decode(Date.self, from: Data("\"\(text)\"".utf8))
      }
    }
  }

  /// What older systems do otherwise: texts must not promise it.
  #if !canImport(Darwin)
    @Test func factsOfThisFoundation() throws {
      // Encoded since iOS 17; refused before.
      Self.expect(URL.self, takes: [#""my photo.jpg""#, #"" ""#])
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      for text in ["2026-02-11T12:34:56.789Z"] {
        _ = try decoder.decode(Date.self, from: Data("\"\(text)\"".utf8))
      }
    }
  #endif
}
