public import JSONTape

/// The line of a body that a finding is about, safe to print: secrets are masked, control and
/// bidirectional characters are replaced by stand-ins, and a long line is cut to a window around
/// the place, marked with `…`.
public struct CodeFrame: Hashable, Sendable {
  /// The line's number in the body, from 1.
  public var line: Int
  /// The line, or a window of it.
  public var text: String
  /// The columns of `text` to underline, from 0, in terminal columns. Never empty.
  public var highlight: Range<Int>

  /// A frame by its parts; ``cut(_:line:from:redaction:)`` makes one from a body.
  public init(line: Int, text: String, highlight: Range<Int>) {
    self.line = line
    self.text = text
    self.highlight = highlight
  }

  static let widest = 96
  /// The columns of a cut line that are shown before the place.
  static let context = 24

  /// The frame of `place` in `body`. For a place over several lines, the first is shown.
  ///
  /// - Parameters:
  ///   - place: The bytes of `body` to underline.
  ///   - line: The number, from 1, of the line where `place` begins.
  ///   - redaction: The secrets of `body`.
  /// - Complexity: Independent of the length of the body and of its lines.
  public static func cut<Body: RandomAccessCollection<UInt8>>(
    _ place: ByteRange, line: Int, from body: Body, redaction: Redaction
  ) -> CodeFrame where Body.Index == Int {
    var cutter = FrameCutter(body: body, place: place, redaction: redaction)
    let (text, highlight) = cutter.cut()
    return CodeFrame(line: line, text: text, highlight: highlight)
  }
}
