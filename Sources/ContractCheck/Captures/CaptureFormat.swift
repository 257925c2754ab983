import JSONTape

/// The kinds of capture files that can be read.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// HTTP Archive 1.1 and 1.2.
  case har
  /// HTTP messages as tools print them.
  case http
  /// One exchange record or one bare body per line.
  case ndjson
  /// One bare body.
  case json
  /// WireMock mappings.
  case wiremock
  /// A Postman collection with saved responses.
  case postman
  /// A JSON report of Newman.
  case newman
  /// A cassette of VCR or vcrpy, in YAML or JSON.
  case vcr
  /// A cassette of DVR.
  case dvr
  /// A Pact file.
  case pact
  /// A Charles session as JSON (`.chlsj`).
  case charles
  /// An exchange of a Proxyman session, as its archive holds it.
  case proxyman
  /// An HTTP tap of Envoy.
  case tap
  /// A record of a gateway or of an access log.
  case log

  /// Whether the file is read by a layout.
  @_spi(Engine) public var hasLayout: Bool {
    switch self {
    case .har, .http, .ndjson, .json: false
    case .wiremock, .postman, .newman, .vcr, .dvr, .pact, .charles, .proxyman, .tap, .log: true
    }
  }

  /// A file of this kind, with its article.
  var noun: String {
    switch self {
    case .har: "a HAR"
    case .http: "an HTTP message"
    case .ndjson: "NDJSON"
    case .json: "JSON"
    case .wiremock: "a WireMock mapping"
    case .postman: "a Postman collection"
    case .newman: "a Newman report"
    case .vcr: "a VCR cassette"
    case .dvr: "a DVR cassette"
    case .pact: "a Pact file"
    case .charles: "a Charles session"
    case .proxyman: "an exchange of a Proxyman session"
    case .tap: "an Envoy tap"
    case .log: "a record of a gateway"
    }
  }

  /// What a file of this kind has, where this one has not.
  var mark: String {
    switch self {
    case .har, .http, .ndjson, .json: ""
    case .wiremock: "it has no `request` with a `response`, and no `mappings`"
    case .postman: "it has no `info` with an `item` array"
    case .newman: "it has no `run.executions`"
    case .vcr: "it has no `http_interactions`, and no `interactions` with a `uri`"
    case .dvr: "it has no `interactions` with a `url`"
    case .pact: "it has no `consumer`, `provider` and `interactions`"
    case .charles: "it is not an array of transactions"
    case .proxyman: "it has no `request` with `host` and `fullPath`"
    case .tap: "it has no `http_buffered_trace`"
    case .log: "it has neither `request` and `response` nor `request_uri` and `status`"
    }
  }

  /// Detects the format of a file from its content.
  ///
  /// For a stream, two lines are enough: a HAR is known by the start of its `entries`, NDJSON by a
  /// first line that is a whole value. Anything else is read as JSON, so that a broken file gets a
  /// finding at the place of the error.
  public static func detect(_ bytes: [UInt8]) -> CaptureFormat {
    if HTTPMessageReader.recognises(bytes) { return .http }
    if HARReader.recognises(bytes) { return .har }
    return NDJSONReader.recognises(bytes) ? .ndjson : .json
  }

  /// The format by the file's name, however broken the file is; nil where its content decides.
  ///
  /// - Parameter start: The first bytes of the file: what PollyJS keeps in a browser has the name of a
  ///   HAR, but holds several under their names.
  @_spi(Engine) public static func meant(
    byName name: String, _ start: some Sequence<UInt8> = []
  ) -> CaptureFormat? {
    let name = name.lowercased()
    guard name.hasSuffix(".har") || name.hasSuffix(".har.gz") else { return nil }
    return holdsNamedHAR(Array(start.prefix(1024))) ? nil : .har
  }

  /// Whether a file begins with a name, and below it with a `log`.
  private static func holdsNamedHAR(_ start: [UInt8]) -> Bool {
    let text = start.filter { !ASCIIByte.isSpace($0) }
    guard text.starts(with: "{\"".utf8), !text.starts(with: "{\"log\"".utf8),
      let end = text.dropFirst(2).firstIndex(of: UInt8(ascii: "\""))
    else { return false }
    return text[(end + 1)...].starts(with: ":{\"log\":{".utf8)
  }

  /// Reads a whole file and yields its exchanges and problems in order.
  ///
  /// - Parameter decompressor: Decodes compressed bodies; without it, they cannot be decoded.
  public func read(
    _ bytes: [UInt8], decompressor: Decompressor? = nil, _ yield: (CaptureItem) -> Void
  ) {
    func take(_ item: CaptureItem) { item.decompressed(decompressor, yield) }
    let whole = ByteRange(offset: 0, length: bytes.count)
    switch self {
    case .har: HARReader.read(bytes, take)
    case .http: HTTPMessageReader.read(bytes, take)
    case .ndjson: NDJSONReader.read(bytes, take)
    case .json:
      // The check finds out whether it is JSON at all.
      let body = Body(bytes: bytes, map: .identity(base: 0))
      yield(.exchange(.bare(.body(body), range: whole)))
    case .wiremock, .postman, .newman, .vcr, .dvr, .pact, .charles, .proxyman, .tap, .log:
      CaptureItem.each(in: bytes, named: "", as: self, take)
    }
  }
}
