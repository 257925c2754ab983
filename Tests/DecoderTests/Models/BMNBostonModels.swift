import Foundation

extension App {
  /// Every key is written out (`CodingKeys`); no property is decoded as `Date`.
  static let bmnBoston = App(
    contract: "bmn-boston", origin: "https://bmn.example", decoder: { JSONDecoder() },
    answers: [
      "listProperties": Answer(PropertyList.self), "getProperty": Answer(PropertyDetail.self),
      "listSlots": Answer([TimeSlot].self), "login": Answer(SignIn.self),
      "register": Answer(SignIn.self),
    ],
    schemas: ["Appointment": Answer(Appointment.self), "School": Answer(School.self)],
    parameters: ["listing_key": "9f86d081884c7d659a2feaa0c55ad015"])
}

private struct PropertyList: Decodable {
  let properties: [Property]
  let total: Int
  let page: Int
  let perPage: Int
  let totalPages: Int

  enum CodingKeys: String, CodingKey {
    case properties, total, page
    case perPage = "per_page"
    case totalPages = "total_pages"
  }
}

private struct Property: Decodable {
  let listingKey: String
  let listingNumber: String
  let price: Decimal
  let daysOnMarket: Int
  let beds: Int
  let baths: Double
  let squareFeet: Int?
  let city: String
  let latitude: Double
  let longitude: Double
  let mainPhoto: URL?

  enum CodingKeys: String, CodingKey {
    case listingKey = "listing_key"
    case listingNumber = "listing_id"
    case price = "list_price"
    case daysOnMarket = "days_on_market"
    case squareFeet = "sqft"
    case mainPhoto = "main_photo_url"
    case beds, baths, city, latitude, longitude
  }
}

/// What a list shows of a property, and more.
private struct PropertyDetail: Decodable {
  let property: Property
  let more: More

  struct More: Decodable {
    let photos: [SomeValue]?
    let description: String?
    let features: SomeValue?
    let schools: [School]?
    let agent: SomeObject?
    let office: SomeObject?
  }

  init(from decoder: any Decoder) throws {
    property = try Property(from: decoder)
    more = try More(from: decoder)
  }
}

private struct School: Decodable {
  let id: Int
  let name: String
  let kind: String
  let grade: String?
  let score: Double?
  let miles: Double
  let district: String?

  enum CodingKeys: String, CodingKey {
    case id, name
    case kind = "school_type"
    case grade = "letter_grade"
    case score = "composite_score"
    case miles = "distance"
    case district = "district_name"
  }
}

private struct Appointment: Decodable {
  enum Status: String, Decodable {
    case pending, confirmed, cancelled, completed
    case noShow = "no_show"
  }

  let id: Int
  let staff: Int
  let kind: Int
  let status: Status
  let date: String
  let start: String
  let end: String
  let clientName: String
  let clientEmail: String
  let clientPhone: String?
  let listing: String?
  let address: String?

  enum CodingKeys: String, CodingKey {
    case id, status, date
    case staff = "staff_id"
    case kind = "appointment_type_id"
    case start = "start_time"
    case end = "end_time"
    case clientName = "client_name"
    case clientEmail = "client_email"
    case clientPhone = "client_phone"
    case listing = "listing_id"
    case address = "property_address"
  }
}

private struct TimeSlot: Decodable {
  let time: String
  let available: Bool
}

private struct SignIn: Decodable {
  let accessToken: String
  let refreshToken: String
  let expiresIn: Int
  let user: SomeObject

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
    case user
  }
}
