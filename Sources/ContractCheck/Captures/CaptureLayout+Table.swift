@_spi(Engine) internal import JSONTape

extension CaptureLayout {
  /// Every kind that is read by its layout; the first that a document fits is its own.
  static let table: [CaptureLayout] =
    [
      postman, newman, pact4, pact, vcr, vcrpy, dvr, charles, charlesEntry, proxyman, wiremock,
      wiremockFile, polly,
    ] + lines

  /// Those that a line of NDJSON may have, too.
  static let lines: [CaptureLayout] = [tap, log, accessLog, trace]

  /// The layout of a document; nil for a body.
  ///
  /// - Parameter format: The only one that is looked for.
  static func recognised(_ root: CapturedValue, as format: CaptureFormat? = nil) -> CaptureLayout? {
    table.first { (format == nil || $0.format == format) && $0.isMeant(root) }
  }

  // MARK: Stubs

  static let wiremock = CaptureLayout(
    name: "a WireMock mapping", format: .wiremock, origin: .stub, isMeant: { isMapping($0) },
    address: [
      .stub("urlPath"), .stub("url"), .stub("urlPathTemplate"),
      .pattern("urlPathPattern", hasQuery: false), .pattern("urlPattern", hasQuery: true),
      .everyURL,
    ],
    defaultStatus: 200,
    requestBody: [],
    responseBody: [
      .value("jsonBody"), .any("body"), .base64("base64Body"), .file("bodyFileName"),
    ])

  static let wiremockFile: CaptureLayout = {
    var layout = wiremock
    layout.name = "a WireMock mappings file"
    layout.isMeant = { $0["mappings"]?.first.map { isMapping($0) } ?? false }
    layout.exchanges = .elements("mappings")
    return layout
  }()

  static let postman = CaptureLayout(
    name: "a Postman collection", format: .postman, origin: .stub,
    isMeant: { root in
      guard let info = root["info"], root["item"]?.kind == .array else { return false }
      return info["_postman_id"] != nil
        || info["schema"]?.string?.contains("getpostman.com") == true
        || info["schema"]?.string?.contains("schema.postman.com") == true
    },
    exchanges: .walk { root, take in eachSavedResponse(in: root, take) },
    address: [.postman("url")], status: ["code"], headers: ["header"],
    requestBody: [.any("body.raw")], form: "body.urlencoded", hasNotes: true)

  static let pact = CaptureLayout(
    name: "a Pact file", format: .pact, origin: .stub,
    isMeant: {
      $0["consumer"] != nil && $0["provider"] != nil && $0["interactions"]?.kind == .array
    },
    exchanges: .walk { root, take in
      root["interactions"]?.forEachChild { interaction in
        // Messages of queues are no exchanges.
        if let type = interaction["type"]?.string, type != "Synchronous/HTTP" { return }
        take(
          ExchangeParts(
            whole: interaction, request: interaction["request"], response: interaction["response"]))
      }
    },
    address: [.parts(path: "path", query: "query")])

  /// Version 4 has bodies in objects.
  static let pact4: CaptureLayout = {
    var layout = pact
    layout.isMeant = { root in
      let version = root["metadata"]?["pactSpecification"]?["version"]?.string
      return pact.isMeant(root) && version?.hasPrefix("4") == true
    }
    layout.requestBody = [.any("body.content", markedBy: "body.encoded")]
    layout.responseBody = layout.requestBody
    layout.mediaType = ["body.contentType"]
    return layout
  }()

  // MARK: Cassettes

  static let vcr = CaptureLayout(
    name: "a VCR cassette", format: .vcr, origin: .cassette,
    isMeant: { $0["http_interactions"]?.kind == .array },
    exchanges: .elements("http_interactions"), address: [.url("uri")],
    status: cassetteStatus, requestBody: cassetteBody, responseBody: cassetteBody,
    time: ["recorded_at"])

  static let vcrpy = CaptureLayout(
    name: "a vcrpy cassette", format: .vcr, origin: .cassette,
    isMeant: { $0["interactions"]?.first?["request"]?["uri"] != nil },
    exchanges: .elements("interactions"), address: [.url("uri")],
    status: cassetteStatus,
    requestBody: cassetteBody + [.any("body")], responseBody: cassetteBody)

  /// R has a name of its own.
  private static let cassetteStatus: [Part] = ["status.code", "status.status_code", "status"]

  private static let cassetteBody: [BodyPlace] = [
    .any("body.string"), .base64("body.base64_string"),
  ]

  static let dvr = CaptureLayout(
    name: "a DVR cassette", format: .dvr, origin: .cassette,
    isMeant: { root in
      guard let first = root["interactions"]?.first else { return false }
      return first["request"]?["url"] != nil && first["response"]?.kind == .object
    },
    exchanges: .elements("interactions"), requestBody: [.guessed("body")],
    responseBody: [.guessed("body")], time: ["recorded_at"])

  /// PollyJS in a browser's storage: each recording is a HAR under its name.
  static let polly = CaptureLayout(
    name: "a PollyJS recording", format: .har,
    isMeant: { root in
      guard root.kind == .object, root.count > 0 else { return false }
      var isPolly = true
      root.forEachChild { name in
        let log = name.at(name.index + 1)["log"]
        isPolly = isPolly && log?["version"] != nil && log?["entries"]?.kind == .array
      }
      return isPolly
    },
    exchanges: .entries { root, take in
      root.forEachChild { $0.at($0.index + 1)["log"]?["entries"]?.forEachChild(take) }
    })

  // MARK: Traffic

  static let newman = CaptureLayout(
    name: "a Newman report", format: .newman,
    isMeant: { $0["run"]?["executions"]?.kind == .array },
    exchanges: .elements("run.executions"), address: [.postman("url")], status: ["code"],
    headers: ["header", "headers"], requestBody: [.any("body.raw")],
    responseBody: [.bytes("stream.data"), .any("body")], form: "body.urlencoded", hasNotes: true)

  static let charles = CaptureLayout(
    name: "a Charles session", format: .charles,
    isMeant: { root in
      guard let first = root.first else { return false }
      return first["protocolVersion"] != nil && first["scheme"] != nil && first["path"] != nil
    },
    exchanges: .walk { root, take in
      root.forEachChild { transaction in
        // A tunnel holds what nobody can read.
        if transaction["method"]?.string == "CONNECT" { return }
        take(
          ExchangeParts(
            whole: transaction, request: transaction, response: transaction["response"]))
      }
    },
    address: [
      .parts(
        scheme: "scheme", host: ["host"], port: ["port", "actualPort"], path: "path", query: "query"
      )
    ],
    headers: ["header.headers", "request.header.headers"],
    requestBody: [.any("request.body.text"), .base64("request.body.encoded")],
    responseBody: [.any("body.text"), .base64("body.encoded")],
    mediaType: ["mimeType", "request.mimeType"],
    time: ["times.start"])

  static let tap = CaptureLayout(
    name: "an Envoy tap", format: .tap, isMeant: { $0["http_buffered_trace"]?.kind == .object },
    request: "http_buffered_trace.request", response: "http_buffered_trace.response",
    method: [.header(":method")],
    address: [
      .parts(
        scheme: .header(":scheme"), host: [.header(":authority"), .header("host")],
        path: .header(":path"), query: nil)
    ],
    status: [.header(":status")], requestBody: tapBody, responseBody: tapBody,
    truncated: "body.truncated")

  private static let tapBody: [BodyPlace] = [.any("body.as_string"), .base64("body.as_bytes")]

  /// Kong and other gateways.
  static let log = CaptureLayout(
    name: "a record with `request` and `response`", format: .log,
    isMeant: { root in
      guard root.kind == .object, let request = root["request"], let response = root["response"],
        request["method"]?.kind == .string
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

  /// nginx, Apache and others that write a flat object.
  static let accessLog = CaptureLayout(
    name: "a record of an access log", format: .log,
    isMeant: { root in
      root.kind == .object && root["status"] != nil
        && (root["request_uri"]?.kind == .string
          || root["request"]?.kind == .string && root["request"]?.string?.contains(" /") == true)
    },
    request: "", response: "", method: ["request_method", .word("request", 0)],
    address: [
      .parts(
        scheme: "scheme", host: ["host", "http_host", "server_name"], path: "request_uri",
        query: nil),
      .parts(
        scheme: "scheme", host: ["host", "http_host", "server_name"], path: .word("request", 1),
        query: nil),
    ],
    headers: ["headers"], requestBody: [.any("request_body")],
    responseBody: [.any("response_body"), .any("resp_body")],
    time: ["time_iso8601", "msec", "timestamp", "@timestamp", "time"])

  // MARK: Looking

  private static let requestMembers: [StaticString] = [
    "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate", "url", "method",
  ]
  private static let responseMembers: [StaticString] = [
    "status", "jsonBody", "body", "bodyFileName", "base64Body",
  ]
  /// What gateways write beside a request, and WireMock does not.
  private static let logMembers: [StaticString] = [
    "latencies", "route", "started_at", "startedDateTime", "timestamp", "@timestamp", "client_ip",
  ]

  private static func isMapping(_ value: CapturedValue) -> Bool {
    guard value.kind == .object, let request = value["request"], request.kind == .object,
      let response = value["response"], response.kind == .object,
      // A stub has no host.
      request["url"]?.string?.hasPrefix("http") != true, request["uri"] == nil,
      !logMembers.contains(where: { value[$0] != nil })
    else { return false }
    return requestMembers.contains { request[$0] != nil }
      && responseMembers.contains { response[$0] != nil }
  }

  /// How deep folders of a collection are read.
  private static let mostFolders = 64

  private static func eachSavedResponse(
    in folder: CapturedValue, depth: Int = 0, _ take: (ExchangeParts) -> Void
  ) {
    guard depth < mostFolders else { return }
    folder["item"]?.forEachChild { item in
      if item["item"]?.kind == .array {
        eachSavedResponse(in: item, depth: depth + 1, take)
      }
      guard let request = item["request"] else { return }
      item["response"]?.forEachChild { response in
        take(
          ExchangeParts(
            whole: response, request: response["originalRequest"] ?? request, response: response))
      }
    }
  }
}
