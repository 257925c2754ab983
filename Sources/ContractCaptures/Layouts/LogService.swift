@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A response of a service for logs, with lines as texts. The services are CloudWatch
  /// (`get-log-events`, `filter-log-events`, `get-query-results`, subscriptions and exports), Loki
  /// (queries, pushes and downloads), and Google Cloud (`gcloud logging read`).
  static let logService = CaptureLayout(
    isLoose: true,
    isMeant: { root in
      var isMeant = false
      logLines(of: root) { isMeant = isMeant || LogText.isExchange($0) }
      return isMeant
    },
    exchanges: .lines(logLines))

  private static let logLists: MemberPath = "events|logEvents|streams|data.result|results"

  /// The texts of an array that a page of the service offers as a file.
  private static let lineTexts: MemberPath = "@message|line|textPayload"

  private static func logLines(of root: CapturedValue, _ take: (CapturedValue) -> Void) {
    let isDownload = root.first.map { lineTexts.value(in: $0)?.kind == .string } ?? false
    guard let list = isDownload ? root : logLists.value(in: root), list.kind == .array else {
      return
    }
    list.forEachChild { entry in
      if isDownload, let text = lineTexts.value(in: entry) { return take(text) }
      // A query of CloudWatch answers lists of fields.
      if entry.kind == .array {
        entry.forEachChild { field in
          if field["field"]?.string == "@message", let text = field["value"] { take(text) }
        }
      }
      if let text = entry["message"] { take(text) }
      entry["values"]?.forEachChild { line in
        if let text = line.element(1) { take(text) }
      }
    }
  }
}
