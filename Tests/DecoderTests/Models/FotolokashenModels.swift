import Foundation

extension App {
  /// Keys as they are on the wire; dates stay strings. Models as the document's table maps them, and
  /// the types of its schemas where the table is silent.
  static let fotolokashen = App(
    contract: "fotolokashen", origin: "https://fotolokashen.com", decoder: { JSONDecoder() },
    answers: [
      "listUserLocations": Answer(Page<SavedLocation>.self),
      "listPublicLocations": Answer(Page<MapLocation>.self),
      "listFriendsLocations": Answer(Page<MapLocation>.self),
    ])
}

private struct Page<Item: Decodable & Sendable>: Decodable {
  let locations: [Item]
  let pagination: Pagination
}

private struct Pagination: Decodable {
  let page: Int
  let limit: Int
  let total: Int
  let totalPages: Int
  let hasMore: Bool
}

private struct SavedLocation: Decodable {
  let id: Int
  let caption: String?
  let savedAt: String?
  let visibility: String
  let location: Location
}

private struct Location: Decodable {
  let id: Int
  let placeId: String?
  let name: String
  let address: String?
  let city: String?
  let state: String?
  let lat: Double
  let lng: Double
  let type: String?
  let rating: Double?
  let photos: [Photo]
}

private struct Photo: Decodable {
  let id: Int
  let imagekitFilePath: String
  let isPrimary: Bool
}

private struct MapLocation: Decodable {
  struct Thumbnail: Decodable {
    let imagekitFilePath: String
  }

  struct Person: Decodable {
    let id: Int
    let username: String
    let firstName: String?
    let lastName: String?
    let avatar: String?
  }

  let id: Int
  let placeId: String?
  let name: String
  let address: String?
  let city: String?
  let state: String?
  let lat: Double
  let lng: Double
  let type: String?
  let rating: Double?
  let caption: String?
  let savedAt: String?
  let photos: [Thumbnail]
  let user: Person
}
