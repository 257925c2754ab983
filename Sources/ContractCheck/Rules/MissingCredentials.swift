@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

extension Rule {
  static let missingCredentials = Rule(
    id: "missing-credentials",
    summary: "a request that succeeds without the credentials that the contract requires",
    rationale: "a server that accepts such a request protects nothing",
    source: "`security` of the operation",
    link: "https://spec.openapis.org/oas/v3.1.0#security-requirement-object",
    problems: [
      "a capture does not show whether the client sent a certificate",
      "if no request of a HAR or a cassette has credentials, there is no finding: an export often "
        + "removes them",
    ],
    since: "0.2.0",
    severity: .warning,
    form: .relation,
    exchanges: (
      wrong: "GET /me without `Authorization` → 200",
      right: "GET /me without `Authorization` → 401"
    ))

  static func missing(_ places: [SecurityScheme.Place], _ status: Int) -> FindingText {
    let names = places.map(\.words)
    let list = names.count > 1 ? "\(names.joined(separator: ", "))" : names.joined()
    return FindingText(
      message: "the request has none of the credentials that the contract requires (\(list)), but "
        + "the server sent \(status)",
      label: "let the server refuse such requests, or document `security: []`")
  }

  /// A line for a capture in which no request has credentials.
  package static func removedCredentials(in file: String) -> String {
    "\(file): no request has credentials; an export probably removed them, so "
      + "`\(missingCredentials.id)` is not checked"
  }
}

extension SecurityScheme.Place {
  fileprivate var words: String {
    func shown(_ name: String) -> String { SafeText.line(Redaction.shown(name, ofProperty: nil)) }
    return switch self {
    case .bearer: "`Authorization: Bearer …`"
    case .basic: "`Authorization: Basic …`"
    case .authorization(let scheme): "`Authorization: \(shown(scheme)) …`"
    case .header(let name): "header `\(shown(name))`"
    case .query(let name): "query parameter `\(shown(name))`"
    case .cookie(let name): "cookie `\(shown(name))`"
    case .certificate: "a certificate"
    }
  }

  /// Whether a request has the credentials. The value may be masked, so any text counts. The scheme
  /// in `Authorization` may be masked, too.
  fileprivate func isIn(_ headers: HeaderFields, _ query: ByteView) -> Bool {
    switch self {
    case .bearer, .basic, .authorization: return headers.hasText("authorization")
    case .header(let name): return headers.hasText(name)
    case .query(let name):
      return RawField.query(String(decoding: query, as: UTF8.self)).contains {
        $0.name == name && !$0.value.isEmpty
      }
    case .cookie(let name):
      return headers["cookie"].contains { body in
        let text = String(decoding: body.bytes, as: UTF8.self)
        // A mask may replace all cookies.
        return !text.contains("=")
          || text.split(separator: ";").contains { cookie in
            let cookie = cookie.drop { $0 == " " }
            return cookie.hasPrefix("\(name)=") && cookie.utf8.count > name.utf8.count + 1
          }
      }
    case .certificate: return true
    }
  }
}

extension HeaderFields {
  /// Whether these may be all headers that were sent. Some captures contain only the media type,
  /// which they derive from the body.
  fileprivate var areOfWire: Bool {
    areCaptured && all.contains { !ASCIIByte.lowercased($0.name).hasPrefix("content-") }
  }

  fileprivate func hasText(_ name: String) -> Bool { self[name].contains { !$0.bytes.isEmpty } }
}

extension OpenAPIReader {
  /// The possible places of the credentials that a request needs. Empty if the request needs no
  /// credentials, or if a capture cannot contain all of these places.
  func credentials(_ operation: JSONNode) -> [SecurityScheme.Place] {
    let alternatives = (operation["security"] ?? root["security"]).map { Array($0.elements) } ?? []
    var places: [SecurityScheme.Place] = []
    for alternative in alternatives {
      let named = alternative.properties.map { schemes[$0.name]?.place }
      let seen = named.compactMap(\.self).filter { $0 != .certificate }
      if seen.isEmpty || named.contains(nil) { return [] }
      for place in seen where !places.contains(place) { places.append(place) }
    }
    return places
  }
}

extension Contract {
  var asksForCredentials: Bool { operations.contains { !$0.credentials.isEmpty } }
}

extension ContractValidator {
  /// Notes that a request in a capture of several exchanges has credentials, for any server.
  func noteCredentials(_ exchange: Exchange, _ place: RouteMemory.Place, _ url: URLBytes) {
    guard asksForCredentials, exchange.unit == .entry else { return }
    let headers = exchange.request.headers
    count.showsCredentials =
      headers.hasText("authorization") || headers.hasText("cookie")
      || place.match?.operation.credentials.contains { $0.isIn(headers, url.query) } ?? false
  }

  func checkCredentials<Sink: ExchangeSink>(
    _ exchange: Exchange, _ operation: Operation, _ url: URLBytes, _ sink: inout Sink
  ) throws(Sink.Stop) {
    let headers = exchange.request.headers
    guard !operation.credentials.isEmpty, checker.sent == nil, exchange.origin != .stub,
      let status = exchange.status, 200..<300 ~= status, headers.areOfWire,
      !exchange.isOfBrowser,
      !operation.credentials.contains(where: { $0.isIn(headers, url.query) })
    else { return }
    try sink.violated { run in
      run.reference?.part = .request
      run.add(
        .missingCredentials, operation.settings, at: exchange.urlRange ?? exchange.start,
        .told(Rule.missing(operation.credentials, status)))
      if exchange.unit == .entry { run.holdLast(of: .missingCredentials) }
      run.reference?.part = .response
    }
  }
}

/// Keeps findings of missing credentials until another exchange of the same capture has
/// credentials. This is needed because exporters and recorders may remove all credentials.
package struct CredentialGate<Item> {
  private var waiting: [(item: Item, result: Checker.Result)] = []
  private var isSettled = false
  /// Whether any exchange shows credentials.
  private var isShown = false

  /// Whether findings were dropped. For the next capture, this is false again.
  package private(set) var hasDropped = false

  /// The maximum number of results that wait. If more results wait, the credentials count as
  /// removed.
  private static var most: Int { 10_000 }

  package init() {}

  /// The results that can be reported now, in order. Empty if the result must wait.
  package mutating func pass(
    _ item: Item, _ result: Checker.Result
  ) -> [(item: Item, result: Checker.Result)] {
    var ready = result.count.showsCredentials ? show() : []
    if isSettled || result.unsettled.isEmpty && waiting.isEmpty {
      ready.append((item, result.settled(isKept: isShown)))
      return ready
    }
    waiting.append((item, result))
    return ready + (waiting.count == Self.most ? settle() : [])
  }

  /// Call this if an exchange has credentials.
  package mutating func show() -> [(item: Item, result: Checker.Result)] {
    if isSettled { return [] }
    isShown = true
    return settle()
  }

  /// Ends the capture.
  package mutating func end() -> [(item: Item, result: Checker.Result)] { settle() }

  /// Begins another capture.
  package mutating func begin() { (isSettled, isShown, hasDropped) = (false, false, false) }

  private mutating func settle() -> [(item: Item, result: Checker.Result)] {
    defer { waiting = [] }
    isSettled = true
    hasDropped = hasDropped || !isShown && !waiting.isEmpty
    return waiting.map { ($0.item, $0.result.settled(isKept: isShown)) }
  }
}

extension Checker.Result {
  /// The same result with or without the findings that waited.
  fileprivate func settled(isKept: Bool) -> Checker.Result {
    if unsettled.isEmpty { return self }
    var result = self
    result.unsettled = []
    guard isKept else { return result }
    result.findings = (findings + unsettled).sorted(by: Finding.inReportOrder)
    return result
  }
}
