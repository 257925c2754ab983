@_spi(Engine) @testable import ContractAuthoring
import ContractCheck
import ContractCheckTesting
import Foundation
import Testing

/// The models of the documents, through `expectDecodes`.
@Suite struct VariantDecodingTests {
  /// Whatever the contracts allow, the apps decode.
  @Test(arguments: App.all) func theModelsDecodeAllVariants(app: App) throws {
    let contract = try Contract.bundled(app.contract)
    let decoder = app.decoder()
    for (operation, answer) in app.answers.sorted(by: { $0.key < $1.key }) {
      expectDecodes(contract, operation: operation) { data in
        if let refusal = answer.refusal(of: Array(data), by: decoder) { throw refusal }
      }
    }
  }
}

/// A model that needs more than the contract promises, and what it refuses.
struct TightenedModel: Sendable, CustomTestStringConvertible {
  let contract: String
  let operation: String
  let name: String
  let refused: [String]
  private let decode: @Sendable (Data) throws -> Void

  var testDescription: String { "\(contract): \(name)" }

  init<Value: Decodable & Sendable>(
    _ contract: String, _ operation: String, _ name: String, _ type: Value.Type,
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    dates: JSONDecoder.DateDecodingStrategy = .iso8601, refuses refused: [String]
  ) {
    self.contract = contract
    self.operation = operation
    self.name = name
    self.refused = refused
    let strategies = (keys, dates)
    decode = { data in
      let decoder = JSONDecoder()
      (decoder.keyDecodingStrategy, decoder.dateDecodingStrategy) = strategies
      _ = try decoder.decode(type, from: data)
    }
  }

  func refusals() throws -> [String] {
    let contract = try Contract.bundled(contract)
    var refused: [Variant] = []
    withKnownIssue {
      refused = expectDecodes(contract, operation: operation) { try decode($0) }
    }
    return refused.map(\.words)
  }
}

extension TightenedModel {
  static let all = [
    TightenedModel(
      "bmn-boston", "listProperties", "`sqft` is not optional", List<Property>.self,
      refuses: ["every optional property missing", "`sqft` missing", "`sqft` null"]),
    TightenedModel(
      "bmn-boston", "getProperty", "a kind of school is unknown", Detail.self,
      refuses: [#"`school_type` as "High""#]),
    TightenedModel(
      "bmn-boston", "listProperties", "the price is an Int", List<Price>.self,
      refuses: ["`list_price` as 1.5"]),
    TightenedModel(
      "fotolokashen", "listPublicLocations", "the caption is not optional", Locations.self,
      refuses: ["`caption` null"]),
    TightenedModel(
      "fotolokashen", "listPublicLocations", "the list is not empty", First.self,
      refuses: ["`locations` empty"]),
    TightenedModel(
      "fork-in-the-road", "collection", "the description is not optional", Collection.self,
      keys: .convertFromSnakeCase, refuses: ["`description` missing", "`description` null"]),
    TightenedModel(
      "fork-in-the-road", "collection", "no offset is read", Created.self,
      keys: .convertFromSnakeCase, dates: utc,
      refuses: ["`created_at` as 2026-01-22T12:00:00+02:00"]),
    TightenedModel(
      "unitedwerise-devices", "listDevices", "`android` is unknown", Devices.self,
      refuses: [#"`platform` as "android""#]),
    TightenedModel(
      "unitedwerise-devices", "listDevices", "the device's name is not optional", Named.self,
      refuses: ["`deviceName` null"]),
    TightenedModel(
      "social-posts", "likePost", "the number is small", Likes.self,
      refuses: ["`likes` as -9007199254740991", "`likes` as 9007199254740991"]),
    TightenedModel(
      "social-posts", "listPosts", "other properties are refused", [Exact].self,
      refuses: ["a property `unlisted` in `author`"]),
  ]

  private static let utc = JSONDecoder.DateDecodingStrategy.custom { decoder in
    let text = try decoder.singleValueContainer().decode(String.self)
    guard text.hasSuffix("Z") else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no Z"))
    }
    return try Date(text, strategy: .iso8601)
  }

  private struct List<Item: Decodable & Sendable>: Decodable { let properties: [Item] }
  private struct Property: Decodable { let sqft: Int }
  private struct Price: Decodable { let list_price: Int }
  private struct Detail: Decodable {
    struct School: Decodable {
      enum Kind: String, Decodable { case Elementary, Middle }
      let school_type: Kind
    }
    let schools: [School]?
  }
  private struct Locations: Decodable {
    struct Location: Decodable { let caption: String }
    let locations: [Location]
  }
  private struct First: Decodable {
    init(from decoder: any Swift.Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var list = try container.nestedUnkeyedContainer(forKey: .locations)
      _ = try list.decode(SomeObject.self)
    }
    private enum Key: String, CodingKey { case locations }
  }
  private struct Collection: Decodable { let description: String }
  private struct Created: Decodable { let createdAt: Date }
  private struct Devices: Decodable {
    struct Device: Decodable {
      enum Platform: String, Decodable { case ios }
      let platform: Platform
    }
    let data: [Device]
  }
  private struct Named: Decodable {
    struct Device: Decodable { let deviceName: String }
    let data: [Device]
  }
  private struct Likes: Decodable { let likes: Int32 }
  private struct Exact: Decodable {
    struct Author: Decodable {
      init(from decoder: any Swift.Decoder) throws {
        let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        guard !keys.contains("unlisted") else {
          throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "unknown key"))
        }
      }
    }
    let author: Author
  }
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension VariantDecodingTests {
  /// Each model fails in exactly its variants.
  @Test(arguments: TightenedModel.all) func tightenedModels(model: TightenedModel) throws {
    #expect(try model.refusals() == model.refused)
  }
}
