@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A JSON report of Newman.
  public static let newman = CaptureFormat(
    rawValue: "newman", noun: "a Newman report", mark: "it has no `run.executions`",
    layouts: [
      CaptureLayout(
        isMeant: { $0["run"]?["executions"]?.kind == .array },
        exchanges: .elements("run.executions"), address: [.postman("url")], status: ["code"],
        headers: ["header", "headers"], requestBody: [.any("body.raw")],
        responseBody: [.bytes("stream.data"), .any("body")], form: "body.urlencoded", hasNotes: true
      )
    ])
}
