@_spi(Engine) internal import ContractCaptures
import JSONTape

/// Cuts the part of a line that a finding shows. The cutter finds the start of the line, makes
/// cells from the line's bytes, and keeps some of the cells. A cell shows one character or one
/// whole secret. So no character and no secret is cut into two parts.
struct FrameCutter<Body: RandomAccessCollection<UInt8>> where Body.Index == Int {
  private struct Cell {
    /// The start of the cell's text in `shown`. The text ends where the next cell begins.
    var start: Int
    var columns: Int
    var isHighlighted = false
    var isEmoji = false
  }

  private let body: Body
  private let redaction: Redaction
  private let place: Range<Int>
  private var cells: [Cell] = []
  private var shown: [UInt8] = []
  /// The number of zero-width scalars after the cell's first scalar. The number is limited.
  private var marks = 0
  private var endsWithJoiner = false

  init(body: Body, place: ByteRange, redaction: Redaction) {
    self.body = body
    self.redaction = redaction
    let start = min(max(place.offset, 0), body.count)
    // An empty place means the character after it.
    let length = min(max(place.length, 1), body.count - start)
    self.place = start..<start + length
  }

  mutating func cut() -> (text: String, highlight: Range<Int>) {
    let (start, isCutBefore) = windowStart()
    let isCutAfter = fillCells(from: start)
    return window(isCutBefore: isCutBefore, isCutAfter: isCutAfter)
  }

  private func byte(_ offset: Int) -> UInt8 { body[body.startIndex + offset] }

  // MARK: Where to begin

  /// The quarters of columns to search before the place: an ASCII character has a column, and UTF-8
  /// needs at most four bytes for one.
  private static var reach: Int { CodeFrame.widest * 4 }

  /// The start of the place's line, or of a character near the place.
  private func windowStart() -> (offset: Int, isCut: Bool) {
    var offset = place.lowerBound
    var spent = 0
    while offset > 0 {
      if let mask = redaction.mask(covering: offset - 1) {
        let floor = min(max(mask.range.offset, 0), offset - 1)
        for earlier in stride(from: offset - 1, through: floor, by: -1)
        where byte(earlier) == UInt8(ascii: "\n") {
          return (earlier + 1, false)
        }
        offset = floor
        spent += 16
        continue
      }
      if byte(offset - 1) == UInt8(ascii: "\n") { return (offset, false) }
      if spent >= Self.reach {
        while offset < place.lowerBound, byte(offset) & 0xC0 == 0x80 { offset += 1 }
        return (offset, true)
      }
      offset -= 1
      spent += byte(offset) < 0x80 ? 4 : 1
    }
    return (0, false)
  }

  // MARK: Cells

  /// Appends cells until the line ends or the window is full. Returns whether more text follows.
  private mutating func fillCells(from start: Int) -> Bool {
    var offset = start
    var cellsBeforePlace = 0
    var isIndentation = true
    while offset < body.count, byte(offset) != UInt8(ascii: "\n") {
      // Every cell has at least one column.
      if cells.count - cellsBeforePlace > CodeFrame.widest { return true }
      if byte(offset) == UInt8(ascii: "\r"),
        offset + 1 == body.count || byte(offset + 1) == UInt8(ascii: "\n")
      {
        break
      }
      let from = offset
      if let mask = redaction.mask(covering: offset) {
        offset = lineEnd(from: offset, before: mask.range.end)
        append(Redaction.masked(mask.characters))
      } else {
        offset = appendCharacter(at: offset, isIndentation: &isIndentation)
      }
      if offset <= place.lowerBound { cellsBeforePlace = cells.count }
      if from < place.upperBound, place.lowerBound < offset, !cells.isEmpty {
        cells[cells.count - 1].isHighlighted = true
      }
    }
    return false
  }

  private func lineEnd(from offset: Int, before limit: Int) -> Int {
    let end = min(max(limit, offset + 1), body.count)
    var next = offset
    while next < end, byte(next) != UInt8(ascii: "\n") { next += 1 }
    return max(next, offset + 1)
  }

  private mutating func append(_ text: String) {
    cells.append(Cell(start: shown.count, columns: text.unicodeScalars.count))
    shown += text.utf8
    marks = 0
    endsWithJoiner = false
  }

  /// Appends the cell of the character at `offset` and returns the offset of the next character.
  private mutating func appendCharacter(at offset: Int, isIndentation: inout Bool) -> Int {
    let first = byte(offset)
    if first == UInt8(ascii: "\t"), isIndentation {
      append("    ")
      return offset + 1
    }
    if first != UInt8(ascii: " ") { isIndentation = false }
    if first >= 0x20, first < 0x7F {
      cells.append(Cell(start: shown.count, columns: 1))
      shown.append(first)
      marks = 0
      endsWithJoiner = false
      return offset + 1
    }
    guard let (scalar, length) = scalar(at: offset) else {
      append("\\x" + String(first, radix: 16))
      return offset + 1
    }
    if let standIn = SafeText.standIn(for: scalar) {
      append(standIn)
    } else {
      append(scalar)
    }
    return offset + length
  }

  /// Appends a scalar as a new cell, or to the cell whose character it completes.
  private mutating func append(_ scalar: Unicode.Scalar) {
    let columns = DisplayWidth.columns(of: scalar)
    let last = cells.count - 1
    // Joiners and modifiers of emoji have no columns of their own.
    let completesEmoji =
      last >= 0 && cells[last].isEmoji && (endsWithJoiner || isModifier(scalar))
    if columns > 0, !completesEmoji || marks >= Self.mostMarks {
      append(String(Character(scalar)))
      cells[last + 1].columns = columns
      cells[last + 1].isEmoji = scalar.value > 0x7F && scalar.properties.isEmoji
    } else if last >= 0, marks < Self.mostMarks {
      // The emoji form of a character that also has a text form is wide.
      if scalar.value == 0xFE0F, cells[last].isEmoji { cells[last].columns = 2 }
      shown += String(Character(scalar)).utf8
      marks += 1
      endsWithJoiner = scalar.value == 0x200D
    } else {
      append("\\u{\(String(scalar.value, radix: 16))}")
    }
  }

  /// The longest joined emoji have ten scalars.
  private static var mostMarks: Int { 12 }

  private func isModifier(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  /// The scalar at `offset`; nil if the bytes are not UTF-8.
  private func scalar(at offset: Int) -> (Unicode.Scalar, length: Int)? {
    var bytes = (offset..<min(offset + 4, body.count)).lazy.map(byte).makeIterator()
    var parser = UTF8.ForwardParser()
    guard case .valid(let encoded) = parser.parseScalar(from: &bytes) else { return nil }
    return (UTF8.decode(encoded), encoded.count)
  }

  private func window(
    isCutBefore: Bool, isCutAfter: Bool
  ) -> (text: String, highlight: Range<Int>) {
    let total = cells.reduce(0) { $0 + $1.columns }
    let (start, end) = highlightedColumns(total: total)
    var from = 0
    var to = total
    if isCutBefore || isCutAfter || total > CodeFrame.widest {
      let fitsAtStart = !isCutBefore && end + 4 <= CodeFrame.widest
      from = fitsAtStart ? 0 : max(0, min(start - CodeFrame.context, total - CodeFrame.widest))
      to = from + CodeFrame.widest
    }

    var text: [UInt8] = []
    var columns = 0
    var position = 0
    var marked: (start: Int, end: Int)?
    var isCutAtStart = isCutBefore
    var isCutAtEnd = isCutAfter
    for (index, cell) in cells.enumerated() {
      defer { position += cell.columns }
      guard position >= from else {
        isCutAtStart = true
        continue
      }
      // The first cell of the place is always shown, even if its replacement is wide.
      guard position + cell.columns <= to || position <= start else {
        isCutAtEnd = true
        break
      }
      if text.isEmpty, isCutAtStart {
        text += "…".utf8
        columns = 1
      }
      text += shown[cell.start..<(index + 1 < cells.count ? cells[index + 1].start : shown.count)]
      if cell.isHighlighted { marked = (marked?.start ?? columns, columns + cell.columns) }
      columns += cell.columns
    }
    if isCutAtEnd { text += "…".utf8 }
    let range = marked.map { $0.start..<max($0.end, $0.start + 1) } ?? columns..<columns + 1
    return (String(decoding: text, as: UTF8.self), range)
  }

  /// The columns of the highlighted cells. For a place after the end of the line, the columns at
  /// the end.
  private func highlightedColumns(total: Int) -> (start: Int, end: Int) {
    var position = 0
    var found: (start: Int, end: Int)?
    for cell in cells {
      if cell.isHighlighted { found = (found?.start ?? position, position + cell.columns) }
      position += cell.columns
    }
    return found ?? (total, total)
  }
}
