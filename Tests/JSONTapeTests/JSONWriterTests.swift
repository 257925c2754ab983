import JSONTape
import TestSupport
import Testing

struct JSONWriterTests {
  private func text(_ writer: JSONWriter) -> String {
    String(decoding: writer.bytes, as: UTF8.self)
  }

  private func example(isPretty: Bool) throws -> JSONWriter {
    var writer = JSONWriter(isPretty: isPretty)
    writer.beginObject()
    writer.key("a\"b")
    writer.beginArray()
    writer.integer(-1)
    writer.number(try #require(JSONNumber("1.50e+3")))
    writer.boolean(true)
    writer.boolean(false)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.key("")
    writer.raw("{}".utf8)
    writer.endObject()
    return writer
  }

  @Test func minified() throws {
    #expect(
      text(try example(isPretty: false))
        == #"{"a\"b":[-1,1.50e+3,true,false,null,{},[]],"":{}}"#)
  }

  @Test func pretty() throws {
    #expect(
      text(try example(isPretty: true)) == #"""
        {
          "a\"b": [
            -1,
            1.50e+3,
            true,
            false,
            null,
            {},
            []
          ],
          "": {}
        }
        """#)
  }

  @Test func escapes() {
    #expect(
      JSONWriter.quoted("\0\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F} \"\\/é😀")
        == #""\u0000\u0001\b\t\n\u000b\f\r\u001f"# + "\u{7F}" + #" \"\\/é😀""#)
  }

  @Test func streaming() {
    var writer = JSONWriter()
    var output: [UInt8] = []
    writer.beginArray()
    for number in 0..<3 {
      writer.integer(number)
      output += writer.takeBytes()
    }
    writer.endArray()
    writer.endLine()
    output += writer.takeBytes()
    #expect(String(decoding: output, as: UTF8.self) == "[0,1,2]\n")
    #expect(writer.bytes.isEmpty)
  }

  @Test(arguments: [true, false])
  func randomDocumentsComeBackEqual(isPretty: Bool) throws {
    for seed: UInt64 in 0..<400 {
      var random = SeededGenerator(seed: seed)
      let value = RandomValue.make(depth: 6, using: &random)
      var writer = JSONWriter(isPretty: isPretty)
      value.write(to: &writer)
      let document = try JSONDocument(writer.bytes)
      #expect(value.matches(document.root), "seed \(seed)")
      #expect(ReferenceParser.accepts(writer.bytes, maximumDepth: 512))
      var again = JSONWriter(isPretty: !isPretty)
      value.write(to: &again)
      #expect(try JSONDocument(again.bytes).root == document.root)
    }
  }
}

/// A value made at random, that can be written and recognised.
indirect enum RandomValue {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(JSONNumber)
  case string(String)
  case array([RandomValue])
  case object([(name: String, value: RandomValue)])

  static func make(depth: Int, using random: inout SeededGenerator) -> RandomValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return .null
    case 1: return .boolean(.random(using: &random))
    case 2: return .integer(.random(in: .min ... .max, using: &random))
    case 3:
      let digits = Int.random(in: 0...Int.max, using: &random)
      let text =
        "\(Bool.random(using: &random) ? "-" : "")\(digits).\(digits % 1000)E-\(digits % 99)"
      return JSONNumber(text).map { .number($0) } ?? .null
    case 4, 5: return .string(text(using: &random))
    case 6, 7:
      return .array(
        (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          make(depth: depth - 1, using: &random)
        })
    default:
      return .object(
        (0..<Int.random(in: 0..<6, using: &random)).map { position in
          ("\(position)" + text(using: &random), make(depth: depth - 1, using: &random))
        })
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<24, using: &random) {
      let limit: UInt32 =
        [0x20, 0x7F, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &random) ?? 0
      let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) ?? "\\"
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .object(let properties):
      writer.beginObject()
      for property in properties {
        writer.key(property.name)
        property.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  func matches(_ node: JSONNode) -> Bool {
    switch self {
    case .null: node.isNull
    case .boolean(let value): node.bool == value
    case .integer(let value): node.int == value
    case .number(let value): node.number == value
    case .string(let value): node.string.map { Array($0.utf8) } == Array(value.utf8)
    case .array(let values):
      node.kind == .array && node.count == values.count
        && zip(values, node.elements).allSatisfy { $0.matches($1) }
    case .object(let properties):
      node.kind == .object && node.count == properties.count
        && zip(properties, node.properties).allSatisfy { property, found in
          Array(property.name.utf8) == Array(found.name.utf8) && property.value.matches(found.value)
        }
    }
  }
}
