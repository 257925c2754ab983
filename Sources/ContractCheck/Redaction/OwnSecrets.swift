/// The secrets that were given to this run: a bearer token, what stands in the addresses it was told.
///
/// A server may send them back under any name. They hold for what is done within
/// ``isKnown(_:during:)``, on one thread.
@_spi(Engine)
public enum OwnSecrets {
  @TaskLocal private static var patterns: [Pattern] = []

  /// Whether there are any.
  static var isKnown: Bool { !patterns.isEmpty }

  /// Hides `secrets` in everything that `body` makes for an output.
  public static func hide<Result>(_ secrets: [String], during body: () -> Result) -> Result {
    let found = secrets.filter { $0.utf8.count >= shortest }.flatMap(forms)
    guard !found.isEmpty else { return body() }
    return $patterns.withValue(patterns + found.map { Pattern($0) }, operation: body)
  }

  /// Where a text holds one of them. Linear in the text.
  static func ranges(in text: [UInt8]) -> [Range<Int>] {
    patterns.flatMap { $0.ranges(in: text) }
  }

  /// What is shorter is in too many words.
  private static let shortest = 4

  /// A secret as it is, as JSON may write it, and as a URL does.
  private static func forms(_ secret: String) -> [[UInt8]] {
    let bytes = Array(secret.utf8)
    let escaped = bytes.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
    let encoded = bytes.flatMap { byte -> [UInt8] in
      let isPlain =
        ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || "-._~".utf8.contains(byte)
      if isPlain { return [byte] }
      let digits = String(byte, radix: 16, uppercase: true)
      return Array("%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
    }
    return bytes == escaped && bytes == encoded ? [bytes] : [bytes, escaped, encoded]
  }

  /// A text to find, with how far each of its beginnings ends in a shorter one (Knuth, Morris and
  /// Pratt).
  private struct Pattern: Sendable {
    private let bytes: [UInt8]
    private let borders: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var borders = [Int](repeating: 0, count: bytes.count)
      var border = 0
      for at in bytes.indices.dropFirst() {
        while border > 0, bytes[at] != bytes[border] { border = borders[border - 1] }
        if bytes[at] == bytes[border] { border += 1 }
        borders[at] = border
      }
      self.borders = borders
    }

    func ranges(in text: [UInt8]) -> [Range<Int>] {
      var found: [Range<Int>] = []
      var matched = 0
      for (at, byte) in text.enumerated() {
        while matched > 0, byte != bytes[matched] { matched = borders[matched - 1] }
        if byte == bytes[matched] { matched += 1 }
        if matched == bytes.count {
          found.append((at + 1 - matched)..<(at + 1))
          matched = 0
        }
      }
      return found
    }
  }
}
