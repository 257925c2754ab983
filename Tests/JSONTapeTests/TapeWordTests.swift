import Foundation
@_spi(Engine) import JSONTape
import Testing

struct TapeWordTests {
  static let example = #"{"id":7,"at":[1.5,null],"s":"\n"}"#

  static let diagram = #"""
    0   object   count 3    offset 0
    1            next 11    end 33
    2   string   length 2   offset 2       id
    3   integer  length 1   offset 6       7
    4   string   length 2   offset 9       at
    5   array    count 2    offset 13
    6            next 9     end 23
    7   number   length 3   offset 14      1.5
    8   null     length 4   offset 18      null
    9   string   length 1   offset 25      s
    10  string   length 2   offset 29      \n        escaped
    """#

  @Test func diagramIsWhatTheParserWrites() throws {
    let document = try JSONDocument(Self.example)
    #expect(document.withCursor(Self.drawing) == Self.diagram)
  }

  @Test func diagramIsTheOneInTheSource() throws {
    let file = ParsingSuite.packageRoot.appendingPathComponent("Sources/JSONTape/TapeWord.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let commented = Self.diagram.split(separator: "\n").map { "///     \($0)\n" }.joined()
    #expect(source.contains("`\(Self.example)`"))
    #expect(source.contains(commented))
  }

  @Test func layoutIsTheDocumentedOne() throws {
    // tag:4 escaped:1 length:27 offset:32, and next:32 end:32.
    let document = try JSONDocument(#"["\t"]"#)
    document.withCursor { cursor in
      #expect(cursor.words[0] == 6 << 60 | 1 << 32 | 0)
      #expect(cursor.words[1] == 3 << 32 | 6)
      #expect(cursor.words[2] == 5 << 60 | 1 << 59 | 2 << 32 | 2)
    }
  }

  private static func drawing(_ cursor: TapeCursor) -> String {
    var lines: [String] = []
    var index = 0
    while index < cursor.next(0) {
      guard let tag = TapeTag(rawValue: cursor.rawTag(index)) else { return "no such tag" }
      let size = cursor.isContainer(index) ? "count" : "length"
      var columns = [
        pad("\(index)", 4), pad("\(tag)", 9), pad("\(size) \(cursor.length(index))", 11),
        pad("offset \(cursor.offset(index))", 15),
      ]
      if cursor.isContainer(index) {
        lines.append(columns.joined())
        columns = [
          pad("\(index + 1)", 13), pad("next \(cursor.next(index))", 11),
          "end \(cursor.endOffset(index))",
        ]
        index += 1
      } else {
        let text = String(decoding: cursor.rawBytes(index), as: UTF8.self)
        columns.append(cursor.isEscaped(index) ? pad(text, 10) + "escaped" : text)
      }
      lines.append(columns.joined())
      index += 1
    }
    return lines.map(trimmed).joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
