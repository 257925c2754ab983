@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// An HTTP tap of Envoy.
  public static let tap = CaptureFormat(
    rawValue: "tap", noun: "an Envoy tap", mark: "it has no `http_buffered_trace`",
    layouts: [snakeCase, camelCase])

  private static let snakeCase = CaptureLayout(
    isLine: true, isMeant: { $0["http_buffered_trace"]?.kind == .object },
    request: "http_buffered_trace.request", response: "http_buffered_trace.response",
    method: [.header(":method")],
    address: [
      .parts(
        scheme: .header(":scheme"), host: [.header(":authority"), .header("host")],
        path: .header(":path"), query: nil)
    ],
    status: [.header(":status")], requestBody: tapBody, responseBody: tapBody,
    truncated: "body.truncated")

  private static let tapBody: [CaptureLayout.BodyPlace] = [
    .any("body.as_string"), .base64("body.as_bytes"),
  ]

  /// The same layout with the names that Protocol Buffers uses in JSON.
  private static let camelCase: CaptureLayout = {
    var layout = snakeCase
    layout.isMeant = { $0["httpBufferedTrace"]?.kind == .object }
    layout.request = "httpBufferedTrace.request"
    layout.response = "httpBufferedTrace.response"
    layout.requestBody = [.any("body.asString"), .base64("body.asBytes")]
    layout.responseBody = layout.requestBody
    return layout
  }()
}
