@_spi(Engine) internal import JSONTape

/// A response inside an object, as in stubs that people write by hand: `{"status": 200, "body":
/// {…}}`.
package struct ResponseEnvelope {
  /// The name of the property with the body.
  package let bodyName: String
  private let status: CapturedValue
  private let body: CapturedValue
  private let headers: CapturedValue?

  private static let statusNames: [StaticString] = ["status", "statusCode", "status_code", "code"]
  private static let bodyNames: [StaticString] = ["body", "json", "data", "response"]
  private static let others: Set<String> = [
    "headers", "delay", "delayMs", "latency", "latencyMs", "name", "description", "comment",
    "scenario", "statusText", "isBase64Encoded", "cookies", "multiValueHeaders",
  ]
  /// Names that an API may also use for its own properties.
  private static let looseStatusNames: PropertyPath =
    "status|statusCode|status_code|httpStatus|http_status|httpStatusCode|httpCode|responseCode|code"
  private static let looseBodyNames: PropertyPath =
    "body|json|payload|response|responseBody|data|content|result"

  /// Nil if the exchange is no such object, or if the object contains other properties.
  package init?(_ exchange: Exchange) {
    guard exchange.isBare, !exchange.isUnwrapped,
      case .value(let root, _) = exchange.response.content
    else { return nil }
    self.init(root)
  }

  private init?(_ root: CapturedValue) {
    guard root.kind == .object, root.count <= Self.others.count, Self.isPossible(root),
      let bodyName = Self.bodyNames.first(where: { root[$0] != nil }), let body = root[bodyName],
      let statusName = Self.statusNames.first(where: { root[$0] != nil }),
      let status = root[statusName], 100...599 ~= status.status ?? 0
    else { return nil }
    let start = body.kind == .string ? body.cursor.rawBytes(body.index).first : nil
    let mayBeBody =
      body.cursor.isContainer(body.index) || body.isNull
      || start == UInt8(ascii: "{") || start == UInt8(ascii: "[") || body.isBlankText
    headers = root["headers"]
    guard headers?.kind ?? .object == .object else { return nil }
    self.bodyName = bodyName.description
    self.status = status
    self.body = body
    // Bodies of APIs may also have a `code` or a `status` beside their `data`.
    guard mayBeBody, headers != nil || ["body", "json"].contains(self.bodyName) else { return nil }
    var known = Self.others.union([self.bodyName, statusName.description])
    var isWhole = true
    // A repeated property is reported as a property of the body.
    root.forEachChild { if known.remove($0.string ?? "") == nil { isWhole = false } }
    if !isWhole { return nil }
  }

  /// The first of several such objects in an array. All elements of the array must be such objects.
  /// Nil for other values.
  package init?(firstOf root: CapturedValue) {
    guard let list = Self.list(in: root), let first = list.first, let found = Self(first) else {
      return nil
    }
    var areAll = true
    list.forEachChild { areAll = areAll && Self($0) != nil }
    guard areAll else { return nil }
    self = found
  }

  /// The name of the list in an object. Nil if the value itself is the list.
  package static func listName(in root: CapturedValue) -> String? {
    root.kind == .array ? nil : CaptureLayout.stubLists.names(in: root)?.first
  }

  fileprivate static func list(in root: CapturedValue) -> CapturedValue? {
    root.kind == .array ? root : CaptureLayout.stubLists.value(in: root)
  }

  /// Whether a value is certainly a response inside an object. It is certain if the status's name
  /// is from HTTP.
  package static func isSure(_ exchange: Exchange) -> Bool {
    guard case .value(let root, _) = exchange.response.content, mapping(of: exchange) != nil else {
      return false
    }
    return httpStatusNames.property(of: root) { 100...599 ~= $0.status ?? 0 } != nil
  }

  /// The name of the only other property of an object with a status of HTTP.
  private static func onlyBody(of root: CapturedValue) -> String? {
    guard root.kind == .object, root.count == 2,
      httpStatusNames.property(of: root, where: { _ in true }) != nil
    else { return nil }
    var found: String?
    root.forEachChild { if $0.propertyValue.kind == .object { found = $0.string } }
    return found
  }

  private static let httpStatusNames: PropertyPath =
    "httpStatus|http_status|httpStatusCode|httpCode|responseCode|statusCode|status_code"

  /// The setting that reads a value as a response inside an object, if the value may be such an
  /// object.
  package static func mapping(of exchange: Exchange) -> String? {
    guard case .value(var root, _) = exchange.response.content else { return nil }
    root = root.first ?? root
    let status = looseStatusNames.property(of: root) { 100...599 ~= $0.status ?? 0 }
    let body = looseBodyNames.property(of: root) { $0.isData || $0.isNull } ?? onlyBody(of: root)
    guard let status, let body else { return nil }
    let place = JSONPointer(tokens: [PassedOver.shown(body)])
    return #""records": {"status": "/\#(status)", "responseBody": "\#(place)"}"#
  }

  /// Whether the first letters of the names fit a status and a body. For most bodies, this check is
  /// enough.
  private static func isPossible(_ root: CapturedValue) -> Bool {
    let cursor = root.cursor
    var (hasStatus, hasBody) = (false, false)
    var key = cursor.firstChild(root.index)
    while key < cursor.next(root.index) {
      let bytes = cursor.rawBytes(key)
      if bytes.count > 0 {
        let first = bytes[0]
        hasStatus = hasStatus || first == UInt8(ascii: "s") || first == UInt8(ascii: "c")
        hasBody =
          hasBody || first == UInt8(ascii: "b") || first == UInt8(ascii: "j")
          || first == UInt8(ascii: "d") || first == UInt8(ascii: "r")
      }
      key = cursor.next(key &+ 1)
    }
    return hasStatus && hasBody
  }

  /// The response itself, in place of the object.
  package func unwrapped(_ exchange: Exchange) -> Exchange {
    var exchange = exchange
    exchange.isUnwrapped = true
    exchange.status = status.status
    exchange.statusRange = status.range
    exchange.response = Message(body: body, HeaderFields(headers))
    return exchange
  }
}

extension CaptureFormat {
  /// Responses with their status in an array.
  static let envelopes = CaptureLayout(
    isLoose: true, isMeant: { ResponseEnvelope(firstOf: $0) != nil },
    exchanges: .bodies(ResponseEnvelope.list))
}
