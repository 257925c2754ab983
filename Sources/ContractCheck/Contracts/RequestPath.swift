@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
/// A URL path in normal form for comparison. Percent-encoding is decoded in each segment. Empty
/// segments and dot segments are removed (RFC 3986, section 5.2.4), and there is no trailing slash.
/// An encoded slash (`%2F`) stays in its segment.
package struct RequestPath: Hashable, Sendable, CustomStringConvertible {
  /// The decoded bytes of each segment; empty for `/`.
  package let segments: [[UInt8]]

  /// Normalises a raw path.
  package init(_ path: String) {
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
  package var description: String {
    guard !segments.isEmpty else { return "/" }
    return segments.reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) }
  }
}

extension RequestPath {
  /// Whether a server may read a part of a path as `..` and leave the folder. The part may be
  /// percent-encoded once or several times. It may have `\` in place of `/`, and other characters
  /// in place of the dots. It may also have parameters, as in `..;a=1`, or spaces and control
  /// characters around the dots.
  ///
  /// - Complexity: O(n).
  @_spi(Engine) public static func mayLeadUp(_ path: some Collection<UInt8>) -> Bool {
    var decoded = Array(path)
    var isEncoded = true
    for _ in 0..<mostDecodings where isEncoded {
      let once = PercentEncoding.decode(decoded)
      isEncoded = once.count < decoded.count
      decoded = once
    }
    if isEncoded { return true }
    return plain(decoded).split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.contains {
      let name = $0.prefix { !";?#\0".utf8.contains($0) }.filter { $0 > 0x20 && $0 != 0x7F }
      return name.count > 1 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    }
  }

  /// Each server in a chain of servers decodes a path once.
  private static let mostDecodings = 4

  /// Spellings that some servers read as a dot or a slash. They are overlong UTF-8, full-width
  /// characters, and `%u` with a code unit.
  private static let spellings: [(bytes: [UInt8], plain: UInt8)] = {
    let dots: [[UInt8]] = [
      [0xC0, 0xAE], [0xE0, 0x80, 0xAE], Array("\u{FF0E}".utf8), Array("\u{2024}".utf8),
    ]
    let slashes: [[UInt8]] = [
      [0xC0, 0xAF], [0xE0, 0x80, 0xAF], Array("\u{FF0F}".utf8), Array("\u{FF3C}".utf8),
    ]
    return dots.map { ($0, UInt8(ascii: ".")) } + slashes.map { ($0, UInt8(ascii: "/")) }
      + [("%u002e", "."), ("%u002f", "/"), ("%u005c", "/")].map {
        (Array($0.0.utf8), Array($0.1.utf8)[0])
      }
  }()

  private static func plain(_ path: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = path[...]
    while let byte = rest.first {
      let spelling = spellings.first { spelling in
        rest.count >= spelling.bytes.count
          && zip(rest, spelling.bytes).allSatisfy { ASCIIByte.lowercased($0) == $1 }
      }
      plain.append(spelling?.plain ?? byte)
      rest = rest.dropFirst(spelling?.bytes.count ?? 1)
    }
    return plain
  }
}
