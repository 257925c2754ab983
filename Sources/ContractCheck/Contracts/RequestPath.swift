internal import JSONSchema
/// A URL path brought to the one form in which paths are compared: percent-encoding undone segment
/// by segment, empty and dot segments removed (RFC 3986, section 5.2.4), no trailing slash.
///
/// An encoded slash (`%2F`) stays inside its segment.
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

  /// The base path of a server: of `https://host/api/v1/` it is `/api/v1`, of `https://host` it is
  /// `/`. A relative server URL (`/api`) is its own base path.
  public init(baseOfServer url: String) {
    self.init(URLParts(url).path)
  }

  private init(segments: [[UInt8]]) {
    self.segments = segments
  }

  /// The path below `base`; nil when it is not below it. Only whole segments count: `/api` is no
  /// base of `/apis`.
  public func removing(base: RequestPath) -> RequestPath? {
    guard segments.starts(with: base.segments) else { return nil }
    return RequestPath(segments: Array(segments.dropFirst(base.segments.count)))
  }

  /// The decoded path with its leading slash; for reading, not for comparing.
  public var description: String {
    guard !segments.isEmpty else { return "/" }
    return segments.reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) }
  }
}
