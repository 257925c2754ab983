extension JSONDocument {
  /// A part of a text that is made of parts of another document.
  package struct DerivedToken: Sendable {
    fileprivate let text: [UInt8]
    /// Nil for marks between words.
    fileprivate let place: ByteRange?

    /// A bracket or a scalar, and where the source has what it stands for.
    package static func word(_ text: String, at place: ByteRange) -> DerivedToken {
      DerivedToken(text: Array(text.utf8), place: place)
    }

    /// Text that nothing stands for.
    package static func mark(_ text: String) -> DerivedToken {
      DerivedToken(text: Array(text.utf8), place: nil)
    }
  }

  /// A document whose words have places in the bytes of a source.
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
