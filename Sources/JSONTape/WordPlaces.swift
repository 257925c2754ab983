/// Where the words of a text were read that was written anew from another notation, such as YAML.
public struct WordPlaces: Hashable, Sendable {
  /// In the order of the text.
  private let places: [Place]

  /// One word: a scalar, a name or a bracket. Commas and colons are none.
  struct Place: Hashable, Sendable {
    /// Its first byte in the text; it ends before the next word, commas and colons apart.
    var offset: UInt32
    var fileOffset: UInt32
    /// 0 for a bracket that is not written, as block style writes none.
    var fileLength: UInt32

    var fileEnd: Int { Int(fileOffset) &+ Int(fileLength) }
  }

  init(_ places: [Place]) {
    self.places = places
  }

  /// The bytes of the file from the first word that a range of the text touches to the last.
  func fileRange(of range: ByteRange) -> ByteRange {
    guard let first = place(at: range.offset) else { return ByteRange(offset: 0, length: 0) }
    let start = Int(first.fileOffset)
    guard range.length > 0, let last = place(at: range.end &- 1) else {
      return ByteRange(offset: start, length: 0)
    }
    // The end of a copy may stand before its beginning.
    let end = last.fileEnd >= start ? last.fileEnd : first.fileEnd
    return ByteRange(offset: start, length: end &- start)
  }

  /// The last word that begins at or before an offset.
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
