@_spi(Engine) internal import JSONTape

/// What a validator does with files that hold exchanges in a form of their own.
@_spi(Engine) public enum StubReading: Sendable {
  /// It checks the responses of stubs, and says of other files that it cannot read them.
  case responses
  /// It says of each that it cannot read it.
  case refused
  /// A file is one body, whatever it looks like.
  case none
}

extension StubReading {
  /// The exchanges of a JSON document that is not a body, or why it is not read; nil for a body.
  func items(_ root: CapturedValue) -> [CaptureItem]? {
    guard self != .none else { return nil }
    let stubs = StubReader(root)
    if let stubs, case .responses = self { return stubs.items }
    guard let capture = stubs == nil ? UnsupportedCapture(root) : .stubs else { return nil }
    return [.problem(capture, at: root.range.offset)]
  }

  /// Why a file that is not JSON is not read; nil for one that may be a broken body.
  func items(_ bytes: [UInt8], name: String) -> [CaptureItem]? {
    guard self != .none, let capture = UnsupportedCapture(bytes, name: name) else { return nil }
    return [.problem(capture, at: 0)]
  }
}

extension CaptureItem {
  fileprivate static func problem(_ capture: UnsupportedCapture, at offset: Int) -> CaptureItem {
    .problem(
      CaptureProblem(kind: .unsupported(capture), range: ByteRange(offset: offset, length: 0)))
  }
}

/// The mappings of a WireMock file: each has a request and the response that a stub sends to it. A
/// file holds one mapping, or several as `mappings`.
struct StubReader {
  private let root: CapturedValue
  private let mappings: [CapturedValue]

  /// Nil where the value is no mapping.
  init?(_ root: CapturedValue) {
    self.root = root
    if Self.isMapping(root) {
      mappings = [root]
    } else {
      var elements: [CapturedValue] = []
      if let list = root["mappings"], list.kind == .array {
        list.forEachChild { elements.append($0) }
      }
      guard let first = elements.first, Self.isMapping(first) else { return nil }
      mappings = elements.filter(Self.isMapping)
    }
  }

  private static func isMapping(_ value: CapturedValue) -> Bool {
    guard value.kind == .object, let request = value["request"], request.kind == .object,
      let response = value["response"], response.kind == .object,
      // A stub has no host.
      request["url"]?.string?.hasPrefix("http") != true
    else { return false }
    return requestMembers.contains { request[$0] != nil }
      && responseMembers.contains { response[$0] != nil }
  }

  private static let requestMembers: [StaticString] = [
    "url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate", "method",
  ]
  private static let responseMembers: [StaticString] = [
    "status", "jsonBody", "body", "bodyFileName", "base64Body",
  ]

  var items: [CaptureItem] { mappings.indices.map { .exchange(exchange($0)) } }

  private func exchange(_ index: Int) -> Exchange {
    let mapping = mappings[index]
    let response = mapping["response"]
    var exchange = Exchange(
      index: index, unit: mapping.index == root.index ? nil : .entry,
      status: response?["status"]?.int, request: .absent(.noBody), response: message(response),
      range: mapping.range)
    let request = mapping["request"]
    exchange.isStub = true
    exchange.methodText = text(request?["method"])
    // Patterns are no URLs.
    exchange.address = text(request?["urlPath"] ?? request?["url"] ?? request?["urlPathTemplate"])
    return exchange
  }

  private func text(_ value: CapturedValue?) -> CapturedText? {
    value.flatMap { $0.kind == .string ? .value($0) : nil }
  }

  /// Bodies in other files and base64 are not read.
  private func message(_ response: CapturedValue?) -> Message {
    let headers = HeaderFields(response?["headers"])
    var message = Message(.absent(.noBody), type: headers.mediaType)
    message.headers = headers
    if let body = response?["jsonBody"], !body.isNull {
      message.content = .value(body, text: body.text)
    } else if let body = response?["body"], body.kind == .string, !body.isBlank {
      message.content = .text(body, .none)
    }
    return message
  }
}
