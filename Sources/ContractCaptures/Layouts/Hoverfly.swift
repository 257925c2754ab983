@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A simulation of Hoverfly.
  public static let hoverfly = CaptureFormat(
    rawValue: "hoverfly", noun: "a Hoverfly simulation", mark: "it has no `data` with `pairs`",
    layouts: [
      CaptureLayout(
        origin: .stub,
        isMeant: {
          $0["data"]?["pairs"]?.kind == .array && $0["meta"]?["schemaVersion"] != nil
        },
        exchanges: .elements("data.pairs"),
        method: ["method.0.value|method.exactMatch|method"], defaultMethod: "GET",
        // A stub describes the requests that it answers, not their contents.
        address: [
          .matched("path.0.value|path.exactMatch|path", by: "path.0.matcher"), .everyURL,
        ], requestBody: [],
        responseBody: [.any("body", markedBy: "encodedBody"), .file("bodyFile")],
        emptyRemark: "this simulation of Hoverfly has no pairs")
    ])
}
