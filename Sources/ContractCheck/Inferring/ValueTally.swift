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

  struct Member: BitwiseCopyable {
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
  struct Kind: BitwiseCopyable {
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
  struct Word: BitwiseCopyable {
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
  private let names = Pool<Name>()
  private let letters = Pool<UInt8>()
  private var numbers: [UInt64: [Int32]] = [:]
  /// Members of shapes with many of them, by name.
  private var indexes: [Int32: [Int32: Int32]] = [:]
  /// The members of the objects that are being counted.
  private let found = Pool<Int32>()
  /// How many objects were counted.
  private let objects = Pool<Int>()
  private var scratch: [UInt8] = []
  /// For the shapes of kinds that stay apart: the discriminator and its value.
  var kindValues: [Int32: (member: String, value: String)] = [:]
  /// Tells apart the exchanges of this tally.
  var exchange = 0
  /// Values that were not counted: they are nested too deeply, or there are too many places.
  private(set) var uncounted = 0

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
  private func traits(of number: Int32) -> Name {
    if !names[number].hasTraits {
      let text = name(number)
      names[number].hasTraits = true
      names[number].discriminator = Int8(Self.discriminators.firstIndex(of: text) ?? -1)
      names[number].mayEnumerate = Evidence.mayEnumerate(text)
    }
    return names[number]
  }

  // MARK: Counting

  /// Counts a value and everything in it.
  func add(_ cursor: TapeCursor, _ index: Int, to shape: Int32, depth: Int = 0) {
    switch cursor.rawTag(index) {
    case TapeTag.null.rawValue: shapes[shape].nulls &+= 1
    case TapeTag.false.rawValue: shapes[shape].booleans &+= 1
    case TapeTag.true.rawValue:
      shapes[shape].booleans &+= 1
      shapes[shape].trues &+= 1
    case TapeTag.integer.rawValue: shapes[shape].integers &+= 1
    case TapeTag.number.rawValue: shapes[shape].fractions &+= 1
    case TapeTag.string.rawValue: addString(cursor, index, to: shape)
    case TapeTag.array.rawValue: addArray(cursor, index, to: shape, depth)
    default: addObject(cursor, index, to: shape, depth)
    }
  }

  private func addString(_ cursor: TapeCursor, _ index: Int, to shape: Int32) {
    shapes[shape].strings &+= 1
    if shapes[shape].texts < 0 { shapes[shape].texts = newTexts() }
    if cursor.isEscaped(index) {
      var decoded = scratch
      cursor.decodedBytes(index, into: &decoded)
      decoded.withUnsafeBufferPointer { add($0, to: shape) }
      scratch = decoded
    } else {
      add(cursor.rawBytes(index), to: shape)
    }
  }

  private func newTexts() -> Int32 {
    let forms = Int32(truncatingIfNeeded: formCounts.count)
    for _ in TextForm.allCases { formCounts.append(0) }
    return texts.append(Texts(forms: forms))
  }

  private func add(_ text: UnsafeBufferPointer<UInt8>, to shape: Int32) {
    let form = TextForm.of(text)
    let number = shapes[shape].texts
    formCounts[texts[number].forms &+ Int32(form.rawValue)] &+= 1
    guard form == .word, shapes[shape].mayEnumerate, !texts[number].isOpen else { return }
    var at = texts[number].words
    while at >= 0 {
      let name = names[words[at].name]
      if name.length == text.count, nameBytes(words[at].name).elementsEqual(text) {
        words[at].count &+= 1
        if words[at].last != exchange {
          words[at].last = exchange
          words[at].exchanges &+= 1
        }
        return
      }
      at = words[at].next
    }
    add(word: self.number(of: text), count: 1, exchanges: 1, last: exchange, to: number)
  }

  private func add(word name: Int32, count: Int, exchanges: Int, last: Int, to number: Int32) {
    guard texts[number].wordCount < Self.mostWords, words.count < Self.mostShapes else {
      texts[number].isOpen = true
      texts[number].words = -1
      return
    }
    texts[number].wordCount += 1
    texts[number].words = words.append(
      Word(
        name: name, next: texts[number].words, count: count, exchanges: exchanges, last: last))
  }

  private func addArray(_ cursor: TapeCursor, _ index: Int, to shape: Int32, _ depth: Int) {
    shapes[shape].arrays &+= 1
    let end = cursor.next(index)
    var element = cursor.firstChild(index)
    guard element < end else {
      shapes[shape].emptyArrays &+= 1
      return
    }
    guard let elements = elements(of: shape, depth) else { return }
    while element < end {
      add(cursor, element, to: elements, depth: depth &+ 1)
      element = cursor.next(element)
    }
  }

  private func elements(of shape: Int32, _ depth: Int) -> Int32? {
    if shapes[shape].elements >= 0 { return shapes[shape].elements }
    guard hasRoom(depth) else { return nil }
    let elements = newShape(mayEnumerate: shapes[shape].mayEnumerate)
    shapes[shape].elements = elements
    return elements
  }

  private func hasRoom(_ depth: Int) -> Bool {
    let hasRoom = depth < Self.deepest && shapes.count < Self.mostShapes
    if !hasRoom { uncounted += 1 }
    return hasRoom
  }

  private func addObject(_ cursor: TapeCursor, _ index: Int, to shape: Int32, _ depth: Int) {
    let first = found.count
    defer { found.cut(to: first) }
    let object = objects[0]
    objects[0] = object &+ 1
    findMembers(of: index, cursor, in: shape, depth)
    var shape = shape
    if shapes[shape].hasDiscriminator, let kind = kind(of: index, cursor, in: shape, first, depth) {
      shapes[shape].objects &+= 1
      findSameMembers(in: kind, from: first, depth)
      shape = kind
    }
    shapes[shape].objects &+= 1
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    var position = 0
    var isKeyed = false
    while key < end {
      let value = key &+ 1
      let member = found[Int32(truncatingIfNeeded: first &+ position)]
      if member >= 0 {
        guard members[member].last != object else {
          position &+= 1
          key = cursor.next(value)
          continue
        }
        members[member].last = object
        members[member].objects &+= 1
        members[member].positions &+= position
        add(cursor, value, to: members[member].shape, depth: depth &+ 1)
      } else if member == Self.isData {
        isKeyed = true
        add(cursor, value, to: shapes[shape].keyed, depth: depth &+ 1)
      }
      position &+= 1
      key = cursor.next(value)
    }
    if isKeyed { shapes[shape].keyedObjects &+= 1 }
  }

  private static let isData: Int32 = -1
  private static let isLeftOut: Int32 = -2

  /// Appends to `found` the member for each key of an object.
  private func findMembers(of object: Int, _ cursor: TapeCursor, in shape: Int32, _ depth: Int) {
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    var hint = shapes[shape].members
    while key < end {
      let member: Int32
      if hint >= 0, isName(members[hint].name, cursor, key) {
        member = hint
      } else {
        member = findMember(cursor, key, in: shape, depth)
      }
      found.append(member)
      hint = member >= 0 ? members[member].next : shapes[shape].members
      key = cursor.next(key &+ 1)
    }
  }

  /// Replaces the members of an object by those of the same names in another shape.
  private func findSameMembers(in shape: Int32, from first: Int, _ depth: Int) {
    var hint = shapes[shape].members
    for position in first..<found.count {
      let position = Int32(truncatingIfNeeded: position)
      let member = found[position]
      if member == Self.isData { found[position] = keyed(in: shape, depth) }
      guard member >= 0 else { continue }
      let name = members[member].name
      if hint < 0 || members[hint].name != name {
        hint = self.member(name, of: shape) ?? room(for: name, in: shape, depth)
      }
      found[position] = hint
      hint = hint >= 0 ? members[hint].next : -1
    }
  }

  /// A new member, or where values go that get none.
  private func room(for name: Int32, in shape: Int32, _ depth: Int) -> Int32 {
    guard shapes[shape].memberCount < Self.mostMembers else { return keyed(in: shape, depth) }
    guard hasRoom(depth) else { return Self.isLeftOut }
    return newMember(name, of: shape)
  }

  @inline(__always)
  private func isName(_ name: Int32, _ cursor: TapeCursor, _ key: Int) -> Bool {
    let length = names[name].length
    guard cursor.length(key) == length, !cursor.isEscaped(key) else { return false }
    let text = cursor.start(key)
    let own = letters.start + names[name].start
    for at in 0..<length where own[at] != text[at] { return false }
    return true
  }

  private func findMember(
    _ cursor: TapeCursor, _ key: Int, in shape: Int32, _ depth: Int
  ) -> Int32 {
    var decoded: [UInt8] = []
    return cursor.withStringBytes(key, scratch: &decoded) { text in
      if DataLook.isKey(text) { return keyed(in: shape, depth) }
      let number = number(of: text)
      return member(number, of: shape) ?? room(for: number, in: shape, depth)
    }
  }

  private func keyed(in shape: Int32, _ depth: Int) -> Int32 {
    guard shapes[shape].keyed < 0 else { return Self.isData }
    guard hasRoom(depth) else { return Self.isLeftOut }
    let keyed = newShape()
    shapes[shape].keyed = keyed
    return Self.isData
  }

  func member(_ name: Int32, of shape: Int32) -> Int32? {
    if let index = indexes[shape] { return index[name] }
    var at = shapes[shape].members
    while at >= 0 {
      if members[at].name == name { return at }
      at = members[at].next
    }
    return nil
  }

  private func newMember(_ name: Int32, of shape: Int32) -> Int32 {
    let traits = traits(of: name)
    let value = newShape(mayEnumerate: traits.mayEnumerate)
    let member = members.append(Member(name: name, shape: value, next: -1))
    // At the end of the list, so that the next object finds each after the one before it.
    if shapes[shape].members < 0 {
      shapes[shape].members = member
    } else {
      members[lastMember(of: shape)].next = member
    }
    shapes[shape].memberCount += 1
    lastMembers[shape] = member
    if traits.discriminator >= 0 { shapes[shape].hasDiscriminator = true }
    if indexes[shape] != nil {
      indexes[shape]?[name] = member
    } else if shapes[shape].memberCount > 16 {
      indexes[shape] = index(of: shape)
    }
    return member
  }

  private var lastMembers: [Int32: Int32] = [:]

  private func lastMember(of shape: Int32) -> Int32 { lastMembers[shape] ?? shapes[shape].members }

  private func index(of shape: Int32) -> [Int32: Int32] {
    var index: [Int32: Int32] = [:]
    var at = shapes[shape].members
    while at >= 0 {
      index[members[at].name] = at
      at = members[at].next
    }
    return index
  }

  // MARK: Kinds

  /// The shape for objects like this one; nil where it has no discriminator, or where there are too
  /// many kinds.
  private func kind(
    of object: Int, _ cursor: TapeCursor, in shape: Int32, _ first: Int, _ depth: Int
  ) -> Int32? {
    guard shapes[shape].kindCount <= Self.mostKinds else { return nil }
    var best: (rank: Int8, member: Int32, value: Int)?
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    var position = first
    while key < end {
      let member = found[Int32(truncatingIfNeeded: position)]
      if member >= 0, cursor.rawTag(key &+ 1) == TapeTag.string.rawValue {
        let rank = names[members[member].name].discriminator
        if rank >= 0, best.map({ rank < $0.rank }) ?? true { best = (rank, member, key &+ 1) }
      }
      position += 1
      key = cursor.next(key &+ 1)
    }
    guard let best, !cursor.isEscaped(best.value), cursor.length(best.value) <= TextForm.longestWord
    else { return nil }
    let text = cursor.rawBytes(best.value)
    guard TextForm.of(text) == .word else { return nil }
    let value = number(of: text)
    guard let kind = kind(value, of: members[best.member].name, in: shape, depth) else {
      return nil
    }
    if kinds[kind].last != exchange {
      kinds[kind].last = exchange
      kinds[kind].exchanges &+= 1
    }
    return kinds[kind].shape
  }

  /// The number of a kind.
  private func kind(_ value: Int32, of name: Int32, in shape: Int32, _ depth: Int) -> Int32? {
    var at = shapes[shape].kinds
    while at >= 0 {
      if kinds[at].value == value, kinds[at].member == name { return at }
      at = kinds[at].next
    }
    guard hasRoom(depth) else { return nil }
    shapes[shape].kindCount += 1
    guard shapes[shape].kindCount <= Self.mostKinds else {
      foldKinds(of: shape)
      return nil
    }
    let inner = newShape()
    let kind = kinds.append(
      Kind(member: name, value: value, shape: inner, next: shapes[shape].kinds))
    shapes[shape].kinds = kind
    return kind
  }

  /// Counts the objects of all kinds as members of the place itself.
  func foldKinds(of shape: Int32) {
    var at = shapes[shape].kinds
    shapes[shape].kinds = -1
    shapes[shape].kindCount = Self.mostKinds + 1
    while at >= 0 {
      let kind = kinds[at]
      // They were counted here when they came.
      shapes[shape].objects -= shapes[kind.shape].objects
      merge(self, kind.shape, into: shape)
      at = kind.next
    }
  }

  // MARK: Sums

  /// Adds what a place of another tally, or of this one, showed.
  func merge(_ other: ValueTally, _ source: Int32, into target: Int32, depth: Int = 0) {
    let from = other.shapes[source]
    mergeCounts(other, source, into: target)
    if from.elements >= 0, let elements = elements(of: target, depth) {
      merge(other, from.elements, into: elements, depth: depth + 1)
    }
    if from.keyed >= 0, keyed(in: target, depth) == Self.isData {
      merge(other, from.keyed, into: shapes[target].keyed, depth: depth + 1)
    }
    var at = from.members
    while at >= 0 {
      let member = other.members[at]
      let name = other === self ? member.name : number(of: other.nameBytes(member.name))
      let own: Int32?
      if let known = self.member(name, of: target) {
        own = known
      } else if shapes[target].memberCount < Self.mostMembers, hasRoom(depth) {
        own = newMember(name, of: target)
      } else {
        own = nil
      }
      if let own {
        members[own].objects += member.objects
        members[own].positions += member.positions
        merge(other, member.shape, into: members[own].shape, depth: depth + 1)
      } else if keyed(in: target, depth) == Self.isData {
        merge(other, member.shape, into: shapes[target].keyed, depth: depth + 1)
      }
      at = other.members[at].next
    }
    mergeKinds(other, from, into: target, depth)
  }

  /// Without what is inside of the values.
  func mergeCounts(_ other: ValueTally, _ source: Int32, into target: Int32) {
    let from = other.shapes[source]
    shapes[target].nulls += from.nulls
    shapes[target].booleans += from.booleans
    shapes[target].trues += from.trues
    shapes[target].integers += from.integers
    shapes[target].fractions += from.fractions
    shapes[target].strings += from.strings
    shapes[target].arrays += from.arrays
    shapes[target].emptyArrays += from.emptyArrays
    shapes[target].objects += from.objects
    shapes[target].keyedObjects += from.keyedObjects
    if from.mayEnumerate { shapes[target].mayEnumerate = true }
    if from.texts >= 0 { mergeTexts(other, from.texts, into: target) }
  }

  private func mergeKinds(_ other: ValueTally, _ from: Shape, into target: Int32, _ depth: Int) {
    if from.hasDiscriminator { shapes[target].hasDiscriminator = true }
    if from.kindCount > Self.mostKinds, shapes[target].kindCount <= Self.mostKinds {
      foldKinds(of: target)
    }
    var at = from.kinds
    while at >= 0 {
      let kind = other.kinds[at]
      let name = other === self ? kind.member : number(of: other.nameBytes(kind.member))
      let value = other === self ? kind.value : number(of: other.nameBytes(kind.value))
      if shapes[target].kindCount <= Self.mostKinds,
        let inner = self.kind(value, of: name, in: target, depth)
      {
        kinds[inner].exchanges += kind.exchanges
        merge(other, kind.shape, into: kinds[inner].shape, depth: depth)
      } else {
        shapes[target].objects -= other.shapes[kind.shape].objects
        merge(other, kind.shape, into: target, depth: depth)
      }
      at = kind.next
    }
  }

  private func mergeTexts(_ other: ValueTally, _ source: Int32, into target: Int32) {
    if shapes[target].texts < 0 { shapes[target].texts = newTexts() }
    let own = shapes[target].texts
    let from = other.texts[source]
    for form in 0..<Int32(TextForm.allCases.count) {
      formCounts[texts[own].forms + form] += other.formCounts[from.forms + form]
    }
    if from.isOpen {
      texts[own].isOpen = true
      texts[own].words = -1
    }
    var at = from.words
    while at >= 0, !texts[own].isOpen {
      let word = other.words[at]
      let name = other === self ? word.name : number(of: other.nameBytes(word.name))
      var known = texts[own].words
      while known >= 0, words[known].name != name { known = words[known].next }
      if known >= 0 {
        words[known].count += word.count
        words[known].exchanges += word.exchanges
      } else {
        add(word: name, count: word.count, exchanges: word.exchanges, last: -1, to: own)
      }
      at = word.next
    }
  }
}
