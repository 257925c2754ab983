@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// Expectations of MockServer.
  public static let mockserver = CaptureFormat(
    rawValue: "mockserver", noun: "an expectation of MockServer",
    mark: "it has no `httpRequest` with an action such as `httpResponse`",
    layouts: [expectation, expectation.list])

  private static let expectation = CaptureLayout(
    origin: .stub,
    isMeant: { root in
      root["httpRequest"]?.kind == .object && root["level"] == nil
        && actions.contains { root[$0]?.kind == .object }
    },
    request: "httpRequest", response: "httpResponse", defaultMethod: "GET",
    address: [.stub("path"), .everyURL], status: ["statusCode"], defaultStatus: 200,
    // A stub describes the requests that it answers, not their contents.
    requestBody: [],
    responseBody: [
      .any("body.json"), .base64("body.base64Bytes"), .any("body.string"), .any("body"),
    ])

  /// What MockServer does with a request.
  private static let actions: [StaticString] = [
    "httpResponse", "httpResponseTemplate", "httpResponseClassCallback",
    "httpResponseObjectCallback", "httpForward", "httpForwardTemplate",
    "httpOverrideForwardedRequest", "httpError",
  ]
}
