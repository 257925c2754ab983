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
  private let mappings: [RecordMapping]

  package init(
    readsRecords: Bool = true, isTold: Bool = false, records: [RecordMapping] = []
  ) {
    self.readsRecords = readsRecords
    self.isTold = isTold
    mappings = records
    kinds = records.map { CaptureFormat.Kind(.log, $0.layout) }
  }

  /// Whether a value is a body, whatever it looks like.
  func isBody(_ root: CapturedValue) -> Bool { isTold || describes(root.cursor) }

  /// For a value that looks like an exchange and has no known shape; nil for any other.
  func unknownShape(_ root: CapturedValue) -> CaptureProblem.Kind? {
    guard let shape = CaptureProblem.Kind.unknownShape(root) else { return nil }
    // Of several, the one that fits best was meant.
    let missed = mappings.map { $0.missed(in: root) }.min { $0.count < $1.count }
    return missed.map { .unmapped($0) } ?? shape
  }
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

  private func path(_ part: Part) -> MemberPath? { places[part].map { MemberPath($0) } }

  private static func hasURL(_ root: CapturedValue, at path: MemberPath) -> Bool {
    path.value(in: root)?.kind == .string
  }

  private static func hasStatus(_ root: CapturedValue, at path: MemberPath) -> Bool {
    let status = path.value(in: root)
    return (status?.int ?? status?.string.flatMap { Int($0) }) != nil
  }

  /// What a value lacks to be an exchange, with the places where it was looked for: `` `url` at
  /// `/req/uri` ``.
  func missed(in root: CapturedValue) -> [String] {
    [(Part.url, Self.hasURL), (.status, Self.hasStatus)].compactMap { part, isIn in
      guard let path = path(part), !isIn(root, path) else { return nil }
      let places = (places[part] ?? []).map { "`\(SafeText.line($0.description))`" }
      return "`\(part.rawValue)` at \(places.joined(separator: " or "))"
    }
  }

  var layout: CaptureLayout {
    func body(_ part: Part) -> [CaptureLayout.BodyPlace] { path(part).map { [.any($0)] } ?? [] }
    let url = path(.url) ?? "url"
    let status = path(.status) ?? "status"
    return CaptureLayout(
      isLine: true, isMeant: { Self.hasURL($0, at: url) && Self.hasStatus($0, at: status) },
      request: "", response: "", method: path(.method).map { [.member($0)] } ?? [],
      defaultMethod: "GET", address: [.url(.member(url))], status: [.member(status)],
      headers: path(.requestHeaders).map { [$0] } ?? [],
      responseHeaders: path(.responseHeaders).map { [$0] } ?? [],
      requestBody: body(.requestBody), responseBody: body(.responseBody),
      time: path(.time).map { [$0] } ?? [], name: path(.id), webhook: path(.webhook))
  }
}
