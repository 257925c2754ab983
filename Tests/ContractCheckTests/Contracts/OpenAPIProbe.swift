@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import JSONTape

/// A small contract and what it says of exchanges.
struct OpenAPIProbe {
  let contract: Contract

  /// - Parameter files: The contract's companions by path.
  init(_ text: String, name: String = "api/openapi.json", files: [String: String] = [:]) throws {
    contract = try Contract(Array(text.utf8), name: name) {
      path throws(Contract.CompanionError) in files[path].map { Array($0.utf8) }
    }
  }

  /// A document whose only content is its `paths` and components.
  init(
    _ version: String = "3.1.0", paths: String = "{}", components: String = "{}",
    more: String = ""
  ) throws {
    try self.init(
      #"{"openapi": "\#(version)", \#(more) "paths": \#(paths), "components": \#(components)}"#)
  }

  /// A document with one operation, `GET /p`, or with a path of its own, and its parameters.
  static func parameters(
    _ parameters: String, path: String = "/p", version: String = "3.1.0"
  ) throws -> OpenAPIProbe {
    try OpenAPIProbe(
      version,
      paths: """
        {"\(path)": {"get": {"parameters": [\(parameters)], "responses": {"200": {
          "description": "", "content": {"application/json": {"schema": {}}}}}}}}
        """)
  }

  /// A document with component schemas.
  static func schemas(_ schemas: String, version: String) throws -> OpenAPIProbe {
    try OpenAPIProbe(version, components: #"{"schemas": \#(schemas)}"#)
  }

  /// What is found in a capture, a line each: rule, keyword, place in the body and in the capture,
  /// message.
  func found(in capture: String, format: CaptureFormat? = nil) throws -> [String] {
    let checker = try Checker(contracts: [contract])
    var lines: [String] = []
    let bytes = Array(capture.utf8)
    checker.check(bytes, name: "t", format: format) { _, result in
      lines += result.findings.map { Self.line($0, bytes) }
    } problem: {
      lines.append($0.message)
    }
    return lines
  }

  /// The findings of a request with this target, in NDJSON.
  func found(get target: String, headers: String = "{}") throws -> [String] {
    try found(
      in: #"{"method":"GET","url":"https://h\#(target)","requestHeaders":\#(headers),"status":200,"#
        + #""responseBody":{}}"#, format: .ndjson)
  }

  /// The findings of a body that is an instance of a component schema.
  func found(
    in body: String, schema: String, isRequest: Bool = false
  ) throws -> [String] {
    try contract.check(Array(body.utf8), schema: schema, isRequest: isRequest).map {
      Self.line($0, Array(body.utf8))
    }
  }

  private static func line(_ finding: Finding, _ bytes: [UInt8]) -> String {
    let range = finding.region.bytes
    let text = String(decoding: bytes[range.offset..<range.end], as: UTF8.self)
    let keyword = finding.keyword.map { "/\($0)" } ?? ""
    let instance = finding.instance.tokens.isEmpty ? "" : " \(finding.instance)"
    return "\(finding.rule)\(keyword)\(instance) [\(text)] \(finding.message)"
  }

  /// The one error of a document that cannot be read.
  static func refusal(
    _ text: String, files: [String: String] = [:]
  ) -> ContractError? {
    do {
      _ = try OpenAPIProbe(text, files: files)
      return nil
    } catch {
      return error as? ContractError
    }
  }
}
