import ContractCheck
import JSONSchema
import JSONTape
import Testing

/// The five documented rules as schemas that stand alone.
@Suite struct DocumentedSchemasTests {
  private static let hex = String(repeating: "0a", count: 32)

  @Test(arguments: [
    (Schema.coordinates, #"{"lat": 37.7749, "lng": -122.4194}"#, true),
    (.coordinates, #"{"latitude": 37.7749, "longitude": -122.4194}"#, false),
    (.coordinates, #"{"lat": 37.7749, "lng": -122.4194, "lon": 1}"#, false),
    (.coordinates, #"{"lat": 90.5, "lng": 0}"#, false),
    (.coordinates, #"{"lat": "37.7749", "lng": -122.4194}"#, false),
    (
      .placeDetails, #"{"address": null, "city": "x", "state": null, "type": null, "rating": 4.5}"#,
      true
    ),
    (.placeDetails, #"{"city": "x", "state": null, "type": null, "rating": null}"#, false),
    (.instant, #""2026-02-23T10:15:30.000Z""#, true),
    (.instant, #""2026-02-23T10:15:30Z""#, false),
    (.instant, #""2026-02-30T10:15:30.000Z""#, false),
    (.instant, #""Mon Feb 23 2026 10:15:30 GMT+0000 (Coordinated Universal Time)""#, false),
    (
      .pagination, #"{"page": 1, "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}"#, true
    ),
    (.pagination, #"{"page": 1, "limit": 20, "total": 41, "totalPages": 3}"#, false),
    (
      .pagination, #"{"page": "1", "limit": 20, "total": 41, "totalPages": 3, "hasMore": true}"#,
      false
    ),
    (.deviceRegistration, #"{"platform": "ios", "deviceToken": "\#(hex)"}"#, true),
    (.deviceRegistration, #"{"platform": "ios", "deviceToken": "\#(hex)00"}"#, false),
    (.deviceRegistration, #"{"platform": "android", "deviceToken": "\#(hex)00"}"#, true),
    (.deviceRegistration, #"{"platform": "android", "deviceToken": "short"}"#, false),
    (.deviceRegistration, #"{"platform": "iOS", "deviceToken": "\#(hex)"}"#, false),
  ])
  func judges(schema: Schema, body: String, isValid: Bool) throws {
    #expect(try schema.compiled().isValid(JSONDocument(body)) == isValid)
  }
}
