@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport
import Testing

@Suite struct TextEditsTests {
  private static func edit(_ offset: Int, _ length: Int, _ text: String) -> TextEdits.Edit {
    TextEdits.Edit(range: ByteRange(offset: offset, length: length), text: Array(text.utf8))
  }

  @Test func areAppliedInTheOrderOfTheText() throws {
    let edits = try #require(
      TextEdits([Self.edit(6, 0, "!"), Self.edit(0, 1, "J"), Self.edit(6, 0, "?")]))
    #expect(String(decoding: edits.applied(to: Array("hello ".utf8)), as: UTF8.self) == "Jello !?")
    #expect(edits.growth == 2)
    #expect(TextEdits().applied(to: [1, 2]) == [1, 2])
  }

  @Test func oneOverAnotherIsRefused() {
    #expect(TextEdits([Self.edit(2, 3, "a"), Self.edit(4, 1, "b")]) == nil)
    #expect(TextEdits([Self.edit(2, 3, "a"), Self.edit(3, 0, "b")]) == nil)
    #expect(TextEdits([Self.edit(2, 3, "a"), Self.edit(2, 3, "a")]) == nil)
    #expect(TextEdits([Self.edit(-1, 1, "a")]) == nil)
    // Side by side is no conflict.
    #expect(TextEdits([Self.edit(2, 3, "a"), Self.edit(5, 0, "b"), Self.edit(2, 0, "c")]) != nil)
  }

  /// Edits of random places of a random text.
  private static func random(
    of count: Int, _ generator: inout SeededGenerator
  ) -> TextEdits? {
    let edits = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      let start = Int.random(in: 0...count, using: &generator)
      let length = Int.random(in: 0...min(4, count - start), using: &generator)
      let text = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        UInt8.random(in: 0x41...0x5A, using: &generator)
      }
      return TextEdits.Edit(range: ByteRange(offset: start, length: length), text: text)
    }
    return TextEdits(edits)
  }

  @Test func editsAfterEditsAreEditsOfTheFirstText() {
    var generator = SeededGenerator(seed: 5)
    var chains = 0
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        UInt8.random(in: 0x61...0x7A, using: &generator)
      }
      var all = TextEdits()
      var current = text
      for _ in 0..<3 {
        guard let next = Self.random(of: current.count, &generator) else { continue }
        current = next.applied(to: current)
        all = all.followed(by: next)
        chains += 1
      }
      #expect(all.applied(to: text) == current)
      #expect(current.count == text.count + all.growth)
    }
    #expect(chains > 3000)
  }

  @Test func everyByteHasItsOrigin() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<1000 {
      let text = (0..<20).map { UInt8($0) }
      guard let edits = Self.random(of: text.count, &generator) else { continue }
      let after = edits.applied(to: text)
      for (offset, byte) in after.enumerated() {
        switch edits.origin(of: offset) {
        case .kept(let before): #expect(text[before] == byte)
        case .edit(let index): #expect(edits.edits[index].text.contains(byte))
        }
      }
    }
  }
}
