@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A Charles session as JSON (`.chlsj`).
  public static let charles = CaptureFormat(
    rawValue: "charles", noun: "a Charles session", mark: "it is not an array of transactions",
    endings: ["chlsj"], layouts: [session, archived])

  private static let session = CaptureLayout(
    isMeant: { root in
      root.kind == .array
        && root.contains {
          $0["protocolVersion"] != nil && $0["scheme"] != nil && $0["path"] != nil
        }
    },
    exchanges: .walk { root, take in
      root.forEachChild { transaction in
        // The content of a tunnel cannot be read.
        if transaction["method"]?.string == "CONNECT" { return }
        take(
          ExchangeParts(
            whole: transaction, request: transaction, response: transaction["response"]))
      }
    },
    address: [
      .parts(
        scheme: "scheme", host: ["host"], port: ["port", "actualPort"], path: "path", query: "query"
      )
    ],
    headers: ["header.headers", "request.header.headers"],
    requestBody: [.any("request.body.text"), .base64("request.body.encoded")],
    responseBody: [.any("body.text"), .base64("body.encoded")],
    mediaType: ["mimeType", "request.mimeType"], completeness: ("status", "COMPLETE"),
    time: ["times.start"])

  /// `3-meta.json` in a `.chlz`. The bodies are in `3-req.json` and `3-res.json`.
  private static let archived: CaptureLayout = {
    var layout = session
    layout.ending = "-meta.json"
    layout.isMeant = { root in
      root.kind == .object && root["method"]?.kind == .string && root["host"]?.kind == .string
        && root["path"]?.kind == .string && root["url"] == nil
        && (root["response"]?.kind == .object || root["tunnel"] != nil)
    }
    layout.exchanges = .walk { root, take in
      // The content of a tunnel cannot be read.
      if root["method"]?.string == "CONNECT" { return }
      take(ExchangeParts(whole: root, request: root, response: root["response"]))
    }
    layout.requestBody = [.partner("req")]
    layout.responseBody = [.partner("res")]
    layout.completeness = nil
    return layout
  }()
}
