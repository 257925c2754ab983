/// The file behind a document: its own bytes, or YAML that its text was written from.
extension JSONDocument {
  /// A file in another notation and how the text lies in it.
  struct Source: Sendable {
    let bytes: [UInt8]
    let map: SourceMap
  }

  /// The bytes that were given, in whatever notation.
  public var sourceBytes: ArraySlice<UInt8> {
    guard let source = storage.source else {
      return bytes(in: ByteRange(offset: 0, length: byteCount))
    }
    return source.bytes[...]
  }

  /// Where the bytes that were given say what a range of the document's text does.
  ///
  /// For JSON, that is the range itself. What a YAML alias stands for has the places of its anchor:
  /// that is where to change it.
  ///
  /// - Complexity: Logarithmic in the number of values.
  public func sourceRange(of range: ByteRange) -> ByteRange {
    guard let source = storage.source else { return range }
    return source.map.fileRanges(of: [range], in: source.bytes).first ?? range
  }
}

extension JSONNode {
  /// Where the bytes that were given say the value; the same as `range` for JSON.
  public var sourceRange: ByteRange { document.sourceRange(of: range) }
}
