@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import TestSupport

extension FuzzTarget {
  /// Bodies that are sequences, checked item by item, as lines, records and events.
  static let sequences = FuzzTarget(name: "sequences", weight: 6, seeds: { _ in bodies }) {
    input, _, generator in
    guard let contract = try? Contract(Array(sequenceContract.utf8), name: "sequences"),
      let checker = try? Checker(contracts: [contract])
    else { return .wrong("the contract is not read") }
    let (path, type) = generator.pick(Self.kinds)
    let head =
      "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n"
    return outcome(of: Array(head.utf8) + input, checker, .http)
  }

  private static let kinds = [
    ("/item", "application/x-ndjson"), ("/item", "application/json-seq"),
    ("/item", "text/event-stream"), ("/all", "application/jsonl"), ("/all", "text/event-stream"),
    ("/event", "text/event-stream"), ("/event", "application/jsonl"),
  ]

  private static let bodies: [[UInt8]] = [
    "{\"id\":1}\n{\"id\":\"x\"}\r\n\n{\"id\":", "\u{1E}{\"id\":1}\n\u{1E}[1,\n2]\n\u{1E}12",
    "\u{FEFF}: c\r\ndata: {\"id\":1,\r\ndata: \"a\":2}\r\n\r\ndata:[DONE]\n\n",
    "event: item\nid: 7\nretry: 010\ndata: {\"id\":\"\\ud800\"}\n\ndata\ndata\n\nevent: item\ndata: {",
  ].map { Array($0.utf8) }

  private static let sequenceContract = """
    {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "paths": {
      "/item": {"get": {"responses": {"200": {"description": "d", "content": {
        "*/*": {"schema": {"type": "object", "required": ["id"], "properties": {
          "id": {"type": "integer"}}}}}}}}},
      "/all": {"get": {"responses": {"200": {"description": "d", "content": {
        "*/*": {"schema": {"type": "array", "minItems": 2, "items": {"properties": {
          "id": {"type": "integer"}}}}}}}}}},
      "/event": {"get": {"responses": {"200": {"description": "d", "content": {
        "*/*": {"itemSchema": {"type": "object", "required": ["data"], "properties": {
          "id": {"type": "string", "maxLength": 1}, "retry": {"type": "integer", "maximum": 5}},
          "anyOf": [{"properties": {"event": {"const": "item"}, "data": {
            "contentMediaType": "application/json", "contentSchema": {"required": ["id"]}}}},
            {"required": ["event"]}]}}}}}}}}}
    """
}
