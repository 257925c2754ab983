import Testing

@_spi(Engine) @testable import JSONTape

/// Bytes that modules pass to each other: what they hold, and that nothing outside is touched.
@Suite struct ByteViewTests {
  private let bytes = Array("{\"a\": 1}\n{\"b\": 2}\n".utf8)

  @Test func partsHaveTheirOwnIndexes() {
    bytes.withByteView { view in
      #expect(Array(view) == bytes && view.count == bytes.count)
      let part = ByteView(rebasing: view[2..<5])
      #expect(part.startIndex == 0 && Array(part) == Array(bytes[2..<5]))
      #expect(part.elementsEqual(view[2..<5]) && part[0] == bytes[2])
      #expect(String(decoding: part, as: UTF8.self) == "a\":")
    }
    #expect(bytes[3...].withByteView { Array($0) } == Array(bytes[3...]))
    #expect("déjà".withByteView { Array($0) } == Array("déjà".utf8))
    #expect(Array(ByteView("a literal")) == Array("a literal".utf8))
    #expect(Array(ByteView(start: nil, count: 0)).isEmpty)
  }

  /// The fast searches find what a plain search finds.
  @Test func searches() {
    var random = SystemRandomNumberGenerator()
    for count in 0...80 {
      let text = (0..<count).map { _ in UInt8.random(in: 8...12, using: &random) }
      text.withByteView { view in
        for start in 0...count {
          let rest = text[start...]
          #expect(
            view.firstIndex(of: 10, from: start) == rest.firstIndex(of: 10), "\(text) \(start)")
          #expect(view.lastIndex(of: 10, from: start) == rest.lastIndex(of: 10), "\(text) \(start)")
        }
      }
    }
  }

  @Test func aRoomIsFilledUpToItsEnd() throws {
    let room = ByteRoom(allocating: 8)
    defer { room.deallocate() }
    room.clear()
    room[2...].copyBytes(from: [1, 2, 3])
    #expect(Array(room.bytes) == [0, 0, 1, 2, 3, 0, 0, 0])
    #expect(room[..<3].count == 3 && room[8...].isEmpty)
    #expect(
      [UInt8](filling: 4) {
        $0.copyBytes(from: [7, 7]); return 2
      } == [7, 7])
    #expect([UInt8](filling: 4) { _ in -1 }.isEmpty)
    #expect(throws: Failure.self) {
      try [UInt8](filling: 4) { _ throws(Failure) in throw Failure() }
    }
  }

  private struct Failure: Error {}

  // Tests on iOS cannot start another process.
  #if os(macOS) || os(Linux)
    /// A mistake in the code ends the process. It never reads or writes other memory.
    @Test func outsideIsATrap() async {
      await #expect(processExitsWith: .failure) {
        let view = ByteView("abc")
        _ = view[view.count]
      }
      await #expect(processExitsWith: .failure) { _ = ByteView("abc")[-1] }
      await #expect(processExitsWith: .failure) {
        ByteRoom(allocating: 4)[..<4].copyBytes(from: [1, 2, 3, 4, 5])
      }
      await #expect(processExitsWith: .failure) { _ = ByteRoom(allocating: 4)[2..<5] }
    }
  #endif
}
