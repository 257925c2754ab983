@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// The lines of a text, the lines that edits change, and the safe form of each line.
struct DiffLines: Sendable {
  /// Old lines, and the new lines that replace them.
  struct Change: Sendable {
    var lines: Range<Int>
    var after: [Line]
  }

  /// A line of the new text, with its line ending.
  struct Line: Sendable {
    var bytes: [UInt8]
    /// The line without secrets and terminal control characters.
    var shown: [UInt8]
    var isMasked: Bool { bytes != shown }
  }

  private let text: [UInt8]
  private let redaction: Redaction
  private let starts: [Int]

  /// - Parameter isContract: Whether names such as `password` are names of properties, not marks of
  ///   secrets.
  init(_ text: [UInt8], isContract: Bool = false) {
    self.text = text
    starts = Self.starts(of: text)
    if isContract {
      let secrets = (try? ContractText.document(text, name: "")).map(SecretsOfSchemas.init)
      redaction = Redaction(looksOf: text, ranges: secrets?.ranges ?? [])
      return
    }
    let first = text.first { !ASCIIByte.isSpace($0) && $0 < 0x80 }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    redaction = Redaction(text, isMalformed: !isJSON)
  }

  var count: Int { starts.count - 1 }

  private func range(_ line: Int) -> Range<Int> { starts[line]..<starts[line + 1] }

  /// The line of an offset. If the offset is after the end, the last line.
  private func line(at offset: Int) -> Int {
    max(0, (0..<count).partitionPoint { starts[$0] > offset } - 1)
  }

  /// The start of each line of a text, and the end of the last one.
  private static func starts(of text: [UInt8]) -> [Int] {
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    if starts[starts.count - 1] != text.count { starts.append(text.count) }
    return starts
  }

  func line(_ line: Int) -> Line {
    Line(bytes: Array(text[range(line)]), shown: shown(range(line)))
  }

  private func shown(_ range: Range<Int>) -> [UInt8] {
    var shown: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound,
      let mask = redaction.mask(from: offset, before: range.upperBound)
    {
      let start = max(offset, mask.range.offset)
      let end = min(range.upperBound, mask.range.end)
      shown += Self.harmless(text[offset..<start])
      shown += Self.masked(text[start..<end], mask.characters)
      offset = end
    }
    return shown + Self.harmless(text[offset..<range.upperBound])
  }

  /// A text without terminal control characters.
  private static func harmless(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let isControl = { (byte: UInt8) in
      byte < 0x20 && !ASCIIByte.isSpace(byte) || byte == 0x7F
    }
    guard text.contains(where: isControl) else { return Array(text) }
    return text.flatMap { isControl($0) ? Array("\u{FFFD}".utf8) : [$0] }
  }

  /// The replacement of a secret, with the same number of lines.
  private static func masked(_ bytes: ArraySlice<UInt8>, _ characters: Int?) -> [UInt8] {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      parts.map { $0.isEmpty ? [] : Array(Redaction.masked(characters).utf8) }
        .joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The changed lines, in order, without overlap.
  func changes(_ edits: TextEdits) -> [Change] {
    var changes: [Change] = []
    var next = 0
    while next < edits.edits.count {
      let first = edits.edits[next].range
      let start = min(line(at: first.offset), count)
      var end = min(line(at: first.end) + 1, count)
      var last = next + 1
      while last < edits.edits.count, line(at: edits.edits[last].range.offset) < end {
        end = max(end, min(line(at: edits.edits[last].range.end) + 1, count))
        last += 1
      }
      if let change = change(of: start..<end, edits.edits[next..<last]) { changes.append(change) }
      next = last
    }
    return changes
  }

  private func change(
    of lines: Range<Int>, _ edits: ArraySlice<TextEdits.Edit>
  ) -> Change? {
    var after: [UInt8] = []
    var shown: [UInt8] = []
    var offset = starts[lines.lowerBound]
    for edit in edits {
      let (start, end) = (min(edit.range.offset, text.count), min(edit.range.end, text.count))
      after += text[offset..<start] + edit.text
      shown += self.shown(offset..<start)
      // The text that replaces a secret may be a secret, too.
      let mask = redaction.mask(from: start, before: max(end, start + 1))
      let isSecret = mask.map { $0.range.offset < end } ?? false
      shown += isSecret ? Self.masked(edit.text[...], edit.text.count) : edit.text
      offset = end
    }
    let limit = starts[lines.upperBound]
    after += text[offset..<limit]
    shown += self.shown(offset..<limit)
    var change = Change(
      lines: lines,
      after: zip(Self.lines(of: after), Self.lines(of: shown)).map { Line(bytes: $0, shown: $1) })
    // Common lines at the start and end are unchanged.
    while let line = change.after.first, !change.lines.isEmpty,
      text[range(change.lines.lowerBound)].elementsEqual(line.bytes)
    {
      change.after.removeFirst()
      change.lines = change.lines.lowerBound + 1..<change.lines.upperBound
    }
    while let line = change.after.last, !change.lines.isEmpty,
      text[range(change.lines.upperBound - 1)].elementsEqual(line.bytes)
    {
      change.after.removeLast()
      change.lines = change.lines.lowerBound..<change.lines.upperBound - 1
    }
    return change.lines.isEmpty && change.after.isEmpty ? nil : change
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    let starts = starts(of: bytes)
    return zip(starts, starts.dropFirst()).map { Array(bytes[$0..<$1]) }
  }
}
