@_spi(Engine) internal import JSONTape

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What a first look at a block of lines told.
@_spi(Engine) public struct LineLook: Sendable {
  /// Lines, blank ones among them.
  public var lineCount = 0
  /// Lines that are settled: what became of them, without a finding.
  public var summary = Summary()
  /// The others: their number in the block and their bytes, without the line ending.
  public var doubtful: [(line: Int, bytes: Range<Int>)] = []

  /// Nothing was looked at yet.
  public init() {}
}

/// Looks at newline-delimited JSON in place, block by block, in memory that is kept.
@_spi(Engine) public final class LineScreen {
  private var screen: (any TrafficScreen)?
  private let tape = TapeBuffer()

  /// A look by a screen; without one every line is doubtful.
  public init(_ screen: (any TrafficScreen)?) { self.screen = screen }

  /// Looks at whole lines, of which the last one may lack its ending.
  ///
  /// - Parameter block: 64 bytes more than the lines, all of them 0.
  public func look(at block: UnsafeRawBufferPointer) -> LineLook {
    var look = LineLook()
    guard let base = block.baseAddress, block.count > 64 else { return look }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    let count = block.count - 64
    var start = 0
    while start < count {
      // Within the block: at most `count - start` bytes from `start` on.
      let found = memchr(base + start, Int32(ASCIIByte.lineFeed), count - start)
      let end = found.map { UnsafeRawPointer($0) - base } ?? count
      if let outcome = outcome(bytes, start, end, count) {
        look.summary.count(outcome)
      } else if !isBlank(bytes, start, end) {
        let last = end > start && bytes[end - 1] == ASCIIByte.carriageReturn ? end - 1 : end
        look.doubtful.append((look.lineCount, start..<last))
      }
      look.lineCount += 1
      start = end + 1
    }
    return look
  }

  /// The outcome of a line that is settled. The parser stops where the value ends, or at the zeros
  /// after the block; a value that goes on past its line is none.
  private func outcome(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ count: Int
  ) -> Checker.Outcome? {
    guard screen != nil,
      var rest = try? tape.parseValue(bytes: bytes, start: start, end: count), rest <= end
    else { return nil }
    while rest < end, ASCIIByte.isSpace(bytes[rest]) { rest += 1 }
    return rest == end ? screen?.outcome(of: tape.cursor) : nil
  }

  private func isBlank(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    (start..<end).allSatisfy { ASCIIByte.isSpace(bytes[$0]) }
  }
}
