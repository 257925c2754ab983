@_spi(Engine) internal import JSONTape

/// Loggers that write one line for the request and another line for the response.
///
/// Sources: Zalando Logbook 3 (`JsonHttpLogFormatter`, also as `http` of Logstash's encoder),
/// Fastify 5.
extension CaptureFormat {
  static let pairedLogs = [
    logbookRequest, logbookResponse, fastify(.request), fastify(.response),
    fastifyBody(.bodies, request: requestBodies, response: responseBodies), fastifyParsed,
    fastifyBody(.body("body"), response: "body"),
    fastifyBody(.body("payload"), response: "payload"),
  ]

  private static let logbookRoot: PropertyPath = "http|"
  private static let logbookID: [PropertyPath] = ["http.correlation|correlation"]

  private static func isLogbook(_ root: CapturedValue, _ type: String) -> Bool {
    guard let line = logbookRoot.value(in: root) else { return false }
    return line["type"]?.isName(type) ?? false && line["correlation"]?.kind == .string
  }

  private static let logbookRequest = CaptureLayout(
    isLine: true, half: (.request, logbookID),
    isMeant: { isLogbook($0, "request") && logbookRoot.value(in: $0)?["uri"]?.kind == .string },
    request: logbookRoot, address: [.url("uri")], time: ["timestamp", "@timestamp", "time"])

  private static let logbookResponse = CaptureLayout(
    isLine: true, half: (.response, logbookID),
    isMeant: { isLogbook($0, "response") && logbookRoot.value(in: $0)?["status"]?.int != nil },
    request: "", response: logbookRoot, method: [], address: [.unknown], requestBody: [])

  /// Ids are counted by each process.
  private static let fastifyID: [PropertyPath] = ["reqId", "pid", "hostname"]

  private static func fastify(_ part: Exchange.Part) -> CaptureLayout {
    var layout = logger
    layout.half = (part == .request ? .request : .response, fastifyID)
    let own: PropertyPath = part == .request ? "req.method" : "res.statusCode"
    let other: PropertyPath = part == .request ? "res" : "req"
    layout.isMeant = { root in
      guard let id = root["reqId"], id.kind == .string || id.kind == .number else { return false }
      return own.value(in: root) != nil && other.value(in: root) == nil
    }
    layout.loneBody = nil
    if part == .request { layout.requestBody.append(.any("body")) }
    if part == .response { layout.responseBody.append(.any("body")) }
    return layout
  }

  /// A line between the two with a body, as hooks log it.
  private static func fastifyBody(
    _ line: Exchange.Half.Line, request: PropertyPath? = nil, response: PropertyPath? = nil
  ) -> CaptureLayout {
    let names = [request, response].compactMap(\.self)
    return CaptureLayout(
      isLine: true, half: (line, fastifyID),
      isMeant: { root in
        guard let id = root["reqId"], id.kind == .string || id.kind == .number,
          root["level"] != nil, (root["time"] ?? root["pid"]) != nil,
          (root["req"] ?? root["res"]) == nil
        else { return false }
        return names.lazy.compactMap { $0.value(in: root) }.contains {
          $0.isData && ($0.kind == .string || $0.count > 0)
        }
      },
      request: "", response: "", method: [], address: [.unknown], status: [],
      requestBody: request.map { [.data($0)] } ?? [],
      responseBody: response.map { [.data($0)] } ?? [])
  }

  /// The hook in Fastify's own documentation.
  private static let fastifyParsed: CaptureLayout = {
    var layout = fastifyBody(.bodies, request: "body")
    layout.isMeant = { [isMeant = layout.isMeant] in
      $0["msg"]?.string == "parsed body" && isMeant($0)
    }
    return layout
  }()
}
