@_spi(Engine) import ContractCheck

/// A block of whole lines between its reading and its report.
///
/// It is filled by one thread, looked into by another and emptied by the first again, one after the
/// other: the pipeline's batches see to that.
final class LineSlice: @unchecked Sendable {
  /// Where the lines begin in the input, and the number of the first from 0.
  var offset = 0
  var firstLine = 0
  /// What became of the lines.
  var results = LineResults()
  /// What is printed for each line instead of findings.
  var judgements: [LineJudgement] = []

  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0

  private static let padding = 64

  /// A slice for so many bytes at once.
  init(size: Int) {
    memory = .allocate(byteCount: size + Self.padding, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The lines, with the zeros that parsers want after them.
  var block: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[..<(count + Self.padding)])
  }

  /// How many bytes of lines there are.
  var byteCount: Int { count }

  /// Fills the slice with what the last one left and with what comes, up to the last line that ends;
  /// a line of any length makes it grow. What follows that line is left for the next slice.
  ///
  /// - Returns: The beginning of a line whose end is not here; nil at the end of the input.
  func fill(
    after left: [UInt8], from reader: InputReader
  ) throws(InputTrouble) -> [UInt8]? {
    count = 0
    append(left)
    while true {
      if count == memory.count - Self.padding { grow(to: count * 2) }
      let free = UnsafeMutableRawBufferPointer(
        rebasing: memory[count..<(memory.count - Self.padding)])
      let added = try reader.read(into: free)
      if added == 0 {
        finish(at: count)
        return nil
      }
      count += added
      // A line that is longer than what is here so far needs more.
      guard let end = lastLineEnd(in: count - added..<count) else { continue }
      let rest = Array(memory[end..<count])
      finish(at: end)
      return rest
    }
  }

  private func append(_ bytes: [UInt8]) {
    if bytes.count > memory.count - Self.padding { grow(to: bytes.count * 2) }
    memory.copyBytes(from: bytes)
    count = bytes.count
  }

  private func grow(to size: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size + Self.padding, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }

  private func finish(at end: Int) {
    count = end
    memory[end..<(end + Self.padding)].initializeMemory(as: UInt8.self, repeating: 0)
  }

  private func lastLineEnd(in range: Range<Int>) -> Int? {
    memory[range].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
  }
}

/// What the full check says of one line.
struct LineJudgement: Sendable {
  /// What became of the line.
  var result: UnitResult
  /// What is printed for the line instead of findings.
  var output: [UInt8]?
}
