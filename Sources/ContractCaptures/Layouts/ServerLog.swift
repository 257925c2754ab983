@_spi(Engine) internal import JSONTape

/// Lines that servers write about their requests. The names of several loggers are combined,
/// because no line has names of two loggers.
///
/// Sources: pino-http 10, bunyan 1.8, express-winston 4, morgan 1.10 as its users write JSON,
/// Serilog.AspNetCore 8 (both formats), Elastic Common Schema 8, events of AWS Lambda and API Gateway
/// (payload formats 1.0 and 2.0), lograge 0.14, Traefik 3, Envoy 1.32, Google Cloud's `HttpRequest`,
/// drf-api-logger 1.1.
extension CaptureFormat {
  /// A line with `req` and `res`. Bodies may also be beside these objects.
  static let logger = CaptureLayout(
    isLine: true,
    isMeant: { root in
      guard root.kind == .object, let mark = loggerMark.value(in: root) else { return false }
      return mark.kind == .string || mark.int != nil
    },
    request: "", response: "", method: ["req.method|meta.req.method"],
    address: [
      .parts(
        host: [.header("host"), "req.host|req.hostname|meta.req.hostname"],
        path:
          "req.originalUrl|req.url|req.path|req.uri|meta.req.originalUrl|meta.req.url|meta.req.path",
        query: nil),
      .unknown,
    ],
    queryText: "req.query|meta.req.query",
    status: ["res.statusCode|res.status|res.status_code|meta.res.statusCode|meta.res.status"],
    headers: ["req.headers|meta.req.headers"], responseHeaders: ["res.headers|meta.res.headers"],
    requestBody: [.any("req.body|meta.req.body"), .any(requestBodies)],
    responseBody: [.any("res.body|meta.res.body"), .any(responseBodies), .data("json")],
    loneBody: "body|meta.body", time: ["time|timestamp"])

  /// A line of httplog for Go.
  static let httplog = CaptureLayout(
    isLine: true,
    isMeant: { root in
      root.kind == .object && root["level"]?.kind == .string
        && root["httpRequest"]?["method"]?.kind == .string
        && root["httpResponse"]?["status"]?.int != nil
    },
    request: "httpRequest", response: "httpResponse", method: ["method"],
    address: [.url("url"), .parts(host: [.header("host")], path: "path", query: nil)],
    status: ["status"], headers: ["header|headers"], responseHeaders: ["header|headers"],
    requestBody: [.any("body")], responseBody: [.any("body")], time: ["time|timestamp"])

  /// The names of a request's body in a flat line.
  static let requestBodies: PropertyPath = "requestBody|request_body|reqBody|req_body|RequestBody"

  /// The names of a response's body in a flat line.
  static let responseBodies: PropertyPath = """
    responseBody|response_body|resBody|res_body|resp_body|ResponseBody|responseContent|\
    response_content
    """

  private static let loggerMark: PropertyPath =
    "req.method|meta.req.method|res.statusCode|meta.res.statusCode"

  /// A line without nested objects.
  static let flat = CaptureLayout(
    isAccessLog: isAccessLog, isLine: true, isLoose: true,
    isMeant: { root in
      guard root.kind == .object, let line = flatRoot.value(in: root), line.kind == .object,
        flatStatus.value(in: line)?.status != nil
      else { return false }
      let route = line["routeKey"]?.string
      if let route, route.hasPrefix("$") || CaptureFormat.isRequestLine(route) { return true }
      guard let method = flatMethod.value(in: line)?.string,
        ExchangeLook.isMethod(method.uppercased())
      else { return false }
      return (flatAddress.value(in: line) ?? line["resourcePath"])?.kind == .string
    },
    request: flatRoot, response: flatRoot, method: [.property(flatMethod), .word("routeKey", 0)],
    address: [
      .parts(
        scheme: "RequestScheme", host: [.header("host"), .property(flatHost)],
        path: .property(flatAddress), query: nil),
      .template("resourcePath"), .template(.word("routeKey", 1)),
    ],
    queryText: queryTexts,
    status: [.property(flatStatus)],
    headers: ["requestHeaders|request_headers|req_headers|RequestHeaders|headers"],
    responseHeaders: ["responseHeaders|response_headers|res_headers|ResponseHeaders"],
    userAgent: userAgents,
    requestBody: [.any(requestBodies), .any("request")],
    responseBody: [.any(responseBodies), .data("json"), .data("response")],
    loneBody: "body", nothing: "-", time: ["time|timestamp|@timestamp|@t|Timestamp|date"])

  /// Whether an access log has a dash in place of the request. API Gateway writes such a line if it
  /// refuses a request before it knows the route.
  static func lacksRequest(_ root: CapturedValue) -> Bool {
    flatStatus.value(in: root)?.status != nil
      && (flatMethod.value(in: root) ?? root["routeKey"])?.isDash ?? false
  }

  /// A line with the request's method and URL beside an object with the response.
  static let answered = CaptureLayout(
    isLine: true, isLoose: true,
    isMeant: { root in
      guard root.kind == .object, root["request"] == nil, let response = root["response"],
        response.kind == .object, flatStatus.value(in: response)?.status != nil,
        let method = flatMethod.value(in: root)?.string
      else { return false }
      return ExchangeLook.isMethod(method.uppercased())
        && flatAddress.value(in: root)?.kind == .string
    },
    request: "", method: [.property(flatMethod)],
    address: [.parts(host: [.header("host")], path: .property(flatAddress), query: nil)],
    queryText: queryTexts, status: [.property(flatStatus)],
    requestBody: [.any(requestBodies), .any("body")], responseBody: [.any("body|json|data")],
    time: ["time|timestamp|@timestamp|date"])

  /// `key=value` pairs, as lograge and routers write them.
  static let pairs: CaptureLayout = {
    var layout = flat
    layout.address = [
      .parts(host: ["host", .property(flatHost)], path: .property(flatAddress), query: nil)
    ]
    layout.requestBody = [.any(requestBodies)]
    layout.loneBody = nil
    return layout
  }()

  /// The names of a query that is beside the path. For example, nginx has `args` and
  /// `query_string`.
  static let queryTexts: PropertyPath =
    "args|query_string|queryString|querystring|request_query|query"

  /// The names of a `User-Agent` in nginx, Envoy, Google Cloud, Traefik and Serilog.
  static let userAgents: PropertyPath =
    "http_user_agent|user_agent|userAgent|request_User-Agent|UserAgent|user-agent"

  private static let flatRoot: PropertyPath = "Properties|httpRequest|"
  private static let flatHost: PropertyPath =
    "vhost|virtual_host|http_host|RequestHost|requestHost|authority"
  private static let flatMethod: PropertyPath =
    "method|httpMethod|http_method|request_method|requestMethod|RequestMethod|verb"
  private static let flatAddress: PropertyPath = """
    url|originalUrl|original_url|path|uri|requestUri|request_uri|requestPath|RequestPath|\
    requestUrl|api
    """
  private static let flatStatus: PropertyPath = """
    status|statusCode|status_code|status-code|StatusCode|responseStatus|response_status|\
    response_code|DownstreamStatus
    """

  /// A document in the Elastic Common Schema. Its names are properties of nested objects, or names
  /// with dots.
  static let elastic: CaptureLayout = {
    let url: PropertyPath = .dotted("url.full", "url.original", "url.path")
    let method: PropertyPath = .dotted("http.request.method")
    let status: PropertyPath = .dotted("http.response.status_code")
    return CaptureLayout(
      isLine: true,
      isMeant: { root in
        guard method.value(in: root)?.kind == .string else { return false }
        return root["url"]?.kind == .object
          || url.value(in: root)?.kind == .string && status.value(in: root) != nil
      },
      request: "", response: "", method: [.property(method)],
      address: [
        .parts(
          scheme: .property(.dotted("url.scheme")), host: [.property(.dotted("url.domain"))],
          path: .property(.dotted("url.full", "url.original")), query: nil),
        .parts(
          scheme: .property(.dotted("url.scheme")), host: [.property(.dotted("url.domain"))],
          path: .property(.dotted("url.path")), query: .dotted("url.query")),
      ],
      status: [.property(status)], headers: [.dotted("http.request.headers")],
      responseHeaders: [.dotted("http.response.headers")],
      userAgent: .dotted("user_agent.original"),
      requestBody: [.any(.dotted("http.request.body.content"))],
      responseBody: [.any(.dotted("http.response.body.content"))], time: ["@timestamp"])
  }()

  /// A line with an object for the method, the URL and the status. FastAPI's users and Datadog write
  /// such lines.
  static let nested = CaptureLayout(
    isAccessLog: isAccessLog, isLine: true, isLoose: true,
    isMeant: { root in
      guard let line = root["http"], let method = line["method"]?.string,
        ExchangeLook.isMethod(method.uppercased())
      else { return false }
      return nestedAddress.value(in: root)?.kind == .string
        && nestedStatus.value(in: root)?.status != nil
    },
    request: "", response: "", method: ["http.method"],
    address: [.parts(host: ["http.host"], path: .property(nestedAddress), query: nil)],
    status: [.property(nestedStatus)],
    requestBody: [.any(requestBodies), .any("http.requestBody|http.request_body")],
    responseBody: [.any(responseBodies), .any("http.responseBody|http.response_body")],
    time: ["timestamp|@timestamp|time"])

  private static let nestedAddress: PropertyPath = "http.url|http.path|http.url_details.path"
  private static let nestedStatus: PropertyPath = "http.status_code|http.status|http.statusCode"

  /// The response object that axios gives to a client, written without changes.
  static let axios = CaptureLayout(
    isLine: true,
    isMeant: { root in
      root["config"]?["method"]?.kind == .string && root["config"]?["url"]?.kind == .string
        && root["status"]?.int != nil
    },
    request: "config", response: "", method: ["method"],
    address: [.parts(host: ["baseURL"], path: "url", query: nil)],
    responseHeaders: ["headers"], requestBody: [.any("data")], responseBody: [.any("data")])

  /// An event that a function receives. The function's response may be beside it.
  static let event = CaptureLayout(
    isLine: true,
    isMeant: { root in
      guard let event = eventRoot.value(in: root),
        (event["headers"] ?? event["multiValueHeaders"] ?? event["requestContext"]) != nil
      else { return false }
      return eventMethod.value(in: event)?.kind == .string
        && (event["rawPath"] ?? event["path"])?.kind == .string
    },
    request: eventRoot, response: "response|result",
    method: [.property(eventMethod)],
    address: [
      .parts(
        host: [.header("host")], path: "rawPath|path",
        query: "rawQueryString|multiValueQueryStringParameters|queryStringParameters")
    ],
    status: ["statusCode"], headers: ["headers|multiValueHeaders"],
    requestBody: [.any("body", markedBy: "isBase64Encoded")],
    responseBody: [.any("body", markedBy: "isBase64Encoded")])

  private static let eventRoot: PropertyPath = "event|"
  private static let eventMethod: PropertyPath = "requestContext.http.method|httpMethod"
}
