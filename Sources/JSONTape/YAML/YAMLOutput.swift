/// The JSON text that a YAML document means, and where its tokens were read.
struct YAMLOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var places: [WordPlaces.Place] = []

  /// Where the text of the last value ends in the file.
  var lastEnd = 0

  private var copied = 0

  /// How many bytes aliases may add: what is more is no document but an attack.
  static let copyLimit = 16 << 20

  /// How long the text may grow: tokens and offsets are 32 bits wide.
  static let byteLimit = 1 << 30

  struct Mark: Hashable {
    var byte = 0
    var place = 0
  }

  var mark: Mark { Mark(byte: bytes.count, place: places.count) }

  /// Writes a comma or a colon, which has no place.
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

  /// Writes again what was written between two marks, with the places of the original.
  mutating func appendCopy(from start: Mark, to stop: Mark) {
    let shift = UInt32(truncatingIfNeeded: bytes.count - start.byte)
    // Copied out first: appending a slice of an array to itself copies the whole of it.
    let text = Array(bytes[start.byte..<stop.byte])
    var copies = Array(places[start.place..<stop.place])
    for index in copies.indices { copies[index].offset &+= shift }
    bytes.append(contentsOf: text)
    places.append(contentsOf: copies)
  }

  /// Whether an alias may add that many bytes more.
  mutating func allowsCopy(of count: Int) -> Bool {
    copied += count
    return copied <= Self.copyLimit
  }
}
