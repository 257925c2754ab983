@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A recording of nock.
  public static let nock = CaptureFormat(
    rawValue: "nock", noun: "a recording of nock", mark: "it has no `scope` with a `path`",
    layouts: [
      CaptureLayout(
        origin: .cassette,
        isMeant: { root in
          root.contains {
            $0["scope"]?.kind == .string && $0["path"]?.kind == .string && $0["response"] != nil
          }
        },
        exchanges: .elements(""), request: "", response: "",
        address: [.parts(host: ["scope"], path: "path", query: nil)], defaultStatus: 200,
        headers: ["reqheaders"], responseHeaders: ["rawHeaders", "headers"],
        requestBody: [.any("body")], responseBody: [.hexadecimal("response")])
    ])
}
