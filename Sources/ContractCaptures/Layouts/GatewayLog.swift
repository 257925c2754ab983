@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A record of a gateway, of an access log or of a server's logger.
  public static let log = CaptureFormat(
    rawValue: "log", noun: "a record of a log",
    mark:
      "it has neither `request` and `response`, nor `req` and `res`, nor a method with a status",
    endings: ["log"],
    layouts: [record, caddy, accessLog] + pairedLogs
      + [logger, flat, elastic, elasticFlat, axios, event, logService])

  /// Kong and other gateways.
  private static let record = CaptureLayout(
    isLine: true,
    isMeant: { root in
      guard root.kind == .object, let request = root["request"], let response = root["response"],
        request["method"]?.kind == .string, response["content"]?.kind != .object
      else { return false }
      return (request["uri"] ?? request["url"] ?? request["path"])?.kind == .string
        && (response["status"] ?? response["status_code"] ?? response["statusCode"]) != nil
    },
    address: [
      .url("url"),
      .parts(scheme: "scheme", host: ["host"], port: ["port"], path: "uri", query: nil),
      .parts(scheme: "scheme", host: ["host"], port: ["port"], path: "path", query: nil),
    ],
    status: ["status", "status_code", "statusCode"],
    time: ["started_at", "startedDateTime", "timestamp", "@timestamp", "time"])

  /// Caddy 2.
  private static let caddy = CaptureLayout(
    isMostlyWithoutBodies: true, isLine: true,
    isMeant: { root in
      root["request"]?["method"]?.kind == .string && root["request"]?["uri"]?.kind == .string
        && root["status"]?.int != nil && root["response"] == nil
    },
    response: "", address: [.parts(host: ["host"], path: "uri", query: nil)],
    responseHeaders: ["resp_headers"], requestBody: [], responseBody: [], time: ["ts"])

  /// nginx, Apache, django-structlog and others that write a flat object.
  private static let accessLog = CaptureLayout(
    isMostlyWithoutBodies: true, isLine: true,
    isMeant: { root in
      guard root.kind == .object, let status = root["status"] ?? root["code"],
        (status.int ?? status.string.flatMap { Int($0) }).map({ 0...599 ~= $0 }) ?? false
      else { return false }
      if root["request_uri"]?.kind == .string { return true }
      guard let request = root["request"]?.string else { return false }
      // If a client sends no request line, the log contains another text.
      return isRequestLine(request) || accessLogMembers.contains { root[$0] != nil }
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
    status: ["status", "code"], headers: ["headers"], requestBody: [.any("request_body")],
    responseBody: [.any("response_body"), .any("resp_body"), .any("res_body")], loneBody: "body",
    nothing: "-",
    time: ["time_iso8601", "msec", "timestamp", "@timestamp", "time"])

  private static let accessLogMembers: [StaticString] = [
    "remote_addr", "remote_user", "time_local", "time_iso8601", "msec", "body_bytes_sent",
    "bytes_sent", "http_user_agent", "request_time", "request_length",
  ]

  package static func isRequestLine(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 || words.count == 3 && words[2].hasPrefix("HTTP/") else { return false }
    return !words[0].isEmpty && words[0].utf8.allSatisfy { 0x41...0x5A ~= $0 }
      && (words[1].hasPrefix("/") || words[1].contains("://") || words[1] == "*")
  }
}
