@_spi(Engine) internal import JSONTape

/// What the values of places showed: their types, members, elements and the look of their strings.
///
/// A shape is one place: a body, the value of a property, the elements of an array. Counts do not
/// depend on the order of values: two tallies of parts of a capture add up to that of the whole.
/// Memory is bounded by the number of different places, whatever the number of values.
final class ValueTally {
  struct Shape: BitwiseCopyable {
    var nulls = 0
    var booleans = 0
    var trues = 0
    var integers = 0
    /// Numbers with a fraction or an exponent.
    var fractions = 0
    var strings = 0
    var arrays = 0
    var emptyArrays = 0
    var objects = 0
    /// Objects with keys that are data.
    var keyedObjects = 0
    /// The first of a list; -1 stands for none, here and below.
    var members: Int32 = -1
    var memberCount: Int32 = 0
    /// The values of all keys that are data.
    var keyed: Int32 = -1
    /// Objects by the value of their discriminator.
    var kinds: Int32 = -1
    var kindCount: Int32 = 0
    var elements: Int32 = -1
    var texts: Int32 = -1
    /// Whether some object has a member that may tell kinds apart.
    var hasDiscriminator = false
    /// Whether the place may hold values of an enumeration, by its name.
    var mayEnumerate = false

    var values: Int {
      nulls + booleans + integers + fractions + strings + arrays + objects
    }
  }

  struct Member: ListedRecord {
    let name: Int32
    let shape: Int32
    var next: Int32
    /// The objects that have it.
    var objects = 0
    /// The sum of its positions in them, for the usual order.
    var positions = 0
    /// The object that has it last: of a key that stands twice, the first counts.
    var last = -1
  }

  /// The objects of a place whose discriminator has one value.
  struct Kind: ListedRecord {
    let member: Int32
    let value: Int32
    let shape: Int32
    var next: Int32
    var exchanges = 0
    /// The exchange that has it last.
    var last = -1
  }

  /// Strings of a place by their form.
  struct Texts: BitwiseCopyable {
    var words: Int32 = -1
    var wordCount: Int32 = 0
    /// Whether there are too many different words for an enumeration.
    var isOpen = false
    /// The first of as many numbers in ``formCounts`` as there are forms.
    let forms: Int32
  }

  /// A value that may be one of an enumeration.
  struct Word: ListedRecord {
    let name: Int32
    var next: Int32
    var count = 0
    var exchanges = 0
    /// The exchange that has it last.
    var last = -1
  }

  struct Name: BitwiseCopyable {
    let start: Int
    let length: Int
    let hash: UInt64
    /// Which discriminator it is, the first one first; -1 for none.
    var discriminator: Int8 = -1
    var mayEnumerate = false
    var hasTraits = false
  }

  let shapes = Pool<Shape>()
  let members = Pool<Member>()
  let kinds = Pool<Kind>()
  let texts = Pool<Texts>()
  let formCounts = Pool<Int>()
  let words = Pool<Word>()
  let names = Pool<Name>()
  let letters = Pool<UInt8>()
  private var numbers: [UInt64: [Int32]] = [:]
  /// Members of shapes with many of them, by name.
  var indexes: [Int32: [Int32: Int32]] = [:]
  /// The members of the objects that are being counted.
  let found = Pool<Int32>()
  /// How many objects were counted.
  let objects = Pool<Int>()
  var lastMembers: [Int32: Int32] = [:]
  var scratch: [UInt8] = []
  /// For the shapes of kinds that stay apart: the discriminator and its value.
  var kindValues: [Int32: (member: String, value: String)] = [:]
  /// Tells apart the exchanges of this tally.
  var exchange = 0
  /// Values that were not counted: they are nested too deeply, or there are too many places.
  var uncounted = 0

  static let deepest = 96
  static let mostMembers: Int32 = 256
  static let mostKinds: Int32 = 12
  static let mostWords: Int32 = 32
  /// All places of a run on one thread.
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

  // MARK: Names

  func name(_ number: Int32) -> String {
    String(decoding: nameBytes(number), as: UTF8.self)
  }

  func nameBytes(_ number: Int32) -> UnsafeBufferPointer<UInt8> {
    let name = names[number]
    return UnsafeBufferPointer(start: letters.start + name.start, count: name.length)
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  func number(of text: UnsafeBufferPointer<UInt8>) -> Int32 {
    let hash = Self.hash(text)
    for number in numbers[hash] ?? [] where nameBytes(number).elementsEqual(text) { return number }
    let number = names.append(Name(start: letters.count, length: text.count, hash: hash))
    letters.append(contentsOf: text)
    numbers[hash, default: []].append(number)
    return number
  }

  /// What the name says; looked up once.
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
