extension JSONParser {
  /// The offset just past a number, or a negative number when it is not valid, and its tag.
  struct NumberToken {
    var end: Int
    var tag: TapeTag
  }

  /// Scans the number at `start`; its value is nobody's business yet.
  @inline(__always)
  func scanNumber(_ start: Int) -> NumberToken {
    let fault = NumberToken(end: -1, tag: .number)
    var position = start
    if bytes[position] == UInt8(ascii: "-") { position &+= 1 }
    let digits = position
    position = skipDigits(digits)
    if position == digits { return fault }
    if bytes[digits] == UInt8(ascii: "0") && position != digits &+ 1 { return fault }
    var tag = TapeTag.integer
    if bytes[position] == UInt8(ascii: ".") {
      let fraction = position &+ 1
      position = skipDigits(fraction)
      if position == fraction { return fault }
      tag = .number
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position &+= 1
      }
      let exponent = position
      position = skipDigits(exponent)
      if position == exponent { return fault }
      tag = .number
    }
    return NumberToken(end: position, tag: tag)
  }

  /// The first byte at or after `start` that is not a digit.
  @inline(__always)
  func skipDigits(_ start: Int) -> Int {
    var position = start
    while true {
      // A digit leaves 0 to 9, to which 0x76 adds no high bit; a carry comes only out of a byte that
      // is no digit itself.
      let values = load8(position) ^ 0x3030_3030_3030_3030
      let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
      if others != 0 { return position &+ others.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
  }
}
