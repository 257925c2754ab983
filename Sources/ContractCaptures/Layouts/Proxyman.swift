@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// An exchange in the archive of a Proxyman session.
  public static let proxyman = CaptureFormat(
    rawValue: "proxyman", noun: "an exchange of a Proxyman session",
    mark: "it has no `request` with `host` and `fullPath`",
    layouts: [
      // The layout of `request_3` in a `.proxymanlogv2`.
      CaptureLayout(
        isMeant: { root in
          guard let request = root["request"], request["host"]?.kind == .string,
            (request["fullPath"] ?? request["uri"])?.kind == .string
          else { return false }
          return request["method"]?["name"] != nil || request["header"]?["entries"] != nil
            || request["bodyData"] != nil || root["response"]?["bodyData"] != nil
        },
        method: ["method.name", "method"],
        address: [
          .parts(scheme: "scheme", host: ["host"], port: ["port"], path: "fullPath", query: nil),
          .parts(scheme: "scheme", host: ["host"], port: ["port"], path: "uri", query: nil),
        ],
        status: ["status.code", "status"], headers: ["header.entries"],
        requestBody: [.base64("bodyData")], responseBody: [.base64("bodyData")])
    ])
}
