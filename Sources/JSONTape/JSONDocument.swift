/// One parsed JSON document. It has the bytes of the text, and a tape with the place of every
/// value.
///
///     let document = try JSONDocument(#"{"lat": 37.7749}"#)
///     document.root["lat"]?.range   // 7 bytes from offset 8
///
/// The parser follows RFC 8259 and UTF-8 strictly, and numbers keep every digit. JSON allows an
/// escape for only half of a surrogate pair. Such an escape is decoded to U+FFFD. Offsets count
/// from the first byte of the input, and a byte order mark counts, too. A copy of a document takes
/// almost no time. Several threads can use one document.
public struct JSONDocument: Sendable {
  let storage: Storage

  final class Storage: Sendable {
    /// The document, and 64 zero bytes.
    let bytes: [UInt8]
    let words: [UInt64]
    /// The file from which the text was converted. Nil if the text is the file itself.
    let source: Source?

    init(bytes: [UInt8], words: [UInt64], source: Source?) {
      self.bytes = bytes
      self.words = words
      self.source = source
    }
  }

  /// Parses a document. A byte order mark of UTF-8 at the start is skipped.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8. The text is copied once.
  ///   - maximumDepth: The deepest allowed nesting of arrays and objects.
  /// - Throws: The problem with its byte offset.
  /// - Complexity: Linear in the number of bytes.
  public init(_ bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(JSONParseError) {
    try self.init(padded: Self.padded(bytes), maximumDepth: maximumDepth)
  }

  /// Parses a document given as a string.
  public init(_ text: String, maximumDepth: Int = 512) throws(JSONParseError) {
    try self.init(text.utf8, maximumDepth: maximumDepth)
  }

  /// The document's value.
  public var root: JSONNode { JSONNode(storage: storage, tapeIndex: 0) }

  /// The number of bytes of the input.
  public var byteCount: Int { storage.bytes.count &- Self.padding }

  /// The bytes of a range. Parts of the range outside the document are ignored.
  public func bytes(in range: ByteRange) -> ArraySlice<UInt8> {
    let start = max(0, min(range.offset, byteCount))
    return storage.bytes[start..<max(start, min(range.end, byteCount))]
  }

  /// The line and column of a byte, for error messages. Each call counts the lines again.
  ///
  /// - Complexity: Linear in the offset.
  public func position(of offset: Int) -> TextPosition {
    var lines = LineIndex(sourceBytes)
    return lines.position(of: sourceRange(of: ByteRange(offset: offset, length: 1)).offset)
  }

  /// Distinguishes this document from every other document, even if the text is the same.
  @_spi(Engine) public var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// The value or the name at an index of the tape.
  public func node(at tapeIndex: Int) -> JSONNode {
    precondition(storage.words.indices.contains(tapeIndex), "no such tape index")
    return JSONNode(storage: storage, tapeIndex: tapeIndex)
  }

  /// Gives `body` direct access to the tape.
  @_spi(Engine) public func withCursor<R>(_ body: (TapeCursor) throws -> R) rethrows -> R {
    try storage.withCursor(body)
  }

  /// The tape, which is valid only while the document is in memory.
  @_spi(Engine) public var cursor: TapeCursor { storage.withCursor { $0 } }

  /// Copies a parsed value, so that it is not parsed again. `text` is the range of bytes that
  /// contains the value. These bytes are copied, too. The mark of the tape's root is also copied.
  @_spi(Engine) public init(copying cursor: TapeCursor, at index: Int, text: Range<Int>) {
    let bytes = UnsafeBufferPointer(start: cursor.bytes + text.lowerBound, count: text.count)
    let end = cursor.next(index)
    let words = [UInt64](unsafeUninitializedCapacity: end &- index) { target, used in
      // All offsets are at or after the start of `text`, so the low half of a word never borrows.
      let start = UInt64(truncatingIfNeeded: text.lowerBound)
      // Bound: `end - index` words; a container has a second one, so `place` stays below `used`.
      used = end &- index
      for place in 0..<used { target[place] = cursor.words[index &+ place] &- start }
      guard index > 0 else { return }
      // The second word of a container also contains the tape index of the next value.
      var place = 0
      while place < used {
        if cursor.isContainer(index &+ place) {
          place &+= 1
          target[place] &-= TapeWord.pair(high: index, low: 0)
        }
        place &+= 1
      }
      if cursor.isContainer(index) { target[0] |= cursor.words[0] & TapeWord.markedBit }
    }
    storage = Storage(bytes: Self.padded(bytes), words: words, source: nil)
  }

  init(storage: Storage) {
    self.storage = storage
  }

  static let padding = 64

  init(
    padded bytes: [UInt8], maximumDepth: Int, source: Source? = nil
  ) throws(JSONParseError) {
    let count = bytes.count - Self.padding
    var failure: JSONParseError?
    var halves: UInt64 = 0
    let words = bytes.withUnsafeBufferPointer { buffer in
      withUnsafeMutablePointer(to: &halves) { halves -> [UInt64] in
        guard let start = buffer.baseAddress else { return [] }
        let parser = JSONParser(
          bytes: start, end: count, maximumDepth: maximumDepth, halves: halves)
        // Words that are never written need only address space. But large texts would need too much
        // of it.
        let capacity = count < 1 << 20 ? parser.wordCapacity : parser.tightWordCapacity
        return [UInt64](unsafeUninitializedCapacity: capacity) { words, used in
          guard let target = words.baseAddress else { return }
          do throws(JSONParseError) {
            // Bound: both capacities are at least 1 and are upper bounds for the parser's output.
            used = try parser.parseDocument(into: target).wordCount
            target[0] |= halves.pointee
          } catch {
            failure = error
          }
        }
      }
    }
    if let failure { throw failure }
    storage = Storage(bytes: bytes, words: words, source: source)
  }

  static func padded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let contiguous = bytes.withContiguousStorageIfAvailable { source in
      [UInt8](unsafeUninitializedCapacity: source.count + padding) { target, used in
        // Bound: the source and `padding` bytes are exactly the capacity.
        _ = target.update(fromContentsOf: source)
        target[source.count...].update(repeating: 0)
        used = source.count + padding
      }
    }
    return contiguous ?? Array(bytes) + repeatElement(0, count: padding)
  }
}

extension JSONDocument.Storage {
  func withCursor<R>(_ body: (TapeCursor) throws -> R) rethrows -> R {
    try bytes.withUnsafeBufferPointer { bytes in
      try words.withUnsafeBufferPointer { words in
        guard let start = bytes.baseAddress, let first = words.baseAddress else {
          preconditionFailure("a document has bytes and words")
        }
        return try body(TapeCursor(bytes: start, words: first))
      }
    }
  }
}

/// Handles the file of a document. The file is the document's own bytes, or the YAML from which the
/// document's text was converted.
extension JSONDocument {
  struct Source: Sendable {
    let bytes: [UInt8]
    let map: SourceMap
  }

  /// The bytes of the input in their own notation, such as YAML.
  public var sourceBytes: ArraySlice<UInt8> {
    guard let source = storage.source else {
      return bytes(in: ByteRange(offset: 0, length: byteCount))
    }
    return source.bytes[...]
  }

  /// The range in the input for a range of the document's text.
  ///
  /// For JSON, the two ranges are equal. In YAML, the value of an alias has the places of its
  /// anchor, because changes are made at the anchor.
  ///
  /// - Complexity: Logarithmic in the number of values.
  public func sourceRange(of range: ByteRange) -> ByteRange {
    guard let source = storage.source else { return range }
    return source.map.fileRanges(of: [range], in: source.bytes).first ?? range
  }

  /// Says which bytes of the input belong to a part of the document's text.
  @_spi(Engine) public func sourceMap(of range: ByteRange) -> SourceMap {
    guard case .perWord(let places)? = storage.source?.map else {
      return .identity(base: range.offset)
    }
    return .perWord(places.part(range))
  }
}

extension JSONNode {
  /// The value's range in the input. For JSON, this range is equal to `range`.
  public var sourceRange: ByteRange { document.sourceRange(of: range) }
}
