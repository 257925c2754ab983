/// The JSON text that a YAML document means, and where its tokens were read.
struct YAMLOutput {
  /// The text so far.
  private(set) var bytes: [UInt8] = []
  private(set) var places: [WordPlaces.Place] = []

  /// Where the text of the last value ends in the file.
  private(set) var lastEnd = 0

  /// How many bytes aliases have added.
  private(set) var copied = 0

  /// How many bytes aliases may add: what is more is no document but an attack.
  static let copyLimit = 16 << 20

  /// How long the text may grow: tokens and offsets are 32 bits wide.
  static let byteLimit = 1 << 30

  /// A point in the output.
  struct Mark: Hashable {
    var byte = 0
    var place = 0
  }

  var mark: Mark { Mark(byte: bytes.count, place: places.count) }

  /// Writes a comma or a colon, which has no place.
  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes a bracket.
  mutating func append(_ byte: UInt8, at range: ByteRange) {
    place(range)
    bytes.append(byte)
  }

  /// Writes a token.
  mutating func append(_ token: [UInt8], at range: ByteRange) {
    place(range)
    bytes.append(contentsOf: token)
  }

  /// Writes a string of this escaped content.
  mutating func append(string content: [UInt8], at range: ByteRange) {
    place(range)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: content)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes again what was written between two marks; false when that is more than is allowed.
  ///
  /// The copy has the places of the original. `end` is where the alias ends.
  mutating func appendCopy(from start: Mark, to stop: Mark, end: Int) -> Bool {
    let count = stop.byte - start.byte
    guard copy(count) else { return false }
    let shift = UInt32(truncatingIfNeeded: bytes.count - start.byte)
    // Copied out first: appending a slice of an array to itself copies the whole of it.
    let text = Array(bytes[start.byte..<stop.byte])
    var copies = Array(places[start.place..<stop.place])
    for index in copies.indices { copies[index].offset &+= shift }
    bytes.append(contentsOf: text)
    places.append(contentsOf: copies)
    lastEnd = end
    return true
  }

  /// Writes a scalar again that stands at `range`; false when that is more than is allowed.
  mutating func appendCopy(of token: [UInt8], at range: ByteRange, end: Int) -> Bool {
    guard copy(token.count) else { return false }
    append(token, at: range)
    lastEnd = end
    return true
  }

  /// Writes a string again, as the name that an alias at `range` is; false when that is more than is
  /// allowed.
  mutating func appendCopy(ofString content: [UInt8], at range: ByteRange) -> Bool {
    guard copy(content.count) else { return false }
    append(string: content, at: range)
    return true
  }

  private mutating func copy(_ count: Int) -> Bool {
    copied += count
    return copied <= Self.copyLimit
  }

  private mutating func place(_ range: ByteRange) {
    places.append(
      WordPlaces.Place(
        offset: UInt32(truncatingIfNeeded: bytes.count),
        fileOffset: UInt32(truncatingIfNeeded: range.offset),
        fileLength: UInt32(truncatingIfNeeded: range.length)))
    lastEnd = range.end
  }
}
