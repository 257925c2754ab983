@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
@_spi(Engine) import JSONTape

extension InputRun.Head {
  /// The maximum number of values that are read before the first exchange, and of bytes.
  private static var mostValues: Int { 10_000 }
  private static var mostBytes: Int { 4 << 20 }

  /// Reads lines up to the first exchange. It decides what the lines with only a value are, also the
  /// lines before it, for any number of threads.
  ///
  /// - Parameter mayWait: Whether the first line may wait for others.
  mutating func loneValues(
    before reader: InputReader, _ traffic: TrafficValidator, mayWait: Bool
  ) -> LoneValues {
    guard traffic.guessesSchemas else { return .bodies }
    guard mayWait else { return .open }
    var (start, searched, values, isAtEnd) = (0, 0, Self.mostValues, false)
    while true {
      let lineFeed = bytes[searched...].lastIndex(of: ASCIIByte.lineFeed)
      searched = bytes.count
      if let end = isAtEnd ? bytes.count : lineFeed.map({ $0 + 1 }) {
        let lines = Array(bytes[start..<end]) + repeatElement(0, count: 64)
        let isFound = lines.withByteView {
          traffic.findsExchange(inLines: $0, before: Self.mostBytes - start, &values)
        }
        if isFound { return .linesOfLog }
        start = end
      }
      if isAtEnd || values == 0 { return .bodies }
      if start >= Self.mostBytes { return values < Self.mostValues ? .bodies : .open }
      // If reading fails, it fails again after these lines.
      let piece = (try? reader.next()) ?? []
      isAtEnd = piece.isEmpty || (try? reader.verify(length: bytes.count)) == nil
      bytes += piece
    }
  }
}
