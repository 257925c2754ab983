import Foundation

/// What Foundation's `convertFromSnakeCase` makes of a key.
struct ConvertedKey: Decodable {
  private let names: [String]

  static func property(_ key: String) throws -> String? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Self.self, from: JSONEncoder().encode([key: 1])).names.first
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
  }
}
