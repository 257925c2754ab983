@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A cassette of DVR.
  public static let dvr = CaptureFormat(
    rawValue: "dvr", noun: "a DVR cassette", mark: "it has no `interactions` with a `url`",
    layouts: [
      CaptureLayout(
        origin: .cassette,
        isMeant: { root in
          root["interactions"]?.contains {
            $0["request"]?["url"] != nil && $0["response"]?.kind == .object
              && $0["response"]?["code"] == nil
          } ?? false
        },
        exchanges: .elements("interactions"), requestBody: [.guessed("body")],
        responseBody: [.guessed("body")], time: ["recorded_at"])
    ])
}
