import TestSupport
@_spi(Engine) @testable import ContractAuthoring
import ContractCheck
import JSONTape

/// A body that keeps its contract, to be mutated.
struct MutationSample {
  let name: String
  let body: JSONTree
  let schema: JSONNode?
  let isRequest: Bool
  private let example: DocumentedExample

  func check(_ contract: Contract, _ body: [UInt8]) throws -> [Finding] {
    try example.check(contract, body)
  }

  /// The documented JSON examples, one of each shape, and the larger bodies below.
  static func all(of file: ContractFile) throws -> [MutationSample] {
    var samples: [MutationSample] = []
    let examples = DocumentedExample.all(of: file).filter { !$0.isForm }
    for example in examples {
      samples.append(MutationSample(example, JSONTree(example.value), file))
    }
    for (place, text) in larger[file.name] ?? [] {
      // The place says which example's schema and operation it is judged by.
      guard let example = examples.first(where: { $0.place.hasPrefix(place) }) else { continue }
      samples.append(MutationSample(example, try JSONTree(text), file, name: "larger \(place)"))
    }
    return samples
  }

  private init(
    _ example: DocumentedExample, _ body: JSONTree, _ file: ContractFile, name: String? = nil
  ) {
    self.name = name ?? example.place
    self.body = body
    schema = example.schema
    isRequest = example.isRequest
    self.example = example
  }

  /// Valid bodies with more in them than the documents show.
  static let larger: [String: [(place: String, text: String)]] = [
    "fotolokashen": [
      (
        "GET /api/v1/locations/public 200",
        """
        {"locations": [
          {"id": 1, "placeId": "p1", "name": "A / B", "address": "x", "city": "Köln", "state": null, "lat": -0.0,
           "lng": 180, "type": "café", "rating": 0, "caption": "\\u00e9 \\"quoted\\" 😀", "savedAt": "2024-02-29T23:59:59.999Z",
           "photos": [{"imagekitFilePath": ""}],
           "user": {"id": 1, "username": "a", "firstName": null, "lastName": "b", "avatar": null}},
          {"id": 2, "placeId": "p2", "name": "", "address": null, "city": null, "state": null, "lat": 90,
           "lng": -180, "type": null, "rating": 4.25, "caption": null, "savedAt": null, "photos": [],
           "user": {"id": 9007199254740993, "username": "b", "firstName": null, "lastName": null, "avatar": "x"}}],
         "pagination": {"page": 1, "limit": 2, "total": 5, "totalPages": 3, "hasMore": true}}
        """
      ),
      (
        "GET /api/v1/users/{username}/locations 200",
        """
        {"pagination": {"page": 3, "limit": 10, "total": 21, "totalPages": 3, "hasMore": false}, "locations": [
          {"id": 5, "caption": null, "savedAt": "2000-01-01T00:00:00.000Z", "visibility": "public", "location":
            {"id": 1, "placeId": "p", "name": "n", "address": null, "city": null, "state": null, "lat": 1e1, "lng": 2.50,
             "type": null, "rating": 5, "photos": [
               {"id": 1, "imagekitFilePath": "/1", "isPrimary": true, "caption": null},
               {"id": 2, "imagekitFilePath": "/2", "isPrimary": false, "caption": "two"}]}}]}
        """
      ),
    ],
    "bmn-boston": [
      (
        "GET /properties 2XX",
        """
        {"properties": [
          {"listing_key": "0123456789abcdef0123456789ABCDEF", "listing_id": "7", "list_price": 1234567.89, "days_on_market": 0,
           "beds": 3, "baths": 1.5, "sqft": 1200, "city": "Boston", "latitude": 42.36, "longitude": -71.06,
           "main_photo_url": "https://example.com/a.jpg"},
          {"listing_key": "ffffffffffffffffffffffffffffffff", "listing_id": "8", "list_price": 1, "days_on_market": 400,
           "beds": 0, "baths": 2, "sqft": null, "city": "", "latitude": 0, "longitude": 0, "main_photo_url": null}],
         "total": 3, "page": 1, "per_page": 2, "total_pages": 2}
        """
      ),
      (
        "GET /properties/{listing_key} 2XX",
        """
        {"listing_key": "0123456789abcdef0123456789abcdef", "listing_id": "7", "list_price": 10,
         "days_on_market": 1, "beds": 3, "baths": 1.5, "city": "Boston", "latitude": 42.36, "longitude": -71.06, "photos": ["https://example.com/a.jpg"],
         "description": "d", "features": {"Pool": true}, "schools": [
           {"id": 1, "name": "n", "school_type": "Middle", "letter_grade": "A+", "composite_score": 100, "distance": 0.25,
            "district_name": null}],
         "agent": {"Name": "x", "phoneNumber": 1}, "office": null}
        """
      ),
    ],
    "unitedwerise-devices": [
      (
        "GET /api/devices 200",
        """
        {"success": true, "data": [
          {"id": "c1", "platform": "android", "deviceName": null, "createdAt": "2026-01-22T12:00:00.000Z",
           "updatedAt": "2026-12-31T23:59:59.001Z"},
          {"id": "", "platform": "ios", "deviceName": "", "createdAt": "0000-01-01T00:00:00.000Z",
           "updatedAt": "9999-12-31T23:59:59.999Z"}]}
        """
      ),
      (
        "POST /api/devices/register request",
        """
        {"platform": "android", "deviceToken": "dQw4w9WgXcQ:APA91bHun4MxP5egoKMwt2KZFBaFUH"}
        """
      ),
    ],
    "social-posts": [
      (
        "GET /posts 200",
        """
        [{"id": "1", "author": {"id": "2", "username": "a", "displayName": "A", "avatarURL": null},
          "imageURL": "http://localhost:5000/uploads/1.jpg", "caption": null, "likes": 0,
          "createdAt": "2026-02-11T12:34:56+01:00", "commentCount": 0},
         {"id": "3", "author": {"id": "2", "username": "a", "displayName": "A", "avatarURL": "x"},
          "imageURL": "", "caption": "", "likes": 1, "createdAt": "2024-02-29T00:00:00Z", "commentCount": 7}]
        """
      )
    ],
    "fork-in-the-road": [
      (
        "GET /api/collections 2XX",
        """
        {"collections": [
          {"id": "1", "name": "n", "type": "personal", "restaurant_ids": [], "created_at": "2025-01-01T00:00:00Z",
           "updated_at": "2025-01-01T00:00:00-05:00"},
          {"id": "2", "name": "", "description": null, "type": "x", "restaurant_ids": ["a", "b"],
           "created_at": "2024-02-29T12:00:00Z", "updated_at": "2025-01-01T00:00:00Z"}]}
        """
      )
    ],
  ]
}
