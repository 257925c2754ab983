@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// A request that the API itself sends after another request: its URL and its content. Source:
/// OpenAPI 3.1.0, section 4.8.18.
package struct OutgoingRequest: Sendable {
  /// The expression for the URL, as the contract writes it: `{$request.body#/callbackUrl}`.
  package let expression: String
  package let operations: [Operation]
}

extension OpenAPIReader {
  /// The requests that the API sends on its own: `webhooks`, or `x-webhooks` in OpenAPI 3.0.
  func webhooks() throws(ContractError) -> [Operation] {
    let keyword = layout.version >= .v3_1 ? "webhooks" : "x-webhooks"
    var operations: [Operation] = []
    for (name, item) in try properties(of: layout.isSwagger ? nil : root[keyword], keyword) {
      operations += try self.operations(at: name, item, sentAs: "webhook \(name)")
    }
    return operations
  }

  /// The requests that the API sends to URLs that an operation's exchange contains.
  func callbacks(of operation: JSONNode, _ name: String) throws(ContractError) -> [OutgoingRequest]
  {
    var requests: [OutgoingRequest] = []
    for (event, described) in try properties(of: operation["callbacks"], "callbacks") {
      for (expression, item) in try properties(of: try resolve(described), event) {
        let operations = try self.operations(
          at: expression, item, sentAs: "callback \(event) of \(name)")
        requests.append(OutgoingRequest(expression: expression, operations: operations))
      }
    }
    return requests
  }
}

extension Contract {
  /// The webhook with a name and a method. Without a method, the first webhook with the name.
  package func webhook(named name: String, method: String? = nil) -> Operation? {
    webhooks.first {
      $0.sentAs == "webhook \(name)" && (method.map { $0.uppercased() } ?? $0.method) == $0.method
    }
  }
}

extension Checker {
  /// Whether a contract documents callbacks. If so, an earlier exchange may announce an exchange.
  package var expectsCallbacks: Bool {
    contracts.contains { $0.operations.contains { !$0.callbacks.isEmpty } }
  }
}

/// The values of an exchange that callback expressions can use.
struct ExchangeValues {
  let url: String
  let method: String
  let status: Int?
  let parameters: [PathParameter]
  let request: Message
  let response: Message
  let requestBody: JSONNode?
  let responseBody: JSONNode?

  /// The text with the values of its expressions. Nil if an expression has no value. A text that is
  /// only one expression needs no braces.
  func filled(_ text: String) -> String? {
    if text.hasPrefix("$") { return value(text) }
    var isWhole = true
    let filled = text.filled { expression in
      let value = self.value(String(expression))
      isWhole = isWhole && value != nil
      return value ?? ""
    }
    return isWhole ? filled : nil
  }

  private func value(_ expression: String) -> String? {
    switch expression {
    case "$url": return url
    case "$method": return method
    case "$statusCode": return status.map(String.init)
    default: break
    }
    let parts = expression.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count > 1 else { return nil }
    let isRequest = parts[0] == "$request"
    guard isRequest || parts[0] == "$response" else { return nil }
    if parts[1].hasPrefix("body") {
      // A pointer may contain dots.
      let pointer = expression.split(separator: "#", maxSplits: 1).dropFirst().first ?? ""
      let body = isRequest ? requestBody : responseBody
      guard let node = JSONPointer(String(pointer)).flatMap({ body?.node(at: $0) }) else {
        return nil
      }
      return node.kind == .string || node.kind == .number ? node.string ?? node.text : nil
    }
    guard parts.count == 3 else { return nil }
    switch parts[1] {
    case "header":
      let field = (isRequest ? request : response).headers[parts[2]].first
      return field.map { String(decoding: $0.bytes, as: UTF8.self) }
    case "path": return parameters.first { $0.name == parts[2] }?.value
    case "query":
      return url.withByteView { bytes in
        QueryFields(URLBytes(bytes).query).first { $0.decodedName == parts[2] }?.decodedValue
      }
    default: return nil
    }
  }
}
