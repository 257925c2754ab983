@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// What services for logs answer: `get-log-events`, `filter-log-events` and subscriptions of
  /// CloudWatch, queries and pushes of Loki. The lines are texts in it.
  static let logService = CaptureLayout(
    isLoose: true,
    isMeant: { root in
      var isMeant = false
      logLines(of: root) { isMeant = isMeant || LogText.isExchange($0) }
      return isMeant
    },
    exchanges: .lines(logLines))

  private static let logLists: MemberPath = "events|logEvents|streams|data.result"

  private static func logLines(of root: CapturedValue, _ take: (CapturedValue) -> Void) {
    guard let list = logLists.value(in: root), list.kind == .array else { return }
    list.forEachChild { entry in
      if let text = entry["message"] { take(text) }
      entry["values"]?.forEachChild { line in
        if let text = line.element(1) { take(text) }
      }
    }
  }
}
