@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A record of a gateway, an access log or a server's logger.
  public static let log = CaptureFormat(
    rawValue: "log", noun: "a record of a log",
    mark:
      "it has neither `request` and `response`, nor `req` and `res`, nor a method with a status",
    endings: ["log"],
    layouts: [record, lineRecord, caddy, tomcat, requestLine, requestPath] + pairedLogs
      + [logger, httplog, flat, answered, nested, elastic, axios, event, logService])

  /// Kong and other gateways, and loggers that write a request beside its response.
  private static let record = CaptureLayout(
    isAccessLog: isAccessLog, isLine: true,
    isMeant: { root in
      guard root.kind == .object, let request = root["request"], let response = root["response"],
        request["method"]?.kind == .string, !isHARContent(response["content"])
      else { return false }
      return (request["uri"] ?? request["url"] ?? request["path"])?.kind == .string
        && (response["status"] ?? response["status_code"] ?? response["statusCode"]) != nil
    },
    address: [
      .url("url"),
      .parts(scheme: "scheme", host: ["host"], port: ["port"], path: "uri", query: nil),
      .parts(scheme: "scheme", host: ["host"], port: ["port"], path: "path", query: nil),
    ],
    queryText: queryTexts, status: ["status", "status_code", "statusCode"],
    responseBody: [.any("body|content|json")],
    time: ["started_at", "startedDateTime", "timestamp", "@timestamp", "time"])

  /// The layout ``record`` with a request line in place of the request.
  private static let lineRecord: CaptureLayout = {
    var layout = record
    layout.isMeant = { root in
      guard let request = root["request"]?.string, let response = root["response"] else {
        return false
      }
      return isRequestLine(request)
        && (response["status"] ?? response["status_code"] ?? response["statusCode"])?.status != nil
    }
    layout.request = ""
    layout.method = [.word("request", 0)]
    layout.address = [.parts(host: ["host"], path: .word("request", 1), query: nil)]
    layout.requestBody = [.any(requestBodies)]
    return layout
  }()

  /// Caddy 2.
  private static let caddy = CaptureLayout(
    isAccessLog: { _ in true }, isLine: true,
    isMeant: { root in
      root["request"]?["method"]?.kind == .string && root["request"]?["uri"]?.kind == .string
        && root["status"]?.int != nil && root["response"] == nil
    },
    request: "", response: "", method: ["request.method"],
    address: [.parts(host: ["request.host"], path: "request.uri", query: nil)],
    headers: ["request.headers"], responseHeaders: ["resp_headers"],
    requestBody: [.any(requestBodies)], responseBody: [.any(responseBodies)], nothing: "-",
    time: ["ts"])

  /// nginx, Apache and other servers that write a flat object. Also django-structlog. Its request
  /// lines have no version of HTTP.
  private static let requestLine = CaptureLayout(
    isAccessLog: { root in
      root["request_uri"] != nil || isAccessLog(root)
        || root["request"]?.string?.contains(" HTTP/") ?? false
    },
    isLine: true,
    isMeant: { root in
      guard root.kind == .object, hasStatus(root) else { return false }
      if root["request_uri"]?.kind == .string { return true }
      guard let request = root["request"]?.string else { return false }
      // If a client sends no request line, the log contains another text.
      return isRequestLine(request) || isAccessLog(root)
    },
    request: "", response: "", method: ["request_method", .word("request", 0)],
    address: [
      .parts(
        scheme: "scheme", host: ["host", "http_host", "server_name"], path: "request_uri",
        query: nil),
      .parts(
        scheme: "scheme", host: ["host", "http_host", "server_name"], path: .word("request", 1),
        query: nil),
      .unknown,
    ],
    status: [.property(requestLineStatus)], headers: ["headers"], userAgent: userAgents,
    requestBody: [.any(requestBodies)],
    responseBody: [.any(responseBodies), .data("json"), .data("response")],
    loneBody: "body", nothing: "-",
    time: ["time_iso8601", "msec", "timestamp", "@timestamp", "time"])

  /// Tomcat's access log. `host` is the client.
  private static let tomcat: CaptureLayout = {
    var layout = requestLine
    layout.isMeant = { $0["logicalUserName"] != nil && requestLine.isMeant($0) }
    layout.address = [.parts(host: [], path: .word("request", 1), query: nil), .unknown]
    return layout
  }()

  /// Apache with the path (`%U`) and the query (`%q`) in place of the request line.
  private static let requestPath: CaptureLayout = {
    var layout = requestLine
    layout.isAccessLog = { _ in true }
    layout.isMeant = { root in
      root.kind == .object && hasStatus(root)
        && root["request"]?.string?.hasPrefix("/") ?? false
        && root["method"]?.string.map { ExchangeLook.isMethod($0) } ?? false
    }
    layout.method = ["method"]
    layout.address = [.parts(host: ["host"], path: "request", query: "query")]
    return layout
  }()

  private static let requestLineStatus: PropertyPath = "status|code|status_code|statusCode"

  private static func hasStatus(_ root: CapturedValue) -> Bool {
    requestLineStatus.value(in: root)?.status.map { 0...599 ~= $0 } ?? false
  }

  /// Whether a line has a property that only access logs have. They are the logs of nginx and
  /// Apache, Traefik, Envoy, Google Cloud, API Gateway, Kong and the router of Heroku.
  static func isAccessLog(_ root: CapturedValue) -> Bool { accessMark.value(in: root) != nil }

  private static let accessMark: PropertyPath = """
    remote_addr|remote_user|time_local|time_iso8601|msec|body_bytes_sent|bytes_sent|\
    http_user_agent|request_time|request_length|DownstreamStatus|response_code|httpRequest|\
    resourcePath|routeKey|responseLength|latencies|dyno
    """

  package static func isRequestLine(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 || words.count == 3 && words[2].hasPrefix("HTTP/") else { return false }
    return !words[0].isEmpty && words[0].utf8.allSatisfy { 0x41...0x5A ~= $0 }
      && (words[1].hasPrefix("/") || words[1].contains("://") || words[1] == "*")
  }
}
