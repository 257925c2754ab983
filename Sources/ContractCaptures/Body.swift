package import JSONTape

/// The bytes of a message body as the application receives them, and a map to the places in the
/// file.
package struct Body: Sendable {
  /// A run of body bytes that is unchanged in the file.
  package struct Piece: Hashable, Sendable {
    /// The offset in the body.
    package var body: Int
    /// The offset in the file.
    package var file: Int
    /// The number of bytes; never 0.
    package var length: Int
  }

  /// The decoded bytes: without escapes, base64, chunks and compression.
  package var bytes: [UInt8]
  /// Maps body offsets to file offsets. It is used only if ``pieces`` is empty.
  package var map: SourceMap
  /// The body's runs in order, if the file has other text between them: chunk sizes, or lines of a
  /// tool.
  package var pieces: [Piece]
  /// Whether the body is compressed in the file.
  package var isCompressed = false
  /// The texts in the body of a stub that stand for values. Nil if there are none.
  package var templates: Templates?
  /// The line with the body, if it is before the line of the exchange.
  var line: OtherLine?
  /// Whether a header field in the file gives the correct length of the body.
  package var hasDeclaredLength = false

  /// Creates a body that one map describes.
  package init(bytes: [UInt8], map: SourceMap) {
    self.bytes = bytes
    self.map = map
    pieces = []
  }

  /// Creates a body from ranges of `file`, in order. One range needs no pieces.
  init(of ranges: [Range<Int>], in file: [UInt8]) {
    var bytes: [UInt8] = []
    var pieces: [Piece] = []
    bytes.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges where !range.isEmpty {
      if let last = pieces.indices.last, pieces[last].file + pieces[last].length == range.lowerBound
      {
        pieces[last].length += range.count
      } else {
        pieces.append(Piece(body: bytes.count, file: range.lowerBound, length: range.count))
      }
      bytes.append(contentsOf: file[range])
    }
    self.bytes = bytes
    map = .identity(base: pieces.first?.file ?? ranges.first?.lowerBound ?? 0)
    self.pieces = pieces.count > 1 ? pieces : []
  }

  /// Whether the body is base64 or compressed in the file. If so, every position is the position of
  /// the whole string or body.
  package var isBase64: Bool {
    if case .base64 = map { true } else { false }
  }

  /// Whether the body is inside a JSON string in the file. If so, new text needs JSON's escapes.
  package var isEscaped: Bool {
    if case .escaped = map { true } else { false }
  }

  /// Whether the body is in several runs in the file, as in YAML.
  package var isInRuns: Bool {
    switch map {
    case .runs, .perWord: true
    case .identity, .escaped, .base64, .otherFile: false
    }
  }

  /// New text of the body, in the form that the file needs. Nil if the text cannot be written
  /// there. This is so in base64, in some scalars of YAML, and in chunks, because their sizes would
  /// become wrong.
  package func written(_ text: String) -> String? {
    guard pieces.isEmpty else { return nil }
    switch map {
    case .identity, .otherFile: return text
    case .escaped:
      return String(decoding: JSONWriter.quoted(text).utf8.dropFirst().dropLast(), as: UTF8.self)
    case .runs(let runs): return runs.written(text)
    case .base64, .perWord: return nil
    }
  }

  /// The file ranges of body ranges. The body ranges must be sorted by offset.
  ///
  /// `window` contains the file from `windowOffset` on. It is the whole file or one line of a
  /// stream, and it contains at least this body. If a range has several pieces, it includes the
  /// text between them.
  package func fileRanges(
    of sortedBodyRanges: [ByteRange], in window: [UInt8], windowOffset: Int = 0
  ) -> [ByteRange] {
    guard pieces.isEmpty else { return sortedBodyRanges.map(fileRange) }
    guard case .escaped(let content) = map, windowOffset != 0 else {
      return map.fileRanges(of: sortedBodyRanges, in: window)
    }
    return SourceMap.escaped(content: content.moved(by: -windowOffset))
      .fileRanges(of: sortedBodyRanges, in: window).map { $0.moved(by: windowOffset) }
  }

  package func fileRanges(inAnyOrder ranges: [ByteRange], in source: CaptureSource) -> [ByteRange] {
    let order = ranges.indices.sorted { ranges[$0].offset < ranges[$1].offset }
    let mapped = fileRanges(
      of: order.map { ranges[$0] }, in: source.bytes, windowOffset: source.offset)
    var places = ranges
    for (index, range) in zip(order, mapped) { places[index] = range }
    return places
  }

  /// The file ranges of a body range, for a body without escapes.
  func fileRanges(of range: Range<Int>) -> [Range<Int>] {
    guard !pieces.isEmpty else {
      guard case .identity(let base) = map else { return [] }
      return [range.lowerBound + base..<range.upperBound + base]
    }
    var ranges: [Range<Int>] = []
    for piece in pieces[pieceIndex(of: range.lowerBound)...] {
      if piece.body >= range.upperBound { break }
      let start = max(range.lowerBound, piece.body) - piece.body
      let end = min(range.upperBound - piece.body, piece.length)
      if start < end { ranges.append(piece.file + start..<piece.file + end) }
    }
    return ranges
  }

  /// The single file range around a body range, for a body without escapes.
  func fileRange(around range: Range<Int>) -> Range<Int> {
    guard !pieces.isEmpty else { return fileRanges(of: range).first ?? 0..<0 }
    let around = fileRange(of: ByteRange(range))
    return around.offset..<around.end
  }

  private func fileRange(of range: ByteRange) -> ByteRange {
    let start = fileOffset(of: range.offset)
    guard range.length > 0 else { return ByteRange(offset: start, length: 0) }
    return ByteRange(offset: start, length: fileOffset(of: range.end - 1) + 1 - start)
  }

  /// The end of the body is the end of its last piece.
  private func fileOffset(of offset: Int) -> Int {
    let piece = pieces[pieceIndex(of: offset)]
    return piece.file + min(max(offset - piece.body, 0), piece.length)
  }

  /// The last piece that begins at or before an offset. For an offset before the first piece, the
  /// first piece.
  private func pieceIndex(of offset: Int) -> Int {
    max(0, pieces.indices.partitionPoint { pieces[$0].body > offset } - 1)
  }
}

extension Range<Int> {
  /// The first number for which the condition is true. If it is never true, the end. The condition
  /// must also be true for all later numbers. The time is logarithmic.
  @inlinable package func partitionPoint(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
