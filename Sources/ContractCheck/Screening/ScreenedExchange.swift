@_spi(Engine) internal import JSONTape

/// An exchange as a first look sees it: places on a tape, and nothing copied.
struct ScreenedExchange {
  /// A body that was parsed, and the value on its tape.
  struct Body {
    let cursor: TapeCursor
    let index: Int
  }

  typealias Text = UnsafeBufferPointer<UInt8>

  /// Without escapes.
  let method: Text
  /// Without escapes.
  let url: Text
  let status: Int
  /// The media types as captured; nil where the capture tells none.
  var requestType: Text?
  var responseType: Text?
  /// Nil where there is none.
  var request: Body?
  var response: Body?
}

extension TapeCursor {
  /// The text of a string without escapes; nil for every other value.
  func plainText(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    rawTag(index) == TapeTag.string.rawValue && !isEscaped(index) ? rawBytes(index) : nil
  }

  /// Whether the name at an index is this one; false where it is written with escapes.
  func isName(_ index: Int, _ name: StaticString) -> Bool {
    length(index) == name.utf8CodeUnitCount && !isEscaped(index)
      && rawBytes(index).elementsEqual(
        UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// An integer of at most 18 digits as it is written; nil for every other value.
  func smallInteger(_ index: Int) -> Int? {
    guard rawTag(index) == TapeTag.integer.rawValue, length(index) <= 18 else { return nil }
    var value = 0
    var isNegative = false
    for byte in rawBytes(index) {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        value = value * 10 + Int(byte & 0x0F)
      }
    }
    return isNegative ? -value : value
  }
}
