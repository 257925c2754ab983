/// The JSON text for a YAML document, with the source places of its tokens.
struct YAMLOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var places: [WordPlaces.Place] = []

  /// The end of the last value's text in the file.
  var lastEnd = 0

  private var copied = 0

  /// The maximum number of bytes that aliases may add. More bytes mean an attack.
  static let copyLimit = 16 << 20

  /// The maximum length of the text, because tokens and offsets have 32 bits.
  static let byteLimit = 1 << 30

  struct Mark: Hashable {
    var byte = 0
    var place = 0
  }

  var mark: Mark { Mark(byte: bytes.count, place: places.count) }

  /// Writes a comma or a colon. These have no place.
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes a token: a bracket or a scalar.
  mutating func append(_ token: [UInt8], at range: ByteRange) {
    places.append(
      WordPlaces.Place(
        offset: UInt32(truncatingIfNeeded: bytes.count),
        fileOffset: UInt32(truncatingIfNeeded: range.offset),
        fileLength: UInt32(truncatingIfNeeded: range.length)))
    bytes.append(contentsOf: token)
    lastEnd = range.end
  }

  /// Repeats the text between two marks. The copy has the places of the original.
  mutating func appendCopy(from start: Mark, to stop: Mark) {
    let shift = UInt32(truncatingIfNeeded: bytes.count - start.byte)
    // The slice is copied first, because appending a slice of an array to itself copies the whole
    // array.
    let text = Array(bytes[start.byte..<stop.byte])
    var copies = Array(places[start.place..<stop.place])
    for index in copies.indices { copies[index].offset &+= shift }
    bytes.append(contentsOf: text)
    places.append(contentsOf: copies)
  }

  /// Whether an alias may add this number of bytes.
  mutating func allowsCopy(of count: Int) -> Bool {
    copied += count
    return copied <= Self.copyLimit
  }
}
