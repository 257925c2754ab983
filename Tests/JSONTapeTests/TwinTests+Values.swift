@_spi(Engine) import JSONTape
import TestSupport
import Testing

extension PlainValue {
  private static let numbers = ["0", "1", "-1", "10", "1.5", "0.1", "12345678901234567890", "1e20"]
  private static let texts = ["", "a", "b", "é", "e\u{301}", "name of more than 16 bytes", "😀"]

  fileprivate init(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(depth > 0 ? 7 : 4) {
    case 0: self = .null
    case 1: self = .bool(random.below(2) == 0)
    case 2: self = .number(random.pick(Self.numbers))
    case 3: self = .text(random.pick(Self.texts))
    case 4:
      self = .list((0..<random.below(4)).map { _ in PlainValue(&random, depth: depth - 1) })
    default:
      var properties: [(name: String, value: PlainValue)] = []
      for name in Self.texts where random.below(2) == 0 {
        properties.append((name, PlainValue(&random, depth: depth - 1)))
      }
      self = .object(properties)
    }
  }

  /// A copy with one part changed, as a rule.
  fileprivate func changed(_ random: inout SeededGenerator) -> PlainValue {
    switch self {
    case .list(var elements) where !elements.isEmpty && random.below(4) > 0:
      let place = random.below(elements.count)
      elements[place] = elements[place].changed(&random)
      if random.below(5) == 0 { elements.reverse() }
      return .list(elements)
    case .object(var properties) where !properties.isEmpty && random.below(4) > 0:
      let place = random.below(properties.count)
      properties[place].value = properties[place].value.changed(&random)
      return .object(properties)
    default: return PlainValue(&random, depth: 1)
    }
  }
}

extension TwinTests {
  /// Equal values are equal in any spelling, and share a hash.
  @Test func valuesAreEqualAsPartByPart() throws {
    let seed = TestSeed.seed(11)
    var random = SeededGenerator(seed: seed)
    var equal = 0
    for _ in 0..<TestSeed.rounds(5_000) {
      let value = PlainValue(&random, depth: 3)
      let other = random.below(3) == 0 ? value : value.changed(&random)
      let isEqual = value == other
      if isEqual { equal += 1 }
      let texts = (value.respelled(&random), other.respelled(&random))
      let document = try JSONDocument("[\(texts.0),\(texts.1)]")
      document.withCursor { cursor in
        let second = cursor.next(2)
        let comment: Comment = "\(texts), seed \(seed)"
        #expect(cursor.equal(2, cursor, second) == isEqual, comment)
        #expect(cursor.equal(second, cursor, 2) == isEqual, comment)
        #expect((cursor.hash(2) == cursor.hash(second)) == isEqual, comment)
      }
    }
    #expect(equal > 1_000 && equal < TestSeed.rounds(4_500))
  }

  /// Names of every length up to 40, many with the same beginning and end.
  private static func names(_ random: inout SeededGenerator) -> [String] {
    let length = random.below(41)
    let base = String(repeating: random.pick(["n", "ab", "é"]), count: length)
    return (0..<1 + random.below(60)).map { _ in
      var name = Array(base.unicodeScalars.prefix(random.below(3) == 0 ? random.below(41) : length))
      if random.below(2) == 0, !name.isEmpty { name[random.below(name.count)] = "x" }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: name)
      return String(text)
    }
  }

  @Test func repeatedNamesAreThoseComparedOneByOne() throws {
    let seed = TestSeed.seed(12)
    var random = SeededGenerator(seed: seed)
    var (with, without) = (0, 0)
    for _ in 0..<TestSeed.rounds(1_500) {
      var names = Self.names(&random)
      if random.below(2) == 0 { names = Array(Set(names)).sorted().shuffled(using: &random) }
      let properties = names.map { PlainValue.respelled($0, &random) + ":0" }
      let document = try JSONDocument("{\(properties.joined(separator: ","))}")
      let expected: [String] = names.indices.compactMap { place in
        let first = names.firstIndex {
          PlainValue.isSame($0, names[place])
        }
        return first == place ? nil : "\(first ?? 0) \(place)"
      }
      // The word of a name is at 2, 4, 6 …
      let found = document.duplicateKeys().map { "\($0.first / 2 - 1) \($0.repeated / 2 - 1)" }
      #expect(found == expected, "\(names), seed \(seed)")
      if expected.isEmpty { without += 1 } else { with += 1 }
    }
    #expect(with > 300 && without > 300)
  }

  @Test func propertiesAreFoundAsOneByOne() throws {
    let seed = TestSeed.seed(13)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestSeed.rounds(500) {
      let names = Self.names(&random)
      let properties = names.map { PlainValue.respelled($0, &random) + ":0" }
      let document = try JSONDocument("{\(properties.joined(separator: ","))}")
      for wanted in names.prefix(5) + Self.names(&random).prefix(5) {
        let place = names.firstIndex { PlainValue.isSame($0, wanted) }
        let found = wanted.withByteView { bytes in
          document.withCursor { $0.value(named: bytes, in: 0) }
        }
        #expect(found == place.map { $0 * 2 + 3 }, "\(wanted) in \(names), seed \(seed)")
      }
    }
  }
}
