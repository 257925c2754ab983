@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

/// A body with everything that a lint must find in it: no more, no less.
struct LintCase: Sendable, CustomTestStringConvertible {
  /// What the body is known to be.
  enum Part: Hashable, Sendable {
    case bare, request
    case response(Int = 200)
  }

  let name: String
  let body: String
  let part: Part
  /// The query of the request.
  let query: String
  /// `error coordinate-range /lat`, `warning explicit-null /0 +caption`, in any order.
  let expected: [String]

  var testDescription: String { name }

  init(
    _ name: String, as part: Part = .response(), query: String = "", _ body: String,
    _ expected: String...
  ) {
    self.name = name
    self.part = part
    self.query = query
    self.body = body
    self.expected = expected
  }

  /// The body as a file, in a carrier that says what is known of it.
  func file(_ carrier: Carrier, _ body: String) -> [UInt8] {
    Array(carrier.file(body, part, "https://api.example.com/things\(query)").utf8)
  }
}

/// The kinds of file that a body comes in.
enum Carrier: CaseIterable {
  case plain, har, base64HAR, ndjson, http

  func file(_ body: String, _ part: LintCase.Part, _ url: String) -> String {
    if part == .bare { return body }
    let status = if case .response(let status) = part { status } else { 204 }
    let isRequest = part == .request
    let quoted = JSONWriter.quoted
    switch self {
    case .har, .base64HAR:
      let isEncoded = self == .base64HAR && !isRequest
      let text = isEncoded ? Self.base64(Array(body.utf8)) : body
      let message =
        #"{"mimeType": "application/json", "text": \#(quoted(text))"#
        + (isEncoded ? #", "encoding": "base64"}"# : "}")
      return """
        {"log": {"version": "1.2", "entries": [
          {"request": {"method": "POST", "url": \(quoted(url))\
        \(isRequest ? #", "postData": "# + message : "")},
           "response": {"status": \(status)\(isRequest ? "" : #", "content": "# + message)}}
        ]}}
        """
    case .plain, .ndjson:
      return """
        {"method": "POST", "url": \(quoted(url)), "status": \(status), \
        "\(isRequest ? "requestBody" : "responseBody")": \(quoted(body))}

        """
    case .http:
      if isRequest {
        return "POST \(url) HTTP/1.1\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
      // A dump of a response alone knows no URL.
      return "HTTP/1.1 \(status) OK\r\nContent-Type: application/json\r\n\r\n\(body)"
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(group) + [UInt8](repeating: 0, count: 3 - group.count)
      let word = Int(padded[0]) << 16 | Int(padded[1]) << 8 | Int(padded[2])
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[word >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}

/// Ways to lay the same body out.
enum Layout: CaseIterable {
  case asWritten, minified, pretty, windows, emojiFirst

  func apply(_ body: String) throws -> String {
    guard self != .asWritten else { return body }
    let document = try JSONDocument(body)
    var text = ""
    write(document.root, indent: "", isOutermost: true, &text)
    return text
  }

  private func write(
    _ node: JSONNode, indent: String, isOutermost: Bool, _ text: inout String
  ) {
    let isArray = node.kind == .array
    guard isArray || node.kind == .object else {
      text += node.text
      return
    }
    let (lineFeed, deeper) =
      switch self {
      case .pretty: ("\n" + indent, "  ")
      case .windows: ("\r\n" + indent, "\t")
      case .asWritten, .minified, .emojiFirst: ("", "")
      }
    text += isArray ? "[" : "{"
    var isFirst = true
    func separate() {
      text += (isFirst ? "" : ",") + lineFeed + deeper
      isFirst = false
    }
    if self == .emojiFirst, !isArray, isOutermost {
      separate()
      text += "\"👩‍👧 é\":\"🗺️\""
    }
    for element in node.elements {
      separate()
      write(element, indent: indent + deeper, isOutermost: isOutermost, &text)
    }
    for property in node.properties {
      separate()
      text += property.key.text + (self == .pretty ? ": " : ":")
      write(property.value, indent: indent + deeper, isOutermost: false, &text)
    }
    if !isFirst { text += lineFeed }
    text += isArray ? "]" : "}"
  }
}

/// Lints a file and answers everything found in it.
func lint(
  _ file: [UInt8], as format: CaptureFormat? = nil, overrides: [String: Severity?] = [:]
) -> [Finding] {
  var findings: [Finding] = []
  Linter(overrides: overrides).check(file, name: "file", format: format) { _, result in
    findings += result.findings
  } problem: { problem in
    Issue.record("\(problem.message)")
  }
  return findings
}

extension Finding {
  /// Severity, rule and place: `warning explicit-null /0 +caption`.
  var gist: String {
    "\(severity.rawValue) \(rule) \(instance)" + (property.map { " +\($0)" } ?? "")
  }
}
