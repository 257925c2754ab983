@_spi(Engine) import ContractCheck
import Foundation
@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Each function of the tool that writes through a pointer, driven to the bound that its comment states.
@Suite struct UnsafeWriteTests {
  /// Runs `body` on memory for `count` bytes and says whether nothing was written behind it.
  private func staysWithin(
    _ count: Int, _ body: (ByteRoom) throws -> Void
  ) rethrows -> Bool {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 64, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0x5A)
    try body(ByteRoom(memory)[..<count])
    return memory[count...].allSatisfy { $0 == 0x5A }
  }

  /// Small files are read before their turn: up to the largest, and one byte more.
  @Test func filesOfTheLargestSize() throws {
    let folder = try TemporaryFolder()
    for extra in -1...1 {
      let spaces = String(repeating: " ", count: Worker.largestFile - 2 + extra)
      try folder.write("[\(spaces)]", to: "f\(extra).json")
      try folder.write("[\(spaces)", to: "g\(extra).json")
    }
    let run = Scenario.run(["lint", folder.path, "-f", "json", "-j", "2"])
    let rules = try JSONDocument(run.output).root["findings"]?.elements.map { $0["rule"]?.string }
    #expect(rules == ["json-syntax", "json-syntax", "json-syntax"])
  }

  /// Lines that end at each place around the end of a slice, and lines that make it grow.
  @Test func linesOfTheSizeOfASlice() throws {
    let folder = try TemporaryFolder()
    for size in [InputReader.pieceSize, 2 * InputReader.pieceSize] {
      for extra in [-66, -65, -64, -63, -2, -1, 0, 1, 63, 64, 65] {
        let line = "[" + String(repeating: " ", count: size + extra - 3) + "]\n"
        let path = folder.path + "/l.ndjson"
        try Data((line + "1\n" + line + line + "2").utf8).write(to: URL(fileURLWithPath: path))
        for jobs in ["1", "2"] {
          let run = Scenario.run(
            ["lint", path, "--input-format", "ndjson", "-f", "json", "-j", jobs])
          let summary = try JSONDocument(run.output).root["summary"]
          #expect(summary?["exchanges"]?.int == 5, "\(size) \(extra)")
        }
      }
    }
  }

  /// The edited text is read in pieces of any size, from memory and from a file.
  @Test func editedTextsFillTheirBuffer() throws {
    let folder = try TemporaryFolder()
    let text = (0..<60).map { UInt8(0x30 + $0) }
    let path = folder.path + "/t.json"
    try Data(text).write(to: URL(fileURLWithPath: path))
    let edits = try #require(
      TextEdits([
        TextEdits.Edit(range: ByteRange(offset: 0, length: 3), text: Array("abcdefg".utf8)),
        TextEdits.Edit(range: ByteRange(offset: 20, length: 0), text: Array("hij".utf8)),
        TextEdits.Edit(range: ByteRange(offset: 55, length: 5), text: []),
      ]))
    let file = try InputFile(InputPath(path))
    for source in [FixSource.bytes(text), .file(file)] {
      for size in [1, 2, 3, 7, 16, 64, 1_000] {
        let read = source.reader(of: edits)
        var all: [UInt8] = []
        var count = 1
        while count > 0 {
          let isWithin = staysWithin(size) { buffer in
            count = read(buffer)
            all += buffer[..<max(0, count)].bytes
          }
          #expect(isWithin)
        }
        #expect(all == edits.applied(to: text))
      }
    }
    for range in [0..<60, 59..<61, 0..<0, 60..<70] {
      #expect(
        file.bytes(range) == Array(text[min(60, range.lowerBound)..<min(60, range.upperBound)]))
    }
  }

  /// Inputs are read into the room that is there, compressed or not.
  @Test(arguments: [3, 4, 63, 64, 65, 100_000])
  func inputsFillTheirBuffer(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let text = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    let path = folder.path + "/t"
    for bytes in [text, Deflated.gzip(text)] {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let reader = InputReader(try InputFile(InputPath(path)), .system)
      var all: [UInt8] = []
      var count = 1
      while count > 0 {
        let isWithin = try staysWithin(size) { buffer in
          count = try reader.read(into: buffer)
          all += buffer[..<count].bytes
        }
        #expect(isWithin)
      }
      #expect(all == text)
    }
  }
}
