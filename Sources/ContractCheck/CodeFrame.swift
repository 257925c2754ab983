public import JSONTape

/// The line of a body that a finding is about, ready to print.
///
/// The text is already safe: secrets are masked, control and bidirectional characters are shown as
/// stand-ins, and a long line is cut to a window around the place, with `…` where it was cut.
public struct CodeFrame: Hashable, Sendable {
  /// The line's number in the body, from 1.
  public var line: Int
  /// The line, or a window of it.
  public var text: String
  /// The columns of `text` to underline, from 0, in columns of a terminal. Never empty.
  public var highlight: Range<Int>

  /// A frame by its parts; ``cut(_:line:from:redaction:)`` makes one of a body.
  public init(line: Int, text: String, highlight: Range<Int>) {
    self.line = line
    self.text = text
    self.highlight = highlight
  }
}

extension CodeFrame {
  static let widest = 96
  /// How much of a cut line stands before the place, in columns.
  static let context = 24

  /// The frame of `place`, a stretch of `body`. Of a place over several lines, the first is shown.
  ///
  /// The work does not grow with the body or with the length of its lines.
  ///
  /// - Parameters:
  ///   - place: the bytes of `body` to underline
  ///   - body: the whole body
  ///   - line: the number, from 1, of the line of `body` that `place` begins in
  ///   - redaction: the secrets of `body`
  public static func cut<Body: RandomAccessCollection<UInt8>>(
    _ place: ByteRange, line: Int, from body: Body, redaction: Redaction
  ) -> CodeFrame where Body.Index == Int {
    var cutter = FrameCutter(body: body, place: place, redaction: redaction)
    let (text, highlight) = cutter.cut()
    return CodeFrame(line: line, text: text, highlight: highlight)
  }
}
