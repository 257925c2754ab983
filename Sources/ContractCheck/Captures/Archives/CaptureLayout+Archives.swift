internal import JSONTape

/// What tools write into archives: a file or a line for each exchange.
extension CaptureLayout {
  /// `3-meta.json` of a `.chlz`; the bodies are in `3-req.json` and `3-res.json`.
  static let charlesEntry: CaptureLayout = {
    var layout = charles
    layout.ending = "-meta.json"
    layout.isMeant = { root in
      root.kind == .object && root["method"]?.kind == .string && root["host"]?.kind == .string
        && root["path"]?.kind == .string && root["url"] == nil
        && (root["response"]?.kind == .object || root["tunnel"] != nil)
    }
    layout.exchanges = .walk { root, take in
      // A tunnel holds what nobody can read.
      if root["method"]?.string == "CONNECT" { return }
      take(ExchangeParts(whole: root, request: root, response: root["response"]))
    }
    layout.requestBody = [.partner("req")]
    layout.responseBody = [.partner("res")]
    layout.completeness = nil
    return layout
  }()

  /// `request_3` of a `.proxymanlogv2`.
  static let proxyman = CaptureLayout(
    name: "a Proxyman session", format: .proxyman,
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

  /// A line of `trace.network` in a trace of Playwright: an entry of a HAR whose bodies are in files
  /// that are called by their SHA-1.
  static let trace = CaptureLayout(
    name: "a trace of Playwright", format: .har,
    isMeant: { root in
      root["type"]?.string == "resource-snapshot" && root["snapshot"]?["request"]?.kind == .object
    },
    request: "snapshot.request", response: "snapshot.response",
    requestBody: [.any("postData.text"), .file("postData._sha1")],
    responseBody: [
      .any("content.text", markedBy: "content.encoding"), .file("content._sha1"),
      .file("content._file"),
    ],
    mediaType: ["postData.mimeType", "content.mimeType"], time: ["snapshot.startedDateTime"])
}
