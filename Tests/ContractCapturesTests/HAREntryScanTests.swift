@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import Testing
@_spi(Engine) import JSONTape

/// Where entries end is found in blocks of 64 bytes, by quotes and brackets alone.
@Suite struct HAREntryScanTests {
  /// Escapes at every place of a block: a quote ends a string after two backslashes, not after one.
  @Test(arguments: 0...3) func escapesAnywhereInABlock(backslashes: Int) {
    let escapes = String(repeating: #"\\"#, count: backslashes)
    for ending in ["", #"\""#, #"\"{}"#, #"\"\\"#, #"x\"\\\"]"#] {
      for before in 0...66 {
        let text = String(repeating: "a", count: before) + escapes + ending
        for after in ["", String(repeating: "b", count: 70), #"\"\"\"\""#] {
          expectEntries([#"{"text":"\#(text)\#(after)"}"#, #"{"text":["\#(text)"]}"#])
        }
      }
    }
  }

  private func expectEntries(_ entries: [String]) {
    let text = Array(entries.joined(separator: ",").utf8)
    let padded = text + repeatElement(0, count: 64)
    var starts: [Int] = []
    var start = 0
    for entry in entries {
      starts.append(start)
      start += entry.utf8.count + 1
    }
    let expected = zip(starts, entries).map { $0..<($0 + $1.utf8.count) }
    var whole = HAREntryScan(isAfterEntry: false)
    // As the bytes come: the first half, then all.
    var halves = HAREntryScan(isAfterEntry: false)
    padded.withByteView { bytes in
      whole.scan(bytes, to: text.count)
      halves.scan(bytes, to: text.count / 2)
      halves.scan(bytes, to: text.count)
    }
    #expect(whole.entries == expected, "\(entries)")
    #expect(halves.entries == expected, "\(entries)")
  }
}
