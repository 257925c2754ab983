@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A response of a service for logs, with lines as texts or objects. The services are CloudWatch
  /// (`get-log-events`, `filter-log-events`, `get-query-results`, subscriptions and exports), Loki
  /// (queries, pushes and downloads), Google Cloud (`gcloud logging read`), Elasticsearch (`_search`)
  /// and Datadog (`logs/events`).
  static let logService = CaptureLayout(
    isLoose: true,
    isMeant: { root in
      var isMeant = false
      logLines(of: root) { isMeant = isMeant || LogText.isExchange($0) }
      return isMeant
    },
    exchanges: .lines(logLines))

  private static let logLists: PropertyPath =
    "events|logEvents|streams|data.result|results|entries|hits.hits|data"

  /// The object that Elasticsearch or Datadog stores for a line.
  private static let storedLine: PropertyPath = "_source|attributes.attributes"

  /// The texts of an array that a page of the service offers as a file.
  private static let lineTexts: PropertyPath = "@message|line|textPayload"

  private static func logLines(of root: CapturedValue, _ take: (CapturedValue) -> Void) {
    let list = root.kind == .array ? root : logLists.value(in: root)
    guard let list, list.kind == .array else { return }
    // Each element is what a collector writes as a line.
    if let first = list.first,
      OtherLine.isCollected(first) || lineTexts.value(in: first)?.kind == .string
    {
      return list.forEachChild(take)
    }
    guard root.kind == .object else { return }
    list.forEachChild { entry in
      // A query of CloudWatch answers lists of fields.
      if entry.kind == .array {
        entry.forEachChild { field in
          if field["field"]?.string == "@message", let text = field["value"] { take(text) }
        }
      }
      if let line = storedLine.value(in: entry) { return take(line) }
      if let text = entry["message"] { take(text) }
      entry["values"]?.forEachChild { line in
        if let text = line.element(1) { take(text) }
      }
    }
  }
}
