extension JSONDocument {
  /// A part of a text. The text is built from parts of another document.
  package struct DerivedToken: Sendable {
    fileprivate let text: [UInt8]
    /// The place in the source. Nil for marks between words.
    fileprivate let place: ByteRange?

    /// A bracket or a scalar, with its place in the source.
    package static func word(_ text: String, at place: ByteRange) -> DerivedToken {
      DerivedToken(text: Array(text.utf8), place: place)
    }

    /// A text without a place in the source.
    package static func mark(_ text: String) -> DerivedToken {
      DerivedToken(text: Array(text.utf8), place: nil)
    }
  }

  /// Creates a document whose words have places in the bytes of another document.
  package init(
    derived tokens: [DerivedToken], from source: [UInt8]
  ) throws(JSONParseError) {
    var bytes: [UInt8] = []
    var places: [WordPlaces.Place] = []
    for token in tokens {
      if let place = token.place {
        places.append(
          WordPlaces.Place(
            offset: UInt32(truncatingIfNeeded: bytes.count),
            fileOffset: UInt32(truncatingIfNeeded: place.offset),
            fileLength: UInt32(truncatingIfNeeded: place.length)))
      }
      bytes += token.text
    }
    try self.init(
      padded: Self.padded(bytes), maximumDepth: 512,
      source: Source(bytes: source, map: .perWord(WordPlaces(places))))
  }
}
