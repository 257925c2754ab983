@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// Documents with a byte or a few changed: nothing may trap, and every verdict is held against the
/// reference parser's.
struct MutationTests {
  private static let seeds: [String] = [
    #"{"id":1003,"name":"La Żabka","lat":65.47476372635438,"tags":[],"x":null,"ok":true}"#,
    #"[{"a\u00e9\n":"\ud83d\ude00 ü€😀"},[1,-2.5e+10,0.0,[[[]]]], false , {"":{}}]"#,
    "\u{FEFF}{\r\n  \"k\" : [ \"\\\"\\\\\\/\" ,\t1E5 ] ,\n        \"long key here\" : \"a longer text value\"\n}\n",
    #""\b\f\n\r\t just a string""#, "-12345678901234567890.5e-12", "true",
    #"{"a":1,"a":2,"\u0061":3,"b":{"c":[1,1.0,10e-1,"1"]}}"#,
  ]

  /// Bytes that mean something, so that more mutants get past the first error.
  private static let telling =
    Array("{}[]\",:\\/utfn0123456789eE+-. \n\t\0\u{1}é€😀\u{FEFF}'#NaI".utf8) + [
      0xC0, 0xED, 0xF5, 0xFF,
    ]

  @Test(arguments: 0..<8)
  func nothingTrapsAndEveryVerdictIsRight(_ part: UInt64) {
    var random = SeededGenerator(seed: part)
    var accepted = 0
    let rounds = TestSeed.rounds(10_000)
    for round in 0..<rounds {
      var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { Self.mutate(&bytes, using: &random) }
      let isRight = ReferenceParser.accepts(bytes, maximumDepth: 512)
      do throws(JSONParseError) {
        let document = try JSONDocument(bytes)
        accepted += 1
        if !isRight || !Self.isConsistent(document) {
          Issue.record("accepted: \(bytes)")
        }
      } catch {
        if isRight || !(0...bytes.count).contains(error.offset) || error.message.isEmpty {
          Issue.record("refused: \(bytes) \(error)")
        }
      }
    }
    // Both sides of the verdict are exercised.
    #expect((rounds / 12..<rounds / 12 * 11).contains(accepted))
  }

  private static func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let position = Int.random(in: 0..<max(1, bytes.count), using: &random)
    let byte = telling.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where !bytes.isEmpty: bytes[position] = byte
    case 1 where !bytes.isEmpty: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2 where !bytes.isEmpty: bytes.remove(at: position)
    case 3 where !bytes.isEmpty && Bool.random(using: &random): bytes.removeSubrange(position...)
    case 4:
      let length = min(bytes.count - position, Int.random(in: 0..<12, using: &random))
      guard length > 0 else { return }
      bytes.insert(contentsOf: bytes[position..<position + length], at: position)
    case 5: bytes.insert(contentsOf: Array(" 1 ".utf8).prefix(1), at: min(position, bytes.count))
    default: bytes.insert(byte, at: min(position, bytes.count))
    }
  }

  /// Everything that can be asked of a document is asked, and ranges lie inside each other.
  private static func isConsistent(_ document: JSONDocument) -> Bool {
    let root = document.root
    guard root == root, root.hashValue == root.hashValue else { return false }
    let isUnique = document.duplicateKeys().isEmpty
    for node in root.elements.map(\.self) + root.properties.map(\.value) {
      let found = document.node(at: document.pointer(to: node.tapeIndex))
      // A pointer leads to the first of the properties with its name.
      guard found?.tapeIndex == node.tapeIndex || !isUnique else { return false }
    }
    return isConsistent(root, in: ByteRange(offset: 0, length: document.byteCount))
  }

  private static func isConsistent(_ node: JSONNode, in outer: ByteRange) -> Bool {
    let range = node.range
    guard range.offset >= outer.offset, range.end <= outer.end, range.length > 0 else {
      return false
    }
    if node.kind == .string, node.string == nil { return false }
    if node.kind == .number {
      guard let number = node.number, number == number, !(number < number) else { return false }
      guard number.isMultiple(of: JSONNumber(1)) == number.isInteger else { return false }
    }
    var found = 0
    for element in node.elements {
      found += 1
      guard isConsistent(element, in: range) else { return false }
    }
    for property in node.properties {
      found += 1
      guard isConsistent(property.key, in: range), isConsistent(property.value, in: range) else {
        return false
      }
    }
    return found == node.count
  }
}
