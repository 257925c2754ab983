import JSONTape

/// Texts in usual forms, which all clients read in the same way. A check finds these forms very
/// quickly. So judges are asked only about other texts.
@_spi(Engine) public enum UsualText: UInt8, BitwiseCopyable, Sendable {
  /// No text is usual.
  case none
  /// A date-time such as `2024-05-01T10:00:00Z` or `2024-05-01T10:00:00.123Z`. The year is 1900 to
  /// 2099, and the day is not the 31st.
  case date
  /// Only dates in the form without a fraction.
  case dateToSeconds
  /// Only dates in the form with milliseconds.
  case dateToMilliseconds
  /// A URL such as `https://a.example/x`, in a schema with the format `uri`.
  case url
  /// A URL such as `https://a.example/x`, in any schema.
  case plainURL
  /// A UUID such as `123e4567-e89b-12d3-a456-426614174000`, in a schema with the format `uuid`.
  case uuid

  /// - Parameter text: A string without escapes, in a buffer with at least eight more bytes.
  @inline(__always)
  func holds(_ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    switch self {
    case .none: false
    case .date: (length == 20 || length == 24) && Self.isDate(text, length)
    case .dateToSeconds: length == 20 && Self.isDate(text, length)
    case .dateToMilliseconds: length == 24 && Self.isDate(text, length)
    case .url: Self.isURL(text, length, isPlain: false)
    case .plainURL: Self.isURL(text, length, isPlain: true)
    case .uuid: length == 36 && 0x31...0x38 ~= text[14] && Self.isVariant(text[19])
    }
  }

  /// The texts that have both forms.
  func and(_ other: UsualText) -> UsualText {
    switch (self, other) {
    case (.date, .dateToSeconds), (.date, .dateToMilliseconds), (.url, .plainURL): other
    case (.dateToSeconds, .date), (.dateToMilliseconds, .date), (.plainURL, .url): self
    default: self == other ? self : .none
    }
  }

  private static func isVariant(_ byte: UInt8) -> Bool {
    byte == 0x38 || byte == 0x39 || byte | 0x20 == 0x61 || byte | 0x20 == 0x62
  }

  /// Whether the bytes under `digits` are digits, and the other bytes equal the bytes of `form`.
  @inline(__always)
  private static func fits(_ word: UInt64, _ form: UInt64, digits: UInt64) -> Bool {
    let other = word ^ form
    // For the digits 0 to 9, adding 0x06 changes no high half.
    let next = other &+ (0x0606_0606_0606_0606 & digits)
    return (other | next) & 0xF0F0_F0F0_F0F0_F0F0 == 0 && (other & ~digits) == 0
  }

  /// - Parameter length: 20 or 24.
  @inline(never)
  private static func isDate(_ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let raw = UnsafeRawPointer(text)
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    // The words are `0000-00-`, `00T00:00` and `:00.000Z`, with the first character in the lowest
    // byte.
    guard fits(word(0), 0x2D30_302D_3030_3030, digits: 0x00FF_FF00_FFFF_FFFF),
      fits(word(8), 0x3030_3A30_3054_3030, digits: 0xFFFF_00FF_FF00_FFFF)
    else { return false }
    if length == 24 {
      guard fits(word(16), 0x5A30_3030_2E30_303A, digits: 0x00FF_FFFF_00FF_FF00) else {
        return false
      }
    } else {
      guard fits(word(16) & 0xFFFF_FFFF, 0x5A30_303A, digits: 0x00FF_FF00) else { return false }
    }
    func two(_ place: Int) -> Int {
      Int(text[place] &- 0x30) &* 10 &+ Int(text[place &+ 1] &- 0x30)
    }
    return 19...20 ~= two(0) && 1...12 ~= two(5) && 1...30 ~= two(8) && two(11) < 24
      && (two(8) < 29 || two(5) != 2)
      && two(14) < 60 && two(17) < 60
  }

  /// Whether an ASCII byte is in a set of 128 bits.
  @inline(__always)
  private static func isByte(_ byte: UInt8, _ low: UInt64, _ high: UInt64) -> Bool {
    byte < 0x80 && (byte < 0x40 ? low : high) &>> UInt64(byte & 0x3F) & 1 != 0
  }

  @inline(never)
  private static func isURL(
    _ text: UnsafePointer<UInt8>, _ length: Int, isPlain: Bool
  ) -> Bool {
    let raw = UnsafeRawPointer(text)
    // The start is `https://`.
    guard length > 8,
      UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) == 0x2F2F_3A73_7074_7468
    else { return false }
    var place = 8
    while place < length, text[place] != UInt8(ascii: "/") {
      // The allowed bytes are `a` to `z`, digits, `-` and `.`.
      guard isByte(text[place], 0x03FF_6000_0000_0000, 0x07FF_FFFE_0000_0000) else { return false }
      place &+= 1
    }
    guard place > 8, place < length else { return false }
    while place < length {
      // `/.` may begin a segment that some clients remove.
      if text[place] == UInt8(ascii: "."), text[place &- 1] == UInt8(ascii: "/") { return false }
      // The allowed bytes are letters, digits and `+,-./:=?_&`.
      if isPlain, !isByte(text[place], 0xA7FF_F840_0000_0000, 0x07FF_FFFE_87FF_FFFE) {
        return false
      }
      place &+= 1
    }
    return true
  }
}
