@_spi(Engine) public import JSONTape

/// Computes the CRC-32 of an entry's data (section 4.4.7). The data can be added in several parts.
@_spi(Engine) public struct ZipChecksum: Hashable, Sendable {
  private var rest = ~UInt32(0)

  /// Creates the checksum of empty data.
  public init() {}

  /// The checksum of the data so far.
  public var value: UInt32 { ~rest }

  /// Adds the next bytes.
  public mutating func add(_ view: ByteView) {
    let bytes = UnsafeRawBufferPointer(view.memory)
    var crc = rest
    Self.tables.withUnsafeBufferPointer { tables in
      var at = 0
      // Eight bytes at a time. In bounds: a byte indexes one of eight tables of 256 numbers.
      while bytes.count - at >= 8 {
        let low =
          crc ^ UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        let high = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self))
        crc = tables[0x700 + Int(low & 0xFF)] ^ tables[0x600 + Int(low >> 8 & 0xFF)]
        crc ^= tables[0x500 + Int(low >> 16 & 0xFF)] ^ tables[0x400 + Int(low >> 24)]
        crc ^= tables[0x300 + Int(high & 0xFF)] ^ tables[0x200 + Int(high >> 8 & 0xFF)]
        crc ^= tables[0x100 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
        at += 8
      }
      while at < bytes.count {
        crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[at])) & 0xFF)]
        at += 1
      }
    }
    rest = crc
  }

  /// Table *n* is for a byte with *n* other bytes after it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 0x800)
    for byte in 0..<0x100 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      tables[byte] = crc
    }
    for index in 0x100..<0x800 {
      let before = tables[index - 0x100]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()
}
