import Foundation
import JSONTape

/// What a body comes in.
enum Carrier: String, CaseIterable, Sendable {
  case file, http, record, har

  /// A file with one body or exchange; nil if it cannot hold the body, since that is no UTF-8.
  ///
  /// - Parameter asText: Whether a record or HAR holds the body as text where it has the choice.
  func bytes(_ body: [UInt8], of sample: Sample, asText: Bool) -> [UInt8]? {
    let (method, url, status) = (sample.method, sample.url, sample.status)
    switch self {
    case .file: return body
    case .http:
      let head =
        "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.count)\r\n\r\n"
      let path = url.dropFirst(sample.app.origin.count)
      let host = sample.app.origin.split(separator: "/").last ?? ""
      return Array("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n\(head)".utf8) + body
    case .record:
      guard let text = quoted(body) else { return nil }
      // A line feed between tokens would end the line.
      let line = body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      // Where a record holds null or a string, it means no body, or the body's text.
      let root = asText ? nil : (try? JSONDocument(body))?.root
      let isValue = root.map { $0.kind != .null && $0.kind != .string } ?? false
      return Array(
        """
        {"method":"\(method)","url":"\(url)","status":\(status),"responseHeaders":\
        {"Content-Type":"application/json","Content-Length":"\(body.count)"},"responseBody":
        """.utf8) + (isValue ? line : text) + Array("}".utf8)
    case .har:
      let plain = asText ? quoted(body) : nil
      let text = plain ?? Array("\"\(Data(body).base64EncodedString())\"".utf8)
      return Array(
        """
        {"log":{"version":"1.2","entries":[{"request":{"method":"\(method)","url":"\(url)"},\
        "response":{"status":\(status),"headers":[{"name":"Content-Length","value":"\(body.count)"\
        }],"bodySize":\(body.count),"content":{"size":\(body.count),"mimeType":"application/json"\
        \(plain != nil ? "" : ",\"encoding\":\"base64\""),"text":
        """.utf8) + text + Array("}}}]}}".utf8)
    }
  }

  private func quoted(_ body: [UInt8]) -> [UInt8]? {
    String(bytes: body, encoding: .utf8).map { Array(JSONWriter.quoted($0).utf8) }
  }
}
