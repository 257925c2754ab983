@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A response of a service for logs, with lines as texts. The services are CloudWatch
  /// (`get-log-events`, `filter-log-events`, `get-query-results` and subscriptions) and Loki
  /// (queries and pushes).
  static let logService = CaptureLayout(
    isLoose: true,
    isMeant: { root in
      var isMeant = false
      logLines(of: root) { isMeant = isMeant || LogText.isExchange($0) }
      return isMeant
    },
    exchanges: .lines(logLines))

  private static let logLists: MemberPath = "events|logEvents|streams|data.result|results"

  private static func logLines(of root: CapturedValue, _ take: (CapturedValue) -> Void) {
    guard let list = logLists.value(in: root), list.kind == .array else { return }
    list.forEachChild { entry in
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
