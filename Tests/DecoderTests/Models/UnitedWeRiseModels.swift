import Foundation

extension App {
  /// Keys as they are on the wire; times with milliseconds, which `.iso8601` has not always read.
  static let unitedweriseDevices = App(
    contract: "unitedwerise-devices", origin: "https://api.unitedwerise.org",
    decoder: {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      }
      return decoder
    },
    answers: [
      "listDevices": Answer(Devices.self), "registerDevice": Answer(Registration.self),
      "unregisterDevice": Answer(Confirmation.self),
    ],
    errors: Answer(Failure.self),
    parameters: ["deviceToken": String(repeating: "0123456789abcdef", count: 4)])
}

private struct Devices: Decodable {
  let success: Bool
  let data: [Device]
}

private struct Registration: Decodable {
  let success: Bool
  let message: String
  let data: Device
}

private struct Device: Decodable {
  enum Platform: String, Decodable { case ios, android }

  let id: String
  let platform: Platform
  let deviceName: String?
  let createdAt: Date
  let updatedAt: Date
}

private struct Confirmation: Decodable {
  let success: Bool
  let message: String
}

private struct Failure: Decodable {
  let success: Bool
  let error: String
}
