@_spi(Engine) internal import JSONTape

extension CaptureLayout {
  /// Every kind that is read by its layout; the first that a document fits is its own.
  static let table: [CaptureLayout] =
    [
      newman, postman, pact4, pact, vcr, vcrpy, dvr, charles, charlesEntry, proxyman, wiremock,
      wiremockFile, polly,
    ] + lines + lines.map(\.list)

  /// Those that a line of NDJSON may have, too.
  static let lines: [CaptureLayout] = [tap, camelTap, log, accessLog, trace]

  /// The layout of a document; nil for a body.
  ///
  /// - Parameters:
  ///   - format: The only one that is looked for.
  ///   - name: The file's name. The lines of a stream hold no stubs.
  static func recognised(
    _ root: CapturedValue, as format: CaptureFormat? = nil, name: String = ""
  ) -> CaptureLayout? {
    let name = ASCIIByte.lowercased(name)
    let isStream = [".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz"].contains {
      name.hasSuffix($0)
    }
    let layouts = isStream && format == nil ? lines : table
    // By position: to hand on each layout would copy it, for each file of a folder.
    let position = layouts.indices.first { position in
      (format == nil || layouts[position].format == format)
        && layouts[position].ending.map(name.hasSuffix) ?? true
        && layouts[position].isMeant(root)
    }
    return position.map { layouts[$0] }
  }

  /// The same in an array.
  private var list: CaptureLayout {
    var layout = self
    layout.isMeant = { [isMeant] root in
      root.kind == .array && root.contains { $0.kind == .object && isMeant($0) }
    }
    layout.exchanges = .elements("")
    return layout
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
    ],
    unanswered: ["fault", "proxyBaseUrl"])

  static let wiremockFile: CaptureLayout = {
    var layout = wiremock
    layout.name = "a WireMock mappings file"
    layout.isMeant = { root in
      guard let mappings = root["mappings"], mappings.kind == .array else { return false }
      return mappings.contains(isMapping) || mappings.count == 0 && root["meta"] != nil
    }
    layout.exchanges = .elements("mappings")
    layout.emptyRemark = "this file of WireMock has no mappings"
    return layout
  }()

  static let postman = CaptureLayout(
    name: "a Postman collection", format: .postman, origin: .stub,
    isMeant: { root in
      let root = root["collection"] ?? root
      guard let info = root["info"], root["item"]?.kind == .array else { return false }
      return info["_postman_id"] != nil
        || info["schema"]?.string?.contains("getpostman.com") == true
        || info["schema"]?.string?.contains("schema.postman.com") == true
    },
    exchanges: .walk { root, take in eachSavedResponse(in: root["collection"] ?? root, take) },
    defaultMethod: "GET", address: [.postman("url")],
    variables: ["variable", "collection.variable"],
    status: ["code"], headers: ["header"],
    requestBody: [.any("body.raw")], form: "body.urlencoded", disabled: "body.disabled",
    hasNotes: true,
    emptyRemark: "this Postman collection has no saved responses; save some as examples, or run "
      + "Newman with the `json` reporter")

  static let pact = CaptureLayout(
    name: "a Pact file", format: .pact, origin: .stub, isPartial: true,
    isMeant: {
      $0["consumer"]?.kind == .object && $0["provider"]?.kind == .object
        && ($0["interactions"] ?? $0["messages"] ?? $0["metadata"]) != nil
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
    address: [.parts(path: "path", query: "query")],
    emptyRemark: "this Pact file has no HTTP interactions")

  /// Version 4 has bodies in objects.
  static let pact4: CaptureLayout = {
    var layout = pact
    layout.isMeant = { root in
      let version = root["metadata"]?["pactSpecification"]?["version"]?.string
      // Only there an interaction has a type.
      let hasType = root["interactions"]?.first?["type"] != nil
      return pact.isMeant(root) && (version?.hasPrefix("4") ?? false || hasType)
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
    isMeant: { $0["interactions"]?.contains { $0["request"]?["uri"] != nil } ?? false },
    exchanges: .elements("interactions"), address: [.url("uri")],
    status: cassetteStatus,
    // Python 2 wrote the bytes of a file object as the first part of its state.
    requestBody: cassetteBody + [.any("body.state.0"), .any("body")],
    responseBody: cassetteBody + [.any("content", markedBy: "base64encoded")])

  /// R has a name of its own, and so has what vcrpy records of httpx.
  private static let cassetteStatus: [Part] = [
    "status.code", "status.status_code", "status", "status_code",
  ]

  private static let cassetteBody: [BodyPlace] = [
    .any("body.string"), .base64("body.base64_string"),
  ]

  static let dvr = CaptureLayout(
    name: "a DVR cassette", format: .dvr, origin: .cassette,
    isMeant: { root in
      root["interactions"]?.contains {
        $0["request"]?["url"] != nil && $0["response"]?.kind == .object
      } ?? false
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
      root.kind == .array
        && root.contains {
          $0["protocolVersion"] != nil && $0["scheme"] != nil && $0["path"] != nil
        }
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
    mediaType: ["mimeType", "request.mimeType"], completeness: ("status", "COMPLETE"),
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

  /// The same with the names that Protocol Buffers give to JSON.
  private static let camelTap: CaptureLayout = {
    var layout = tap
    layout.isMeant = { $0["httpBufferedTrace"]?.kind == .object }
    layout.request = "httpBufferedTrace.request"
    layout.response = "httpBufferedTrace.response"
    layout.requestBody = [.any("body.asString"), .base64("body.asBytes")]
    layout.responseBody = layout.requestBody
    return layout
  }()

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
    name: "a record of an access log", format: .log, isMostlyWithoutBodies: true,
    isMeant: { root in
      guard root.kind == .object, let status = root["status"],
        (status.int ?? status.string.flatMap { Int($0) }).map({ 0...599 ~= $0 }) ?? false
      else { return false }
      if root["request_uri"]?.kind == .string { return true }
      guard let request = root["request"]?.string else { return false }
      // What is no request line comes from clients that send none.
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
    headers: ["headers"], requestBody: [.any("request_body")],
    responseBody: [.any("response_body"), .any("resp_body")], nothing: "-",
    time: ["time_iso8601", "msec", "timestamp", "@timestamp", "time"])

  // MARK: Looking

  /// What only WireMock writes, apart from what gateways write too.
  private static let stubMembers: [StaticString] = [
    "scenarioName", "requiredScenarioState", "newScenarioState", "postServeActions", "priority",
  ]
  private static let stubRequestMembers: [StaticString] = [
    "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate", "queryParameters",
    "pathParameters", "formParameters", "bodyPatterns", "multipartPatterns",
    "basicAuthCredentials", "basicAuth", "customMatcher",
  ]
  private static let stubResponseMembers: [StaticString] = [
    "jsonBody", "bodyFileName", "base64Body", "fault", "proxyBaseUrl", "transformers",
    "transformerParameters", "fixedDelayMilliseconds", "delayDistribution",
    "chunkedDribbleDelay",
  ]
  /// What gateways write, and WireMock does not.
  private static let logMembers: [StaticString] = [
    "latencies", "route", "started_at", "startedDateTime", "timestamp", "@timestamp", "client_ip",
    "time",
  ]
  private static let logRequestMembers: [StaticString] = [
    "uri", "path", "body", "query", "querystring", "scheme", "protocol", "size", "httpVersion",
  ]
  private static let accessLogMembers: [StaticString] = [
    "remote_addr", "remote_user", "time_local", "time_iso8601", "msec", "body_bytes_sent",
    "bytes_sent", "http_user_agent", "request_time", "request_length",
  ]

  static func isRequestLine(_ text: String) -> Bool {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2 || words.count == 3 && words[2].hasPrefix("HTTP/") else { return false }
    return !words[0].isEmpty && words[0].utf8.allSatisfy { 0x41...0x5A ~= $0 }
      && (words[1].hasPrefix("/") || words[1].contains("://") || words[1] == "*")
  }

  private static func isMapping(_ value: CapturedValue) -> Bool {
    guard value.kind == .object, let request = value["request"], request.kind == .object,
      let response = value["response"], response.kind == .object,
      !logMembers.contains(where: { value[$0] != nil }),
      !logRequestMembers.contains(where: { request[$0] != nil }),
      // A stub has no host, its headers are compared with something, and its body is a text.
      request["url"]?.string?.hasPrefix("http") != true, request["host"]?.kind != .string,
      request["headers"]?.holdsTexts != true,
      response["body"].map({ $0.kind == .string || $0.isNull }) ?? true
    else { return false }
    return request["url"]?.kind == .string
      || request["method"]?.isName("ANY") ?? false
      || stubMembers.contains { value[$0] != nil }
      || stubRequestMembers.contains { request[$0] != nil }
      || stubResponseMembers.contains { response[$0] != nil }
  }

  private static func eachSavedResponse(
    in collection: CapturedValue, _ take: (ExchangeParts) -> Void
  ) {
    // Without recursion, as folders may be deep.
    var open = [collection]
    while let item = open.popLast() {
      if let request = item["request"] {
        item["response"]?.forEachChild { response in
          // Postman shows the request of the item where the response has none of its own.
          let own = response["originalRequest"].flatMap {
            $0.kind == .string || $0["url"] != nil ? $0 : nil
          }
          take(ExchangeParts(whole: response, request: own ?? request, response: response))
        }
      }
      var items: [CapturedValue] = []
      item["item"]?.forEachChild { items.append($0) }
      open += items.reversed()
    }
  }
}

extension CapturedValue {
  /// Whether an element fits; false for what is no array.
  fileprivate func contains(_ isMeant: (CapturedValue) -> Bool) -> Bool {
    guard kind == .array else { return false }
    var found = false
    forEachChild { found = found || isMeant($0) }
    return found
  }

  /// Whether a member of an object is a text.
  fileprivate var holdsTexts: Bool {
    var found = false
    if kind == .object { forEachChild { found = found || $0.memberValue.kind == .string } }
    return found
  }
}
