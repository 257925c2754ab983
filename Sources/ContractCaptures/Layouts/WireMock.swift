@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// WireMock mappings.
  public static let wiremock = CaptureFormat(
    rawValue: "wiremock", noun: "a WireMock mapping",
    mark: "it has no `request` with a `response`, and no `mappings`",
    layouts: [mapping, mappingsFile])

  private static let mapping = CaptureLayout(
    origin: .stub, isMeant: { isMapping($0) },
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

  private static let mappingsFile: CaptureLayout = {
    var layout = mapping
    layout.isMeant = { root in
      guard let mappings = mappingLists.value(in: root), mappings.kind == .array else {
        return false
      }
      return mappings.contains(isMapping) || mappings.count == 0 && root["meta"] != nil
    }
    layout.exchanges = .elements(mappingLists)
    layout.emptyRemark = "this file of WireMock has no mappings"
    return layout
  }()

  private static let mappingLists: PropertyPath = "mappings|stubs"

  /// The properties that WireMock writes, but no gateway.
  private static let stubProperties: [StaticString] = [
    "scenarioName", "requiredScenarioState", "newScenarioState", "postServeActions", "priority",
  ]

  private static let stubRequestProperties: [StaticString] = [
    "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate", "queryParameters",
    "pathParameters", "formParameters", "bodyPatterns", "multipartPatterns",
    "basicAuthCredentials", "basicAuth", "customMatcher",
  ]

  private static let stubResponseProperties: [StaticString] = [
    "jsonBody", "bodyFileName", "base64Body", "fault", "proxyBaseUrl", "transformers",
    "transformerParameters", "fixedDelayMilliseconds", "delayDistribution",
    "chunkedDribbleDelay",
  ]

  /// The properties that gateways write and WireMock does not.
  private static let logProperties: [StaticString] = [
    "latencies", "route", "started_at", "startedDateTime", "timestamp", "@timestamp", "client_ip",
    "time",
  ]

  private static let logRequestProperties: [StaticString] = [
    "uri", "path", "body", "query", "querystring", "scheme", "protocol", "size", "httpVersion",
  ]

  private static func isMapping(_ value: CapturedValue) -> Bool {
    guard value.kind == .object, let request = value["request"], request.kind == .object,
      let response = value["response"], response.kind == .object,
      !logProperties.contains(where: { value[$0] != nil }),
      !logRequestProperties.contains(where: { request[$0] != nil }),
      // A stub has no host. It compares headers with values, and its body is a text.
      request["url"]?.string?.hasPrefix("http") != true, request["host"]?.kind != .string,
      request["headers"]?.holdsTexts != true,
      response["body"].map({ $0.kind == .string || $0.isNull }) ?? true
    else { return false }
    return request["url"]?.kind == .string
      || request["method"]?.isName("ANY") ?? false
      || stubProperties.contains { value[$0] != nil }
      || stubRequestProperties.contains { request[$0] != nil }
      || stubResponseProperties.contains { response[$0] != nil }
  }
}

extension CapturedValue {
  /// Whether a property of an object is a text.
  fileprivate var holdsTexts: Bool {
    var found = false
    if kind == .object { forEachChild { found = found || $0.propertyValue.kind == .string } }
    return found
  }
}
