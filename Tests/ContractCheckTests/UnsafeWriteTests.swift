@_spi(Engine) @testable import ContractAuthoring
@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import JSONTape
import Testing

@_spi(Engine) @testable import ContractCheck

/// Each function that writes through a pointer, driven to the bound that its comment states.
@Suite struct UnsafeWriteTests {
  /// Runs `body` on memory for `count` bytes and says whether nothing was written behind it.
  private func staysWithin(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) -> Bool {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 64)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0x5A, count: count + 64)
    body(memory)
    return (count..<count + 64).allSatisfy { memory[$0] == 0x5A }
  }

  /// The text and 4 bytes are room enough; of what is decoded, no byte is outside of three quarters.
  @Test func base64StaysWithinItsRoom() {
    for count in 1...200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let text = Base64.encode(bytes)
      var decoded: [UInt8]?
      let isWithin = text.withByteView { text in
        staysWithin(text.count + 4) { target in
          let length = Base64.decode(text, into: target)
          decoded = length.map { Array(ByteView(start: target, count: $0)) }
        }
      }
      #expect(isWithin && decoded == bytes)
      #expect(Base64.decode(text) == bytes)
    }
  }

  /// At each size at which a pool has no room left.
  @Test func aPoolGrowsBeforeItIsWritten() {
    let pool = Pool<Int>()
    for number in 0..<200 { #expect(pool.append(number) == Int32(number)) }
    for count in [0, 1, 55, 56, 57, 1_000] {
      let before = pool.count
      pool.append(contentsOf: 0..<count)
      #expect(pool.count == before + count)
    }
    let all = Array(UnsafeBufferPointer(start: pool.start, count: pool.count))
    #expect(all == Array(0..<200) + [0, 1, 55, 56, 57, 1_000].flatMap { Array(0..<$0) })
    pool.cut(to: 16)
    pool.append(-1)
    #expect(pool.count == 17 && pool[16] == -1)
  }

  /// An entry ends at each place of a window that is full, and the one behind it begins a new one.
  @Test func aWindowIsFilledToItsEnd() {
    for indent in 0..<80 {
      let space = String(repeating: " ", count: indent)
      let entry = #"{"request":{"method":"GET","url":"/a"},"response":{"status":200}}"#
      let text = #"{"log":{"entries":[\#(space)\#(entry),\#(entry)\#(space),\#(entry)]}}"#
      for piece in [1, 16, 1_000] {
        let stream = HARStream(pieceSize: 16)
        var entries = 0
        func take(_ part: HARStream.Part) { if case .entry = part { entries += 1 } }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
          let part = Array(bytes[start..<min(bytes.count, start + piece)])
          part.withByteView { stream.feed($0, yield: take) }
        }
        stream.finish(take)
        #expect(entries == 3)
      }
    }
  }

  /// Bodies of all lengths, each after the other in the same memory: as text, in base64 and escaped.
  @Test func bodiesFillTheMemoryForThem() throws {
    let contract = try Contract(
      Array(
        #"""
        {"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{"responses":{"200":
        {"description":"","content":{"application/json":{"schema":{"type":"array"}}}}}}}}}
        """#.utf8), name: "c.json")
    let checker = try Checker(contracts: [contract])
    var entries: [String] = []
    for count in 0..<300 {
      let body = "[" + String(repeating: " ", count: count) + "]"
      let escaped = #"[\"\",\#(String(repeating: " ", count: count))1]"#
      let coded = String(decoding: Base64.encode(Array(body.utf8)), as: UTF8.self)
      for content in [
        #""text":"\#(body)""#, #""text":"\#(escaped)""#, #""encoding":"base64","text":"\#(coded)""#,
      ] {
        entries.append(
          #"{"request":{"method":"GET","url":"/a"},"response":{"status":200,"content":{"#
            + #""mimeType":"application/json",\#(content)}}}"#)
      }
    }
    let text = #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#
    var checked = 0
    checker.check(Array(text.utf8), name: "a.har") { _, result in
      checked += result.outcome == .checked && result.findings.isEmpty ? 1 : 0
    } problem: {
      Issue.record("\($0.message)")
    }
    #expect(checked == entries.count)
  }

  /// Names of all lengths beside names that differ in one letter, so that the rows of the distance are filled.
  @Test func rowsOfNamesAreFilled() {
    for count in 4...64 {
      let name = String(repeating: "ab", count: count / 2) + (count % 2 == 0 ? "" : "c")
      let others = [name + "x", "x" + name, String(name.dropLast()), String(name.dropFirst())]
      for other in others where other.count <= 64 {
        #expect(NearestName.of(name, among: [other]) == other, "\(name) \(other)")
      }
    }
  }
}
