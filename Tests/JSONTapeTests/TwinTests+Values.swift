@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// A value that is compared part by part: the plain twin of comparing on the tape.
private indirect enum PlainValue: Equatable {
  case word(String)
  case number(PlainDecimal, String)
  case text(String)
  case list([PlainValue])
  /// Names are not repeated.
  case object([(name: String, value: PlainValue)])

  static func == (left: PlainValue, right: PlainValue) -> Bool {
    switch (left, right) {
    case (.word(let one), .word(let other)): one == other
    case (.number(let one, _), .number(let other, _)): one == other
    case (.text(let one), .text(let other)): one.unicodeScalars.elementsEqual(other.unicodeScalars)
    case (.list(let one), .list(let other)): one == other
    case (.object(let one), .object(let other)):
      one.count == other.count
        && one.allSatisfy { member in
          other.contains {
            $0.name.unicodeScalars.elementsEqual(member.name.unicodeScalars)
              && $0.value == member.value
          }
        }
    default: false
    }
  }
}

extension PlainValue {
  private static let numbers = ["0", "1", "-1", "10", "1.5", "0.1", "12345678901234567890", "1e20"]
  private static let texts = ["", "a", "b", "é", "e\u{301}", "name of more than 16 bytes", "😀"]

  init(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(depth > 0 ? 6 : 3) {
    case 0: self = .word(random.pick(["null", "true", "false"]))
    case 1:
      let text = random.pick(Self.numbers)
      self = .number(PlainDecimal(text), text)
    case 2: self = .text(random.pick(Self.texts))
    case 3:
      self = .list((0..<random.below(4)).map { _ in PlainValue(&random, depth: depth - 1) })
    default:
      var members: [(name: String, value: PlainValue)] = []
      for name in Self.texts where random.below(2) == 0 {
        members.append((name, PlainValue(&random, depth: depth - 1)))
      }
      self = .object(members)
    }
  }

  /// A copy with one part changed, as a rule.
  func changed(_ random: inout SeededGenerator) -> PlainValue {
    switch self {
    case .list(var elements) where !elements.isEmpty && random.below(4) > 0:
      let place = random.below(elements.count)
      elements[place] = elements[place].changed(&random)
      if random.below(5) == 0 { elements.reverse() }
      return .list(elements)
    case .object(var members) where !members.isEmpty && random.below(4) > 0:
      let place = random.below(members.count)
      members[place].value = members[place].value.changed(&random)
      return .object(members)
    default: return PlainValue(&random, depth: 1)
    }
  }

  /// The value in one of its spellings: members in any order, any escapes, any form of a number.
  func written(_ random: inout SeededGenerator) -> String {
    switch self {
    case .word(let word): return word
    case .number(_, let text):
      guard !text.contains("e") else { return random.pick([text, "100e18", "1.0E+20"]) }
      let whole = text.contains(".") ? text : text + ".0"
      return random.pick([text, whole, whole + "00", text + "e0", whole + "E-0"])
    case .text(let text): return Self.written(text, &random)
    case .list(let elements):
      return "["
        + elements.map { $0.written(&random) }.joined(separator: random.pick([",", " , "]))
        + "]"
    case .object(let members):
      let order = random.below(2) == 0 ? members : members.shuffled(using: &random)
      return "{"
        + order.map { Self.written($0.name, &random) + ":" + $0.value.written(&random) }
        .joined(separator: ",") + "}"
    }
  }

  /// A text with some of its characters escaped.
  static func written(_ text: String, _ random: inout SeededGenerator) -> String {
    let escapes = random.below(3) == 0
    let written = text.utf16.map { unit -> String in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + (escapes ? written.joined() : text) + "\""
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
      let texts = (value.written(&random), other.written(&random))
      let document = try JSONDocument("[\(texts.0),\(texts.1)]")
      document.withCursor { cursor in
        let second = cursor.next(2)
        let comment: Comment = "\(texts), seed \(seed)"
        #expect(cursor.equal(2, cursor, second) == isEqual, comment)
        #expect(cursor.equal(second, cursor, 2) == isEqual, comment)
        #expect((cursor.hash(2) == cursor.hash(second)) == isEqual, comment)
      }
    }
    #expect(equal > 1_000 && equal < 4_500)
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
      let members = names.map { PlainValue.written($0, &random) + ":0" }
      let document = try JSONDocument("{\(members.joined(separator: ","))}")
      let expected: [String] = names.indices.compactMap { place in
        let first = names.firstIndex {
          $0.unicodeScalars.elementsEqual(names[place].unicodeScalars)
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

  @Test func membersAreFoundAsOneByOne() throws {
    let seed = TestSeed.seed(13)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestSeed.rounds(500) {
      let names = Self.names(&random)
      let members = names.map { PlainValue.written($0, &random) + ":0" }
      let document = try JSONDocument("{\(members.joined(separator: ","))}")
      for wanted in names.prefix(5) + Self.names(&random).prefix(5) {
        let place = names.firstIndex { $0.unicodeScalars.elementsEqual(wanted.unicodeScalars) }
        let found = Array(wanted.utf8).withUnsafeBufferPointer { bytes in
          document.withCursor { $0.value(named: bytes, in: 0) }
        }
        #expect(found == place.map { $0 * 2 + 3 }, "\(wanted) in \(names), seed \(seed)")
      }
    }
  }
}
