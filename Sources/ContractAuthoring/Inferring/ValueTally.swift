@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// Facts about the values at places: their types, properties, elements and the forms of their
/// strings.
///
/// A shape is one place: a body, the value of a property, or the elements of an array. Counts do
/// not depend on the order of values. So the sum of the tallies of two parts of a capture is the
/// tally of the whole capture. Memory depends on the number of different places, not on the number
/// of values.
final class ValueTally {
  struct Shape: BitwiseCopyable {
    var nulls = 0
    var booleans = 0
    var trues = 0
    var integers = 0
    /// The number of numbers with a fraction or an exponent.
    var fractions = 0
    var strings = 0
    var arrays = 0
    var emptyArrays = 0
    var objects = 0
    /// The number of objects with keys that are data.
    var keyedObjects = 0
    /// The first record of a list. -1 means no record, also in the next properties.
    var properties: Int32 = -1
    var propertyCount: Int32 = 0
    /// The values of all keys that are data.
    var keyed: Int32 = -1
    /// The objects by the value of their discriminator.
    var kinds: Int32 = -1
    var kindCount: Int32 = 0
    var elements: Int32 = -1
    var texts: Int32 = -1
    /// Whether any object has a property that may be a discriminator.
    var hasDiscriminator = false
    /// Whether the place may contain values of an enumeration, according to the name.
    var mayEnumerate = false

    /// The types in JSON without null, with the number of their values.
    var types: [(name: String, count: Int)] {
      [
        ("boolean", booleans), ("number", integers + fractions), ("string", strings),
        ("array", arrays), ("object", objects),
      ]
    }

    var typeNames: [String] { types.filter { $0.count > 0 }.map(\.name) }

    var values: Int {
      nulls + booleans + integers + fractions + strings + arrays + objects
    }
  }

  struct Property: ListedRecord {
    let name: Int32
    let shape: Int32
    var next: Int32
    /// The number of objects with the property.
    var objects = 0
    /// The sum of the property's positions in these objects, for the usual order.
    var positions = 0
    /// The number of values that repeat the property's name: `{"a.rb": {"filename": "a.rb"}}`.
    var named = 0
    /// The last object with the property. It is needed to count only the first key if a key occurs
    /// twice.
    var last = -1
  }

  /// The objects of a place whose discriminator has one value.
  struct Kind: ListedRecord {
    let property: Int32
    let value: Int32
    let shape: Int32
    var next: Int32
    var exchanges = 0
    /// The last exchange with the kind.
    var last = -1
  }

  /// Strings of a place by their form.
  struct Texts: BitwiseCopyable {
    var words: Int32 = -1
    var wordCount: Int32 = 0
    /// Whether there are too many different words for an enumeration.
    var isOpen = false
    /// The index of the place's first number in ``formCounts``. There is one number for each form.
    let forms: Int32
  }

  /// A value that may be a value of an enumeration.
  struct Word: ListedRecord {
    let name: Int32
    var next: Int32
    var count = 0
    var exchanges = 0
    /// The last exchange with the word.
    var last = -1
  }

  struct Name: BitwiseCopyable {
    let start: Int
    let length: Int
    let hash: UInt64
    /// The rank of the name as a discriminator, from 0. -1 if the name is no discriminator.
    var discriminator: Int8 = -1
    var mayEnumerate = false
    var hasTraits = false
  }

  let shapes = Pool<Shape>()
  let properties = Pool<Property>()
  let kinds = Pool<Kind>()
  let texts = Pool<Texts>()
  let formCounts = Pool<Int>()
  let words = Pool<Word>()
  let names = Pool<Name>()
  let letters = Pool<UInt8>()
  private var numbers: [UInt64: [Int32]] = [:]
  /// The properties by name, for shapes with many properties.
  var indexes: [Int32: [Int32: Int32]] = [:]
  /// The properties of the objects that are being counted.
  let found = Pool<Int32>()
  /// The number of counted objects.
  let objects = Pool<Int>()
  var lastProperties: [Int32: Int32] = [:]
  var scratch: [UInt8] = []
  /// The discriminator and its value, for the shapes of kinds that stay separate.
  var kindValues: [Int32: (property: String, value: String)] = [:]
  /// The starts of the strings that stand for values of any type. They are not counted.
  var unknown: Set<Int> = []
  /// The number of the current exchange in this tally.
  var exchange = 0
  /// The number of values that were not counted because they are nested too deeply or there are too
  /// many places.
  var uncounted = 0

  static let deepest = 96
  static let mostProperties: Int32 = 256
  static let mostKinds: Int32 = 12
  static let mostWords: Int32 = 32
  /// The maximum number of places of a run on one thread.
  static let mostShapes = 50_000

  static let discriminators = [
    "__typename", "@type", "$type", "_type", "kind", "type", "event", "object",
  ]

  init() { objects.append(0) }

  func newShape(mayEnumerate: Bool = false) -> Int32 {
    var shape = Shape()
    shape.mayEnumerate = mayEnumerate
    return shapes.append(shape)
  }

  /// Whether a property has one of these words as a value, in any letter case.
  func hasValue(_ texts: Set<String>, of property: String) -> Bool {
    (0..<Int32(truncatingIfNeeded: properties.count)).contains { number in
      let listed = properties[number]
      guard shapes[listed.shape].texts >= 0,
        ASCIIByte.lowercased(name(listed.name)) == property
      else { return false }
      return words.list(self.texts[shapes[listed.shape].texts].words)
        .contains { texts.contains(ASCIIByte.lowercased(name($0.name))) }
    }
  }

  // MARK: Names

  func name(_ number: Int32) -> String {
    String(decoding: nameBytes(number), as: UTF8.self)
  }

  func nameBytes(_ number: Int32) -> ByteView {
    let name = names[number]
    return ByteView(start: letters.start + name.start, count: name.length)
  }

  private static func hash(_ text: ByteView) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  func number(of text: ByteView) -> Int32 {
    let hash = Self.hash(text)
    for number in numbers[hash] ?? [] where nameBytes(number).elementsEqual(text) { return number }
    let number = names.append(Name(start: letters.count, length: text.count, hash: hash))
    letters.append(contentsOf: text)
    numbers[hash, default: []].append(number)
    return number
  }

  /// The facts that follow from a name. They are looked up once.
  func traits(of number: Int32) -> Name {
    if !names[number].hasTraits {
      let text = name(number)
      names[number].hasTraits = true
      names[number].discriminator = Int8(Self.discriminators.firstIndex(of: text) ?? -1)
      names[number].mayEnumerate = Evidence.mayEnumerate(text)
    }
    return names[number]
  }
}
