/// One line of a `curl -v` dump, recognised by its prefix. Lines of a body have no prefix.
enum CurlLine {
  /// `> …`: a line of the request's head. The range does not contain the prefix.
  case request(Range<Int>)
  /// `< …`: a line of a response's head. The range does not contain the prefix.
  case response(Range<Int>)
  /// `* …`: a note about the connection.
  case note(Range<Int>)
  /// A line without information: `{ [123 bytes data]`, the progress meter, or a warning.
  case noise
  /// Any other line, with its line ending.
  case content(Range<Int>)

  init(_ bytes: [UInt8], _ line: HTTPLine) {
    let text = Self.skipMeter(bytes, line.text)
    let isCut = text.lowerBound > line.text.lowerBound
    if Self.isNoise(bytes[text]) || (isCut && text.isEmpty) {
      self = .noise
      return
    }
    let hasPrefix = text.count == 1 || (text.count > 1 && bytes[text.lowerBound + 1] == 0x20)
    let unprefixed = min(text.lowerBound + 2, text.upperBound)..<text.upperBound
    switch hasPrefix ? bytes[text.lowerBound] : 0 {
    case UInt8(ascii: ">"): self = .request(unprefixed)
    case UInt8(ascii: "<"): self = .response(unprefixed)
    case UInt8(ascii: "*"): self = .note(unprefixed)
    default: self = .content(text.lowerBound..<line.next)
    }
  }

  private static func isNoise(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "{ [".utf8) || line.starts(with: "} [".utf8) {
      let digits = line.dropFirst(3).prefix(while: ASCIIByte.isDigit)
      return !digits.isEmpty && line[digits.endIndex...].starts(with: " bytes data]".utf8)
    }
    return ["curl: (", "Warning: ", "Note: "].contains { line.starts(with: $0.utf8) }
  }

  /// The part of a line after curl's progress meter. curl prints the meter between its notes. The
  /// meter's rows have no line ending, so the next output is on the same line.
  private static func skipMeter(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int> {
    var rest = line
    while let next = endOfMeterRow(bytes, rest) { rest = next..<line.upperBound }
    return rest
  }

  private static func endOfMeterRow(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var position = line.lowerBound
    while position < line.upperBound, bytes[position] == ASCIIByte.carriageReturn { position += 1 }
    guard position < line.upperBound,
      bytes[position] == ASCIIByte.space || ASCIIByte.isDigit(bytes[position])
    else { return nil }
    var isFirst = true
    for column in 0..<11 {
      while position < line.upperBound, bytes[position] == ASCIIByte.space { position += 1 }
      let word = bytes[position..<line.upperBound].prefix { $0 > ASCIIByte.space }
      if isFirst, word.elementsEqual("%".utf8) || word.elementsEqual("Dload".utf8) {
        return line.upperBound
      }
      isFirst = false
      // A row has eight numbers and three times: `--:--:--` or `0:00:12`.
      guard word.count <= 12, column < 8 || word.contains(UInt8(ascii: ":")),
        word.first.map({ ASCIIByte.isDigit($0) || $0 == UInt8(ascii: "-") }) ?? false
      else { return nil }
      position = word.endIndex
    }
    while position < line.upperBound, bytes[position] == ASCIIByte.space { position += 1 }
    let speed = bytes[position..<line.upperBound].prefix { byte in
      ASCIIByte.isDigit(byte) || byte == UInt8(ascii: ".")
        || ["k", "M", "G", "T", "P"].contains(Unicode.Scalar(byte))
    }
    return speed.endIndex
  }
}
