import TestSupport
import Testing

@_spi(Engine) @testable import JSONTape

/// Each fast path of this module beside plain code that says the same slowly, over random input and
/// the input at which such code goes wrong.
///
/// Elsewhere: names known from earlier documents in `KnownNamesTests`, strings decoded on the way in
/// `StringArenaTests`, lines and columns in `LineIndexTests`, whole texts in `MutationTests`.
@Suite struct TwinTests {
  /// A text in a buffer that may be read past its end, as the parser's may.
  static func withPadding<R>(
    _ bytes: [UInt8], after lead: Int = 0, _ body: (ByteView) -> R
  ) -> R {
    let padded =
      [UInt8](repeating: 0x20, count: lead) + bytes + [UInt8](repeating: 0, count: 64)
    return padded.withByteView {
      body(ByteView(rebasing: $0[lead..<lead + bytes.count]))
    }
  }

  // MARK: UTF-8

  /// The length of a sequence of two bytes or more, by the table of RFC 3629, section 4.
  private static func sequenceLength(_ bytes: [UInt8]) -> Int {
    func continues(_ place: Int) -> Bool { 0x80...0xBF ~= bytes[place] }
    switch bytes[0] {
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0...0xEF:
      let least: UInt8 = bytes[0] == 0xE0 ? 0xA0 : 0x80
      let greatest: UInt8 = bytes[0] == 0xED ? 0x9F : 0xBF
      return (least...greatest).contains(bytes[1]) && continues(2) ? 3 : 0
    case 0xF0...0xF4:
      let least: UInt8 = bytes[0] == 0xF0 ? 0x90 : 0x80
      let greatest: UInt8 = bytes[0] == 0xF4 ? 0x8F : 0xBF
      return (least...greatest).contains(bytes[1]) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }

  /// All pairs of bytes, before all bytes that may or may not follow them.
  @Test func sequencesAreThoseOfTheTable() {
    let ends: [UInt8] = [0, 0x22, 0x7F, 0x80, 0x8F, 0x9F, 0xBF, 0xC0, 0xFF]
    var wrong: [[UInt8]] = []
    for first in UInt8(0x80)...0xFF {
      for second in UInt8.min...0xFF {
        for third in ends {
          for fourth in ends {
            let bytes = [first, second, third, fourth]
            let length = bytes.withByteView {
              UTF8Scan.sequenceLength($0.memory.baseAddress!)
            }
            if length != Self.sequenceLength(bytes) { wrong.append(bytes) }
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  /// Bytes are counted in blocks, then in words, then one by one.
  @Test func scalarsAreCountedAsOneByOne() {
    let seed = TestSeed.seed(1)
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "é", "€", "😀", "0123456789abcdef", "éééééééééééééééé", "\u{7F}"]
    for round in 0..<TestSeed.rounds(600) {
      var text = ""
      while text.utf8.count < round { text += random.pick(pieces) }
      let bytes = Array(text.utf8)
      let count = Self.withPadding(bytes, after: random.below(9)) { UTF8Scan.scalarCount($0) }
      #expect(count == text.unicodeScalars.count, "\(round) bytes, seed \(seed)")
    }
    // A block counts up to 255 of each column before it is added up.
    for length in [255 * 32 - 1, 255 * 32, 255 * 32 + 1, 511 * 32, 70_000] {
      for byte in [0x80, 0xBF] as [UInt8] {
        let bytes = [UInt8](repeating: byte, count: length)
        #expect(Self.withPadding(bytes) { UTF8Scan.scalarCount($0) } == 0)
      }
      let bytes = [UInt8](repeating: 0xC1, count: length)
      #expect(Self.withPadding(bytes) { UTF8Scan.scalarCount($0) } == length)
    }
  }

  // MARK: Scanning

  /// A document's verdict, beside that of the parser that reads byte by byte.
  private func expectSameVerdict(_ bytes: [UInt8], _ comment: String = "") -> Bool {
    let isRight = ReferenceParser.accepts(bytes, maximumDepth: 512)
    let isAccepted = (try? JSONDocument(bytes)) != nil
    if isAccepted != isRight {
      Issue.record("accepted: \(isAccepted), \(String(decoding: bytes, as: UTF8.self)) \(comment)")
    }
    return isRight
  }

  /// Every byte at every place of a word, in a string, a name, a number and between values.
  @Test func everyByteIsSeenAtEveryPlace() {
    for lead in 0..<17 {
      for byte in UInt8.min...0xFF {
        for rest in [0, 9] {
          let before = [UInt8](repeating: UInt8(ascii: "1"), count: lead)
          let text = before + [byte] + [UInt8](repeating: UInt8(ascii: "1"), count: rest)
          let spaces = before.map { _ in UInt8(ascii: " ") } + [byte, UInt8(ascii: " ")]
          _ = expectSameVerdict(Array("[\"".utf8) + text + Array("\"]".utf8))
          _ = expectSameVerdict(Array("{\"".utf8) + text + Array("\":1}".utf8))
          _ = expectSameVerdict(text)
          _ = expectSameVerdict(Array("[".utf8) + text + Array(",2]".utf8))
          _ = expectSameVerdict(Array("[".utf8) + spaces + Array("1]".utf8))
        }
      }
    }
  }

  @Test func numbersAreScannedAsByteByByte() {
    let seed = TestSeed.seed(2)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "0", "1", "9", "00", "12345678", "123456789012345678", "-", ".", "e", "E", "e+", "E-", ".0",
      "e5", " ", "+", "a", "0.5",
    ]
    var right = 0
    for _ in 0..<TestSeed.rounds(20_000) {
      let text = (0..<1 + random.below(6)).map { _ in random.pick(pieces) }.joined()
      if expectSameVerdict(Array("[\(text)]".utf8), "seed \(seed)") { right += 1 }
    }
    #expect(right > 2_000 && right < TestSeed.rounds(18_000))
  }

  @Test func spaceIsSkippedAsByteByByte() {
    let seed = TestSeed.seed(3)
    var random = SeededGenerator(seed: seed)
    var right = 0
    for _ in 0..<TestSeed.rounds(5_000) {
      var text = ""
      for token in [
        "", "{", "\"a\"", ":", "[", "1", ",", "\"b\"", "]", ",", "\"c\"", ":", "{", "}", "}",
      ] {
        text += token
        let space = random.pick([" ", " ", "\n", "\t", "\r", "\n        ", "\r\n  "])
        for _ in 0..<random.below(2) * random.below(12) { text += space }
        if random.below(150) == 0 { text += random.pick(["\u{B}", "\u{A0}", "\0", "\u{1}", "x"]) }
      }
      if expectSameVerdict(Array(text.utf8), "seed \(seed)") { right += 1 }
    }
    #expect(right > 1_000 && right < TestSeed.rounds(5_000))
  }

  // MARK: Strings

  /// The UTF-16 code units of a string's content, escapes decoded one by one.
  private static func codeUnits(_ raw: String) -> [UInt16] {
    var units: [UInt16] = []
    var rest = Substring(raw)
    while let character = rest.unicodeScalars.popFirst() {
      guard character == "\\", let escape = rest.unicodeScalars.popFirst() else {
        units += Array(String(character).utf16)
        continue
      }
      switch escape {
      case "b": units.append(8)
      case "t": units.append(9)
      case "n": units.append(10)
      case "f": units.append(12)
      case "r": units.append(13)
      case "u":
        units.append(UInt16(rest.prefix(4), radix: 16) ?? 0)
        rest = rest.dropFirst(4)
      default: units += Array(String(escape).utf16)
      }
    }
    return units
  }

  private static let parts = [
    "a", "b", "0123456", "01234567", "é", "日本", "😀", #"\""#, #"\\"#, #"\/"#, #"\b\f\n\r\t"#,
    #"\u0061"#, #"\u00e9"#, #"\u00E9"#, #"\ud83d\ude00"#, #"\uD83D\uDE00"#, #"\ud83d"#, #"\ude00"#,
    #"\ud7ff"#, #"\ue000"#, #"\uFFFF"#, #"\u0000"#, #"\\u0061"#, "\u{7F}", "u",
  ]

  /// What is asked of a string, by the tape and by its code units.
  @Test func stringsAreReadAsByCodeUnits() throws {
    let seed = TestSeed.seed(4)
    var random = SeededGenerator(seed: seed)
    var known: [(value: String, hash: UInt64)] = []
    var (halves, same) = (0, 0)
    for round in 0..<TestSeed.rounds(6_000) {
      let raw = (0..<random.below(round % 3 == 0 ? 30 : 3)).map { _ in random.pick(Self.parts) }
        .joined()
      let units = Self.codeUnits(raw)
      let value = String(decoding: units, as: UTF16.self)
      // A half of a pair is what does not come back.
      let hasHalf = Array(value.utf16) != units
      if hasHalf { halves += 1 }
      let document = try JSONDocument("[\"\(raw)\"]")
      document.withCursor { cursor in
        let comment: Comment = "\(raw), seed \(seed)"
        #expect(cursor.isEscaped(2) == raw.contains("\\"), comment)
        #expect(cursor.isMarked(0) == hasHalf, comment)
        #expect((cursor.halfSurrogate(2) != nil) == hasHalf, comment)
        #expect(Array(cursor.decodedString(2).utf8) == Array(value.utf8), comment)
        #expect(cursor.scalarCount(2) == value.unicodeScalars.count, comment)
        let hash = cursor.stringHash(2)
        for (other, otherHash) in known.suffix(40) + [(value, hash)] {
          let isEqual = Array(other.utf8) == Array(value.utf8)
          let equals = other.withByteView { cursor.stringEquals(2, $0) }
          #expect(equals == isEqual, "\(raw) and \(other), seed \(seed)")
          #expect((hash == otherHash) == isEqual, "\(raw) and \(other), seed \(seed)")
          if isEqual { same += 1 }
        }
        known.append((value, hash))
      }
    }
    #expect(halves > 500 && same > 7_000)
  }
}
