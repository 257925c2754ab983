internal import JSONSchema
/// A URL path in normal form, for comparing: percent-encoding decoded by segment, empty and dot
/// segments removed (RFC 3986, section 5.2.4), no trailing slash. An encoded slash (`%2F`) stays in
/// its segment.
public struct RequestPath: Hashable, Sendable, CustomStringConvertible {
  /// The decoded bytes of each segment; empty for `/`.
  public let segments: [[UInt8]]

  /// Normalises a raw path.
  public init(_ path: String) {
    var segments: [[UInt8]] = []
    for raw in path.utf8.split(separator: UInt8(ascii: "/")) {
      let segment = PercentEncoding.decode(raw)
      if segment.elementsEqual("..".utf8) {
        _ = segments.popLast()
      } else if !segment.elementsEqual(".".utf8) {
        segments.append(segment)
      }
    }
    self.segments = segments
  }

  private init(segments: [[UInt8]]) {
    self.segments = segments
  }

  func prefix(_ count: Int) -> RequestPath { RequestPath(segments: Array(segments.prefix(count))) }

  func dropping(_ count: Int) -> RequestPath {
    RequestPath(segments: Array(segments.dropFirst(count)))
  }

  /// The decoded path with its leading slash, for display only.
  public var description: String {
    guard !segments.isEmpty else { return "/" }
    return segments.reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) }
  }
}
