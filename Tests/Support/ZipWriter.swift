/// A ZIP archive that is written byte by byte, so that a test can make any part of it wrong.
public struct ZipWriter {
  /// An entry, with the contents of its own header and the directory.
  public struct Entry {
    /// The name in the directory.
    public var name: [UInt8]
    /// The name in the entry's own header; nil for the same.
    public var ownName: [UInt8]?
    /// The data in the archive.
    public var data: [UInt8]
    /// The method: 0 for stored, 8 for deflated.
    public var method = 0
    /// The size of the decompressed data.
    public var size: Int
    /// The checksum of the decompressed data.
    public var checksum: UInt32
    /// The general purpose bits.
    public var flags = 0x800
    /// The operating system that made the entry.
    public var host = 3
    /// The attributes of the file.
    public var attributes = 0o100644 << 16
    /// The offset of its own header in the directory; nil for the right one.
    public var offset: Int?
    /// Whether the numbers are in the fields for large entries.
    public var isLarge = false
    /// Whether the numbers follow the data (bit 3).
    public var isStreamed = false

    /// Creates a stored entry.
    public init(_ name: String, _ data: [UInt8]) {
      self.name = Array(name.utf8)
      self.data = data
      size = data.count
      checksum = ZipWriter.checksum(data)
    }

    /// Creates a stored entry from a text.
    public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// Creates a deflated entry.
    public init(_ name: String, deflated data: [UInt8], of text: [UInt8]) {
      self.init(name, text)
      self.data = data
      method = 8
    }
  }

  /// The entries in the order of the file and of the directory.
  public var entries: [Entry] = []
  /// The number of entries at the end of the directory; nil for the right one.
  public var count: Int?
  /// The comment at the end of the file.
  public var comment: [UInt8] = []
  /// Whether the end is also written for large archives (Zip64).
  public var isLarge = false

  /// Creates an archive of entries.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The bytes of the whole file.
  public var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let start = entry.offset ?? file.count
      let flags = entry.flags | (entry.isStreamed ? 8 : 0)
      let own = entry.ownName ?? entry.name
      let numbers = Self.numbers(entry)
      let none = [UInt8](repeating: 0, count: 12)
      file += Self.mark(3, 4) + Self.little(20, 2) + Self.little(flags, 2)
      file += Self.little(entry.method, 2) + Self.little(0, 4)
      file += entry.isStreamed ? none : numbers
      file += Self.little(own.count, 2) + Self.little(entry.isLarge ? 20 : 0, 2) + own
      if entry.isLarge { file += Self.large([entry.size, entry.data.count]) }
      file += entry.data
      if entry.isStreamed { file += Self.mark(7, 8) + numbers }
      directory += Self.mark(1, 2) + Self.little(entry.host << 8 | 20, 2) + Self.little(20, 2)
      directory += Self.little(flags, 2) + Self.little(entry.method, 2) + Self.little(0, 4)
      directory += numbers + Self.little(entry.name.count, 2)
      directory += Self.little(entry.isLarge ? 28 : 0, 2) + Self.little(0, 2)
      directory += Self.little(0, 2) + Self.little(0, 2) + Self.little(entry.attributes, 4)
      directory += Self.little(entry.isLarge ? 0xFFFF_FFFF : start, 4) + entry.name
      if entry.isLarge { directory += Self.large([entry.size, entry.data.count, start]) }
    }
    let start = file.count
    let all = count ?? entries.count
    file += directory
    let end = file.count
    if isLarge {
      file += Self.mark(6, 6) + Self.little(44, 8) + Self.little(45, 2) + Self.little(45, 2)
      file += Self.little(0, 4) + Self.little(0, 4) + Self.little(all, 8) + Self.little(all, 8)
      file += Self.little(directory.count, 8) + Self.little(start, 8)
      file += Self.mark(6, 7) + Self.little(0, 4) + Self.little(end, 8) + Self.little(1, 4)
    }
    file += Self.mark(5, 6) + Self.little(0, 4)
    file += Self.little(isLarge ? 0xFFFF : all, 2) + Self.little(isLarge ? 0xFFFF : all, 2)
    file += Self.little(directory.count, 4) + Self.little(isLarge ? 0xFFFF_FFFF : start, 4)
    return file + Self.little(comment.count, 2) + comment
  }

  /// The checksum and the sizes.
  private static func numbers(_ entry: Entry) -> [UInt8] {
    let sizes = entry.isLarge ? [0xFFFF_FFFF, 0xFFFF_FFFF] : [entry.data.count, entry.size]
    return little(Int(entry.checksum), 4) + little(sizes[0], 4) + little(sizes[1], 4)
  }

  private static func large(_ numbers: [Int]) -> [UInt8] {
    little(1, 2) + little(numbers.count * 8, 2) + numbers.flatMap { little($0, 8) }
  }

  private static func mark(_ third: UInt8, _ fourth: UInt8) -> [UInt8] {
    [0x50, 0x4B, third, fourth]
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// The CRC-32 of data, bit by bit.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
