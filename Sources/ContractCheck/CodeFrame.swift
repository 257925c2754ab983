@_spi(Engine) package import ContractCaptures
package import JSONTape

/// The line of a body that a finding shows. The line is safe to print: secrets are masked, and
/// control and bidirectional characters are replaced. Only the part of a long line around the
/// mistake is shown. `…` marks the cuts.
public struct CodeFrame: Hashable, Sendable {
  /// The line's number in the body, from 1.
  package var line: Int
  /// The line, or a window of it.
  package var text: String
  /// The columns of `text` to underline, in terminal columns. The first column is 0. The range is
  /// never empty.
  package var highlight: Range<Int>

  /// Creates a frame from its parts. To make a frame from a body, use
  /// ``cut(_:line:from:redaction:)``.
  package init(line: Int, text: String, highlight: Range<Int>) {
    self.line = line
    self.text = text
    self.highlight = highlight
  }

  static let widest = 96
  /// The number of columns before the place in a cut line.
  static let context = 24

  /// The same frame in at most `most` columns, but at least 20 columns. The place stays visible.
  package func fitting(_ most: Int) -> CodeFrame {
    let cells = text.map { character in
      (text: character, columns: Self.columns(of: character))
    }
    let total = cells.reduce(0) { $0 + $1.columns }
    guard total > most, most >= 20 else { return self }
    let lead = min(Self.context, most / 4)
    let isAtStart = highlight.upperBound + 2 <= most
    // The first and the last column may be needed for `…`.
    let from = isAtStart ? 0 : max(0, min(highlight.lowerBound - lead, total - most + 1))
    let to = from + most - (from > 0 ? 1 : 0)
    var shown = from > 0 ? "…" : ""
    var columns = from > 0 ? 1 : 0
    var position = 0
    var marked: Range<Int>?
    for cell in cells {
      defer { position += cell.columns }
      guard position >= from else { continue }
      let end = position + cell.columns
      guard end <= (to < total ? to - 1 : to) else { break }
      if highlight.overlaps(position..<end) {
        marked = (marked?.lowerBound ?? columns)..<(columns + cell.columns)
      }
      shown.append(cell.text)
      columns += cell.columns
    }
    if to < total { shown += "…" }
    return CodeFrame(line: line, text: shown, highlight: marked ?? columns..<columns + 1)
  }

  /// The text before the place, the text of the place, and the text after it.
  package var parts: (before: String, place: String, after: String) {
    var parts = (before: "", place: "", after: "")
    var column = 0
    for character in text {
      let end = column + max(1, Self.columns(of: character))
      if end <= highlight.lowerBound {
        parts.before.append(character)
      } else if column < highlight.upperBound {
        parts.place.append(character)
      } else {
        parts.after.append(character)
      }
      column += Self.columns(of: character)
    }
    return parts
  }

  package static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    return scalars.lazy.map(DisplayWidth.columns).max() ?? 1
  }

  /// The frame of `place` in `body`. If the place has several lines, the first line is shown.
  ///
  /// - Parameters:
  ///   - place: The bytes of `body` to underline.
  ///   - line: The number, from 1, of the line where `place` begins.
  ///   - redaction: The secrets of `body`.
  /// - Complexity: Independent of the length of the body and of its lines.
  package static func cut<Body: RandomAccessCollection<UInt8>>(
    _ place: ByteRange, line: Int, from body: Body, redaction: Redaction
  ) -> CodeFrame where Body.Index == Int {
    var cutter = FrameCutter(body: body, place: place, redaction: redaction)
    let (text, highlight) = cutter.cut()
    return CodeFrame(line: line, text: SafeText.withoutCommands(text), highlight: highlight)
  }
}
