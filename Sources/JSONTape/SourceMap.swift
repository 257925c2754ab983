/// Says which bytes of a file belong to the bytes of a body in the file.
public enum SourceMap: Hashable, Sendable {
  /// The body is an unchanged part of the file. It begins at the byte `base`.
  case identity(base: Int)

  /// The body is the decoded content of a JSON string. `content` is the raw content without the
  /// quotes.
  case escaped(content: ByteRange)

  /// The body was decoded from base64 or decompressed. So every place in the body has the same
  /// place in the file: the whole string with its quotes.
  case base64(string: ByteRange)

  /// The body was converted from another notation. Each word has its own place.
  case perWord(WordPlaces)

  /// The body is in several pieces in the file, with other text between the pieces.
  case runs(TextRuns)

  /// The body is another, whole file. Places are places in this other file.
  case otherFile(SourceFile)

  /// The ranges of the file for ranges of the body, in the same order.
  ///
  /// If a range touches a part of an escape, it includes the whole escape. The same is true for a
  /// surrogate pair and for a converted word. Ranges are clipped at the body's end. This is one
  /// pass over the content.
  package func fileRanges(
    of bodyRanges: [ByteRange], in file: UnsafeRawBufferPointer
  ) -> [ByteRange] {
    switch self {
    case .identity(let base):
      return bodyRanges.map { ByteRange(offset: base &+ $0.offset, length: $0.length) }
    case .base64(let string):
      return bodyRanges.map { _ in string }
    case .perWord(let places):
      return bodyRanges.map(places.fileRange)
    case .runs(let runs):
      return bodyRanges.map(runs.fileRange)
    case .otherFile:
      return bodyRanges
    case .escaped(let content):
      let start = max(0, min(content.offset, file.count))
      let end = max(start, min(content.end, file.count))
      let raw = UnsafeRawBufferPointer(rebasing: file[start..<end])
      return EscapedRanges(ByteView(raw), base: start).fileRanges(of: bodyRanges)
    }
  }

  /// The map for a file with `count` more bytes before the body. Nil if there is no such map.
  package func moved(by count: Int) -> SourceMap? {
    guard count > 0, case .perWord(let places) = self else { return count == 0 ? self : nil }
    return places.moved(by: count).map(SourceMap.perWord)
  }

  /// The ranges of the file that ranges of the body come from, in the same order.
  package func fileRanges(of bodyRanges: [ByteRange], in file: [UInt8]) -> [ByteRange] {
    file.withUnsafeBytes { fileRanges(of: bodyRanges, in: $0) }
  }
}

/// Scans the raw content of a string once and finds the sources of decoded offsets.
private struct EscapedRanges {
  private let raw: ByteView
  private let base: Int

  /// The current piece: an escape, or a run without escapes.
  private var rawStart = 0
  private var rawEnd = 0
  private var bodyStart = 0
  private var bodyEnd = 0
  private var isEscape = false

  init(_ raw: ByteView, base: Int) {
    self.raw = raw
    self.base = base
  }

  consuming func fileRanges(of bodyRanges: [ByteRange]) -> [ByteRange] {
    // The two ends of each range, with the range's index.
    var boundaries: [(offset: Int, range: Int, isEnd: Bool)] = []
    for (index, range) in bodyRanges.enumerated() {
      let offset = max(0, range.offset)
      boundaries.append((offset, index, isEnd: false))
      boundaries.append((max(offset, range.end), index, isEnd: true))
    }
    boundaries.sort { $0.offset < $1.offset }

    var starts = Array(repeating: 0, count: bodyRanges.count)
    var ends = starts
    for boundary in boundaries {
      if boundary.isEnd {
        ends[boundary.range] = rawEnd(of: boundary.offset)
      } else {
        starts[boundary.range] = rawStart(of: boundary.offset)
      }
    }
    // The values are captured by name, because Swift 6.2 cannot compile a closure that captures a
    // consumed `self`.
    return bodyRanges.indices.map { [base] index in
      let start = starts[index]
      // An empty range ends where it starts, even inside an escape.
      let end = bodyRanges[index].length > 0 ? max(start, ends[index]) : start
      return ByteRange(offset: base &+ start, length: end &- start)
    }
  }

  /// The raw start of the byte at `offset` of the body.
  private mutating func rawStart(of offset: Int) -> Int {
    while offset >= bodyEnd, advance() {}
    if offset >= bodyEnd { return rawEnd }
    return isEscape ? rawStart : rawStart &+ (offset &- bodyStart)
  }

  /// The raw end of the byte before `offset` of the body.
  private mutating func rawEnd(of offset: Int) -> Int {
    while offset > bodyEnd, advance() {}
    if offset >= bodyEnd { return rawEnd }
    if offset <= bodyStart { return rawStart }
    return isEscape ? rawEnd : rawStart &+ (offset &- bodyStart)
  }

  /// Moves to the next piece; returns false at the end.
  private mutating func advance() -> Bool {
    guard rawEnd < raw.count else { return false }
    rawStart = rawEnd
    bodyStart = bodyEnd
    isEscape = raw[rawStart] == "\\"
    if isEscape {
      let unit = StringEscape.unit(raw, at: rawStart)
      rawEnd = min(raw.count, rawStart &+ unit.rawLength)
      bodyEnd = bodyStart &+ unit.utf8Length
    } else {
      while rawEnd < raw.count, raw[rawEnd] != "\\" { rawEnd &+= 1 }
      bodyEnd = bodyStart &+ (rawEnd &- rawStart)
    }
    return true
  }
}

/// The places of the words of a text that was converted from another notation, such as YAML.
public struct WordPlaces: Hashable, Sendable {
  /// The places in the order of the text.
  private let places: [Place]

  /// The place of one word: a scalar, a name or a bracket. Commas and colons are not words.
  struct Place: Hashable, Sendable {
    /// The offset of the word's first byte in the text. The word ends before the next word, and
    /// before a comma or colon.
    var offset: UInt32
    var fileOffset: UInt32
    /// The length in the file. 0 for a bracket that is not in the file, as in block style.
    var fileLength: UInt32

    var fileEnd: Int { Int(fileOffset) &+ Int(fileLength) }
  }

  init(_ places: some Sequence<Place>) {
    self.places = Array(places)
  }

  /// The places of the words in a range of the text. In the result, the range begins at 0.
  func part(_ range: ByteRange) -> WordPlaces {
    WordPlaces(
      places.lazy.filter { range.offset..<range.end ~= Int($0.offset) }.map { place in
        var place = place
        place.offset -= UInt32(truncatingIfNeeded: range.offset)
        return place
      })
  }

  /// Nil if an offset would be too large.
  func moved(by count: Int) -> WordPlaces? {
    let last = places.map { Int($0.fileOffset) }.max() ?? 0
    guard last &+ count <= Int(UInt32.max) else { return nil }
    return WordPlaces(
      places.lazy.map { place in
        var place = place
        place.fileOffset += UInt32(truncatingIfNeeded: count)
        return place
      })
  }

  /// The bytes of the file from the first to the last word that a range touches.
  func fileRange(of range: ByteRange) -> ByteRange {
    guard let first = place(at: range.offset) else { return ByteRange(offset: 0, length: 0) }
    let start = Int(first.fileOffset)
    guard range.length > 0, let last = place(at: range.end &- 1) else {
      return ByteRange(offset: start, length: 0)
    }
    // The end of an alias's copy may come before its start in the file.
    let end = last.fileEnd >= start ? last.fileEnd : first.fileEnd
    return ByteRange(offset: start, length: end &- start)
  }

  /// The last word that begins at or before `offset`.
  private func place(at offset: Int) -> Place? {
    var low = 0
    var high = places.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(places[middle].offset) <= offset { low = middle } else { high = middle }
    }
    return places.isEmpty ? nil : places[low]
  }
}

/// A range of bytes. A range has the offset of its first byte and a length.
public struct ByteRange: Hashable, Sendable {
  /// The offset of the first byte. The offset of the first byte in the text is 0.
  public var offset: Int

  /// The number of bytes.
  public var length: Int

  /// The offset after the last byte.
  public var end: Int { offset &+ length }

  /// Creates a range of `length` bytes that begins at `offset`.
  public init(offset: Int, length: Int) {
    self.offset = offset
    self.length = length
  }
}
