@_spi(Engine) internal import JSONTape

/// The objects of a bare body without their values. ``SiblingFiles`` compares such outlines.
@_spi(Engine) public struct BodyOutline: Sendable {
  struct Property: Sendable {
    let name: String
    var isTrue = false
    var isNull = false
    /// Whether the value may belong to an enumeration. Null does not count.
    var isText = false
    /// The value, if it is a single word.
    var word: String?
  }

  /// An object outside arrays.
  struct Place: Sendable {
    /// The names on the way to the object.
    let path: [String]
    /// The value of the object's discriminator.
    var kind: String?
    var properties: [Property] = []
  }

  private(set) var places: [Place] = []

  private static let deepest = 4
  private static let mostPlaces = 32
  /// Longer names are treated as data.
  private static let longestName = 64

  init(_ cursor: TapeCursor, _ names: NameTable) {
    names.makeRoom()
    var open: [(index: Int, path: [String])] = [(0, [])]
    while let (object, path) = open.popLast(), places.count < Self.mostPlaces {
      guard cursor.rawTag(object) == TapeTag.object.rawValue,
        cursor.count(object) <= ElementShapes.PropertySet.capacity
      else { continue }
      var place = Place(path: path)
      var inner: [(Int, [String])] = []
      var key = cursor.firstChild(object)
      while key < cursor.next(object) {
        let value = key + 1
        let traits = names.traits(of: cursor.decodedString(key))
        guard traits.name.utf8.count <= Self.longestName else { break }
        let tag = cursor.rawTag(value)
        var property = Property(
          name: traits.name, isTrue: tag == TapeTag.true.rawValue,
          isNull: tag == TapeTag.null.rawValue)
        if tag == TapeTag.string.rawValue {
          let isShort = cursor.length(value) <= Self.longestName
          if place.kind == nil, isShort, traits.roles.contains(.discriminator) {
            place.kind = cursor.decodedString(value)
          }
          if traits.roles.contains(.enumerable) {
            property.isText = true
            if isShort { property.word = SpellingTally.word(cursor.decodedString(value)) }
          }
        }
        place.properties.append(property)
        if tag == TapeTag.object.rawValue, path.count < Self.deepest,
          !traits.roles.contains(.freeForm)
        {
          inner.append((value, path + [traits.name]))
        }
        key = cursor.next(value)
      }
      // If one name is data, the others are data, too.
      guard key >= cursor.next(object) else { continue }
      places.append(place)
      open += inner.reversed()
    }
  }
}
