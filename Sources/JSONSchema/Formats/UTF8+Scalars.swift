@_spi(Engine) internal import JSONTape

extension ByteView {
  /// The Unicode scalar at an offset, and its length in bytes. Nil if the bytes are not UTF-8.
  @inline(__always)
  func scalar(at offset: Int) -> (value: UInt32, length: Int)? {
    let lead = self[offset]
    if lead < 0x80 { return (UInt32(lead), 1) }
    return multiByteScalar(at: offset)
  }

  /// All scalars. Each byte that is not UTF-8 becomes U+FFFD.
  var scalars: [UInt32] {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(count)
    var at = 0
    while at < count {
      let (scalar, length) = scalar(at: at) ?? (0xFFFD, 1)
      scalars.append(scalar)
      at += length
    }
    return scalars
  }

  private func multiByteScalar(at offset: Int) -> (value: UInt32, length: Int)? {
    let lead = self[offset]
    let length: Int
    var value: UInt32
    switch lead {
    case 0xC2...0xDF: (length, value) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(lead & 0x07))
    default: return nil
    }
    guard count - offset >= length else { return nil }
    for next in 1..<length {
      let byte = self[offset + next]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    switch length {
    case 3 where value < 0x800 || 0xD800...0xDFFF ~= value: return nil
    case 4 where value < 0x10000 || value > 0x10FFFF: return nil
    default: return (value, length)
    }
  }
}
