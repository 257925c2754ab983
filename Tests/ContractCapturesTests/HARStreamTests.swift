@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// HARs that pass by in pieces.
struct HARStreamTests {
  /// What a stream handed on, as text: exchanges with every place and body, problems with their lines.
  private static func parts(_ file: [UInt8], pieces size: Int, room: Int = 16) -> [String] {
    let stream = HARStream(pieceSize: room)
    var parts: [String] = []
    func take(_ part: HARStream.Part) {
      switch part {
      case .entry(let entry):
        var source = entry.source(name: "x")
        entry.read { item in
          switch item {
          case .exchange(let exchange):
            parts.append("\(exchange.account) from \(source.position(of: exchange.range.offset))")
          case .problem(let problem):
            parts.append("\(problem) at \(source.position(of: problem.range.offset))")
          }
        }
      case .problem(let problem, let position): parts.append("\(problem) at \(position)")
      }
    }
    file.withByteView { bytes in
      for start in stride(from: 0, to: bytes.count, by: size) {
        stream.feed(
          ByteView(rebasing: bytes[start..<min(bytes.count, start + size)]),
          yield: take)
      }
    }
    stream.finish(take)
    return parts
  }

  private static let entry =
    #"{"request": {"method": "GET", "url": "https://h/é"},"# + "\n"
    + #""response": {"status": 200, "content": {"text": "{\"a\": \"\\u00e9 \ud83d\ude00\"}"}}}"#

  /// Sound and broken files; each is read in the same way however it is cut.
  private static let files = [
    "", " ", "{", "[]", "7", "\"log\"", #"{"log": 1}"#, #"{"log": {}}"#, #"{"log": {}, }"#,
    #"{"log": {"entries": {}}}"#, #"{"log": {"entries": 12345}}"#,
    #"{"log": {"entries": []}} x"#, #"{"log": {"entries": []}}]"#, "{'log': 1}",
    #"{"log": {"entries": [7, null, "a", [1], {}]}}"#,
    #"{"log": {"entries": [7, nul, {}]}}"#, #"{"log": {"entries": [{}, [1 2], {}]}}"#,
    #"{"log": {"entries": [{},]}}"#, #"{"log": {"entries": [{} {}]}}"#,
    #"{"log": {"entries": [{}, {"a": unquotedAndVeryLongIndeed}, {}], "b": }}"#,
    #"{"log": {"entries": [{"a": "\x"}, {"a": [}], {}]}}"#,
    #"{"log": {"version": 01, "entries": [{}, {}]}}"#,
    #"{"log": {"a": {"entries": [1, }, "\u0065ntries": [], "entries": [{}]}}"#,
    #"{"log": {"\u0065ntries": [{}], "entries": [{}, {}]}, "log": {"entries": [{}]}}"#,
    #"{"x": {"log": {"entries": [{}]}}, "log": {"pages": [{"entries": [{}]}], "entries": [{}]}}"#,
    #"{"x": [tru], "log": {"entries": [{}]}}"#, #"{"x": tru, "log": {"entries": [{}]}}"#,
    "\u{FEFF}\n{\"log\":\r\n {\"entries\":\n[\(entry),\n \(entry)]}\n}\n",
    "{\"log\": {\"entries\": [\(entry), {\"request\": {\"a\": 01}}, \(entry)]}}",
    "{\"log\": {\"entries\": [\(entry), {\"request\": \u{1}}, \(entry), {\"b\": [",
    "{\"log\": {\"entries\": [\(entry)\(entry)], \"comment\": \"\(String(repeating: "é", count: 99))\"}}",
  ].map { Array($0.utf8) }

  @Test(arguments: files)
  func cutsChangeNothing(file: [UInt8]) {
    let whole = Self.parts(file, pieces: max(1, file.count), room: 4096)
    for size in [1, 2, 3, 7, 64] {
      #expect(Self.parts(file, pieces: size) == whole)
    }
    for size in 1..<max(2, file.count) {
      #expect(Self.parts(file, pieces: size, room: 64) == whole, "pieces of \(size)")
    }
  }

  @Test func cutsChangeNothingInDamagedFiles() {
    var generator = SeededGenerator(seed: 7)
    for file in Self.files where !file.isEmpty {
      for _ in 0..<60 {
        var damaged = file
        let position = Int.random(in: 0..<file.count, using: &generator)
        let bytes = Array(#"{}[]",:\n0ex é"#.utf8)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: damaged.remove(at: position)
        case 1: damaged.removeSubrange(position...)
        default: damaged[position] = bytes.randomElement(using: &generator) ?? 0
        }
        let whole = Self.parts(damaged, pieces: max(1, damaged.count), room: 4096)
        for size in [1, 5, 33] { #expect(Self.parts(damaged, pieces: size) == whole) }
      }
    }
  }

  @Test(
    .enabled(if: HARSuite.isPresent, "the HAR files are not at hand"), arguments: HARSuite.names)
  func recordersFilesToo(name: String) throws {
    let file = try HARSuite.bytes(name)
    let whole = Self.parts(file, pieces: file.count, room: file.count)
    #expect(!whole.isEmpty)
    for size in [61, 4099] { #expect(Self.parts(file, pieces: size) == whole) }
  }

  @Test func placesAreThoseOfTheFile() throws {
    let file = Array("\u{FEFF}{\"log\": {\"entries\": [\n7,\n  \(Self.entry),\n x]}}".utf8)
    var positions: [String] = []
    let stream = HARStream(pieceSize: 16)
    func take(_ part: HARStream.Part) {
      switch part {
      case .entry(let entry):
        var source = entry.source(name: "x")
        positions.append("\(source.position(of: entry.range.offset))")
      case .problem(_, let position): positions.append("\(position)")
      }
    }
    for byte in file { [byte].withByteView { stream.feed($0, yield: take) } }
    stream.finish(take)
    let expected = [
      TextPosition(line: 2, column: 1), TextPosition(line: 3, column: 3),
      TextPosition(line: 5, column: 2),
    ]
    #expect(positions == expected.map { "\($0)" })
  }

  @Test func theWindowGrowsWithTheLongestEntryAlone() {
    func widest(_ entries: Int, longest: Int, property: Int = 0) -> Int {
      let stream = HARStream(pieceSize: 1024)
      let usual = stream.capacity
      var widest = usual
      var seen = 0
      func feed(_ text: String) {
        let text = text
        text.withByteView { stream.feed($0) { _ in seen += 1 } }
        widest = max(widest, stream.capacity)
      }
      feed(#"{"log": {"_other": ["#)
      for _ in 0..<property { feed(#"{"a": [1, "b", null]}, "#) }
      feed(#"0], "entries": ["#)
      for index in 0..<entries {
        let length = index == entries / 2 ? longest : 100
        feed(#"{"a": ""# + String(repeating: "x", count: length) + #""}, "#)
      }
      feed("{}]}}")
      stream.finish { _ in seen += 1 }
      #expect(seen == entries + 1)
      // A long entry at the end is still there.
      if entries > 50 { #expect(stream.capacity == usual) }
      return widest
    }
    let usual = widest(50, longest: 100)
    #expect(usual <= 4096)
    #expect(widest(5000, longest: 100, property: 5000) == usual)
    // Twice what the entry needs at most, since a full window doubles.
    for entries in [50, 5000] {
      let wide = widest(entries, longest: 100_000)
      #expect(wide > 100_000 && wide < 300_000)
    }
  }

  @Test func aBrokenEntryThatNeverEndsIsNotKept() {
    let stream = HARStream(pieceSize: 1024)
    var parts = 0
    func feed(_ text: String) {
      let text = text
      text.withByteView { stream.feed($0) { _ in parts += 1 } }
    }
    feed(#"{"log": {"entries": [{"a": 01, "b": ["#)
    for _ in 0..<10_000 { feed(#"{"a": "b"}, "#) }
    stream.finish { _ in parts += 1 }
    #expect(parts == 1)
    #expect(stream.capacity <= 4096)
  }
}
