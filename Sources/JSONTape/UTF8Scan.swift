/// Functions for UTF-8 (RFC 3629): lengths, counts, encoding.
enum UTF8Scan {
  /// The length of the well-formed sequence of two to four bytes at `start`, or 0. It refuses
  /// overlong forms, surrogates and values above U+10FFFF. Four bytes must be readable.
  @inline(__always)
  static func sequenceLength(_ start: UnsafePointer<UInt8>) -> Int {
    let word = UInt32(
      littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
    if word & 0xC0E0 == 0x80C0 {
      return word & 0x1E != 0 ? 2 : 0
    }
    if word & 0xC0_C0F0 == 0x80_80E0 {
      let shape = word & 0x200F
      return shape != 0 && shape != 0x200D ? 3 : 0
    }
    if word & 0xC0C0_C0F8 == 0x8080_80F0 {
      let shape = word & 0x3007
      return shape != 0 && (shape & 4 == 0 || shape & 0x3003 == 0) ? 4 : 0
    }
    return 0
  }

  /// The number of scalars in well-formed UTF-8: the number of bytes that are not continuation
  /// bytes.
  static func scalarCount(_ text: ByteView) -> Int {
    // A byte is a continuation byte if its bit 7 is set and its bit 6 is not.
    let raw = UnsafeRawBufferPointer(text.memory)
    var (continuations, index) = count(in: raw) { $0 & ~($0 &<< Words(repeating: 1)) }
    while index &+ 8 <= text.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      continuations &+= (word & ~(word &<< 1) & 0x8080_8080_8080_8080).nonzeroBitCount
      index &+= 8
    }
    while index < text.count {
      continuations &+= text[index] & 0xC0 == 0x80 ? 1 : 0
      index &+= 1
    }
    return text.count &- continuations
  }

  /// A vector of 32 bytes. Arithmetic with them is fast, and comparisons are slow.
  typealias Words = SIMD4<UInt64>

  /// The number of matching bytes in full blocks of 32, and the index after these blocks.
  ///
  /// - Parameter marks: Sets bit 7 of each byte that matches, and of no other byte. All other bits
  ///   may have any value.
  @inline(__always)
  static func count(
    in bytes: UnsafeRawBufferPointer, _ marks: (Words) -> Words
  ) -> (count: Int, end: Int) {
    var count = 0
    var index = 0
    while index &+ 32 <= bytes.count {
      // Each byte of the sum counts one column, up to 255.
      let end = min(bytes.count &- 31, index &+ 255 &* 32)
      var columns = Words(repeating: 0)
      while index < end {
        let marked = marks(bytes.loadUnaligned(fromByteOffset: index, as: Words.self))
        columns &+= (marked &>> Words(repeating: 7)) & Words(repeating: 0x0101_0101_0101_0101)
        index &+= 32
      }
      let mask = Words(repeating: 0x00FF_00FF_00FF_00FF)
      let pairs = (columns & mask) &+ (columns &>> Words(repeating: 8) & mask)
      count &+= Int(truncatingIfNeeded: (pairs.wrappedSum() &* 0x0001_0001_0001_0001) &>> 48)
    }
    return (count, index)
  }

  /// The number of bytes of a scalar value.
  static func length(of scalar: UInt32) -> Int {
    scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
  }

  /// Writes a scalar and returns the number of its bytes. `target` must have space for
  /// ``length(of:)`` bytes. A number that is no scalar becomes U+FFFD.
  static func encode(_ scalar: UInt32, into target: UnsafeMutablePointer<UInt8>) -> Int {
    // Bound: U+FFFD also has three bytes, and everything below 0x800 is a scalar.
    if scalar < 0x80 {
      target[0] = UInt8(truncatingIfNeeded: scalar)
      return 1
    }
    let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter
    for (index, byte) in encoded.enumerated() { target[index] = byte }
    return encoded.count
  }
}

/// The byte order mark that some editors write before UTF-8.
@_spi(Engine)
public enum ByteOrderMark {
  /// The length of a byte order mark at the start of a text. The length is 3, or 0 if there is no
  /// mark. Three bytes must be readable.
  public static func length(at start: UnsafePointer<UInt8>) -> Int {
    start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF ? 3 : 0
  }

  /// The length of a byte order mark at the start of a text. The length is 3, or 0 if there is no
  /// mark.
  public static func length(in text: some Collection<UInt8>) -> Int {
    text.first == 0xEF && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
