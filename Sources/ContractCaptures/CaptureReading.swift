@_spi(Engine) package import JSONTape

/// How the texts of a run are read.
package struct CaptureReading {
  /// Whether texts may hold exchanges; otherwise each text or each line is a value.
  package var readsRecords: Bool
  /// Whether the caller named what every body is, so that a value that only resembles an exchange is a
  /// body.
  package var isTold: Bool
  /// Whether a contract describes a value that looks like an exchange.
  package var describes: (TapeCursor) -> Bool = { _ in false }
  /// The shapes that the configuration maps, in their order; they come before the known ones.
  let kinds: [CaptureFormat.Kind]

  package init(
    readsRecords: Bool = true, isTold: Bool = false, records: [RecordMapping] = []
  ) {
    self.readsRecords = readsRecords
    self.isTold = isTold
    kinds = records.map { CaptureFormat.Kind(.log, $0.layout) }
  }

  /// Whether a value is a body, whatever it looks like.
  func isBody(_ root: CapturedValue) -> Bool { isTold || describes(root.cursor) }
}

/// Where the parts of an exchange stand in the lines of a log, as a configuration maps them.
package struct RecordMapping: Hashable, Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case method, url, status, requestHeaders, responseHeaders, requestBody, responseBody, time, id
    case webhook
  }

  /// For each part, the first pointer counts that leads to a value.
  package var places: [Part: [JSONPointer]] = [:]

  package init() {}

  var layout: CaptureLayout {
    func path(_ part: Part) -> MemberPath? { places[part].map { MemberPath($0) } }
    func body(_ part: Part) -> [CaptureLayout.BodyPlace] { path(part).map { [.any($0)] } ?? [] }
    let url = path(.url) ?? "url"
    let status = path(.status) ?? "status"
    return CaptureLayout(
      isLine: true,
      isMeant: { root in
        guard url.value(in: root)?.kind == .string, let status = status.value(in: root) else {
          return false
        }
        return (status.int ?? status.string.flatMap { Int($0) }) != nil
      },
      request: "", response: "", method: path(.method).map { [.member($0)] } ?? [],
      defaultMethod: "GET", address: [.url(.member(url))], status: [.member(status)],
      headers: path(.requestHeaders).map { [$0] } ?? [],
      responseHeaders: path(.responseHeaders).map { [$0] } ?? [],
      requestBody: body(.requestBody), responseBody: body(.responseBody),
      time: path(.time).map { [$0] } ?? [], name: path(.id), webhook: path(.webhook))
  }
}
