import Foundation
import Testing

/// How the app behind a bundled contract decodes answers: its decoder, and its types.
struct App: Sendable {
  /// The contract's name.
  let contract: String
  /// Where its requests go.
  let origin: String
  let decoder: @Sendable () -> JSONDecoder
  /// The type of an operation's answer, by operationId.
  let answers: [String: Answer]
  /// The type of error bodies, where the document shows one.
  var errors: Answer?
  /// The types of schemas that no documented answer has, by their names.
  var schemas: [String: Answer] = [:]
  /// Values of path parameters whose form is documented; others are "1".
  var parameters: [String: String] = [:]

  static let all = [bmnBoston, forkInTheRoad, fotolokashen, socialPosts, unitedweriseDevices]
}

extension App: CustomTestStringConvertible {
  var testDescription: String { contract }
}

/// The type that the app decodes an answer as.
struct Answer: Sendable {
  /// The type's name.
  let name: String
  /// Right bodies besides the examples of the contract.
  let bodies: [String]
  private let decode: @Sendable (JSONDecoder, Data) throws -> Void

  init<Value: Decodable & Sendable>(_ type: Value.Type, _ bodies: String...) {
    name = "\(type)"
    self.bodies = bodies
    decode = { decoder, data in _ = try decoder.decode(type, from: data) }
  }

  /// Why the app cannot decode a body; nil if it can.
  func refusal(of body: [UInt8], by decoder: JSONDecoder) -> (any Error)? {
    do {
      try decode(decoder, Data(body))
      return nil
    } catch {
      return error
    }
  }
}

/// An object whose properties the document does not tell: the app reads an object, and nothing in it.
struct SomeObject: Decodable {
  private enum Key: CodingKey {}

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: Key.self)
  }
}

/// A value of which the document tells nothing.
struct SomeValue: Decodable {
  init(from decoder: any Decoder) throws {}
}
